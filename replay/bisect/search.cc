#include "replay/bisect/search.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

enum class Aspect : std::uint8_t { kAnything, kColor };

template <class Image>
const Image* find_image(const std::vector<Image>& images, const std::string& name) {
  const auto found = std::find_if(images.begin(), images.end(), [&](const Image& image) { return image.name == name; });
  return found == images.end() ? nullptr : &*found;
}

bool of_aspect(const Observation::Image& image, Aspect aspect) {
  return aspect == Aspect::kAnything || image.is_color();
}

// Compares the hashes alone.
bool looks_same(const Observation& good, const Observation& bad, Aspect aspect) {
  std::vector<Observation::Image> a = good.images, b = bad.images;
  const auto drop = [&](std::vector<Observation::Image>& images) {
    std::erase_if(images, [&](const Observation::Image& image) { return !of_aspect(image, aspect); });
  };
  drop(a);
  drop(b);
  return a == b;
}

class Search {
 public:
  Search(const SearchOptions& options, const std::vector<DrawingCall>& draws) : options_(options), draws_(draws) {
    result_.drawing_calls = draws.size();
  }

  SearchResult run() {
    Pass pass = run_pass(sparse(0), Aspect::kAnything);
    if (pass.any.found) differs_at_ = pass.any.found->call;
    if (pass.window) return with_window(std::move(pass));
    if (const auto gap = gap_of(pass, Aspect::kAnything)) pass = look_at_each(std::move(pass), *gap);
    result_.first = std::move(pass.any.found);
    if (const auto gap = gap_of(pass, Aspect::kColor)) {
      pass = refined(std::move(pass), run_pass(dense(gap->first, gap->last, 0), Aspect::kColor), Aspect::kColor);
    }
    result_.first_color = std::move(pass.color.found);
    if (!result_.first) result_.bad_lost = pass.bad_lost;
    return std::move(result_);
  }

 private:
  struct Find {
    std::optional<FoundDifference> found;
    std::size_t index = 0;   // of the drawing call
    std::size_t unseen = 0;  // the first call that may differ as well, because it was not compared by itself
  };
  // The result of one run of both sides.
  struct Pass {
    Find any, color;  // `color` is only set when `any` differs in depth or stencil alone
    std::size_t unseen = 0;
    std::optional<std::uint64_t> window;  // SearchResult::window_differs_after
    std::optional<ChildEnding> bad_lost;

    Find& of(Aspect aspect) { return aspect == Aspect::kAnything ? any : color; }
  };
  struct Gap {
    std::size_t first, last;
  };

  SearchResult with_window(Pass pass) {
    result_.first = std::move(pass.any.found);
    result_.first_color = std::move(pass.color.found);
    result_.window_differs_after = pass.window;
    return std::move(result_);
  }

  // Returns the calls that may differ before the call that was found, and were not compared by themselves. When the
  // bad side was lost, these are the calls after the last comparison.
  std::optional<Gap> gap_of(Pass& pass, Aspect aspect) const {
    const Find& find = pass.of(aspect);
    if (find.found) return find.unseen < find.index ? std::optional(Gap{find.unseen, find.index}) : std::nullopt;
    if (!pass.bad_lost || pass.any.found || pass.unseen >= draws_.size()) return std::nullopt;
    return Gap{pass.unseen, std::min(pass.unseen + options_.stride, draws_.size() - 1)};
  }

  // Compares after each call of the gap and of some calls before it. While the very first comparison already differs,
  // it starts again with more calls before the gap.
  Pass look_at_each(Pass coarse, const Gap& gap) {
    for (std::size_t before = options_.before;; before *= 8) {
      std::vector<std::size_t> indices = dense(gap.first, gap.last, before);
      const std::size_t first = indices.front();
      // If only depth or stencil differs, the same pass goes on to the first difference in colour.
      const std::vector<std::size_t> behind = sparse(gap.last + 1);
      indices.insert(indices.end(), behind.begin(), behind.end());
      Pass fine = refined(coarse, run_pass(indices, Aspect::kAnything), Aspect::kAnything);
      if (!fine.any.found || fine.any.index != first || first == 0 || before == 0) return fine;
    }
  }

  static std::vector<std::size_t> dense(std::size_t first, std::size_t last, std::size_t before) {
    std::vector<std::size_t> indices;
    for (std::size_t i = first - std::min(first, before); i <= last; ++i) indices.push_back(i);
    return indices;
  }

  // Returns the indices of the drawing calls from `from` on that the first pass compares.
  std::vector<std::size_t> sparse(std::size_t from) const {
    std::vector<std::size_t> indices;
    std::size_t since = 0;
    for (std::size_t i = from; i < draws_.size(); ++i) {
      const bool by_count = options_.exhaustive || i < options_.dense || ++since >= options_.stride;
      if (!by_count && !draws_[i].checkpoint && !draws_[i].new_kind) continue;
      indices.push_back(i);
      since = 0;
    }
    return indices;
  }

  static Pass refined(Pass coarse, Pass fine, Aspect aspect) {
    if (fine.of(aspect).found || (fine.bad_lost && !coarse.of(aspect).found)) return fine;
    if (const auto& found = coarse.of(aspect).found) {
      spdlog::warn("the difference at call {} was not there again when every call before it was compared", found->call);
    }
    return coarse;
  }

