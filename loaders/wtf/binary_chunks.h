// The chunks of a binary file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "loaders/container/input_window.h"
#include "loaders/wtf/chunk.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/header.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

class BinaryChunks {
 public:
  // `window` is at the first chunk.
  explicit BinaryChunks(InputWindow window) : window_(std::move(window)) {}

  // Returns the next chunk with events; nullptr at the end. The file header, which may come before the first such
  // chunk, goes to `header`. Damaged chunks are reported; after the events of the last chunk, it is reported if the
  // file ends too early.
  std::shared_ptr<const EventChunk> next(FileHeader& header, Report& report);

 private:
  struct Part {
    std::uint32_t type = 0;
    std::span<const std::byte> bytes;
    std::uint64_t offset = 0;  // in the file
  };

  bool load(Report& report);
  std::shared_ptr<const EventChunk> end(Report& report);
  std::vector<Part> parts(Report& report) const;
  std::shared_ptr<const EventChunk> read_events(const std::vector<Part>& parts, Report& report) const;
  void read_header(const std::vector<Part>& parts, FileHeader& header, Report& report);
  void skip(std::uint64_t offset, const char* what, std::uint32_t type, Report& report) const;

  InputWindow window_;

  // The chunk at the start of the window.
  std::uint32_t type_ = 0;
  std::uint32_t part_count_ = 0;
  std::uint64_t start_ = 0;  // in the file
  std::uint64_t length_ = 0;
  bool cut_ = false;

  bool has_header_ = false;
  bool ended_ = false;
};

}  // namespace loaders::wtf
