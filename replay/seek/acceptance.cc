#include "replay/seek/acceptance.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/context_attributes.h"
#include "replay/calls/texture_targets.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/keys.h"

namespace replay {
namespace {

using enum Acceptance;
using glbindings::FunctionId;
using loaders::Call;

constexpr unsigned kGroupOfNobody = 0;

Acceptance sure_if(bool sure) { return sure ? kSure : kDoubtful; }

// How contexts take functions that only old contexts have.
Acceptance of_old_function(const ContextKind& kind) {
  if (kind.family == ApiFamily::kLegacy) return kSure;
  return kind.family == ApiFamily::kEither ? kDoubtful : kRefused;
}

// How many attachments, draw buffers and texture units the worst driver of the family has.
std::uint32_t sure_attachments(const ContextKind& kind) {
  if (kind.is_desktop()) return 8;
  return kind.family == ApiFamily::kEs3 ? 4 : 1;
}

bool is_color_attachment(std::uint32_t point, const ContextKind& kind) {
  return point >= GL_COLOR_ATTACHMENT0 && point - GL_COLOR_ATTACHMENT0 < sure_attachments(kind);
}

Acceptance of_clear(const Call& call, const ContextKind& kind) {
  const std::uint32_t known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  const std::uint32_t others = gl_number(call, 0) & ~known;
  if (others == 0) return kSure;
  return others == GL_ACCUM_BUFFER_BIT ? of_old_function(kind) : kRefused;
}

// Each form of glClearBuffer takes certain buffers, and this many draw buffers of each. 0: GL refuses the form for the
// buffer.
std::size_t values_of_clear(FunctionId function, std::uint32_t buffer) {
  switch (buffer) {
    case GL_COLOR: return function != FunctionId::glClearBufferfi ? 4 : 0;
    case GL_DEPTH: return function == FunctionId::glClearBufferfv ? 1 : 0;
    case GL_STENCIL: return function == FunctionId::glClearBufferiv ? 1 : 0;
    case GL_DEPTH_STENCIL: return function == FunctionId::glClearBufferfi ? 1 : 0;
    default: return 0;
  }
}

Acceptance of_clear_buffer(const Call& call, const ContextKind& kind) {
  const std::uint32_t buffer = gl_number(call, 0), index = gl_number(call, 1);
  const std::size_t values = values_of_clear(call.function, buffer);
  if (values == 0 || (buffer != GL_COLOR && index != 0)) return kRefused;
  const bool has_values =
      call.function == FunctionId::glClearBufferfi || call.args[2].byte_size() >= values * sizeof(float);
  const bool has_function = kind.is_gl({3, 0}) || kind.family == ApiFamily::kEs3;
  return sure_if(has_values && has_function && index < sure_attachments(kind));
}

// GL either has the buffer of a window or takes the one that is there instead. Desktop GL accepted GL_BACK in a list
// only in late versions.
bool is_sure_window_buffer(std::uint32_t buffer, bool in_list, const ContextKind& kind) {
  switch (buffer) {
    case GL_NONE: return true;
    case GL_BACK: return !in_list || !kind.is_desktop();
    case GL_BACK_LEFT: return kind.is_desktop();
    case GL_LEFT:
    case GL_FRONT_AND_BACK: return kind.is_desktop() && !in_list;
    default: return false;
  }
}

Acceptance of_draw_buffers(std::span<const std::uint32_t> buffers, bool in_list, const Situation& at, DrawnInto into) {
  if (into == DrawnInto::kUnknown || buffers.size() > sure_attachments(at.kind)) return kDoubtful;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::uint32_t buffer = buffers[i];
    const bool is_sure = into == DrawnInto::kWindow ? is_sure_window_buffer(buffer, in_list, at.kind)
                                                    : buffer == GL_NONE || is_color_attachment(buffer, at.kind);
    if (!is_sure) return kDoubtful;
    if (buffer == GL_NONE) continue;
    if (std::ranges::count(buffers, buffer) != 1) return kDoubtful;
    if (!at.kind.is_desktop() && into == DrawnInto::kObject && buffer - GL_COLOR_ATTACHMENT0 != i) return kDoubtful;
  }
  return kSure;
}

// `first` is the index of the argument that holds the buffer, or the number of buffers.
Acceptance of_draw_buffers(const Call& call, std::size_t first, const Situation& at, DrawnInto into) {
  if (call.argc == first + 1) {
    const std::uint32_t buffer = gl_number(call, first);
    return at.kind.is_desktop() ? of_draw_buffers({&buffer, 1}, false, at, into) : kDoubtful;
  }
  const auto buffers = array_argument<std::uint32_t>(call, first + 1);
  return buffers.size() == gl_number(call, first) ? of_draw_buffers(buffers, true, at, into) : kDoubtful;
}

// Core profiles have one mode for both faces.
Acceptance of_polygon_mode(const Call& call, const ContextKind& kind) {
  const std::uint32_t mode = gl_number(call, 1);
  const bool is_mode = mode == GL_FILL || mode == GL_LINE || mode == GL_POINT;
  return sure_if(is_mode && gl_number(call, 0) == GL_FRONT_AND_BACK && kind.is_desktop());
}

Acceptance of_context_state(const Call& call, const Situation& at) {
  constexpr std::uint32_t kSureDrawBuffers = 8;  // that every driver of OpenGL 3.0 has
  switch (call.function) {
    case FunctionId::glPushAttrib:
      return std::min(of_old_function(at.kind), sure_if(at.pushed && *at.pushed < kSureAttributes));
    case FunctionId::glPopAttrib:
      if (at.pushed == std::size_t{0}) return kRefused;
      return std::min(of_old_function(at.kind), sure_if(at.pushed.has_value()));
    case FunctionId::glEnable:
    case FunctionId::glDisable: return kSure;  // a capability that GL lacks was never on
    case FunctionId::glDrawBuffer: return of_draw_buffers(call, 0, at, at.drawn_into);
    case FunctionId::glColorMaski: return sure_if(at.kind.is_gl({3, 0}) && gl_number(call, 0) < kSureDrawBuffers);
    case FunctionId::glColorMaskiEXT:
    case FunctionId::glColorMaskiOES:
    case FunctionId::glColorMaskIndexedEXT: return kDoubtful;
    case FunctionId::glViewport:
    case FunctionId::glScissor: return gl_signed(call, 2) < 0 || gl_signed(call, 3) < 0 ? kRefused : kSure;
    case FunctionId::glPolygonMode: return of_polygon_mode(call, at.kind);
    default: break;
  }
  const std::string_view name = glbindings::signature(call.function).name();
  if (name.starts_with("glDrawBuffers")) return of_draw_buffers(call, 0, at, at.drawn_into);
  if (name.starts_with("glScissor")) return kDoubtful;  // there may be fewer viewports
  return kSure;                                         // masks have no wrong values
}

Acceptance of_bind_framebuffer(const Call& call, const ContextKind& kind) {
  switch (gl_number(call, 0)) {
    case GL_FRAMEBUFFER: return kSure;
    case GL_DRAW_FRAMEBUFFER:
    case GL_READ_FRAMEBUFFER: return sure_if(kind.is_desktop() || kind.family == ApiFamily::kEs3);
    default: return kRefused;
  }
}

Acceptance of_names(const Call& call) {
  return sure_if(array_argument<std::uint32_t>(call, 1).size() == gl_number(call, 0));
}

bool is_flat(std::uint32_t target) {
  return target == GL_TEXTURE_2D || target == GL_TEXTURE_RECTANGLE || target == GL_TEXTURE_2D_MULTISAMPLE;
}

bool takes_layers(std::uint32_t kind) {
  return kind == GL_TEXTURE_3D || kind == GL_TEXTURE_2D_ARRAY || kind == GL_TEXTURE_1D_ARRAY ||
         kind == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
}

// The last level that the worst driver may have. A level that only the texture lacks is no error: what has it attached
// is incomplete.
std::uint32_t sure_level(std::uint32_t texture_kind, const ContextKind& kind) {
  if (!kind.is_desktop() && kind.family != ApiFamily::kEs3) return 0;
  const bool is_new = kind.is_gl({3, 0}) || !kind.is_desktop();
  switch (texture_kind) {
    case GL_TEXTURE_2D:
    case GL_TEXTURE_2D_ARRAY:
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_3D: return is_new ? 8 : 4;
    default: return 0;
  }
}

// Tells whether glFramebufferTexture* accepts an image of a texture of that kind. `what` is the rest of the function's
// name.
bool is_sure_image(std::string_view what, const Call& call, std::size_t texture, std::uint32_t first_target,
                   const ContextKind& kind) {
  constexpr std::uint32_t kSureLayers = 64;
  if (first_target == MadeObjects::kNew || first_target == MadeObjects::kAnyKind || first_target == GL_TEXTURE_BUFFER)
    return false;
  if (gl_number(call, texture + 1) > sure_level(first_target, kind)) return false;
  if (what.starts_with("TextureLayer")) return takes_layers(first_target) && gl_number(call, texture + 2) < kSureLayers;
  const std::uint32_t target = gl_number(call, texture - 1);
  if (what.starts_with("Texture1D")) return first_target == GL_TEXTURE_1D && target == first_target;
  if (what.starts_with("Texture2D"))
    return is_cube_face(target) ? first_target == GL_TEXTURE_CUBE_MAP : is_flat(target) && target == first_target;
  return (what == "Texture" || what == "TextureEXT") && kind.is_gl({3, 2});
}

// glFramebuffer* names the framebuffer in argument 0 and the attachment point in argument 1.
Acceptance of_attachment(const Call& call, const Situation& at) {
  const std::string_view name = glbindings::signature(call.function).name();
  const std::string_view what =
      name.substr(std::min(name.find("Framebuffer") + std::string_view("Framebuffer").size(), name.size()));
  const std::uint32_t point = gl_number(call, 1);
  const bool is_sure_point =
      is_color_attachment(point, at.kind) || point == GL_DEPTH_ATTACHMENT || point == GL_STENCIL_ATTACHMENT ||
      (point == GL_DEPTH_STENCIL_ATTACHMENT && (at.kind.is_desktop() || at.kind.family == ApiFamily::kEs3));
  if (!is_sure_point) return kDoubtful;
  if (const std::size_t texture = position(call, "texture"); texture != SIZE_MAX) {
    const std::uint32_t texture_name = gl_number(call, texture);
    if (texture_name == 0) return kSure;
    return sure_if(is_sure_image(what, call, texture, at.made.texture_kind(at.share_group, texture_name), at.kind));
  }
  const std::size_t renderbuffer = position(call, "renderbuffer");
  if (renderbuffer == SIZE_MAX || gl_number(call, renderbuffer - 1) != GL_RENDERBUFFER) return kDoubtful;
  const std::uint32_t renderbuffer_name = gl_number(call, renderbuffer);
  return sure_if(renderbuffer_name == 0 || at.made.has_renderbuffer(at.share_group, renderbuffer_name));
}

Acceptance of_framebuffer(const Call& call, const Situation& at) {
  const Acceptance target = of_bind_framebuffer(call, at.kind);
  return std::min(target, of_attachment(call, at));
}

Acceptance of_named_framebuffer(const Call& call, const Situation& at) {
  if (std::string_view(glbindings::signature(call.function).name()).find("DrawBuffer") == std::string_view::npos)
    return of_attachment(call, at);
  const DrawnInto into = gl_number(call, 0) == 0 ? DrawnInto::kWindow : DrawnInto::kObject;
  return of_draw_buffers(call, 1, at, into);
}

Acceptance of_texture(std::uint32_t target, std::uint32_t name, const Situation& at) {
  const std::uint32_t kind = at.made.texture_kind(at.share_group, name);
  return sure_if(name == 0 || kind == target || kind == MadeObjects::kNew);
}

bool has_kind(std::uint32_t name, const Situation& at) {
  const std::uint32_t kind = at.made.texture_kind(at.share_group, name);
  return name == 0 || (kind != MadeObjects::kNew && kind != MadeObjects::kAnyKind);
}

Acceptance of_bind_texture(const Call& call, const Situation& at) {
  switch (call.function) {
    case FunctionId::glBindTexture:
    case FunctionId::glBindTextureEXT: return of_texture(gl_number(call, 0), gl_number(call, 1), at);
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB: return sure_if(gl_number(call, 0) - GL_TEXTURE0 < at.texture_units);
    case FunctionId::glBindTextureUnit: {
      const std::uint32_t name = gl_number(call, 1);
      return sure_if(at.kind.is_gl({4, 5}) && gl_number(call, 0) < at.texture_units && has_kind(name, at));
    }
    case FunctionId::glBindTextures: {
      const auto names = array_argument<std::uint32_t>(call, 2);
      const std::uint64_t first = gl_number(call, 0), count = gl_number(call, 1);
      return sure_if(at.kind.is_gl({4, 4}) && first + count <= at.texture_units && names.size() == count &&
                     std::ranges::all_of(names, [&](std::uint32_t name) { return has_kind(name, at); }));
    }
    default: return kDoubtful;
  }
}

Acceptance of_new_list(const Call& call, const ContextKind& kind) {
  const std::uint32_t mode = gl_number(call, 1);
  if (gl_number(call, 0) == 0 || (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE)) return kRefused;
  return of_old_function(kind);
}

// Selection and feedback need a buffer, which is not followed here.
Acceptance of_render_mode(const Call& call, const ContextKind& kind) {
  switch (gl_number(call, 0)) {
    case GL_RENDER: return of_old_function(kind);
    case GL_SELECT:
    case GL_FEEDBACK: return std::min(of_old_function(kind), kDoubtful);
    default: return kRefused;
  }
}

Acceptance outside_of_primitives(SeekRole role, const Call& call, const Situation& at) {
  switch (role) {
    case SeekRole::kClear: return of_clear(call, at.kind);
    case SeekRole::kClearBuffer: return of_clear_buffer(call, at.kind);
    case SeekRole::kContextState: return of_context_state(call, at);
    case SeekRole::kBindFramebuffer: return of_bind_framebuffer(call, at.kind);
    case SeekRole::kDeleteFramebuffers: return of_names(call);
    case SeekRole::kFramebuffer: return of_framebuffer(call, at);
    case SeekRole::kNamedFramebuffer: return of_named_framebuffer(call, at);
    case SeekRole::kBindTexture: return of_bind_texture(call, at);
    case SeekRole::kNewList: return of_new_list(call, at.kind);
    case SeekRole::kRenderMode: return of_render_mode(call, at.kind);
    case SeekRole::kEndQuery:
    case SeekRole::kEndConditional:
    case SeekRole::kEndFeedback: return sure_if(at.begun);
    default: return kDoubtful;
  }
}

}  // namespace

