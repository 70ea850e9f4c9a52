#include "tests/fuzz/dispatch/fake_gl.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_pixels.h"

namespace replay::fake {
namespace {

// Memory of exactly that size, so that the sanitizer sees the byte before and the byte behind.
struct Block {
  explicit Block(std::int64_t bytes) : size(bytes), memory(new char[static_cast<std::size_t>(bytes)]) {}
  std::int64_t size;
  std::unique_ptr<char[]> memory;
};

struct Buffer {
  std::shared_ptr<Block> data;
  std::shared_ptr<Block> mapped;  // a copy of the mapped range; it goes with the unmap, and with the buffer
  bool immutable = false;
  std::int64_t size() const { return data ? data->size : 0; }
};

struct Array {
  bool enabled = false;
  std::shared_ptr<Buffer> buffer;
  std::uint32_t buffer_name = 0;
  std::uintptr_t pointer = 0;  // an offset, or an address where there is no buffer
  std::int64_t stride = 0;     // 0: elements follow each other
  int components = 4;
  std::uint32_t type = GL_FLOAT;

  std::int64_t element() const {
    switch (type) {
      case GL_BYTE: case GL_UNSIGNED_BYTE: return components;
      case GL_SHORT: case GL_UNSIGNED_SHORT: case GL_HALF_FLOAT: return components * 2;
      case GL_DOUBLE: return components * 8;
      default: return components * 4;
    }
  }
};

constexpr int kAttributes = 16, kUnits = 8, kFixed = 7, kArrays = kAttributes + kFixed + kUnits;

struct VertexArray {
  Array arrays[kArrays];
  std::shared_ptr<Buffer> elements;
  std::uint32_t element_name = 0;
};

struct Saved {
  std::uint32_t mask = 0;
  Store unpack, pack;
  std::uint32_t vertex_array = 0, array_name = 0;
  std::shared_ptr<Buffer> array;
  VertexArray arrays;
  int unit = 0;
};

struct State {
  Kind kind = Kind::kCompatibility;
  bool in_begin = false;
  std::uint32_t list = 0, render_mode = GL_RENDER;
  Store unpack, pack;
  std::map<std::uint32_t, std::shared_ptr<Buffer>> buffers;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::shared_ptr<Buffer>>> bound;  // by target
  std::map<std::uint32_t, VertexArray> vertex_arrays{{0, {}}};
  std::set<std::uint32_t> gen_arrays;
  std::uint32_t vertex_array = 0;
  int unit = 0;
  std::vector<Saved> saved;
  float* feedback = nullptr;
  std::int64_t feedback_size = 0;
  std::uint32_t* selection = nullptr;
  std::int64_t selection_size = 0;
  std::map<std::uint32_t, std::vector<std::uint32_t>> lists;
};
State state;

bool is_es() { return state.kind == Kind::kEs1 || state.kind == Kind::kEs2; }
bool refused() { return state.in_begin; }
VertexArray& arrays() { return state.vertex_arrays[state.vertex_array]; }

// Targets and what asks for their bindings.
struct Target {
  std::uint32_t name, query;
  bool in_es;
};
constexpr Target kTargets[] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING, true},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, false},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING, false},
    {GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING, false},
    {GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING, false},
    {GL_QUERY_BUFFER, GL_QUERY_BUFFER_BINDING, false},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING, false},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, false},
    {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING, false},
    {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING, false},
    {GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING, false},
    {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, false},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER_BINDING, false},
    {GL_PARAMETER_BUFFER, GL_PARAMETER_BUFFER_BINDING, false},
};

bool has_target(std::uint32_t target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return true;
  for (const Target& known : kTargets) {
    if (known.name == target) return known.in_es || !is_es();
  }
  return false;
}

std::shared_ptr<Buffer> bound(std::uint32_t target) {
  if (target == GL_ELEMENT_ARRAY_BUFFER) return arrays().elements;
  const auto found = state.bound.find(target);
  return found == state.bound.end() ? nullptr : found->second.second;
}

std::shared_ptr<Buffer> named(std::uint32_t name) {
  const auto found = state.buffers.find(name);
  return found == state.buffers.end() ? nullptr : found->second;
}

