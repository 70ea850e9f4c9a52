#include "replay/diff_calls/differences.h"

#include <fmt/format.h>

#include <algorithm>

namespace replay {
namespace {

// Goes through one recording, forward.
class Reader {
 public:
  explicit Reader(ComparableCalls& calls) : calls_(calls) {}

  // Goes to call `index`; false when the file has become shorter since it was read first.
  bool go_to(std::size_t index) {
    while (next_ <= index) {
      if (!calls_.next()) return false;
      if (ends_frame_) ++frame_;
      ends_frame_ = calls_.call().is(loaders::kEndsFrame);
      ++next_;
    }
    return true;
  }

  const ComparableCalls& at() const { return calls_; }
  std::uint64_t number() const { return calls_.call().number; }
  std::uint64_t frame() const { return frame_; }

 private:
  ComparableCalls& calls_;
  std::size_t next_ = 0;
  std::uint64_t frame_ = 0;
  bool ends_frame_ = false;
};

class Lister {
 public:
  Lister(ComparableCalls& a, ComparableCalls& b, const ObjectMatches& matches,
         const std::function<bool(const DifferenceLine&)>& take)
      : a_(a),
        b_(b),
        matches_(matches),
        take_(take) {}

  // Shows `calls` calls of the step, from `from` on. Returns false when nothing more is wanted.
  bool show(const Step& step, std::size_t from, std::size_t calls) {
    for (std::size_t i = from; i < from + calls; ++i) {
      if (step.in_a() && !a_.go_to(step.a + i)) return false;
      if (step.in_b() && !b_.go_to(step.b + i)) return false;
      if (!show_call(step.kind)) return false;
    }
    return true;
  }

  // Begins a hunk with the first call that show() is about to show.
  bool begin_hunk(const Step& step, std::size_t from) {
    const bool is_there = (!step.in_a() || a_.go_to(step.a + from)) && (!step.in_b() || b_.go_to(step.b + from));
    std::string text = "@@";
    if (step.in_a()) text += fmt::format(" A: frame {}, call {}", a_.frame(), a_.number());
    if (step.in_b()) text += fmt::format("{} B: frame {}, call {}", step.in_a() ? "," : "", b_.frame(), b_.number());
    return is_there && take_({.text = {{text + " @@"}}});
  }

 private:
  bool show_call(Step::Kind kind) {
    using Kind = DifferenceLine::Kind;
    switch (kind) {
      case Step::Kind::kSame: return show_line(Kind::kSame, a_, {}, {});
      case Step::Kind::kOnlyA: return show_line(Kind::kRemoved, a_, {}, {});
      case Step::Kind::kOnlyB: return show_line(Kind::kAdded, b_, {}, {});
      case Step::Kind::kChanged: break;
    }
    const std::vector<bool> changed = changed_arguments();
    const std::string remark = hidden_difference(a_.at().call(), b_.at().call(), changed);
    return show_line(Kind::kRemoved, a_, changed, {}) && show_line(Kind::kAdded, b_, changed, remark);
  }

  bool show_line(DifferenceLine::Kind kind, const Reader& reader, const std::vector<bool>& changed,
                 const std::string& remark) {
    DifferenceLine line{.kind = kind, .text = call_text(reader.at(), changed), .remark = remark};
    if (kind != DifferenceLine::Kind::kAdded) line.call_a = a_.number();
    if (kind != DifferenceLine::Kind::kRemoved) line.call_b = b_.number();
    return take_(line);
  }

  std::vector<bool> changed_arguments() const {
    const auto a = a_.at().arguments(), b = b_.at().arguments();
    std::vector<bool> changed(std::max(a.size(), b.size()), true);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
      changed[i] = final_hash(a_.at(), a[i], matches_.of_a) != final_hash(b_.at(), b[i], matches_.of_b);
    return changed;
  }

  static std::uint64_t final_hash(const ComparableCalls& calls, const ComparableArgument& argument,
                                  const std::vector<std::uint32_t>& matches) {
    return hash_with_objects(
        argument.hash, calls.objects().subspan(argument.objects, argument.objects_end - argument.objects), matches);
  }

  Reader a_, b_;
  const ObjectMatches& matches_;
  const std::function<bool(const DifferenceLine&)>& take_;
};

}  // namespace

void list_differences(ComparableCalls& a, ComparableCalls& b, const EditScript& script, const ObjectMatches& matches,
                      std::size_t context, const std::function<bool(const DifferenceLine&)>& take) {
  Lister lister(a, b, matches, take);
  const std::vector<Step>& steps = script.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool differs = step.kind != Step::Kind::kSame;
    if (differs) {
      if (i == 0 && !lister.begin_hunk(step, 0)) return;
      if (!lister.show(step, 0, step.calls)) return;
      continue;
    }
    const std::size_t after = i == 0 ? 0 : std::min(context, step.calls);
    const std::size_t before = i + 1 == steps.size() ? 0 : std::min(context, step.calls);
    const bool joins = i > 0 && i + 1 < steps.size() && after + before >= step.calls;
    if (joins) {
      if (!lister.show(step, 0, step.calls)) return;
      continue;
    }
    if (!lister.show(step, 0, after)) return;
    if (i + 1 == steps.size()) return;
    const Step& next = steps[i + 1];
    const bool begun = before > 0 ? lister.begin_hunk(step, step.calls - before) : lister.begin_hunk(next, 0);
    if (!begun || !lister.show(step, step.calls - before, before)) return;
  }
}

std::string to_string(const EditTotals& totals) {
  return fmt::format(
      "{} calls changed, {} only in A, {} only in B, {} the same; A has {} frames, B has {}, {} are the same",
      totals.changed, totals.only_a, totals.only_b, totals.same, totals.frames_a, totals.frames_b, totals.same_frames);
}

}  // namespace replay
