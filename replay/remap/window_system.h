// WindowSystem: the window system of the recording: contexts, drawables, and what is current on each thread.
//
// Recorded threads do not become live threads. All calls are issued in file order on one thread. When the recorded
// thread changes, its context becomes current.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/platform/platform.h"
#include "replay/remap/egl_images.h"
#include "replay/remap/recorded_configs.h"
#include "replay/remap/recorded_context.h"

namespace replay {

struct WindowSystemOptions {
  std::string title;          // the title of windows on a display
  bool shows_windows = true;  // on a display; otherwise they are hidden, and drawn into all the same
  bool allow_lower = false;   // whether a lower GL version than the recorded one is accepted
  DriverLimits limits = {};
  // The size of the recording in bytes. A program may allocate all of its storage before it fills any of it.
  std::uint64_t recording_bytes = 0;
  // The size of windows, whatever the recording says. Pbuffers and canvases keep their own size.
  std::optional<WindowSize> window_size = std::nullopt;
};

// The texture whose image is the colours of a surface since an eglBindTexImage or a similar call.
struct SurfaceTexture {
  std::uint64_t context = 0;  // the recorded context that bound it
  std::uint32_t live = 0;     // 0 stands for the context's texture without a name
  std::uint64_t take = 0;     // the value of Storage::last_take() until the program gives it another image
  std::uint64_t use = 0;      // the value of Drawable::uses when its colours were copied
  bool is_released = false;   // the image is removed when the context becomes current again
};

// The accumulation buffer of a drawable. Surfaces without a display have none of their own. +-1 is +-32767.
struct AccumulationBuffer {
  std::vector<std::int16_t> values{};  // RGBA, bottom row first. Empty: every pixel is `cleared_to`
  std::array<std::int16_t, 4> cleared_to{};
};

// What a context draws into by default: a window, pbuffer or pixmap of the recording.
struct Drawable {
  // The drawable of a context that becomes current without a drawable, or whose drawable the window system does not
  // name.
  static constexpr std::uint64_t kNone = UINT64_MAX;

  std::uint64_t id = 0;               // recorded
  int width = 0, height = 0;          // 0 until they are known
  std::optional<PixelFormat> format;  // the recorded format; without one it gets that of its first context
  bool is_pbuffer = false;
  bool is_canvas = false;              // it is a canvas of a web page; a frame shows all canvases
  bool preserve = false;               // it is a canvas whose contents stay after it was shown
  std::unique_ptr<Window> window;      // created when a context first becomes current on it
  std::unique_ptr<FrontBuffer> front;  // created when the recording names a front buffer
  bool has_no_front = false;           // the driver cannot create one, or the window is not double-buffered
  bool was_shown = false;              // whether a swap has shown it
  std::uint64_t uses = 0;              // how often a context became current on it
  std::uint32_t texture_format = 0;    // GL_RGB or GL_RGBA for a pbuffer that may be bound as a texture
  std::optional<SurfaceTexture> texture;
  AccumulationBuffer accumulation;

  // Whether the recorded context had no surface, so that GL refused to draw. The live one has a surface because
  // drivers need one.
  bool is_stand_in() const { return id == kNone; }
};

class WindowSystem {
 public:
  // More than any program has. A damaged file could have any number.
  static constexpr std::size_t kMaxContexts = 1024;
  static constexpr std::size_t kMaxDrawables = 1024;
  static constexpr std::uint32_t kMaxThreads = 1024;

  // Without a platform no context can become current. Tests with their own function table use this.
  WindowSystem(Platform* platform, WindowSystemOptions options);
  ~WindowSystem();

  std::uint32_t thread() const { return thread_; }
  // Afterwards the caller has to update everything that depends on the current context.
  void switch_thread(std::uint32_t thread);