ContextKind::ContextKind(const ContextRequest& request) : version(request.version()) {
  if (request.api == Api::kGles1) family = ApiFamily::kEs1;
  else if (request.api == Api::kGles2) family = request.major >= 3 ? ApiFamily::kEs3 : ApiFamily::kEs2;
  else if (request.profile == Profile::kCore) family = ApiFamily::kCore;
  else if (request.profile != Profile::kCompatibility && (version >= GlVersion{3, 1} || request.forward_compatible))
    family = ApiFamily::kEither;
}

bool reports_errors(const Call& creation) {
  constexpr std::int64_t kNoError = 0x31B3;  // of GLX, EGL and WGL
  for (const loaders::Value& list : std::span(creation.args, creation.argc)) {
    if (list.kind != loaders::ValueKind::kArray) continue;
    for (std::size_t i = 0; i < list.count; ++i) {
      if (list_element(list, i) == kNoError) return false;
    }
  }
  return true;
}

bool is_sure_texture_target(std::uint32_t target, const ContextKind& kind) {
  switch (target) {
    case GL_TEXTURE_2D: return true;
    case GL_TEXTURE_CUBE_MAP: return kind.family != ApiFamily::kEs1;
    case GL_TEXTURE_1D:
    case GL_TEXTURE_RECTANGLE: return kind.is_desktop();
    case GL_TEXTURE_3D: return kind.is_desktop() || kind.family == ApiFamily::kEs3;
    case GL_TEXTURE_2D_ARRAY: return kind.is_gl({3, 0}) || kind.family == ApiFamily::kEs3;
    case GL_TEXTURE_1D_ARRAY: return kind.is_gl({3, 0});
    case GL_TEXTURE_BUFFER: return kind.is_gl({3, 1});
    case GL_TEXTURE_2D_MULTISAMPLE:
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY: return kind.is_gl({3, 2});
    default: return false;
  }
}

