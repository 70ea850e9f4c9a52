#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

bool valid_pixels(std::uint32_t format, std::uint32_t type) { return !refused() && is_pixel_format(format, type); }

// A texture level of the fake has a size that follows from its number, so that everybody agrees on it.
std::int64_t level_size(int level) { return level < 0 || level > 5 ? 0 : 32 >> level; }
int dimensions_of(std::uint32_t target) {
  return target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_CUBE_MAP_ARRAY ? 3
         : target == GL_TEXTURE_1D                                                                       ? 1
                                                                                                         : 2;
}

}  // namespace

void upload(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::uint32_t format,
            std::uint32_t type, const void* pixels) {
  if (!valid_pixels(format, type) || bound(GL_PIXEL_UNPACK_BUFFER) || pixels == nullptr) return;
  for_each_row(reinterpret_cast<std::uintptr_t>(pixels), dimensions, width, height, depth, format, type, state.unpack,
               [](std::uintptr_t row, std::int64_t bytes) { read_bytes(reinterpret_cast<const void*>(row), bytes); });
}

void download(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::uint32_t format,
              std::uint32_t type, void* pixels) {
  if (!valid_pixels(format, type) || bound(GL_PIXEL_PACK_BUFFER)) return;
  for_each_row(reinterpret_cast<std::uintptr_t>(pixels), dimensions, width, height, depth, format, type, state.pack,
               [](std::uintptr_t row, std::int64_t bytes) { write_bytes(reinterpret_cast<void*>(row), bytes); });
}

// What Mesa does with compressed blocks in memory, which is not what the call says they take (texstore.c).
void compressed_upload(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::int64_t size,
                       const void* data) {
  if (refused() || size < 0 || bound(GL_PIXEL_UNPACK_BUFFER) || data == nullptr) return;
  if (width <= 0 || height <= 0 || depth <= 0) return;
  const __int128 blocks = __int128((width + 3) / 4) * ((height + 3) / 4) * depth;
  if (size != blocks * 8 && size != blocks * 16) return;  // refused
  const Store& store = state.unpack;
  __int128 skip = 0, row = (width + 3) / 4 * (size / blocks), copied = row, rows = (height + 3) / 4, total_rows = rows;
  if (store.block_width != 0 && store.block_size != 0) {
    if (store.row_length != 0)
      row = __int128(store.block_size) * ((store.row_length + std::int64_t{store.block_width} - 1) / store.block_width);
    skip += __int128(store.skip_pixels) * store.block_size / store.block_width;
  }
  if (dimensions > 1 && store.block_height != 0 && store.block_size != 0) {
    skip += __int128(store.skip_rows) * row / store.block_height;
    rows = (height + store.block_height - 1) / store.block_height;
    if (store.image_height != 0)
      total_rows = (store.image_height + std::int64_t{store.block_height} - 1) / store.block_height;
    if (total_rows < rows) total_rows = rows;
  }
  if (dimensions > 2 && store.block_depth != 0 && store.block_size != 0) {
    skip += __int128(store.skip_images) * row * total_rows / store.block_depth;
  }
  const __int128 end = skip + ((depth - 1) * total_rows + rows - 1) * row + copied;
  if (end >> 62) __builtin_trap();
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  read_bytes(reinterpret_cast<const void*>(first + static_cast<std::uintptr_t>(skip)),
             static_cast<std::int64_t>(copied));
  read_bytes(reinterpret_cast<const void*>(first + static_cast<std::uintptr_t>(end - copied)),
             static_cast<std::int64_t>(copied));
}

