// PageFile: the data of a page of `inspect`, in files of a folder. Whoever makes it adds lines of JSON and packed
// bytes; page_writer.h makes a page of them.
//
// Nothing stays in memory, and what a process has handed over with sync() is there when the process has crashed. The
// folder has two files:
//
//   lines    a line of JSON each. ["block", start] says where the next block of `bytes` begins
//   bytes    zlib streams. A page unpacks a block of them at once
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

// Where bytes are: a block, and a zlib stream in it.
struct PackedBytes {
  std::size_t block = 0, offset = 0, length = 0;
};

class PageFile {
 public:
  // `folder` exists and is for this object. Blocks are counted from `first_block`, so that a page with the data of two
  // files tells them apart. Throws CannotJudge, as all functions here.
  explicit PageFile(const std::filesystem::path& folder, std::size_t first_block = 0);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  void add_line(const nlohmann::json& line);
  PackedBytes add_bytes(const std::vector<std::uint8_t>& bytes);
  void sync();

 private:
  struct Compressor;

  std::unique_ptr<Compressor> compressor_;
  std::filesystem::path folder_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> lines_, bytes_;
  std::size_t first_block_, blocks_ = 0;
  std::size_t in_block_ = 0;  // bytes of the last block
  std::uint64_t size_ = 0;    // of all bytes
};

// StoredPage: what a PageFile has left, for reading. It may have been cut anywhere.
class StoredPage {
 public:
  explicit StoredPage(const std::filesystem::path& folder);

  // `take` is given each whole line, without its end.
  void read_lines(const std::function<void(std::string_view)>& take) const;
  std::filesystem::path lines_path() const;
  std::size_t blocks() const { return starts_.size(); }
  // `number` counts from 0. Both throw CannotJudge when there are not so many bytes.
  std::vector<std::uint8_t> block(std::size_t number) const;
  std::vector<std::uint8_t> bytes(std::size_t block, std::uint64_t offset, std::size_t length) const;

 private:
  std::vector<std::uint8_t> read(std::uint64_t begin, std::uint64_t end) const;

  std::filesystem::path folder_;
  mutable std::ifstream bytes_;
  std::vector<std::uint64_t> starts_;  // of blocks, ascending
  std::uint64_t size_ = 0;             // of all bytes
};

// zlib, as pages unpack it.
std::vector<std::uint8_t> packed(std::string_view bytes);

}  // namespace replay
