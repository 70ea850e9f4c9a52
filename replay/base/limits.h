// DriverLimits: what one recording may ask of the driver. Without limits, a file from a stranger could keep a driver
// busy for hours or use up the memory. All limits for the driver are here; those for the loaders are in
// loaders/base/limits.h.
//
// The limits are far above what programs do. A call beyond one is skipped under its name; `--limit NAME=VALUE` raises
// it.
#pragma once

#include <cstdint>
#include <span>

#include "loaders/base/named_limit.h"

namespace replay {

struct DriverLimits {
  // Bytes of images, buffers, windows and lists that hold no data of the recording. A call of a few bytes can ask for a
  // texture of a gigabyte, so there has to be a bound; a program that brings its data may have four bytes for each of
  // them (mipmaps, wider formats, render targets), up to kMaxStorage. Honest programs make textures of a gigabyte, so
  // it is as much as the machine can spare: half of its memory, but 256 MiB at least (30 full HD render targets) and 3
  // GiB at most.
  std::uint64_t storage = default_storage();
  static std::uint64_t default_storage();
  static constexpr std::uint64_t kStoragePerByte = 4;
  static constexpr std::uint64_t kMaxStorage = std::uint64_t{16} << 30;

  // Pixels of one window. A viewport of a few bytes can ask for any size, and a software renderer takes a minute to
  // clear 16384 x 16384 pixels.
  std::uint64_t window = 1 << 26;  // 8192 x 8192

  // Live objects of one kind in one share group, fences included. Drivers keep about a kilobyte for each texture.
  std::uint64_t objects = 1 << 18;

  // Vertices x instances of one draw call, patches and points of meshes included. A software renderer takes some
  // seconds for that many. The largest draw call that was seen in a real recording has 12 million. --timeout limits how
  // often a file may draw.
  std::uint64_t vertices = 1 << 28;

  // Work groups of one dispatch. An image of 16384 x 16384 in groups of 8 x 8 takes 4 million.
  std::uint64_t groups = 1 << 24;

  // Contexts that exist at the same time. A context is made when it first becomes current, and ends when it is
  // destroyed. llvmpipe takes 2.5 MiB for each, which a call of five bytes asks for. Browsers have about twenty.
  std::uint64_t contexts = 128;

  // Calls that one glCallList leads to, all lists called from it included. Lists that call lists multiply, 64 levels
  // deep.
  std::uint64_t list_calls = 1 << 24;
};

std::span<const loaders::NamedLimit<DriverLimits>> named_driver_limits();

}  // namespace replay
