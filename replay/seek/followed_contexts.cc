#include "replay/seek/followed_contexts.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/context_attributes.h"

namespace replay {
namespace {

using glbindings::FunctionId;

bool sets_draw_buffers(FunctionId function) {
  switch (function) {
    case FunctionId::glEnable:
    case FunctionId::glDisable: return false;  // nearly all calls are these
    default: return std::string_view(glbindings::signature(function).name()).starts_with("glDrawBuffer");
  }
}

bool counts_pixels(std::uint32_t query_target) {
  return query_target != GL_TIME_ELAPSED && query_target != GL_TIMESTAMP;
}

// glBeginQueryIndexed and glEndQueryIndexed take the index as their second argument.
std::uint64_t query_of(const loaders::Call& call) {
  const bool has_index =
      call.function == FunctionId::glBeginQueryIndexed || call.function == FunctionId::glEndQueryIndexed;
  return std::uint64_t{gl_number(call, 0)} << 32 | (has_index ? gl_number(call, 1) : 0);
}

}  // namespace

using loaders::Call;

FollowedContexts::FollowedContexts() : now_(&threads_[0]), context_(&contexts_[0]) {}

void FollowedContexts::switch_thread(std::uint32_t thread) {
  thread_ = thread;
  now_ = &threads_[thread];
  context_ = &contexts_[now_->context];
}

void FollowedContexts::set_current(std::uint64_t context, std::uint64_t drawable) {
  now_->context = context;
  now_->window = window_of(drawable);
  context_ = &contexts_[context];
}

std::uint16_t FollowedContexts::window_of(std::uint64_t drawable) {
  const auto [found, is_new] = windows_.try_emplace(drawable, static_cast<std::uint16_t>(windows_.size() + 1));
  if (is_new && windows_.size() >= Destinations::kMaxWindows) has_too_many_windows_ = true;
  if (is_new) window_sizes_.emplace_back();
  return found->second;
}

void FollowedContexts::note_viewport(const Call& call) {
  context_->viewport = {};
  if (context_->now.draw_framebuffer != 0) return;
  const auto end_of = [&](std::size_t first) {
    return static_cast<int>(
        std::clamp<std::int64_t>(std::int64_t{gl_signed(call, first)} + gl_signed(call, first + 2), 0, INT32_MAX));
  };
  context_->viewport = {end_of(0), end_of(1)};
  if (call.is(loaders::kFake)) window_reaches_viewport();  // the recorder tells how large the window is
}

void FollowedContexts::window_reaches_viewport() {
  window_sizes_[now_->window].grow(context_->viewport.width, context_->viewport.height);
}

Acceptance FollowedContexts::accepts(SeekRole role, const Call& call) {
  Situation at{.kind = context_->kind,
               .share_group = context_->share_group,
               .drawn_into = context_->now.drawn_into(),
               .in_primitive = context_->in_primitive,
               .begun = false,
               .texture_units = texture_units_,
               .pushed = std::nullopt,
               .made = made_};
  if (context_->now.clear.knows_stack()) at.pushed = context_->now.clear.pushed();
  switch (role) {
    case SeekRole::kEndQuery: at.begun = context_->queries.contains(query_of(call)); break;
    case SeekRole::kEndConditional: at.begun = context_->conditional; break;
    case SeekRole::kEndFeedback: at.begun = context_->feedback && !context_->feedback_is_one_of_many; break;
    default: break;
  }
  judged_ = acceptance(role, call, at);
  return *judged_;
}

void FollowedContexts::settle(bool accepted) {
  FollowedContext& context = *context_;
  if (accepted && context.hoped) context.now = std::move(*context.hoped);
  if (accepted) context.samples_version = FollowedContext::kNoVersion;
  context.hoped.reset();
  context.hoped_kills.clear();
}

void FollowedContexts::begin_query(const Call& call) {
  if (counts_pixels(gl_number(call, 0))) context_->queries.insert(query_of(call));
}

void FollowedContexts::end_query(const Call& call) {
  if (accepts(SeekRole::kEndQuery, call) == Acceptance::kSure) context_->queries.erase(query_of(call));
}

void FollowedContexts::delete_framebuffers(const Call& call) {
  const auto names = array_argument<std::uint32_t>(call, 1);
  apply(accepts(SeekRole::kDeleteFramebuffers, call), [&](Followed& followed, bool sure) {
    const std::uint64_t instead = sure ? 0 : Followed::kAnyFramebuffer;
    for (const std::uint32_t name : names) {
      FramebufferObject* deleted = object(followed, name);
      if (name == 0) continue;
      if (sure) followed.objects.erase(name);
      else if (deleted != nullptr) deleted->forget();
      if (followed.draw_framebuffer == name) followed.draw_framebuffer = instead;
      if (followed.read_framebuffer == name) followed.read_framebuffer = instead;
    }
  });
}

void FollowedContexts::bind_framebuffer(const Call& call) {
  const std::uint32_t target = gl_number(call, 0), name = gl_number(call, 1);
  apply(accepts(SeekRole::kBindFramebuffer, call), [&](Followed& followed, bool sure) {
    const auto bind = [&](std::uint64_t& bound) {
      if (bound != name) bound = sure ? name : Followed::kAnyFramebuffer;
    };
    if (target != GL_READ_FRAMEBUFFER) bind(followed.draw_framebuffer);
    if (target != GL_DRAW_FRAMEBUFFER) bind(followed.read_framebuffer);
    object(followed, name);
  });
}

void FollowedContexts::change_framebuffer(SeekRole role, const Call& call) {
  const bool is_named = role == SeekRole::kNamedFramebuffer;
  apply(accepts(role, call), [&](Followed& followed, bool sure) {
    std::uint64_t name = gl_number(call, 0);
    if (!is_named) name = name == GL_READ_FRAMEBUFFER ? followed.read_framebuffer : followed.draw_framebuffer;
    if (name == Followed::kAnyFramebuffer) return followed.forget_objects();
    if (name == 0 && is_named) return followed.clear.window_buffers(call, 1, sure);
    FramebufferObject* changed = object(followed, name);
    if (changed == nullptr) return;
    if (sure) changed->follow(call, kind_of_attached(call));
    else changed->forget();
  });
}

std::uint32_t FollowedContexts::kind_of_attached(const Call& call) const {
  const std::size_t texture = position(call, "texture");
  return texture != SIZE_MAX ? known_kind(gl_number(call, texture)) : 0;
}

std::uint32_t FollowedContexts::known_kind(std::uint32_t texture) const {
  const std::uint32_t kind = made_.texture_kind(context_->share_group, texture);
  return kind == MadeObjects::kNew || kind == MadeObjects::kAnyKind ? 0 : kind;
}

// Returns the object that is drawn into. Null where that is the window, or an object that is not known.
const FramebufferObject* FollowedContexts::known_object(const Followed& followed) const {
  if (!objects_are_known_) return nullptr;
  const auto found = followed.objects.find(followed.draw_framebuffer);
  return found != followed.objects.end() && found->second.known() ? &found->second : nullptr;
}

bool FollowedContexts::pop_sets_buffers(const Followed& followed) const {
  const FramebufferObject* bound = known_object(followed);
  if (bound == nullptr) return followed.clear.pop_sets_buffers(0, {});
  return followed.clear.pop_sets_buffers(followed.draw_framebuffer, bound->draw_buffers());
}

// glPopAttrib restores the draw buffers of the object that is bound. They are not known then, unless they are those
// that were saved of the same object.
bool FollowedContexts::set_state(const Call& call) {
  bool goes_elsewhere = false;
  apply(accepts(SeekRole::kContextState, call), [&](Followed& followed, bool sure) {
    const bool pops = call.function == FunctionId::glPopAttrib;
    const bool sets_buffers = pops ? pop_sets_buffers(followed) : sets_draw_buffers(call.function);
    const std::size_t pushed = followed.clear.pushed();
    followed.clear.follow(call, followed.drawn_into(), sure);
    if (const FramebufferObject* bound = known_object(followed); followed.clear.pushed() > pushed && bound != nullptr)
      followed.clear.pushed_buffers(followed.draw_framebuffer, bound->draw_buffers());
    if (pops) followed.textures.pop(sure);
    if (call.function == FunctionId::glPushAttrib) followed.textures.push(gl_number(call, 0), sure);
    if (!sets_buffers || followed.drawn_into() == DrawnInto::kWindow) return;
    goes_elsewhere = true;
    if (followed.drawn_into() == DrawnInto::kUnknown) return followed.forget_objects();
    FramebufferObject* bound = object(followed, followed.draw_framebuffer);
    if (bound == nullptr) return;
    if (pops || !sure) bound->forget();
    else bound->draw_buffers(call);
  });
  return goes_elsewhere;
}

void FollowedContexts::bind_texture(const Call& call) {
  const Acceptance acceptance = accepts(SeekRole::kBindTexture, call);
  const std::uint32_t first = gl_number(call, 0), second = gl_number(call, 1);
  if (acceptance == Acceptance::kSure) note_units(call);
  switch (call.function) {
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB:
      return apply(acceptance,
                   [&](Followed& followed, bool sure) { followed.textures.choose_unit(first - GL_TEXTURE0, sure); });
    case FunctionId::glBindTexture:
    case FunctionId::glBindTextureEXT:
      apply(acceptance, [&](Followed& followed, bool sure) { followed.textures.bind(first, second, sure); });
      return made_.texture_is(context_->share_group, second, first,
                              acceptance == Acceptance::kSure && is_sure_texture_target(first, context_->kind));
    case FunctionId::glBindTextureUnit: return bind_to_unit(acceptance, first, second);
    case FunctionId::glBindTextures: {
      const auto names = array_argument<std::uint32_t>(call, 2);
      for (std::size_t i = 0; i < names.size(); ++i)
        bind_to_unit(acceptance, first + static_cast<std::uint32_t>(i), names[i]);
      return;
    }
    default: {  // glBindMultiTextureEXT
      const std::uint32_t name = gl_number(call, 2);
      apply(acceptance,
            [&](Followed& followed, bool) { followed.textures.bind_at(first - GL_TEXTURE0, second, name, false); });
      made_.texture_is(context_->share_group, name, second, false);
    }
  }
}

// GL is sure to accept the call, where it has the units that the call names.
void FollowedContexts::note_units(const Call& call) {
  std::uint32_t end = 0;
  switch (call.function) {
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB: end = gl_number(call, 0) - GL_TEXTURE0 + 1; break;
    case FunctionId::glBindTextureUnit: end = gl_number(call, 0) + 1; break;
    case FunctionId::glBindTextures: end = gl_number(call, 0) + gl_number(call, 1); break;
    default: return;
  }
  if (end > kSureTextureUnits) units_needed_ = std::max(units_needed_, end);
}

// The call names no target. GL takes that of the texture, which may not be known, and for texture 0 all targets.
void FollowedContexts::bind_to_unit(Acceptance acceptance, std::uint32_t unit, std::uint32_t name) {
  const std::uint32_t kind = known_kind(name);
  apply(acceptance, [&](Followed& followed, bool sure) {
    if (name != 0) followed.textures.bind_at(unit, kind, name, sure && kind != 0);
    else if (sure) followed.textures.unbind(unit);
  });
}

void FollowedContexts::create_objects(const Call& call) {
  const std::uint32_t group = context_->share_group;
  const bool outside = !context_->in_primitive;
  switch (call.function) {
    case FunctionId::glCreateTextures:
      for (const std::uint32_t name : array_argument<std::uint32_t>(call, 2)) {
        const std::uint32_t target = gl_number(call, 0);
        made_.texture_is(group, name, target,
                         outside && context_->kind.is_gl({4, 5}) && is_sure_texture_target(target, context_->kind));
      }
      return;
    case FunctionId::glCreateRenderbuffers:
      if (!outside || !context_->kind.is_gl({4, 5})) return;
      for (const std::uint32_t name : array_argument<std::uint32_t>(call, 1)) made_.renderbuffer_is_there(group, name);
      return;
    default:  // glBindRenderbuffer
      if (outside && gl_number(call, 0) == GL_RENDERBUFFER) made_.renderbuffer_is_there(group, gl_number(call, 1));
  }
}

// Functions of GL_EXT_direct_state_access take a target beside the name, and make the texture for it.
void FollowedContexts::note_kind(const Call& call) {
  if (position(call, "texture") == 0 && position(call, "target") == 1)
    made_.texture_is(context_->share_group, gl_number(call, 0), gl_number(call, 1), false);
}

void FollowedContexts::note_deletion(const Call& call) {
  const std::string_view function = glbindings::signature(call.function).name();
  const auto names = array_argument<std::uint32_t>(call, 1);
  const bool sure = !context_->in_primitive && names.size() == gl_number(call, 0);
  if (function.starts_with("glDeleteTextures")) {
    made_.textures_are_gone(context_->share_group, names, sure);
    apply(Acceptance::kSure, [&](Followed& followed, bool) {
      for (const std::uint32_t name : names) followed.textures.erase(name);
    });
  }
  if (function.starts_with("glDeleteRenderbuffers")) made_.renderbuffers_are_gone(context_->share_group, names);
}

void FollowedContexts::note_texture(std::uint32_t name, std::uint32_t target) {
  made_.texture_is(context_->share_group, name, target, false);
}

// Mesa lets contexts that share textures share framebuffer objects, too, which GL does not. Then it is not known what a
// name stands for.
FramebufferObject* FollowedContexts::object(Followed& followed, std::uint64_t name) {
  if (name == 0 || name == Followed::kAnyFramebuffer) return nullptr;
  const std::uint64_t key = std::uint64_t{context_->share_group} << 32 | static_cast<std::uint32_t>(name);
  const auto [owner, is_new] = owners_.try_emplace(key, now_->context);
  if (owner->second != now_->context || owners_.size() > kMaxObjects) objects_are_known_ = false;
  if (!objects_are_known_) return nullptr;
  return &followed.objects[name];
}

bool FollowedContexts::new_context(const Call& call) {
  const auto made = made_context(call);
  if (!made) return call.function != FunctionId::CGLCreateContext;
  const auto request = requested_context(call, now_->egl_api);
  FollowedContext& context = contexts_[made->handle] = FollowedContext{};
  context.share_group = groups_.add(*made);
  if (request) context.kind = ContextKind(*request);
  context.reports_errors = reports_errors(call);
  return true;
}

void FollowedContexts::new_canvas(const Call& call) {
  const std::uint64_t canvas = argument(call, 0);
  FollowedContext& context = contexts_[canvas] = FollowedContext{};
  context.share_group = groups_.add({.handle = canvas, .partner = 0});
  context.kind = ContextKind({.api = Api::kGles2, .major = 2});
  if (argument(call, 5) == 0) wiped_canvases_.insert(canvas);
}

}  // namespace replay
