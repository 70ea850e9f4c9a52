// What DrawingHistory follows of display lists.
#include <glad/gl.h>

#include <algorithm>

#include "replay/calls/call_argument.h"
#include "replay/seek/drawing_history.h"

namespace replay {

using glbindings::FunctionId;
using loaders::Call;

void DrawingHistory::begin_list(const Call& call) {
  const Acceptance acceptance = accepts(SeekRole::kNewList, call);
  if (acceptance == Acceptance::kRefused) return;
  if (acceptance == Acceptance::kDoubtful) return give_up();  // what follows is drawn now, or later
  step_is_open_ = false;
  context_->compiling = gl_number(call, 1) == GL_COMPILE ? Context::Compiling::kOnly : Context::Compiling::kAndExecuting;
  context_->list_in_primitive = false;
  context_->now.clear.begin_list();
}

// GL records the calls for later, and makes some of them at once. The list's own calls are looked at once, for what it can do whenever
// it is called.
void DrawingHistory::in_list(SeekRole role, const Call& call) {
  if (role == SeekRole::kEndList) return end_list();
  if (role == SeekRole::kNewList) return;  // refused: one list is open
  const bool at_once = note_in_list(role, call);
  if (!at_once && context_->compiling == Context::Compiling::kOnly) return;
  if (context_->in_primitive) in_primitive(role, call);
  else follow_role(role, call);
}

void DrawingHistory::end_list() {
  // Then glEndList may be refused, or whoever calls the list is inside of a primitive.
  if (context_->list_in_primitive || context_->in_primitive) return give_up();
  context_->compiling = Context::Compiling::kNo;
  lists_hold_state_ |= !context_->now.clear.end_list();
  lists_push_ = std::max(lists_push_, context_->now.clear.deepest_in_lists());
}

// True: GL makes the call at once, whatever the list is for.
bool DrawingHistory::note_in_list(SeekRole role, const Call& call) {
  Followed& now = context_->now;
  switch (role) {
    case SeekRole::kNone:
    case SeekRole::kApart:
    case SeekRole::kReadPixels:
    case SeekRole::kReadTextures:
    case SeekRole::kRenderMode:
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo:
    case SeekRole::kShaderWrites:
    case SeekRole::kShaderReads:
    case SeekRole::kCreateObjects:
    case SeekRole::kMakesTexture:
    case SeekRole::kChooseApi:
    case SeekRole::kNewContext:
    case SeekRole::kNewCanvas:
    case SeekRole::kBindCanvas:
    case SeekRole::kEndsSeeking:
    case SeekRole::kEndsTargets: return true;
    case SeekRole::kArray:
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute:
    case SeekRole::kKeptDraw: return false;
    case SeekRole::kDrawPixels: note_pixels(gl_number(call, 2)); return false;
    case SeekRole::kCallList:
      // How deep they push together is not known.
      if (!now.clear.end_list()) lists_push_ = kSureAttributes + 1;
      return false;
    case SeekRole::kBegin:
    case SeekRole::kEnd:
      if (context_->list_in_primitive != (role == SeekRole::kEnd)) give_up();
      context_->list_in_primitive = role == SeekRole::kBegin;
      return false;
    case SeekRole::kBindTexture: return note_bind_in_list(call);
    case SeekRole::kStorage: lists_have_images_ = true; return true;
    // Not part of lists: GL makes them at once. No program was seen to do so.
    case SeekRole::kBindFramebuffer:
    case SeekRole::kDeleteFramebuffers:
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer: give_up(); return false;
    case SeekRole::kContextState:
      lists_hold_state_ |= !now.clear.follow_in_list(call);
      used_anywhere_ |= now.clear.used_by_lists();
      return false;
    case SeekRole::kReadBuffer:
    case SeekRole::kUnclear: lists_hold_state_ = true; return true;
    case SeekRole::kBeginQuery: lists_count_ = lists_hold_state_ = true; return true;
    case SeekRole::kBeginFeedback: lists_capture_ = lists_hold_state_ = true; return true;
    default: lists_hold_state_ = true; return false;
  }
}

bool DrawingHistory::note_bind_in_list(const Call& call) {
  switch (call.function) {
    case FunctionId::glBindTexture:
    case FunctionId::glBindTextureEXT:
      made_.texture_is(context_->share_group, gl_number(call, 1), gl_number(call, 0), false);
      if (bound_in_lists_.size() == BoundTextures::kMostBindings) lists_choose_units_ = true;
      else bound_in_lists_.insert(texture_image(gl_number(call, 1)));
      return false;
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB: lists_choose_units_ = true; return false;
    default:  // now, or when the list is called
      lists_choose_units_ = true;
      context_->now.textures.forget();
      if (context_->hoped) context_->hoped->textures.forget();
      return false;
  }
}

void DrawingHistory::call_list(const Call& call) {
  if (lists_hold_state_) read_everything();
  const auto change = [&](Followed& followed) {
    followed.clear.list_pushed(lists_push_, followed.drawn_into());
    followed.textures.list_pushed(lists_push_);
    if (lists_hold_state_) {
      followed.clear.forget();
      followed.textures.forget();
    }
    if (lists_hold_state_ || (lists_push_ > 0 && !followed.clear.knows_stack())) {
      if (FramebufferObject* bound = object(followed, followed.draw_framebuffer)) bound->forget();
      if (followed.drawn_into() == DrawnInto::kUnknown) followed.forget_objects();
    }
    if (lists_choose_units_) followed.textures.forget();
  };
  change(context_->now);
  if (context_->hoped) change(*context_->hoped);
  if (lists_have_images_) targets_.storage_changes();
  draw(call, context_->feedback);
}

}  // namespace replay
