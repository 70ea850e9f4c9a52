// Timeline: follows zones, scopes and frames through the events of a file, and counts what `info` prints.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loaders/wtf/event.h"

namespace loaders::wtf {

class Timeline {
 public:
  // Sets index, zone, depth, scope and frame of `event`, which is the next one of the file.
  void place(Event& event);

  // Facts about all events so far, for people: pairs of name and value.
  std::vector<std::pair<std::string, std::string>> facts() const;

 private:
  struct Zone {
    std::string name;
    std::string type;
    std::uint64_t events = 0;
    std::uint32_t depth = 0;
    // Indices of the events that opened its open scopes, for the outermost kMaxOpenScopes.
    std::vector<std::uint64_t> open;
  };

  Zone& zone();
  void create_zone(const Event& event);
  void place_in_scope(Event& event);
  void leave_scope(Event& event);
  void enter_scope(const Event& event);
  void count(const Event& event);
  static std::string zone_text(const Zone& zone);

  std::uint64_t events_ = 0;
  std::uint32_t current_zone_ = 0;
  std::map<std::uint32_t, Zone> zones_;
  Zone other_zones_;  // all zones beyond kMaxZones together
  bool in_frame_ = false;

  std::unordered_map<const EventType*, std::uint64_t> counts_;
  std::int64_t first_us_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_us_ = std::numeric_limits<std::int64_t>::min();
  std::size_t open_scopes_ = 0;  // how many are remembered, in all zones
  std::uint32_t max_depth_ = 0;
  std::uint64_t scopes_never_entered_ = 0;
};

}  // namespace loaders::wtf
