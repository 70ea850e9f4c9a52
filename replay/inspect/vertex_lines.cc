#include "replay/inspect/vertex_lines.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "replay/inspect/texture_pictures.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr std::size_t kMostVertexBytes = 5'000'000;  // of all vertices, packed

constexpr int kRoundedBits = 8;              // that are left out of the 24 of a number
constexpr std::size_t kFewestVertices = 32;  // of a draw, as long as there is room

bool is_consecutive(const std::vector<std::uint32_t>& elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] != i) return false;
  }
  return true;
}

std::vector<std::uint8_t> bytes_of(const void* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  if (size > 0) std::memcpy(bytes.data(), data, size);
  return bytes;
}

using Position = std::array<float, 4>;

// Each position once, as far as triangles share their corners.
struct DistinctPositions {
  std::vector<Position> values;
  std::vector<std::uint32_t> places;  // as the line has them; empty: one after the other
};

DistinctPositions distinct_positions(const std::vector<float>& clip) {
  DistinctPositions out;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> known;
  for (std::size_t i = 0; i + 4 <= clip.size(); i += 4) {
    const Position position{clip[i], clip[i + 1], clip[i + 2], clip[i + 3]};
    const auto bits = std::bit_cast<std::array<std::uint32_t, 4>>(position);
    const auto next = static_cast<std::uint32_t>(out.values.size());
    const auto [found, is_new] = known.try_emplace(bits, next);
    if (is_new) out.values.push_back(position);
    out.places.push_back(next - found->second);
  }
  if (out.values.size() == out.places.size()) out.places.clear();
  return out;
}

float rounded(float number) {
  if (!std::isfinite(number)) return number;
  const auto bits = std::bit_cast<std::uint32_t>(number);
  constexpr std::uint32_t kHalf = 1U << (kRoundedBits - 1), kLeftOut = (1U << kRoundedBits) - 1;
  const auto near = std::bit_cast<float>((bits + kHalf) & ~kLeftOut);
  return std::isfinite(near) ? near : number;
}

// Values that the page shows as they are, in the line itself. JSON has no NaN.
json plain_values(const std::vector<double>& values) {
  json out = json::array();
  for (const double value : values) out.push_back(std::isfinite(value) ? json(value) : json());
  return out;
}

}  // namespace

state::VertexLimits VertexLines::limits() {
  if (packed_ > kMostVertexBytes) return {.elements = 0, .vertices = 0, .instances = 0};
  share_ = (kMostVertexBytes - packed_) / std::max<std::uint64_t>(draws_, 1);
  if (draws_ > 0) --draws_;
  // What goes in is nearly free, as most draws share it. Powers of two, so that draws with the same vertices are cut at
  // the same place, and the page has these once.
  const std::size_t vertices = std::bit_ceil(std::max(share_ * positions_ / position_bytes_, kFewestVertices));
  const state::VertexLimits all;
  return {.elements = std::min(all.elements, vertices * 6),
          .vertices = std::min(all.vertices, vertices),
          .instances = std::min(all.instances, vertices / 4)};
}

json VertexLines::packed_bytes(char form, const std::vector<std::uint8_t>& bytes, std::size_t element, int components) {
  const std::vector<std::uint8_t> planes = by_channel(bytes, element);
  const auto [found, is_new] = known_.try_emplace(state::hash_of(planes.data(), planes.size()));
  if (is_new) {
    found->second = page_.add_bytes(planes);
    packed_ += found->second.length;
  }
  const PackedBytes& place = found->second;
  return {std::string(1, form), components, place.block, place.offset, place.length};
}

