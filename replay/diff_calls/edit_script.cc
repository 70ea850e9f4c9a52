#include "replay/diff_calls/edit_script.h"

#include <algorithm>
#include <span>

#include "replay/diff_calls/alignment.h"
#include "replay/diff_calls/frames.h"

namespace replay {
namespace {

std::vector<std::uint64_t> final_hashes(const Outline& outline, const std::vector<std::uint32_t>& matches) {
  std::vector<std::uint64_t> hashes(outline.calls());
  for (std::size_t i = 0; i < hashes.size(); ++i)
    hashes[i] = hash_with_objects(outline.hashes[i], outline.objects_of(i), matches);
  return hashes;
}

// One recording with what is compared of it.
struct Side {
  const Outline& outline;
  std::vector<std::uint64_t> hashes;
  std::vector<FrameCalls> frames;

  Side(const Outline& of, const std::vector<std::uint32_t>& matches) : outline(of), hashes(final_hashes(of, matches)) {
    for (std::size_t i = 0, begin = 0; i < of.frame_ends.size(); begin = of.frame_ends[i++]) {
      const std::size_t calls = of.frame_ends[i] - begin;
      frames.push_back({std::span(hashes).subspan(begin, calls), std::span(of.functions).subspan(begin, calls)});
    }
  }

  std::size_t frame_begin(std::size_t frame) const { return frame == 0 ? 0 : outline.frame_ends[frame - 1]; }
  std::span<const std::uint64_t> calls(std::size_t from, std::size_t to) const {
    return std::span(hashes).subspan(from, to - from);
  }
  std::vector<std::uint64_t> functions(std::size_t from, std::size_t to) const {
    return {outline.functions.begin() + static_cast<std::ptrdiff_t>(from),
            outline.functions.begin() + static_cast<std::ptrdiff_t>(to)};
  }
};

class ScriptMaker {
 public:
  ScriptMaker(const Outline& a, const Outline& b, const ObjectMatches& matches)
      : a_(a, matches.of_a),
        b_(b, matches.of_b) {}

  EditScript run() {
    EqualRuns runs;
    const std::vector<FramePair> pairs = pair_frames(a_.frames, b_.frames);
    std::size_t frame_a = 0, frame_b = 0;
    // Calls of frames without a pair are compared with those of the next pair: a program may have moved them there.
    for (const FramePair& pair : pairs) {
      const std::size_t from_a = a_.frame_begin(frame_a), from_b = b_.frame_begin(frame_b);
      align(a_.calls(from_a, a_.outline.frame_ends[pair.a]), b_.calls(from_b, b_.outline.frame_ends[pair.b]),
            {from_a, from_b, 0}, runs);
      script_.totals.same_frames += pair.same;
      frame_a = pair.a + 1;
      frame_b = pair.b + 1;
    }
    script_.totals.frames_a = a_.frames.size();
    script_.totals.frames_b = b_.frames.size();
    add_steps(runs.all());
    return std::move(script_);
  }

 private:
  void add_steps(const std::vector<EqualRun>& runs) {
    EqualRun at;
    for (const EqualRun& run : runs) {
      add_gap(at, run.a, run.b);
      add(Step::Kind::kSame, run.a, run.b, run.length);
      at = {run.a + run.length, run.b + run.length, 0};
    }
    add_gap(at, a_.outline.calls(), b_.outline.calls());
  }

  // Calls of the same function in the same order are taken for one call with other arguments.
  void add_gap(EqualRun from, std::size_t to_a, std::size_t to_b) {
    std::vector<EqualRun> changed;
    if (from.a < to_a && from.b < to_b) changed = align(a_.functions(from.a, to_a), b_.functions(from.b, to_b));
    std::size_t a = from.a, b = from.b;
    const auto one_sided = [&](std::size_t end_a, std::size_t end_b) {
      add(Step::Kind::kOnlyA, a, b, end_a - a);
      add(Step::Kind::kOnlyB, end_a, b, end_b - b);
    };
    for (const EqualRun& run : changed) {
      one_sided(from.a + run.a, from.b + run.b);
      add(Step::Kind::kChanged, from.a + run.a, from.b + run.b, run.length);
      a = from.a + run.a + run.length;
      b = from.b + run.b + run.length;
    }
    one_sided(to_a, to_b);
  }

  void add(Step::Kind kind, std::size_t a, std::size_t b, std::size_t calls) {
    if (calls == 0) return;
    script_.steps.push_back({kind, a, b, calls});
    EditTotals& totals = script_.totals;
    switch (kind) {
      case Step::Kind::kSame: totals.same += calls; break;
      case Step::Kind::kChanged: totals.changed += calls; break;
      case Step::Kind::kOnlyA: totals.only_a += calls; break;
      case Step::Kind::kOnlyB: totals.only_b += calls; break;
    }
  }

  Side a_, b_;
  EditScript script_;
};

}  // namespace

EditScript make_edit_script(const Outline& a, const Outline& b, const ObjectMatches& matches) {
  return ScriptMaker(a, b, matches).run();
}

}  // namespace replay
