#include "replay/observe/snapshots.h"

#include <fmt/format.h>

#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"

namespace replay {
namespace {

const char* word(Snapshot::Of of) { return of == Snapshot::Of::kFrame ? "frame" : "call"; }

}  // namespace

void Snapshots::frame_ends(Dispatcher& d, std::uint64_t frame, const loaders::Call* swap, Drawable* drawable) {
  if (!calls_.empty() || !frames_.contains(frame)) return;
  take_all(d, {.of = Snapshot::Of::kFrame, .number = frame}, swap, drawable);
}

void Snapshots::call_done(Dispatcher& d, const loaders::Call& call) {
  if (!calls_.contains(call.number, glbindings::signature(call.function).traits)) return;
  if (!frames_.empty() && !frames_.contains(frame_)) return;
  auto picture = read_draw_framebuffer(d);
  if (!calls_.names(call.number) && (!picture || !picture->valid())) {
    if (without_picture_.count++ == 0) without_picture_.first = call.number;
    return;
  }
  take({.of = Snapshot::Of::kCall, .number = call.number}, std::move(picture));
}

void Snapshots::mark_reached(Dispatcher& d, const loaders::Call& call) {
  take_all(d, {.of = Snapshot::Of::kCall, .number = call.number}, &call, d.window_system.current_drawable());
}

// A web page with several canvases shows all of them; every other recording shows `drawable`.
void Snapshots::take_all(Dispatcher& d, const Snapshot& snapshot, const loaders::Call* at, Drawable* drawable) {
  const std::vector<Drawable*> canvases = d.window_system.canvases();
  if (canvases.size() < 2) return take(snapshot, read_frame(d, at, drawable));
  for (Drawable* canvas : canvases) {
    Snapshot of_canvas = snapshot;
    of_canvas.context = static_cast<unsigned>(canvas->id);
    take(std::move(of_canvas), read_drawable(d, *canvas));
  }
}

void Snapshots::take(Snapshot snapshot, std::optional<Picture> picture) {
  if (!picture || !picture->valid()) {
    problems_.push_back(fmt::format("{} {}: it draws into nothing of which there could be a picture", word(snapshot.of),
                                    snapshot.number));
    return;
  }
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  snapshot.width = picture->width;
  snapshot.height = picture->height;
  if (hash_) {
    snapshot.md5 = md5_of_rgb(*picture);
    const std::string canvas = snapshot.context ? fmt::format(".ctx{}", *snapshot.context) : "";
    print_out("{} {}{} {}\n", word(snapshot.of), snapshot.number, canvas, snapshot.md5);
  }
  if (target_.names != nullptr) write(snapshot, *std::move(picture));
  taken_.push_back(std::move(snapshot));
}

void Snapshots::write(Snapshot& snapshot, Picture picture) {
  // Whoever watches the film has ended, or the disk is full: the rest of the replay would be for nothing.
  if (target_.film != nullptr && target_.film->is_broken()) throw CannotJudge("the film cannot be written to its end");
  const auto path = snapshot.of == Snapshot::Of::kFrame ? target_.names->frame(snapshot.number, snapshot.context)
                                                        : target_.names->call(snapshot.number, snapshot.context);
  snapshot.path = path.string();
  writer_.write(path, std::move(picture), target_.coding);
}

std::string Snapshots::save(Picture picture, std::uint64_t frame, const PictureNames& names) {
  const auto path = names.frame(frame);
  writer_.write(path, std::move(picture));
  return path.string();
}

std::vector<std::string> Snapshots::finish() { return told(writer_.finish()); }

std::vector<std::string> Snapshots::give_up() { return told(writer_.give_up()); }

std::vector<std::string> Snapshots::told(std::vector<PictureWriter::Failure> failures) {
  for (auto& [path, why] : failures) {
    problems_.push_back(std::move(why));
    for (Snapshot& snapshot : taken_) {
      if (snapshot.path == path) snapshot.path.clear();
    }
  }
  return std::exchange(problems_, {});
}

}  // namespace replay
