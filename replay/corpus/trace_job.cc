#include "replay/corpus/trace_job.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/file_name.h"
#include "replay/base/whole_file.h"
#include "replay/command_line/options.h"
#include "replay/corpus/update.h"
#include "replay/picture/png_reader.h"
#include "replay/picture/reference.h"
#include "replay/process/child_process.h"
#include "replay/process/oom_kills.h"
#include "replay/process/own_command.h"

namespace replay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kKeptOutput = 4000;  // bytes of standard error in a result

// Files that the other back ends of piglit replay.
constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
    {".rdc", "a capture of RenderDoc, which only RenderDoc can replay"},
    {".gfxr", "a capture of GFXReconstruct, which records Vulkan"},
    {".trace-dxgi", "an apitrace of Direct3D"},
};

// Labels that say that a run would be useless or harmful.
constexpr std::string_view kNotRun[] = {"skip", "unsupported", "broken", "hang", "crash", "fail"};

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path inside = fs::weakly_canonical(file).lexically_relative(fs::weakly_canonical(folder));
  return !inside.empty() && *inside.begin() != "..";
}

std::string last_error(const std::string& err) {
  std::string found;
  std::size_t start = 0;
  while (start < err.size()) {
    const std::size_t end = std::min(err.find('\n', start), err.size());
    const std::string line = err.substr(start, end - start);
    if (const auto at = line.find("error: "); at != std::string::npos) found = line.substr(at + 7);
    start = end + 1;
  }
  return found.empty() ? "it gave no reason" : found;
}

// Whether a child ended because there was too little memory for it, and not because of the driver. Without a count of
// the kernel's, a SIGKILL that this process has not sent is taken for one of the kernel.
bool lacked_memory(const ChildEnding& ending, std::optional<std::uint64_t> oom_kills_before) {
  if (ending.how == ChildEnding::How::kExited)
    return ending.code == kCannotJudge && last_error(ending.err) == kOutOfMemory;
  if (ending.how != ChildEnding::How::kSignalled || ending.was_stopped) return false;
  if (ending.culprit == Culprit::kMemoryLimit) return true;
  if (ending.culprit != Culprit::kOutside || ending.signal != SIGKILL) return false;
  const auto oom_kills = count_oom_kills();
  return !oom_kills || !oom_kills_before || *oom_kills > *oom_kills_before;
}

class Job {
 public:
  Job(const TraceEntry& entry, const TraceFile& file, const JobSettings& settings)
      : entry_(entry),
        settings_(settings),
        trace_(file.file),
        pictures_(picture_folder(entry.path)),
        folder_(fs::absolute(settings.output) / pictures_) {
    result_.test = entry.path;
    result_.device = settings.device;
    result_.download_seconds = file.seconds;
    result_.downloaded_bytes = file.bytes;
  }

  Result run() {
    std::error_code ignored;
    if (!trace_) return end(Status::kMissing, trace_.error().problem);
    if (const auto arguments = check_arguments(); !arguments) return end(Status::kNotJudged, arguments.error().problem);
    if (lies_in(*trace_, folder_))
      return end(Status::kNotJudged, folder_.string() + " is for results, and the trace lies in it");
    fs::remove_all(folder_);
    need(make_folder(folder_));
    const auto begin = fs::last_write_time(*trace_, ignored);
    result_.inputs = inputs();
    start();
    if (fs::last_write_time(*trace_, ignored) != begin) result_.inputs.clear();  // nobody knows what was replayed
    fs::remove(summary_path(), ignored);
    if (result_.status == Status::kNotRun) fs::remove_all(folder_, ignored);
    else if (!settings_.keep_pictures && result_.status == Status::kPass) fs::remove_all(folder_, ignored);
    else if (fs::is_empty(folder_, ignored)) fs::remove(folder_, ignored);
    return std::move(result_);
  }

  TraceInputs inputs_now() { return trace_ && check_arguments() ? inputs() : TraceInputs{}; }

 private:
  Result end(Status status, std::string reason) {
    end_as(status, std::move(reason));
    return std::move(result_);
  }

