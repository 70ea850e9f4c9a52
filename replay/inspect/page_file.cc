#include "replay/inspect/page_file.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr int kLevel = 6;                               // of zlib's scale
constexpr std::size_t kBlock = std::size_t{1} << 20;    // bytes
constexpr std::size_t kBuffer = std::size_t{64} << 10;  // for reading

constexpr const char* kLines = "lines";
constexpr const char* kBytes = "bytes";

[[noreturn]] void fail(const fs::path& path) {
  throw CannotJudge(fmt::format("{}: {}", path.string(), std::strerror(errno)));
}

std::unique_ptr<std::FILE, int (*)(std::FILE*)> made(const fs::path& path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (file == nullptr) fail(path);
  return file;
}

using Deflate = std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)>;

Deflate make_deflate() { return {libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor}; }

std::vector<std::uint8_t> pack(libdeflate_compressor* deflate, const void* bytes, std::size_t size) {
  std::vector<std::uint8_t> out(libdeflate_zlib_compress_bound(deflate, size));
  out.resize(libdeflate_zlib_compress(deflate, bytes, size, out.data(), out.size()));
  return out;
}

}  // namespace

struct PageFile::Compressor {
  Deflate deflate = make_deflate();
};

PageFile::PageFile(const fs::path& folder, std::size_t first_block)
    : compressor_(std::make_unique<Compressor>()),
      folder_(folder),
      lines_(made(folder / kLines)),
      bytes_(made(folder / kBytes)),
      first_block_(first_block) {}

PageFile::~PageFile() = default;

void PageFile::add_line(const nlohmann::json& line) {
  std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text += '\n';
  if (std::fwrite(text.data(), 1, text.size(), lines_.get()) != text.size()) fail(folder_ / kLines);
}

PackedBytes PageFile::add_bytes(const std::vector<std::uint8_t>& bytes) {
  const std::vector<std::uint8_t> stream = pack(compressor_->deflate.get(), bytes.data(), bytes.size());
  if (blocks_ == 0 || in_block_ + stream.size() > kBlock) {
    add_line({"block", size_});
    ++blocks_;
    in_block_ = 0;
  }
  if (std::fwrite(stream.data(), 1, stream.size(), bytes_.get()) != stream.size()) fail(folder_ / kBytes);
  const PackedBytes place{first_block_ + blocks_ - 1, in_block_, stream.size()};
  in_block_ += stream.size();
  size_ += stream.size();
  return place;
}

// Bytes first, so that no line speaks of bytes that are missing.
void PageFile::sync() {
  if (std::fflush(bytes_.get()) != 0) fail(folder_ / kBytes);
  if (std::fflush(lines_.get()) != 0) fail(folder_ / kLines);
}

StoredPage::StoredPage(const fs::path& folder) : folder_(folder), bytes_(folder / kBytes, std::ios::binary) {
  std::error_code none;
  size_ = fs::file_size(folder / kBytes, none);
  if (none) size_ = 0;
  read_lines([&](std::string_view line) {
    if (!line.starts_with("[\"block\",")) return;
    const nlohmann::json start = nlohmann::json::parse(line, nullptr, false);
    if (!start.is_array() || start.size() != 2 || !start[1].is_number_unsigned()) return;
    const auto at = start[1].get<std::uint64_t>();
    if (at <= size_ && (starts_.empty() || at > starts_.back())) starts_.push_back(at);
  });
}

void StoredPage::read_lines(const std::function<void(std::string_view)>& take) const {
  std::ifstream file(folder_ / kLines, std::ios::binary);
  std::string pending, buffer(kBuffer, '\0');
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0) {
    pending.append(buffer, 0, static_cast<std::size_t>(file.gcount()));
    std::size_t begin = 0;
    for (std::size_t end; (end = pending.find('\n', begin)) != std::string::npos; begin = end + 1)
      take(std::string_view(pending).substr(begin, end - begin));
    pending.erase(0, begin);
  }
}

fs::path StoredPage::lines_path() const { return folder_ / kLines; }

std::vector<std::uint8_t> StoredPage::read(std::uint64_t begin, std::uint64_t end) const {
  std::vector<std::uint8_t> bytes(end - begin);
  bytes_.clear();
  bytes_.seekg(static_cast<std::streamoff>(begin));
  bytes_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::size_t>(bytes_.gcount()) != bytes.size())
    throw CannotJudge(fmt::format("{}: it was cut while it was read", (folder_ / kBytes).string()));
  return bytes;
}

std::vector<std::uint8_t> StoredPage::block(std::size_t number) const {
  const std::uint64_t end = number + 1 < starts_.size() ? starts_[number + 1] : size_;
  return read(starts_.at(number), end);
}

std::vector<std::uint8_t> StoredPage::bytes(std::size_t block, std::uint64_t offset, std::size_t length) const {
  if (block >= starts_.size() || offset > size_ - starts_[block] || length > size_ - starts_[block] - offset)
    throw CannotJudge(fmt::format("{}: there are not so many bytes", (folder_ / kBytes).string()));
  return read(starts_[block] + offset, starts_[block] + offset + length);
}

std::vector<std::uint8_t> packed(std::string_view bytes) {
  const Deflate deflate = make_deflate();
  return pack(deflate.get(), bytes.data(), bytes.size());
}

}  // namespace replay
