#include "loaders/wtf/webgl/objects.h"

#include <cstddef>

namespace loaders::wtf::webgl {
namespace {

template <class T>
std::uint32_t append(std::deque<T>& list) {
  list.emplace_back();
  return static_cast<std::uint32_t>(list.size() - 1);
}

std::uint64_t bytes_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kBuffer: return sizeof(Buffer);
    case ObjectKind::kVertexArray: return sizeof(VertexArray);
    case ObjectKind::kTexture: return sizeof(Texture);
    case ObjectKind::kShader: return sizeof(Shader);
    case ObjectKind::kProgram: return sizeof(Program);
    default: return 0;
  }
}

}  // namespace

Handle Objects::find(std::uint32_t handle) const {
  if (handle < dense_.size()) return dense_[handle];
  const auto found = wild_.find(handle);
  return found == wild_.end() ? Handle{} : found->second;
}

Handle& Objects::slot(std::uint32_t handle) {
  constexpr std::size_t kStep = 4096;
  if (handle >= dense_.size() && handle < 8 * made_ + kStep) {
    dense_.resize(std::size_t{handle} + handle / 2 + kStep);
    std::erase_if(wild_, [this](const auto& entry) {
      const bool is_dense = entry.first < dense_.size();
      if (is_dense) dense_[entry.first] = entry.second;
      return is_dense;
    });
  }
  return handle < dense_.size() ? dense_[handle] : wild_[handle];
}

std::uint32_t Objects::add(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kBuffer: return append(buffers_);
    case ObjectKind::kVertexArray: return append(vertex_arrays_);
    case ObjectKind::kTexture: return append(textures_);
    case ObjectKind::kShader: return append(shaders_);
    case ObjectKind::kProgram: return append(programs_);
    default: return 0;  // nothing is kept about other kinds
  }
}

void Objects::make(std::uint32_t handle, ObjectKind kind, std::uint16_t context) {
  resized(0, sizeof(Handle) + bytes_of(kind));
  ++made_;
  slot(handle) = {kind, false, context, add(kind)};
}

void Objects::make_location(std::uint32_t handle, std::uint16_t context, std::uint32_t location) {
  resized(0, sizeof(Handle) + sizeof(Location));
  ++made_;
  slot(handle) = {ObjectKind::kUniformLocation, false, context, location};
}

void Objects::mark_deleted(std::uint32_t handle) {
  Handle& deleted = slot(handle);
  deleted.is_deleted = true;
  if (deleted.kind != ObjectKind::kBuffer) return;
  IndexData& indices = buffers_[deleted.index].indices;
  resized(indices.size(), 0);
  indices.forget();
}

}  // namespace loaders::wtf::webgl
