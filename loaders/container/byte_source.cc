#include "loaders/container/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace loaders {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

ByteSource stdio_source(std::shared_ptr<std::FILE> file) {
  ByteSource source;
  source.read = [file = std::move(file)](std::span<std::byte> into) -> Result<std::size_t> {
    errno = 0;
    const std::size_t got = std::fread(into.data(), 1, into.size(), file.get());
    if (got == 0 && std::ferror(file.get())) return Error{"cannot read: " + reason(errno)};
    return got;
  };
  return source;
}

}  // namespace

Result<ByteSource> open_file(const std::string& path) {
  if (path == "-") return stdio_source({stdin, [](std::FILE*) {}});

  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return Error{error ? error.message() : reason(ENOENT)};
  if (std::filesystem::is_directory(status)) return Error{"is a folder"};

  errno = 0;
  std::FILE* opened = std::fopen(path.c_str(), "rb");
  if (opened == nullptr) return Error{"cannot open: " + reason(errno)};
  std::setvbuf(opened, nullptr, _IONBF, 0);  // the reader takes large pieces; a second buffer would only copy them
  const std::shared_ptr<std::FILE> file(opened, [](std::FILE* f) { std::fclose(f); });
  ByteSource source = stdio_source(file);
  if (std::filesystem::is_regular_file(status)) {
    const auto size = std::filesystem::file_size(path, error);
    if (error) return source;
    source.size = size;
    source.skip = [file](std::uint64_t bytes) {
      return bytes <= INT64_MAX && fseeko(file.get(), static_cast<off_t>(bytes), SEEK_CUR) == 0;
    };
  }
  return source;
}

ByteSource view_source(std::span<const std::byte> bytes) {
  ByteSource source;
  source.size = bytes.size();
  source.read = [rest = bytes](std::span<std::byte> into) mutable {
    const std::size_t count = std::min(into.size(), rest.size());
    if (count > 0) std::memcpy(into.data(), rest.data(), count);
    rest = rest.subspan(count);
    return count;
  };
  return source;
}

ByteSource memory_source(std::vector<std::byte> bytes) {
  const auto owned = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  ByteSource source = view_source(*owned);
  source.read = [owned, read = std::move(source.read)](std::span<std::byte> into) { return read(into); };
  return source;
}

}  // namespace loaders
