#include "replay/seek/steps_json.h"

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "loaders/base/cursor.h"
#include "loaders/base/encoder.h"
#include "replay/base/base64.h"

namespace replay {
namespace {

using nlohmann::json;
using What = DrawingStep::What;
using StepKind = std::array<std::uint32_t, 9>;

enum Flags : unsigned {
  kKept = 1,
  kCounted = 2,
  kEffects = 4,
  kCopies = 8,
  kProvable = 16,
  kBlits = 32,
  kOneSize = 64,
  kToTexture = 128,
  kStaysInArea = 256,
  kAllFlags = 511
};

StepKind kind_of(const DrawingStep& step) {
  const unsigned flags = (step.kept ? kKept : 0u) | (step.counted ? kCounted : 0u) | (step.effects ? kEffects : 0u) |
                         (step.copies ? kCopies : 0u) | (step.provable ? kProvable : 0u) | (step.blits ? kBlits : 0u) |
                         (step.is_of_one_size ? kOneSize : 0u) | (step.to_texture ? kToTexture : 0u) |
                         (step.stays_in_area ? kStaysInArea : 0u);
  return {static_cast<std::uint32_t>(step.what),
          step.planes,
          step.touched,
          step.guessed,
          flags,
          step.buffer,
          step.destination,
          step.images,
          step.area};
}

// The most that each number of a kind can be.
constexpr StepKind kMost = {static_cast<std::uint32_t>(What::kRead),
                            kAllPlanes,
                            kAllPlanes,
                            kAllPlanes,
                            kAllFlags,
                            32,
                            UINT16_MAX,
                            UINT16_MAX,
                            UINT16_MAX};

std::optional<DrawingStep> step_of(const json& row) {
  StepKind kind{};
  if (!row.is_array() || row.size() != kind.size()) return std::nullopt;
  for (std::size_t i = 0; i < kind.size(); ++i) {
    if (!row[i].is_number_unsigned() || row[i].get<std::uint64_t>() > kMost[i]) return std::nullopt;
    kind[i] = row[i].get<std::uint32_t>();
  }
  const unsigned flags = kind[4];
  return DrawingStep{.what = static_cast<What>(kind[0]),
                     .planes = static_cast<std::uint8_t>(kind[1]),
                     .touched = static_cast<std::uint8_t>(kind[2]),
                     .guessed = static_cast<std::uint8_t>(kind[3]),
                     .kept = (flags & kKept) != 0,
                     .counted = (flags & kCounted) != 0,
                     .effects = (flags & kEffects) != 0,
                     .copies = (flags & kCopies) != 0,
                     .provable = (flags & kProvable) != 0,
                     .blits = (flags & kBlits) != 0,
                     .to_texture = (flags & kToTexture) != 0,
                     .is_of_one_size = (flags & kOneSize) != 0,
                     .stays_in_area = (flags & kStaysInArea) != 0,
                     .buffer = static_cast<std::uint8_t>(kind[5]),
                     .destination = static_cast<std::uint16_t>(kind[6]),
                     .images = static_cast<std::uint16_t>(kind[7]),
                     .area = static_cast<std::uint16_t>(kind[8])};
}

// Nearly all places are those of numbers, so that differences of them end in zeros.
void pack_difference(loaders::Encoder& packed, CallPlace difference) {
  const CallPlace late = difference - place_of_number(number_at(difference));
  if (late == 0) packed.uleb128(number_at(difference) << 1);
  else packed.uleb128(difference << 1 | 1);
}

// A place is not larger.
constexpr CallPlace kMostPlace = place_of_number(CallPlaces::kMostNumber + 1) - 1;

CallPlace read_difference(loaders::Cursor& in) {
  const std::uint64_t packed = in.uleb128();
  if ((packed & 1) != 0) return packed >> 1;
  return packed >> 1 <= CallPlaces::kMostNumber ? place_of_number(packed >> 1) : kMostPlace;
}

// Reads the calls of a step. `newest` is the last call of the steps before.
bool read_calls(loaders::Cursor& in, CallRun& calls, CallPlace& newest) {
  const CallPlace gap = read_difference(in), more = read_difference(in);
  if (!in.ok() || gap >= kMostPlace - newest || more >= kMostPlace - newest - gap) return false;
  calls = {.first = newest + gap, .last = newest + gap + more};
  newest = calls.last;
  return true;
}

}  // namespace

json steps_json(std::span<const DrawingStep> steps) {
  json rows = json::array();
  std::map<StepKind, std::size_t> kinds;
  loaders::Encoder packed;
  CallPlace newest = 0;
  for (const DrawingStep& step : steps) {
    const StepKind kind = kind_of(step);
    const auto [known, is_new] = kinds.try_emplace(kind, kinds.size());
    if (is_new) rows.push_back(kind);
    packed.uleb128(known->second << 1 | (step.calls.empty() ? 0 : 1));
    if (step.calls.empty()) continue;
    pack_difference(packed, step.calls.first - newest);
    pack_difference(packed, step.calls.last - step.calls.first);
    newest = step.calls.last;
  }
  const std::span<const std::byte> bytes = packed.written();
  return {{"kinds", std::move(rows)},
          {"packed", base64({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})}};
}

loaders::Result<std::vector<DrawingStep>> steps_of(const json& in) {
  std::vector<DrawingStep> kinds, steps;
  for (const json& row : in.at("kinds")) {
    const auto kind = step_of(row);
    if (!kind) return loaders::Error{"a kind of steps has a number that is too large, or not nine numbers"};
    kinds.push_back(*kind);
  }
  const auto bytes = base64_decoded(in.at("packed").get_ref<const std::string&>());
  if (!bytes) return loaders::Error{"the steps are no base64"};
  loaders::Cursor cursor(std::as_bytes(std::span(*bytes)));
  CallPlace newest = 0;
  while (!cursor.at_end()) {
    const std::uint64_t head = cursor.uleb128();
    if (!cursor.ok() || head >> 1 >= kinds.size()) return loaders::Error{"a step is of a kind that does not exist"};
    DrawingStep& step = steps.emplace_back(kinds[head >> 1]);
    if ((head & 1) != 0 && !read_calls(cursor, step.calls, newest))
      return loaders::Error{"the calls of a step are cut, or too many"};
    if (steps.size() > kMaxIndexedSteps) return loaders::Error{"there are too many steps"};
  }
  return steps;
}

}  // namespace replay
