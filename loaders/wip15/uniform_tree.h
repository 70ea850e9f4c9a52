// The tree of active uniforms that WIP15 files of 2017 and later carry with a linked program.
//
//     tree  = specs:u32 count:u32 entry*count
//     entry = name:text base:u8 body            name is empty for the elements of an array
//     body  = location:u32 u8 u8                base 0-6: float double uint int uint64 int64 bool, and its shape
//           | location:u32 u8*5                 base 7-9: sampler image counter, and its kind
//           | count:u32 entry*count             base 10: struct, 11: array
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "loaders/base/cursor.h"

namespace loaders::wip15 {

// Calls `leaf` for each leaf, with the name that glGetUniformLocation takes: "light", "bones[3]", "l[1].k". False when
// the tree is malformed; the leaves before that have been reported.
bool read_uniform_tree(Cursor cursor, const std::function<void(std::string_view name, std::uint32_t location)>& leaf);

}  // namespace loaders::wip15
