// What is attached to the framebuffer that the current context draws into.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "replay/base/window_size.h"

struct GladGLContext;

namespace replay {

enum class AttachmentContent : std::uint8_t { kColor, kSignedInteger, kUnsignedInteger, kDepth, kStencil };

struct AttachmentInfo {
  int width = 0, height = 0;
  int samples = 0;
  AttachmentContent content = AttachmentContent::kColor;
  bool is_float = false;         // kColor whose values are not clamped to 0 ... 1
  std::uint32_t attachment = 0;  // GL_COLOR_ATTACHMENT0 ...
  std::uint32_t internal_format = 0;
  std::uint32_t texture = 0;  // live name; 0: a renderbuffer
  std::uint32_t renderbuffer = 0;
  int level = 0;
  int layer = 0;            // of the texture, or the face of a cube map
  bool is_layered = false;  // all layers of the texture, or faces, are attached
};

// The size of a level of `image` (GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP_NEGATIVE_X ...) of the texture that is bound
// there. GL errors are muted. On OpenGL ES before 3.1 the answer is 0 for depth, and for a format that does not fit
// what is bound for reading.
WindowSize size_of_level(const GladGLContext& gl, std::uint32_t image, int level);

// The first colour attachment that is drawn to, else the depth attachment. Precondition: a framebuffer object is bound
// for drawing, GL errors are muted. Nothing when it is incomplete or its size cannot be found out.
std::optional<AttachmentInfo> first_attachment(const GladGLContext& gl);

// All that is attached: colours, drawn to or not, then depth, then stencil. Same precondition.
std::vector<AttachmentInfo> all_attachments(const GladGLContext& gl);

}  // namespace replay
