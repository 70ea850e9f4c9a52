// Oracle: tells whether a candidate still shows the fault.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "replay/shrink/candidate.h"

namespace replay {

enum class Verdict : std::uint8_t {
  kThere,
  kGone,
  kNeither,  // nothing can be said: the good driver failed, the command said 125
};

// Several judges work at once, each on a thread of its own. What a judge throws ends the search.
using Judge = std::function<Verdict(const Candidate&)>;

struct Oracle {
  std::string question;            // what is asked, for people: "the same crash (SIGSEGV in glDrawArrays)"
  std::vector<EntryIndex> needed;  // entries that every candidate has
  std::vector<Judge> judges;       // at least one
};

}  // namespace replay
