// Agreement: what becomes of two runs of one trace, whether one job ran it again or two jobs did.
#pragma once

#include <string>

#include "replay/corpus/result.h"

namespace replay {

// What two runs of one trace have in common: how it ended and what it drew.
std::string outcome_of(const Result& result);

// A flake is where one outcome was good and another bad: the trace can be drawn rightly. Two that are bad are the worse of them, also
// when they are not the same: a driver that draws other garbage each time is no better for it. Else the worse one holds, so that what
// one job could not judge stays visible. Outcomes that differ are kept in `hashes`; the order of the two does not matter.
Result joined(Result first, Result second);

}  // namespace replay
