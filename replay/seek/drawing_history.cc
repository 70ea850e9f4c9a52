#include "replay/seek/drawing_history.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/frame_calls.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint32_t kEglOpenGl = 0x30A2;

bool counts_pixels(std::uint32_t query_target) {
  return query_target != GL_TIME_ELAPSED && query_target != GL_TIMESTAMP;
}

// glBeginQueryIndexed and glEndQueryIndexed have the index next.
std::uint64_t query_of(const Call& call) {
  const bool has_index = call.function == FunctionId::glBeginQueryIndexed || call.function == FunctionId::glEndQueryIndexed;
  return std::uint64_t{gl_number(call, 0)} << 32 | (has_index ? gl_number(call, 1) : 0);
}

bool reads_front(std::uint32_t buffer) {
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
  judged_.reset();
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
    if (call.function == FunctionId::replayPresentCanvases) present(call);
    ++frame_;
    return true;
  }
  const SeekRole role = seek_roles()[static_cast<std::size_t>(call.function)];
  if (context_->compiling != Context::Compiling::kNo) [[unlikely]]
    in_list(role, call);
  else if (context_->in_primitive)
    in_primitive(role, call);
  else
    follow_role(role, call);
  if (call.number >= next_watched_ && !call.is(loaders::kDerived)) [[unlikely]]
    look_for_picture(call);
  return !hopeless_;
}

bool DrawingHistory::follow_incomplete(const Call& call) {
  if (hopeless_ || last_call_.is_behind(call.number)) return false;
  if (call.number >= next_watched_) look_for_picture(call);
  return !hopeless_;
}

void DrawingHistory::look_for_picture(const Call& call) {
  if (calls_.contains(call.number, glbindings::signature(call.function).traits)) want_picture();
  next_watched_ = calls_.next(call.number + 1);
}

void DrawingHistory::follow_role(SeekRole role, const Call& call) {
  Context& context = *context_;
  switch (role) {
    case SeekRole::kApart:
      if (call.function == FunctionId::glGetError) settle(call);
      break;
    case SeekRole::kNone:
    case SeekRole::kArray: break;
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kAttribute:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kEndList:
    case SeekRole::kEnd: return;
    case SeekRole::kDraw:
    case SeekRole::kRectangle: return draw(call, context.feedback);
    case SeekRole::kBegin:
      draw(call, context.feedback);
      context.in_primitive = true;
      context.primitive_step = steps_.size() - 1;
      return;
    case SeekRole::kKeptDraw: return draw(call, true);
    case SeekRole::kDrawPixels: note_pixels(gl_number(call, 2)); return draw(call, context.feedback);
    case SeekRole::kCopyPixels: return copy_pixels(call);
    case SeekRole::kClear: return clear(call);
    case SeekRole::kClearBuffer: return clear_buffer(call);
    case SeekRole::kCallList: return call_list(call);
    case SeekRole::kCopyImage: storage_changes(call); [[fallthrough]];
    case SeekRole::kRead: note_kind(call); return read(context.now.read_framebuffer);
    case SeekRole::kReadPixels:
      if (context.packs) read(context.now.read_framebuffer);
      return;
    case SeekRole::kBlit: return blit(call, context.now.read_framebuffer, context.now.draw_framebuffer, 8);
    case SeekRole::kBlitNamed: return blit(call, gl_number(call, 0), gl_number(call, 1), 10);
    case SeekRole::kReadTextures: note_kind(call); return read_textures(call);
    case SeekRole::kUnclear: return read_everything();
    case SeekRole::kNewList: return begin_list(call);
    case SeekRole::kBindTexture: return bind_texture(call);
    case SeekRole::kStorage: note_kind(call); note_deletion(call); return storage_changes(call);
    case SeekRole::kCreateObjects: return create_objects(call);
    case SeekRole::kMakesTexture: return note_kind(call);
    case SeekRole::kEndsTargets: note_kind(call); targets_are_known_ = false; return;
    case SeekRole::kBindFramebuffer: return bind_framebuffer(call);
    case SeekRole::kDeleteFramebuffers: return delete_framebuffers(call);
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer: return change_framebuffer(role, call);
    case SeekRole::kBeginQuery: return begin_query(call);
    case SeekRole::kEndQuery: return end_query(call);
    case SeekRole::kBeginConditional:
      queries_matter_ = true;
      context.conditional = true;
      return;
    case SeekRole::kEndConditional: context.conditional &= accepts(role, call) != Acceptance::kSure; return;
    case SeekRole::kUsesQueries: queries_matter_ = true; return;
    case SeekRole::kBeginFeedback: context.feedback = true; return;
    case SeekRole::kBindFeedback: context.feedback_is_one_of_many |= context.feedback; return;
    case SeekRole::kEndFeedback: context.feedback &= accepts(role, call) != Acceptance::kSure; return;
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo: return bind_buffer(gl_number(call, 0));
    case SeekRole::kShaderWrites: effects_ = true; return;
    case SeekRole::kShaderReads: textures_are_resident_ = true; return;
    case SeekRole::kEndsSeeking: return give_up();
    case SeekRole::kReadBuffer:
      if (reads_front(gl_number(call, call.argc - 1))) give_up();
      return;
    case SeekRole::kRenderMode:
      return apply(accepts(role, call), [&](Followed& followed, bool sure) { followed.clear.render_mode(gl_number(call, 0), sure); });
    case SeekRole::kNewContext: return new_context(call);
    case SeekRole::kChooseApi: now_->egl_api = gl_number(call, 0) == kEglOpenGl ? Api::kGl : Api::kGles2; return;
    case SeekRole::kNewCanvas: return new_canvas(call);
    case SeekRole::kBindCanvas: return set_current(argument(call, 0), argument(call, 0));
    case SeekRole::kContextState: return set_context_state(call);
  }
  make_current(call);
}

