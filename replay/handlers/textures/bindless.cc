// Bindless textures and images: 64-bit handles that the driver chooses. Handles that a program wrote into buffers
// itself cannot be found and mapped.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

void remember(Dispatcher& d, const Call& call, std::uint64_t live) {
  if (call.result() != nullptr && call.result()->u != 0 && live != 0) {
    d.context->group->bindless[call.result()->u] = live;
  }
}

std::uint64_t live_handle(CallInProgress& attempt, std::uint64_t recorded) {
  const auto& handles = attempt.context().group->bindless;
  const auto found = handles.find(recorded);
  if (found != handles.end()) return found->second;
  attempt.skip(Skip::kUnknownName);
  return 0;
}

// Returns the handles of glUniformHandleui64v in scratch memory. When they are missing, it skips the call and returns
// null.
const GLuint64* live_handles(CallInProgress& attempt, const Value& value, std::int64_t count) {
  const auto recorded = value.array<std::uint64_t>();
  if (count > 0 && value.elem != loaders::Elem::kU64) attempt.skip(Skip::kNoData);
  else if (static_cast<std::uint64_t>(count) > recorded.size()) attempt.skip(Skip::kShortData);
  if (!attempt.ok) return nullptr;
  auto* live = attempt.scratch<GLuint64>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) live[i] = live_handle(attempt, recorded[i]);
  return live;
}

template <class Function>
void with_handle(Dispatcher& d, const Call& call, Function GladGLContext::*member) {
  const auto function = entry(d, call, member);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint64_t handle = live_handle(attempt, call.args[0].u);
  if (!attempt.ok) return;
  if constexpr (std::is_invocable_v<Function, GLuint64, GLenum>) function(handle, u32(call, 1));
  else function(handle);
}

}  // namespace

void get_texture_handle(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureHandleARB);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  if (attempt.ok) remember(d, call, function(texture));
}

void get_texture_sampler_handle(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetTextureSamplerHandleARB);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  const std::uint32_t sampler = live_name(attempt, Kind::kSampler, call.args[1].u);
  if (attempt.ok) remember(d, call, function(texture, sampler));
}

void get_image_handle(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GetImageHandleARB);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  if (!attempt.ok) return;
  remember(d, call,
           function(texture, i32(call, 1), static_cast<GLboolean>(call.args[2].u), i32(call, 3), u32(call, 4)));
}

void make_texture_handle_resident(Dispatcher& d, const Call& call) {
  with_handle(d, call, &GladGLContext::MakeTextureHandleResidentARB);
}
void make_texture_handle_non_resident(Dispatcher& d, const Call& call) {
  with_handle(d, call, &GladGLContext::MakeTextureHandleNonResidentARB);
}
void make_image_handle_resident(Dispatcher& d, const Call& call) {
  with_handle(d, call, &GladGLContext::MakeImageHandleResidentARB);
}
void make_image_handle_non_resident(Dispatcher& d, const Call& call) {
  with_handle(d, call, &GladGLContext::MakeImageHandleNonResidentARB);
}

void uniform_handleui64(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UniformHandleui64ARB);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const auto location = Location::get<GLint>(attempt, call.args[0]);
  const std::uint64_t handle = live_handle(attempt, call.args[1].u);
  if (attempt.ok) function(location, handle);
}

void uniform_handleui64v(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UniformHandleui64vARB);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto location = Location::get<GLint>(attempt, call.args[0]);
  const auto* handles = live_handles(attempt, call.args[2], Arg<1>::count(attempt));
  if (attempt.ok) function(location, i32(call, 1), handles);
}

void program_uniform_handleui64(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ProgramUniformHandleui64ARB);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t program = live_name(attempt, Kind::kProgram, call.args[0].u);
  const auto location = LocationOf<0>::get<GLint>(attempt, call.args[1]);
  const std::uint64_t handle = live_handle(attempt, call.args[2].u);
  if (attempt.ok) function(program, location, handle);
}

void program_uniform_handleui64v(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ProgramUniformHandleui64vARB);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const std::uint32_t program = live_name(attempt, Kind::kProgram, call.args[0].u);
  const auto location = LocationOf<0>::get<GLint>(attempt, call.args[1]);
  const auto* handles = live_handles(attempt, call.args[3], Arg<2>::count(attempt));
  if (attempt.ok) function(program, location, i32(call, 2), handles);
}

}  // namespace replay::handlers
