#include "replay/bisect/search.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>

#include "replay/cannot_judge.h"

namespace replay {
namespace {

enum class Aspect : std::uint8_t { kAnything, kColor };

template <class Image>
const Image* find_image(const std::vector<Image>& images, const std::string& name) {
  const auto found = std::find_if(images.begin(), images.end(), [&](const Image& image) { return image.name == name; });
  return found == images.end() ? nullptr : &*found;
}

bool of_aspect(const Look::Image& image, Aspect aspect) { return aspect == Aspect::kAnything || image.is_color(); }

// By hashes alone.
bool looks_same(const Look& good, const Look& bad, Aspect aspect) {
  std::vector<Look::Image> a = good.images, b = bad.images;
  const auto drop = [&](std::vector<Look::Image>& images) {
    std::erase_if(images, [&](const Look::Image& image) { return !of_aspect(image, aspect); });
  };
  drop(a);
  drop(b);
  return a == b;
}

ImageDifference compare_images(const std::string& name, const AttachmentImage* good, const AttachmentImage* bad,
                               const Tolerance& tolerance) {
  ImageDifference result{.name = name, .good = {}, .bad = {}, .comparison = {}, .differs = false};
  if (good != nullptr) result.good = *good;
  if (bad != nullptr) result.bad = *bad;
  if (good == nullptr || bad == nullptr) {
    // Another driver may give a window more or fewer buffers; one driver does not.
    result.differs = tolerance.mode == Tolerance::Mode::kExact;
    return result;
  }
  result.comparison = compare(to_picture(*good), to_picture(*bad), tolerance);
  const bool same_bytes = good->form == bad->form && good->width == bad->width && good->bytes == bad->bytes;
  result.differs = tolerance.mode == Tolerance::Mode::kExact ? !same_bytes : !result.comparison->passes;
  return result;
}

class Search {
 public:
  Search(const SearchOptions& options, const std::vector<DrawingCall>& draws) : options_(options), draws_(draws) {
    result_.drawing_calls = draws.size();
  }

  SearchResult run() {
    result_.first = find(Aspect::kAnything, 0);
    if (result_.first && result_.first->only_depth()) {
      result_.first_color = find(Aspect::kColor, index_of(result_.first->call));
    }
    return std::move(result_);
  }

 private:
  // What one run of both sides came to.
  struct Pass {
    std::optional<FoundDifference> found;
    std::optional<std::size_t> same_until;  // index of the last drawing call that was seen to be the same
    bool bad_lost = false;
  };

  std::size_t index_of(std::uint64_t call) const {
    return static_cast<std::size_t>(std::lower_bound(draws_.begin(), draws_.end(), call,
                                                     [](const DrawingCall& draw, std::uint64_t number) { return draw.number < number; }) -
                                    draws_.begin());
  }

  // Indices of drawing calls from `from` on: what the first pass looks at.
  std::vector<std::size_t> sparse(std::size_t from) const {
    std::vector<std::size_t> indices;
    for (std::size_t i = from; i < draws_.size(); ++i) {
      const std::size_t ahead = i - from;
      const bool by_count = options_.exhaustive || ahead < options_.dense || ahead % options_.stride == 0;
      if (by_count || draws_[i].checkpoint) indices.push_back(i);
    }
    return indices;
  }

  std::optional<FoundDifference> find(Aspect aspect, std::size_t from) {
    Pass pass = run_pass(sparse(from), aspect);
    const std::size_t behind = pass.same_until ? *pass.same_until + 1 : from;
    const std::size_t end = pass.found ? index_of(pass.found->call) : draws_.size();
    const bool exact = pass.found ? end == behind : !pass.bad_lost;
    result_.skipped_calls = !options_.exhaustive && end > from + options_.dense;
    if (!exact) pass = refine(std::move(pass), aspect, from, behind, end);
    if (!pass.found && !pass.bad_lost) result_.bad_lost.reset();
    if (pass.found) result_.bad_lost.reset();
    return std::move(pass.found);
  }

  // Looks at each call from `behind` on, and at some before it.
  Pass refine(Pass coarse, Aspect aspect, std::size_t from, std::size_t behind, std::size_t end) {
    const std::size_t last = coarse.found ? end : std::min(end, behind + options_.dense);
    const std::size_t earlier = last > options_.dense ? last - options_.dense : 0;
    const std::size_t first = std::max(from, std::min(behind, earlier));
    std::vector<std::size_t> indices;
    for (std::size_t i = first; i <= last && i < draws_.size(); ++i) indices.push_back(i);
    Pass fine = run_pass(indices, aspect);
    if (fine.found || (fine.bad_lost && coarse.bad_lost)) return fine;
    if (coarse.found) spdlog::warn("the difference at call {} did not come again when every call before it was looked at", coarse.found->call);
    coarse.bad_lost = coarse.bad_lost || fine.bad_lost;
    return coarse;
  }

  Pass run_pass(const std::vector<std::size_t>& indices, Aspect aspect) {
    ++result_.passes;
    std::vector<std::uint64_t> calls;
    for (const std::size_t index : indices) calls.push_back(draws_[index].number);
    Side good("good", options_.good, options_.trace_arguments, calls, options_.timeout);
    Side bad("bad", options_.bad, options_.trace_arguments, calls, options_.timeout);
    Pass pass;
    for (const std::size_t index : indices) {
      const auto a = good.look();
      const auto b = bad.look();
      if (good.lost()) throw CannotJudge(fmt::format("the good side {}", describe(*good.lost())));
      if (bad.lost()) {
        result_.bad_lost = bad.lost();
        pass.bad_lost = true;
        return pass;
      }
      if (!a || !b) break;  // the recording was cut short, as far as both are concerned
      if (a->call != b->call || a->call != draws_[index].number) {
        throw CannotJudge(fmt::format("the two replays are not at the same call: {} and {}", a->call, b->call));
      }
      ++result_.looks;
      if (!looks_same(*a, *b, aspect)) {
        pass.found = look_closer(good, *a, bad, *b, aspect);
        if (pass.found) return pass;
      }
      pass.same_until = index;
      good.go();
      bad.go();
    }
    (void)good.look();
    (void)bad.look();
    if (bad.lost()) {
      result_.bad_lost = bad.lost();
      pass.bad_lost = true;
    }
    result_.good_renderer = good.renderer();
    result_.bad_renderer = bad.renderer();
    return pass;
  }

  // Nothing when the tolerance allows it.
  std::optional<FoundDifference> look_closer(Side& good, const Look& a, Side& bad, const Look& b, Aspect aspect) const {
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
  SearchResult result_;
};

}  // namespace

bool FoundDifference::only_depth() const {
  return std::none_of(images.begin(), images.end(), [](const ImageDifference& image) {
    return image.differs && (image.good ? *image.good : *image.bad).is_color();
  });
}

SearchResult search(const SearchOptions& options, const std::vector<DrawingCall>& draws) { return Search(options, draws).run(); }

}  // namespace replay
