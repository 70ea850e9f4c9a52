#include "replay/remap/window_system.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

// The size of a drawable whose size is not known and that nothing is drawn into.
constexpr int kUnknownSize = 64;
constexpr int kLargestSize = 16384;

}  // namespace

WindowSystem::WindowSystem(Platform* platform, WindowSystemOptions options)
    : platform_(platform),
      options_(std::move(options)),
      threads_(1) {
  total_->brought = options_.recording_bytes;
}

WindowSystem::~WindowSystem() {
  if (platform_ == nullptr) return;
  // A recording may end inside a query, and llvmpipe of Mesa 22.3 would free a query that its threads still write to.
  const RecordedContext* context = current_context();
  if (context != nullptr && context->live && context->live->gl().Finish != nullptr) context->live->gl().Finish();
  (void)platform_->make_current(nullptr, nullptr, nullptr);  // to release what is current always succeeds
}

void WindowSystem::switch_thread(std::uint32_t thread) {
  if (thread >= kMaxThreads) throw CannotJudge("more than 1024 threads");
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  thread_ = thread;
  restore_current();
}

RecordedContext* WindowSystem::find_context(std::uint64_t handle) {
  const auto found = contexts_.find(handle);
  return found == contexts_.end() ? nullptr : found->second.get();
}

RecordedContext* WindowSystem::add_context(std::uint64_t handle, const ContextRequest& request,
                                           const PixelFormat& format, std::uint64_t share) {
  if (contexts_.size() >= kMaxContexts) return nullptr;
  if (find_context(handle) != nullptr) destroy_context(handle);
  auto context = std::make_unique<RecordedContext>();
  context->handle = handle;
  context->request = request;
  context->format = format;
  context->share = find_context(share);
  context->group = context->share != nullptr ? context->share->group : std::make_shared<ShareGroup>(total_);
  return (contexts_[handle] = std::move(context)).get();
}

bool WindowSystem::share(std::uint64_t first, std::uint64_t second) {
  RecordedContext* giver = find_context(first);
  RecordedContext* taker = find_context(second);
  if (giver == nullptr || taker == nullptr || taker->live) return false;
  taker->share = giver;
  taker->group = giver->group;
  return true;
}

bool WindowSystem::is_current_anywhere(const RecordedContext& context) const {
  return std::any_of(threads_.begin(), threads_.end(), [&](const Current& c) { return c.context == &context; });
}

void WindowSystem::destroy_context(std::uint64_t handle) {
  const auto found = contexts_.find(handle);
  if (found == contexts_.end()) return;
  std::unique_ptr<RecordedContext> context = std::move(found->second);
  contexts_.erase(found);
  // Contexts that would share with it share with its partner instead. The group of objects is the same.
  for (auto& [other_handle, other] : contexts_) {
    if (other->share == context.get()) other->share = context->share;
  }
  zombies_.push_back(std::move(context));
  bury_zombies();
}

bool WindowSystem::is_needed(const RecordedContext& zombie) const {
  if (is_current_anywhere(zombie)) return true;  // GLX destroys it when it is released
  if (!zombie.live) return false;
  bool has_heirs = false;
  for (const auto& [handle, other] : contexts_) {
    if (other->group != zombie.group) continue;
    if (other->live) return false;
    has_heirs = true;
  }
  return has_heirs && std::none_of(zombies_.begin(), zombies_.end(), [&](const auto& other) {
           return other != nullptr && other.get() != &zombie && other->group == zombie.group && other->live;
         });
}

void WindowSystem::bury_zombies() {
  for (auto& zombie : zombies_) {
    if (!is_needed(*zombie)) zombie.reset();
  }
  std::erase(zombies_, nullptr);
}

bool WindowSystem::is_current_anywhere(const Drawable& drawable) const {
  return std::any_of(threads_.begin(), threads_.end(),
                     [&](const Current& c) { return c.drawable == &drawable || c.read == &drawable; });
}

Drawable* WindowSystem::find_drawable(std::uint64_t id) {
  const auto alias = aliases_.find(id);
  const auto found = drawables_.find(alias == aliases_.end() ? id : alias->second);
  return found == drawables_.end() ? nullptr : found->second.get();
}

