#include "replay/commands/pixel.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>

#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/printable.h"
#include "replay/inspect/pixel_history.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"

namespace replay {
namespace {

using nlohmann::json;

// "38 38 38", "0.5", or "?" for what is not known.
std::string text_of(const json& value) {
  if (value.is_null()) return "?";
  std::string text;
  for (const json& number : value) text += (text.empty() ? "" : " ") + number.dump();
  return text;
}

std::string printable(std::string text) {
  make_printable(text);
  return text;
}

void print_text(const PixelOptions& options, const FrameReplay& replay, const PixelHistory& history) {
  for (const auto& [name, image] : history.images()) {
    print_out("pixel {},{} of {} ({}x{}, from the top left) in frame {}; calls that changed the image: {}\n", options.x,
              options.y, name, image.width, image.height, replay.frame, image.writes);
  }
  std::size_t width = 0;
  for (const auto& [name, image] : history.images()) width = std::max(width, name.size());
  std::optional<std::uint64_t> last;
  bool any = false;
  for (const PixelChange& change : history.changes()) {
    if (!any || change.call != last) {
      const std::string head = change.call ? change.text : "the frame begins";
      print_out("{}{}\n", printable(head),
                change.call && !change.by_call ? "  // before it, without a drawing call" : "");
    }
    if (change.call)
      print_out("    {:<{}}  {} -> {}\n", change.image, width, text_of(change.before), text_of(change.after));
    else print_out("    {:<{}}  {}\n", change.image, width, text_of(change.after));
    last = change.call;
    any = true;
  }
}

json to_json(const PixelOptions& options, const FrameReplay& replay, const PixelHistory& history) {
  json images = json::array(), changes = json::array();
  for (const auto& [name, image] : history.images()) {
    images.push_back({{"image", name}, {"width", image.width}, {"height", image.height}, {"writes", image.writes}});
  }
  for (const PixelChange& change : history.changes()) {
    json row = {{"call", change.call ? json(*change.call) : json()},
                {"image", change.image},
                {"before", change.before},
                {"after", change.after},
                {"by_call", change.by_call}};
    if (change.call) row["text"] = change.text;
    changes.push_back(std::move(row));
  }
  return {{"trace", options.trace},       {"frame", replay.frame},       {"at", {options.x, options.y}},
          {"origin", "top left"},         {"renderer", replay.renderer}, {"images", std::move(images)},
          {"changes", std::move(changes)}};
}

}  // namespace

int run_pixel(const PixelOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  enter_sandbox(options.supervision, {});
  PixelHistory history(options.x, options.y, options.image);
  const FrameRequest request{
      .trace = options.trace, .frame = options.frame, .limits = options.limits, .seek = options.seek};
  const FrameReplay replay = RecordedFrame(request).watch(
      [&](Dispatcher&, const auto& functions, const WatchedCall& seen) { history.take(functions, seen); });
  history.choose();
  if (options.json) {
    print_out("{}", json_text(to_json(options, replay, history)));
  } else {
    print_text(options, replay, history);
  }
  if (!replay.error) return kGood;
  spdlog::error("{}; this is of the calls before", replay.error->to_string());
  return kCannotJudge;
}

}  // namespace replay
