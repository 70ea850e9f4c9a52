// Platform: makes windows and GL contexts, on a display or without one.
//
// Windows and contexts may outlive the platform and may be destroyed in any order. Only the thread that issues GL calls
// may use any of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "replay/platform/context_request.h"
#include "replay/platform/display.h"
#include "replay/platform/gl_context.h"
#include "replay/platform/input.h"
#include "replay/platform/pixel_format.h"
#include "replay/platform/window.h"

namespace replay {

class Platform {
 public:
  static constexpr int kLargestWindow = Surfaces::kLargestSize;

  // The error says that there is no display as asked, or no GL.
  static loaders::Result<std::unique_ptr<Platform>> create(Display display);

  bool is_headless() const { return surfaces_->headless(); }

  // Makes a window of the nearest format that the driver has. Window::format() says which format that is, and a warning
  // says when it is worse than asked. The pixels of the window are 0, its depth is 1. It is an error when the driver
  // has no surface at all, or when a side is not from 1 to kLargestWindow.
  loaders::Result<std::unique_ptr<Window>> make_window(const PixelFormat& format, const WindowShape& shape);

  // Returns the format of windows that have stencils, and are in everything else like those of `format`, except for
  // the size of depths if `depths_may_differ`. Returns `format` where the driver has none, or where that is not known.
  PixelFormat with_stencils_if_same(const PixelFormat& format, bool depths_may_differ) {
    return surfaces_->with_stencils_if_same(format, depths_may_differ);
  }

  // Makes another window of the same format and size.
  loaders::Result<std::unique_ptr<Window>> make_window_like(const Window& window);

  // Copies the colours of `from` to `to`, bit by bit; make_window_like() has made one from the other. What was drawn
  // into `from` must be finished. Afterwards no context is current that the caller knows.
  loaders::Status copy_color(Window& from, Window& to);

  // Makes a context for `window` and all windows of its format(). It is current on `window` afterwards. GL takes the
  // initial viewport and scissor box from `window`. The error says what was asked and what the driver has; whatever was
  // current is still current then.
  loaders::Result<std::unique_ptr<GlContext>> create_context(Window& window, const ContextRequest& request,
                                                             const GlContext* share);

  // Releases what is current when `window` or `context` is null, which always succeeds. There are no contexts
  // without a surface: give such a context a window of 1x1. The call costs nothing when both are current already. A
  // window whose format differs from the context's is made anew in that format (and cleared): EGL and GLX forbid the
  // mixture. The context reads pixels from `read`. Only through EGL can that be another window than the drawn one;
  // elsewhere the context reads from `window`, and there is a warning.
  loaders::Status make_current(Window* window, Window* read, const GlContext* context);
  loaders::Status make_current(Window* window, const GlContext* context) {
    return make_current(window, window, context);
  }

  // Makes a context of the platform current, compatible with OpenGL 1.0, which no recorded call uses. Returns its
  // functions, or null when there is no such context.
  const GladGLContext* make_plain_context_current(Window& window);

  // Returns the highest version that the driver has of this kind, or nothing. It makes contexts to find out, which
  // takes milliseconds; so it is for messages only.
  std::optional<GlVersion> highest_version(Window& window, Api api, Profile profile);

  // See take_inputs().
  Inputs process_events() { return take_inputs(); }

  // A sentence for each thing that the driver could not give as asked: "no surface with ...; using ...". Each is there
  // once.
  const std::vector<std::string>& warnings() const { return surfaces_->warnings(); }

 private:
  explicit Platform(std::shared_ptr<Surfaces> surfaces) : surfaces_(std::move(surfaces)) {}

  loaders::Status make_share_current(const GlContext& share, std::unique_ptr<Window>& stand_in);
  std::unique_ptr<GlContext> try_context(Window& window, const ContextRequest& request);
  std::unique_ptr<GlContext> try_with_fewer_flags(Window& window, const ContextRequest& request);
  std::string refusal(Window& window, const ContextRequest& request, bool shares);
  void clear_once(Window& window, const GladGLContext* fresh = nullptr);
  bool bind(Window& window, NativeContext context);
  void keep_srgb(Window& window, Api api);
  loaders::Status match_format(Window& window, const GlContext& context);
  void read_from(Window& read, Window& window, NativeContext context);

  std::shared_ptr<Surfaces> surfaces_;
  bool reads_elsewhere_ = false;  // the current context reads from another window than Video believes
};

}  // namespace replay
