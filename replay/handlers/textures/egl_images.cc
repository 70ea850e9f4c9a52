// EGLImages: textures and renderbuffers that share their storage with another one, often of another context.
//
// Recorders do not rely on a replayer that supports images. They add a glTexImage2D with the contents right after
// glEGLImageTargetTexture2DOES. If the live image could be created, this call must not be issued, because it would
// separate the texture from the image again. Otherwise this call has the only contents.
#include <vector>

#include "replay/dispatch/invoke.h"
#include "replay/dispatch/surface_textures.h"
#include "replay/handlers/window_system/window_common.h"
#include "replay/platform/egl.h"
#include "replay/platform/listener.h"

namespace replay::handlers {
namespace {

constexpr std::uint32_t kRenderbuffer = 0x30B9;  // EGL_GL_RENDERBUFFER
// EGL_GL_TEXTURE_2D ... EGL_GL_TEXTURE_CUBE_MAP_*.
constexpr std::uint32_t kFirstTexture = 0x30B1, kLastTexture = 0x30B8;

std::uint32_t live_source(const RecordedContext& context, std::uint32_t target, std::uint64_t recorded) {
  const bool is_texture = target >= kFirstTexture && target <= kLastTexture;
  if (!is_texture && target != kRenderbuffer) return 0;
  const Kind kind = is_texture ? Kind::kTexture : Kind::kRenderbuffer;
  return context.group->names[map_index(kind)].find(static_cast<std::uint32_t>(recorded));
}

// Returns the attributes that choose a part of the texture: EGL_GL_TEXTURE_LEVEL and EGL_GL_TEXTURE_ZOFFSET.
std::vector<EGLint> live_attributes(const Value& recorded) {
  std::vector<EGLint> attributes;
  for (const EGLint key : {EGL_GL_TEXTURE_LEVEL_KHR, EGL_GL_TEXTURE_ZOFFSET_KHR}) {
    constexpr std::int64_t kAbsent = -1;
    const std::int64_t value = attribute(recorded, key, EGL_NONE, kAbsent);
    if (value < 0 || value > 0xFFFF) continue;
    attributes.push_back(key);
    attributes.push_back(static_cast<EGLint>(value));
  }
  attributes.push_back(EGL_NONE);
  return attributes;
}

// Returns the live image of argument 1, or null when there is none.
void* live_image(Dispatcher& d, const Call& call) { return d.window_system.images().find(call.args[1].u); }

// Returns whether the call only repeats the content of the live image. apitrace files before version 6 do not mark
// such calls.
bool is_copy_of_image(RecordedContext& context, const Call& call) {
  if (!context.image_copy || context.image_copy->target != u32(call, 0)) return false;
  const bool directly_after = context.image_copy->call == call.number;
  context.image_copy.reset();
  return directly_after || call.is(loaders::kFake);
}

}  // namespace

void egl_create_image(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  const RecordedContext* owner = d.window_system.find_context(call.args[1].u);
  const auto egl = Egl::of_current();
  d.window_system.images().erase(made_handle(call));
  if (owner == nullptr || !owner->live || !egl || egl->CreateImage == nullptr) return;
  const std::uint32_t source = live_source(*owner, u32(call, 2), call.args[3].u);
  if (source == 0) return;
  const auto attributes = live_attributes(call.args[4]);
  // EGL accepts contexts that are not current.
  void* image = egl->CreateImage(egl->display, owner->live->native(), u32(call, 2),
                                 reinterpret_cast<EGLClientBuffer>(std::uintptr_t{source}), attributes.data());
  if (image == nullptr) return;
  d.window_system.images().add(made_handle(call), image);
  if (listener != nullptr) listener->made_image(image, owner->live->live().number, u32(call, 2), source, attributes);
}

void egl_destroy_image(Dispatcher& d, const Call& call) {
  void* image = live_image(d, call);
  const auto egl = Egl::of_current();
  if (image != nullptr && egl && egl->DestroyImage != nullptr) egl->DestroyImage(egl->display, image);
  d.window_system.images().erase(call.args[1].u);
}

void egl_image_target_texture_2d(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EGLImageTargetTexture2DOES);
  void* image = live_image(d, call);
  if (function == nullptr || image == nullptr) return;  // the recorder's copy follows
  function(u32(call, 0), image);
  d.context->image_copy = RecordedContext::ImageCopy{u32(call, 0), call.number + 1};
}

void egl_image_target_renderbuffer_storage(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EGLImageTargetRenderbufferStorageOES);
  if (function == nullptr) return;
  void* image = live_image(d, call);
  if (image == nullptr) return d.skip(call, Skip::kUnknownName);
  function(u32(call, 0), image);
}

void egl_image_target_tex_storage(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EGLImageTargetTexStorageEXT);
  if (function == nullptr) return;
  void* image = live_image(d, call);
  if (image == nullptr) return d.skip(call, Skip::kUnknownName);
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto* attributes = AttributeList::get<const GLint*>(attempt, call.args[2]);
  if (attempt.ok) function(u32(call, 0), image, attributes);
}

void egl_image_target_texture_storage(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EGLImageTargetTextureStorageEXT);
  if (function == nullptr) return;
  void* image = live_image(d, call);
  if (image == nullptr) return d.skip(call, Skip::kUnknownName);
  CallInProgress attempt{d, call};
  const std::uint32_t texture = live_name(attempt, Kind::kTexture, call.args[0].u);
  const auto* attributes = AttributeList::get<const GLint*>(attempt, call.args[2]);
  if (attempt.ok) function(texture, image, attributes);
}

void tex_image_2d(Dispatcher& d, const Call& call) {
  if (d.context != nullptr && d.context->image_copy && is_copy_of_image(*d.context, call)) return;
  if (d.context != nullptr && d.context->awaited_image) note_image(*d.context, call);
  invoke<decltype(GladGLContext::TexImage2D), Ignored, Plain, Plain, ImageStorage<0, 3, 4, -1, -1, 1, -1>, Plain, Plain,
         Plain, Plain, Plain, UnpackPixels<3, 4, -1, 6, 7>>(d, call);
}

}  // namespace replay::handlers
