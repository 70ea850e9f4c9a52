#include "replay/output/picture_names.h"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

namespace replay {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);  // no error when it is there already
  if (!error && !fs::is_directory(folder, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    throw std::runtime_error(fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  }
}

void need_folder_of(const fs::path& file) {
  std::error_code ignored;
  const fs::path folder = file.parent_path();
  if (folder.empty() || fs::is_directory(folder, ignored)) return;
  throw std::runtime_error(fmt::format("cannot write '{}': '{}' is not a folder", file.string(), folder.string()));
}

}  // namespace

PictureNames::PictureNames(const fs::path& trace, const std::string& output, bool several) {
  std::error_code ignored;
  if (output.empty()) {
    prefix_ = trace.stem().string() + ".";
  } else if (several || output.ends_with('/') || fs::is_directory(output, ignored)) {
    folder_ = output;
    make_folder(folder_);
  } else {
    file_ = output;
    need_folder_of(file_);
  }
}

fs::path PictureNames::frame(std::uint64_t number, std::optional<unsigned> context) const {
  return name(fmt::format("frame_{:04}", number), context);
}

fs::path PictureNames::call(std::uint64_t number, std::optional<unsigned> context) const {
  return name(fmt::format("call_{:010}", number), context);
}

fs::path PictureNames::name(const std::string& picture, std::optional<unsigned> context) const {
  const std::string ending = context ? fmt::format(".ctx{}.png", *context) : ".png";
  fs::path path = file_;
  if (file_.empty()) {
    path = folder_ / (prefix_ + picture + ending);
  } else if (context) {
    path.replace_extension(ending);
  }
  return path;
}

}  // namespace replay
