#include "replay/observe/last_call_reporter.h"

#include "replay/process/last_call.h"
#include "replay/process/signals.h"

namespace replay {

LastCallReporter::LastCallReporter() { last_call_page().phase = LastCallPage::kReplaying; }

void LastCallReporter::frame_shown(Dispatcher&, std::uint64_t frame) { last_call_page().frame = frame + 1; }

// A replay that was told to stop has not come to its end: where it was is what there is to say.
void LastCallReporter::finished(Dispatcher&) {
  if (!asked_to_end()) last_call_page().phase = LastCallPage::kEnding;
}

}  // namespace replay
