// Agreement: how the results of two runs of one trace are joined to one, whether one job or two jobs ran it.
#pragma once

#include <string>

#include "replay/corpus/result.h"

namespace replay {

// Describes how a run ended and what it drew, so that two runs of one trace can be compared.
std::string outcome_of(const Result& result);

// Joins two results; their order does not matter. When one is good and the other bad, the trace can be drawn
// correctly, so the joined result is a flake. Otherwise the worse one is taken. So a driver that draws different
// garbage each time still fails, and what one job could not judge stays visible. A result of a trace that was not run
// says nothing. Outcomes that differ are kept in `hashes`.
Result joined(Result first, Result second);

}  // namespace replay