  RecordedContext* current_context() const { return current().context; }
  Drawable* current_drawable() const { return current().drawable; }
  // Null where none is current on the thread.
  RecordedContext* context_on(std::uint32_t thread) const {
    return thread < threads_.size() ? threads_[thread].context : nullptr;
  }

  // The API of eglBindAPI on the current thread. EGL begins with OpenGL ES.
  Api current_api() const { return current().egl_api; }
  void bind_api(Api api) { threads_[thread_].egl_api = api; }

  // Does what wglShareLists does: `second` shares the objects of `first` from now on. Returns false when one of them
  // is unknown or it is too late.
  bool share(std::uint64_t first, std::uint64_t second);

  RecordedContext* find_context(std::uint64_t handle);
  // A handle that is used again is a new context, because window systems reuse addresses. Returns null when there are
  // too many.
  RecordedContext* add_context(std::uint64_t handle, const ContextRequest& request, const PixelFormat& format,
                               std::uint64_t share);
  void destroy_context(std::uint64_t handle);

  Drawable* find_drawable(std::uint64_t id);
  // Null when there are too many.
  Drawable* drawable(std::uint64_t id);
  void destroy_drawable(std::uint64_t id);
  // To be called when the recording creates a drawable with this number. It is a new one, but its size may be known
  // already. Returns null when there are too many.
  Drawable* new_drawable(std::uint64_t id);
  bool is_current_anywhere(const Drawable& drawable) const;
  // Makes `id` another number of the drawable `other`.
  void add_alias(std::uint64_t id, std::uint64_t other);
  // Sets the size of the drawable. When the size changes, the contents are lost. A size that no surface can have is
  // replaced by the nearest possible one. A size above the limits leaves the size as it is, with a warning. Throws
  // CannotJudge when there is no old size, or when the surface cannot be created.
  void set_size(Drawable& drawable, int width, int height);

  // Windows that are made from now on have stencils if they can, also where the recorded ones had none, and differ in
  // nothing else, except for the size of depths if `depths_may_differ`. This is only for a caller who knows that the
  // recording draws nothing that depends on it.
  void give_stencils(bool depths_may_differ) {
    gives_stencils_ = true;
    depths_may_differ_ = depths_may_differ;
  }

  // Returns false when the context has not been created yet, and --limit contexts does not allow another one.
  bool may_be_current(const RecordedContext& context) const;
  // Returns true when the context has just been created. Throws CannotJudge when the driver cannot create it. `read`
  // is the drawable that pixels are read from, which is `drawable` itself in most cases.
  bool make_current(Drawable* drawable, Drawable* read, RecordedContext* context);
  void release_current(bool by_recording = true);
  // Returns whether the recorded program released its context on this thread and has made none current since.
  bool is_released() const { return current().released; }

  // What is read when a window is read back.
  enum class ReadFrom : std::uint8_t {
    kPicture,  // the colours that a swap would show
    kRead,     // the colours that the program would read, from the back buffer unless it chose another
    kDrawn     // the buffer that is drawn into, with its depth and stencils
  };
  // Makes `drawable` current to read it back, with the current context or else the one that was last used on it, and
  // returns this context. Returns null, and changes nothing, when there is none. restore_current() undoes it.
  RecordedContext* visit(Drawable& drawable, ReadFrom from = ReadFrom::kPicture);
  void restore_current();

  // The same with a context of the replayer, which is compatible with OpenGL 1.0 and in its initial state. It is for
  // work on the window that must not change the state of the recorded program. Returns its functions, or null, and
  // changes nothing, when there is no window.
  const GladGLContext* visit_plainly(Drawable& drawable);

  // Makes a context of the replayer current that shares the objects of the current one, on its drawable. It reads them
  // where the program's own context is in no state for it. Returns its functions, or null, and changes nothing, where
  // there is none. restore_current() undoes it.
  const GladGLContext* visit_beside();