  Pass run_pass(const std::vector<std::size_t>& indices, Aspect aspect) {
    ++result_.passes;
    std::vector<std::uint64_t> calls;
    for (const std::size_t index : indices) calls.push_back(draws_[index].number);
    Side good("good", options_.good, options_.trace_arguments, calls, options_.timeout);
    Side bad("bad", options_.bad, options_.trace_arguments, calls, options_.timeout);
    Pass pass;
    if (!indices.empty()) pass.unseen = indices[0];
    std::size_t compared = 0;
    std::optional<std::uint64_t> last_frame;  // a difference was found, and a window is looked for up to this frame
    for (const std::size_t index : indices) {
      if (options_.end && std::chrono::steady_clock::now() >= *options_.end)
        throw CannotJudge("the time was over before it was known what differs");
      const auto a = good.next_observation();
      const auto b = bad.next_observation();
      need_good(good, bad);
      if (bad.lost()) {
        pass.bad_lost = bad.lost();
        return pass;
      }
      if (!a || !b) break;  // the recording ends before this call, which can happen when it was cut short
      if (a->call != b->call || a->call != draws_[index].number) {
        throw CannotJudge(fmt::format("the two replays are not at the same call: {} and {}, not {}", a->call, b->call,
                                      draws_[index].number));
      }
      ++result_.looks;
      tell(*a, ++compared, indices.size());
      if (index > pass.unseen) result_.skipped_calls = true;
      if (last_frame && a->frame > *last_frame) return pass;
      if (last_frame) {
        pass.window = window_after(draws_[index], good, *a, bad, *b);
        if (pass.window) return pass;
      } else if (!looks_same(*a, *b, aspect)) {
        if (auto found = look_closer(good, *a, bad, *b, aspect)) {
          found->is_exact = index == pass.unseen;
          const bool goes_on = found->is_exact && aspect == Aspect::kAnything && found->only_depth();
          const bool looks_for_window = result_.passes == 1 && options_.frames_for_window > 0 && !found->in_window();
          pass.of(aspect) = {std::move(found), index, pass.unseen};
          if (!goes_on && !looks_for_window) return pass;
          if (goes_on) aspect = Aspect::kColor;
          else last_frame = a->frame + options_.frames_for_window;
        }
      }
      pass.unseen = index + 1;
      good.go();
      bad.go();
    }
    (void)good.next_observation();
    (void)bad.next_observation();
    need_good(good, bad);
    pass.bad_lost = bad.lost();
    result_.good_renderer = good.renderer();
    result_.bad_renderer = bad.renderer();
    return pass;
  }

  // The call when it is the last one of its frame and the window differs.
  std::optional<std::uint64_t> window_after(const DrawingCall& draw, Side& good, const Observation& a, Side& bad,
                                            const Observation& b) const {
    if (!draw.is_last_of_frame || looks_same(a, b, Aspect::kColor)) return std::nullopt;
    const auto found = look_closer(good, a, bad, b, Aspect::kColor);
    return found && found->in_window() ? std::optional(draw.number) : std::nullopt;
  }

  void tell(const Observation& last, std::size_t compared, std::size_t all) const {
    if (!options_.tell) return;
    options_.tell({.pass = result_.passes,
                   .call = last.call,
                   .frame = last.frame,
                   .compared = compared,
                   .to_compare = all,
                   .differs_at = differs_at_});
  }

  // The bad side is judged by the good side. If the good side is lost, with the bad one or alone, there is no
  // judgement.
  static void need_good(const Side& good, const Side& bad) {
    if (!good.lost()) return;
    throw CannotJudge(fmt::format("the good side {}{}", describe(*good.lost()),
                                  bad.lost() ? "; and the bad side " + describe(*bad.lost()) : ""));
  }

  // Compares the pixels. Returns nothing when the tolerance allows the difference.
  std::optional<FoundDifference> look_closer(Side& good, const Observation& a, Side& bad, const Observation& b,
                                             Aspect aspect) const {
    const std::vector<AttachmentImage> ours = good.images(a), theirs = bad.images(b);
    FoundDifference found{.call = a.call, .frame = a.frame, .images = {}, .good_state = {}, .bad_state = {}};
    for (const AttachmentImage& image : ours) {
      found.images.push_back(compare_images(image.name, &image, find_image(theirs, image.name), options_.tolerance));
    }
    for (const AttachmentImage& image : theirs) {
      if (find_image(ours, image.name) == nullptr) {
        found.images.push_back(compare_images(image.name, nullptr, &image, options_.tolerance));
      }
    }
    const auto counts = [&](const ImageDifference& image) {
      const AttachmentImage& any = image.good ? *image.good : *image.bad;
      return image.differs && (aspect == Aspect::kAnything || any.is_color());
    };
    if (std::none_of(found.images.begin(), found.images.end(), counts)) return std::nullopt;
    found.good_state = good.state();
    found.bad_state = bad.state();
    return found;
  }

  const SearchOptions& options_;
  const std::vector<DrawingCall>& draws_;
  std::optional<std::uint64_t> differs_at_;
  SearchResult result_;
};

}  // namespace

bool FoundDifference::only_depth() const {
  return std::none_of(images.begin(), images.end(), [](const ImageDifference& image) {
    return image.differs && (image.good ? *image.good : *image.bad).is_color();
  });
}

bool FoundDifference::in_window() const {
  return std::any_of(images.begin(), images.end(), [](const ImageDifference& image) {
    if (!image.differs || !image.good || !image.bad) return false;
    // Alpha of a window differs in the bytes, and does not count in the comparison.
    return image.good->name.starts_with("window") && image.good->is_color() &&
           (!image.comparison || image.comparison->differing > 0);
  });
}

SearchResult search(const SearchOptions& options, const std::vector<DrawingCall>& draws) {
  return Search(options, draws).run();
}

}  // namespace replay
