// PackState: while one lives, what is read back comes as it is in GL, as plain bytes to client memory. UnpackState: the same for what
// is uploaded.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "replay/remap/recorded_context.h"

namespace replay {

inline std::uint32_t live_of(RecordedContext& context, Kind kind, std::uint32_t recorded) {
  return context.map(kind).find(recorded);
}

enum class PixelWay : std::uint8_t { kPack, kUnpack };

// No pixel buffer, rows without padding, no skips, no transfer of pixels on their way (scales, maps, tables, filters). What the
// context had is asked of the driver, and comes back at the end. Precondition: errors are muted, for contexts refuse what they lack.
class PixelState {
 public:
  PixelState(const GladGLContext& gl, PixelWay way);
  ~PixelState();
  PixelState(const PixelState&) = delete;
  PixelState& operator=(const PixelState&) = delete;

 private:
  void save_pixel_store();
  void save_transfer();
  void save_tables();
  void save_color_matrix();
  void save_clamping();

  const GladGLContext& gl_;
  PixelWay way_;
  GLuint buffer_ = 0;
  std::vector<std::pair<GLenum, GLint>> stores_;       // glPixelStore
  std::vector<std::pair<GLenum, GLfloat>> transfers_;  // glPixelTransfer
  std::vector<GLenum> enabled_;
  std::vector<GLfloat> color_matrix_;
  GLenum clamping_ = 0;
};

struct PackState : PixelState {
  explicit PackState(const GladGLContext& gl) : PixelState(gl, PixelWay::kPack) {}
};

struct UnpackState : PixelState {
  explicit UnpackState(const GladGLContext& gl) : PixelState(gl, PixelWay::kUnpack) {}
};

}  // namespace replay
