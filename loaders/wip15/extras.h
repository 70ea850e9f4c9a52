// Extras: what a WIP15 file says beside the arguments of a call. They become derived calls.
//
//     name                                 on                    derived call
//     replay/glXMakeCurrent/drawable_size  glXMakeCurrent        before: replayDrawableSize(drawable, w, h)
//     replay/glUnmapBuffer/data_ranged     glUnmap[Named]Buffer  before: replay[Named]BufferContents(buffer, ...)
//     replay/glUnmapBuffer/data            same, until 2017      before: the same with offset 0, the whole buffer
//     replay/program/vertex_attrib         glLinkProgram         before: glBindAttribLocation(program, location, name)
//     replay/program/uniforms              linking calls         after: replayUniformLocation(program, name, location)
//     replay/program/uniform               same, until 2017       after: the same, one extra per uniform
//     replay/program/uniform_block         linking calls         after: replayUniformBlockIndex(program, name, index)
//     replay/program/subroutine            linking calls         after: replaySubroutineIndex(program, stage, ...)
//     replay/program/subroutine_uniform    linking calls         after: replaySubroutineUniformLocation(program, ...)
//
// Linking calls are glLinkProgram and glCreateShaderProgramv. The latter has linked when it returns, so its attributes
// cannot be bound any more. All other extras are skipped, which is possible because they have a length.
//
//     drawable_size = width:i32 height:i32       -1, -1: no drawable
//     data_ranged   = offset:u64 byte*
//     the others    = number:u32 [stage:u32] name:text      with a stage since May 2017; the lengths tell
#pragma once

#include <cstdint>
#include <string_view>

#include "loaders/stream/derived_calls.h"
#include "loaders/stream/tally.h"
#include "loaders/wip15/declarations.h"
#include "loaders/wip15/values.h"

namespace loaders::wip15 {

class Extras {
 public:
  explicit Extras(FunctionTable& table) : derived_(table) {}

  // `call` has its arguments and its result. It and `function` must live until commit().
  void begin(const Function& function, const Call& call, Batch& batch);

  // Adds an extra that lies `offset` bytes after the start of its record, which starts at byte `stream_offset`.
  void add(std::string_view name, const Block& block, std::uint64_t offset, std::uint64_t stream_offset,
           ValueReader& values);

  // Puts the call with its derived calls into the batch.
  void commit() { derived_.commit(*call_); }

  const Tally& malformed() const { return malformed_; }

 private:
  bool read_buffer_contents(std::string_view name, const Value& data);
  bool read_drawable_size(std::string_view name, const Value& data);
  bool read_program_fact(std::string_view name, const Value& data);
  bool read_uniforms(const Value& program, const Value& data);
  bool wanted(std::string_view name) const;
  Value argument(std::size_t index) const { return index < call_->argc ? call_->args[index] : Value{}; }

  DerivedCalls derived_;
  const Function* function_ = nullptr;
  const Call* call_ = nullptr;
  Tally malformed_;
};

}  // namespace loaders::wip15
