// Text of WTF files that is no UTF-8, brought to it in the memory of a batch.
#pragma once

#include <span>
#include <string_view>

#include "loaders/stream/arena.h"
#include "loaders/stream/text.h"
#include "loaders/stream/value.h"

namespace loaders::wtf {

// UTF-8 in which characters above U+FFFF are two surrogates of three bytes each. Single ones stay.
Value text_of_surrogates(std::string_view text, Arena& arena, TextHint hint = kPlainText);

Value text_of_latin1(std::span<const std::byte> text, Arena& arena);

// Single surrogates become U+FFFD.
Value text_of_utf16(std::span<const std::uint16_t> text, Arena& arena);

}  // namespace loaders::wtf
