#include "replay/commands/dump.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "glbindings/signature.h"
#include "loaders/stream/dump.h"
#include "loaders/stream/dump_json.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/base/reading_progress.h"
#include "replay/base/whole_file.h"
#include "replay/commands/blob_files.h"
#include "replay/commands/colours.h"
#include "replay/commands/file_report.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/session/last_frame.h"
#include "replay/session/open_recording.h"

namespace replay {
namespace {

constexpr loaders::DumpColours kDumpColours = {.function = "\033[1m",
                                               .argument = "\033[2m",
                                               .string = "\033[32m",
                                               .name = "\033[36m",
                                               .remark = "\033[2m",
                                               .off = "\033[0m"};

class Dumper {
 public:
  Dumper(const DumpOptions& options, loaders::CallSource& source)
      : options_(options),
        source_(source),
        last_call_(options.calls.last()),
        grep_(need(Pattern::compile(options.grep))) {
    style_.multiline = options.multiline;
    if (!options.json && wants_colours(options.colour)) style_.colours = &kDumpColours;
    if (!options.blobs.empty()) blobs_.emplace(options.blobs);
  }

  // Prints until the end, until the last wanted call, or until nobody reads the output any longer.
  void run() {
    loaders::Batch batch;
    while (!done_ && source_.read(batch) == loaders::ReadStatus::kBatch) {
      for (const loaders::Call& call : batch.calls) {
        if (done_) break;
        look_at(call);
      }
      std::fwrite(text_.data(), 1, text_.size(), stdout);
      text_.clear();
      if (std::ferror(stdout)) done_ = true;
    }
  }

  bool stopped_early() const { return done_; }

  // What the recording lacks of that which was asked for by its number; only after all of it was read. Nothing: it has
  // it.
  std::optional<std::string> missing() const {
    const auto frame = options_.frames.last(), call = options_.calls.only();
    const std::uint64_t frames = std::max<std::uint64_t>(frame_, calls_ > 0 ? 1 : 0);  // as replay counts them
    if (frame && *frame >= frame_ + (frame_has_calls_ ? 1 : 0))
      return fmt::format("no frame {}: the recording has {} frames", *frame, frames);
    if (call && !last_call_.was_seen()) return fmt::format("no call {}: the recording has {} calls", *call, calls_);
    return std::nullopt;
  }

 private:
  // Derived calls come before and after the call that they belong to, and are printed with it.
  bool wanted(const loaders::Call& call) const {
    if (!options_.calls.empty() && !options_.calls.contains(call.number, glbindings::signature(call.function).traits)) {
      return false;
    }
    return options_.frames.empty() || options_.frames.contains(frame_);
  }

  void look_at(const loaders::Call& call) {
    if (past_the_last(call)) {
      done_ = true;
      return;
    }
    if (wanted(call)) append(call);
    if (!call.is(loaders::kDerived)) ++calls_;
    frame_has_calls_ = !call.is(loaders::kEndsFrame);
    if (!frame_has_calls_) ++frame_;
  }

  void append(const loaders::Call& call) {
    if (!options_.grep.empty() && !matches(call)) return;
    if (options_.json) loaders::append_call_json(text_, call, source_.functions());
    else loaders::append_call(text_, call, source_.functions(), style_);  // which has no control characters of the file
    if (blobs_) blobs_->write(call, source_.functions());
  }

  // The text is the same whatever the style.
  bool matches(const loaders::Call& call) {
    plain_.clear();
    loaders::append_call(plain_, call, source_.functions());
    return grep_.is_in(plain_);
  }

  bool past_the_last(const loaders::Call& call) {
    const auto last_frame = options_.frames.last();
    return last_call_.is_behind(call.number) || (!options_.frames.empty() && last_frame && frame_ > *last_frame);
  }

  const DumpOptions& options_;
  loaders::CallSource& source_;
  LastNumber last_call_;
  const Pattern grep_;
  loaders::DumpStyle style_;
  std::optional<BlobFiles> blobs_;
  std::uint64_t frame_ = 0, calls_ = 0;
  bool frame_has_calls_ = false;
  std::string text_, plain_;
  bool done_ = false;
};

}  // namespace

int run_dump(const DumpOptions& as_given) {
  DumpOptions options = as_given;
  if (needs_child(options.supervision)) return supervise(options.supervision);
  std::vector<std::filesystem::path> writable;
  if (!options.blobs.empty()) {
    need(make_folder(options.blobs));  // before the sandbox: it allows writing only into folders that exist
    writable.emplace_back(options.blobs);
  }
  enter_sandbox(options.supervision, writable);
  const NoReadingProgress quiet;
  if (options.frames.wants_last())
    options.frames.settle_last(find_last_frame(options.trace, options.limits.loaders).number);
  const auto source = open_recording(options.trace, options.limits.loaders);
  Dumper dumper(options, *source);
  dumper.run();
  if (dumper.stopped_early()) return kGood;
  const int code = report_file(*source);
  const auto missing = dumper.missing();
  if (!missing) return code;
  spdlog::error("{}", *missing);
  return kCannotJudge;
}

}  // namespace replay
