// PackState: while it exists, pixels are read back without changes, as plain bytes to client memory. UnpackState does
// the same for uploads.
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

// Sets the state to no pixel buffer, rows without padding, no skips, and no pixel transfer (scales, maps, tables,
// filters). The old state is queried and restored at the end. Precondition: errors are muted, because contexts refuse
// names that they lack.
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
  std::vector<std::pair<GLenum, GLint>> stores_;       // the old values of glPixelStore
  std::vector<std::pair<GLenum, GLfloat>> transfers_;  // the old values of glPixelTransfer
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
