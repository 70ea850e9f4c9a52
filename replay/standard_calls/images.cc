#include "replay/standard_calls/images.h"

#include <cstring>
#include <optional>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/dispatch/pixel_size.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

// The most bytes of zeros that take the place of what a tracer left out.
constexpr std::uint64_t kMaxPadding = std::uint64_t{64} << 20;

std::optional<std::size_t> find(const glbindings::Signature& signature, std::string_view name) {
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    if (signature.params()[i].name() == name) return i;
  }
  return std::nullopt;
}

// Functions that take an image have parameters of these names.
struct ImageParams {
  std::size_t format, type, pixels, width;
  std::optional<std::size_t> height, depth;
};

std::optional<ImageParams> image_params(FunctionId function) {
  const glbindings::Signature& signature = glbindings::signature(function);
  const auto format = find(signature, "format"), type = find(signature, "type"), width = find(signature, "width");
  const auto pixels = find(signature, "pixels");
  if (!format || !type || !width || !pixels || !signature.params()[*pixels].is_const) return std::nullopt;
  return ImageParams{*format, *type, *pixels, *width, find(signature, "height"), find(signature, "depth")};
}

}  // namespace

void Images::follow(const Call& call) {
  if (call.function != FunctionId::glPixelStorei && call.function != FunctionId::glPixelStoref) return;
  const Value& value = call.args[1];
  const auto number = static_cast<std::int32_t>(value.is_float() ? static_cast<std::int64_t>(value.f) : value.i);
  switch (call.args[0].u) {
    case 0x0CF2: unpack_.row_length = number; return;
    case 0x0CF3: unpack_.skip_rows = number; return;
    case 0x0CF4: unpack_.skip_pixels = number; return;
    case 0x0CF5: unpack_.alignment = number; return;
    case 0x806D: unpack_.skip_images = number; return;
    case 0x806E: unpack_.image_height = number; return;
    default: return;
  }
}

Call Images::complete(const Call& call, bool in_buffer, CallMaker& maker) const {
  const auto params = image_params(call.function);
  if (!params || !call.args[params->pixels].has_memory()) return call;
  const Value& recorded = call.args[params->pixels];
  ImageSize size{.width = call.args[params->width].i};
  if (params->height) size.height = call.args[*params->height].i;
  if (params->depth) size.depth = call.args[*params->depth].i;
  size.has_depth = params->depth.has_value();
  const auto number = [&](std::size_t index) { return static_cast<std::uint32_t>(call.args[index].u); };
  const auto needed = image_bytes(number(params->format), number(params->type), size, unpack_);
  const bool is_complete = !needed || *needed <= recorded.byte_size();
  if (!in_buffer && (is_complete || *needed - recorded.byte_size() > kMaxPadding)) return call;
  Call changed = call;
  Value* values = maker.copy_of_values(call);
  changed.args = values;
  values[params->pixels] = {};  // offset 0
  if (in_buffer) return changed;
  std::byte* padded = maker.memory().allocate(*needed);
  std::memcpy(padded, recorded.p, recorded.byte_size());
  std::memset(padded + recorded.byte_size(), 0, *needed - recorded.byte_size());
  values[params->pixels] = Value::of_blob({padded, static_cast<std::size_t>(*needed)});
  return changed;
}

}  // namespace replay
