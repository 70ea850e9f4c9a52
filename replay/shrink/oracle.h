// Oracle: tells whether a candidate still shows the fault.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/shrink/candidate.h"
#include "replay/shrink/seen_pictures.h"

namespace replay {

enum class Verdict : std::uint8_t {
  kThere,
  kGone,
  kNeither,  // nothing can be said: the good driver failed, the command said 125
};

struct Judged {
  Verdict verdict = Verdict::kNeither;
  // Where a picture says something about other candidates; see seen_pictures.h.
  std::optional<std::uint64_t> picture{};
};

// Several judges work at once, each on a thread of its own. What a judge throws ends the search. Without pictures
// nothing is to be concluded from them, and the judge is alone: it may use more than one processor.
using Judge = std::function<Judged(const Candidate&, const SeenPictures*)>;

struct Oracle {
  std::string question;            // what is asked, for people: "the same crash (SIGSEGV in glDrawArrays)"
  std::vector<EntryIndex> needed;  // entries that every candidate has
  std::vector<Judge> judges;       // at least one
};

}  // namespace replay
