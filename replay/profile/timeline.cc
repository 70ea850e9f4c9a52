#include "replay/profile/timeline.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "replay/base/whole_file.h"

namespace replay {
namespace {

using nlohmann::json;

// The tracks in the order in which the viewers show them. "tid" tells them apart.
constexpr std::array kTracks = {std::pair{1, "frames"}, std::pair{2, "groups"}, std::pair{3, "calls (CPU)"},
                                std::pair{4, "draws (GPU)"}};

std::string quoted(const std::string& text) { return json(text).dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

std::uint32_t Timeline::name_index(const std::string& name) {
  const auto [known, is_new] = indices_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return known->second;
}

void Timeline::add(const Event& event) {
  if (events_.size() < kMaxEvents) events_.push_back(event);
  else ++left_out_;
}

void Timeline::add(const TimedCall& timed, const std::string& function) {
  if (timed.kind == CallKind::kOther && timed.end_us - timed.begin_us < kLongUs) return;
  add({timed.begin_us, timed.end_us, timed.call.number, name_index(function), Track::kCalls, timed.kind});
}

void Timeline::add_frame(std::uint64_t frame, double begin_us, double end_us) {
  add({begin_us, end_us, frame, name_index("frame"), Track::kFrames, CallKind::kOther});
}

void Timeline::add_group(const std::string& name, double begin_us, double end_us) {
  add({begin_us, end_us, 0, name_index(name), Track::kGroups, CallKind::kOther});
}

void Timeline::add_gpu(std::uint64_t call, const std::string& function, double begin_us, double end_us) {
  add({begin_us, end_us, call, name_index(function), Track::kGpu, CallKind::kDraw});
}

std::string Timeline::text_of(const Event& event) const {
  const std::string& function = names_[event.name];
  const bool is_frame = event.track == Track::kFrames, is_call = event.track >= Track::kCalls;
  const std::string name = is_frame ? fmt::format("frame {}", event.number) : function;
  const std::string details = is_call ? fmt::format(R"(,"args":{{"call":{}}})", event.number) : "";
  return fmt::format(R"({{"ph":"X","pid":1,"tid":{},"ts":{:.3f},"dur":{:.3f},"name":{},"cat":"{}"{}}})",
                     kTracks[static_cast<std::size_t>(event.track)].first, event.begin_us,
                     event.end_us - event.begin_us, quoted(name), is_call ? name_of(event.kind) : "frame", details);
}

loaders::Status Timeline::write(const std::filesystem::path& path) const {
  std::string text = R"({"displayTimeUnit":"ms","traceEvents":[)";
  for (const auto& [track, name] : kTracks) {
    text += fmt::format(
        "{}\n"
        R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}},)"
        "\n"
        R"({{"ph":"M","pid":1,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
        track == 1 ? "" : ",", track, name, track, track);
  }
  for (const Event& event : events_) {
    text += ",\n";
    text += text_of(event);
  }
  text += fmt::format("\n],\"otherData\":{{\"events_left_out\":{}}}}}\n", left_out_);
  return write_whole_file(path, text);
}

}  // namespace replay
