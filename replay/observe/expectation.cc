#include "replay/observe/expectation.h"

#include <algorithm>

#include "replay/picture/encode.h"

namespace replay {

void Expectation::frame_ends(Dispatcher& d, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) {
  if (frame != frame_) return;
  const std::vector<Drawable*> canvases = d.window_system.canvases();
  if (canvases.size() < 2) return judge(read_frame(d, swap, drawable), std::nullopt);
  for (Drawable* canvas : canvases) judge(read_drawable(d, *canvas), static_cast<unsigned>(canvas->id));
}

void Expectation::judge(std::optional<Picture> picture, std::optional<unsigned> canvas) {
  if (!picture || !picture->valid()) return;
  Judgement judgement = reference_.judge(*picture, tolerance_, canvas);
  judged_.push_back({*std::move(picture), std::move(judgement)});
}

std::optional<Judgement> Expectation::judgement() const {
  if (judged_.empty()) return std::nullopt;
  const auto bad = std::find_if(judged_.begin(), judged_.end(), [](const Judged& one) { return !one.judgement.good; });
  return bad != judged_.end() ? bad->judgement : judged_.front().judgement;
}

DifferenceFiles Expectation::write_difference() const {
  DifferenceFiles files;
  for (const auto& [picture, judgement] : judged_) {
    if (judgement.good) continue;
    const auto write = [&, canvas = judgement.canvas](const char* what, const Picture& image) {
      std::filesystem::path path = name_;
      path.replace_extension((canvas ? "ctx" + std::to_string(*canvas) + "." : "") + what + ".png");
      if (const auto written = write_picture_file(path, image)) files.written.push_back(path.string());
      else files.problems.push_back(written.error().problem);
    };
    write("actual", picture);
    if (!judgement.expected) continue;
    write("expected", *judgement.expected);
    write("difference", difference_picture(*judgement.expected, picture));
  }
  return files;
}

}  // namespace replay
