// StateAtCall: the state of GL after one call as JSON and, if wanted, as pictures.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "replay/observe/observer.h"

namespace replay {

class StateAtCall : public Observer {
 public:
  // `pictures` is a folder for pictures of the textures and of what is drawn into. When it is empty, there are no
  // pictures.
  StateAtCall(std::uint64_t call, std::string pictures) : call_(call), pictures_(std::move(pictures)) {}

  // Throws CannotJudge when pictures cannot be written.
  void call_done(Dispatcher&, const loaders::Call&) override;

  // Returns nothing when the recording ended before the call.
  const std::optional<nlohmann::json>& state() const { return state_; }

 private:
  std::uint64_t call_;
  std::string pictures_;
  std::optional<nlohmann::json> state_;
};

}  // namespace replay
