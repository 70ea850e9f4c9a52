#include "replay/seek/drawing_history.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <span>
#include <utility>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/calls/frame_calls.h"
#include "replay/seek/effects.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint32_t kEglOpenGl = 0x30A2;

// Whether every context that has such textures has mipmaps of them.
bool takes_mipmaps(std::uint32_t target) {
  return target == GL_TEXTURE_2D || target == GL_TEXTURE_CUBE_MAP || target == GL_TEXTURE_3D ||
         target == GL_TEXTURE_2D_ARRAY;
}

bool sets_raster_position(FunctionId function) {
  const Effect& effect = effect_of(function);
  return effect.action == Action::kSet && effect.holder == Holder::kRaster;
}

}  // namespace

bool DrawingHistory::names_front(const Call& call) {
  const std::uint32_t buffer = gl_number(call, call.argc - 1);
  return buffer == GL_FRONT || buffer == GL_FRONT_LEFT || buffer == GL_FRONT_RIGHT || buffer == GL_RIGHT ||
         buffer == GL_LEFT;
}

DrawingHistory::DrawingHistory(const CallSet& frames, const CallSet& calls, bool goes_on, bool trusts_programs)
    : frames_(frames),
      calls_(calls),
      goes_on_(goes_on),
      trusts_programs_(trusts_programs),
      last_frame_(frames.last()),
      last_call_(calls.last()),
      next_watched_(calls.empty() ? CallSet::kEnd : calls.next(0)) {
  if (trusts_programs) contexts_.trust_texture_units();
}

bool DrawingHistory::follow(const Call& call) {
  contexts_.forget_judgement();
  if (is_hopeless()) return false;
  if (!call.is(loaders::kDerived) && last_call_.is_behind(call.number)) return false;
  place_ = places_.next(call);
  is_derived_ = call.is(loaders::kDerived);
  const std::uint32_t thread = call.is(loaders::kAnyThread) ? 0 : call.thread;
  if (thread != contexts_.thread()) switch_thread(thread);
  if (!places_.rise()) give_up("its number is too large, or too many calls have begun before it and end later");
  if (call.is(loaders::kEndsFrame)) {
    if (context().in_primitive) give_up("a frame ends inside of glBegin and glEnd");
    steps_.close();
    if (is_hopeless()) return false;
    steps_.end_frame();
    // Where a frame's picture is not of a window, it is of the framebuffer that the current context draws into.
    shown_.push_back(images_of(context().now.draw_framebuffer));
    if (calls_.empty() && frames_.contains(frame_)) want_picture(shown_.back());
    if (!calls_.empty() && may_be_watched(call) && is_in_frames()) want_picture(ImageSets::kEverything);
    if (last_frame_ && frame_ >= *last_frame_) return false;
    if (call.function == FunctionId::replayPresentCanvases) present(call);
    ++frame_;
    return true;
  }
  const SeekRole role = seek_role(call.function);
  if (context().compiling != FollowedContext::Compiling::kNo) [[unlikely]]
    in_list(role, call);
  else if (context().in_primitive) in_primitive(role, call);
  else follow_role(role, call);
  if (may_be_watched(call) && !call.is(loaders::kDerived)) [[unlikely]]
    take_watched_picture(call);
  return !is_hopeless();
}

bool DrawingHistory::follow_incomplete(const Call& call) {
  if (is_hopeless() || last_call_.is_behind(call.number)) return false;
  place_ = places_.next(call);
  if (may_be_watched(call)) take_watched_picture(call);
  return !is_hopeless();
}

void DrawingHistory::take_watched_picture(const Call& call) {
  if (is_in_frames() && calls_.contains(call.number, glbindings::signature(call.function).traits))
    want_picture(ImageSets::kEverything);
  next_watched_ = calls_.next(call.number + 1);
}

