#include "replay/commands/probe.h"

#include <memory>
#include <optional>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/reading_progress.h"
#include "replay/bisect/written.h"
#include "replay/process/child_process.h"
#include "replay/process/heap.h"
#include "replay/process/sandbox.h"
#include "replay/process/wire.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"
#include "replay/state/parts.h"
#include "replay/trim/refusals.h"

namespace replay {
namespace {

constexpr int kLine = ChildProcess::kChannel;

// Thrown when the bisection has closed the channel: it has finished, or has ended otherwise.
struct HungUp {};

nlohmann::json describe_image(const AttachmentImage& image) {
  return {{"name", image.name},
          {"width", image.width},
          {"height", image.height},
          {"form", static_cast<int>(image.form)},
          {"level", image.level}};
}

void say(const Message& message) {
  if (!send_message(kLine, message)) throw HungUp{};
}

class Prober : public Observer {
 public:
  void call_done(Dispatcher& dispatcher, const loaders::Call& call) override {
    const std::vector<AttachmentImage> images = read_written(dispatcher, call);
    nlohmann::json seen = {{"call", call.number}, {"frame", frame_}, {"images", nlohmann::json::array()}};
    for (const AttachmentImage& image : images) {
      seen["images"].push_back(describe_image(image));
      seen["images"].back()["hash"] = state::hash_of(image.bytes.data(), image.bytes.size());
    }
    say({.text = std::move(seen)});
    answer(dispatcher, images);
  }

  void frame_shown(Dispatcher&, std::uint64_t frame) override { frame_ = frame + 1; }

 private:
  static void answer(Dispatcher& dispatcher, const std::vector<AttachmentImage>& images) {
    while (true) {
      const auto question = receive_message(kLine);
      if (!question) throw HungUp{};
      if (question->text.contains("go")) return;
      if (question->text.contains("images")) {
        for (const AttachmentImage& image : images) say({.text = describe_image(image), .bytes = image.bytes});
      }
      if (question->text.contains("state")) {
        say({.text = dump_state(dispatcher)});
      }
    }
  }

  std::uint64_t frame_ = 0;
};

// The first message says what is asked for: {"calls": [[first, last], ...]} of a bisection, or
// {"refused_until": {"frame": number}} of a trim, or the same with "call".
nlohmann::json asked_for() {
  auto start = receive_message(kLine);
  if (!start) throw HungUp{};
  return std::move(start->text);
}

CallSet calls_of(const nlohmann::json& ranges) {
  CallSet calls;
  for (const auto& range : ranges) calls.add({.first = range.at(0), .last = range.at(1)});
  return calls;
}

void tell_refused(Playback& playback, const nlohmann::json& until) {
  const auto last = [&](const char* kind) {
    return until.contains(kind) ? std::optional(until.at(kind).get<std::uint64_t>()) : std::nullopt;
  };
  Refusals refused;
  const CallSet all = need(parse_call_set("*"));
  playback.play(
      {.observers = {&refused}, .watched_calls = &all, .last_frame = last("frame"), .last_call = last("call")});
  say({.text = {{"refused", refused.numbers()}}});
}

void probe(const ProbeOptions& options) {
  keep_freed_memory();
  const nlohmann::json asked = asked_for();
  enter_sandbox(options.supervision, {});
  const auto source = open_recording(options.trace, options.limits.loaders);
  const std::unique_ptr<Platform> platform = need(Platform::create(Display::kHeadless));
  Playback playback(*source, *platform,
                    {.title = "replay",
                     .allow_lower = options.allow_lower,
                     .limits = options.limits.driver,
                     .window_size = options.size});
  if (asked.contains("refused_until")) return tell_refused(playback, asked.at("refused_until"));
  const CallSet calls = calls_of(asked.at("calls"));
  Prober prober;
  playback.play({.observers = {&prober}, .watched_calls = &calls});
  const auto& driver = playback.dispatcher().driver();
  say({.text = {{"end", true}, {"renderer", driver ? driver->renderer : ""}}});
}

}  // namespace

int run_probe(const ProbeOptions& options) {
  const NoReadingProgress quiet;
  try {
    probe(options);
  } catch (const HungUp&) {
    return kGood;
  } catch (const std::exception& problem) {
    send_message(kLine, {.text = {{"problem", problem.what()}}});
    return kCannotJudge;
  }
  return kGood;
}

}  // namespace replay
