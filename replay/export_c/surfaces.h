// ExportedSurfaces: the contexts and surfaces of a replay, which the exported program makes when it needs them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/export_c/variables.h"
#include "replay/platform/listener.h"

namespace replay {

class ExportedSurfaces {
 public:
  explicit ExportedSurfaces(Variables& variables) : variables_(variables) {}

  // The replay made this current. Returns whether the context is one that the program has not made yet.
  bool follow(const LiveSurface& drawn, const LiveSurface& read, const LiveContext& context);
  void replace(std::uint32_t old, const LiveSurface& made);

  // Whether something else is current in the replay than in the program.
  bool is_behind() const { return wanted_.drawn.number != 0 && !(wanted_ == current_); }
  const LiveContext& wanted() const { return wanted_.context; }
  // The statements that make current in the program what is current in the replay.
  std::vector<std::string> catch_up();

  // The variable of a context of the program.
  std::optional<std::string> context(std::uint32_t number) const;
  // The definitions of the formats of all surfaces.
  std::string formats() const;

 private:
  struct Current {
    LiveSurface drawn, read;
    LiveContext context;
    bool operator==(const Current& other) const {
      return drawn.number == other.drawn.number && read.number == other.read.number &&
             context.number == other.context.number;
    }
  };

  std::string format(const PixelFormat& format);
  std::string surface(const LiveSurface& surface, std::vector<std::string>& statements);
  std::string context(const LiveContext& context, const LiveSurface& surface, std::vector<std::string>& statements);

  Variables& variables_;
  Current wanted_, current_;                                  // in the replay, and in the program
  std::map<std::uint32_t, std::size_t> surfaces_, contexts_;  // number -> variable
  std::vector<std::pair<PixelFormat, std::string>> formats_;
};

}  // namespace replay