void bind(std::uint32_t target, std::uint32_t name) {
  if (refused() || !has_target(target)) return;
  if (name != 0 && !state.buffers.contains(name)) state.buffers[name] = std::make_shared<Buffer>();
  const auto buffer = name != 0 ? state.buffers[name] : nullptr;
  if (target == GL_ELEMENT_ARRAY_BUFFER) {
    arrays().elements = buffer;
    arrays().element_name = name;
  } else {
    state.bound[target] = {name, buffer};
  }
}

// Storage is not really needed in full: a file may ask for more than there is here.
constexpr std::int64_t kMostBytes = 1 << 22;

void storage(const std::shared_ptr<Buffer>& buffer, std::int64_t size, const void* data, bool immutable) {
  if (refused() || !buffer || size < 0 || buffer->immutable) return;
  if (data != nullptr) read_bytes(data, size);
  buffer->mapped.reset();
  buffer->immutable = immutable;
  buffer->data = size > kMostBytes ? nullptr : std::make_shared<Block>(size);  // out of memory
  if (buffer->data && data != nullptr) std::memcpy(buffer->data->memory.get(), data, static_cast<std::size_t>(size));
}

void* map(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t length) {
  if (refused() || !buffer || buffer->mapped || offset < 0 || length <= 0 || length > buffer->size() - offset) return nullptr;
  buffer->mapped = std::make_shared<Block>(length);
  return buffer->mapped->memory.get();
}

void sub_data(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t size, const void* data) {
  if (refused() || !buffer || offset < 0 || size < 0 || size > buffer->size() - offset) return;
  read_bytes(data, size);
}

void get_sub_data(const std::shared_ptr<Buffer>& buffer, std::int64_t offset, std::int64_t size, void* data) {
  if (refused() || !buffer || offset < 0 || size < 0 || size > buffer->size() - offset) return;
  read_bytes(data, size);
  if (size > 0) std::memcpy(data, buffer->data->memory.get() + offset, static_cast<std::size_t>(size));
}

void delete_buffers(GLsizei n, const GLuint* names) {
  if (refused() || n < 0) return;
  read_bytes(names, std::int64_t{n} * 4);
  for (GLsizei i = 0; i < n; ++i) {
    for (auto& [target, binding] : state.bound) {
      if (binding.first == names[i]) binding = {};
    }
    for (Array& array : arrays().arrays) {
      if (array.buffer_name == names[i]) array.buffer = nullptr, array.buffer_name = 0;
    }
    if (arrays().element_name == names[i]) arrays().elements = nullptr, arrays().element_name = 0;
    if (const auto buffer = named(names[i])) buffer->mapped.reset();
    state.buffers.erase(names[i]);
  }
}

// Arrays.
void pointer(int index, int components, std::uint32_t type, std::int64_t stride, const void* offset) {
  if (refused() || index < 0 || index >= kArrays || stride < 0 || components < 1) return;
  if (components > 4 && components != GL_BGRA) return;
  if (state.kind == Kind::kCore && state.vertex_array == 0) return;
  Array& array = arrays().arrays[index];
  const auto& binding = state.bound[GL_ARRAY_BUFFER];
  array.buffer = binding.second;
  array.buffer_name = binding.first;
  array.pointer = reinterpret_cast<std::uintptr_t>(offset);
  array.stride = stride;
  array.components = components == GL_BGRA ? 4 : components;
  array.type = type;
}

int fixed_index(std::uint32_t capability) {
  switch (capability) {
    case GL_VERTEX_ARRAY: return kAttributes;
    case GL_NORMAL_ARRAY: return kAttributes + 1;
    case GL_COLOR_ARRAY: return kAttributes + 2;
    case GL_INDEX_ARRAY: return is_es() ? -1 : kAttributes + 3;
    case GL_EDGE_FLAG_ARRAY: return is_es() ? -1 : kAttributes + 4;
    case GL_SECONDARY_COLOR_ARRAY: return is_es() ? -1 : kAttributes + 5;
    case GL_FOG_COORD_ARRAY: return is_es() ? -1 : kAttributes + 6;
    case GL_TEXTURE_COORD_ARRAY: return kAttributes + kFixed + state.unit;
    default: return -1;
  }
}

void enable(VertexArray& in, int index, bool enabled) {
  if (!refused() && index >= 0 && index < kArrays) in.arrays[index].enabled = enabled;
}

