// PageFile: an HTML page with its data, which a script of ours in the page unpacks.
//
// All that comes from a recording is packed data, in elements that a browser neither shows nor runs: lines of JSON, and
// bytes of pixels. So no text of a recording can become a part of the page. Data goes to scratch files as it comes, and
// the memory is that of a block.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace replay {

// Where bytes are: a block of the page, and a zlib stream in it.
struct PackedBytes {
  std::size_t block = 0, offset = 0, length = 0;
};

class PageFile {
 public:
  // `scratch` is a folder for files of this object.
  explicit PageFile(const std::filesystem::path& scratch);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  void add_line(const nlohmann::json& line);
  PackedBytes add_bytes(const std::vector<std::uint8_t>& bytes);

  // Writes the page: there whole or not at all. Throws CannotJudge.
  void write(const std::string& path, const std::string& title);

 private:
  struct Compressor;
  class Part;  // the elements of one kind, in a scratch file

  std::vector<std::uint8_t> packed(const void* bytes, std::size_t size);
  void flush_lines();
  void flush_bytes();

  std::unique_ptr<Compressor> compressor_;
  std::unique_ptr<Part> lines_, bytes_;
  std::string open_lines_;                // not yet packed
  std::vector<std::uint8_t> open_bytes_;  // packed, of the block that is being filled
};

// For tests: the Content-Security-Policy of the page, which allows its own script and style and nothing else.
std::string page_policy();

}  // namespace replay
