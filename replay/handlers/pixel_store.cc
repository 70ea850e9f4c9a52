// The pixel-store state is followed because it decides how much memory an image takes.
#include "replay/handlers/bindings.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// A parameter that changes an image's size in memory.
struct Parameter {
  GLenum name;
  PixelStore RecordedContext::*direction;
  std::int32_t PixelStore::*member;
};

constexpr auto kUnpack = &RecordedContext::unpack, kPack = &RecordedContext::pack;
constexpr Parameter kParameters[] = {
    {GL_UNPACK_ALIGNMENT, kUnpack, &PixelStore::alignment},
    {GL_UNPACK_ROW_LENGTH, kUnpack, &PixelStore::row_length},
    {GL_UNPACK_IMAGE_HEIGHT, kUnpack, &PixelStore::image_height},
    {GL_UNPACK_SKIP_PIXELS, kUnpack, &PixelStore::skip_pixels},
    {GL_UNPACK_SKIP_ROWS, kUnpack, &PixelStore::skip_rows},
    {GL_UNPACK_SKIP_IMAGES, kUnpack, &PixelStore::skip_images},
    {GL_UNPACK_COMPRESSED_BLOCK_WIDTH, kUnpack, &PixelStore::block_width},
    {GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, kUnpack, &PixelStore::block_height},
    {GL_UNPACK_COMPRESSED_BLOCK_DEPTH, kUnpack, &PixelStore::block_depth},
    {GL_UNPACK_COMPRESSED_BLOCK_SIZE, kUnpack, &PixelStore::block_size},
    {GL_PACK_ALIGNMENT, kPack, &PixelStore::alignment},
    {GL_PACK_ROW_LENGTH, kPack, &PixelStore::row_length},
    {GL_PACK_IMAGE_HEIGHT, kPack, &PixelStore::image_height},
    {GL_PACK_SKIP_PIXELS, kPack, &PixelStore::skip_pixels},
    {GL_PACK_SKIP_ROWS, kPack, &PixelStore::skip_rows},
    {GL_PACK_SKIP_IMAGES, kPack, &PixelStore::skip_images},
    {GL_PACK_COMPRESSED_BLOCK_WIDTH, kPack, &PixelStore::block_width},
    {GL_PACK_COMPRESSED_BLOCK_HEIGHT, kPack, &PixelStore::block_height},
    {GL_PACK_COMPRESSED_BLOCK_DEPTH, kPack, &PixelStore::block_depth},
    {GL_PACK_COMPRESSED_BLOCK_SIZE, kPack, &PixelStore::block_size},
};

// What GL has, not what it was asked to have: it refuses values, parameters that the version lacks, and everything inside
// glBegin. An image would be read past its end if we believed that a refused call had been made.
void reread(Dispatcher& d, const Parameter& parameter) {
  std::int32_t& shadow = d.context->*parameter.direction.*parameter.member;
  shadow = asked(d, parameter.name, shadow);
}

void follow(Dispatcher& d, std::uint32_t name) {
  for (const Parameter& parameter : kParameters) {
    if (parameter.name == name) return reread(d, parameter);
  }
}

void reread_all(Dispatcher& d) {
  const bool has_blocks = d.gl->TexStorage2D != nullptr;  // both came with GL 4.2
  for (const Parameter& parameter : kParameters) {
    const auto member = parameter.member;
    const bool is_block = member == &PixelStore::block_width || member == &PixelStore::block_height ||
                          member == &PixelStore::block_depth || member == &PixelStore::block_size;
    if (has_blocks || !is_block) reread(d, parameter);
  }
}

// The bindings are what the recorded program had saved, as long as the driver agrees.
void reread_bindings(Dispatcher& d) {
  RecordedContext& context = *d.context;
  const bool has_arrays = d.gl->BindVertexArray != nullptr;
  const auto live_array = has_arrays ? static_cast<std::uint32_t>(asked(d, GL_VERTEX_ARRAY_BINDING, 0)) : 0;
  if (context.map(Kind::kVertexArray).find(context.vertex_array) != live_array) {
    std::uint32_t found = 0;
    context.map(Kind::kVertexArray).for_each([&](std::uint32_t recorded, std::uint32_t live) {
      if (live == live_array) found = recorded;
    });
    context.bind_vertex_array(found);
  }
  for (const BufferTarget target : {BufferTarget::kArray, BufferTarget::kElementArray}) {
    if (!is_bound(d, target, context.map(Kind::kBuffer).find(context.bound(target)))) context.bind(target, 0);
  }
  const auto unit = static_cast<std::uint32_t>(asked(d, GL_CLIENT_ACTIVE_TEXTURE, GL_TEXTURE0));
  context.client_texture = unit - GL_TEXTURE0;
  context.arrays->suspect();
}

void push(RecordedContext& context, std::uint32_t mask) {
  constexpr std::size_t kDeepest = 64;  // GL promises 16
  if (context.client_attributes.size() >= kDeepest) return;
  context.client_attributes.push_back(
      {mask, context.bound(BufferTarget::kArray), context.bound(BufferTarget::kElementArray), context.vertex_array});
}

void follow_defaults(Dispatcher& d, std::uint32_t mask) {
  reread_all(d);
  if ((mask & GL_CLIENT_VERTEX_ARRAY_BIT) == 0) return;
  d.context->bind(BufferTarget::kArray, 0);
  d.context->bind(BufferTarget::kElementArray, 0);
  reread_bindings(d);
}

}  // namespace

void pixel_storei(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStorei);
  if (function == nullptr) return;
  function(u32(call, 0), i32(call, 1));
  follow(d, u32(call, 0));
}

void pixel_storef(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PixelStoref);
  if (function == nullptr) return;
  function(u32(call, 0), call.args[1].f);
  follow(d, u32(call, 0));
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
  follow_defaults(d, u32(call, 0));
}

void push_client_attrib_default(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PushClientAttribDefaultEXT);
  if (function == nullptr) return;
  function(u32(call, 0));
  push(*d.context, u32(call, 0));
  follow_defaults(d, u32(call, 0));
}

void pop_client_attrib(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::PopClientAttrib);
  if (function == nullptr) return;
  function();
  RecordedContext& context = *d.context;
  if (context.client_attributes.empty()) return;
  const ClientAttributes saved = context.client_attributes.back();
  context.client_attributes.pop_back();
  reread_all(d);
  if ((saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT) == 0) return;
  context.bind_vertex_array(saved.vertex_array);
  context.bind(BufferTarget::kArray, saved.array_buffer);
  context.bind(BufferTarget::kElementArray, saved.element_buffer);
  reread_bindings(d);
}

}  // namespace replay::handlers
