// World: the window system as the recording knew it: contexts, drawables, and what is current on each thread.
//
// Recorded threads do not become threads here. Their calls are issued in file order on one thread, and a change of thread
// makes that thread's context current.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "replay/platform/platform.h"
#include "replay/remap/egl_images.h"
#include "replay/remap/recorded_configs.h"
#include "replay/remap/recorded_context.h"
#include "replay/base/window_size.h"

namespace replay {

struct WorldOptions {
  std::string title;         // of windows on a display
  bool allow_lower = false;  // go on with a lower GL version than was recorded
  DriverLimits limits = {};
  // A program that makes all of its storage before it fills any has brought the whole recording; bytes.
  std::uint64_t recording_bytes = 0;
  // Of windows, whatever the recording says. Pbuffers and canvases are made with a size of their own.
  std::optional<WindowSize> window_size = std::nullopt;
};

// The texture that has a surface's colours for its image, since eglBindTexImage or one of its kind.
struct SurfaceTexture {
  std::uint64_t context = 0;  // recorded: the one that bound it
  std::uint32_t live = 0;     // 0: the context's own texture without a name
  std::uint64_t take = 0;     // Storage::last_take() as long as the program has given it no other image
  std::uint64_t use = 0;      // Drawable::uses of the colours that it has
  bool is_released = false;   // the image goes when the context is current again
};

// What a context draws into by default: a window, pbuffer or pixmap of the recording.
struct Drawable {
  // What a context is made current on when it has no drawable, or the window system does not name it.
  static constexpr std::uint64_t kNone = UINT64_MAX;

  std::uint64_t id = 0;  // recorded
  int width = 0, height = 0;  // 0: not known yet
  std::optional<PixelFormat> format;  // when the recording says it; else it gets that of its first context
  bool is_pbuffer = false;
  bool is_canvas = false;  // of a web page: a frame shows all of them
  bool preserve = false;   // a canvas whose contents stay when it has been shown
  std::unique_ptr<Window> window;  // made when a context is first made current on it
  std::unique_ptr<FrontBuffer> front;  // made when the recording names a front buffer
  bool has_no_front = false;           // for the driver cannot, or it is no double-buffered window
  bool was_shown = false;              // by a swap
  std::uint64_t uses = 0;              // times that a context was made current on it
  std::uint32_t texture_format = 0;    // GL_RGB or GL_RGBA, of a pbuffer that was made for textures
  std::optional<SurfaceTexture> texture;
  // What glAccum works on, RGBA, bottom row first, +-1 as +-32767; empty until it is first used. Surfaces without a display
  // have no accumulation buffer.
  std::vector<std::int16_t> accumulation;

  // GL refuses to draw into it: the context has no surface, and ours has one only because drivers want one.
  bool is_stand_in() const { return id == kNone; }
};

class World {
 public:
  // More than any program has; a damaged file could ask for any number.
  static constexpr std::size_t kMostContexts = 1024;
  static constexpr std::size_t kMostDrawables = 1024;
  static constexpr std::uint32_t kMostThreads = 1024;

  // Without a platform no context can be made current: for tests that bring their own function table.
  World(Platform* platform, WorldOptions options);
  ~World();

  std::uint32_t thread() const { return thread_; }
  // The caller brings everything that depends on the current context in line afterwards.
  void switch_thread(std::uint32_t thread);

  RecordedContext* current_context() const { return current().context; }
  Drawable* current_drawable() const { return current().drawable; }

  // eglBindAPI of the current thread; EGL begins with OpenGL ES.
  Api current_api() const { return current().egl_api; }
  void bind_api(Api api) { threads_[thread_].egl_api = api; }

  // wglShareLists: `second` shares the objects of `first` from now on. False when either is unknown or too late.
  bool share(std::uint64_t first, std::uint64_t second);

  RecordedContext* find_context(std::uint64_t handle);
  // A handle that comes again is a new context: window systems use addresses again. Null when there are too many.
  RecordedContext* add_context(std::uint64_t handle, const ContextRequest& request, const PixelFormat& format,
                               std::uint64_t share);
  void destroy_context(std::uint64_t handle);

  Drawable* find_drawable(std::uint64_t id);
  // Null when there are too many.
  Drawable* drawable(std::uint64_t id);
  void destroy_drawable(std::uint64_t id);
  // The recording makes a drawable of that number: a new one, though its size may be known already. Null when there are too
  // many.
  Drawable* new_drawable(std::uint64_t id);
  bool is_current_anywhere(const Drawable& drawable) const;
  // `id` is another number of the drawable `other`.
  void add_alias(std::uint64_t id, std::uint64_t other);
  // From now on the drawable has this size; what was drawn into it is lost when it changes. Sizes that no surface can have
  // are brought to the nearest that one can. One that is more than the limits allow leaves the size as it is, with a warning.
  // Throws CannotJudge when there is none yet, or the surface cannot be made.
  void set_size(Drawable& drawable, int width, int height);

