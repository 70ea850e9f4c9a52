// Numbers as the bytes that file formats have, for the builders of traces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

std::string little_endian(std::uint64_t value, int bytes);
std::string big_endian(std::uint64_t value, int bytes);
std::string leb128(std::uint64_t value);

std::vector<std::byte> to_bytes(std::string_view text);

}  // namespace tests
