#include "replay/commands/info.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "loaders/open.h"
#include "replay/commands/file_report.h"
#include "replay/commands/trace_facts.h"

namespace replay {
namespace {

std::string context_text(const std::tuple<int, int, std::string>& context) {
  const auto& [major, minor, profile] = context;
  if (profile == "legacy") return "OpenGL, no version asked for";
  return profile == "es" ? fmt::format("OpenGL ES {}.{}", major, minor) : fmt::format("OpenGL {}.{} {}", major, minor, profile);
}

std::string size_text(const DrawableFacts& drawable) {
  return drawable.width > 0 ? fmt::format("{}x{}", drawable.width, drawable.height) : "size not told";
}

std::string to_text(const loaders::CallSource& source, const TraceFacts& facts) {
  const loaders::TraceInfo& info = source.info();
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "file       {} ({} bytes)\n", info.file, info.file_size);
  fmt::format_to(out, "format     {} {}, container {}\n", info.format, info.version, info.container);
  for (const auto& [name, value] : info.properties) fmt::format_to(out, "property   {} = {}\n", name, value);
  fmt::format_to(out, "frames     {}\ncalls      {}\n", facts.frames, facts.calls);
  fmt::format_to(out, "threads    {}\n", facts.calls_by_thread.size());
  for (const auto& [id, drawable] : facts.drawables) {
    fmt::format_to(out, "drawable   {:#x}: {}, {} swaps\n", id, size_text(drawable), drawable.swaps);
  }
  for (const auto& [context, count] : facts.contexts) {
    fmt::format_to(out, "needs      {} ({} contexts)\n", context_text(context), count);
  }
  for (const std::string& name : facts.unknown_functions) fmt::format_to(out, "unknown    {}\n", name);
  for (const auto& [name, value] : source.facts()) fmt::format_to(out, "{:<10} {}\n", name, value);
  return text;
}

nlohmann::json to_json(const loaders::CallSource& source, const TraceFacts& facts) {
  using nlohmann::json;
  const loaders::TraceInfo& info = source.info();
  json out = {{"file", info.file},           {"bytes", info.file_size},      {"format", info.format},
              {"version", info.version},     {"container", info.container},  {"frames", facts.frames},
              {"calls", facts.calls},        {"swaps", facts.swaps},         {"properties", json::object()},
              {"drawables", json::array()},  {"contexts", json::array()},    {"threads", json::object()},
              {"functions", json::object()}, {"unknown_functions", facts.unknown_functions}};
  for (const auto& [name, value] : info.properties) out["properties"][name] = value;
  for (const auto& [id, drawable] : facts.drawables) {
    out["drawables"].push_back(
        {{"id", id}, {"width", drawable.width}, {"height", drawable.height}, {"swaps", drawable.swaps}});
  }
  for (const auto& [context, count] : facts.contexts) {
    const auto& [major, minor, profile] = context;
    out["contexts"].push_back({{"major", major}, {"minor", minor}, {"profile", profile}, {"count", count}});
  }
  for (const auto& [thread, calls] : facts.calls_by_thread) out["threads"][std::to_string(thread)] = calls;
  for (const auto& [name, calls] : facts.calls_by_function) out["functions"][name] = calls;
  for (const auto& [name, value] : source.facts()) out["facts"][name] = value;
  out["warnings"] = source.warnings();
  if (source.error()) {
    out["error"] = {{"text", source.error()->to_string()},
                    {"byte", source.error()->offset},
                    {"call", source.error()->call},
                    {"cut", source.error()->damage == loaders::Damage::kCut}};
  }
  return out;
}

}  // namespace

int run_info(const InfoOptions& options) {
  loaders::OpenResult opened = loaders::open_trace(options.trace);
  if (!opened) {
    spdlog::error("{}", opened.error->to_string());
    return kCannotJudge;
  }
  const TraceFacts facts = gather_facts(*opened.source);
  if (options.json) {
    fmt::print("{}\n", to_json(*opened.source, facts).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}", to_text(*opened.source, facts));
  }
  return report_file(*opened.source);
}

}  // namespace replay
