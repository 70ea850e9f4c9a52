// PictureNames: the names of the files that pictures are written to.
//
//   -o             pictures   the file
//   PATH           one        PATH itself; a.ctx2.png for context 2 when PATH is a.png
//   PATH/, or a    any        PATH/frame_0120.png, PATH/call_0000012345.png, PATH/frame_0120.ctx2.png
//   folder, or
//   PATH           several    the same
//   PATH of a film any        PATH for all of them
//   not given      any        STEM.frame_0120.png ... in the current folder; STEM is the trace's name without its
//   ending
//
// Pictures of other formats have their endings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "loaders/base/result.h"
#include "replay/picture/picture_format.h"

namespace replay {

class PictureNames {
 public:
  // Pictures without -o: they go to the current folder.
  explicit PictureNames(const std::filesystem::path& trace, PictureFormat format = PictureFormat::kPng)
      : prefix_(trace.stem().string() + "."),
        ending_(name_of(format)) {}

  // Names for `-o output`; an empty text means that it was not given. Makes the folder when there must be one. The
  // error says that pictures cannot go there, so that a long replay does not find out at its end.
  static loaders::Result<PictureNames> make(const std::filesystem::path& trace, const std::string& output, bool several,
                                            PictureFormat format = PictureFormat::kPng);
  static PictureNames of_film(const std::filesystem::path& path);

  // `context` is given when the frame shows several drawables.
  std::filesystem::path frame(std::uint64_t number, std::optional<unsigned> context = std::nullopt) const;
  std::filesystem::path call(std::uint64_t number, std::optional<unsigned> context = std::nullopt) const;

 private:
  PictureNames() = default;

  std::filesystem::path name(const std::string& picture, std::optional<unsigned> context) const;

  std::filesystem::path file_;    // the file of the only picture; empty: each picture gets a name of its own
  std::filesystem::path folder_;  // the folder of the pictures; empty: the current one
  std::string prefix_;            // "STEM." without -o
  std::string ending_ = "png";    // of the names that are made here
  bool is_film_ = false;          // file_ is a film
};

}  // namespace replay
