#include "replay/shrink/search.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <random>

namespace replay {

ShrinkSearch::ShrinkSearch(const StoredRecording& recording, const Dependencies& dependencies, const Oracle& oracle,
                           const SearchLimits& limits, std::function<void(const ShrinkProgress&)> report,
                           std::function<bool()> wants_to_end)
    : recording_(recording),
      dependencies_(dependencies),
      needed_(oracle.needed),
      judges_(oracle.judges),
      limits_(limits),
      report_(std::move(report)),
      wants_to_end_(std::move(wants_to_end)) {}

bool ShrinkSearch::has_ended() const {
  return wants_to_end_() || (limits_.end && std::chrono::steady_clock::now() >= *limits_.end);
}

void ShrinkSearch::tell() {
  progress_.calls = smallest_.calls();
  progress_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  report_(progress_);
}

bool ShrinkSearch::begin(Candidate candidate) {
  const Verdict verdict = judge({candidate}).front();
  if (verdict != Verdict::kThere || !accept(std::move(candidate))) return false;
  tell();
  return true;
}

bool ShrinkSearch::begin_with_last_draws(const Candidate& whole) {
  seen_.settle();
  const std::vector<Group> groups = draws(recording_, dependencies_, whole.kept);
  for (std::size_t last = 0; last < groups.size() && !has_ended();) {
    std::vector<Candidate> candidates;
    for (; last < groups.size() && candidates.size() < judges_.size();
         last = last + std::max<std::size_t>(1, last / 2)) {
      if (auto candidate = without(whole, groups, 0, groups.size() - last)) candidates.push_back(*std::move(candidate));
    }
    const std::vector<Verdict> verdicts = judge(candidates);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if (verdicts[i] == Verdict::kThere && accept(std::move(candidates[i]))) return true;
    }
  }
  return false;
}

bool ShrinkSearch::offer(const char* level, Candidate candidate) {
  progress_.level = level;
  seen_.settle();
  dependencies_.make_valid(candidate.kept);
  const bool has_needed = std::ranges::all_of(needed_, [&](EntryIndex entry) { return candidate.kept[entry]; });
  if (!has_needed || has_ended() || judge({candidate}).front() != Verdict::kThere) return false;
  return accept(std::move(candidate));
}

void ShrinkSearch::drop_calls(const std::function<std::vector<Candidate>(const Candidate&)>& slices_of) {
  take_slice(slices_of(smallest_));
  for (const Level& level : kCoarseLevels) {
    run_level(level);
    if (level.drops_draws && !has_ended()) take_slice(slices_of(smallest_));
  }
  bool found_any = true;
  while (found_any && !has_ended()) {
    found_any = false;
    for (const Level& level : kFineLevels) found_any = run_level(level) || found_any;
  }
}

void ShrinkSearch::take_slice(std::vector<Candidate> slices) {
  for (Candidate& slice : slices) {
    if (offer("a slice of what is left", std::move(slice))) return;
  }
}

bool ShrinkSearch::offer_first(const char* level, const std::vector<std::function<Candidate(const Candidate&)>>& ways) {
  progress_.level = level;
  seen_.settle();
  const std::size_t at_once = judges_.size();
  for (std::size_t first = 0; first < ways.size() && !has_ended(); first += at_once) {
    std::vector<Candidate> candidates;
    for (std::size_t i = first; i < std::min(ways.size(), first + at_once); ++i)
      candidates.push_back(ways[i](smallest_));
    const std::vector<Verdict> verdicts = judge(candidates);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if (verdicts[i] == Verdict::kThere && accept(std::move(candidates[i]))) return true;
    }
  }
  return false;
}

