// Manifest: which traces to run on which device, and what they should draw.
//
// It reads the traces YAML of piglit as the CI of Mesa has it, in both shapes, and a superset of it:
//
//     traces:                                   traces:
//       dir/a.trace:                              - path: dir/a.trace
//         size: 123456              # ours          expectations:
//         sha256: 0f...             # ours            - device: gl-vmware-llvmpipe
//         gl-vmware-llvmpipe:                           checksum: 296d...
//           checksum: 296d...       # piglit's: the last frame; ours: a list of accepted ones as well
//           reference: a.png        # ours: a PNG, or a list, relative to the manifest
//           frame: 120              # ours: instead of the last one
//           frames:                 # ours: several, each with checksum or reference
//             0: 12ab...
//             60: {reference: [a60.png, b60.png], tolerance: 8:0.1}
//           tolerance: 3            # ours
//           timeout: 60             # ours, seconds
//           arguments: [--allow-lower]   # ours, for replay
//           label: [skip, slow]     # piglit's
//           text: why               # piglit's
//
// In the first shape a key of a trace whose value is no map is ours, all others are devices. size, sha256, timeout, arguments
// and tolerance may stand with the trace or with the device; the device wins.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/tolerance.h"

namespace replay {

// Where a scalar stands in the text of the manifest: for rewriting it.
struct TextPlace {
  std::size_t offset = 0, length = 0;  // bytes
};

struct FrameExpectation {
  std::optional<std::uint64_t> frame{};  // none: the last one
  std::vector<std::string> md5s{};       // accepted, as written
  std::vector<std::string> pictures{};   // accepted, paths that can be opened
  Tolerance tolerance{};
  TextPlace last_md5{};     // of the last of `md5s`
  bool md5_list = false;  // whether they are written as a list
};

struct TraceEntry {
  std::string path{};  // as written; the name of the test
  bool for_device = false;  // whether it says anything of the wanted device
  std::vector<FrameExpectation> frames{};
  std::vector<std::string> labels{};
  std::string text{};
  std::optional<std::uint64_t> size{};  // bytes
  std::string sha256{};                 // lower case; empty: not given
  std::optional<double> timeout{};      // seconds
  std::vector<std::string> arguments{};
};

struct Manifest {
  std::filesystem::path file;
  std::string content{};       // of the file
  std::string download_url{};  // nothing is downloaded; for messages
  std::vector<TraceEntry> traces{};       // in the order of the file
  std::vector<std::string> devices{};     // all that are named, sorted
};

// Throws CannotJudge, with file and line, for what is no manifest.
Manifest read_manifest(const std::filesystem::path& file, const std::string& device);

}  // namespace replay
