// The arguments that lead to memory, or into a buffer.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>

#include "replay/calls/list_names.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/evaluators.h"
#include "replay/export_c/arguments.h"
#include "replay/export_c/live_memory.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Type;
using Is = Form::Is;

ImageSize size_at(LiveArguments arguments, const Form& form) {
  return {signed_at(arguments, form.at[0]), signed_at(arguments, form.at[1]), signed_at(arguments, form.at[2]),
          form.at[2] >= 0};
}

std::uint64_t image_bytes_of(LiveArguments arguments, const Form& form, const PixelStore& store) {
  return image_bytes(enum_at(arguments, form.at[3], GL_COLOR_INDEX), enum_at(arguments, form.at[4], GL_BITMAP),
                     size_at(arguments, form), store)
      .value_or(0);
}

}  // namespace

std::string Arguments::pointer(Call& call, std::size_t i, const Form& form) {
  const ParamInfo& param = call.signature.params()[i];
  const std::uint64_t address = call.arguments[i];
  if (form.is == Is::kOffset) return offset(address);
  const bool may_be_offset_0 = form.is == Is::kUnpackPixels || form.is == Is::kUnpackBlock || form.is == Is::kIndices;
  if (address == 0 && !may_be_offset_0 && form.is != Is::kPackPixels) return "NULL";
  switch (form.is) {
    case Is::kNewNames: {
      const auto count = static_cast<std::size_t>(form.length.count(call.arguments));
      call.out.names.push_back({i, count});
      return "";
    }
    case Is::kUnpackArray:
      if (takes_offset(BufferTarget::kPixelUnpack, GL_PIXEL_UNPACK_BUFFER_BINDING)) return offset(address);
      return array(call, i, form.length.count(call.arguments));
    case Is::kArray: return array(call, i, form.length.count(call.arguments));
    case Is::kUnpackPixels:
    case Is::kUnpackBlock:
    case Is::kUnpackStipple: return pixels(call, i, form);
    case Is::kPackPixels: return packed(call, i, form);
    case Is::kClearValue: {
      const auto bytes = texel_bytes(enum_at(call.arguments, form.at[0], 0), enum_at(call.arguments, form.at[1], 0));
      return constants.memory(bytes_of(address, bytes.value_or(0)));
    }
    case Is::kParameters: return parameters(call, i);
    case Is::kOut:
      return fmt::format("scratch({})",
                         form.length.count(call.arguments) * std::max<std::size_t>(c_type_size(param.type), 1));
    case Is::kIndices: {
      if (asked(dispatcher_, GL_ELEMENT_ARRAY_BUFFER_BINDING).value_or(0) != 0 || address == 0) return offset(address);
      const auto count = Length{Length::Of::kArg, form.at[0]}.count(call.arguments);
      return bytes_at(call, i, count * index_bytes(enum_at(call.arguments, form.at[1], 0)));
    }
    case Is::kIndirect:
    case Is::kManyIndirect: return indirect(call, i, form);
    case Is::kEvaluator: return evaluator(call, i, form);
    default: return by_registry(call, i);
  }
}

std::string Arguments::array(Call& call, std::size_t i, std::uint64_t count) {
  const ParamInfo& param = call.signature.params()[i];
  const void* from = memory_at(call.arguments[i]);
  if (param.object != ObjectKind::kNone && param.object != ObjectKind::kDisplayList) return names(param, from, count);
  if (param.indirection == 2) return many_indices(call, i);
  return constants.memory(param, bytes_of(call.arguments[i], count * c_type_size(param.type)));
}

// GL reads at most four values for any pname of the registry; the policy has made them 16.
std::string Arguments::parameters(Call& call, std::size_t i) {
  const std::size_t size = c_type_size(call.signature.params()[i].type);
  const auto all = bytes_of(call.arguments[i], ParamValues::kMax * size);
  std::size_t count = ParamValues::kMax;
  const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
  while (count > 4 && std::all_of(all.begin() + static_cast<std::ptrdiff_t>((count - 1) * size),
                                  all.begin() + static_cast<std::ptrdiff_t>(count * size), is_zero)) {
    --count;
  }
  return array(call, i, count);
}

std::string Arguments::names(const ParamInfo& param, const void* from, std::uint64_t count) {
  if (count == 0) return "NULL";
  std::string text;
  for (std::uint64_t n = 0; n < count; ++n) {
    std::uint32_t live;
    std::memcpy(&live, static_cast<const std::byte*>(from) + n * sizeof live, sizeof live);
    text += (n == 0 ? "" : n % 8 == 0 ? ",\n    " : ", ") + objects.text(param.object, live);
  }
  return fmt::format("(const GLuint[]){{{}}}", text);
}

