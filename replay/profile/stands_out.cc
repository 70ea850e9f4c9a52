#include "replay/profile/stands_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "loaders/stream/call.h"
#include "replay/profile/call_hash.h"

namespace replay {
namespace {

// What is shorter does not spoil a frame.
constexpr double kShortMs = 0.5;
// How many times as long as the others of its program a first draw must take.
constexpr double kMuchLonger = 10;
constexpr double kLongFrame = 4;  // times the median
constexpr std::size_t kMinUploadBytes = 64;
constexpr std::size_t kMaxUploads = 1'000'000;
constexpr std::size_t kMaxFrames = 1'000'000;
constexpr std::size_t kMaxPrograms = 100'000;
constexpr std::size_t kMaxNamed = 3;  // functions in a sentence

// With two frames nobody knows what is usual.
constexpr std::size_t kFewFrames = 10;

std::size_t memory_of(const loaders::Call& call) {
  std::size_t bytes = 0;
  for (const loaders::Value& value : call.arguments()) bytes += value.byte_size();
  return bytes;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes >= (1u << 20)) return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
  return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / (1 << 10));
}

}  // namespace

void StandsOut::Stall::add(const TimedCall& timed, const std::string& function) {
  ++calls;
  ms += timed.ms();
  if (timed.ms() < longest_ms) return;
  longest_ms = timed.ms();
  longest = fmt::format("call {} {}, frame {}", timed.call.number, function, timed.frame);
}

void StandsOut::see(const TimedCall& timed, const std::string& function) {
  frame_kinds_[static_cast<std::size_t>(timed.kind)] += timed.ms();
  state_.see(timed);
  switch (timed.kind) {
    case CallKind::kCompile:
      if (timed.frame > 0) compiles_.add(timed, function);
      break;
    case CallKind::kReadback: readbacks_.add(timed, function); break;
    case CallKind::kWait: waits_.add(timed, function); break;
    case CallKind::kDraw: see_draw(timed); break;
    case CallKind::kUpload: see_upload(timed, function); break;
    default: break;
  }
}

void StandsOut::see_draw(const TimedCall& timed) {
  if (timed.program == 0 || draws_.size() >= kMaxPrograms) return;
  const auto context = static_cast<std::uint64_t>(std::hash<const void*>()(timed.context));
  Draws& draws = draws_[context * 0x9e3779b97f4a7c15 + timed.program];
  if (std::exchange(draws.has_first, true)) {
    ++draws.others;
    draws.others_ms += timed.ms();
    return;
  }
  draws.first_ms = timed.ms();
  draws.first_call = timed.call.number;
  draws.first_frame = timed.frame;
}

void StandsOut::see_upload(const TimedCall& timed, const std::string& function) {
  const std::size_t bytes = memory_of(timed.call);
  repeated_.all_bytes += bytes;
  if (bytes < kMinUploadBytes || uploads_.size() >= kMaxUploads) return;
  const auto [known, is_new] = uploads_.try_emplace(hash_of(timed.call), timed.call.number);
  if (is_new) return;
  if (repeated_.calls++ == 0)
    repeated_.example = fmt::format("call {} {} has the bytes of call {}", timed.call.number, function, known->second);
  repeated_.bytes += bytes;
}

void StandsOut::frame_done(std::uint64_t frame, double ms) {
  if (frames_.size() < kMaxFrames) frames_.push_back(ms);
  if (frame > 0 && ms > longest_ms_) {
    longest_ms_ = ms;
    longest_frame_ = frame;
    std::copy(std::begin(frame_kinds_), std::end(frame_kinds_), std::begin(longest_kinds_));
  }
  std::fill(std::begin(frame_kinds_), std::end(frame_kinds_), 0.0);
}

void StandsOut::tell_stalls(std::vector<Finding>& findings) const {
  const auto tell = [&](const Stall& stall, const char* what) {
    if (stall.longest_ms < kShortMs) return;
    findings.emplace_back(stall.ms, fmt::format("{} {} took {:.1f} ms, the longest {:.1f} ms: {}", stall.calls, what,
                                                stall.ms, stall.longest_ms, stall.longest));
  };
  tell(compiles_, "compiles and links after the first frame");
  tell(readbacks_, "synchronous readbacks");
  tell(waits_, "waits for the GPU");
}

void StandsOut::tell_first_draws(std::vector<Finding>& findings) const {
  double ms = 0;
  std::size_t programs = 0;
  const Draws* longest = nullptr;
  for (const auto& [program, draws] : draws_) {
    const double usual = draws.others > 0 ? draws.others_ms / static_cast<double>(draws.others) : 0;
    if (draws.others == 0 || draws.first_ms < kShortMs || draws.first_ms < kMuchLonger * usual) continue;
    ++programs;
    ms += draws.first_ms - usual;
    if (longest == nullptr || draws.first_ms > longest->first_ms) longest = &draws;
  }
  if (longest == nullptr) return;
  findings.emplace_back(
      ms, fmt::format("the first draws of {} programs took {:.1f} ms more than their others, as when the driver "
                      "compiles then; the longest {:.1f} ms: call {}, frame {}",
                      programs, ms, longest->first_ms, longest->first_call, longest->first_frame));
}

void StandsOut::tell_longest_frame(std::vector<Finding>& findings) const {
  if (frames_.size() < kFewFrames) return;
  std::vector<double> sorted = frames_;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
  const double median = sorted[sorted.size() / 2];
  if (longest_ms_ < kLongFrame * median || longest_ms_ < kShortMs) return;
  const double* most = std::max_element(std::begin(longest_kinds_), std::end(longest_kinds_));
  findings.emplace_back(
      longest_ms_ - median,
      fmt::format("frame {} took {:.1f} ms where the median is {:.1f} ms; {:.1f} ms of it are {}", longest_frame_,
                  longest_ms_, median, *most, name_of(static_cast<CallKind>(most - std::begin(longest_kinds_)))));
}

std::string StandsOut::repeated_text() const {
  if (repeated_.bytes * 10 < repeated_.all_bytes || repeated_.calls == 0) return "";
  return fmt::format("{} uploads have the same data as an earlier one, {} of {}: {}", repeated_.calls,
                     size_text(repeated_.bytes), size_text(repeated_.all_bytes), repeated_.example);
}

std::string StandsOut::redundant_text() const {
  std::uint64_t calls = 0, redundant = 0;
  std::vector<std::pair<std::uint64_t, std::string>> functions;
  for (const auto& [name, count] : state_.functions()) {
    calls += count.calls;
    redundant += count.redundant;
    if (count.redundant > 0)
      functions.emplace_back(count.redundant, fmt::format("{} {} of {}", name, count.redundant, count.calls));
  }
  if (redundant * 10 < calls || redundant < frames_.size() || redundant == 0) return "";
  std::sort(functions.rbegin(), functions.rend());
  std::string named;
  for (std::size_t i = 0; i < std::min(functions.size(), kMaxNamed); ++i)
    named += (i > 0 ? ", " : "") + functions[i].second;
  return fmt::format("{} of {} calls that set state set what is set already: {}", redundant, calls, named);
}

std::vector<std::string> StandsOut::sentences() const {
  std::vector<Finding> findings;
  tell_stalls(findings);
  tell_first_draws(findings);
  tell_longest_frame(findings);
  std::sort(findings.begin(), findings.end(), std::greater());
  std::vector<std::string> sentences;
  for (Finding& finding : findings) sentences.push_back(std::move(finding.second));
  for (std::string text : {repeated_text(), redundant_text()}) {
    if (!text.empty()) sentences.push_back(std::move(text));
  }
  return sentences;
}

}  // namespace replay
