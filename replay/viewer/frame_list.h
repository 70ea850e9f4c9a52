// FrameList: which frames a recording has. A thread of its own reads the recording while it is played, so that a window
// opens at once, and how many frames there are is known soon.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "loaders/stream/call_source.h"

namespace replay {

using OpenRecording = std::function<std::unique_ptr<loaders::CallSource>()>;

class FrameList {
 public:
  // A damaged file could have any number.
  static constexpr std::size_t kMostFrames = std::size_t{1} << 24;
  static constexpr std::size_t kMostWindows = 64;

  explicit FrameList(OpenRecording open);
  FrameList(const FrameList&) = delete;
  FrameList& operator=(const FrameList&) = delete;

  // How many there are; nothing as long as that is not known.
  std::optional<std::uint64_t> count() const;

  // The recorded drawables that frames show, in their order, as far as the recording was read. A frame of a web page
  // shows all of its canvases, which are not in this list.
  std::vector<std::uint64_t> windows() const;
  // The first frame from `from` on, or the last one up to it, that shows a drawable.
  std::optional<std::uint64_t> next_of(std::uint64_t window, std::uint64_t from) const;
  std::optional<std::uint64_t> previous_of(std::uint64_t window, std::uint64_t from) const;

 private:
  void read(const std::stop_token& stop, const OpenRecording& open);

  mutable std::mutex mutex_;  // guards everything but the thread
  std::vector<std::uint64_t> windows_;
  std::vector<std::uint8_t> shown_;  // by frame: a place in windows_, or kNoWindow
  bool is_whole_ = false;
  std::jthread thread_;
};

// A call of a frame that draws.
struct FrameDraw {
  std::uint64_t call = 0;
  const char* function = "";
};

// Reads `source` up to the end of the frame. Nothing when there is no such frame.
std::optional<std::vector<FrameDraw>> find_draws(loaders::CallSource& source, std::uint64_t frame);

// Which frame a call belongs to. Nothing when there is no such call.
std::optional<std::uint64_t> find_frame_of(loaders::CallSource& source, std::uint64_t call);

}  // namespace replay
