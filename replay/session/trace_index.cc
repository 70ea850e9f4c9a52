#include "replay/session/trace_index.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "replay/base/json_text.h"
#include "replay/base/printable.h"
#include "replay/seek/steps_json.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr int kVersion = 9;
// The size of an index file. That is enough for as many steps as are read (steps_json.h).
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{32} << 20;

// What identifies a trace.
struct Identity {
  std::uint64_t bytes;
  std::string hash;

  json to_json() const { return {{"bytes", bytes}, {"xxh3_128", hash}}; }
};

loaders::Result<Identity> identity_of(const std::string& trace) {
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
  if (bytes == 0) return loaders::Error{"the trace cannot be read"};
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return Identity{bytes, fmt::format("{:016x}{:016x}", hash.high64, hash.low64)};
}

loaders::Result<TraceIndex> index_of(const json& index, const std::string& trace) {
  if (index.at("replay_index") != kVersion) return loaders::Error{"it is of another version"};
  const auto identity = identity_of(trace);
  if (!identity) return identity.error();
  if (index.at("trace") != identity->to_json())
    return loaders::Error{"it is of another trace, or the trace has changed"};
  const json& info = index.at("info");
  auto drawn = DrawnFrames::from_json(index.at("seek"));
  if (!drawn) return std::move(drawn).error();
  return TraceIndex{
      .frames = info.at("frames").get<std::uint64_t>(), .whole = !info.contains("error"), .drawn = *std::move(drawn)};
}

loaders::Result<TraceIndex> read_index(const std::string& file, const std::string& trace) {
  std::error_code unreadable;
  const std::uintmax_t bytes = std::filesystem::file_size(file, unreadable);
  if (unreadable) return loaders::Error{unreadable.message()};
  if (bytes > kMaxBytes) return loaders::Error{fmt::format("it has {} bytes", bytes)};
  try {
    return index_of(json::parse(std::ifstream(file, std::ios::binary)), trace);
  } catch (const json::exception& problem) {
    return loaders::Error{problem.what()};
  }
}

}  // namespace

std::string index_file_of(const std::string& trace) { return trace + ".index"; }

loaders::Result<std::string> index_text(const std::string& trace, const json& info, DrawnFrames& drawn) {
  const auto identity = identity_of(trace);
  if (!identity) return identity.error();
  const auto to_text = [&] {
    return json_line(
        {{"replay_index", kVersion}, {"trace", identity->to_json()}, {"info", info}, {"seek", drawn.to_json()}});
  };
  if (drawn.steps.size() <= kMaxIndexedSteps) {
    std::string text = to_text();
    if (text.size() <= kMaxBytes) return text;
  }
  // The index still says how many frames there are, but no longer what they draw.
  drawn = {};
  return to_text();
}

std::optional<TraceIndex> find_index(const std::string& trace) {
  const std::string file = index_file_of(trace);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  auto index = read_index(file, trace);
  if (index) return *std::move(index);
  std::string text = fmt::format("{}: {}; the index is not used", file, index.error().problem);
  make_printable(text);
  spdlog::warn("{}", text);
  return std::nullopt;
}

}  // namespace replay
