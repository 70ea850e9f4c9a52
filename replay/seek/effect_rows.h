// The rows of the table of effects. effects.h says what the columns mean.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "replay/seek/effects.h"

namespace replay {

struct EffectRow {
  std::string_view functions;  // for for_each_function()
  Action action = Action::kSet;
  Holder holder = Holder::kContext;
  std::string_view place = {};
  std::string_view at = {};
  std::string_view part = {};
  std::uint32_t attrib = 0;
  Selector by = Selector::kNone;
  std::uint8_t reads = 0;
};

std::span<const EffectRow> effect_rows();

}  // namespace replay