void set_images(GladGLContext& t) {
  t.DrawPixels = [](GLsizei w, GLsizei h, GLenum f, GLenum type, const void* p) { upload(2, w, h, 1, f, type, p); };
  t.Bitmap = [](GLsizei w, GLsizei h, GLfloat, GLfloat, GLfloat, GLfloat, const GLubyte* p) {
    upload(2, w, h, 1, GL_COLOR_INDEX, GL_BITMAP, p);
  };
  t.PolygonStipple = [](const GLubyte* p) { upload(2, 32, 32, 1, GL_COLOR_INDEX, GL_BITMAP, p); };
  t.ColorTable = [](GLenum, GLenum, GLsizei w, GLenum f, GLenum type, const void* p) {
    upload(1, w, 1, 1, f, type, p);
  };
  t.ConvolutionFilter2D = [](GLenum, GLenum, GLsizei w, GLsizei h, GLenum f, GLenum type, const void* p) {
    upload(2, w, h, 1, f, type, p);
  };
  t.SeparableFilter2D = [](GLenum, GLenum, GLsizei w, GLsizei h, GLenum f, GLenum type, const void* row,
                           const void* column) {
    upload(1, w, 1, 1, f, type, row);
    upload(1, h, 1, 1, f, type, column);
  };
  t.PixelMapfv = [](GLenum, GLsizei n, const GLfloat* v) {
    if (!refused() && n >= 1 && n <= 256 && !bound(GL_PIXEL_UNPACK_BUFFER)) read_bytes(v, std::int64_t{n} * 4);
  };
  t.PixelMapusv = [](GLenum, GLsizei n, const GLushort* v) {
    if (!refused() && n >= 1 && n <= 256 && !bound(GL_PIXEL_UNPACK_BUFFER)) read_bytes(v, std::int64_t{n} * 2);
  };
  t.PixelMapuiv = [](GLenum, GLsizei n, const GLuint* v) {
    if (!refused() && n >= 1 && n <= 256 && !bound(GL_PIXEL_UNPACK_BUFFER)) read_bytes(v, std::int64_t{n} * 4);
  };
  t.PixelMapx = [](GLenum, GLint n, const GLfixed* v) {
    if (!refused() && n >= 1 && n <= 256 && !bound(GL_PIXEL_UNPACK_BUFFER)) read_bytes(v, std::int64_t{n} * 4);
  };
  t.ReadPixels = [](GLint, GLint, GLsizei w, GLsizei h, GLenum f, GLenum type, void* p) {
    download(2, w, h, 1, f, type, p);
  };
  // Bounds that the call tells are looked at by GL itself; a negative one is none for Mesa.
  t.ReadnPixels = [](GLint, GLint, GLsizei w, GLsizei h, GLenum f, GLenum type, GLsizei, void* p) {
    download(2, w, h, 1, f, type, p);
  };
  t.GetTexLevelParameteriv = [](GLenum target, GLint level, GLenum name, GLint* v) {
    if (refused()) return;
    write_bytes(v, 4);
    const auto size = static_cast<GLint>(level_size(level));
    *v = name == GL_TEXTURE_WIDTH                   ? size
         : name == GL_TEXTURE_HEIGHT                ? (target == GL_TEXTURE_1D ? 1 : size)
         : name == GL_TEXTURE_DEPTH                 ? (dimensions_of(target) == 3 && level % 2 == 1 ? 3 : 1)
         : name == GL_TEXTURE_COMPRESSED            ? 1
         : name == GL_TEXTURE_COMPRESSED_IMAGE_SIZE ? size * size / 2
                                                    : 0;
  };
  t.GetTexImage = [](GLenum target, GLint level, GLenum f, GLenum type, void* p) {
    if (p == nullptr && !bound(GL_PIXEL_PACK_BUFFER)) return;
    const std::int64_t size = level_size(level);
    const int dimensions = dimensions_of(target);
    download(dimensions, size, dimensions == 1 ? 1 : size, dimensions == 3 && level % 2 == 1 ? 3 : 1, f, type, p);
  };
  t.GetnTexImage = [](GLenum, GLint, GLenum f, GLenum type, GLsizei n, void* p) {
    if (valid_pixels(f, type) && !bound(GL_PIXEL_PACK_BUFFER)) write_bytes(p, n < 0 ? 4096 : n);
  };
  t.GetTextureImage = [](GLuint, GLint, GLenum f, GLenum type, GLsizei n, void* p) {
    if (valid_pixels(f, type) && !bound(GL_PIXEL_PACK_BUFFER)) write_bytes(p, n < 0 ? 4096 : n);
  };
  t.GetCompressedTexImage = [](GLenum, GLint level, void* p) {
    if (refused() || bound(GL_PIXEL_PACK_BUFFER)) return;
    const std::int64_t size = level_size(level);
    write_bytes(p, size * size / 2 + (state.pack.block_size != 0 ? std::int64_t{state.pack.skip_rows} * size : 0));
  };
  t.GetnCompressedTexImage = [](GLenum, GLint, GLsizei n, void* p) {
    if (!refused() && !bound(GL_PIXEL_PACK_BUFFER)) write_bytes(p, n < 0 ? 4096 : n);
  };
  t.GetQueryObjectuiv = [](GLuint, GLenum, GLuint* p) {
    if (!refused() && !bound(GL_QUERY_BUFFER)) write_bytes(p, 4);
  };
  t.GetQueryObjectiv = [](GLuint, GLenum, GLint* p) {
    if (!refused() && !bound(GL_QUERY_BUFFER)) write_bytes(p, 4);
  };
  t.ClearBufferData = [](GLenum, GLenum, GLenum f, GLenum type, const void* p) {
    if (valid_pixels(f, type) && p != nullptr) read_bytes(p, (group_bits(f, type) + 7) / 8);
  };
  t.ClearTexImage = [](GLuint, GLint, GLenum f, GLenum type, const void* p) {
    if (valid_pixels(f, type) && p != nullptr) read_bytes(p, (group_bits(f, type) + 7) / 8);
  };
}

}  // namespace replay::fake
