#include "replay/observe/last_call_reporter.h"

#include "replay/process/last_call.h"
#include "replay/process/signals.h"

namespace replay {

LastCallReporter::LastCallReporter() { last_call_page().phase = LastCallPage::kReplaying; }

void LastCallReporter::frame_shown(Dispatcher&, std::uint64_t frame) { last_call_page().frame = frame + 1; }

// A replay that was asked to stop keeps its phase, so that its last call is reported: it has not reached its end.
void LastCallReporter::finished(Dispatcher&) {
  if (!asked_to_end()) last_call_page().phase = LastCallPage::kEnding;
}

}  // namespace replay
