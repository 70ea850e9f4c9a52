// Display lists. glCallLists adds a base to each name, and a mapped name is not the sum of mapped parts: the names are worked
// out here and the live base stays 0.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kMaxLists = 1 << 20;

// Element `index` of glCallLists' array, as GL reads its type.
std::uint32_t list_offset(const void* lists, std::uint32_t type, std::size_t index) {
  const auto* bytes = static_cast<const std::uint8_t*>(lists);
  const auto at = [lists, index]<class T>(T) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(lists) + index * sizeof(T), sizeof(T));
    return value;
  };
  switch (type) {
    case GL_BYTE: return static_cast<std::uint32_t>(at(std::int8_t{}));
    case GL_UNSIGNED_BYTE: return at(std::uint8_t{});
    case GL_SHORT: return static_cast<std::uint32_t>(at(std::int16_t{}));
    case GL_UNSIGNED_SHORT: return at(std::uint16_t{});
    case GL_INT: return static_cast<std::uint32_t>(at(std::int32_t{}));
    case GL_UNSIGNED_INT: return at(std::uint32_t{});
    case GL_FLOAT: {
      const float value = at(float{});
      return value >= -2147483648.0f && value < 4294967296.0f ? static_cast<std::uint32_t>(static_cast<std::int64_t>(value)) : 0;
    }
    case GL_2_BYTES: return bytes[2 * index] * 256u + bytes[2 * index + 1];
    case GL_3_BYTES: return (bytes[3 * index] * 256u + bytes[3 * index + 1]) * 256u + bytes[3 * index + 2];
    case GL_4_BYTES:
      return ((bytes[4 * index] * 256u + bytes[4 * index + 1]) * 256u + bytes[4 * index + 2]) * 256u + bytes[4 * index + 3];
    default: return 0;
  }
}

std::int64_t list_type_bytes(std::uint32_t type) {
  switch (type) {
    case GL_BYTE: case GL_UNSIGNED_BYTE: return 1;
    case GL_SHORT: case GL_UNSIGNED_SHORT: case GL_2_BYTES: return 2;
    case GL_3_BYTES: return 3;
    case GL_INT: case GL_UNSIGNED_INT: case GL_FLOAT: case GL_4_BYTES: return 4;
    default: return 0;
  }
}

}  // namespace

void gen_lists(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::GenLists);
  if (function == nullptr) return;
  const std::int64_t range = call.args[0].i;
  if (range < 0 || range > kMaxLists) return d.skip(call, Skip::kBadValue);
  const std::uint32_t live = function(static_cast<GLsizei>(range));
  const std::uint64_t recorded = call.result() != nullptr ? call.result()->u : 0;
  if (live == 0 || recorded == 0) return;
  NameMap& lists = d.context->map(Kind::kDisplayList);
  for (std::uint32_t i = 0; i < range; ++i) lists.set(static_cast<std::uint32_t>(recorded) + i, live + i);
}

void delete_lists(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DeleteLists);
  if (function == nullptr) return;
  const std::int64_t range = call.args[1].i;
  if (range < 0 || range > kMaxLists) return d.skip(call, Skip::kBadValue);
  NameMap& lists = d.context->map(Kind::kDisplayList);
  for (std::uint32_t i = 0; i < range; ++i) {
    const std::uint32_t live = lists.find(u32(call, 0) + i);
    if (live != 0) function(live, 1);
    lists.erase(u32(call, 0) + i);
  }
}

void new_list(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::NewList);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kDisplayList, call.args[0].u);
  if (attempt.ok) function(live, u32(call, 1));
}

// A list that was never made draws nothing.
void call_list(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CallList);
  if (function == nullptr) return;
  const std::uint32_t live = d.context->map(Kind::kDisplayList).find(u32(call, 0));
  if (live != 0) function(live);
}

void list_base(Dispatcher& d, const Call& call) {
  if (has_context(d, call)) d.context->list_base = u32(call, 0);
}

void call_lists(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CallLists);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const auto count = Arg<0>::count(attempt);
  const std::uint32_t type = u32(call, 1);
  const std::int64_t size = list_type_bytes(type);
  if (size == 0) return function(i32(call, 0), type, nullptr);  // GL refuses the type before it reads
  const void* lists = readable(attempt, call.args[2], count * size, 1);
  if (!attempt.ok) return;
  auto* live = attempt.scratch<GLuint>(static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    live[i] = d.context->map(Kind::kDisplayList).find(d.context->list_base + list_offset(lists, type, i));
  }
  function(i32(call, 0), GL_UNSIGNED_INT, live);
}

}  // namespace replay::handlers