  // Precondition: there is a file.
  TraceInputs inputs() {
    const StageTimer timer(result_.times.checking);
    std::vector<std::string> options = words();
    options.erase(options.begin(), options.begin() + 2);  // this program and the trace have digests of their own
    options.push_back(fmt::format("timeout={}", entry_.timeout.value_or(settings_.timeout)));
    options.push_back(fmt::format("memory={}", settings_.memory_limit));
    options.push_back(fmt::format("sha256={}", static_cast<int>(settings_.sha256_kind)));
    return inputs_of_trace(settings_.inputs, entry_, *trace_, options);
  }

  fs::path summary_path() const { return folder_ / "summary.json"; }

  std::vector<std::string> words() const {
    std::vector<std::string> words = {own_program(), fs::absolute(*trace_).string(), "--headless", "--no-seek"};
    for (const FrameExpectation& frame : entry_.frames) {
      words.insert(words.end(), {"--frame", frame.frame ? std::to_string(*frame.frame) : "last"});
    }
    words.insert(words.end(), entry_.arguments.begin(), entry_.arguments.end());
    if (settings_.sandbox != Sandbox::kOff) {
      words.emplace_back(settings_.sandbox == Sandbox::kRequire ? "--sandbox=require" : "--sandbox");
    }
    require(words, "--require-renderer", settings_.require_renderer);
    require(words, "--require-version", settings_.require_version);
    return words;
  }

  // What a person pastes to see the same: it works in any folder, with the same driver, and says what it thinks of the
  // picture.
  std::string command_by_hand(std::vector<std::string> words) const {
    words[1] = fs::absolute(*trace_).lexically_normal().string();
    const FrameExpectation* only = entry_.frames.size() == 1 ? &entry_.frames.front() : nullptr;
    if (only != nullptr && only->pictures.size() == 1 && only->checksums.empty()) {
      words.insert(words.end(), {"--expect", fs::absolute(only->pictures.front()).lexically_normal().string(),
                                 "--tolerance", to_string(only->tolerance)});
    } else if (only != nullptr && only->checksums.size() == 1 && only->pictures.empty() && !only->sha256) {
      words.insert(words.end(), {"--expect", only->checksums.front()});
    } else {
      words.emplace_back("--hash");
    }
    const std::string variables = driver_environment();
    return variables.empty() ? shell_words(words) : variables + " " + shell_words(words);
  }

  // Adds a requirement of the run, unless the manifest has one of its own for this trace.
  void require(std::vector<std::string>& words, const std::string& option, const std::string& pattern) const {
    const bool is_there = std::any_of(entry_.arguments.begin(), entry_.arguments.end(), [&](const std::string& word) {
      return word == option || word.starts_with(option + "=");
    });
    if (!pattern.empty() && !is_there) words.push_back(option + "=" + pattern);
  }

  // A manifest says how to replay a trace. Where results go is decided by the person who runs it, so arguments that
  // write files are refused.
  loaders::Status check_arguments() const {
    const std::vector<std::string> all = words();
    std::vector<const char*> pointers;
    for (const std::string& word : all) pointers.push_back(word.c_str());
    const auto parsed = parse_command_line(static_cast<int>(pointers.size()), pointers.data());
    if (const auto* error = std::get_if<UsageError>(&parsed))
      return loaders::Error{"its arguments are wrong: " + error->problem};
    const auto* line = std::get_if<CommandLine>(&parsed);
    const auto* options = line != nullptr ? std::get_if<ReplayOptions>(&line->command) : nullptr;
    if (options == nullptr) return loaders::Error{"its arguments are wrong: they are not those of a replay"};
    const bool writes = !options->output.empty() || !options->json.empty() || !options->profile_trace.empty() ||
                        !options->states.empty() || !options->expect.empty();
    if (writes) return loaders::Error{"its arguments are wrong: a manifest must not choose files to write"};
    if (options->coding.format != PictureFormat::kPng)
      return loaders::Error{"its arguments are wrong: pictures are compared as PNG"};
    return {};
  }

