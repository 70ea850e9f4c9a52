// Text of WTF files in other encodings than UTF-8, brought to UTF-8 in the memory of a batch.
#pragma once

#include <span>
#include <string_view>

#include "loaders/stream/arena.h"
#include "loaders/stream/text.h"
#include "loaders/stream/value.h"

namespace loaders::wtf {

// From UTF-8 in which characters above U+FFFF are two surrogates of three bytes each. A surrogate without its partner
// stays as it is.
Value text_of_surrogates(std::string_view text, Arena& arena, TextHint hint = kPlainText);

Value text_of_latin1(std::span<const std::byte> text, Arena& arena);

// A surrogate without its partner becomes U+FFFD.
Value text_of_utf16(std::span<const std::uint16_t> text, Arena& arena);

}  // namespace loaders::wtf
