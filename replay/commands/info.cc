#include "replay/commands/info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/printable.h"
#include "replay/commands/file_report.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/session/open_recording.h"
#include "replay/session/trace_facts.h"

namespace replay {
namespace {

std::string context_text(const std::tuple<int, int, std::string>& context) {
  const auto& [major, minor, profile] = context;
  if (profile == "legacy") return "OpenGL, no version asked for";
  return profile == "es" ? fmt::format("OpenGL ES {}.{}", major, minor)
                         : fmt::format("OpenGL {}.{} {}", major, minor, profile);
}

std::string size_text(const DrawableFacts& drawable) {
  return drawable.width > 0 ? fmt::format("{}x{}", drawable.width, drawable.height) : "size not told";
}

bool has_contexts(const TraceFacts& facts, bool es) {
  return std::any_of(facts.contexts.begin(), facts.contexts.end(),
                     [es](const auto& context) { return (std::get<2>(context.first) == "es") == es; });
}

// Returns what the called functions belong to: "OpenGL 3.0, GL_ARB_copy_buffer", for example.
std::string used_text(const TraceFacts& facts) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view api, int version) {
    if (version > 0) parts.push_back(fmt::format("{} {}.{}", api, version / 10, version % 10));
  };
  if (has_contexts(facts, false) || facts.contexts.empty()) add("OpenGL", facts.gl_version);
  if (has_contexts(facts, true)) add("OpenGL ES", facts.es_version);
  parts.insert(parts.end(), facts.extensions.begin(), facts.extensions.end());
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string frames_text(const TraceFacts& facts) {
  if (!facts.unswapped || facts.unswapped->framebuffer == 0) return std::to_string(facts.frames);
  return fmt::format(
      "{}, for which framebuffer object {} stands after call {}: nothing is swapped and no window is drawn into",
      facts.frames, facts.unswapped->framebuffer, facts.unswapped->call);
}

std::string functions_text(const TraceFacts& facts) {
  std::vector<std::pair<std::string, std::uint64_t>> counts(facts.calls_by_function.begin(),
                                                            facts.calls_by_function.end());
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [name, count] : counts) fmt::format_to(std::back_inserter(text), "{:>10}  {}\n", count, name);
  return text;
}

std::string to_text(const loaders::CallSource& source, const TraceFacts& facts) {
  const loaders::TraceInfo& info = source.info();
  std::string text;
  const auto out = std::back_inserter(text);
  const std::string size = info.file_size ? fmt::format("{} bytes", *info.file_size) : "a stream";
  fmt::format_to(out, "file       {} ({})\n", info.file, size);
  fmt::format_to(out, "format     {} {}, container {}\n", info.format, info.version, info.container);
  for (const auto& [name, value] : info.properties) fmt::format_to(out, "property   {} = {}\n", name, value);
  fmt::format_to(out, "frames     {}\ncalls      {}\n", frames_text(facts), facts.calls);
  fmt::format_to(out, "threads    {}\n", facts.calls_by_thread.size());
  if (facts.calls_by_thread.size() > 1) {
    for (const auto& [thread, calls] : facts.calls_by_thread)
      fmt::format_to(out, "  thread   {}: {} calls\n", thread, calls);
  }
  for (const auto& [id, drawable] : facts.drawables) {
    fmt::format_to(out, "drawable   {:#x}: {}, {} swaps\n", id, size_text(drawable), drawable.swaps);
  }
  for (const auto& [context, count] : facts.contexts) {
    fmt::format_to(out, "needs      {} ({} contexts)\n", context_text(context), count);
  }
  if (const std::string used = used_text(facts); !used.empty()) fmt::format_to(out, "uses       {}\n", used);
  for (const std::string& name : facts.unknown_functions) fmt::format_to(out, "unknown    {}\n", name);
  for (const auto& [name, value] : source.facts()) fmt::format_to(out, "{:<10} {}\n", name, value);
  fmt::format_to(out, "functions  {}\n{}", facts.calls_by_function.size(), functions_text(facts));
  return text;
}

}  // namespace

nlohmann::json info_json(const loaders::CallSource& source, const TraceFacts& facts) {
  using nlohmann::json;
  const loaders::TraceInfo& info = source.info();
  json out = {{"file", info.file},
              {"bytes", nullptr},
              {"format", info.format},
              {"version", info.version},
              {"container", info.container},
              {"frames", facts.frames},
              {"calls", facts.calls},
              {"swaps", facts.swaps},
              {"properties", json::object()},
              {"drawables", json::array()},
              {"contexts", json::array()},
              {"threads", json::object()},
              {"functions", json::object()},
              {"unknown_functions", facts.unknown_functions}};
  if (info.file_size) out["bytes"] = *info.file_size;
  if (facts.unswapped)
    out["unswapped"] = {{"call", facts.unswapped->call}, {"framebuffer", facts.unswapped->framebuffer}};
  for (const auto& [name, value] : info.properties) out["properties"][name] = value;
  for (const auto& [id, drawable] : facts.drawables) {
    out["drawables"].push_back(
        {{"id", id}, {"width", drawable.width}, {"height", drawable.height}, {"swaps", drawable.swaps}});
  }
  for (const auto& [context, count] : facts.contexts) {
    const auto& [major, minor, profile] = context;
    out["contexts"].push_back({{"major", major}, {"minor", minor}, {"profile", profile}, {"count", count}});
  }
  out["uses"] = {{"gl", facts.gl_version}, {"es", facts.es_version}, {"extensions", facts.extensions}};
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

int run_info(const InfoOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  enter_sandbox(options.supervision, {});
  const auto source = open_recording(options.trace, options.limits.loaders);
  const TraceFacts facts = gather_facts(*source);
  if (options.json) {
    print_out("{}", json_text(info_json(*source, facts)));
  } else {
    std::string text = to_text(*source, facts);
    make_printable(text);
    print_out("{}", text);
  }
  return report_file(*source);
}

}  // namespace replay
