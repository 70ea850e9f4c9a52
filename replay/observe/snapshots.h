// Snapshots: the pictures, or their hashes, of the frames that the user asked for, of the calls, or of the calls in
// these frames when there are both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/base/call_set.h"
#include "replay/observe/observer.h"
#include "replay/output/film.h"
#include "replay/output/picture_names.h"
#include "replay/output/picture_writer.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct Snapshot {
  enum class Of : std::uint8_t { kFrame, kCall } of = Of::kFrame;
  std::uint64_t number = 0;
  std::optional<unsigned> context{};  // the canvas, when there are several
  int width = 0, height = 0;
  std::string path{};  // empty when no picture was written
  std::string md5{};   // empty when no hash was asked for
};

// Where pictures go, and in which form. What the pointers lead to is borrowed.
struct PictureTarget {
  const PictureNames* names = nullptr;  // null: no picture is written
  Film* film = nullptr;                 // the names are its path; null: each picture is a file
  PictureCoding coding{};               // of files
};

class Snapshots : public Observer {
 public:
  // The sets are borrowed.
  Snapshots(const CallSet& frames, const CallSet& calls, const PictureTarget& target, bool hash)
      : frames_(frames),
        calls_(calls),
        target_(target),
        hash_(hash),
        writer_(target.film) {}

  // The first `count` pictures are not taken: an earlier attempt has.
  void skip(std::size_t count) { to_skip_ = count; }

  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call*, Drawable*) override;
  void frame_shown(Dispatcher&, std::uint64_t frame) override { frame_ = frame + 1; }
  void call_done(Dispatcher&, const loaders::Call&) override;
  void mark_reached(Dispatcher&, const loaders::Call&) override;

  // Writes a picture that is not in the sets as PNG under the name of frame `frame`. Returns its path.
  std::string save(Picture picture, std::uint64_t frame, const PictureNames& names);

  // Waits until every picture is written. Returns a sentence for each picture that could not be taken or written.
  std::vector<std::string> finish();
  // Does the same after a crash of this process, but does not wait for a writing thread that no longer runs.
  std::vector<std::string> give_up();

  // Calls of the wanted kinds that draw into nothing of which there could be a picture.
  struct WithoutPicture {
    std::uint64_t count = 0, first = 0;
  };
  const WithoutPicture& without_picture() const { return without_picture_; }

  // How many pictures had another size than the film that they are in.
  std::uint64_t resized() const { return target_.film != nullptr ? target_.film->resized() : 0; }

  const std::vector<Snapshot>& taken() const { return taken_; }

 private:
  std::vector<std::string> told(std::vector<PictureWriter::Failure> failures);
  void write(Snapshot& snapshot, Picture picture);
  void take(Snapshot snapshot, std::optional<Picture> picture);
  void take_all(Dispatcher&, const Snapshot& snapshot, const loaders::Call* at, Drawable* drawable);

  const CallSet& frames_;
  const CallSet& calls_;
  PictureTarget target_;
  bool hash_;
  std::uint64_t frame_ = 0;  // that the next call belongs to
  PictureWriter writer_;
  std::vector<Snapshot> taken_;
  std::vector<std::string> problems_;
  WithoutPicture without_picture_;
  std::size_t to_skip_ = 0;
};

}  // namespace replay
