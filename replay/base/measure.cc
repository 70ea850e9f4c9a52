#include "replay/base/measure.h"

#include <iterator>

namespace replay {
namespace {

constexpr const char* kWords[] = {"wall", "cpu", "gpu", "instructions", "memory"};
static_assert(std::size(kWords) == kMeasures.size());

}  // namespace

const char* to_word(Measure measure) { return kWords[static_cast<std::size_t>(measure)]; }

std::optional<Measure> parse_measure(std::string_view word) {
  for (const Measure measure : kMeasures) {
    if (word == to_word(measure)) return measure;
  }
  return std::nullopt;
}

}  // namespace replay