// Whatever is not known to be harmless inside of the primitive keeps it. GL refuses it, unless it has refused the glBegin.
void DrawingHistory::in_primitive(SeekRole role, const Call& call) {
  switch (role) {
    case SeekRole::kEnd: context_->in_primitive = false; break;
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: break;
    default:
      if (change_of_current(call) || role == SeekRole::kNewList) return give_up();
      steps_[context_->primitive_step].kept = true;
      step_is_open_ = false;
      return follow_role(role, call);
  }
  Step& step = steps_[context_->primitive_step];
  if (!step.kept) step.calls.last = call.number;
}

Acceptance DrawingHistory::accepts(SeekRole role, const Call& call) {
  Situation at{.kind = context_->kind,
               .share_group = context_->share_group,
               .drawn_into = context_->now.drawn_into(),
               .in_primitive = context_->in_primitive,
               .begun = false,
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

// A last word on the calls since the one before. Inside of glBegin it says nothing.
void DrawingHistory::settle(const Call& get_error) {
  Context& context = *context_;
  if (is_made_always() || get_error.result() == nullptr) return;
  if (get_error.result()->u == GL_NO_ERROR && context.reports_errors) {
    if (context.hoped) context.now = std::move(*context.hoped);
    for (const HopedWipe& wipe : context.hoped_wipes) steps_[wipe.step].planes |= wipe.planes;
    context.samples_version = kNoVersion;
    step_is_open_ = false;
  }
  context.hoped.reset();
  context.hoped_wipes.clear();
}

void DrawingHistory::begin_query(const Call& call) {
  if (counts_pixels(gl_number(call, 0))) context_->queries.insert(query_of(call));
}

void DrawingHistory::end_query(const Call& call) {
  if (accepts(SeekRole::kEndQuery, call) == Acceptance::kSure) context_->queries.erase(query_of(call));
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
  if (frame_ == 0 && frames_.contains(0)) add(picture_step());
  const std::uint8_t at_end = goes_on_ ? kAllPlanes : 0;
  const DrawnFrames drawn = take();
  return replay::dead_runs(drawn.steps, drawn.places(),
                           {.at_end = at_end, .goes_on = goes_on_, .queries = drawn.queries_matter});
}

}  // namespace replay
