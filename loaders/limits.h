// Limits on what a file can make the loaders allocate. Far above what real traces hold, low enough for a hostile file
// to be refused instead of exhausting memory. Counts and sizes are checked against the bytes that are there first;
// these bound what such a check cannot: decompressed sizes, and streams of unknown length.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loaders {

// One blob, decompressed, and all blobs of one call together. The largest texture upload of a real trace is 256 MiB.
constexpr std::uint64_t kMaxBlobBytes = std::uint64_t{1} << 30;

// A compressed file, unpacked. Traces of hours have tens of gigabytes.
constexpr std::uint64_t kMaxStreamBytes = std::uint64_t{1} << 40;

// One record of a file as it is stored: the input window grows no further.
constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{2} << 30;

// Arguments of a declared function: Call::argc is a byte. The largest GL function has 15.
constexpr std::uint32_t kMaxArguments = 254;

// Bytes of a function's or a uniform's name. Derived calls repeat the names of outer structs, so this bounds them as
// well.
constexpr std::uint32_t kMaxNameBytes = 4096;

// Derived calls that one recorded call may carry: uniforms, attributes and blocks of one program.
constexpr std::size_t kMaxDerivedCalls = std::size_t{1} << 16;

}  // namespace loaders
