// WIP15: the file format of a tracer from 2016 - 2018.
//
//     file   = header operation*
//     header = "WIP15" endian:u8 version max_functions:u32 max_groups:u32
//              endian   '_' little, '-' big: the order of floats and doubles. All integers are little-endian in both
//              version  u8 0, u8 0: 0.0                  "0.0a" padded with blanks to 16 bytes: 0.0a
//
//     operation = 00 index:u32 name:text result:type count:u32 type*count      declares a function, or declares it
//     again
//               | 01 [kind:u8 in 0.0] index:u32 name:text                      declares a group of enums: not needed
//               | 02 index:u32 value* [result:value] count:u32 extra*count     a call; no result when its base is Void
//     type      = base:u8 has_group:u8 is_array:u8
//     value     = [count:u32 when is_array] element* [group:u32 when has_group]
//     extra     = name:text data                  more about the call, see extras.h
//     text      = length:u32 byte*length
//     data      = method:u8 size:u32 packed_size:u32 byte*packed_size
//
//     base  0 Void       nothing           4 Bool    u8              8 Data         data
//           1 Unsigned   unsigned          5 Float   4 bytes         9 FunctionPtr  nothing
//           2 Int        signed            6 Double  8 bytes        10 Variant      type value
//           3 Ptr        unsigned          7 String  text
//
// Integers come in three encodings, and 0.0a files do not say in which of them they are (probe.h finds out):
//
//     kSignBit  unsigned LEB128; signed as (|v| << 1 | v < 0), LEB128      all 0.0 files, 0.0a since February 2016
//     kRaw8     8 bytes little-endian, two's complement                    the first weeks of 0.0a
//     kSleb     unsigned LEB128; signed LEB128                             what the text on 0.0a says; no writer known
//
// What real writers get wrong:
//  * max_functions is the size of the writer's table. Indices are sparse and differ between builds, so names identify
//    functions.
//  * Calls of glGetString in kRaw8 files consist of the argument, four bytes of group and no result, whatever the
//    declaration says.
//  * 0.0a files without compression mark blocks as zlib that hold no zlib data. Such a block is lost, but the file is
//    not.
//  * glVertexAttribI4sv and glVertexAttribI4usv store the first four bytes of the vector as its elements. The second
//    half of the vector is lost, so the vector is taken as not recorded.
//  * A program that crashes leaves a file that can end anywhere.
//
// Records have no length in front, so nothing after a malformed one can be read. The first reader of this format went
// on at the next plausible opcode. That was rejected: it turns damage into wrong calls.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loaders::wip15 {

enum class Opcode : std::uint8_t { kDeclareFunction, kDeclareGroup, kCall };

enum class Base : std::uint8_t {
  kVoid,
  kUnsigned,
  kInt,
  kPtr,
  kBool,
  kFloat,
  kDouble,
  kString,
  kData,
  kFunctionPtr,
  kVariant,
  kCount
};

enum class Integers : std::uint8_t { kSignBit, kRaw8, kSleb };

// What differs between the files of this format.
struct Dialect {
  bool text_version = false;  // 0.0a
  bool swap_floats = false;   // recorded on a big-endian machine
  Integers integers = Integers::kSignBit;
};

// No tracer has indices above this: the registries of GL, GLX, EGL and WGL have 3,300 functions together.
constexpr std::uint32_t kMaxIndex = std::uint32_t{1} << 16;

}  // namespace loaders::wip15
