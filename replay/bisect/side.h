// Side: one of the two replays of a bisection, in a child process with an environment of its own.
//
//   to the replay      {"calls": [[first, last], ...]}        at the start: the calls to stop and read back after
//                      {"go": true}                           go on to the next call
//                      {"images": true}                       send the images: one message for each, with its bytes
//                      {"state": true}                        send the GL state
//   from the replay    {"call": n, "frame": n, "images": [{"name", "width", "height", "form", "hash"}]}
//                      {"end": true}                          the recording has ended
//                      {"problem": "sentence"}                the replay cannot go on
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/process/child_process.h"
#include "replay/process/launch.h"
#include "replay/process/wire.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

// The images of a side after one call, without their pixels.
struct Observation {
  struct Image {
    std::string name;
    int width = 0, height = 0;
    AttachmentImage::Form form = AttachmentImage::Form::kRgba8;
    int level = 0;
    std::string hash;
    bool is_color() const {
      return form != AttachmentImage::Form::kDepthF32 && form != AttachmentImage::Form::kStencil8;
    }
    bool operator==(const Image&) const = default;
  };
  std::uint64_t call = 0, frame = 0;
  std::vector<Image> images;
};

class Side {
 public:
  // The side stops after each of `calls`, which are ascending. Throws CannotJudge when the process cannot be started.
  Side(const std::string& name, const Launch& launch, const std::vector<std::string>& trace_arguments,
       const std::vector<std::uint64_t>& calls, std::optional<double> timeout);

  // Lets the side go on to the next call, without waiting for it.
  void go();
  // Returns nothing at the end of the recording, and when the side is lost: see lost(). Throws CannotJudge when the
  // side says that it cannot judge.
  std::optional<Observation> next_observation();

  // After next_observation(): the pixels of its images, and the state of GL.
  std::vector<AttachmentImage> images(const Observation& look);
  nlohmann::json state();

  // How the side crashed or hung; empty when it did not.
  const std::optional<ChildEnding>& lost() const { return lost_; }
  const std::string& renderer() const { return renderer_; }  // known at the end

 private:
  std::optional<Message> receive();
  void lose(bool hung);
  void end();

  std::string name_;
  ChildProcess child_;
  std::optional<double> timeout_;
  std::optional<ChildEnding> lost_;
  std::string renderer_;
};

}  // namespace replay
