#include "replay/session/trace_index.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "replay/base/printable.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
// Of an index: a million steps, and seven times as much while it is read
constexpr std::uintmax_t kMostBytes = std::uintmax_t{32} << 20;

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

std::string index_file_of(const std::string& trace) { return trace + ".index"; }

std::string index_text(const std::string& trace, const json& info, DrawnFrames& drawn) {
  json index = {{"replay_index", kVersion}, {"trace", identity_of(trace)}, {"info", info}, {"seek", drawn.to_json()}};
  const auto to_text = [&] { return index.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"; };
  std::string text = to_text();
  if (text.size() <= kMostBytes) return text;
  // Without what its frames draw it still says how many there are.
  drawn = {};
  index["seek"] = drawn.to_json();
  return to_text();
}

std::optional<TraceIndex> find_index(const std::string& trace) {
  const std::string file = index_file_of(trace);
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

}  // namespace replay
