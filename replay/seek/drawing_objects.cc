// What DrawingHistory knows of contexts, their framebuffer objects, and the storage of what is attached to them.
#include <glad/gl.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/handlers/frame_calls.h"
#include "replay/seek/call_argument.h"
#include "replay/seek/drawing_history.h"

namespace replay {

using loaders::Call;

void DrawingHistory::delete_framebuffers(const Call& call) {
  step_is_open_ = false;
  for (const std::uint32_t name : array_argument<std::uint32_t>(call, 1)) {
    object(name);
    context_->objects.erase(name);
    if (context_->draw_framebuffer == name) context_->draw_framebuffer = 0;
    if (context_->read_framebuffer == name) context_->read_framebuffer = 0;
  }
}

void DrawingHistory::bind_framebuffer(const Call& call) {
  step_is_open_ = false;
  const std::uint64_t target = argument(call, 0), name = argument(call, 1);
  if (target != GL_READ_FRAMEBUFFER) context_->draw_framebuffer = name;
  if (target != GL_DRAW_FRAMEBUFFER) context_->read_framebuffer = name;
  object(name);
}

void DrawingHistory::change_framebuffer(const Call& call, std::uint64_t name) {
  step_is_open_ = false;
  if (FramebufferObject* changed = object(name)) changed->follow(call);
}

// Mesa lets contexts that share textures share these objects too, which GL does not: then nobody knows what a name
// stands for.
FramebufferObject* DrawingHistory::object(std::uint64_t name) {
  if (name == 0) return nullptr;
  const std::uint64_t key = std::uint64_t{context_->share_group} << 32 | static_cast<std::uint32_t>(name);
  const auto [owner, is_new] = owners_.try_emplace(key, now_->context);
  if (owner->second != now_->context || owners_.size() > kMostObjects) targets_are_known_ = false;
  if (!targets_are_known_) return nullptr;
  return &context_->objects[name];
}

void DrawingHistory::new_context(const Call& call) {
  targets_.storage_changes();
  const std::uint32_t group = share_group_of_new(call);
  const auto add_context = [&](std::uint64_t context) {
    contexts_[context] = Context{};
    contexts_[context].share_group = group;
  };
  if (call.function != glbindings::FunctionId::CGLCreateContext) {
    if (call.result() != nullptr) add_context(call.result()->u);
    return;
  }
  const auto made = array_argument<loaders::Value>(call, 2);  // CGLContextObj*
  if (made.empty())
    give_up();
  else
    add_context(made[0].u);
}

// WGL's contexts may be told to share later (wglShareLists), and have no argument that is called so.
std::uint32_t DrawingHistory::share_group_of_new(const Call& call) {
  const auto params = glbindings::signature(call.function).params;
  const auto share = std::ranges::find_if(
      params, [](const auto& param) { return std::string_view(param.name).starts_with("share"); });
  if (share == params.end()) return kAnyGroup;
  const std::uint64_t partner = argument(call, static_cast<std::size_t>(share - params.begin()));
  if (partner == 0) return ++share_groups_;
  const auto known = contexts_.find(partner);
  return known != contexts_.end() ? known->second.share_group : kAnyGroup;
}

void DrawingHistory::make_current(const Call& call) {
  const auto change = change_of_current(call);
  if (change && change->succeeded) set_current(change->context, change->drawable);
}

void DrawingHistory::set_current(std::uint64_t context, std::uint64_t drawable) {
  step_is_open_ = false;
  now_->context = context;
  now_->window = window_of(drawable);
  context_ = &contexts_[context];
}

// Programs make and load textures all the time, and seldom those that are drawn into.
void DrawingHistory::storage_changes(const Call& call) {
  if (named_storage_changes(call, "texture", texture_image) || named_storage_changes(call, "renderbuffer", renderbuffer_image)) return;
  const bool of_renderbuffer = std::string_view(glbindings::signature(call.function).name).find("Renderbuffer") != std::string_view::npos;
  const bool lists_bind = lists_choose_units_ || !bound_in_lists_.empty();
  const bool of_bound_texture = position(call, "target") == 0 && !of_renderbuffer;
  if (!of_bound_texture || lists_bind || !context_->textures.knows_unit()) return targets_.storage_changes();
  context_->textures.for_each_of_unit([this](std::uint64_t name) { targets_.storage_changes(texture_image(name)); });
}

// Of a parameter of that name, or of an array of such, as those that delete have. False: the call has neither.
bool DrawingHistory::named_storage_changes(const Call& call, const std::string& parameter, Image (*image)(std::uint64_t)) {
  if (const std::size_t at = position(call, parameter); at != SIZE_MAX) {
    targets_.storage_changes(image(argument(call, at)));
    return true;
  }
  const auto names = array_argument<std::uint32_t>(call, position(call, parameter + "s"));
  for (const std::uint32_t name : names) targets_.storage_changes(image(name));
  return !names.empty() && names.size() == argument(call, 0);
}

void DrawingHistory::present(const Call& call) {
  for (const std::uint32_t canvas : array_argument<std::uint32_t>(call, 2)) {
    if (wiped_canvases_.contains(canvas)) add({.what = What::kWipe, .planes = kAllPlanes, .place = window_of(canvas)});
  }
}

void DrawingHistory::switch_thread(std::uint32_t thread) {
  if (context_->in_primitive) return give_up();
  step_is_open_ = false;
  thread_ = thread;
  now_ = &threads_[thread];
  context_ = &contexts_[now_->context];
}

std::uint16_t DrawingHistory::window_of(std::uint64_t drawable) {
  const auto [found, is_new] = windows_.try_emplace(drawable, static_cast<std::uint16_t>(windows_.size() + 1));
  if (is_new && windows_.size() >= Places::kMostWindows) give_up();
  return found->second;
}

}  // namespace replay
