#include "replay/platform/video.h"

#include <utility>

namespace replay {
namespace {

Video* the_running = nullptr;

}  // namespace

Video::Video() { the_running = this; }
Video::~Video() { the_running = nullptr; }
Video* Video::running() { return the_running; }

std::string Video::take_error() {
  const std::string reason = std::exchange(error_, {});
  return reason.empty() ? "no reason given" : reason;
}

}  // namespace replay
