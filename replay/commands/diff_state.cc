#include <fmt/format.h>

#include <fstream>

#include "loaders/base/json_schema.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/commands/bisect.h"
#include "replay/state/state_dump.h"

namespace replay {
namespace {

nlohmann::json read(const std::string& path) {
  std::ifstream file(path);
  auto state = nlohmann::json::parse(file, nullptr, false);
  if (!state.is_object()) throw CannotJudge(fmt::format("{}: no state dump that can be read", path));
  if (const auto known = check_schema(state); !known)
    throw CannotJudge(fmt::format("{}: {}", path, known.error().problem));
  state.erase(loaders::kJsonSchemaKey);  // states from before there was one have none
  return state;
}

}  // namespace

int run_diff_state(const DiffStateOptions& options) {
  const auto differences = diff_states(read(options.first), read(options.second));
  if (!options.json) {
    print_out("{}", to_text(differences));
    return differences.empty() ? kGood : kDiffers;
  }
  auto out = nlohmann::json::array();
  for (const auto& [path, first, second] : differences) {
    const auto value = [](const std::string& text) {
      return text.empty() ? nlohmann::json() : nlohmann::json::parse(text);
    };
    out.push_back({{"path", path}, {"first", value(first)}, {"second", value(second)}});
  }
  print_out("{}", json_text({{"differences", out}}));
  return differences.empty() ? kGood : kDiffers;
}

}  // namespace replay
