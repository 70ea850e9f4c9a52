#include "replay/observe/driver_check.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {
namespace {

bool fits(const std::string& pattern, const std::string& text) {
  return pattern.empty() || need(Pattern::compile(pattern)).is_in(text);
}

void require(const char* what, const std::string& pattern, const std::string& text) {
  if (fits(pattern, text)) return;
  throw CannotJudge(fmt::format("the {} is '{}', which does not match '{}'", what, text, pattern));
}

}  // namespace

bool is_required_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version) {
  return fits(renderer, driver.renderer) && fits(version, driver.version);
}

void require_driver(const DriverInfo& driver, const std::string& renderer, const std::string& version) {
  require("renderer", renderer, driver.renderer);
  require("version", version, driver.version);
}

void DriverCheck::check(const Dispatcher& dispatcher) const {
  if (renderer_.empty() && version_.empty()) return;
  const auto& driver = dispatcher.driver();
  if (!driver) throw CannotJudge("no context was ever current, so the driver is not known");
  require_driver(*driver, renderer_, version_);
}

// A recording may show its first frame before it makes a context current.
void DriverCheck::frame_ends(Dispatcher& dispatcher, std::uint64_t, const loaders::Call*, Drawable*) {
  if (checked_ || !dispatcher.driver()) return;
  check(dispatcher);
  checked_ = true;
}

void DriverCheck::finished(Dispatcher& dispatcher) { check(dispatcher); }

}  // namespace replay