std::string Arguments::bytes_at(Call& call, std::size_t i, std::uint64_t count) {
  return constants.memory(call.signature.params()[i], bytes_of(call.arguments[i], count));
}

bool Arguments::takes_offset(BufferTarget target, std::uint32_t binding) {
  if (dispatcher_.context == nullptr || dispatcher_.context->bound(target) == 0) return false;
  return asked(dispatcher_, binding).value_or(0) != 0;
}

// The driver is asked because the replayer may have other parameters than the program while it uploads an image.
PixelStore Arguments::store(bool packs) {
  PixelStore found;
  const auto direction = packs ? &RecordedContext::pack : &RecordedContext::unpack;
  for (const PixelStoreParameter& parameter : pixel_store_parameters()) {
    if (parameter.direction != direction) continue;
    if (const auto value = asked(dispatcher_, parameter.name)) found.*parameter.member = *value;
  }
  return found;
}

std::string Arguments::pixels(Call& call, std::size_t i, const Form& form) {
  if (takes_offset(BufferTarget::kPixelUnpack, GL_PIXEL_UNPACK_BUFFER_BINDING)) return offset(call.arguments[i]);
  if (call.arguments[i] == 0) return "NULL";
  std::uint64_t bytes = 0;
  if (form.is == Is::kUnpackBlock) {
    bytes = Length{Length::Of::kArg, form.at[0]}.count(call.arguments);
    const ImageSize size{signed_at(call.arguments, form.at[2]), signed_at(call.arguments, form.at[3]),
                         signed_at(call.arguments, form.at[4]), form.at[4] >= 0};
    bytes = compressed_image_bytes(enum_at(call.arguments, form.at[1], 0), bytes, size, store(false)).value_or(bytes);
  } else if (form.is == Is::kUnpackStipple) {
    bytes = image_bytes(GL_COLOR_INDEX, GL_BITMAP, {32, 32, 1, false}, store(false)).value_or(0);
  } else {
    bytes = image_bytes_of(call.arguments, form, store(false));
  }
  return bytes_at(call, i, bytes);
}

std::string Arguments::packed(Call& call, std::size_t i, const Form& form) {
  if (takes_offset(BufferTarget::kPixelPack, GL_PIXEL_PACK_BUFFER_BINDING)) return offset(call.arguments[i]);
  if (reads_picture && call.function == FunctionId::glReadPixels) {
    return fmt::format("picture_pixels({}, {}, {}, {})", call.out.arguments[2], call.out.arguments[3],
                       call.out.arguments[4], call.out.arguments[5]);
  }
  const PixelStore how = store(true);
  const std::uint64_t bytes = image_bytes_of(call.arguments, form, how);
  if (how.invert == 0) return fmt::format("scratch({})", bytes);
  // Mesa writes from the last row to the first one, and before the pointer where it skips rows.
  return fmt::format("(char *)scratch({}) + {}", 2 * bytes, bytes);
}

std::string Arguments::indirect(Call& call, std::size_t i, const Form& form) {
  if (takes_offset(BufferTarget::kDrawIndirect, GL_DRAW_INDIRECT_BUFFER_BINDING)) return offset(call.arguments[i]);
  std::uint64_t bytes = form.length.count(call.arguments);
  if (form.is == Is::kManyIndirect) {
    const auto draws = Length{Length::Of::kArg, form.at[0]}.count(call.arguments);
    const auto stride = std::max(Length{Length::Of::kArg, form.at[1]}.count(call.arguments), bytes);
    bytes = draws == 0 ? 0 : (draws - 1) * stride + bytes;
  }
  return bytes_at(call, i, bytes);
}

std::string Arguments::evaluator(Call& call, std::size_t i, const Form& form) {
  const ParamInfo& param = call.signature.params()[i];
  std::int64_t last = signed_at(call.arguments, form.at[1]) * (signed_at(call.arguments, form.at[2]) - 1);
  if (form.at[3] >= 0) last += signed_at(call.arguments, form.at[3]) * (signed_at(call.arguments, form.at[4]) - 1);
  const std::int64_t count = last + evaluator_components(enum_at(call.arguments, form.at[0], 0));
  constexpr std::int64_t kMax = 1 << 24;
  if (count <= 0 || count > kMax) return "NULL";
  return constants.memory(param,
                          bytes_of(call.arguments[i], static_cast<std::uint64_t>(count) * c_type_size(param.type)));
}