Acceptance acceptance(SeekRole role, const Call& call, const Situation& at) {
  if (call.argc < glbindings::signature(call.function).params().size()) return kDoubtful;
  const Acceptance outside = outside_of_primitives(role, call, at);
  return at.in_primitive ? std::min(outside, kDoubtful) : outside;
}

std::uint32_t MadeObjects::texture_kind(std::uint32_t group, std::uint32_t name) const {
  const auto found = kinds_.find(name_key(group, name));
  if (found != kinds_.end()) return found->second;
  return kinds_.size() < kMax ? kNew : kAnyKind;
}

void MadeObjects::texture_is(std::uint32_t group, std::uint32_t name, std::uint32_t kind, bool sure) {
  const std::uint32_t before = texture_kind(group, name);
  if (name == 0 || before == kAnyKind || before == kind) return;
  // GL never accepts a bind of a texture that has another kind. So the name stands for several textures here.
  kinds_[name_key(group, name)] = sure && before == kNew ? kind : kAnyKind;
}

void MadeObjects::textures_are_gone(std::uint32_t group, std::span<const std::uint32_t> names, bool sure) {
  for (const std::uint32_t name : names) {
    const auto found = kinds_.find(name_key(group, name));
    if (found == kinds_.end()) continue;
    if (sure && group != kGroupOfNobody) kinds_.erase(found);
    else found->second = kAnyKind;
  }
}

bool MadeObjects::has_renderbuffer(std::uint32_t group, std::uint32_t name) const {
  return renderbuffers_.contains(name_key(group, name));
}

void MadeObjects::renderbuffer_is_there(std::uint32_t group, std::uint32_t name) {
  if (name != 0 && renderbuffers_.size() < kMax) renderbuffers_.insert(name_key(group, name));
}

void MadeObjects::renderbuffers_are_gone(std::uint32_t group, std::span<const std::uint32_t> names) {
  for (const std::uint32_t name : names) renderbuffers_.erase(name_key(group, name));
}

}  // namespace replay