// The candidate without these groups; nothing when it would be the same, or lack what every candidate needs.
std::optional<Candidate> ShrinkSearch::without(const Candidate& from, const std::vector<Group>& groups,
                                               std::size_t first, std::size_t count) const {
  Candidate candidate = from;
  for (std::size_t i = first; i < std::min(groups.size(), first + count); ++i) {
    for (const EntryIndex entry : groups[i]) candidate.kept[entry] = false;
  }
  // A group may have calls that are needed beside others that are not.
  for (const EntryIndex entry : needed_) candidate.kept[entry] = true;
  dependencies_.make_valid(candidate.kept);
  const bool has_needed = std::ranges::all_of(needed_, [&](EntryIndex entry) { return candidate.kept[entry]; });
  if (!has_needed || candidate.kept == from.kept) return std::nullopt;
  return candidate;
}

bool ShrinkSearch::run_level(const Level& level) {
  progress_.level = level.name;
  std::vector<Group> groups = level.groups(recording_, dependencies_, smallest_.kept);
  std::reverse(groups.begin(), groups.end());  // what comes later needs what comes before
  if (limits_.seed != 0) {
    std::mt19937_64 random(limits_.seed);
    std::ranges::shuffle(groups, random);
  }
  bool found_any = false;
  for (std::size_t size = groups.size(); size > 0 && !has_ended(); size /= 2) {
    seen_.settle();
    std::erase_if(groups, [&](const Group& group) {
      return std::ranges::none_of(group, [&](EntryIndex entry) { return smallest_.kept[entry]; });
    });
    for (std::size_t at = 0; at < groups.size() && !has_ended();) {
      // As many candidates as there are judges, each without other groups.
      std::vector<Candidate> candidates;
      std::vector<std::size_t> places;
      std::size_t next = at;
      for (; next < groups.size() && candidates.size() < judges_.size(); next += size) {
        auto candidate = without(smallest_, groups, next, size);
        if (!candidate) continue;
        candidates.push_back(*std::move(candidate));
        places.push_back(next);
      }
      at = next;
      const std::vector<Verdict> verdicts = judge(candidates);
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        if (verdicts[i] != Verdict::kThere || !accept(std::move(candidates[i]))) continue;
        const auto begin = groups.begin() + static_cast<std::ptrdiff_t>(places[i]);
        groups.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, groups.size() - places[i])));
        at = places[i];
        found_any = true;
        break;
      }
      tell();
    }
  }
  return found_any;
}

// What a single judge would not have been asked, because one of the candidates before shows the fault, is not
// remembered: what is known must not depend on how many judges there are.
std::vector<Verdict> ShrinkSearch::judge(const std::vector<Candidate>& candidates) {
  std::vector<Verdict> verdicts(candidates.size(), Verdict::kNeither);
  std::vector<std::size_t> asked;
  std::vector<const Candidate*> unknown;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (const auto known = known_.find(candidates[i].hash()); known != known_.end()) {
      verdicts[i] = known->second;
      ++progress_.remembered;
    } else {
      asked.push_back(i);
      unknown.push_back(&candidates[i]);
    }
  }
  if (unknown.empty()) return verdicts;
  const std::vector<Judged> answers = judges_.judge(unknown, &seen_);
  progress_.candidates += asked.size();
  bool is_asked_of_one_judge = true;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto& [verdict, picture] = answers[i];
    verdicts[asked[i]] = verdict;
    if (!is_asked_of_one_judge) continue;
    known_[candidates[asked[i]].hash()] = verdict;
    if (picture) seen_.note(*picture, verdict == Verdict::kThere);
    is_asked_of_one_judge = verdict != Verdict::kThere;
  }
  return verdicts;
}

// Judges once more, so that chance does not lead the search away from the fault.
bool ShrinkSearch::accept(Candidate candidate) {
  ++progress_.candidates;
  if (judges_.judge({&candidate}, nullptr).front().verdict != Verdict::kThere) {
    known_[candidate.hash()] = Verdict::kGone;
    if (++progress_.flaky == 1) {
      spdlog::warn("the fault comes and goes: a candidate of {} calls showed it once and once not; it was dropped",
                   candidate.calls());
    }
    return false;
  }
  smallest_ = std::move(candidate);
  tell();
  return true;
}

}  // namespace replay
