// apitrace: the file format of a tracer that has been in use since 2010, versions 0 to 6.
//
//     file     = a container (container/detect.h) around one stream
//     stream   = version [semantic_version property* ""] event*          the bracket since version 6
//     property = name:text value:text                                    an empty name ends them
//
//     event    = 00 [thread] function detail*        a call is entered; the thread since version 4
//              | 01 number detail*                   call `number` is left
//     detail   = 00                                  end of the event
//              | 01 index value                      an argument: inputs when entered, outputs when left
//              | 02 value                            the result
//              | 03 thread                           before version 4
//              | 04 count frame*count                where the program called, since version 5
//              | 05 flags                            since version 6; bit 0: the tracer made this call up
//     value    = 00                 null             | 08 text                blob
//              | 01 | 02            false, true      | 09 enum                see below
//              | 03 uint            minus that       | 0a bitmask uint
//              | 04 uint                             | 0b count value*count   array
//              | 05 4 bytes         float            | 0c struct value*       as many as it has members
//              | 06 8 bytes         double           | 0d uint                address, handle
//              | 07 text            string           | 0e value value         for people, for machines
//                                                    | 0f count uint*count    string of wide characters
//     text     = length byte*length
//
// All integers are unsigned LEB128 of at most 64 bits, floats are little-endian. A definition is written once, where it
// is first used; from then on only its id stands there. Functions, structs, enums, bit masks and frames each have ids
// of their own:
//
//     function = id [name:text count argument_name:text*count]
//     struct   = id [name:text count member_name:text*count]
//     bitmask  = id [count (name:text uint)*count]
//     enum     = id [count (name:text integer)*count] integer           since version 3
//              | id [name:text integer]                                 before: one value, which is the value
//     integer  = 03 uint | 04 uint
//     frame    = id [(01 module:text | 02 function:text | 03 file:text | 04 line | 05 offset)* 00]
//
// Calls are numbered from 0 in the order in which they are entered. The event that enters a call does not state the
// number; the one that leaves it does. Calls are delivered in the order in which they are left, which is another one
// when there are several threads. Calls that are never left (the last one of a program that crashed) come last and
// without results. A swap that is never left ends its frame, unless its thread made other calls since: a program that
// is ended by a signal inside of a swap may close its window, so there is no picture when the swap comes.
//
// What writers do:
//  * The ids of functions differ between builds of the tracer, so names identify them. All ids are small and nearly
//    dense.
//  * The same enum can have several ids, and a value need not be in its table. So only the numbers are used.
//  * The tag of a value follows the tracer's idea of the parameter, not GL's: there are enums where GL has an int, and
//    an int where it has a float. Everything is converted to what GL wants (stream/value_plan.h).
//  * memcpy, malloc, free and realloc are calls, too: what a program wrote into mapped buffers comes as memcpy.
//  * Since version 6, calls that the tracer made up are marked. Older versions have them without a mark.
//
// An index for seeking was rejected: definitions are inline, so whoever jumps must have read everything before once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loaders::apitrace {

constexpr std::uint64_t kMaxVersion = 6;

enum class Event : std::uint8_t { kEnter, kLeave };

enum class Detail : std::uint8_t { kEnd, kArgument, kResult, kThread, kBacktrace, kFlags };

enum class Tag : std::uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNegative,
  kPositive,
  kFloat,
  kDouble,
  kString,
  kBlob,
  kEnum,
  kBitmask,
  kArray,
  kStruct,
  kPointer,
  kRepr,
  kWideString,
};

// What differs between the versions of the format.
struct Dialect {
  std::uint64_t version = kMaxVersion;

  bool has_properties() const { return version >= 6; }
  bool has_call_flags() const { return version >= 6; }
  bool has_backtraces() const { return version >= 5; }
  bool enters_with_thread() const { return version >= 4; }
  bool has_enum_tables() const { return version >= 3; }
};

constexpr std::uint64_t kFakeFlag = 1;

// Limits that cannot be raised, in addition to those of base/limits.h. They are for tables that are skipped, and for
// what no trace has more of.
constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 16;  // of an enum, a bit mask or a struct
constexpr std::uint64_t kMaxFrames = 4096;                     // of a backtrace
constexpr std::uint64_t kMaxThreads = std::uint64_t{1} << 16;
constexpr std::uint64_t kMaxProperties = 1000;
constexpr std::uint64_t kMaxPropertyBytes = std::uint64_t{1} << 20;

}  // namespace loaders::apitrace