Drawable* WindowSystem::drawable(std::uint64_t id) {
  if (Drawable* known = find_drawable(id)) return known;
  if (drawables_.size() >= kMaxDrawables) return nullptr;
  auto made = std::make_unique<Drawable>();
  made->id = id;
  return (drawables_[id] = std::move(made)).get();
}

void WindowSystem::give_back_storage(std::uint64_t drawable) {
  storage_.give_back(Storage::Of::kWindow, drawable);
  storage_.give_back(Storage::Of::kAccumulation, drawable);
}

void WindowSystem::destroy_drawable(std::uint64_t id) {
  const auto found = drawables_.find(id);
  if (found == drawables_.end() || is_current_anywhere(*found->second)) return;
  give_back_storage(id);
  drawables_.erase(found);
}

Drawable* WindowSystem::new_drawable(std::uint64_t id) {
  aliases_.erase(id);
  Drawable* made = drawable(id);
  if (made == nullptr || is_current_anywhere(*made)) return made;
  give_back_storage(made->id);
  made->front.reset();
  made->window.reset();
  made->has_no_front = made->was_shown = false;
  made->texture_format = 0;
  made->texture.reset();
  made->accumulation = {};
  return made;
}

void WindowSystem::add_alias(std::uint64_t id, std::uint64_t other) {
  if (id != other && aliases_.size() < kMaxDrawables) aliases_[id] = other;
}

void WindowSystem::set_size(Drawable& drawable, int width, int height) {
  if (options_.window_size && !drawable.is_pbuffer && !drawable.is_canvas) {
    width = options_.window_size->width;
    height = options_.window_size->height;
  }
  width = std::clamp(width, 1, kLargestSize);
  height = std::clamp(height, 1, kLargestSize);
  if (drawable.width == width && drawable.height == height) return;
  const PixelFormat format = drawable.window ? drawable.window->format() : drawable.format.value_or(PixelFormat{});
  const bool has_size = drawable.width > 0;
  if (has_size && !take_storage(drawable, width, height, format, drawable.front != nullptr)) {
    return spdlog::warn("{}; it stays {}x{}", too_large(width, height), drawable.width, drawable.height);
  }
  if (!drawable.window) storage_.give_back(Storage::Of::kWindow, drawable.id);  // it takes nothing until it is created
  drawable.width = width;
  drawable.height = height;
  drawable.accumulation = {};
  if (!drawable.window) return;
  need(drawable.window->resize(width, height));
  if (drawable.front) need(drawable.front->resize(width, height));
}

// Takes the memory of a window, and of the surfaces that a front buffer needs. Returns false, and takes nothing, when
// a limit does not allow it.
bool WindowSystem::take_storage(const Drawable& drawable, int width, int height, const PixelFormat& format,
                                bool has_front) {
  const std::uint64_t pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  const std::uint64_t bytes = pixels * (format.depth > 0 || format.stencil > 0 ? 8 : 4) *
                              static_cast<std::uint64_t>(std::max(format.samples, 1));
  if (pixels > options_.limits.window) return false;
  const std::uint64_t surfaces = has_front ? FrontBuffer::kSurfaces : 1;
  return storage_.take(Storage::Of::kWindow, drawable.id, surfaces * bytes, options_.limits);
}

std::string WindowSystem::too_large(int width, int height) const {
  const std::uint64_t pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (pixels > options_.limits.window)
    return fmt::format("a window of {}x{} is larger than --limit window={} allows", width, height,
                       options_.limits.window);
  return fmt::format("a window of {}x{} needs more memory than --limit storage={} allows", width, height,
                     options_.limits.storage);
}

