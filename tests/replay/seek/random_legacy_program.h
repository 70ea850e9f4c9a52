// RandomLegacyProgram: a random program for OpenGL 2. It uses glBegin, display lists of both kinds, selection,
// attribute stacks and accumulation, together with framebuffer objects, textures, copies and clears. GL refuses some of
// its calls.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "loaders/stream/call_source.h"
#include "tests/replay/seek/asked_program.h"

namespace replay {

class RandomLegacyProgram {
 public:
  static constexpr int kFrames = 6;

  RandomLegacyProgram(unsigned seed, const Answers& answers, unsigned dialect);  // there is one dialect

  std::unique_ptr<loaders::CallSource> source() const;
  const std::vector<std::byte>& file() const { return file_; }  // the recording

 private:
  std::vector<std::byte> file_;
};

}  // namespace replay
