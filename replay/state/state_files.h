// What GL has after a call as files that other programs open. The names are made of kinds and recorded numbers:
//
//   program_3.vert  program_3_1.frag      shaders, as they were written; a number where there are several of a stage
//   buffer_5.bin
//   texture_7_level_0.png                 8 bits; texture_7_level_1_layer_2.png, texture_7_level_0_face_3.png
//   texture_8.ktx2                        what PNG cannot hold, with all levels, layers and faces
//   vertices.csv, vertices.obj            of a draw: its elements with all attributes; its primitives
#pragma once

#include <filesystem>

#include "loaders/stream/call.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {

// `call` was the last one that was made. Throws CannotJudge when a file cannot be written. What the driver does not
// give has no file, and a warning says so.
void write_state_files(Dispatcher& dispatcher, const loaders::Call& call, const std::filesystem::path& folder);

}  // namespace replay