std::string Arguments::by_registry(Call& call, std::size_t i) {
  const ParamInfo& param = call.signature.params()[i];
  const Length length = registry_length(call.signature, param);
  if (param.type == Type::kChar && param.is_const) return param.indirection == 1 ? text(call, i) : texts(call, i);
  if (!param.is_const && param.indirection == 1) {
    const std::uint64_t count = length.of == Length::Of::kUnknown ? 1024 : length.count(call.arguments);
    if (param.object == ObjectKind::kNone) return fmt::format("scratch({})", count * c_type_size(param.type));
    call.out.names.push_back({i, static_cast<std::size_t>(count)});
    return "";
  }
  if (call.function == FunctionId::glCallLists) {
    const auto count = Length{Length::Of::kArg, 0}.count(call.arguments);
    return bytes_at(call, i, count * list_type_bytes(static_cast<std::uint32_t>(call.arguments[1])));
  }
  if (param.indirection == 2) return many_indices(call, i);
  if (length.of == Length::Of::kUnknown) return "NULL";
  return array(call, i, length.count(call.arguments));
}

std::string Arguments::text(Call& call, std::size_t i) {
  const auto* from = static_cast<const char*>(memory_at(call.arguments[i]));
  const Length length = registry_length(call.signature, call.signature.params()[i]);
  const bool has_length = (length.of == Length::Of::kArg || length.of == Length::Of::kArgTimes) &&
                          static_cast<std::int64_t>(call.arguments[static_cast<std::size_t>(length.a)]) >= 0;
  return c_string({from, has_length ? static_cast<std::size_t>(length.count(call.arguments)) : std::strlen(from)}, 6);
}

// Strings whose lengths, where the function has such a parameter, are the next one.
std::string Arguments::texts(Call& call, std::size_t i) {
  const auto* from = static_cast<const char* const*>(memory_at(call.arguments[i]));
  const std::uint64_t count = registry_length(call.signature, call.signature.params()[i]).count(call.arguments);
  const bool has_lengths = i + 1 < call.arguments.size() && call.signature.params()[i + 1].type == Type::kI32 &&
                           call.signature.params()[i + 1].indirection == 1;
  const auto* lengths = has_lengths ? static_cast<const GLint*>(memory_at(call.arguments[i + 1])) : nullptr;
  std::string list;
  for (std::uint64_t n = 0; n < count; ++n) {
    const bool ends_with_nul = lengths == nullptr || lengths[n] < 0;
    const std::size_t size = ends_with_nul ? std::strlen(from[n]) : static_cast<std::size_t>(lengths[n]);
    list += "\n      " + c_string({from[n], size}, 6) + (n + 1 < count ? "," : "");
  }
  return count == 0 ? "NULL" : fmt::format("(const GLchar *const[]){{{}}}", list);
}

// The indices of glMultiDrawElements: offsets, or arrays whose lengths the counts give.
std::string Arguments::many_indices(Call& call, std::size_t i) {
  const auto parameter = [&](std::string_view name) {
    for (std::size_t n = 0; n < call.signature.params().size(); ++n) {
      if (name == call.signature.params()[n].name()) return n;
    }
    return call.arguments.size();
  };
  const std::size_t draws = std::min(parameter("drawcount"), parameter("primcount")), counts = parameter("count"),
                    type = parameter("type");
  if (draws == call.arguments.size() || counts == call.arguments.size() || type == call.arguments.size()) return "NULL";
  const bool are_offsets = asked(dispatcher_, GL_ELEMENT_ARRAY_BUFFER_BINDING).value_or(0) != 0;
  const auto* from = static_cast<const void* const*>(memory_at(call.arguments[i]));
  const auto* sizes = static_cast<const GLsizei*>(memory_at(call.arguments[counts]));
  const std::uint64_t size = index_bytes(static_cast<std::uint32_t>(call.arguments[type]));
  const auto total = Length{Length::Of::kArg, static_cast<std::int64_t>(draws)}.count(call.arguments);
  std::string list;
  for (std::uint64_t n = 0; n < total; ++n) {
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(from[n]));
    const auto bytes = static_cast<std::uint64_t>(std::max(sizes[n], 0)) * size;
    list += (n == 0 ? "" : ",\n    ") +
            (are_offsets || address == 0 ? offset(address) : constants.memory(bytes_of(address, bytes)));
  }
  return total == 0 ? "NULL" : fmt::format("(const void *const[]){{{}}}", list);
}

}  // namespace replay