template <class T>
json VertexLines::packed(char form, const std::vector<double>& values, int components) {
  std::vector<T> numbers(values.size());
  std::ranges::transform(values, numbers.begin(), [](double value) {
    if constexpr (std::numeric_limits<T>::is_integer) {
      const double low = static_cast<double>(std::numeric_limits<T>::lowest());
      const double high = static_cast<double>(std::numeric_limits<T>::max());
      return std::isnan(value) ? T{0} : static_cast<T>(std::clamp(value, low, high));
    } else {
      return static_cast<T>(value);
    }
  });
  return packed_bytes(form, bytes_of(numbers.data(), numbers.size() * sizeof(T)),
                      sizeof(T) * static_cast<std::size_t>(components), components);
}

// Integers stay exact, and so do doubles and fractions of 32 bits. A missing number is NaN, which integers have not.
json VertexLines::values_of(const state::VertexColumn& column) {
  const VertexFormat& format = column.format;
  const int components = format.count();
  const bool has_gaps = std::ranges::any_of(column.values, [](double value) { return std::isnan(value); });
  if (format.is_whole() && !has_gaps) {
    const bool is_signed = std::ranges::any_of(column.values, [](double value) { return value < 0; });
    return is_signed ? packed<std::int32_t>('i', column.values, components)
                     : packed<std::uint32_t>('u', column.values, components);
  }
  const bool needs_doubles =
      format.type == GL_DOUBLE || format.type == GL_INT || format.type == GL_UNSIGNED_INT || format.type == GL_FIXED;
  return needs_doubles ? packed<double>('d', column.values, components) : packed<float>('f', column.values, components);
}

json VertexLines::columns_of(const std::vector<state::VertexColumn>& columns) {
  json out = json::array();
  for (const state::VertexColumn& column : columns) {
    out.push_back({{"name", column.name},
                   {"read", column.is_read},
                   {"format", text_of(column.format)},
                   {"buffer", column.buffer},
                   {"offset", column.offset},
                   {"stride", column.stride},
                   {"divisor", column.divisor},
                   {"values", values_of(column)}});
  }
  return out;
}

json VertexLines::line_of(const state::DrawVertices& draw) {
  json about = {{"mode", draw.mode},
                {"index_type", draw.index_type == 0 ? "" : state::enum_text(draw.index_type)},
                {"total", draw.total},
                {"instances", draw.instances},
                {"position", draw.position},
                {"notes", draw.notes},
                {"columns", columns_of(draw.columns)},
                {"instanced", columns_of(draw.instanced)}};
  if (draw.is_cut) ++cut_;
  if (packed_ > kMostVertexBytes) about["notes"].push_back("They are left out, because the page has many vertices.");
  about["constants"] = json::array();
  for (const state::ConstantAttribute& constant : draw.constants)
    about["constants"].push_back({constant.name, plain_values(constant.values)});
  const std::vector<double> numbers(draw.vertices.begin(), draw.vertices.end());
  about["vertices"] = packed<double>('d', numbers, 1);
  about["elements"] = is_consecutive(draw.elements)
                          ? json()
                          : packed_bytes('u', bytes_of(draw.elements.data(), draw.elements.size() * 4), 4, 1);
  return {"vertices", std::move(about)};
}

json VertexLines::line_of(const OutPositions& out) {
  json about = {{"mode", out.mode}, {"from", out.from}, {"by_vertex", out.by_vertex}, {"notes", out.notes}};
  DistinctPositions distinct = distinct_positions(out.clip);
  if (distinct.values.size() * position_bytes_ > share_ * positions_) {
    for (auto& position : distinct.values) {
      for (float& number : position) number = rounded(number);
    }
    ++rounded_;
    about["notes"].push_back("They are rounded to 16 bits, because the page has many vertices.");
  }
  const std::size_t before = packed_;
  about["values"] = packed_bytes('f', bytes_of(distinct.values.data(), distinct.values.size() * 16), 16, 4);
  positions_ += distinct.values.size();
  position_bytes_ += packed_ - before;
  about["places"] = distinct.places.empty()
                        ? json()
                        : packed_bytes('u', bytes_of(distinct.places.data(), distinct.places.size() * 4), 4, 1);
  return {"positions", std::move(about)};
}

}  // namespace replay
