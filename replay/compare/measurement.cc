#include "replay/compare/measurement.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

namespace replay {
namespace {

using nlohmann::json;

std::optional<double> sum(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::optional<double> unless_zero(double value) { return value > 0 ? std::optional(value) : std::nullopt; }

}  // namespace

std::string with_unit(Measure measure, double value) {
  switch (measure) {
    case Measure::kInstructions: return fmt::format("{:.3f} M", value * 1e-6);
    case Measure::kMemory: return fmt::format("{:.1f} MiB", value / (1 << 20));
    default: return fmt::format("{:.3f} ms", value);
  }
}

std::optional<double> Measurement::total(Measure measure) const {
  switch (measure) {
    case Measure::kWall: return sum(costs.wall_ms);
    case Measure::kCpu: return sum(costs.cpu_ms);
    case Measure::kGpu: return sum(costs.gpu_ms);
    case Measure::kInstructions: return valgrind_count > 0 ? valgrind_count : sum(costs.instructions);
    case Measure::kMemory: break;
  }
  return unless_zero(peak_memory);
}

json to_json(const Measurement& m) {
  return {{"renderer", m.renderer},
          {"version", m.version},
          {"libraries", m.libraries},
          {"wall_ms", m.costs.wall_ms},
          {"cpu_ms", m.costs.cpu_ms},
          {"gpu_ms", m.costs.gpu_ms},
          {"instructions", m.costs.instructions},
          {"peak_memory", m.peak_memory},
          {"skips", m.skips},
          {"errors", m.errors},
          {"repeat_faults", m.repeat_faults},
          {"load_ms", m.load_ms},
          {"valgrind_count", m.valgrind_count}};
}

Measurement measurement_of(const json& text) {
  return {.renderer = text.at("renderer"),
          .version = text.at("version"),
          .libraries = text.at("libraries"),
          .costs = {.wall_ms = text.at("wall_ms"),
                    .cpu_ms = text.at("cpu_ms"),
                    .gpu_ms = text.at("gpu_ms"),
                    .instructions = text.at("instructions")},
          .peak_memory = text.at("peak_memory"),
          .skips = text.at("skips"),
          .errors = text.at("errors"),
          .repeat_faults = text.at("repeat_faults"),
          .load_ms = text.at("load_ms"),
          .valgrind_count = text.at("valgrind_count")};
}

}  // namespace replay
