// The pixel-store state is followed because it decides how much memory an image takes.
#include "replay/handlers/common.h"
#include "replay/handlers/empty_arrays.h"

namespace replay::handlers {
namespace {

// The shadowed parameter of a pname, null for one that does not change an image's size.
std::int32_t* parameter(RecordedContext& context, std::uint32_t pname) {
  switch (pname) {
    case GL_UNPACK_ALIGNMENT: return &context.unpack.alignment;
    case GL_UNPACK_ROW_LENGTH: return &context.unpack.row_length;
    case GL_UNPACK_IMAGE_HEIGHT: return &context.unpack.image_height;
    case GL_UNPACK_SKIP_PIXELS: return &context.unpack.skip_pixels;
    case GL_UNPACK_SKIP_ROWS: return &context.unpack.skip_rows;
    case GL_UNPACK_SKIP_IMAGES: return &context.unpack.skip_images;
    case GL_PACK_ALIGNMENT: return &context.pack.alignment;
    case GL_PACK_ROW_LENGTH: return &context.pack.row_length;
    case GL_PACK_IMAGE_HEIGHT: return &context.pack.image_height;
    case GL_PACK_SKIP_PIXELS: return &context.pack.skip_pixels;
    case GL_PACK_SKIP_ROWS: return &context.pack.skip_rows;
    case GL_PACK_SKIP_IMAGES: return &context.pack.skip_images;
    default: return nullptr;
  }
}

// GL refuses other values and keeps the old one.
bool is_valid(std::uint32_t pname, std::int32_t value) {
  if (pname != GL_UNPACK_ALIGNMENT && pname != GL_PACK_ALIGNMENT) return value >= 0;
  return value == 1 || value == 2 || value == 4 || value == 8;
}

void follow(Dispatcher& d, std::uint32_t pname, std::int32_t value) {
  std::int32_t* shadow = parameter(*d.context, pname);
  if (shadow != nullptr && is_valid(pname, value)) *shadow = value;
}

void push(RecordedContext& context, std::uint32_t mask) {
  constexpr std::size_t kDeepest = 64;  // GL promises 16
  if (context.client_attributes.size() >= kDeepest) return;
  context.client_attributes.push_back({mask, context.unpack, context.pack, context.bound(BufferTarget::kArray),
                                       context.bound(BufferTarget::kElementArray), context.vertex_array, context.client_texture});
}

void set_defaults(RecordedContext& context, std::uint32_t mask) {
  if ((mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) context.unpack = context.pack = PixelStore{};
  if ((mask & GL_CLIENT_VERTEX_ARRAY_BIT) != 0) {
    context.bind(BufferTarget::kArray, 0);
    context.bind(BufferTarget::kElementArray, 0);
  }
}

}  // namespace

void pixel_storei(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStorei);
  if (function == nullptr) return;
  function(u32(call, 0), i32(call, 1));
  follow(d, u32(call, 0), i32(call, 1));
}

void pixel_storef(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStoref);
  if (function == nullptr) return;
  const float value = call.args[1].f;
  function(u32(call, 0), value);
  constexpr float kMost = 2147483520.0f;  // the largest float below 2^31
  follow(d, u32(call, 0), value >= 0 && value <= kMost ? static_cast<std::int32_t>(value + 0.5f) : -1);
}

void push_client_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PushClientAttrib);
  if (function == nullptr) return;
  function(u32(call, 0));
  push(*d.context, u32(call, 0));
}

void client_attrib_default(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ClientAttribDefaultEXT);
  if (function == nullptr) return;
  function(u32(call, 0));
  set_defaults(*d.context, u32(call, 0));
}

void push_client_attrib_default(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PushClientAttribDefaultEXT);
  if (function == nullptr) return;
  function(u32(call, 0));
  push(*d.context, u32(call, 0));
  set_defaults(*d.context, u32(call, 0));
}

void pop_client_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PopClientAttrib);
  if (function == nullptr) return;
  function();
  RecordedContext& context = *d.context;
  if (context.client_attributes.empty()) return;
  const ClientAttributes saved = context.client_attributes.back();
  context.client_attributes.pop_back();
  if ((saved.mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) {
    context.unpack = saved.unpack;
    context.pack = saved.pack;
  }
  if ((saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT) != 0) {
    context.vertex_array = saved.vertex_array;
    context.bind(BufferTarget::kArray, saved.array_buffer);
    context.bind(BufferTarget::kElementArray, saved.element_buffer);
    context.client_texture = saved.client_texture;
    fill_empty_arrays(d);
  }
}

}  // namespace replay::handlers
