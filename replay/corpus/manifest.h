// Manifest: which traces to run on which device, and what they should draw.
//
// There are two formats, and the content tells which one a file has (manifest_reader.h). What is behind the readers is
// the same for both. The first is the traces YAML of piglit, in both shapes that Mesa's CI has used, with additions
// (marked "ours"):
//
//     traces:                                   traces:
//       dir/a.trace:                              - path: dir/a.trace
//         size: 123456              # ours          expectations:
//         sha256: 0f...             # ours            - device: gl-vmware-llvmpipe
//         gl-vmware-llvmpipe:                           checksum: 296d...
//           checksum: 296d...       # piglit's: of the last frame; ours: it may be a list of accepted checksums,
//                                   # and SHA-256 of pixels
//           reference: a.png        # ours: a PNG or a list of PNGs, relative to the manifest
//           frame: 120              # ours: the frame to compare instead of the last one
//           frames:                 # ours: several frames, each with a checksum or a reference
//             0: 12ab...
//             60: {reference: [a60.png, b60.png], tolerance: 8:0.1}
//           tolerance: 3            # ours
//           timeout: 60             # ours, seconds
//           arguments: [--allow-lower]   # ours: options of `replay`
//           label: [skip, slow]     # piglit's
//           text: why               # piglit's
//
// In the first shape, a key of a trace is ours when its value is not a map; all other keys are devices. size, sha256,
// timeout, arguments and tolerance may belong to the trace or to the device; those of the device take precedence.
//
// The second is the TOML of gpu-trace-perf, which Mesa's CI uses since 2026, without additions:
//
//     [traces_db]
//     download_url = "https://example.org/"
//     [devices]
//     llvmpipe = { vram = 0, sysmem = 8000 }    # MB; a device that is not here has none
//     [[traces]]
//     path = "dir/a.trace"
//     nonloopable = true                        # nothing is looped here, so this changes nothing
//     sysmem = 500                              # MB that a replay needs; also vram
//     replay_args = ["--allow-lower"]
//     [traces.devices]                          # also as devices = { llvmpipe = { ... } }
//     llvmpipe = { checksum = "0f...", singlethread = true, skip = false, replay_args = [] }
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/tolerance.h"

namespace replay {

// Where --update writes a checksum: `length` bytes at `offset` of the text become `before`, the checksum and `after`.
struct ChecksumPlace {
  std::size_t offset = 0, length = 0;
  std::string before{}, after{};
};

struct FrameExpectation {
  std::optional<std::uint64_t> frame{};  // without a number: the last frame
  bool sha256 = false;                   // the checksums are SHA-256, and not MD5
  std::vector<std::string> checksums{};  // the accepted ones as they are written
  std::vector<std::string> pictures{};   // the accepted pictures: paths that can be opened
  Tolerance tolerance{};
  std::optional<ChecksumPlace> place{};  // nothing: the text has no place that can be found

  // Nothing is accepted yet: --update can fill it in.
  bool is_open() const { return checksums.empty() && pictures.empty(); }
};

// Memory, in MB, that a device has or a replay needs.
struct Memory {
  std::uint64_t vram = 0, sysmem = 0;
  bool fits(const Memory& room) const { return vram <= room.vram && sysmem <= room.sysmem; }
};

struct TraceEntry {
  std::string path{};       // as it is written; it is also the name of the test
  bool for_device = false;  // whether the entry mentions the wanted device
  std::vector<FrameExpectation> frames{};
  std::vector<std::string> labels{};
  std::string text{};
  std::optional<std::uint64_t> size{};  // bytes
  std::string sha256{};                 // in lower case; empty when it is not given
  std::optional<double> timeout{};      // seconds
  std::vector<std::string> arguments{};
  Memory needs{};
  bool runs_alone = false;  // nothing else is to run beside it
};

struct Manifest {
  std::filesystem::path file;          // "-": standard input
  std::string content{};               // its text
  std::string download_url{};          // where --download gets them from; empty: the manifest does not say
  std::vector<TraceEntry> traces{};    // in the order of the file
  std::vector<std::string> devices{};  // all devices that are named, sorted
  Memory capacity{};                   // of the wanted device
};

// Without a name of a device, the only one that the manifest has is meant; it is put into `device`. Throws CannotJudge,
// which names the file and the line, when the file is not a manifest.
Manifest read_manifest(const std::filesystem::path& file, std::string& device);

}  // namespace replay
