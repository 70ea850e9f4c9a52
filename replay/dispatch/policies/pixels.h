// Policies for images: one rule each for uploads, compressed blocks, readbacks and clear values, for every entry point.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/buffers.h"

namespace replay {

// Memory of at least `bytes` for GL to read an image from. Recorders that look at less of the pixel-store state than GL does
// keep too little; the rest of such an image is zero.
const void* image_memory(Attempt& attempt, const loaders::Value& value, std::int64_t bytes);

// Room for GL to write an image of `bytes` to. With GL_PACK_INVERT_MESA Mesa writes rows from the last to the first, and goes beyond
// the pointer by those that are skipped or clipped: there is room before the memory.
void* packed_memory(Attempt& attempt, std::int64_t bytes);

// An image that GL is to write into the pack buffer.
struct PackedImage {
  std::uint32_t format = 0, type = 0;
  ImageSize size = {};
  std::int64_t clipped = 0;  // rows below the framebuffer, which GL skips
};

// The offset of an image into the pack buffer. Drivers check it, but Mesa not for GL_PACK_INVERT_MESA: then the bytes that it may write
// are held against the size that it tells of the buffer. An image of which nothing is known is not written then.
void* packed_offset(Attempt& attempt, const loaders::Value& value, const std::optional<PackedImage>& image = std::nullopt);

inline constexpr std::uint32_t kColorIndex = 0x1900, kBitmap = 0x1A00;  // GL_COLOR_INDEX, GL_BITMAP

template <int W, int H, int D>
ImageSize image_size(const Attempt& attempt) {
  ImageSize size;
  if constexpr (W >= 0) size.width = attempt.arg(W).i;
  if constexpr (H >= 0) size.height = attempt.arg(H).i;
  if constexpr (D >= 0) size.depth = attempt.arg(D).i;
  size.has_depth = D >= 0;
  return size;
}

// -1 for a pair of format and type that GL does not have: GL is to refuse the call, and gets no memory.
template <int Format, int Type>
std::int64_t transfer_bytes(Attempt& attempt, const ImageSize& size, const PixelStore& store) {
  std::uint32_t format = kColorIndex, type = kBitmap;  // glBitmap has neither as a parameter
  if constexpr (Format >= 0) format = static_cast<std::uint32_t>(attempt.arg(Format).u);
  if constexpr (Type >= 0) type = static_cast<std::uint32_t>(attempt.arg(Type).u);
  const auto bytes = image_bytes(format, type, size, store);
  return bytes ? static_cast<std::int64_t>(*bytes) : -1;
}

// glTexImage*, glTexSubImage*, glDrawPixels: argument positions; -1 where the function has no such parameter.
template <int W, int H, int D, int Format, int Type>
struct UnpackPixels : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const RecordedContext& context = attempt.context();
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    if (value.is_null()) return nullptr;
    const auto bytes = transfer_bytes<Format, Type>(attempt, image_size<W, H, D>(attempt), context.unpack);
    return bytes < 0 ? nullptr : static_cast<T>(image_memory(attempt, value, bytes));
  }
};

// Compressed images: `bytes` of them at `value`, or in the unpack buffer. Null and a skip when they are not all there.
const void* compressed_memory(Attempt& attempt, const loaders::Value& value, std::uint32_t format, std::int64_t bytes,
                              const ImageSize& size);

template <int Format, int Size, int W, int H, int D>
struct UnpackBlock : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const auto format = static_cast<std::uint32_t>(attempt.arg(Format).u);
    return static_cast<T>(compressed_memory(attempt, value, format, Arg<Size>::count(attempt), image_size<W, H, D>(attempt)));
  }
};

// glPixelMap: an array that may lie in the unpack buffer.
template <class Length>
struct UnpackElements : In<Length> {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    return In<Length>::template get<T>(attempt, value);
  }
};

// glPolygonStipple: 32 x 32 bits, under the pixel-store state as an image is.
struct UnpackStipple : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const RecordedContext& context = attempt.context();
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    const auto bytes = image_bytes(kColorIndex, kBitmap, {32, 32, 1, false}, context.unpack);
    const void* pattern = image_memory(attempt, value, static_cast<std::int64_t>(bytes.value_or(0)));
    if (pattern == nullptr) attempt.skip(Skip::kNoData);
    return static_cast<T>(pattern);
  }
};

// glReadPixels: into the pack buffer, or into scratch memory. Argument 1 is the lowest row.
template <int W, int H, int D, int Format, int Type>
struct PackPixels : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    const RecordedContext& context = attempt.context();
    if (takes_offset(attempt, BufferTarget::kPixelPack)) {
      const PackedImage image{.format = static_cast<std::uint32_t>(attempt.arg(Format).u),
                              .type = static_cast<std::uint32_t>(attempt.arg(Type).u),
                              .size = image_size<W, H, D>(attempt),
                              .clipped = std::max<std::int64_t>(-attempt.arg(1).i, 0)};
      return static_cast<T>(packed_offset(attempt, value, image));
    }
    const auto bytes = transfer_bytes<Format, Type>(attempt, image_size<W, H, D>(attempt), context.pack);
    return bytes < 0 ? nullptr : static_cast<T>(packed_memory(attempt, bytes));
  }
};

// glClearTexImage, glClearBufferData: one texel, or null for zero.
template <int Format, int Type>
struct ClearValue : ScratchPolicy {
  template <class T>
  static T get(Attempt& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    const auto bytes = transfer_bytes<Format, Type>(attempt, ImageSize{}, kTightStore);
    return bytes < 0 ? nullptr : readable(attempt, value, bytes, 1);
  }
};

}  // namespace replay
