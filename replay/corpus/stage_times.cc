#include "replay/corpus/stage_times.h"

#include <nlohmann/json.hpp>

namespace replay {

nlohmann::json to_json(const StageTimes& times) {
  nlohmann::json object = nlohmann::json::object();
  for (const Stage& stage : kStages) object[stage.name] = times.*stage.seconds;
  return object;
}

StageTimes stage_times_of(const nlohmann::json& object) {
  StageTimes times;
  for (const Stage& stage : kStages) times.*stage.seconds = object.value(stage.name, 0.0);
  return times;
}

}  // namespace replay
