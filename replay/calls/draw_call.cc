#include "replay/calls/draw_call.h"

#include <algorithm>
#include <string_view>

#include "glbindings/signature.h"

namespace replay {
namespace {

using loaders::Value;

const Value* argument(const loaders::Call& call, std::string_view name) {
  const auto params = glbindings::signature(call.function).params();
  for (std::size_t i = 0; i < std::min<std::size_t>(params.size(), call.argc); ++i) {
    if (params[i].name() == name) return &call.args[i];
  }
  return nullptr;
}

std::int64_t number(const Value* value, std::int64_t otherwise = 0) {
  return value != nullptr && value->is_integer() ? value->i : otherwise;
}

template <class T>
T element(const Value* value, std::size_t i, T otherwise) {
  if (value == nullptr || value->kind != loaders::ValueKind::kArray || loaders::elem_size(value->elem) != sizeof(T))
    return otherwise;
  const auto all = value->array<T>();
  return i < all.size() ? all[i] : otherwise;
}

std::vector<DrawRange> several_ranges(const Value* first, const Value& counts, const Value* indices,
                                      const Value* base) {
  std::vector<DrawRange> ranges;
  for (std::size_t i = 0; i < counts.count; ++i) {
    DrawRange range{.first = element<std::int32_t>(first, i, 0),
                    .count = element<std::int32_t>(&counts, i, 0),
                    .base_vertex = element<std::int32_t>(base, i, 0)};
    if (indices != nullptr) {
      if (indices->elem != loaders::Elem::kValue || i >= indices->count) break;
      range.indices = &indices->array<Value>()[i];
    }
    ranges.push_back(range);
  }
  return ranges;
}

// What says the number of instances has many names; in glMultiDraw*, "primcount" is the number of draws.
std::int64_t instances_of(const loaders::Call& call) {
  for (const char* name : {"instancecount", "instanceCount", "instances", "primcount"}) {
    if (const Value* value = argument(call, name)) return number(value, 1);
  }
  return 1;
}

bool draws_by_mode(std::string_view name) {
  return name.starts_with("glDraw") || name.starts_with("glMultiDraw") || name.starts_with("glMultiModeDraw") ||
         name.starts_with("replayGuardedDraw");
}

std::optional<DrawCall> indirect_draw(const loaders::Call& call, const Value* indirect, DrawCall draw) {
  draw.from = DrawCall::From::kIndirect;
  draw.indirect = indirect;
  const Value *most = argument(call, "maxdrawcount"), *commands = argument(call, "drawcount");
  if (commands == nullptr) commands = argument(call, "primcount");
  draw.commands = most != nullptr ? number(most) : number(commands, 1);
  if (most != nullptr && commands != nullptr) draw.count_offset = number(commands);
  draw.stride = number(argument(call, "stride"));
  return draw;
}

}  // namespace

std::optional<DrawCall> draw_call_of(const loaders::Call& call) {
  const std::string_view name = glbindings::signature(call.function).name();
  if (name == "glEnd") return DrawCall{.from = DrawCall::From::kImmediate};
  if (name == "glCallList" || name == "glCallLists") return DrawCall{.from = DrawCall::From::kList};
  const Value* mode = argument(call, "mode");
  if (mode == nullptr || !draws_by_mode(name)) return std::nullopt;
  DrawCall draw{.mode = static_cast<std::uint32_t>(mode->is_integer() ? mode->u : element<std::uint32_t>(mode, 0, 0))};
  const Value* type = argument(call, "type");
  draw.index_type = static_cast<std::uint32_t>(number(type));
  if (const Value* indirect = argument(call, "indirect")) return indirect_draw(call, indirect, draw);
  if (name.find("TransformFeedback") != std::string_view::npos) {
    draw.from = DrawCall::From::kTransformFeedback;
    return draw;
  }
  const Value *first = argument(call, "first"), *count = argument(call, "count"), *indices = argument(call, "indices"),
              *base = argument(call, "basevertex");
  if (count == nullptr || (first == nullptr && indices == nullptr)) return std::nullopt;
  if (count->kind == loaders::ValueKind::kArray) {
    draw.ranges = several_ranges(first, *count, indices, base);
    return draw;
  }
  draw.ranges.push_back({.first = number(first),
                         .count = number(count),
                         .indices = indices,
                         .base_vertex = number(base),
                         .instances = instances_of(call),
                         .base_instance = static_cast<std::uint64_t>(number(argument(call, "baseinstance")))});
  return draw;
}

}  // namespace replay