  // Returns the colours of a window, RGBA, bottom row first, and changes no state of the program. They are all 0 when
  // nothing was ever drawn. `look` must not be kDrawn, which is not for colours.
  std::vector<std::uint8_t> colors(Drawable& drawable, ReadFrom from = ReadFrom::kPicture);

  void swap(Drawable& drawable);

  // Waits until the driver has finished all work in every context.
  void finish();

  // Returns the live buffer of the current drawable that replaces GL_BACK, GL_FRONT_LEFT, ... Surfaces without a
  // display have only one colour buffer, but it has several names. A query then shows which buffer the recording
  // chose: GL_FRONT_LEFT, which glDrawBuffer, glDrawBuffers and the clears all accept, is the back buffer, GL_FRONT
  // the front and GL_FRONT_AND_BACK both.
  std::uint32_t window_buffer(std::uint32_t recorded) const;

  // To be called when the recording names a front buffer. From then on double-buffered windows have one.
  void name_front();
  bool names_front() const { return names_front_; }
  // Restores the read buffer of framebuffer 0 of the current context. Mesa stores the choice of glReadBuffer in the
  // surface instead of the context, so it is lost when another surface replaces it.
  void keep_read_buffer();

  const std::unordered_map<std::uint64_t, std::unique_ptr<Drawable>>& drawables() const { return drawables_; }
  // Returns the canvases that were ever current, ordered by number.
  std::vector<Drawable*> canvases() const;

  // The storage of windows, which also knows the total of everything.
  Storage& storage() { return storage_; }

  bool is_headless() const { return platform_ == nullptr || platform_->is_headless(); }

  RecordedConfigs& configs() { return configs_; }
  EglImages& images() { return images_; }

 private:
  struct Current {
    RecordedContext* context = nullptr;
    Drawable* drawable = nullptr;
    Drawable* read = nullptr;
    Api egl_api = Api::kGles2;
    bool released = false;  // whether the recording released the context
  };

  const Current& current() const { return threads_[thread_]; }
  bool take_storage(const Drawable& drawable, int width, int height, const PixelFormat& format, bool has_front);
  std::string too_large(int width, int height) const;
  void give_back_storage(std::uint64_t drawable);
  void ensure_window(Drawable& drawable, const RecordedContext& context);
  void ensure_live(RecordedContext& context, Window& window);
  loaders::Result<std::unique_ptr<GlContext>> create_lower(ContextRequest request, Window& window,
                                                           const GlContext* share);
  bool is_current_anywhere(const RecordedContext& context) const;
  // Returns whether a destroyed context has to stay. It is still current somewhere, or it is the only live context of
  // its group, and other contexts of the group will be created later. GL keeps objects as long as the group has a
  // context, current or not.
  bool is_needed(const RecordedContext& zombie) const;
  void bury_zombies();
  std::uint64_t live_contexts() const;
  void make_live_current(Drawable* drawable, Drawable* read, RecordedContext* context);
  FrontBuffer* front_of(Drawable& drawable, const RecordedContext& context);
  void hold(Drawable& drawable, const RecordedContext& context);
  void keep_read_buffer(const RecordedContext& context);
  Window* surface_for(Drawable& drawable, const RecordedContext& context, WindowBuffer buffer);

  Platform* platform_;
  WindowSystemOptions options_;
  bool gives_stencils_ = false, depths_may_differ_ = false;
  std::shared_ptr<StorageTotal> total_ = std::make_shared<StorageTotal>();
  Storage storage_{total_};
  RecordedConfigs configs_;
  EglImages images_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Drawable>> drawables_;
  std::unordered_map<std::uint64_t, std::uint64_t> aliases_;  // number -> number of the drawable
  std::unordered_map<std::uint64_t, std::unique_ptr<RecordedContext>> contexts_;
  // Destroyed contexts that are still needed.
  std::vector<std::unique_ptr<RecordedContext>> zombies_;
  std::vector<Current> threads_;
  bool names_front_ = false;
  std::uint32_t thread_ = 0;
};

}  // namespace replay
