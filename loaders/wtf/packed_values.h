// Arguments of events in legacy files. They follow one another without gaps, and integers are big-endian. Floats are
// little-endian: the tracer copied them from the memory of the recording machine.
//
//     bool u8 i8                 1 byte
//     u16 i16                    2 bytes
//     u32 i32 f32 flowId time32  4 bytes
//     ascii                      bytes:u16 byte*bytes
//     utf8                       units:u16 [bytes:u16 byte*bytes when units is not 0]; surrogates are 3 bytes each
//     any                        the same; the text is JSON, no text is null
//     T[]                        count:u32 T*count
//
// `units` counts UTF-16 code units. The value 0xffff refers to a table of strings, which files of this kind do not
// have.
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

  // Reads one value for each argument of `type`.
  Value* read(Cursor& cursor, const EventType& type, Arena& arena);

  // Reads a string, also those of the header of the file.
  Value read_utf8(Cursor& cursor, Arena& arena, TextHint hint = kPlainText);

 private:
  Value read_one(Cursor& cursor, const Argument& arg, Arena& arena);
  Value read_array(Cursor& cursor, ArgType type, Arena& arena);

  RecordProblem& problem_;
};

}  // namespace loaders::wtf
