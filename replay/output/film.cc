#include "replay/output/film.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <span>
#include <system_error>
#include <utility>

#include "replay/base/whole_file.h"
#include "replay/picture/film_frames.h"
#include "replay/process/standard_streams.h"

namespace replay {
namespace {

// The film gets a descriptor of its own for what was standard output, and standard output becomes standard error.
loaders::Result<loaders::OutputFile> take_standard_output() {
  std::fflush(stdout);
  const int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (fd < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    const int error = errno;
    if (fd >= 0) ::close(fd);
    return loaders::Error{fmt::format("cannot write to standard output: {}", std::generic_category().message(error))};
  }
  remember_standard_streams();
  return loaders::OutputFile::adopt(fd, "standard output");
}

}  // namespace

loaders::Result<std::unique_ptr<Film>> Film::make(const std::filesystem::path& path, const FilmForm& form) {
  if (auto allowed = check_not_spared(path); !allowed) return std::move(allowed).error();
  auto file = path == kStandardOutput ? take_standard_output() : loaders::OutputFile::create(path);
  if (!file) return std::move(file).error();
  return std::unique_ptr<Film>(new Film(path, form, *std::move(file)));
}

loaders::Status Film::write(const Picture& picture) {
  if (is_broken_ || !file_) return {};
  loaders::Status written = write_bytes(picture);
  if (written) has_picture_ = true;
  else is_broken_ = true;
  return written;
}

loaders::Status Film::write_bytes(const Picture& picture) {
  const auto bytes = bytes_of(picture);
  if (!bytes) return loaders::Error{fmt::format("cannot write '{}': {}", path_.string(), bytes.error().problem)};
  return file_->write(std::as_bytes(std::span(*bytes)));
}

loaders::Result<std::vector<std::uint8_t>> Film::bytes_of(const Picture& picture) {
  if (!is_film(form_.coding.format) || !picture.valid()) return encode(picture, form_.coding);
  const bool is_first = width_ == 0;
  if (is_first) {
    width_ = picture.width;
    height_ = picture.height;
  }
  const bool has_size = picture.width == width_ && picture.height == height_;
  if (!has_size) ++resized_;
  std::vector<std::uint8_t> frame = frame_of(has_size ? picture : with_size(picture, width_, height_));
  if (is_first && form_.coding.format == PictureFormat::kY4m) {
    const std::string header = y4m_header(width_, height_, form_.rate);
    frame.insert(frame.begin(), header.begin(), header.end());
  }
  return frame;
}

std::vector<std::uint8_t> Film::frame_of(const Picture& picture) const {
  return form_.coding.format == PictureFormat::kY4m ? y4m_frame(picture) : rgb_of(picture);
}

loaders::Status Film::finish() {
  if (!file_) return {};
  loaders::OutputFile file = *std::exchange(file_, std::nullopt);
  const bool is_whole = !is_broken_ && has_picture_;
  return is_whole ? file.commit() : loaders::Status();
}

}  // namespace replay