// Draws. A driver looks how long buffers are when it draws; while it compiles a list, and in feedback and selection, Mesa does
// not. Client memory it cannot check ever.
bool is_unchecked() { return state.list != 0 || state.render_mode != GL_RENDER; }

void look_up(std::int64_t index) {
  for (const Array& array : arrays().arrays) {
    if (!array.enabled) continue;
    const std::int64_t stride = array.stride != 0 ? array.stride : array.element();
    if (!array.buffer) {
      read_bytes(reinterpret_cast<const void*>(array.pointer), 1);
    } else if (is_unchecked() || state.in_begin) {
      const auto at = static_cast<std::int64_t>(array.pointer) + index * stride;
      static const Block nothing(1);
      const Block& data = array.buffer->data ? *array.buffer->data : nothing;
      read_bytes(data.memory.get() + at, array.element());
    }
  }
}

bool can_draw(std::int64_t count) { return !refused() && count > 0; }

void draw_arrays(std::int64_t first, std::int64_t count, std::int64_t instances) {
  if (!can_draw(count) || first < 0 || instances <= 0) return;
  if (count * instances > (std::int64_t{1} << 28)) __builtin_trap();  // hours
  look_up(first);
  look_up(first + count - 1);
}

std::int64_t index_size(std::uint32_t type) {
  return type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : type == GL_UNSIGNED_INT ? 4 : 0;
}

void draw_elements(std::int64_t count, std::uint32_t type, const void* indices, std::int64_t instances, std::int64_t base) {
  const std::int64_t size = index_size(type);
  if (!can_draw(count) || instances <= 0 || size == 0) return;
  if (count * instances > (std::int64_t{1} << 28)) __builtin_trap();
  const auto* memory = static_cast<const char*>(indices);
  if (arrays().elements) {
    const auto offset = reinterpret_cast<std::uintptr_t>(indices);
    if (!is_unchecked()) return look_up(0);
    if (!arrays().elements->data) return read_bytes(nullptr, 1);
    memory = arrays().elements->data->memory.get() + offset;
  }
  read_bytes(memory, count * size);
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t index = 0;
    std::memcpy(&index, memory + i * size, static_cast<std::size_t>(size));
    look_up(index + base);
  }
}

void indirect(const void* where, std::int64_t draws, std::int64_t stride, std::int64_t bytes) {
  if (refused() || draws <= 0) return;
  if (bound(GL_DRAW_INDIRECT_BUFFER)) return look_up(0);
  if (state.kind != Kind::kCompatibility) return;
  if (stride == 0) stride = bytes;
  read_bytes(where, (draws - 1) * stride + bytes);
  look_up(0);
}

// Images.
bool valid_pixels(std::uint32_t format, std::uint32_t type) { return !refused() && is_pixel_format(format, type); }

void upload(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::uint32_t format, std::uint32_t type,
            const void* pixels) {
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

// A texture level of the fake has a size that follows from its number, so that everybody agrees on it.
std::int64_t level_size(int level) { return level < 0 || level > 5 ? 0 : 32 >> level; }
int dimensions_of(std::uint32_t target) {
  return target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_CUBE_MAP_ARRAY ? 3
         : target == GL_TEXTURE_1D                                                                    ? 1
                                                                                                      : 2;
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
    if (store.row_length != 0) row = __int128(store.block_size) * ((store.row_length + std::int64_t{store.block_width} - 1) / store.block_width);
    skip += __int128(store.skip_pixels) * store.block_size / store.block_width;
  }
  if (dimensions > 1 && store.block_height != 0 && store.block_size != 0) {
    skip += __int128(store.skip_rows) * row / store.block_height;
    rows = (height + store.block_height - 1) / store.block_height;
    if (store.image_height != 0) total_rows = (store.image_height + std::int64_t{store.block_height} - 1) / store.block_height;
    if (total_rows < rows) total_rows = rows;
  }
  if (dimensions > 2 && store.block_depth != 0 && store.block_size != 0) {
    skip += __int128(store.skip_images) * row * total_rows / store.block_depth;
  }
  const __int128 end = skip + ((depth - 1) * total_rows + rows - 1) * row + copied;
  if (end >> 62) __builtin_trap();
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  read_bytes(reinterpret_cast<const void*>(first + static_cast<std::uintptr_t>(skip)), static_cast<std::int64_t>(copied));
  read_bytes(reinterpret_cast<const void*>(first + static_cast<std::uintptr_t>(end - copied)), static_cast<std::int64_t>(copied));
}

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

