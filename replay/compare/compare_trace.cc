#include "replay/compare/compare_trace.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/progress_line.h"
#include "replay/compare/kept_good.h"
#include "replay/observe/frame_times.h"
#include "replay/process/child_process.h"
#include "replay/process/instruction_counter.h"
#include "replay/session/open_recording.h"
#include "replay/session/trace_facts.h"

namespace replay {
namespace {

struct MeasuredFrames {
  std::uint64_t first = 0, last = 0, all = 0;
};

// Without --frames, the first frames are left out: programs load in them, and drivers compile.
MeasuredFrames frames_of(const CompareOptions& options, const std::string& trace) {
  const auto source = open_recording(trace, options.limits.loaders);
  const std::uint64_t all = gather_facts(*source).frames;
  if (const auto& error = source->error()) spdlog::warn("{}; the frames before are compared", error->to_string());
  if (all == 0) throw CannotJudge(fmt::format("{}: it has no frame", trace));
  if (options.frames) {
    if (options.frames->first >= all)
      throw CannotJudge(fmt::format("{}: it has {} frames, no frame {}", trace, all, options.frames->first));
    return {.first = options.frames->first, .last = std::min(options.frames->last, all - 1), .all = all};
  }
  const std::uint64_t warm_up = all > 2 * FrameTimes::kFirstFrames ? FrameTimes::kFirstFrames : all > 1 ? 1 : 0;
  return {.first = options.passes > 1 ? 0 : warm_up, .last = all - 1, .all = all};
}

bool has(const std::vector<Measure>& measures, Measure wanted) {
  return std::ranges::find(measures, wanted) != measures.end();
}

bool has_valgrind() { return can_mark_valgrind_count() && find_program("valgrind"); }

std::vector<MeasuringWay> ways_without_choice() {
  const auto counter = InstructionCounter::open();
  if (!counter) {
    spdlog::info("{}{}", counter.error().problem,
                 has_valgrind() ? "; with --measure instructions valgrind counts them, which is slow and exact" : "");
  }
  return {{.judged = {Measure::kWall, Measure::kCpu, Measure::kGpu, Measure::kInstructions},
           .takes_what_there_is = true,
           .counts_instructions = static_cast<bool>(counter)}};
}

std::vector<std::string> arguments_of(const CompareOptions& options, const std::string& trace,
                                      const MeasuredFrames& frames, const MeasuringWay& way) {
  std::vector<std::string> words = probe_arguments(trace, options);
  words.insert(words.end(), {"--first", std::to_string(frames.first), "--last", std::to_string(frames.last), "--passes",
                             std::to_string(options.passes)});
  if (has(way.judged, Measure::kGpu)) words.push_back("--gpu");
  if (way.counts_instructions) words.push_back("--instructions");
  if (way.with_valgrind) words.push_back("--valgrind");
  return words;
}

void tell(const ComparisonResult& result) {
  std::string text = fmt::format("round {}", result.rounds);
  for (const MeasureResult& measure : result.measures) {
    if (measure.is_judged) text += fmt::format("; {} {}", to_word(measure.measure), to_string(measure.interval));
  }
  show_progress(text);
}

// Adds what another way of measuring found. Only the first one has the frames of each replay.
void add(ComparisonResult& all, ComparisonResult more) {
  for (const MeasureResult& measure : more.measures) {
    if (measure.is_judged) all.measures.push_back(measure);
  }
  all.is_out_of_time = all.is_out_of_time || more.is_out_of_time;
}

}  // namespace

std::vector<MeasuringWay> ways_of(const CompareOptions& options) {
  if (options.measures.empty()) return ways_without_choice();
  MeasuringWay plain{.judged = options.measures};
  if (!has(plain.judged, Measure::kInstructions)) return {plain};
  const auto counter = InstructionCounter::open();
  plain.counts_instructions = static_cast<bool>(counter);
  if (counter) return {plain};
  if (!has_valgrind())
    throw CannotJudge(fmt::format("{}, and there is no valgrind to count them", counter.error().problem));
  spdlog::info("{}: valgrind counts them, which is slow and exact", counter.error().problem);
  std::erase(plain.judged, Measure::kInstructions);
  std::vector<MeasuringWay> ways{{.judged = {Measure::kInstructions}, .with_valgrind = true}};
  if (!plain.judged.empty()) ways.push_back(plain);
  return ways;
}

ComparedLaunches::ComparedLaunches(const CompareOptions& options)
    : will_(caches_.removed_at_a_signal()),
      good_(need(parse_launch(options.good))),
      bad_(need(parse_launch(options.bad))) {
  if (is_same_launch(good_, bad_))
    spdlog::warn("both sides have the same environment: a driver is compared with itself");
  good_ = caches_.of_its_own(good_, "good");
  bad_ = caches_.of_its_own(bad_, "bad");
}

ComparedTrace compare_trace(const CompareOptions& options, const ComparedLaunches& launches, const std::string& trace,
                            const std::vector<MeasuringWay>& ways, const std::stop_token& stop) {
  const MeasuredFrames frames = frames_of(options, trace);
  ComparedTrace compared{.trace = trace,
                         .good = options.good,
                         .bad = options.bad,
                         .first = frames.first,
                         .last = frames.last,
                         .frames = frames.all,
                         .passes = options.passes,
                         .rules = options.rules,
                         .result = {},
                         .where = {},
                         .own_share = {}};
  for (const MeasuringWay& way : ways) {
    const std::vector<std::string> arguments = arguments_of(options, trace, frames, way);
    MeasuredSide good("good", launches.good(), arguments, way.with_valgrind, stop);
    MeasuredSide bad("bad", launches.bad(), arguments, way.with_valgrind, stop);
    SpeedComparison comparison(
        good, bad,
        {.judged = way.judged,
         .takes_what_there_is = way.takes_what_there_is,
         .other_questions = options.measures.size() - std::min(options.measures.size(), way.judged.size()),
         .comparisons = options.comparisons,
         .accepted = options.accepted,
         .only_judged = way.with_valgrind,
         .require_renderer = options.require_renderer,
         .require_version = options.require_version,
         .replays_in_round = way.with_valgrind ? 1u : 2u},
        options.rules);
    const bool keeps = way.with_valgrind && !options.keep_good.empty();
    const nlohmann::json key = keeps ? key_of_good(trace, options.good, arguments) : nlohmann::json();
    if (keeps) good.keep(read_kept_good(options.keep_good, key));
    const std::size_t kept = good.measured().size();
    if (kept > 0) spdlog::info("the good side was measured before: {}", options.keep_good);
    ComparisonResult result = comparison.run(tell);
    if (keeps && good.measured().size() > kept) write_kept_good(options.keep_good, key, good.measured());
    if (compared.result.good.empty()) compared.result = std::move(result);
    else add(compared.result, std::move(result));
  }
  if (!options.rules.needs_only_verdict) {
    std::vector<std::string> arguments = arguments_of(options, trace, frames, {});
    arguments.push_back("--sample");
    compared.own_share =
        own_share(MeasuredSide("good", launches.good(), arguments, false, stop), options.rules.timeout);
  }
  if (options.asks_where && compared.result.verdict() == SpeedVerdict::kSlower) {
    std::vector<std::string> arguments = arguments_of(options, trace, frames, {});
    arguments.push_back("--by-call");
    compared.where = find_where(MeasuredSide("good", launches.good(), arguments, false, stop),
                                MeasuredSide("bad", launches.bad(), arguments, false, stop), options.rules.timeout);
  }
  return compared;
}

}  // namespace replay
