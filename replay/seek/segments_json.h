// Segments and chunks as JSON, for the index of a trace.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "loaders/base/result.h"
#include "replay/seek/segments.h"

namespace replay {

nlohmann::json segments_json(std::span<const Segment> segments);
nlohmann::json chunks_json(std::span<const loaders::PackedChunk> chunks);

// Take what the two above make; anything else is an error, or throws nlohmann::json::exception.
loaders::Result<std::vector<Segment>> segments_of(const nlohmann::json& in);
loaders::Result<std::vector<loaders::PackedChunk>> chunks_of(const nlohmann::json& in);

}  // namespace replay
