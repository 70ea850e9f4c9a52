#include "replay/output/picture_names.h"

#include <fmt/format.h>

#include <system_error>

#include "replay/base/whole_file.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

loaders::Status check_folder_of(const fs::path& file) {
  std::error_code ignored;
  const fs::path folder = file.parent_path();
  if (folder.empty() || fs::is_directory(folder, ignored)) return {};
  return loaders::Error{fmt::format("cannot write '{}': '{}' is not a folder", file.string(), folder.string())};
}

}  // namespace

loaders::Result<PictureNames> PictureNames::make(const fs::path& trace, const std::string& output, bool several,
                                                 PictureFormat format) {
  if (output.empty()) return PictureNames(trace, format);
  std::error_code ignored;
  const bool is_folder = several || output.ends_with('/') || fs::is_directory(output, ignored);
  PictureNames names;
  names.ending_ = name_of(format);
  (is_folder ? names.folder_ : names.file_) = output;
  if (auto usable = is_folder ? make_folder(output) : check_folder_of(output); !usable)
    return std::move(usable).error();
  return names;
}

PictureNames PictureNames::of_film(const fs::path& path) {
  PictureNames names;
  names.file_ = path;
  names.is_film_ = true;
  return names;
}

fs::path PictureNames::frame(std::uint64_t number, std::optional<unsigned> context) const {
  return name(fmt::format("frame_{:04}", number), context);
}

fs::path PictureNames::call(std::uint64_t number, std::optional<unsigned> context) const {
  return name(fmt::format("call_{:010}", number), context);
}

fs::path PictureNames::name(const std::string& picture, std::optional<unsigned> context) const {
  if (is_film_) return file_;
  const std::string ending = context ? fmt::format(".ctx{}.{}", *context, ending_) : "." + ending_;
  fs::path path = file_;
  if (file_.empty()) {
    path = folder_ / (prefix_ + picture + ending);
  } else if (context) {
    path.replace_extension(ending);
  }
  return path;
}

}  // namespace replay