void pixel_store(std::uint32_t name, std::int64_t value) {
  std::int32_t* parameter = store_parameter(name);
  if (refused() || parameter == nullptr || value < 0 || value > INT32_MAX) return;
  const bool is_alignment = name == GL_UNPACK_ALIGNMENT || name == GL_PACK_ALIGNMENT;
  if (is_alignment && value != 1 && value != 2 && value != 4 && value != 8) return;
  *parameter = static_cast<std::int32_t>(value);
}

void push_client(std::uint32_t mask) {
  if (refused() || state.saved.size() >= 16) return;
  state.saved.push_back({mask, state.unpack, state.pack, state.vertex_array, state.bound[GL_ARRAY_BUFFER].first,
                         state.bound[GL_ARRAY_BUFFER].second, arrays(), state.unit});
}

void client_defaults(std::uint32_t mask) {
  if (refused()) return;
  if ((mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) state.unpack = state.pack = Store{};
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
  if ((saved.mask & GL_CLIENT_PIXEL_STORE_BIT) != 0) state.unpack = saved.unpack, state.pack = saved.pack;
  if ((saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT) != 0) {
    state.vertex_array = state.vertex_arrays.contains(saved.vertex_array) ? saved.vertex_array : 0;
    arrays() = saved.arrays;
    state.bound[GL_ARRAY_BUFFER] = {saved.array_name, saved.array};
    state.unit = saved.unit;
  }
}

bool get(std::uint32_t name, std::int64_t& value) {
  if (refused()) return false;
  if (const std::int32_t* parameter = store_parameter(name)) return value = *parameter, true;
  for (const Target& target : kTargets) {
    if (target.query == name && has_target(target.name)) return value = state.bound[target.name].first, true;
  }
  const auto fixed = [&](int index, auto member) { return index < 0 ? false : (value = static_cast<std::int64_t>(member(arrays().arrays[index])), true); };
  const auto name_of = [](const Array& a) { return a.buffer ? a.buffer_name : 0; };
  switch (name) {
    case GL_ELEMENT_ARRAY_BUFFER_BINDING: return value = arrays().element_name, true;
    case GL_VERTEX_ARRAY_BINDING: return state.kind == Kind::kEs1 ? false : (value = state.vertex_array, true);
    case GL_LIST_INDEX: case GL_LIST_MODE: return value = state.list, true;
    case GL_RENDER_MODE: return value = state.render_mode, true;
    case GL_CLIENT_ACTIVE_TEXTURE: return value = GL_TEXTURE0 + state.unit, true;
    case GL_MAX_VERTEX_ATTRIBS: return value = kAttributes, true;
    case GL_MAX_TEXTURE_COORDS: case GL_MAX_TEXTURE_UNITS: return value = kUnits, true;
    case GL_VERTEX_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_VERTEX_ARRAY), name_of);
    case GL_NORMAL_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_NORMAL_ARRAY), name_of);
    case GL_COLOR_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_COLOR_ARRAY), name_of);
    case GL_INDEX_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_INDEX_ARRAY), name_of);
    case GL_EDGE_FLAG_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_EDGE_FLAG_ARRAY), name_of);
    case GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_SECONDARY_COLOR_ARRAY), name_of);
    case GL_FOG_COORD_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_FOG_COORD_ARRAY), name_of);
    case GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING: return fixed(fixed_index(GL_TEXTURE_COORD_ARRAY), name_of);
    default: break;
  }
  struct FixedQueries {
    std::uint32_t capability, size, type, stride;
  };
  constexpr FixedQueries kQueries[] = {
      {GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE},
      {GL_NORMAL_ARRAY, 0, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE},
      {GL_COLOR_ARRAY, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE},
      {GL_INDEX_ARRAY, 0, GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE},
      {GL_EDGE_FLAG_ARRAY, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE},
      {GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE, GL_SECONDARY_COLOR_ARRAY_STRIDE},
      {GL_FOG_COORD_ARRAY, 0, GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE},
      {GL_TEXTURE_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY_SIZE, GL_TEXTURE_COORD_ARRAY_TYPE, GL_TEXTURE_COORD_ARRAY_STRIDE}};
  for (const FixedQueries& query : kQueries) {
    const int index = fixed_index(query.capability);
    if (name == 0 || index < 0) continue;
    const Array& array = arrays().arrays[index];
    if (name == query.size) return value = array.components, true;
    if (name == query.type) return value = array.type, true;
    if (name == query.stride) return value = array.stride, true;
  }
  return value = 0, true;
}

