#include "replay/commands/inspect_side.h"

#include <exception>
#include <filesystem>

#include "replay/base/exit_code.h"
#include "replay/base/reading_progress.h"
#include "replay/inspect/call_times.h"
#include "replay/inspect/frame_inspector.h"
#include "replay/process/child_process.h"
#include "replay/process/sandbox.h"
#include "replay/process/wire.h"

namespace replay {

InspectedFrame inspect_frame(const InspectReplay& options, PageFile& page) {
  RecordedFrame frame({.trace = options.trace,
                       .frame = options.frame,
                       .limits = options.limits,
                       .seek = options.seek,
                       .allow_lower = options.allow_lower,
                       .size = options.size});
  FrameInspector inspector(page, frame.draws());
  InspectedFrame done;
  done.replay = frame.watch(
      [&](Dispatcher& d, const auto& functions, const WatchedCall& seen) {
        inspector.take(d, functions, seen);
        if (seen.writes) page.sync();  // what is there when the driver crashes in a later call
      },
      [&](Dispatcher& d, const loaders::Call& call) { inspector.begin(d, call); },
      [&](const FrameWatch& watch) { inspector.finish(watch.images()); });
  done.writes = inspector.writes();
  page.add_line({"about",
                 {{"trace", std::filesystem::path(options.trace).filename().string()},
                  {"frame", done.replay.frame},
                  {"renderer", done.replay.renderer},
                  {"version", done.replay.version}}});
  page.sync();
  if (options.times) {
    CallTimes times(page, done.replay.frame);
    times.finish(frame.measure(times.profile()).renderer);
    page.sync();
  }
  return done;
}

int run_inspect_side(const InspectSideOptions& options) {
  constexpr int kLine = ChildProcess::kChannel;
  const NoReadingProgress quiet;
  try {
    enter_sandbox(options.supervision, {options.folder});
    PageFile page(options.folder, options.first_block);
    const InspectedFrame done = inspect_frame(options, page);
    send_message(kLine, {.text = {{"renderer", done.replay.renderer},
                                  {"version", done.replay.version},
                                  {"writes", done.writes},
                                  {"damage", done.replay.error ? done.replay.error->to_string() : ""}}});
  } catch (const std::exception& problem) {
    send_message(kLine, {.text = {{"problem", problem.what()}}});
    return kCannotJudge;
  }
  return kGood;
}

}  // namespace replay
