#include "replay/inspect/frame_inspector.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "loaders/stream/dump.h"
#include "replay/base/printable.h"
#include "replay/calls/draw_call.h"
#include "replay/dispatch/asked.h"
#include "replay/inspect/pixel_pieces.h"

namespace replay {
namespace {

using nlohmann::json;

// A picture is made by putting changes into a whole one. A whole one comes again when the changes since the last have
// this many times its size, so that no picture is far from one; at the end of the frame already when they have this
// many pixels, which a browser takes a tenth of a second for.
constexpr std::uint64_t kWholeAgain = 8, kWholeAtEnd = 2'000'000;
constexpr std::size_t kLongestText = 4000;

std::string text_of(const loaders::Call& call, const loaders::FunctionTable& functions) {
  std::string text;
  loaders::append_call(text, call, functions);
  text.resize(std::min(text.find('\n'), text.size()));
  const std::size_t number = text.find(' ');
  if (number != std::string::npos) text.erase(0, std::min(text.find_first_not_of(' ', number), text.size()));
  if (text.size() <= kLongestText) return text;
  return std::string(whole_letters(text, kLongestText)) + " …";
}

}  // namespace

json FrameInspector::piece_of(const AttachmentImage& now, const AttachmentImage* before, const PixelBox& box) {
  const std::vector<std::uint8_t> old = before == nullptr ? std::vector<std::uint8_t>() : bytes_of(*before, box);
  const PixelLayout layout = layout_of(now.form);
  const auto width = static_cast<std::size_t>(box.width), height = static_cast<std::size_t>(box.height);
  const std::vector<std::uint8_t> piece = encoded_pixels(bytes_of(now, box), old, width, layout);
  PackedBytes packed;
  if (piece.size() < longest_piece(width * height, layout)) {
    packed = page_.add_bytes(piece);
  } else {  // all pixels
    const auto [found, is_new] = whole_.try_emplace(state::hash_of(piece.data(), piece.size()));
    if (is_new) found->second = page_.add_bytes(piece);
    packed = found->second;
  }
  return {box.x, box.y, box.width, box.height, packed.block, packed.offset, packed.length};
}

void FrameInspector::add_change(const ImageChange& change) {
  const AttachmentImage& now = change.image.now;
  Shape& known = shapes_[change.image.number];
  const Shape shape{.width = now.width, .height = now.height, .form = static_cast<int>(now.form)};
  if (!(known == shape)) {
    known = shape;
    page_.add_line({"image", change.image.number, change.image.label, shape.width, shape.height, shape.form});
  }
  json pieces = json::array();
  for (const PixelBox& box : change.before == nullptr ? all_boxes(now) : change.boxes) {
    pieces.push_back(piece_of(now, change.before, box));
    known.since_whole += static_cast<std::uint64_t>(box.width) * static_cast<std::uint64_t>(box.height);
  }
  page_.add_line({"change", change.image.number, change.by_call, std::move(pieces)});
  if (change.before == nullptr) known.since_whole = 0;
  if (known.since_whole > kWholeAgain * known.pixels()) add_whole(change.image.number, now);
}

void FrameInspector::add_whole(std::size_t number, const AttachmentImage& image) {
  json pieces = json::array();
  for (const PixelBox& box : all_boxes(image)) pieces.push_back(piece_of(image, nullptr, box));
  page_.add_line({"whole", number, std::move(pieces)});
  shapes_[number].since_whole = 0;
}

// The page opens at the last call, so its pictures are the first that are looked at.
void FrameInspector::finish(const std::map<std::string, WatchedImage>& images) {
  page_.add_line(vertices_.left_out());
  for (const auto& [label, image] : images) {
    const auto known = shapes_.find(image.number);
    if (known == shapes_.end() || !image.now.is_color()) continue;
    if (known->second.since_whole > kWholeAtEnd) add_whole(image.number, image.now);
  }
}

void FrameInspector::add_program(const json& program, std::uint32_t name) {
  const std::string text = program.at("shaders").dump(-1, ' ', false, json::error_handler_t::replace);
  std::string hash = state::hash_of(text.data(), text.size());
  std::string& shown = shown_sources_[name];
  if (shown == hash) return;
  shown = std::move(hash);
  page_.add_line({"program", name, program.at("shaders")});
}

void FrameInspector::add_state(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  const TakeStatePicture none;
  const state::Asked asked{d, *d.context, gl, none};
  const GlErrors::Mute mute(d.errors, gl);
  json now = {{"values", state::values(asked)},
              {"enabled", state::enabled(asked)},
              {"buffers", state::buffer_bindings(asked)},
              {"vertex array", state::vertex_array(asked)},
              {"program", d.context->program},
              {"pipeline", d.context->pipeline},
              {"framebuffer", {{"draw", d.context->draw_framebuffer}, {"read", d.context->read_framebuffer}}}};
  const std::vector<std::uint32_t> programs = state::programs_in_use(*d.context);
  if (d.context->program == 0 && !programs.empty()) now["programs of the pipeline"] = programs;
  for (const std::uint32_t name : programs) {
    const json program = state::program(asked, name);
    if (program.is_null()) continue;
    add_program(program, name);
    for (const auto& [uniform, value] : program.at("uniforms").items())
      now["uniforms"][programs.size() > 1 ? fmt::format("{} (program {})", uniform, name) : uniform] = value;
  }
  now["blocks"] = state::blocks(asked);
  json textures = json::array();
  if (d.context->compiled_list == 0) {
    now["texture units"] = state::texture_units(asked);
    now["image units"] = state::image_units(asked);
    textures = pictures_.of(asked, now["texture units"], now["image units"]);
  }
  // A path ends where a list begins: a matrix is one value.
  std::map<std::string, json> flat;
  const auto add = [&](const auto& self, const std::string& path, const json& value) -> void {
    if (!value.is_object()) {
      flat.emplace(path, value);
      return;
    }
    for (const auto& [key, member] : value.items()) self(self, path.empty() ? key : path + "\t" + key, member);
  };
  add(add, "", now);
  json changed = json::object(), gone = json::array();
  for (const auto& [path, value] : flat) {
    const auto before = state_.find(path);
    if (before == state_.end() || before->second != value) changed[path] = value;
  }
  for (const auto& [path, value] : state_) {
    if (!flat.contains(path)) gone.push_back(path);
  }
  state_ = std::move(flat);
  page_.add_line({"state", std::move(changed), std::move(gone)});
  page_.add_line({"textures", std::move(textures)});
}

void FrameInspector::begin(Dispatcher& d, const loaders::Call& call) {
  const GladGLContext& gl = *d.gl;
  if (d.context->compiled_list != 0) return;
  const TakeStatePicture none;
  const state::Asked asked{d, *d.context, gl, none};
  const GlErrors::Mute mute(d.errors, gl);
  const auto limits = vertices_.limits();
  const auto draw = state::draw_vertices(asked, call, limits);
  if (!draw) return;
  begun_.push_back(vertices_.line_of(*draw));
  if (draw->mode.empty() || limits.elements == 0) return;
  const bool is_fixed = d.context->program == 0 && d.context->pipeline == 0;
  begun_.push_back(vertices_.line_of(is_fixed ? fixed_positions(gl, *draw)
                                              : capture_.capture(d, call, draw_call_of(call)->mode, limits.elements)));
}

void FrameInspector::take(Dispatcher& d, const loaders::FunctionTable& functions, const WatchedCall& seen) {
  pictures_.follow(d, seen);
  labels_.follow(d, seen.call);
  if (seen.call != nullptr) {
    page_.add_line({"call", seen.call->number, text_of(*seen.call, functions), seen.writes, seen.framebuffer,
                    labels_.named_by(*seen.call)});
    for (const json& line : begun_) page_.add_line(line);
    begun_.clear();
    capture_.follow(d, *seen.call);
  }
  for (const ImageChange& change : seen.changes) add_change(change);
  if (!seen.writes) return;
  ++writes_;
  add_state(d);
}

}  // namespace replay
