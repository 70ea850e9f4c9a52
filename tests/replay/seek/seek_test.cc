// Seeking shows the same pictures as replaying everything: every frame of every trace in data/. Recordings that lie in
// the shared folder beside the checkout are looked at as well where they are there: two early frames of each, or every
// frame with REPLAY_TEST_EVERY_FRAME set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "loaders/open.h"
#include "replay/observe/framebuffer_reader.h"
#include "replay/player/player.h"
#include "replay/seek/seek_plan.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class Hashes : public Observer {
 public:
  explicit Hashes(const CallSet& frames) : frames_(frames) {}
  void frame_ends(Dispatcher& dispatcher, std::uint64_t frame, const loaders::Call*, Drawable* drawable) override {
    if (!frames_.contains(frame)) return;
    const auto picture = drawable != nullptr ? read_drawable(dispatcher, *drawable) : std::nullopt;
    of[frame] = picture ? md5_of_rgb(*picture) : "none";
  }
  std::map<std::uint64_t, std::string> of;

 private:
  const CallSet& frames_;
};

class Seeking : public HeadlessTest, public testing::WithParamInterface<fs::path> {
 protected:
  std::unique_ptr<loaders::CallSource> open() const { return loaders::open_trace(GetParam().string()).source; }

  std::map<std::uint64_t, std::string> hashes(const CallSet& frames, bool seek) {
    const auto source = open();
    Dispatcher dispatcher(platform.get(), source->functions(), {.title = "seek", .allow_lower = false});
    Player player(*source, dispatcher);
    Hashes hashes(frames);
    player.add_observer(hashes);
    if (const auto last = frames.last()) player.stop_after_frame(*last);
    SeekPlan plan;
    if (seek) plan = plan_seek(*open(), frames, CallSet(), false);
    player.seek(plan);
    left_out += player.run().left_out;
    return std::move(hashes.of);
  }

  std::uint64_t left_out = 0;
};

TEST_P(Seeking, ShowsTheSamePictures) {
  const bool every =
      fs::path(GetParam()).string().starts_with(DATA_DIR) || std::getenv("REPLAY_TEST_EVERY_FRAME") != nullptr;
  const auto all = hashes(parse_frame_set(every ? "*" : "0-39"), false);
  ASSERT_FALSE(all.empty());
  const std::uint64_t step = every ? 1 : 20;
  for (std::uint64_t frame = all.rbegin()->first;; frame -= step) {
    const auto sought = hashes(parse_frame_set(std::to_string(frame)), true);
    ASSERT_EQ(sought.size(), 1U) << "frame " << frame;
    EXPECT_EQ(sought.at(frame), all.at(frame)) << "frame " << frame;
    if (frame < step) break;
  }
  RecordProperty("calls_left_out", std::to_string(left_out));
}

std::vector<fs::path> traces() {
  std::vector<fs::path> found;
  for (const char* folder : {"", "../../shared/traces/wip15", "../../shared/traces/apitrace", "../../shared/traces/wtf",
                             "../../shared/traces/perf"}) {
    const fs::path place = fs::path(DATA_DIR) / folder;
    if (!fs::is_directory(place)) continue;
    for (const auto& entry : fs::directory_iterator(place)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".wip15" || ending == ".trace" || ending.starts_with(".wtf")) found.push_back(entry.path());
    }
  }
  std::erase_if(found, [](const fs::path& path) {
    const auto opened = loaders::open_trace(path.string());
    return !opened;
  });
  std::ranges::sort(found);
  return found;
}

std::string name_of(const testing::TestParamInfo<fs::path>& trace) {
  std::string name = (trace.param.parent_path().filename() / trace.param.filename()).string();
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Traces, Seeking, testing::ValuesIn(traces()), name_of);

}  // namespace
}  // namespace replay