  // False: the context is not there yet, and --limit contexts allows no other.
  bool may_be_current(const RecordedContext& context) const;
  // Returns true when the context is new and has just been made. Throws CannotJudge when the driver cannot make it. `read` is
  // what pixels are read from, mostly `drawable` itself.
  bool make_current(Drawable* drawable, Drawable* read, RecordedContext* context);
  void release_current(bool by_recording = true);
  // Whether the recorded program let go of its context on this thread, and has taken none since.
  bool is_released() const { return current().released; }

  // What somebody who looks at a window reads from.
  enum class Look : std::uint8_t {
    kPicture,  // the colours that a swap would show
    kRead,     // those that the program would read: of the back buffer as long as it chose no other
    kDrawn     // what is drawn into, with its depth and stencils
  };
  // Makes `drawable` current for looking at it, with the current context or else the one that was last used on it, and returns
  // that context. Null, and nothing is changed, when there is none. restore_current() undoes it.
  RecordedContext* visit(Drawable& drawable, Look look = Look::kPicture);
  void restore_current();

  // The same with a context of ours, compatible with OpenGL 1.0 and in its initial state, for work on the window that must not
  // touch the state of the recorded program. Its functions; null, and nothing is changed, when there is no window.
  const GladGLContext* visit_plainly(Drawable& drawable);

  // Its colours that a swap would show, RGBA, bottom row first: all 0 when nothing was ever drawn into it.
  std::vector<std::uint8_t> colors(Drawable& drawable);

  void swap(Drawable& drawable);

  // Waits until the driver has done all that it was asked for, in every context.
  void finish();

  // The live buffer of the current drawable that stands for GL_BACK, GL_FRONT_LEFT, ... Surfaces without a display have one
  // colour buffer only. Its names tell us what the recording chose, when GL is asked: GL_FRONT_LEFT, the one that glDrawBuffer,
  // glDrawBuffers and the clears all take, is the back buffer, GL_FRONT the front and GL_FRONT_AND_BACK both.
  std::uint32_t window_buffer(std::uint32_t recorded) const;

  // The recording has named a front buffer: from now on double-buffered windows have one.
  void name_front();
  bool names_front() const { return names_front_; }
  // Of framebuffer 0 of the current context. Mesa keeps the choice of glReadBuffer with the surface instead of the context, so it is
  // lost when another surface takes its place.
  void keep_read_buffer();

  const std::unordered_map<std::uint64_t, std::unique_ptr<Drawable>>& drawables() const { return drawables_; }
  // Those canvases that were ever current, by number.
  std::vector<Drawable*> canvases() const;

  // What windows take, and how much everything together.
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
    bool released = false;  // by the recording's own word
  };

  const Current& current() const { return threads_[thread_]; }
  bool take_storage(const Drawable& drawable, int width, int height, const PixelFormat& format, bool has_front);
  std::string too_large(int width, int height) const;
  void give_back_storage(std::uint64_t drawable);
  void ensure_window(Drawable& drawable, const RecordedContext& context);
  void ensure_live(RecordedContext& context, Window& window);
  std::unique_ptr<GlContext> create_lower(ContextRequest request, Window& window, const GlContext* share);
  bool is_current_anywhere(const RecordedContext& context) const;
  // Whether a destroyed context has to live on: it is current somewhere, or nobody else holds the objects of its group for those
  // of the group that have not been made yet. GL keeps objects as long as there is a context of the group, current or not.
  bool is_needed(const RecordedContext& zombie) const;
  void bury_zombies();
  void make_live_current(Drawable* drawable, Drawable* read, RecordedContext* context);
  FrontBuffer* front_of(Drawable& drawable, const RecordedContext& context);
  void hold(Drawable& drawable, const RecordedContext& context);
  void keep_read_buffer(const RecordedContext& context);
  Window* surface_for(Drawable& drawable, const RecordedContext& context, WindowBuffer buffer);

  Platform* platform_;
  WorldOptions options_;
  std::shared_ptr<StorageTotal> total_ = std::make_shared<StorageTotal>();
  Storage storage_{total_};
  RecordedConfigs configs_;
  EglImages images_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Drawable>> drawables_;
  std::unordered_map<std::uint64_t, std::uint64_t> aliases_;  // number -> number of the drawable
  std::unordered_map<std::uint64_t, std::unique_ptr<RecordedContext>> contexts_;
  // Destroyed contexts that are needed all the same.
  std::vector<std::unique_ptr<RecordedContext>> zombies_;
  std::vector<Current> threads_;
  bool names_front_ = false;
  std::uint32_t thread_ = 0;
};

}  // namespace replay
