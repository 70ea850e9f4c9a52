// Objects of a page: what WebGL knows about them, and a replay cannot ask the driver for.
//
// The tracer numbers the objects and uniform locations of all contexts from one counter and never uses a number twice,
// so one table from handle to object is enough. A damaged file may use a number twice, even for another kind of object.
// Then the handle belongs to the new object, and the old one stays where it is bound and attached, as in GL. So what is
// kept from one event to the next is always a pointer to an object, never its handle. Deleted objects stay in memory.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/wtf/webgl/declared_attributes.h"
#include "loaders/wtf/webgl/enums.h"
#include "loaders/wtf/webgl/index_data.h"

namespace loaders::wtf::webgl {

enum class ObjectKind : std::uint8_t {
  kNone,
  kBuffer,
  kFramebuffer,
  kProgram,
  kRenderbuffer,
  kShader,
  kTexture,
  kVertexArray,
  kUniformLocation
};

struct Buffer {
  std::uint64_t size = 0;
  std::uint32_t target = 0;  // the target that it was bound to first; WebGL allows no other
  IndexData indices;         // the contents of an element array buffer
};

// What decides the length of one array of vertex attributes.
struct Attribute {
  const Buffer* buffer = nullptr;
  std::uint64_t offset = 0;
  std::uint32_t stride = 0;  // never 0 when there is a buffer
  std::uint32_t bytes = 0;   // of one element
  std::uint32_t divisor = 0;

  // How many elements the buffer has.
  std::uint64_t elements() const {
    if (buffer == nullptr || buffer->size < offset + bytes) return 0;
    return (buffer->size - offset - bytes) / stride + 1;
  }
};

struct VertexArray {
  static constexpr std::uint32_t kMaxAttributes = 32;

  std::array<Attribute, kMaxAttributes> attributes;
  std::uint32_t enabled = 0;  // a bit for each attribute
  Buffer* element_buffer = nullptr;
};

struct Texture {
  std::uint32_t width = 0, height = 0;  // of level 0
  std::uint32_t min_filter = kNearestMipmapLinear;
  std::uint32_t wrap_s = kRepeat, wrap_t = kRepeat;
  std::uint32_t given_filter = kNearestMipmapLinear;  // the filter that GL has: see effective_filter()

  bool is_power_of_two() const { return (width & (width - 1)) == 0 && (height & (height - 1)) == 0; }

  // In WebGL 1, sampling a texture whose sides are no powers of two gives (0, 0, 0, 1), unless it is clamped and not
  // mipmapped. In GL, sampling a texture gives that when it lacks the mipmap levels that its filter asks for. So such a
  // texture gets a mipmap filter: it has no mipmap levels.
  std::uint32_t effective_filter() const {
    const bool plain = wrap_s == kClampToEdge && wrap_t == kClampToEdge && min_filter <= kLinear;
    return is_power_of_two() || plain ? min_filter : static_cast<std::uint32_t>(kNearestMipmapNearest);
  }
};

struct Shader {
  std::uint32_t type = 0;
  std::vector<DeclaredAttribute> attributes;  // of vertex shaders
};

struct Program {
  // The result of the last link. A recording that has attribute locations has them after each link that succeeded.
  enum class Link : std::uint8_t { kNone, kFailed, kDone } link = Link::kNone;
  std::uint32_t links = 0;
  std::unordered_map<std::string, std::uint32_t> locations;   // name of a uniform -> index in Objects::locations
  std::unordered_map<std::string, std::uint32_t> attributes;  // as set by glBindAttribLocation
  std::vector<const Shader*> shaders;                         // those that are attached
};

struct Location {
  const Program* program = nullptr;
  std::uint32_t links = 0;   // Program::links when the page asked for it
  std::uint32_t number = 0;  // within the program
};

struct Handle {
  ObjectKind kind = ObjectKind::kNone;
  bool is_deleted = false;
  std::uint16_t context = 0;  // Context::serial
  std::uint32_t index = 0;    // in the list of its kind
};

// Thrown when the objects of a page take more memory than they may.
struct PageLimitReached {};

class Objects {
 public:
  explicit Objects(std::uint64_t most_bytes = Limits().page_bytes) : most_bytes_(most_bytes) {}

  // Notes that memory of objects has changed from one size to another.
  void resized(std::uint64_t from, std::uint64_t to) {
    bytes_ += to - from;
    if (to > from && bytes_ > most_bytes_) throw PageLimitReached();
  }

  // Handle::kind is kNone when nothing was made under that handle.
  Handle find(std::uint32_t handle) const;
  // Makes an object, which takes the handle from the one that had it.
  void make(std::uint32_t handle, ObjectKind kind, std::uint16_t context);
  void make_location(std::uint32_t handle, std::uint16_t context, std::uint32_t location);
  void mark_deleted(std::uint32_t handle);

  // Precondition: the handle comes from the current event and is one of that kind; the object may be deleted.
  // References stay valid.
  Buffer& buffer(std::uint32_t handle) { return buffers_[index_of(handle, ObjectKind::kBuffer)]; }
  VertexArray& vertex_array(std::uint32_t handle) { return vertex_arrays_[index_of(handle, ObjectKind::kVertexArray)]; }
  Texture& texture(std::uint32_t handle) { return textures_[index_of(handle, ObjectKind::kTexture)]; }
  Shader& shader(std::uint32_t handle) { return shaders_[index_of(handle, ObjectKind::kShader)]; }
  Program& program(std::uint32_t handle) { return programs_[index_of(handle, ObjectKind::kProgram)]; }
  const Location& location(std::uint32_t handle) const {
    return locations[index_of(handle, ObjectKind::kUniformLocation)];
  }

  // The memory of the table of handles.
  std::size_t dense_bytes() const { return dense_.capacity() * sizeof(Handle); }

  std::vector<Location> locations;

 private:
  std::uint32_t index_of(std::uint32_t handle, [[maybe_unused]] ObjectKind kind) const {
    const Handle found = find(handle);
    assert(found.kind == kind);
    return found.index;
  }
  Handle& slot(std::uint32_t handle);
  std::uint32_t add(ObjectKind kind);

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;

  // Handles count up from 1 through the recording. A damaged file may have handles far above those; they are kept in a
  // hash table.
  std::size_t made_ = 0;
  std::vector<Handle> dense_;
  std::unordered_map<std::uint32_t, Handle> wild_;
  std::deque<Buffer> buffers_;
  std::deque<VertexArray> vertex_arrays_;
  std::deque<Texture> textures_;
  std::deque<Shader> shaders_;
  std::deque<Program> programs_;
};

}  // namespace loaders::wtf::webgl