  void start() {
    ChildOptions options{.words = words(), .capture = true, .memory_limit = settings_.memory_limit};
    result_.command = command_by_hand(options.words);
    options.words.insert(options.words.end(),
                         {"--hash", "-o", folder_.string() + "/", "--json", summary_path().string()});
    const auto oom_kills = count_oom_kills();
    ChildProcess child(options);
    const ChildEnding ending = child.wait(entry_.timeout.value_or(settings_.timeout), settings_.stop);
    if (ending.was_stopped) return end_as(Status::kNotRun, "the run ended while it was replayed");
    result_.seconds = result_.times.replaying = ending.seconds;
    result_.peak_memory = ending.peak_memory;
    {
      const StageTimer timer(result_.times.comparing);
      take(ending);
    }
    note(ending);
    result_.lacked_memory = lacked_memory(ending, oom_kills);
    if (result_.status != Status::kPass) {
      result_.output = ending.err.substr(ending.err.size() - std::min(ending.err.size(), kKeptOutput));
      if (!ending.calls_before.empty()) result_.output += fmt::format("the calls before: {}\n", ending.calls_before);
    }
  }

  void take(const ChildEnding& ending) {
    const auto summary = json::parse(std::ifstream(summary_path()), nullptr, false);
    if (summary.is_object()) {
      result_.renderer = summary.value("renderer", "");
      result_.version = summary.value("version", "");
    }
    switch (ending.how) {
      case ChildEnding::How::kTimedOut: end_as(Status::kTimeout, describe(ending)); return;
      case ChildEnding::How::kSignalled:
        end_as(is_crash_of_driver(ending) ? Status::kCrash : Status::kNotJudged, describe(ending));
        return;
      case ChildEnding::How::kExited: break;
    }
    if (!is_exit_code(ending.code) || !ending.is_own_code)
      return end_as(Status::kCrash, "the driver ended the process: it " + describe(ending));
    if (ending.code == kCannotJudge) return end_as(Status::kNotJudged, last_error(ending.err));
    if (ending.code == kWrongUsage)
      return end_as(Status::kNotJudged, "its arguments are wrong: " + last_error(ending.err));
    if (!summary.is_object()) return end_as(Status::kNotJudged, "the replay left no summary");
    // A file that is cut off counts as whole when its size or hash shows that it is the one that the manifest means.
    const bool verified = entry_.size || !entry_.sha256.empty();
    if (summary.contains("file_error") && !verified) {
      return end_as(Status::kNotJudged, summary["file_error"].value("text", "the file is damaged"));
    }
    judge(summary);
    if (ending.code == kDiffers) end_as(Status::kFail, "the replay itself found a fault (exit code 1)");
  }

  // What the trace did to this machine, whatever it drew.
  void note(const ChildEnding& ending) {
    const auto add = [&](const std::string& what) { result_.reason += (result_.reason.empty() ? "" : "; ") + what; };
    if (!ending.lost_streams.empty()) add(fmt::format("the driver closed {}", ending.lost_streams));
    if (!ending.left.empty())
      add(fmt::format("it left processes running, which were ended: {}", fmt::join(ending.left, ", ")));
  }

  void end_as(Status status, std::string reason) {
    result_.status = status;
    result_.reason = std::move(reason);
  }

  void judge(const json& summary) {
    std::uint64_t last = 0;
    for (const json& picture : summary.at("pictures")) last = std::max(last, picture.value("frame", std::uint64_t{0}));
    result_.status = Status::kPass;
    for (const FrameExpectation& expected : entry_.frames) {
      const std::uint64_t number = expected.frame.value_or(last);
      const Status status = judge_frame(expected, number, summary.at("pictures"));
      // The reason comes from the first frame that is wrong, or else from the first frame that could not be judged.
      if (status == Status::kPass || result_.status == Status::kFail || status == result_.status) continue;
      end_as(status, fmt::format("frame {}: {}", number, result_.frames.back().verdict));
    }
  }

