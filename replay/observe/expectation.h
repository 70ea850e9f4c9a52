// Expectation: compares the picture of one frame to a reference. If a web page has several canvases, each must match.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/observe/observer.h"
#include "replay/picture/reference.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct DifferenceFiles {
  std::vector<std::string> written;   // the paths of the files
  std::vector<std::string> problems;  // a sentence for each file that could not be written
};

class Expectation : public Observer {
 public:
  // `reference` is borrowed. `name` is the path that the picture would have; differences are written to files beside
  // it.
  Expectation(std::uint64_t frame, const Reference& reference, const Tolerance& tolerance, std::filesystem::path name)
      : frame_(frame),
        reference_(reference),
        tolerance_(tolerance),
        name_(std::move(name)) {}

  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call*, Drawable*) override;

  // Returns the first judgement that is bad, or the first one when all are good. Returns nothing when the recording
  // ended before the frame or showed nothing.
  std::optional<Judgement> judgement() const;

  // Writes NAME.actual.png for a picture that differs, and NAME.expected.png and NAME.difference.png when the
  // reference is a picture. For canvas 2 the names are NAME.ctx2.actual.png and so on.
  DifferenceFiles write_difference() const;

 private:
  std::uint64_t frame_;
  const Reference& reference_;
  Tolerance tolerance_;
  std::filesystem::path name_;
  struct Judged {
    Picture picture;
    Judgement judgement;
  };
  void judge(std::optional<Picture> picture, std::optional<unsigned> canvas);

  std::vector<Judged> judged_;
};

}  // namespace replay
