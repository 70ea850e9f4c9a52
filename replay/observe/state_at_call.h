// StateAtCall: the state of GL after one call, as JSON, and on request as pictures.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "replay/observe/observer.h"

namespace replay {

class StateAtCall : public Observer {
 public:
  // `pictures`: a folder for pictures of textures and of what is drawn into; empty: none.
  StateAtCall(std::uint64_t call, std::string pictures) : call_(call), pictures_(std::move(pictures)) {}

  // Throws CannotJudge when pictures cannot be written.
  void call_done(Dispatcher&, const loaders::Call&) override;

  // Nothing when the recording did not come so far.
  const std::optional<nlohmann::json>& state() const { return state_; }

 private:
  std::uint64_t call_;
  std::string pictures_;
  std::optional<nlohmann::json> state_;
};

}  // namespace replay
