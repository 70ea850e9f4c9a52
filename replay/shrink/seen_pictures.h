// SeenPictures: the pictures of candidates on one driver, by whether the fault was there.
//
// Most candidates lack the fault because something that it needs is gone, and then they show one of few pictures:
// nothing at all, or all but one object. A fault that two drivers draw differently takes two replays to find. One is
// enough where its picture was seen several times, never with the fault. A candidate that is taken to lack the fault
// for that reason may have it. So the smallest recording may become a little less small, but what is taken always shows
// the fault.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "replay/readback/framebuffer_reader.h"

namespace replay {

std::uint64_t hash_of(const std::vector<AttachmentImage>& images);

class SeenPictures {
 public:
  // Counts after the next settle(), so that what is known does not depend on how many candidates are judged at once.
  void note(std::uint64_t picture, bool with_fault) { noted_.emplace_back(picture, with_fault); }
  void settle();

  // Whether the picture was seen often enough to say something, and never with the fault.
  bool was_without_fault(std::uint64_t picture) const;

 private:
  std::vector<std::pair<std::uint64_t, bool>> noted_;
  struct Times {
    std::uint64_t with_fault = 0, without = 0;
  };
  std::unordered_map<std::uint64_t, Times> times_;  // by picture
};

}  // namespace replay
