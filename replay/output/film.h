// Film: pictures one after another in one file, or on standard output for a program that makes a video of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "loaders/base/result.h"
#include "loaders/container/output_file.h"
#include "replay/picture/encode.h"
#include "replay/picture/picture.h"

namespace replay {

struct FilmForm {
  PictureCoding coding;  // pictures of formats that are no film simply follow one another
  double rate = 60;      // frames a second, which only Y4M tells
};

// A film has the size of its first picture: of larger pictures the upper left corner is written, and smaller ones get
// black at their right and below. Formats that are no film have no such rule.
//
// One thread at a time may write.
class Film {
 public:
  static constexpr const char* kStandardOutput = "-";

  // `path` is a file, which is there whole after finish() or not at all, or kStandardOutput. Nothing else can write to
  // standard output after that: what the rest of the program and the driver print there goes to standard error.
  static loaders::Result<std::unique_ptr<Film>> make(const std::filesystem::path& path, const FilmForm& form);

  const std::filesystem::path& path() const { return path_; }

  // The error says that the film ends here. It is returned once; what is written later is dropped.
  loaders::Status write(const Picture& picture);
  bool is_broken() const { return is_broken_; }  // may be called by any thread

  // Makes the file whole when it has a picture and no write failed. Later calls do nothing.
  loaders::Status finish();

  // How many pictures had another size than the film.
  std::uint64_t resized() const { return resized_; }

 private:
  Film(std::filesystem::path path, const FilmForm& form, loaders::OutputFile file)
      : path_(std::move(path)),
        form_(form),
        file_(std::move(file)) {}

  loaders::Result<std::vector<std::uint8_t>> bytes_of(const Picture& picture);
  std::vector<std::uint8_t> frame_of(const Picture& picture) const;
  loaders::Status write_bytes(const Picture& picture);

  std::filesystem::path path_;
  FilmForm form_;
  std::optional<loaders::OutputFile> file_;  // nothing: finish() has closed it
  int width_ = 0, height_ = 0;               // of the first picture
  bool has_picture_ = false;
  std::atomic<std::uint64_t> resized_ = 0;
  std::atomic<bool> is_broken_ = false;
};

}  // namespace replay
