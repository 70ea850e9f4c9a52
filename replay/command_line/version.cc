#include "replay/command_line/version.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "loaders/open.h"
#include "replay/command_line/build_facts.h"  // both made by CMake
#include "replay/command_line/commit.h"

namespace replay {
namespace {

nlohmann::json libraries() {
  nlohmann::json found = nlohmann::json::object();
  std::istringstream words(REPLAY_LIBRARIES);  // "zlib 1.2.13, lz4 1.9.4": as CMake found them
  for (std::string name, number; words >> name >> number;) found[name] = number.substr(0, number.find(','));
  return found;
}

}  // namespace

const char* version() { return REPLAY_VERSION; }

std::string version_and_commit() {
  const std::string commit = REPLAY_COMMIT;
  return commit.empty() ? version() : fmt::format("{} ({})", version(), commit);
}

nlohmann::json version_json() {
  nlohmann::json formats = nlohmann::json::array();
  for (const loaders::FormatName& format : loaders::known_formats())
    formats.push_back({{"name", format.name}, {"versions", format.versions}});
  return {{"version", version()},
          {"commit", REPLAY_COMMIT},
          {"compiler", REPLAY_COMPILER},
          {"formats", std::move(formats)},
          {"libraries", libraries()}};
}

std::string version_text() {
  const nlohmann::json version = version_json();
  std::string text =
      fmt::format("replay {}\n\n{:<12}{}\n", version_and_commit(), "compiler", version["compiler"].get<std::string>());
  for (const auto& format : version["formats"])
    text += fmt::format("{:<12}{}: {}\n", "format", format["name"].get<std::string>(),
                        format["versions"].get<std::string>());
  for (const auto& [name, number] : version["libraries"].items())
    text += fmt::format("{:<12}{} {}\n", "library", name, number.get<std::string>());
  return text;
}

}  // namespace replay
