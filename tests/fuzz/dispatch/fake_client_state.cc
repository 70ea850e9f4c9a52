#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

void pixel_store(std::uint32_t name, std::int64_t value) {
  std::int32_t* parameter = store_parameter(name);
  if (refused() || parameter == nullptr || value < 0 || value > INT32_MAX) return;
  const bool is_alignment = name == GL_UNPACK_ALIGNMENT || name == GL_PACK_ALIGNMENT;
  if (is_alignment && value != 1 && value != 2 && value != 4 && value != 8) return;
  *parameter = static_cast<std::int32_t>(value);
}

void push_client(std::uint32_t mask) {
  if (refused() || state.saved.size() >= 16) return;
  state.saved.push_back({mask, state.unpack, state.pack, state.bound[GL_PIXEL_UNPACK_BUFFER],
                         state.bound[GL_PIXEL_PACK_BUFFER], state.vertex_array, state.bound[GL_ARRAY_BUFFER].first,
                         state.bound[GL_ARRAY_BUFFER].second, arrays(), state.unit});
}

void client_defaults(std::uint32_t mask) {
  if (refused()) return;
  if ((mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) {
    state.unpack = state.pack = Store{};
    state.bound[GL_PIXEL_UNPACK_BUFFER] = state.bound[GL_PIXEL_PACK_BUFFER] = {};
  }
  if ((mask & GL_CLIENT_VERTEX_ARRAY_BIT) != 0) {
    arrays() = {};
    state.bound[GL_ARRAY_BUFFER] = {};
    state.unit = 0;
  }
}

void pop_client() {
  if (refused() || state.saved.empty()) return;
  const Saved saved = state.saved.back();
  state.saved.pop_back();
  if ((saved.mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) {
    state.unpack = saved.unpack, state.pack = saved.pack;
    // A buffer that was deleted since is not bound again.
    const auto back = [](const Binding& binding) {
      return state.group->buffers.contains(binding.first) ? binding : Binding{};
    };
    state.bound[GL_PIXEL_UNPACK_BUFFER] = back(saved.unpack_buffer),
    state.bound[GL_PIXEL_PACK_BUFFER] = back(saved.pack_buffer);
  }
  if ((saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT) != 0) {
    state.vertex_array = state.vertex_arrays.contains(saved.vertex_array) ? saved.vertex_array : 0;
    arrays() = saved.arrays;
    state.bound[GL_ARRAY_BUFFER] = {saved.array_name, saved.array};
    state.unit = saved.unit;
  }
}

}  // namespace

std::int32_t* store_parameter(std::uint32_t name) {
  Store &u = state.unpack, &p = state.pack;
  switch (name) {
    case GL_UNPACK_ALIGNMENT: return &u.alignment;
    case GL_PACK_ALIGNMENT: return &p.alignment;
    case GL_UNPACK_ROW_LENGTH: return state.kind == Kind::kEs1 ? nullptr : &u.row_length;
    case GL_UNPACK_SKIP_PIXELS: return state.kind == Kind::kEs1 ? nullptr : &u.skip_pixels;
    case GL_UNPACK_SKIP_ROWS: return state.kind == Kind::kEs1 ? nullptr : &u.skip_rows;
    default: break;
  }
  if (is_es()) return nullptr;
  switch (name) {
    case GL_UNPACK_IMAGE_HEIGHT: return &u.image_height;
    case GL_UNPACK_SKIP_IMAGES: return &u.skip_images;
    case GL_UNPACK_COMPRESSED_BLOCK_WIDTH: return &u.block_width;
    case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT: return &u.block_height;
    case GL_UNPACK_COMPRESSED_BLOCK_DEPTH: return &u.block_depth;
    case GL_UNPACK_COMPRESSED_BLOCK_SIZE: return &u.block_size;
    case GL_PACK_ROW_LENGTH: return &p.row_length;
    case GL_PACK_SKIP_PIXELS: return &p.skip_pixels;
    case GL_PACK_SKIP_ROWS: return &p.skip_rows;
    case GL_PACK_IMAGE_HEIGHT: return &p.image_height;
    case GL_PACK_SKIP_IMAGES: return &p.skip_images;
    case GL_PACK_COMPRESSED_BLOCK_WIDTH: return &p.block_width;
    case GL_PACK_COMPRESSED_BLOCK_HEIGHT: return &p.block_height;
    case GL_PACK_COMPRESSED_BLOCK_DEPTH: return &p.block_depth;
    case GL_PACK_COMPRESSED_BLOCK_SIZE: return &p.block_size;
    default: return nullptr;
  }
}

void set_client_state(GladGLContext& t) {
  t.PixelStorei = [](GLenum name, GLint value) { pixel_store(name, value); };
  t.PixelStoref = [](GLenum name, GLfloat value) {
    pixel_store(name, value >= 0 && value < 2e9f ? static_cast<std::int64_t>(value + 0.5f) : -1);
  };
  t.PushClientAttrib = push_client;
  t.PopClientAttrib = pop_client;
  t.ClientAttribDefaultEXT = client_defaults;
  t.PushClientAttribDefaultEXT = [](GLbitfield mask) {
    push_client(mask);
    client_defaults(mask);
  };
}

}  // namespace replay::fake
