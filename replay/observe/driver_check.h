// DriverCheck: makes sure that the driver of the replay is the one that is to be judged.
#pragma once

#include <string>

#include "replay/dispatch/dispatcher.h"
#include "replay/observe/observer.h"

namespace replay {

bool is_required_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version);
// Throws CannotJudge when `driver` does not match the extended regular expressions. An empty expression matches any
// driver.
void require_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version);

class DriverCheck : public Observer {
 public:
  // The extended regular expressions may match anywhere in GL_RENDERER and GL_VERSION. An empty one is not checked.
  DriverCheck(std::string renderer, std::string version)
      : renderer_(std::move(renderer)),
        version_(std::move(version)) {}

  // Both throw CannotJudge when the driver does not match, or when no context was ever current.
  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call*, Drawable*) override;
  void finished(Dispatcher&) override;

 private:
  void check(const Dispatcher&) const;

  std::string renderer_, version_;
  bool checked_ = false;
};

}  // namespace replay
