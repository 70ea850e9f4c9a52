// Arguments of events in legacy files: one right behind the other, integers big-endian. Floats are in the order of the machine
// that recorded, and that is little-endian: the tracer copied them as they lay in memory.
//
//     bool u8 i8                 1 byte
//     u16 i16                    2 bytes
//     u32 i32 f32 flowId time32  4 bytes
//     ascii                      bytes:u16 byte*bytes
//     utf8                       units:u16 [bytes:u16 byte*bytes when units is not 0]; surrogates are 3 bytes each
//     any                        the same; the text is JSON, no text is null
//     T[]                        count:u32 T*count
//
// `units` counts UTF-16 code units. 0xffff there is a reference to a table of strings, which files of this kind lack.
#pragma once

#include <cstdint>

#include "loaders/base/cursor.h"
#include "loaders/base/record_problem.h"
#include "loaders/stream/arena.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

class PackedValues {
 public:
  explicit PackedValues(RecordProblem& problem) : problem_(problem) {}

  // One value for each argument of `type`.
  Value* read(Cursor& cursor, const EventType& type, Arena& arena);

  // A string of the file's header.
  Value read_utf8(Cursor& cursor, Arena& arena, TextHint hint = kPlainText);

 private:
  Value read_one(Cursor& cursor, const Argument& arg, Arena& arena);
  Value read_array(Cursor& cursor, ArgType type, Arena& arena);

  RecordProblem& problem_;
};

}  // namespace loaders::wtf
