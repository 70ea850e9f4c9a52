// Manifest: which traces to run on which device, and what they should draw.
//
// The format is the traces YAML of piglit, in both shapes that Mesa's CI uses, with additions (marked "ours"):
//
//     traces:                                   traces:
//       dir/a.trace:                              - path: dir/a.trace
//         size: 123456              # ours          expectations:
//         sha256: 0f...             # ours            - device: gl-vmware-llvmpipe
//         gl-vmware-llvmpipe:                           checksum: 296d...
//           checksum: 296d...       # piglit's: of the last frame; ours: it may be a list of accepted checksums
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
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/tolerance.h"

namespace replay {

// Where a scalar is in the text of the manifest, so that it can be replaced.
struct TextPlace {
  std::size_t offset = 0, length = 0;  // bytes
};

struct FrameExpectation {
  std::optional<std::uint64_t> frame{};  // without a number: the last frame
  std::vector<std::string> md5s{};       // the accepted checksums as they are written
  std::vector<std::string> pictures{};   // the accepted pictures: paths that can be opened
  Tolerance tolerance{};
  TextPlace last_md5{};   // where the last of `md5s` is written
  bool md5_list = false;  // whether the checksums are written as a list
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
};

struct Manifest {
  std::filesystem::path file;
  std::string content{};               // the text of the file
  std::string download_url{};          // used in messages only; nothing is downloaded
  std::vector<TraceEntry> traces{};    // in the order of the file
  std::vector<std::string> devices{};  // all devices that are named, sorted
};

// Throws CannotJudge, which names the file and the line, when the file is not a manifest.
Manifest read_manifest(const std::filesystem::path& file, const std::string& device);

}  // namespace replay
