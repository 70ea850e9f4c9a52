#include "replay/observe/expectation.h"

#include "replay/observe/png_encoder.h"
#include "replay/observe/whole_file.h"

namespace replay {

void Expectation::frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call*, Drawable* drawable) {
  if (frame != frame_ || drawable == nullptr) return;
  picture_ = read_drawable(dispatcher, *drawable);
  if (picture_ && picture_->valid()) judgement_ = reference_.judge(*picture_, tolerance_);
}

std::vector<std::string> Expectation::write_difference() const {
  std::vector<std::string> written;
  if (!judgement_ || judgement_->good) return written;
  const auto write = [&](const char* what, const Picture& picture) {
    std::filesystem::path path = name_;
    path.replace_extension(std::string(what) + ".png");
    write_whole_file(path, encode_png(picture));
    written.push_back(path.string());
  };
  write("actual", *picture_);
  if (judgement_->expected) {
    write("expected", *judgement_->expected);
    write("difference", difference_picture(*judgement_->expected, *picture_));
  }
  return written;
}

}  // namespace replay
