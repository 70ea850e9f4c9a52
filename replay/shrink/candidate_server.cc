#include "replay/shrink/candidate_server.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>

#include "replay/base/cannot_judge.h"
#include "replay/base/mixed_hash.h"
#include "replay/bisect/written.h"
#include "replay/observe/observer.h"
#include "replay/process/heap.h"
#include "replay/process/last_call.h"
#include "replay/process/sandbox.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"
#include "replay/shrink/selected_calls.h"

namespace replay {
namespace {

class Looker final : public Observer {
 public:
  explicit Looker(const LookAt& look) : look_(look) {}

  void call_done(Dispatcher& dispatcher, const loaders::Call& call) override {
    if (look_.what == LookAt::What::kAfterCall && call.number == look_.call) images = read_written(dispatcher, call);
  }

  void frame_ends(Dispatcher& dispatcher, std::uint64_t, const loaders::Call* swap, Drawable* drawable) override {
    if (look_.what == LookAt::What::kFrames && swap != nullptr && swap->number >= look_.call)
      note(read_frame(dispatcher, swap, drawable), swap->number);
    if (look_.what != LookAt::What::kFrameEnd || swap == nullptr || swap->number != look_.call) return;
    const auto picture = read_frame(dispatcher, swap, drawable);
    if (!picture || !picture->valid()) return;
    AttachmentImage image{.name = "window color", .width = picture->width, .height = picture->height, .bytes = {}};
    for (int y = picture->height; y-- > 0;)
      image.bytes.insert(image.bytes.end(), picture->row(y), picture->row(y) + std::size_t{4} * picture->width);
    images = {std::move(image)};
  }

  std::vector<AttachmentImage> images;
  std::vector<SeenFrame> frames;

 private:
  void note(const std::optional<Picture>& picture, std::uint64_t swap) {
    if (!picture || !picture->valid()) return;
    std::uint64_t hash = 0;
    for (int y = 0; y < picture->height; ++y) {
      const std::uint8_t* row = picture->row(y);
      for (int x = 0; x < picture->width; ++x, row += 4)
        hash = mixed(hash, row[0] | unsigned{row[1]} << 8 | unsigned{row[2]} << 16);
    }
    frames.push_back({swap, hash});
  }

  const LookAt& look_;
};

void add_errors(const GlErrors::Findings& findings, const loaders::FunctionTable& functions, Outcome& outcome) {
  for (const auto& [key, finding] : findings)
    outcome.errors.push_back({key.first, functions[key.second].id, finding.first_call});
}

Outcome play(const StoredRecording& recording, const Candidate& candidate, const LookAt& look,
             const ProbeOptions& options) {
  const bool ends_at_call = look.what == LookAt::What::kAfterCall || look.what == LookAt::What::kFrameEnd;
  SelectedCalls calls(recording, candidate);
  const std::unique_ptr<Platform> platform = need(Platform::create(Display::kHeadless));
  Playback playback(calls, *platform,
                    {.title = "replay",
                     .allow_lower = options.allow_lower,
                     .limits = options.limits.driver,
                     .window_size = options.size});
  Looker looker(look);
  CallSet watched;
  if (ends_at_call) watched.add({.first = look.call, .last = look.call});
  PlayerOptions player{.observers = {&looker}, .watched_calls = &watched};
  if (ends_at_call) player.last_call = look.call;
  playback.play(player);
  Outcome outcome{.images = std::move(looker.images), .frames = std::move(looker.frames)};
  const GlErrors& errors = playback.dispatcher().errors;
  if (look.what == LookAt::What::kErrors) {
    add_errors(errors.findings(), calls.functions(), outcome);
    add_errors(errors.unasked(), calls.functions(), outcome);
  }
  return outcome;
}

// The process of one candidate. It ends without tidying up: nothing of it is left over.
[[noreturn]] void play_and_end(int channel, const StoredRecording& recording, const Candidate& candidate,
                               const LookAt& look, const ProbeOptions& options) {
  Outcome outcome;
  try {
    enter_sandbox(options.supervision, {});
    outcome = play(recording, candidate, look, options);
  } catch (const std::exception& problem) {
    outcome = {.how = Outcome::How::kFailed, .problem = problem.what()};
  }
  Message answer = to_message(outcome);
  answer.text["libraries"] = foreign_libraries();
  send_message(channel, answer);
  ::_exit(0);
}

Outcome outcome_of_ending(int status, bool hung) {
  const LastCallPage& page = last_call_page();
  if (hung) return {.how = Outcome::How::kHung, .problem = fmt::format("hung {}", describe(page))};
  Outcome outcome{.how = Outcome::How::kFailed, .problem = fmt::format("ended {}", describe(page))};
  if (!WIFSIGNALED(status)) return outcome;
  outcome.signal = WTERMSIG(status);
  outcome.problem = fmt::format("crashed ({}) {}", ::strsignal(outcome.signal), describe(page));
  if (culprit_of_signal(outcome.signal, page.culprit) != Culprit::kDriver) return outcome;
  outcome.how = Outcome::How::kCrashed;
  if (CallRing::Entry last; page.phase == LastCallPage::kReplaying && page.calls.last(last)) {
    outcome.call = last.call;
    if (last.function < static_cast<std::uint32_t>(glbindings::FunctionId::kCount))
      outcome.function = static_cast<glbindings::FunctionId>(last.function);
  }
  return outcome;
}

Message judge(const StoredRecording& recording, const Candidate& candidate, const LookAt& look, double timeout,
              const ProbeOptions& options) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw CannotJudge("no socket is left");
  last_call_page().phase = LastCallPage::kStarting;
  last_call_page().culprit = Culprit::kDriver;
  const pid_t server = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw CannotJudge(fmt::format("no process can be started: {}", std::strerror(errno)));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != server) ::_exit(1);
    ::close(ends[0]);
    play_and_end(ends[1], recording, candidate, look, options);
  }
  ::close(ends[1]);
  const auto begin = std::chrono::steady_clock::now();
  auto answer = receive_message(ends[0], timeout);
  ::close(ends[0]);
  const bool hung = std::chrono::steady_clock::now() - begin >= std::chrono::duration<double>(timeout);
  if (hung) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return answer ? *std::move(answer) : to_message(outcome_of_ending(status, hung));
}

