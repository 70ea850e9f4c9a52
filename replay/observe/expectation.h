// Expectation: holds the picture of one frame against a reference. Of a page with several canvases each is to be as expected.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/picture/reference.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/observe/observer.h"

namespace replay {

struct DifferenceFiles {
  std::vector<std::string> written;   // paths
  std::vector<std::string> problems;  // a sentence for each that could not be written
};

class Expectation : public Observer {
 public:
  // `reference` is borrowed. `name` is where the picture would go: what differs goes to files beside it.
  Expectation(std::uint64_t frame, const Reference& reference, const Tolerance& tolerance, std::filesystem::path name)
      : frame_(frame), reference_(reference), tolerance_(tolerance), name_(std::move(name)) {}

  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call*, Drawable*) override;

  // The first that is bad, else the first. Nothing when the recording did not come so far, or showed nothing.
  std::optional<Judgement> judgement() const;

  // On a difference: writes NAME.actual.png and, when the reference is a picture, NAME.expected.png and NAME.difference.png; of
  // canvas 2 NAME.ctx2.actual.png and so on.
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
