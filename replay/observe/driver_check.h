// DriverCheck: makes sure that the driver which replays is the one that is to be judged.
#pragma once

#include <string>

#include "replay/dispatch/dispatcher.h"
#include "replay/observe/observer.h"

namespace replay {

bool is_required_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version);
// Throws CannotJudge when `driver` is another one than the extended regular expressions ask for; empty ones ask for nothing.
void require_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version);

class DriverCheck : public Observer {
 public:
  // Extended regular expressions, found anywhere in GL_RENDERER and GL_VERSION; empty: not asked for.
  DriverCheck(std::string renderer, std::string version) : renderer_(std::move(renderer)), version_(std::move(version)) {}

  // Both throw CannotJudge when the driver is another one, or when no context ever was current.
  void frame_ends(Dispatcher&, std::uint64_t frame, const loaders::Call*, Drawable*) override;
  void finished(Dispatcher&) override;

 private:
  void check(const Dispatcher&) const;

  std::string renderer_, version_;
  bool checked_ = false;
};

}  // namespace replay
