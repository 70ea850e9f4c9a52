// Limits on what a file can make the loaders allocate. They are far above what real traces hold, and low enough that a
// hostile file is refused with a sentence and never takes half a gigabyte. Counts and sizes are first checked against
// the bytes that are there. Limits bound what such a check cannot: streams that unpack to any length, and bytes of a
// file that cost many bytes of memory.
//
// Whoever trusts a file can raise the members of Limits: --limit NAME=VALUE. A file that is above a limit gets an error
// that names the limit and its value. The constants after the struct cannot be raised: tables and types are made for
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "loaders/base/named_limit.h"

namespace loaders {

struct Limits {
  std::uint64_t stream_bytes = std::uint64_t{1} << 40;
  std::uint64_t unpack_ratio = 1000;
  std::uint64_t record_bytes = std::uint64_t{257} << 20;
  std::uint64_t call_bytes = std::uint64_t{256} << 20;
  std::uint64_t text_bytes = std::uint64_t{16} << 20;
  std::uint64_t json_bytes = std::uint64_t{16} << 20;
  std::uint64_t elements = std::uint64_t{4} << 20;
  std::uint64_t nesting = 100;
  std::uint64_t name_bytes = 4096;
  std::uint64_t definition_bytes = std::uint64_t{32} << 20;
  std::uint64_t ids = std::uint64_t{1} << 20;
  std::uint64_t open_calls = 4096;
  std::uint64_t image_pixels = std::uint64_t{32} << 20;
  std::uint64_t page_bytes = std::uint64_t{192} << 20;

  // "--limit elements=4194304": how errors name a limit that a file is above.
  std::string option(std::uint64_t Limits::*limit) const;
};

std::span<const NamedLimit<Limits>> named_limits();

// The most arguments that a declared function may have: Call::argc is a byte. The largest GL function has 15.
constexpr std::uint32_t kMaxArguments = 254;

// The longest name of a uniform, an attribute or a block, in bytes. Derived calls repeat the names of outer structs.
constexpr std::uint32_t kMaxUniformNameBytes = 4096;

// How many derived calls one recorded call may carry, for the uniforms, attributes and blocks of one program.
constexpr std::size_t kMaxDerivedCalls = std::size_t{1} << 16;

}  // namespace loaders