template <class T>
void get_into(std::uint32_t name, T* values) {
  std::int64_t value = 0;
  if (!get(name, value)) return;
  write_bytes(values, sizeof(T));
  *values = static_cast<T>(value);
}

void get_attribute(std::uint32_t index, std::uint32_t name, GLint* value) {
  if (refused() || index >= kAttributes) return;
  const Array& array = arrays().arrays[index];
  switch (name) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED: *value = array.enabled; return;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: *value = array.buffer ? static_cast<GLint>(array.buffer_name) : 0; return;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE: *value = array.components; return;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE: *value = static_cast<GLint>(array.type); return;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE: *value = static_cast<GLint>(array.stride); return;
    case GL_VERTEX_ATTRIB_BINDING: *value = static_cast<GLint>(index); return;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: *value = 0; return;
    default: return;
  }
}

// Control points.
template <class T>
void evaluator(std::uint32_t target, std::int64_t stride, int order, const T* points) {
  const int k = target == GL_MAP1_VERTEX_3 || target == GL_MAP1_NORMAL ? 3 : target == GL_MAP1_INDEX ? 1 : 4;
  if (refused() || target < GL_MAP1_COLOR_4 || target > GL_MAP1_VERTEX_4 || order < 1 || order > 30 || stride < k) return;
  if (target == GL_MAP1_TEXTURE_COORD_1 || target == GL_MAP1_TEXTURE_COORD_2 || target == GL_MAP1_TEXTURE_COORD_3) return;
  for (std::int64_t i = 0; i < order; ++i) read_bytes(points + i * stride, k * static_cast<std::int64_t>(sizeof(T)));
}

template <class T>
void evaluator(std::uint32_t target, std::int64_t u_stride, int u_order, std::int64_t v_stride, int v_order, const T* points) {
  if (refused() || target != GL_MAP2_VERTEX_3 || u_order < 1 || u_order > 30 || v_order < 1 || v_order > 30) return;
  if (u_stride < 3 || v_stride < 3) return;
  for (std::int64_t i = 0; i < u_order; ++i) {
    for (std::int64_t j = 0; j < v_order; ++j) read_bytes(points + i * u_stride + j * v_stride, 3 * static_cast<std::int64_t>(sizeof(T)));
  }
}

void buffer_parameter(const std::shared_ptr<Buffer>& buffer, std::uint32_t name, std::int64_t& value) {
  if (!refused() && buffer && name == GL_BUFFER_SIZE) value = buffer->size();
}

}  // namespace

#include "tests/fuzz/dispatch/fake_overrides.inc"

void forget() { state = State{}; }

GladGLContext make(Kind kind) {
  static const auto fill = [] {
    GladGLContext table{};
#include "fake_entries.inc"
    override_with_state(table);
#include "fake_aliases.inc"
    return table;
  }();
  state = State{};
  state.kind = kind;
  GladGLContext table = fill;
  if (kind != Kind::kCompatibility) {
    table.Begin = nullptr;
    table.End = nullptr;
    table.NewList = nullptr;
    table.CallList = nullptr;
    table.ArrayElement = nullptr;
    table.PushClientAttrib = nullptr;
    table.PopClientAttrib = nullptr;
    table.Accum = nullptr;
  }
  if (kind == Kind::kEs1) {
    table.VertexAttribPointer = nullptr;
    table.EnableVertexAttribArray = nullptr;
    table.GetVertexAttribiv = nullptr;
    table.GetUniformLocation = nullptr;
    table.GetProgramiv = nullptr;
    table.BindVertexArray = nullptr;
    table.TexStorage2D = nullptr;
    table.BindVertexBuffer = nullptr;
    table.MapBufferRange = nullptr;
    table.UseProgram = nullptr;
    table.CreateProgram = nullptr;
  }
  if (kind == Kind::kEs2 || kind == Kind::kCore) {
    table.VertexPointer = nullptr;
    table.EnableClientState = nullptr;
    table.ClientActiveTexture = nullptr;
  }
  return table;
}

}  // namespace replay::fake