void DrawingHistory::follow_role(SeekRole role, const Call& call) {
  FollowedContext& context = contexts_.current();
  switch (role) {
    case SeekRole::kApart:
      if (call.function == FunctionId::glGetError) settle(call);
      else if (may_choose_unit(call.function)) units_.follow(call, context.share_group, context.programs);
      break;
    case SeekRole::kNone:
    case SeekRole::kArray: break;
    case SeekRole::kViewport: return follow_viewport(call);
    case SeekRole::kListState:
      if (sets_raster_position(call.function)) end_bitmaps();
      else note_levels(call);
      return;
    case SeekRole::kDeleteLists:
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
    case SeekRole::kBitmap: return draw_bitmap(call);
    case SeekRole::kDrawPixels:
      keep_bitmaps();
      note_pixels(gl_number(call, 2));
      return draw(call, context.feedback);
    case SeekRole::kCopyPixels: keep_bitmaps(); return copy_pixels(call);
    case SeekRole::kClear: return clear(call);
    case SeekRole::kClearBuffer: return clear_buffer(call);
    case SeekRole::kCallList:
      if (lists_.read_raster_position || lists_.push > 0) keep_bitmaps();
      return call_list(call);
    case SeekRole::kCopyImage: return copy_to_new_storage(call);
    case SeekRole::kRead: contexts_.note_kind(call); return read(context.now.read_framebuffer);
    case SeekRole::kCopyToTexture: return copy_to_texture(call);
    case SeekRole::kCopyBetween: return copy_between(call);
    case SeekRole::kReadPixels:
      if (context.packs) read(context.now.read_framebuffer);
      return;
    case SeekRole::kBlit: return blit(call, context.now.read_framebuffer, context.now.draw_framebuffer, 8);
    case SeekRole::kBlitNamed: return blit(call, gl_number(call, 0), gl_number(call, 1), 10);
    case SeekRole::kReadTextures: contexts_.note_kind(call); return read_textures(call);
    case SeekRole::kMakeMipmaps:
      return make_mipmaps(call, takes_mipmaps(gl_number(call, 0)) ? bound_texture(gl_number(call, 0)) : std::nullopt);
    case SeekRole::kMakeMipmapsOf: return make_mipmaps(call, gl_number(call, 0));
    case SeekRole::kUnclear: return read_everything();
    case SeekRole::kNewList: keep_bitmaps(); return begin_list(call);
    case SeekRole::kBindTexture: return contexts_.bind_texture(call);
    case SeekRole::kProgram: return units_.follow(call, context.share_group, context.programs);
    case SeekRole::kUseProgram:
      return units_.use(call, context.share_group, !context.in_primitive && !context.feedback, context.programs);
    case SeekRole::kStorage:
      contexts_.note_kind(call);
      contexts_.note_deletion(call);
      storage_changes(call);
      return note_storage_of_levels(call);
    case SeekRole::kCreateObjects:
      if (position(call, "renderbuffer") == 1) context.renderbuffer = gl_number(call, 1);
      return contexts_.create_objects(call);
    case SeekRole::kTextureParameter: return note_levels(call);
    case SeekRole::kMakesTexture: note_levels(call); return contexts_.note_kind(call);
    case SeekRole::kEndsTargets:
      contexts_.note_kind(call);
      contexts_.lose_objects();
      return;
    case SeekRole::kBindFramebuffer: steps_.close(); return contexts_.bind_framebuffer(call);
    case SeekRole::kDeleteFramebuffers: steps_.close(); return contexts_.delete_framebuffers(call);
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer:
      steps_.close();
      note_attached(call);
      return contexts_.change_framebuffer(role, call);
    case SeekRole::kBeginQuery: return contexts_.begin_query(call);
    case SeekRole::kEndQuery: return contexts_.end_query(call);
    case SeekRole::kBeginConditional:
      queries_matter_ = true;
      context.conditional = true;
      return;
    case SeekRole::kEndConditional: context.conditional &= contexts_.accepts(role, call) != Acceptance::kSure; return;
    case SeekRole::kUsesQueries: queries_matter_ = true; return;
    case SeekRole::kBeginFeedback: context.feedback = true; return;
    case SeekRole::kBindFeedback: context.feedback_is_one_of_many |= context.feedback; return;
    case SeekRole::kEndFeedback: context.feedback &= contexts_.accepts(role, call) != Acceptance::kSure; return;
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo: return bind_buffer(gl_number(call, 0));
    case SeekRole::kBindImage: memory_.bind_images(call); return;
    case SeekRole::kShaderWrites: memory_.add_everything(); return;
    case SeekRole::kShaderReads: textures_are_resident_ = true; return;
    case SeekRole::kEndsSeeking: return give_up("pixels get a second name, or state changes unseen");
    case SeekRole::kReadBuffer: context.may_read_front |= names_front(call); return;
    case SeekRole::kRenderMode:
      return contexts_.apply(contexts_.accepts(role, call), [&](Followed& followed, bool sure) {
        followed.clear.render_mode(gl_number(call, 0), sure);
      });
    case SeekRole::kNewContext:
      targets_.storage_changes();
      if (!contexts_.new_context(call)) give_up("a context is made that cannot be told from another");
      return;
    case SeekRole::kChooseApi: return contexts_.choose_api(gl_number(call, 0) == kEglOpenGl ? Api::kGl : Api::kGles2);
    case SeekRole::kNewCanvas: targets_.storage_changes(); return contexts_.new_canvas(call);
    case SeekRole::kBindCanvas: return set_current(argument(call, 0), argument(call, 0));
    case SeekRole::kContextState:
      if (call.function == FunctionId::glPopAttrib) targets_.levels_come_back();
      if (call.function == FunctionId::glPushAttrib) keep_bitmaps();  // the position may come back
      if (contexts_.set_state(call)) steps_.close();
      return;
  }
  make_current(call);
}

