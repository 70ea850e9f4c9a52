#include "replay/inspect/page_file.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>

#include "loaders/container/output_file.h"
#include "replay/base/cannot_judge.h"
#include "replay/inspect/inspect_files.h"
#include "replay/report/content_policy.h"

namespace replay {
namespace {

constexpr int kLevel = 6;                                                            // of zlib's scale
constexpr std::size_t kLines = std::size_t{1} << 18, kBlock = std::size_t{1} << 20;  // bytes of a block

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += letter;
    }
  }
  return out;
}

void put(loaders::OutputFile& file, std::string_view text) {
  need(file.write(std::as_bytes(std::span(text.data(), text.size()))));
}

}  // namespace

struct PageFile::Compressor {
  std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> deflate{
      libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor};
};

class PageFile::Part {
 public:
  Part(const std::filesystem::path& path, std::string kind) : path_(path), kind_(std::move(kind)) {
    if (file_ == nullptr) throw CannotJudge(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  }
  ~Part() { std::fclose(file_); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  std::size_t size() const { return elements_; }

  void add(std::span<const std::uint8_t> packed) {
    ++elements_;
    write(fmt::format("<script type=\"text/plain\" class=\"{}\">{}</script>\n", kind_, base64(packed)));
  }

  void copy_to(loaders::OutputFile& out) {
    std::rewind(file_);
    std::vector<char> buffer(kBlock);
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file_))
      put(out, {buffer.data(), count});
  }

 private:
  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
      throw CannotJudge(fmt::format("{}: {}", path_.string(), std::strerror(errno)));
  }

  std::filesystem::path path_;
  std::string kind_;
  std::FILE* file_ = std::fopen(path_.c_str(), "w+b");
  std::size_t elements_ = 0;
};

PageFile::PageFile(const std::filesystem::path& scratch)
    : compressor_(std::make_unique<Compressor>()),
      lines_(std::make_unique<Part>(scratch / "lines", "lines")),
      bytes_(std::make_unique<Part>(scratch / "bytes", "bytes")) {}

PageFile::~PageFile() = default;

std::vector<std::uint8_t> PageFile::packed(const void* bytes, std::size_t size) {
  std::vector<std::uint8_t> out(libdeflate_zlib_compress_bound(compressor_->deflate.get(), size));
  out.resize(libdeflate_zlib_compress(compressor_->deflate.get(), bytes, size, out.data(), out.size()));
  return out;
}

void PageFile::add_line(const nlohmann::json& line) {
  open_lines_ += line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  open_lines_ += '\n';
  if (open_lines_.size() >= kLines) flush_lines();
}

PackedBytes PageFile::add_bytes(const std::vector<std::uint8_t>& bytes) {
  const std::vector<std::uint8_t> stream = packed(bytes.data(), bytes.size());
  if (!open_bytes_.empty() && open_bytes_.size() + stream.size() > kBlock) flush_bytes();
  const PackedBytes place{bytes_->size(), open_bytes_.size(), stream.size()};
  open_bytes_.insert(open_bytes_.end(), stream.begin(), stream.end());
  return place;
}

void PageFile::flush_lines() {
  if (open_lines_.empty()) return;
  lines_->add(packed(open_lines_.data(), open_lines_.size()));
  open_lines_.clear();
}

void PageFile::flush_bytes() {
  if (open_bytes_.empty()) return;
  bytes_->add(open_bytes_);
  open_bytes_.clear();
}

std::string page_policy() { return content_policy(inspect_js(), inspect_css(), PagePictures::kNone); }

void PageFile::write(const std::string& path, const std::string& title) {
  flush_lines();
  flush_bytes();
  loaders::OutputFile out = need(loaders::OutputFile::create(path));
  put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  put(out, fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", page_policy()));
  put(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  put(out, fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n", escaped(title), inspect_css()));
  put(out, inspect_html());
  lines_->copy_to(out);
  bytes_->copy_to(out);
  put(out, fmt::format("<script>{}</script>\n</body>\n</html>\n", inspect_js()));
  need(out.commit());
}

}  // namespace replay
