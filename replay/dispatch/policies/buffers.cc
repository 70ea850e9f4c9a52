#include "replay/dispatch/policies/buffers.h"

#include <glad/gl.h>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/mapping.h"
#include "replay/dispatch/policies/draws.h"

namespace replay {
namespace {

// Identifies the array that a gl*Pointer call sets. Argument 0 is the index of a generic attribute. For other arrays
// it is the size; the arrays of texture coordinates are distinguished by the client texture unit. Arrays that are set
// after glPushClientAttrib are others than those before it, which glPopClientAttrib restores.
std::uint64_t slot_of(const CallInProgress& attempt) {
  const RecordedContext& context = attempt.context();
  const std::uint64_t selector = (attempt.arg(0).u & 0xff) | std::uint64_t{context.client_texture & 0xffu} << 8;
  const std::uint64_t depth = std::uint64_t{context.client_depth & 0x7fu} << 56;
  return depth | (std::uint64_t{context.vertex_array} & 0xffffff) << 32 |
         static_cast<std::uint64_t>(attempt.call.function) << 16 | selector;
}

// The usage of a buffer whose content may change before each draw. OpenGL ES 1.1 has no GL_STREAM_DRAW.
GLenum usage_of_client_arrays(const RecordedContext& context) {
  return context.request.api == Api::kGles1 ? GL_DYNAMIC_DRAW : GL_STREAM_DRAW;
}

// Elsewhere GL refuses an address.
bool takes_client_arrays(const RecordedContext& context) { return context.vertex_array == 0 && !context.is_core(); }

GLuint bind_array(CallInProgress& attempt, std::uint64_t slot, const void* data, std::uint64_t bytes) {
  const GladGLContext& gl = *attempt.dispatcher.gl;
  GLuint& buffer = attempt.context().client_arrays[slot];
  if (buffer == 0) gl.GenBuffers(1, &buffer);
  gl.BindBuffer(GL_ARRAY_BUFFER, buffer);
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, usage_of_client_arrays(attempt.context()));
  attempt.client_array = true;
  return buffer;
}

// The format of the array can be queried, and a program that draws without the array loses nothing. So GL gets the
// call, with a buffer by which the next draw recognizes that the data is missing.
void bind_lost_array(CallInProgress& attempt) {
  // Beside the slot's own, which the array keeps if GL refuses the call.
  constexpr std::uint64_t kLost = std::uint64_t{1} << 63;
  constexpr char kNothing[16] = {};
  const GLuint buffer = bind_array(attempt, slot_of(attempt) | kLost, kNothing, sizeof kNothing);
  loaders::Call call = attempt.call;
  call.args = nullptr;
  call.argc = call.has_result = 0;
  attempt.context().lost_arrays[buffer] = {.call = call};
  attempt.context().arrays->stored = 0;
}

}  // namespace

bool takes_offset(CallInProgress& attempt, BufferTarget target) {
  if (attempt.context().bound(target) == 0) return false;
  if (attempt.dispatcher.gl->GetIntegerv == nullptr) return true;  // the driver cannot be asked
  return asked(attempt.dispatcher, binding_query(target)).value_or(0) != 0;
}

void forget_mapping(CallInProgress& attempt) {
  RecordedContext& context = attempt.context();
  const auto argument = static_cast<std::uint32_t>(attempt.arg(0).u);
  const bool by_name = glbindings::signature(attempt.call.function).params()[0].object == Kind::kBuffer;
  const BufferTarget target = buffer_target(argument);
  if (by_name) forget_ended_mapping(attempt.dispatcher, argument);
  else if (target != BufferTarget::kCount) forget_ended_mapping(attempt.dispatcher, context.bound(target));
}

void bind_client_array(CallInProgress& attempt, const loaders::Value& value, bool is_checked) {
  const GladGLContext& gl = *attempt.dispatcher.gl;
  const bool has_buffers = gl.GenBuffers != nullptr && gl.BufferData != nullptr;
  const loaders::Value array = attempt.dispatcher.heap.resolve(value);
  if (!array.has_memory()) {
    if (is_checked && has_buffers && takes_client_arrays(attempt.context())) return bind_lost_array(attempt);
    return attempt.skip(array.kind == loaders::ValueKind::kPointer ? Skip::kStrayAddress : Skip::kNoData);
  }
  if (!has_buffers) return attempt.skip(Skip::kNoEntryPoint);
  attempt.context().group->storage.total().brought += array.byte_size();
  bind_array(attempt, slot_of(attempt), array.p, array.byte_size());
}

void unbind_client_array(CallInProgress& attempt) { attempt.dispatcher.gl->BindBuffer(GL_ARRAY_BUFFER, 0); }

void array_was_set(CallInProgress& attempt) {
  using glbindings::FunctionId;
  RecordedContext& context = attempt.context();
  const FunctionId function = attempt.call.function;
  const bool is_position = function == FunctionId::glVertexPointer || function == FunctionId::glInterleavedArrays ||
                           (function == FunctionId::glVertexAttribPointer && attempt.arg(0).u == 0);
  if (is_position) context.position_is_lost = false;
  context.last_element.reset();
  if (!attempt.client_array && context.bound(BufferTarget::kArray) == 0) context.arrays->stored = 0;
}

void suspect_arrays(CallInProgress& attempt) {
  RecordedContext& context = attempt.context();
  context.last_element.reset();
  const bool by_name = glbindings::signature(attempt.call.function).params()[0].object == Kind::kVertexArray;
  const auto name = static_cast<std::uint32_t>(attempt.arg(0).u);
  (by_name ? context.vertex_arrays[context.map(Kind::kVertexArray).find(name)] : *context.arrays).suspect();
}

void limit_command(CallInProgress& attempt, const void* command) {
  std::uint32_t counts[2];
  std::memcpy(counts, command, sizeof counts);
  limit_work(attempt, counts[0], counts[1], attempt.dispatcher.limits.vertices);
}

}  // namespace replay