// Loads the libraries of the driver that the first candidate used, so that the processes of later candidates have them
// from the start. Nothing of them is called.
void load_libraries(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) (void)::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
}

// The recording, or as much of it as candidates need.
class Shelf {
 public:
  Shelf(const ProbeOptions& options, const ServerTask& task) : options_(options), task_(task) {}

  const StoredRecording& whole() {
    if (!recording_ || !covered_.empty()) read(nullptr);
    covered_.clear();
    return *recording_;
  }

  const StoredRecording& for_candidate(const Candidate& candidate) {
    if (!recording_ || !covers(candidate.kept)) {
      read(&candidate.kept);
      covered_ = candidate.kept;
    }
    if (recording_->entries() != candidate.kept.size())
      throw CannotJudge("the recording changed while it was being read");
    return *recording_;
  }

 private:
  void read(const std::vector<bool>* wanted) {
    recording_.reset();
    recording_.emplace(open_recording(options_.trace, options_.limits.loaders, Reading::kAlone), task_.last_call,
                       wanted);
  }

  bool covers(const std::vector<bool>& kept) const {
    if (covered_.empty()) return true;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] && !covered_[i]) return false;
    }
    return true;
  }

  const ProbeOptions& options_;
  const ServerTask& task_;
  std::optional<StoredRecording> recording_;
  std::vector<bool> covered_;  // by entry: what is stored; empty: everything
};

}  // namespace

void serve_candidates(int channel, const ProbeOptions& options) {
  keep_freed_memory();
  const auto start = receive_message(channel);
  if (!start) return;
  const ServerTask task = task_of(*start);
  Shelf shelf(options, task);
  bool is_loaded = false;
  while (const auto question = receive_message(channel)) {
    if (question->text.contains("count")) {
      if (!send_message(channel, {.text = {{"entries", shelf.whole().entries()}}})) return;
      continue;
    }
    const Candidate candidate = candidate_of(*question);
    Message answer = judge(shelf.for_candidate(candidate), candidate, look_of(*question), task.timeout, options);
    if (!is_loaded && answer.text.contains("libraries")) {
      load_libraries(answer.text["libraries"].get<std::vector<std::string>>());
      is_loaded = true;
    }
    if (!send_message(channel, answer)) return;
    spdlog::set_level(spdlog::level::err);  // what the sandbox lacks was said once
  }
}

}  // namespace replay