// Only the calls so far are a run from then on. That is enough for segments, which are made where a primitive is open
// when they begin or end.
void DrawingHistory::keep_primitive() {
  steps_.at(context().primitive_step).kept = true;
  steps_.close();
}

// A call that is not known to be harmless inside of a primitive keeps the primitive. GL refuses such a call, unless it
// has refused the glBegin.
void DrawingHistory::in_primitive(SeekRole role, const Call& call) {
  switch (role) {
    case SeekRole::kEnd: context().in_primitive = false; break;
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: break;
    default:
      if (change_of_current(call) || role == SeekRole::kNewList)
        return give_up("another context becomes current, or a list begins, inside of glBegin and glEnd");
      keep_primitive();
      return follow_role(role, call);
  }
  Step& step = steps_.at(context().primitive_step);
  if (!step.kept) step.calls.last = place_;
}

// A recorded glGetError tells about all calls since the one before. Inside of glBegin it tells nothing.
void DrawingHistory::settle(const Call& get_error) {
  FollowedContext& context = contexts_.current();
  if (context.is_inside_list_or_primitive() || get_error.result() == nullptr) return;
  const bool accepted = get_error.result()->u == GL_NO_ERROR && context.reports_errors;
  if (accepted) {
    for (const FollowedContext::HopedKill& kill : context.hoped_kills) steps_.at(kill.step).planes |= kill.planes;
    steps_.close();
  }
  contexts_.settle(accepted);
}

void DrawingHistory::bind_buffer(std::uint64_t target) {
  switch (target) {
    case GL_PIXEL_PACK_BUFFER: context().packs = true; return;
    case GL_QUERY_BUFFER: queries_matter_ = true; return;
    case GL_SHADER_STORAGE_BUFFER:
    case GL_ATOMIC_COUNTER_BUFFER: memory_.add_buffers(); return;
    default: return;
  }
}

void DrawingHistory::give_up(const char* why) {
  if (gave_up_.empty()) gave_up_ = fmt::format("call {}: {}", number_at(place_), why);
}

void DrawingHistory::make_current(const Call& call) {
  const auto change = change_of_current(call);
  if (change && change->succeeded) set_current(change->context, change->drawable);
}

void DrawingHistory::set_current(std::uint64_t context, std::uint64_t drawable) {
  steps_.close();
  contexts_.set_current(context, drawable);
}

void DrawingHistory::switch_thread(std::uint32_t thread) {
  if (context().in_primitive) keep_primitive();  // its calls are no run
  steps_.close();
  contexts_.switch_thread(thread);
}

DrawnFrames DrawingHistory::take() {
  return {.steps = steps_.take_steps(),
          .frame_ends = steps_.take_frame_ends(),
          .shown = std::move(shown_),
          .windows = contexts_.count_of_windows(),
          .surfaces = targets_.surfaces(),
          .targets = targets_.all(),
          .image_sets = std::move(image_sets_),
          .areas = std::move(areas_),
          .segments = {},
          .chunks = {},
          .targets_are_known = contexts_.objects_are_known(),
          .queries_matter = queries_matter_,
          .relies_on_programs = relies_on_programs_,
          .texture_units = contexts_.units_needed()};
}

std::string DrawingHistory::why_hopeless() const {
  if (!is_hopeless() || !gave_up_.empty()) return gave_up_;
  return steps_.is_full() ? "the recording draws and clears in turn too often" : "the recording has too many windows";
}

DrawnFrames DrawingHistory::take_with_pictures() {
  // A recording without a swap is one frame, shown at its end.
  if (shown_.empty() && frames_.contains(0)) steps_.add(picture_step(ImageSets::kEverything));
  return take();
}

DeadCalls DrawingHistory::dead_calls(const SeekGuesses& guesses, Redraws redraws) {
  if (is_hopeless()) return {.gave_up = why_hopeless()};
  return take_with_pictures().dead_calls_of_all(goes_on_, guesses, redraws);
}

}  // namespace replay