// A context and all windows that it is used with have the same format. What the recording shows about formats may be
// a guess, so the live object that exists first decides.
void WindowSystem::ensure_window(Drawable& drawable, const RecordedContext& context) {
  if (drawable.window) return;
  if (drawable.width == 0 && options_.window_size) set_size(drawable, kUnknownSize, kUnknownSize);
  const int width = drawable.width > 0 ? drawable.width : kUnknownSize;
  const int height = drawable.height > 0 ? drawable.height : kUnknownSize;
  PixelFormat format = context.live ? context.live->format() : drawable.format.value_or(context.format);
  if (gives_stencils_ && platform_ != nullptr) format = platform_->with_stencils_if_same(format, depths_may_differ_);
  // Without the window there is nothing to judge.
  if (!take_storage(drawable, width, height, format, drawable.front != nullptr))
    throw CannotJudge(too_large(width, height));
  if (platform_ == nullptr) throw CannotJudge("no platform to make a window of");
  drawable.window = need(platform_->make_window(
      format, {.width = width, .height = height, .title = options_.title, .visible = options_.shows_windows}));
  spdlog::debug("window {:#x}: {}x{}{}", drawable.id, width, height, drawable.width > 0 ? "" : ", a guess");
}

bool WindowSystem::may_be_current(const RecordedContext& context) const {
  return context.live || live_contexts() < options_.limits.contexts;
}

std::uint64_t WindowSystem::live_contexts() const {
  std::uint64_t live = 0;
  const auto count = [&live](const RecordedContext& context) {
    live += (context.live != nullptr) + (context.beside != nullptr);
  };
  for (const auto& [handle, context] : contexts_) count(*context);
  for (const auto& context : zombies_) count(*context);
  return live;
}

void WindowSystem::ensure_live(RecordedContext& context, Window& window) {
  GlContext* share = nullptr;
  // Any live context of the group is good enough, because sharing is transitive.
  for (auto& [handle, other] : contexts_) {
    if (other.get() != &context && other->group == context.group && other->live) share = other->live.get();
  }
  for (auto& other : zombies_) {
    if (share == nullptr && other->group == context.group && other->live) share = other->live.get();
  }
  auto made = platform_->create_context(window, context.request, share);
  if (!made && options_.allow_lower) {
    if (auto lower = create_lower(context.request, window, share)) made = std::move(lower);
  }
  context.live = need(std::move(made));
  spdlog::debug("context {:#x}: {} was asked for; the driver's is {}{}", context.handle, to_string(context.request),
                context.live->version_text(), share != nullptr ? ", and shares objects" : "");
}

// Creates a context of the highest version that the driver has of the recorded kind. If the recording uses newer
// features, they show as missing functions and errors.
loaders::Result<std::unique_ptr<GlContext>> WindowSystem::create_lower(ContextRequest request, Window& window,
                                                                       const GlContext* share) {
  const auto highest = platform_->highest_version(window, request.api, request.profile);
  if (!highest) return loaders::Error{"the driver has no context of that kind"};
  spdlog::warn("the driver has no {}; the replay goes on with {}.{}", to_string(request), highest->major,
               highest->minor);
  request.major = highest->major;
  request.minor = highest->minor;
  return platform_->create_context(window, request, share);
}

bool WindowSystem::make_current(Drawable* drawable, Drawable* read, RecordedContext* context) {
  ensure_window(*drawable, *context);
  const bool is_new = !context->live;
  if (is_new) ensure_live(*context, *drawable->window);
  ensure_window(*read, *context);
  threads_[thread_].context = context;
  threads_[thread_].drawable = drawable;
  threads_[thread_].read = read;
  threads_[thread_].released = false;
  context->last_drawable = drawable->id;
  restore_current();
  // Mesa's glClearBuffer* and glClearNamedFramebuffer* do nothing to a single-buffered surface while the draw buffer is
  // GL_BACK, which it is at first.
  if (is_new && window_buffer(GL_BACK) != GL_BACK) {
    context->live->gl().DrawBuffer(window_buffer(GL_BACK));
    context->live->gl().ReadBuffer(window_buffer(GL_BACK));
  }
  bury_zombies();
  return is_new;
}

void WindowSystem::release_current(bool by_recording) {
  threads_[thread_].context = nullptr;
  threads_[thread_].drawable = nullptr;
  threads_[thread_].read = nullptr;
  threads_[thread_].released = by_recording;
  restore_current();
  bury_zombies();
}

