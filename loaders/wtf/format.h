// WTF: traces of the Web Tracing Framework, 2012 - 2019, most of them recorded in a web page.
//
// A trace is a list of events in the order of their recording. An event has a type, a time and arguments. The file
// defines each type, by its name and by the names and types of its arguments. Five kinds of files hold such lists:
//
// Chunked binary, as nearly all files are. Words are little-endian, everything is aligned to 4 bytes:
//
//     file   = 0xDEADBEEF:u32 wtf_version:u32 10:u32 chunk*
//     chunk  = id:u32 type:u32 length:u32 start:u32 end:u32 parts:u32 (type:u32 offset:u32 length:u32)*parts byte*
//              length   of the whole chunk
//              offset   of a part, from the end of the list of parts
//     part   = header            0x10000    JSON, in a chunk of type 1; the others are in chunks of type 2
//            | strings           0x30000    (byte* 00)*, numbered from 0 within the chunk
//            | events            0x20002    (type:u32 time:u32 argument*)*
//            | anything else     embedded resources, event encodings that no known writer uses: skipped
//     argument: see aligned_values.h
//
// Chunked JSON: the same chunks as JSON objects, see json_chunks.h.
//
// Legacy binary, until June 2013. Integers are big-endian and nothing is aligned. There are no chunks and no table of
// strings:
//
//     file   = 0xDEADBEEF:u32 wtf_version:u32 3:u32 context_info:utf8 flags:u32 timebase_low:u32 timebase_high:u32
//              metadata:utf8 (type:u16 time:u32 argument*)*
//     argument: see packed_values.h
//
// Event lists: JSON of version 1 or 2, see list_events.h.
//
// In binary files one type exists from the start, under number 1: wtf.event#define. Its events define the other types,
// anywhere before they are used. The name of a type says what its events are: the numbers differ from run to run.
//
// What real writers get wrong:
//  * Scopes are entered and never left, and left without having been entered: a recording may start and end anywhere.
//  * Times do not order the events: they are coarse, go back between chunks, and wrap around after 71 minutes.
//  * Definitions repeat, with the same or another number.
//  * A string that holds a NUL shifts the numbers of all strings after it, and nothing tells where that happens.
//  * wtf_version is cut to 32 bits and means nothing.
//
// An event has no length in front, so after one of an unknown type nothing can be read up to the next chunk.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loaders::wtf {

constexpr std::uint32_t kMagic = 0xdeadbeef;
constexpr std::uint32_t kChunkedVersion = 10;
constexpr std::uint32_t kLegacyVersion = 3;

enum class ChunkType : std::uint32_t { kHeader = 1, kEvents = 2 };
enum class PartType : std::uint32_t { kHeader = 0x10000, kEvents = 0x20002, kStrings = 0x30000 };

// Stand in the place of the number of a string.
constexpr std::uint32_t kNoString = 0xffffffff;
constexpr std::uint32_t kEmptyString = 0xfffffffe;

// Stands in the place of the count of an array.
constexpr std::uint32_t kNoArray = 0xffffffff;

// The number of wtf.event#define in binary files, and of wtf.scope#leave in event lists.
constexpr std::int64_t kDefineId = 1;
constexpr std::int64_t kLeaveId = -1;

// The most parts of a chunk. A chunk is in memory as a whole. Writers make chunks of two parts and 1 MiB, or 512 MiB at
// most if told so.
constexpr std::uint32_t kMaxParts = std::uint32_t{1} << 16;

// The longest text of the arguments of one definition. Real files have 250 bytes at most.
constexpr std::size_t kMaxArgumentsBytes = std::size_t{8} << 10;

// For how many zones something is kept, how many of them keep a name, and how many open scopes each zone remembers.
constexpr std::size_t kMaxZones = std::size_t{1} << 16;
constexpr std::size_t kMaxNamedZones = 256;
constexpr std::size_t kMaxOpenScopes = 4096;
constexpr std::size_t kMaxAllOpenScopes = std::size_t{1} << 20;  // of all zones together

}  // namespace loaders::wtf