  // A web page may show several canvases; each of them has to be one of the accepted pictures.
  Status judge_frame(const FrameExpectation& expected, std::uint64_t number, const json& pictures) {
    FrameResult frame{
        .frame = expected.frame ? std::to_string(number) : "last", .number = number, .accepted = expected.checksums};
    frame.accepted.insert(frame.accepted.end(), expected.pictures.begin(), expected.pictures.end());
    frame.verdict = "there is no picture of it";
    Status status = Status::kNotJudged;
    try {
      Reference reference(expected.sha256 ? settings_.sha256_kind : ChecksumKind::kMd5OfRgb);
      for (const std::string& checksum : expected.checksums) reference.add_checksum(checksum);
      const bool is_new = expected.is_open() || lacks_its_picture(expected);
      for (const std::string& picture : expected.pictures) {
        if (!is_new) reference.add_picture(picture);
      }
      for (const json& picture : pictures) {
        if (!picture.contains("frame") || picture["frame"] != number || !picture.contains("file")) continue;
        judge_picture(reference, expected.tolerance, picture, frame);
        status = frame.good ? Status::kPass : is_new ? Status::kNotJudged : Status::kFail;
        if (!frame.good) break;
      }
      if (is_new && !expected.is_open())
        frame.verdict = fmt::format("{} does not exist: {}", expected.pictures.front(), frame.verdict);
    } catch (const CannotJudge& error) {  // the picture or a reference cannot be read
      frame.good = false;
      frame.verdict = error.what();
      status = Status::kNotJudged;
    }
    result_.frames.push_back(std::move(frame));
    return status;
  }

  void judge_picture(const Reference& reference, const Tolerance& tolerance, const json& picture, FrameResult& frame) {
    const std::string name = fs::path(picture["file"].get<std::string>()).filename().string();
    const auto canvas = picture.contains("context") ? std::optional(picture["context"].get<unsigned>()) : std::nullopt;
    const Judgement judgement = reference.judge(need(read_png_file(folder_ / name)), tolerance, canvas);
    frame.actual = judgement.checksum;
    frame.good = judgement.good;
    frame.verdict = to_string(judgement);
    if (!judgement.good || settings_.keep_pictures) frame.actual_picture = pictures_ + "/" + name;
    if (!judgement.good && judgement.expected) keep_expected(judgement.nearest, name, frame);
  }

  // Copies the expected picture, so that the report is complete when it is moved to another place.
  void keep_expected(const std::string& picture, const std::string& name, FrameResult& frame) {
    const std::string copy = pictures_ + "/expected_" + name;
    std::error_code lost;
    fs::copy_file(picture, settings_.output / copy, fs::copy_options::overwrite_existing, lost);
    if (lost) spdlog::error("{}: {}", (settings_.output / copy).string(), lost.message());
    else frame.expected_picture = copy;
  }

  const TraceEntry& entry_;
  const JobSettings& settings_;
  loaders::Result<fs::path> trace_;
  std::string pictures_;  // relative to the folder of the results
  fs::path folder_;
  Result result_;
};

}  // namespace

std::string picture_folder(const std::string& trace) { return "pictures/" + file_name_of(trace); }

namespace {

Result skip(const TraceEntry& entry, const std::string& device, std::string reason) {
  if (!entry.text.empty()) reason += fmt::format(" ({})", entry.text);
  return {.test = entry.path, .device = device, .status = Status::kSkip, .reason = std::move(reason)};
}

}  // namespace

std::optional<Result> unfit(const TraceEntry& entry, const std::string& device) {
  for (const std::string& label : entry.labels) {
    if (std::find(std::begin(kNotRun), std::end(kNotRun), label) != std::end(kNotRun))
      return skip(entry, device, fmt::format("labelled '{}'", label));
  }
  for (const auto& [ending, what] : kForeign) {
    if (entry.path.ends_with(ending)) return skip(entry, device, std::string(what));
  }
  return std::nullopt;
}

std::optional<Result> skipped(const TraceEntry& entry, const std::string& device) {
  if (!entry.for_device) return skip(entry, device, fmt::format("the manifest does not mention device {}", device));
  return unfit(entry, device);
}

TraceInputs inputs_now(const TraceEntry& entry, const TraceFile& file, const JobSettings& settings) {
  try {
    return Job(entry, file, settings).inputs_now();
  } catch (const std::exception&) {  // the replay will tell what is wrong
    return {};
  }
}

Result run_trace(const TraceEntry& entry, const TraceFile& file, const JobSettings& settings) {
  try {
    return Job(entry, file, settings).run();
  } catch (const std::exception& error) {
    return {.test = entry.path, .device = settings.device, .status = Status::kNotJudged, .reason = error.what()};
  }
}

}  // namespace replay
