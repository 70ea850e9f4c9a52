#include "replay/seek/drawing_history.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "glbindings/signature.h"
#include "replay/handlers/frame_calls.h"
#include "replay/seek/call_argument.h"

namespace replay {
namespace {

using loaders::Call;

bool counts_pixels(std::uint64_t query_target) {
  return query_target != GL_TIME_ELAPSED && query_target != GL_TIMESTAMP;
}

bool reads_front(std::uint64_t buffer) {
  return buffer == GL_FRONT || buffer == GL_FRONT_LEFT || buffer == GL_FRONT_RIGHT || buffer == GL_RIGHT ||
         buffer == GL_LEFT;
}

}  // namespace

DrawingHistory::DrawingHistory(const CallSet& frames, const CallSet& calls, bool goes_on)
    : frames_(frames), calls_(calls), goes_on_(goes_on), next_watched_(calls.empty() ? CallSet::kEnd : calls.next(0)) {
  if (calls.empty()) last_frame_ = frames.last();
  if (frames.empty()) last_call_ = LastNumber(calls.last());
  now_ = &threads_[0];
  context_ = &contexts_[0];
}

bool DrawingHistory::follow(const Call& call) {
  if (hopeless_) return false;
  if (!call.is(loaders::kDerived)) {
    if (last_call_.is_behind(call.number)) return false;
    if (call.number < newest_) give_up();  // calls of two threads cross: runs of numbers say nothing then
    newest_ = call.number;
  }
  const std::uint32_t thread = call.is(loaders::kAnyThread) ? 0 : call.thread;
  if (thread != thread_) switch_thread(thread);
  if (call.is(loaders::kEndsFrame)) {
    if (context_->in_primitive) give_up();
    step_is_open_ = false;
    if (hopeless_) return false;
    frame_ends_.push_back(static_cast<std::uint32_t>(steps_.size()));
    if (call.number >= next_watched_ || frames_.contains(frame_)) want_picture();
    if (last_frame_ && frame_ >= *last_frame_) return false;
    if (call.function == glbindings::FunctionId::replayPresentCanvases) present(call);
    ++frame_;
    return true;
  }
  const SeekRole role = seek_roles()[static_cast<std::size_t>(call.function)];
  if (context_->compiling) [[unlikely]]
    in_list(role, call);
  else if (context_->in_primitive)
    in_primitive(role, call);
  else
    follow_role(role, call);
  if (call.number >= next_watched_ && !call.is(loaders::kDerived)) [[unlikely]] {
    if (calls_.contains(call.number, glbindings::signature(call.function).traits)) want_picture();
    next_watched_ = calls_.next(call.number + 1);
  }
  return !hopeless_;
}

void DrawingHistory::follow_role(SeekRole role, const Call& call) {
  switch (role) {
    case SeekRole::kNone:
    case SeekRole::kApart:
    case SeekRole::kArray: break;
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kAttribute:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kEnd: return;
    case SeekRole::kDraw:
    case SeekRole::kRectangle: return draw(call, context_->feedback);
    case SeekRole::kBegin: context_->in_primitive = true; return draw(call, context_->feedback);
    case SeekRole::kKeptDraw: return draw(call, true);
    case SeekRole::kDrawPixels: note_pixels(call); return draw(call, context_->feedback);
    case SeekRole::kClear: return clear(call);
    case SeekRole::kClearBuffer: return clear_buffer(call);
    case SeekRole::kCallList: return call_list(call);
    case SeekRole::kCopyImage: storage_changes(call); [[fallthrough]];
    case SeekRole::kRead: return read(context_->read_framebuffer);
    case SeekRole::kReadPixels:
      if (context_->packs) read(context_->read_framebuffer);
      return;
    case SeekRole::kBlit: return blit(call, context_->read_framebuffer, context_->draw_framebuffer, 8);
    case SeekRole::kBlitNamed: return blit(call, argument(call, 0), argument(call, 1), 10);
    case SeekRole::kReadTextures: return read_textures(call);
    case SeekRole::kUnclear: return read_everything();
    case SeekRole::kNewList:
      step_is_open_ = false;
      context_->compiling = true;
      context_->clear.begin_list();
      if (argument(call, 1) == GL_COMPILE_AND_EXECUTE) read_everything();
      return;
    case SeekRole::kEndList: return;
    case SeekRole::kBindTexture: return context_->textures.follow(call);
    case SeekRole::kStorage: return storage_changes(call);
    case SeekRole::kEndsTargets: targets_are_known_ = false; return;
    case SeekRole::kBindFramebuffer: return bind_framebuffer(call);
    case SeekRole::kDeleteFramebuffers: return delete_framebuffers(call);
    case SeekRole::kFramebuffer:
      return change_framebuffer(
          call, argument(call, 0) == GL_READ_FRAMEBUFFER ? context_->read_framebuffer : context_->draw_framebuffer);
    case SeekRole::kNamedFramebuffer: return change_framebuffer(call, argument(call, 0));
    case SeekRole::kBeginQuery: context_->queries += counts_pixels(argument(call, 0)) ? 1 : 0; return;
    case SeekRole::kEndQuery:
      if (counts_pixels(argument(call, 0)) && context_->queries > 0) --context_->queries;
      return;
    case SeekRole::kBeginConditional:
      queries_matter_ = true;
      context_->conditional = true;
      return;
    case SeekRole::kEndConditional: context_->conditional = false; return;
    case SeekRole::kUsesQueries: queries_matter_ = true; return;
    case SeekRole::kBeginFeedback: context_->feedback = true; return;
    case SeekRole::kEndFeedback: context_->feedback = false; return;
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo: return bind_buffer(argument(call, 0));
    case SeekRole::kShaderWrites: effects_ = true; return;
    case SeekRole::kShaderReads: textures_are_resident_ = true; return;
    case SeekRole::kEndsSeeking: return give_up();
    case SeekRole::kReadBuffer:
      if (reads_front(argument(call, call.argc - 1))) give_up();
      return;
    case SeekRole::kNewContext: return new_context(call);
    case SeekRole::kNewCanvas:
      contexts_[argument(call, 0)] = Context{};
      contexts_[argument(call, 0)].share_group = ++share_groups_;
      targets_.storage_changes();
      if (argument(call, 5) == 0) wiped_canvases_.insert(argument(call, 0));
      return;
    case SeekRole::kBindCanvas: return set_current(argument(call, 0), argument(call, 0));
    case SeekRole::kContextState: return set_context_state(call);
  }
  make_current(call);
}

// GL records the calls for later. The list's own calls are looked at once, for what it can do whenever it is called.
void DrawingHistory::in_list(SeekRole role, const Call& call) {
  switch (role) {
    case SeekRole::kEndList:
      context_->compiling = false;
      lists_hold_state_ |= !context_->clear.end_list();
      return;
    case SeekRole::kDrawPixels: return note_pixels(call);
    case SeekRole::kNone:
    case SeekRole::kApart:
    case SeekRole::kArray:
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute:
    case SeekRole::kKeptDraw:
    case SeekRole::kCallList: return;
    case SeekRole::kBindTexture:
      if (call.function == glbindings::FunctionId::glBindTexture ||
          call.function == glbindings::FunctionId::glBindTextureEXT) {
        if (bound_in_lists_.size() == BoundTextures::kMostBindings)
          lists_choose_units_ = true;
        else
          bound_in_lists_.insert(texture_image(argument(call, 1)));
      } else {
        lists_choose_units_ = true;
      }
      return;
    case SeekRole::kStorage: lists_have_images_ = true; return;
    case SeekRole::kNewContext:
    case SeekRole::kEndsSeeking:
    case SeekRole::kEndsTargets:
    case SeekRole::kNewList: return follow_role(role, call);
    // Not part of lists: GL makes them at once. No program was seen to do so.
    case SeekRole::kBindFramebuffer:
    case SeekRole::kDeleteFramebuffers:
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer: return give_up();
    case SeekRole::kContextState:
      lists_hold_state_ |= !context_->clear.follow_in_list(call);
      used_anywhere_ |= context_->clear.used_by_lists();
      return;
    default: lists_hold_state_ = true; return;
  }
}

// Whatever is not known to be harmless outside of the primitive keeps it.
void DrawingHistory::in_primitive(SeekRole role, const Call& call) {
  switch (role) {
    case SeekRole::kEnd: context_->in_primitive = false; break;
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: break;
    default:
      if (change_of_current(call) || role == SeekRole::kNewList) return give_up();
      steps_.back().kept = true;
      break;
  }
  steps_.back().calls.last = call.number;
}

void DrawingHistory::set_context_state(const Call& call) {
  const bool on_window = context_->draw_framebuffer == 0;
  const bool may_have_set_buffers = context_->clear.follow(call, on_window);
  if (call.function == glbindings::FunctionId::glPushAttrib) return context_->textures.push(argument(call, 0));
  if (call.function == glbindings::FunctionId::glPopAttrib) context_->textures.pop();
  if (on_window || !may_have_set_buffers) return;
  step_is_open_ = false;
  FramebufferObject* bound = object(context_->draw_framebuffer);
  if (bound == nullptr) return;
  if (call.function == glbindings::FunctionId::glPopAttrib)
    bound->forget();
  else
    bound->draw_buffers(call);
}

void DrawingHistory::bind_buffer(std::uint64_t target) {
  switch (target) {
    case GL_PIXEL_PACK_BUFFER: context_->packs = true; return;
    case GL_QUERY_BUFFER: queries_matter_ = true; return;
    case GL_SHADER_STORAGE_BUFFER:
    case GL_ATOMIC_COUNTER_BUFFER: effects_ = true; return;
    default: return;
  }
}

void DrawingHistory::call_list(const Call& call) {
  if (lists_hold_state_) {
    read_everything();
    context_->clear.forget();
    context_->textures.forget();
    if (FramebufferObject* bound = object(context_->draw_framebuffer)) bound->forget();
  }
  if (lists_choose_units_) context_->textures.forget();
  if (lists_have_images_) targets_.storage_changes();
  draw(call, context_->feedback);
}

void DrawingHistory::give_up() { hopeless_ = true; }

DrawnFrames DrawingHistory::take() {
  return {.steps = std::move(steps_),
          .frame_ends = std::move(frame_ends_),
          .windows = windows_.size(),
          .targets = targets_.images(),
          .image_sets = std::move(image_sets_),
          .targets_are_known = targets_are_known_,
          .queries_matter = queries_matter_};
}

std::vector<CallRun> DrawingHistory::dead_runs() {
  if (hopeless_) return {};
  // A recording without a swap is one frame, shown at its end.
  std::uint8_t at_end = goes_on_ ? kAllPlanes : 0;
  if (frame_ == 0 && frames_.contains(0)) at_end |= kColorPlane;
  const DrawnFrames drawn = take();
  return replay::dead_runs(drawn.steps, drawn.places(),
                           {.at_end = at_end, .goes_on = goes_on_, .queries = drawn.queries_matter});
}

}  // namespace replay
