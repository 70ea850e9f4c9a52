#include "loaders/wtf/timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "loaders/wtf/format.h"

namespace loaders::wtf {
namespace {

constexpr std::size_t kMaxShownText = 200;

std::string shown(std::string_view text) { return std::string(text.substr(0, kMaxShownText)); }

}  // namespace

void Timeline::place(Event& event) {
  event.index = events_++;
  count(event);
  switch (event.type->builtin) {
    case Builtin::kZoneCreate: create_zone(event); break;
    case Builtin::kZoneSet: current_zone_ = static_cast<std::uint32_t>(event.integer("zoneId")); break;
    case Builtin::kFrameStart:  // a start without an end before it is an end as well
      event.ends_frame = in_frame_;
      in_frame_ = true;
      break;
    case Builtin::kFrameEnd:
      event.ends_frame = true;
      in_frame_ = false;
      break;
    default: break;
  }
  event.zone = current_zone_;
  place_in_scope(event);
}

// The reference stays valid: elements of a map do not move.
Timeline::Zone& Timeline::zone() {
  const auto at = zones_.find(current_zone_);
  if (at != zones_.end()) return at->second;
  return zones_.size() < kMaxZones ? zones_[current_zone_] : other_zones_;
}

void Timeline::create_zone(const Event& event) {
  const auto id = static_cast<std::uint32_t>(event.integer("zoneId"));
  if (zones_.size() >= kMaxNamedZones && !zones_.contains(id)) return;
  Zone& created = zones_[id];
  created.name = shown(event.arg("name").text());
  created.type = shown(event.arg("type").text());
}

void Timeline::place_in_scope(Event& event) {
  Zone& in = zone();
  ++in.events;
  const bool leaves = event.type->builtin == Builtin::kScopeLeave;
  if (leaves) leave_scope(event);
  event.depth = in.depth;
  if (leaves) return;
  if (in.depth > 0 && in.depth == in.open.size()) event.scope = in.open.back();
  if (event.type->event_class == EventClass::kScope) enter_scope(event);
}

void Timeline::leave_scope(Event& event) {
  Zone& in = zone();
  if (in.depth == 0) {
    ++scopes_never_entered_;
    return;
  }
  if (in.depth == in.open.size()) {
    event.scope = in.open.back();
    in.open.pop_back();
    --open_scopes_;
  }
  --in.depth;
}

void Timeline::enter_scope(const Event& event) {
  Zone& in = zone();
  if (in.depth == in.open.size() && in.open.size() < kMaxOpenScopes && open_scopes_ < kMaxAllOpenScopes) {
    in.open.push_back(event.index);
    ++open_scopes_;
  }
  if (in.depth < std::numeric_limits<std::uint32_t>::max()) ++in.depth;
  max_depth_ = std::max(max_depth_, in.depth);
}

void Timeline::count(const Event& event) {
  ++counts_[event.type];
  if (!event.time_us) return;
  first_us_ = std::min(first_us_, *event.time_us);
  last_us_ = std::max(last_us_, *event.time_us);
}

std::string Timeline::zone_text(const Zone& zone) {
  std::string text = fmt::format("{} events", zone.events);
  if (!zone.name.empty()) text += fmt::format(", '{}'", zone.name);
  if (!zone.type.empty()) text += fmt::format(", {}", zone.type);
  if (zone.depth > 0) text += fmt::format(", {} scopes never left", zone.depth);
  return text;
}

std::vector<std::pair<std::string, std::string>> Timeline::facts() const {
  std::map<std::string, std::uint64_t> by_name;
  for (const auto& [type, number] : counts_) by_name[type->name] += number;

  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back("events", fmt::format("{} of {} types", events_, by_name.size()));
  if (first_us_ <= last_us_) facts.emplace_back("time span", fmt::format("{} to {} us", first_us_, last_us_));
  facts.emplace_back("deepest scope", std::to_string(max_depth_));
  if (scopes_never_entered_ > 0) {
    facts.emplace_back("scopes left and never entered", std::to_string(scopes_never_entered_));
  }
  std::size_t shown_zones = 0;
  for (const auto& [id, zone] : zones_) {
    if (++shown_zones > kMaxNamedZones) break;
    facts.emplace_back(fmt::format("zone {}", id), zone_text(zone));
  }
  if (zones_.size() > kMaxNamedZones) facts.emplace_back("zones", std::to_string(zones_.size()));
  for (const auto& [name, number] : by_name) facts.emplace_back("event " + name, std::to_string(number));
  return facts;
}

}  // namespace loaders::wtf
