#include "replay/commands/index.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/commands/file_report.h"
#include "replay/commands/info.h"
#include "replay/session/open_recording.h"
#include "replay/session/trace_facts.h"
#include "replay/base/whole_file.h"
#include "replay/base/printable.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/seek/seek_plan.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
// Of an index: a million steps, and seven times as much while it is read
constexpr std::uintmax_t kMostBytes = std::uintmax_t{32} << 20;

std::string index_of(const std::string& trace) { return trace + ".index"; }

// Size and content.
json identity_of(const std::string& trace) {
  std::ifstream in(trace, std::ios::binary);
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  XXH3_128bits_reset(state.get());
  std::vector<char> piece(std::size_t{256} << 10);
  std::uint64_t bytes = 0;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    const auto count = static_cast<std::size_t>(in.gcount());
    XXH3_128bits_update(state.get(), piece.data(), count);
    bytes += count;
  }
  if (bytes == 0) throw std::runtime_error("the trace cannot be read");
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return {{"bytes", bytes}, {"xxh3_128", fmt::format("{:016x}{:016x}", hash.high64, hash.low64)}};
}

TraceIndex read_index(const std::string& file, const std::string& trace) {
  const std::uintmax_t bytes = std::filesystem::file_size(file);
  if (bytes > kMostBytes) throw std::runtime_error(fmt::format("it has {} bytes", bytes));
  std::ifstream in(file, std::ios::binary);
  const json index = json::parse(in);
  if (index.at("replay_index") != kVersion) throw std::runtime_error("it is of another version");
  if (index.at("trace") != identity_of(trace))
    throw std::runtime_error("it is of another trace, or the trace has changed");
  const json& info = index.at("info");
  return {.frames = info.at("frames").get<std::uint64_t>(),
          .whole = !info.contains("error"),
          .drawn = DrawnFrames::from_json(index.at("seek"))};
}

}  // namespace

std::optional<TraceIndex> find_index(const std::string& trace) {
  const std::string file = index_of(trace);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  try {
    return read_index(file, trace);
  } catch (const std::exception& problem) {
    std::string text = fmt::format("{}: {}; the index is not used", file, problem.what());
    make_printable(text);
    spdlog::warn("{}", text);
    return std::nullopt;
  }
}

int run_index(const IndexOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  never_overwrite(options.trace);
  const std::string file = options.output.empty() ? index_of(options.trace) : options.output;
  enter_sandbox(options.supervision, {place_of(file)});
  const auto source = open_recording(options.trace, options.limits.loaders);
  if (!source->info().file_size)
    throw CannotJudge(fmt::format("{}: an index is of a file, not of a stream", options.trace));
  const TraceFacts facts = gather_facts(*source);
  DrawnFrames drawn = draw_frames(*open_recording(options.trace, options.limits.loaders));
  json index = {{"replay_index", kVersion},
                {"trace", identity_of(options.trace)},
                {"info", info_json(*source, facts)},
                {"seek", drawn.to_json()}};
  const auto to_text = [&] { return index.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"; };
  std::string text = to_text();
  // Without what its frames draw it still says how many there are.
  if (text.size() > kMostBytes) {
    drawn = {};
    index["seek"] = drawn.to_json();
    text = to_text();
  }
  write_whole_file(file, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  fmt::print("{:<10} {} ({} frames, {} of them can be sought, {} steps)\n", "index", file, facts.frames,
             drawn.frame_ends.size(), drawn.steps.size());
  return report_file(*source);
}

}  // namespace replay