void WindowSystem::make_live_current(Drawable* drawable, Drawable* read, RecordedContext* context) {
  if (drawable != nullptr) ++drawable->uses;
  if (platform_ == nullptr) return;
  Window* window = drawable != nullptr ? drawable->window.get() : nullptr;
  Window* read_window = read != nullptr ? read->window.get() : nullptr;
  if (names_front_ && window != nullptr && read_window != nullptr && context != nullptr && context->live) {
    hold(*drawable, *context);
    read_window = surface_for(*read, *context, context->read_buffer);
  }
  const GlContext* live = context != nullptr ? context->live.get() : nullptr;
  need(platform_->make_current(window, read_window, live));
  if (names_front_ && window != nullptr && context != nullptr) keep_read_buffer(*context);
}

void WindowSystem::name_front() {
  if (std::exchange(names_front_, is_headless())) return;
  keep_read_buffer();
}

void WindowSystem::keep_read_buffer() {
  if (names_front_ && current().context != nullptr) keep_read_buffer(*current().context);
}

void WindowSystem::keep_read_buffer(const RecordedContext& context) {
  if (!context.live || context.request.api != Api::kGl || context.read_framebuffer != 0) return;
  const GladGLContext& gl = context.live->gl();
  GLint chosen = GL_NONE;
  gl.GetIntegerv(GL_READ_BUFFER, &chosen);
  const std::uint32_t wanted = window_buffer(context.read_buffer == WindowBuffer::kFront ? GL_FRONT : GL_BACK);
  if (chosen != GL_NONE && static_cast<std::uint32_t>(chosen) != wanted) gl.ReadBuffer(wanted);
}

// Returns null for windows without a front buffer: the recording says that they are not double-buffered, or the
// driver cannot create one.
FrontBuffer* WindowSystem::front_of(Drawable& drawable, const RecordedContext& context) {
  if (!names_front_ || drawable.has_no_front || drawable.front) return drawable.front.get();
  const PixelFormat recorded = drawable.format.value_or(context.format);
  drawable.has_no_front = context.request.api != Api::kGl || !recorded.double_buffer || drawable.is_canvas;
  if (drawable.has_no_front) return nullptr;
  const Window& window = *drawable.window;
  loaders::Result<std::unique_ptr<FrontBuffer>> front =
      loaders::Error{"it would need more memory than --limit storage allows"};
  if (take_storage(drawable, window.width(), window.height(), window.format(), true)) {
    context.live->gl().Finish();  // a change of context only flushes, and drivers may read a window before it is drawn
    front = FrontBuffer::create(*platform_, *drawable.window, drawable.was_shown);
  }
  drawable.has_no_front = !front;
  if (front) drawable.front = *std::move(front);
  else spdlog::warn("a window has only one buffer for front and back: {}", front.error().problem);
  return drawable.front.get();
}

void WindowSystem::hold(Drawable& drawable, const RecordedContext& context) {
  FrontBuffer* front = front_of(drawable, context);
  if (front == nullptr || front->holds(context.drawn_buffer)) return;
  context.live->gl().Finish();
  if (const auto held = front->hold(*drawable.window, context.drawn_buffer); !held)
    spdlog::debug("{}", held.error().problem);
}

Window* WindowSystem::surface_for(Drawable& drawable, const RecordedContext& context, WindowBuffer buffer) {
  FrontBuffer* front = front_of(drawable, context);
  return front != nullptr ? &front->read_from(*drawable.window, buffer) : drawable.window.get();
}

RecordedContext* WindowSystem::visit(Drawable& drawable, ReadFrom from) {
  if (!drawable.window) return nullptr;
  RecordedContext* context = current().context;
  if (context == nullptr || current().drawable != &drawable) {
    const auto used = std::find_if(contexts_.begin(), contexts_.end(), [&](const auto& entry) {
      return entry.second->live && entry.second->last_drawable == drawable.id;
    });
    if (used != contexts_.end()) context = used->second.get();
  }
  if (context == nullptr || platform_ == nullptr) return context;
  const WindowBuffer seen = from == ReadFrom::kRead ? context->read_buffer : WindowBuffer::kBack;
  Window* read = from == ReadFrom::kDrawn ? drawable.window.get() : surface_for(drawable, *context, seen);
  need(platform_->make_current(drawable.window.get(), read, context->live.get()));
  return context;
}

