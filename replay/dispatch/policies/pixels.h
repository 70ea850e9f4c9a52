// Policies for images. Uploads, compressed blocks, readbacks and clear values have one policy each, for all functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "replay/dispatch/pixel_size.h"
#include "replay/dispatch/policies/buffers.h"

namespace replay {

// Returns memory of at least `bytes` from which GL can read an image. A recorder that ignores some of the pixel-store
// state records too little; the rest of such an image is zero.
const void* image_memory(CallInProgress& attempt, const loaders::Value& value, std::int64_t bytes);

// Returns memory for an image of `bytes` that GL writes. With GL_PACK_INVERT_MESA, Mesa writes the rows from the last
// to the first. When rows are skipped or clipped, it writes before the pointer, so there is room before the memory.
void* packed_memory(CallInProgress& attempt, std::int64_t bytes);

// An image that GL writes into the pack buffer.
struct PackedImage {
  std::uint32_t format = 0, type = 0;
  ImageSize size = {};
  std::int64_t clipped = 0;  // rows below the framebuffer, which GL skips
};

// Returns the offset of an image in the pack buffer. Drivers check it, but Mesa does not with GL_PACK_INVERT_MESA. In
// this case the bytes that it may write are compared to the size that it reports for the buffer. If nothing is known
// about the image, the call is skipped then.
void* packed_offset(CallInProgress& attempt, const loaders::Value& value,
                    const std::optional<PackedImage>& image = std::nullopt);

inline constexpr std::uint32_t kColorIndex = 0x1900, kBitmap = 0x1A00;  // GL_COLOR_INDEX, GL_BITMAP

template <int W, int H, int D>
ImageSize image_size(const CallInProgress& attempt) {
  ImageSize size;
  if constexpr (W >= 0) size.width = attempt.arg(W).i;
  if constexpr (H >= 0) size.height = attempt.arg(H).i;
  if constexpr (D >= 0) size.depth = attempt.arg(D).i;
  size.has_depth = D >= 0;
  return size;
}

// Returns the size of an image in bytes, or -1 when GL has no such pair of format and type. GL refuses such a call,
// so it gets no memory.
template <int Format, int Type>
std::int64_t transfer_bytes(CallInProgress& attempt, const ImageSize& size, const PixelStore& store) {
  std::uint32_t format = kColorIndex, type = kBitmap;  // those of glBitmap, which has no such parameters
  if constexpr (Format >= 0) format = static_cast<std::uint32_t>(attempt.arg(Format).u);
  if constexpr (Type >= 0) type = static_cast<std::uint32_t>(attempt.arg(Type).u);
  const auto bytes = image_bytes(format, type, size, store);
  return bytes ? static_cast<std::int64_t>(*bytes) : -1;
}

// The image of glTexImage*, glTexSubImage* and glDrawPixels. The template arguments are argument positions, or -1
// when the function has no such parameter.
template <int W, int H, int D, int Format, int Type>
struct UnpackPixels : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const RecordedContext& context = attempt.context();
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    if (value.is_null()) return nullptr;
    const auto bytes = transfer_bytes<Format, Type>(attempt, image_size<W, H, D>(attempt), context.unpack);
    return bytes < 0 ? nullptr : static_cast<T>(image_memory(attempt, value, bytes));
  }
};

// Returns `bytes` of a compressed image at `value` or in the unpack buffer. When some of them are missing, it skips
// the call and returns null.
const void* compressed_memory(CallInProgress& attempt, const loaders::Value& value, std::uint32_t format,
                              std::int64_t bytes, const ImageSize& size);

template <int Format, int Size, int W, int H, int D>
struct UnpackBlock : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const auto format = static_cast<std::uint32_t>(attempt.arg(Format).u);
    return static_cast<T>(
        compressed_memory(attempt, value, format, Arg<Size>::count(attempt), image_size<W, H, D>(attempt)));
  }
};

// The values of glPixelMap, an array that may be in the unpack buffer.
template <class Length>
struct UnpackElements : In<Length> {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    return In<Length>::template get<T>(attempt, value);
  }
};

// The pattern of glPolygonStipple: 32 x 32 bits, which GL reads according to the pixel-store state like an image.
struct UnpackStipple : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    const RecordedContext& context = attempt.context();
    if (takes_offset(attempt, BufferTarget::kPixelUnpack)) return offset_pointer<T>(value);
    const auto bytes = image_bytes(kColorIndex, kBitmap, {32, 32, 1, false}, context.unpack);
    const void* pattern = image_memory(attempt, value, static_cast<std::int64_t>(bytes.value_or(0)));
    if (pattern == nullptr) attempt.skip(Skip::kNoData);
    return static_cast<T>(pattern);
  }
};

// The destination of glReadPixels: the pack buffer or scratch memory. Argument 1 is the lowest row.
template <int W, int H, int D, int Format, int Type>
struct PackPixels : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
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

// The value of glClearTexImage and glClearBufferData: one texel, or null for zeros.
template <int Format, int Type>
struct ClearValue : ScratchPolicy {
  template <class T>
  static T get(CallInProgress& attempt, const loaders::Value& value) {
    if (value.is_null()) return nullptr;
    const auto bytes = transfer_bytes<Format, Type>(attempt, ImageSize{}, kTightStore);
    return bytes < 0 ? nullptr : readable(attempt, value, bytes, 1);
  }
};

}  // namespace replay
