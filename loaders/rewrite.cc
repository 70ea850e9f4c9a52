#include "loaders/rewrite.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "loaders/apitrace/event_copier.h"
#include "loaders/apitrace/output.h"
#include "loaders/apitrace/stream.h"
#include "loaders/apitrace/writer.h"

namespace loaders {
namespace {

using apitrace::Output;
using apitrace::Properties;

Properties merged(Properties properties, const Properties& added) {
  for (const auto& [name, value] : added) {
    const auto known = std::ranges::find(properties, name, &Properties::value_type::first);
    if (known != properties.end()) {
      known->second = value;
    } else {
      properties.emplace_back(name, value);
    }
  }
  return properties;
}

Rewritten result_of(const Output& output, EditRun& edits, std::optional<LoadError> damage) {
  Rewritten rewritten;
  rewritten.calls = output.next_number();
  rewritten.kept_calls = edits.kept_calls();
  rewritten.numbers = std::move(edits.runs());
  rewritten.damage = std::move(damage);
  return rewritten;
}

Result<Rewritten> copy_events(InputWindow window, const std::string& name, Output& output, const Edit& edit,
                              const RewriteOptions& options) {
  Result<apitrace::Stream, LoadError> stream = apitrace::open_stream(std::move(window), name);
  if (!stream) return Error{stream.error().to_string(), stream.error().damage};
  output.begin(stream->header.semantic_version, merged(stream->info.properties, options.properties));
  apitrace::Writer writer(output);
  EditRun edits(edit, [&](std::span<const Call> calls) {
    for (const Call& call : calls) writer.write(call, nullptr);
  });
  apitrace::EventCopier copier(*std::move(stream), output, edits);
  std::optional<LoadError> damage = copier.copy();
  if (Status status = output.finish(); !status) return status.error();
  return result_of(output, edits, std::move(damage));
}

// Writes the calls of a recording of any format.
class NeutralCopier {
 public:
  NeutralCopier(CallSource& source, Output& output, const Edit& edit, const Lowering& lowering)
      : source_(source),
        output_(output),
        writer_(output),
        lowering_(lowering),
        edits_(edit, [this](std::span<const Call> calls) { write(calls); }) {}

  EditRun& edits() { return edits_; }

  void copy() {
    Batch batch;
    bool is_over = false;
    while (!is_over && output_.status() && source_.read(batch) == ReadStatus::kBatch) {
      std::span<const Call> rest = batch.calls;
      while (!rest.empty() && !is_over) {
        const std::span<const Call> calls = rest.first(calls_of_one_number(rest));
        rest = rest.subspan(calls.size());
        is_over = calls.front().number >= edits_.end();
        if (!is_over) copy_calls(calls);
      }
    }
    edits_.finish();
  }

 private:
  // Derived calls stand beside the call that they belong to, in the same batch.
  static std::size_t calls_of_one_number(std::span<const Call> calls) {
    std::size_t count = 1;
    while (count < calls.size() && calls[count].number == calls.front().number) ++count;
    return count;
  }

  void copy_calls(std::span<const Call> calls) {
    const std::uint64_t number = calls.front().number;
    if (!edits_.begin(number)) return;
    if (const auto written = write(calls)) edits_.kept(number, *written);
  }

  // Returns the number in the file of the recorded call among `calls`, if it was written.
  std::optional<std::uint64_t> write(std::span<const Call> calls) {
    lowered_.clear();
    if (lowering_) {
      lowering_(calls, source_.functions(), memory_, lowered_);
      calls = lowered_;
    }
    std::optional<std::uint64_t> written;
    for (const Call& call : calls) {
      const std::uint64_t number = output_.next_number();
      if (writer_.write(call, &source_.functions()) && !call.is(kFake) && !call.is(kDerived) && !written) {
        written = number;
      }
    }
    memory_.reset();
    return written;
  }

  CallSource& source_;
  Output& output_;
  apitrace::Writer writer_;
  const Lowering& lowering_;
  EditRun edits_;
  Arena memory_;
  std::vector<Call> lowered_;
};

Result<Rewritten> copy_calls(InputWindow window, const std::string& name, Output& output, const Edit& edit,
                             const RewriteOptions& options) {
  OpenResult source = open_trace(std::move(window), name);
  if (!source) return Error{source.error().to_string(), source.error().damage};
  output.begin(apitrace::kMaxVersion, merged((*source)->info().properties, options.properties));
  NeutralCopier copier(**source, output, edit, options.lowering);
  copier.copy();
  if (Status status = output.finish(); !status) return status.error();
  Rewritten rewritten = result_of(output, copier.edits(), (*source)->error());
  rewritten.warnings = (*source)->warnings();
  return rewritten;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) && !error;
}

}  // namespace

Result<Rewritten> rewrite(ByteSource input, const std::string& name, ByteSink to, const Edit& edit,
                          const RewriteOptions& options) {
  InputWindow window(std::move(input), options.open.window_bytes, options.open.limits);
  const bool is_apitrace = holds_apitrace(window);
  Output output(pack(options.packing, std::move(to)));
  const auto copy = is_apitrace ? copy_events : copy_calls;
  return copy(std::move(window), name, output, edit, options);
}

Result<Rewritten> rewrite(const std::string& input, OutputFile& output, const Edit& edit,
                          const RewriteOptions& options) {
  Result<ByteSource> source = open_file(input);
  if (!source) return Error{input + ": " + source.error().problem};
  return rewrite(*std::move(source), input, output.sink(), edit, options);
}

Result<Rewritten> rewrite(const std::string& input, const std::string& output, const Edit& edit,
                          const RewriteOptions& options) {
  if (is_same_file(input, output)) return Error{"cannot write '" + output + "': it is the recording that is read"};
  Result<OutputFile> file = OutputFile::create(output);
  if (!file) return std::move(file).error();
  Result<Rewritten> rewritten = rewrite(input, *file, edit, options);
  if (!rewritten) return rewritten;
  if (Status status = file->commit(); !status) return status.error();
  return rewritten;
}

}  // namespace loaders