std::vector<Drawable*> WindowSystem::canvases() const {
  std::vector<Drawable*> found;
  for (const auto& [id, drawable] : drawables_) {
    if (drawable->is_canvas && drawable->window) found.push_back(drawable.get());
  }
  std::sort(found.begin(), found.end(), [](const Drawable* a, const Drawable* b) { return a->id < b->id; });
  return found;
}

void WindowSystem::restore_current() { make_live_current(current().drawable, current().read, current().context); }

const GladGLContext* WindowSystem::visit_plainly(Drawable& drawable) {
  if (platform_ == nullptr || !drawable.window) return nullptr;
  return platform_->make_plain_context_current(*drawable.window);
}

const GladGLContext* WindowSystem::visit_beside() {
  RecordedContext* context = current().context;
  Drawable* drawable = current().drawable;
  if (platform_ == nullptr || context == nullptr || !context->live || drawable == nullptr || !drawable->window)
    return nullptr;
  if (!context->beside && live_contexts() >= options_.limits.contexts) return nullptr;
  context->live->gl().Finish();  // a change of context only flushes, and drivers may read what is not drawn yet
  if (!context->beside) {
    if (auto made = platform_->create_context(*drawable->window, context->request, context->live.get())) {
      context->beside = *std::move(made);
    }
  }
  if (context->beside && platform_->make_current(drawable->window.get(), context->beside.get()))
    return &context->beside->gl();
  restore_current();
  return nullptr;
}

std::vector<std::uint8_t> WindowSystem::colors(Drawable& drawable, ReadFrom from) {
  const auto pixels = static_cast<std::size_t>(drawable.width) * static_cast<std::size_t>(drawable.height);
  std::vector<std::uint8_t> colors(pixels * 4);
  if (!drawable.window || platform_ == nullptr) return colors;
  finish();  // a change of context only flushes, and drivers may read a window before it is drawn
  const RecordedContext* context = current().context;
  const WindowBuffer seen = from == ReadFrom::kRead && context != nullptr ? context->read_buffer : WindowBuffer::kBack;
  Window& shown = drawable.front ? drawable.front->read_from(*drawable.window, seen) : *drawable.window;
  if (const GladGLContext* gl = platform_->make_plain_context_current(shown)) {
    gl->ReadPixels(0, 0, drawable.width, drawable.height, GL_RGBA, GL_UNSIGNED_BYTE, colors.data());
  }
  restore_current();
  return colors;
}

void WindowSystem::swap(Drawable& drawable) {
  if (!drawable.window) return;
  RecordedContext* context = visit(drawable);
  if (context == nullptr) return;
  drawable.window->swap();
  drawable.was_shown = true;
  if (drawable.front) {
    context->live->gl().Finish();
    if (const auto shown = drawable.front->swap(*drawable.window); !shown) spdlog::debug("{}", shown.error().problem);
  }
  if (platform_->is_headless()) context->throttle.frame_ends(context->live->gl());
  restore_current();
}

void WindowSystem::finish() {
  for (auto& [handle, context] : contexts_) {
    if (!context->live || context->live->gl().Finish == nullptr) continue;
    Drawable* used = find_drawable(context->last_drawable);
    if (used == nullptr || !used->window) continue;
    make_live_current(used, used, context.get());
    context->live->gl().Finish();
  }
  restore_current();
}

std::uint32_t WindowSystem::window_buffer(std::uint32_t recorded) const {
  const RecordedContext* context = current().context;
  if (platform_ == nullptr || !platform_->is_headless() || context == nullptr || context->request.api != Api::kGl)
    return recorded;
  switch (recorded) {
    case GL_BACK:
    case GL_BACK_LEFT: return GL_FRONT_LEFT;
    case GL_FRONT:
    case GL_FRONT_LEFT: return GL_FRONT;
    case GL_LEFT:
    case GL_FRONT_AND_BACK: return GL_FRONT_AND_BACK;
    default: return recorded;
  }
}

}  // namespace replay
