// The part of DrawingHistory that follows display lists.
#include <glad/gl.h>

#include <algorithm>

#include "replay/calls/call_argument.h"
#include "replay/seek/drawing_history.h"

namespace replay {

using glbindings::FunctionId;
using loaders::Call;

void DrawingHistory::begin_list(const Call& call) {
  const Acceptance acceptance = contexts_.accepts(SeekRole::kNewList, call);
  if (acceptance == Acceptance::kRefused) return;
  if (acceptance == Acceptance::kDoubtful)
    return give_up("a list may begin, or GL refuses it");  // the calls that follow are drawn now, or later
  steps_.close();
  context().compiling =
      gl_number(call, 1) == GL_COMPILE ? FollowedContext::Compiling::kOnly : FollowedContext::Compiling::kAndExecuting;
  context().list_in_primitive = false;
  context().now.clear.begin_list();
}

// GL records most calls for later, and makes some of them at once. A call of the list is followed once, for what the
// list can do whenever it is called.
void DrawingHistory::in_list(SeekRole role, const Call& call) {
  if (role == SeekRole::kEndList) return end_list();
  if (role == SeekRole::kNewList) return;  // refused: one list is open
  const bool at_once = note_in_list(role, call);
  if (!at_once && context().compiling == FollowedContext::Compiling::kOnly) return;
  if (context().in_primitive) in_primitive(role, call);
  else follow_role(role, call);
}

void DrawingHistory::end_list() {
  // GL may refuse glEndList then, or the list may be called inside of a primitive.
  if (context().list_in_primitive || context().in_primitive) return give_up("a list ends inside of a primitive");
  context().compiling = FollowedContext::Compiling::kNo;
  const bool pops_what_it_pushes = context().now.clear.end_list();
  lists_.hold_state |= !pops_what_it_pushes;
  lists_.choose_buffers |= !pops_what_it_pushes;
  lists_.push = std::max(lists_.push, context().now.clear.deepest_in_lists());
}

// True: GL makes the call at once, whatever the mode of the list.
bool DrawingHistory::note_in_list(SeekRole role, const Call& call) {
  Followed& now = context().now;
  switch (role) {
    case SeekRole::kApart:
      if (may_choose_unit(call.function)) units_.lists_choose();
      return true;
    case SeekRole::kNone:
    case SeekRole::kProgram:
    case SeekRole::kMakeMipmaps:
    case SeekRole::kMakeMipmapsOf:
    case SeekRole::kReadPixels:
    case SeekRole::kReadTextures:
    case SeekRole::kCopyBetween:
    case SeekRole::kRenderMode:
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo:
    case SeekRole::kBindImage:
    case SeekRole::kShaderWrites:
    case SeekRole::kShaderReads:
    case SeekRole::kCreateObjects:
    case SeekRole::kChooseApi:
    case SeekRole::kNewContext:
    case SeekRole::kNewCanvas:
    case SeekRole::kBindCanvas:
    case SeekRole::kEndsSeeking:
    case SeekRole::kEndsTargets: return true;
    case SeekRole::kListState: lists_.choose_levels |= chooses_levels(call); return false;
    case SeekRole::kViewport: viewports_are_unknown_ = true; return false;
    case SeekRole::kMakesTexture:
    case SeekRole::kTextureParameter: lists_.choose_levels |= chooses_levels(call); return true;
    case SeekRole::kArray:
    case SeekRole::kDeleteLists:
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute: return false;
    case SeekRole::kBitmap: lists_.read_raster_position = true; return false;
    case SeekRole::kDrawPixels:
      lists_.read_raster_position = true;
      note_pixels(gl_number(call, 2));
      return false;
    case SeekRole::kCallList:
      // It is not known how deep the lists push together.
      if (!now.clear.end_list()) lists_.push = kSureAttributes + 1;
      return false;
    case SeekRole::kBegin:
    case SeekRole::kEnd:
      if (context().list_in_primitive != (role == SeekRole::kEnd)) give_up("a list has one half of a primitive");
      context().list_in_primitive = role == SeekRole::kBegin;
      return false;
    case SeekRole::kBindTexture: return note_bind_in_list(call);
    case SeekRole::kUseProgram: units_.lists_choose(); return false;
    case SeekRole::kStorage: lists_.have_images = true; return true;
    // GL makes these at once. No program was seen to do so inside of a list.
    case SeekRole::kBindFramebuffer:
    case SeekRole::kDeleteFramebuffers:
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer:
      give_up("a framebuffer is bound or changed while a list is compiled");
      return false;
    case SeekRole::kContextState: note_state_in_list(call); return false;
    case SeekRole::kReadBuffer:
      if (names_front(call)) give_up("a list chooses the front buffer for reading");
      [[fallthrough]];
    case SeekRole::kUnclear: lists_.hold_state = lists_.read_pixels = true; return true;
    case SeekRole::kBeginQuery: lists_.count = lists_.hold_state = true; return true;
    case SeekRole::kBeginFeedback: lists_.capture = lists_.hold_state = true; return true;
    default: lists_.hold_state = lists_.read_pixels = lists_.read_raster_position = true; return false;
  }
}

// Draw buffers are among the attributes that a pop without a push brings back.
void DrawingHistory::note_state_in_list(const Call& call) {
  ClearState& clear = context().now.clear;
  const bool is_followed = clear.follow_in_list(call);
  lists_.hold_state |= !is_followed;
  used_anywhere_ |= clear.used_by_lists();
  lists_.choose_scissor |= call.function == FunctionId::glScissor;
  lists_.choose_buffers |= (call.function == FunctionId::glPopAttrib && !is_followed) ||
                           std::string_view(glbindings::signature(call.function).name()).starts_with("glDrawBuffer");
}

bool DrawingHistory::note_bind_in_list(const Call& call) {
  switch (call.function) {
    case FunctionId::glBindTexture:
    case FunctionId::glBindTextureEXT:
      contexts_.note_texture(gl_number(call, 1), gl_number(call, 0));
      if (lists_.bound.size() == BoundTextures::kMaxBindings) lists_.choose_units = true;
      else lists_.bound.insert(texture_image(gl_number(call, 1)));
      return false;
    case FunctionId::glActiveTexture:
    case FunctionId::glActiveTextureARB: lists_.choose_units = true; return false;
    default:  // GL binds now, or when the list is called
      lists_.choose_units = true;
      context().now.textures.forget();
      if (context().hoped) context().hoped->textures.forget();
      return false;
  }
}

void DrawingHistory::call_list(const Call& call) {
  if (lists_.read_pixels) read_everything();
  const auto change = [&](Followed& followed) {
    followed.clear.list_pushed(lists_.push, followed.drawn_into());
    followed.textures.list_pushed(lists_.push);
    if (lists_.hold_state) {
      followed.clear.forget();
      followed.textures.forget();
    }
    if (lists_.hold_state || (lists_.push > 0 && !followed.clear.knows_stack())) {
      if (FramebufferObject* bound = contexts_.object(followed, followed.draw_framebuffer)) bound->forget();
      if (followed.drawn_into() == DrawnInto::kUnknown) followed.forget_objects();
    }
    if (lists_.choose_units) followed.textures.forget();
  };
  change(context().now);
  if (context().hoped) change(*context().hoped);
  if (lists_.have_images) targets_.storage_changes();
  if (lists_.choose_levels) targets_.all_levels_change();
  draw(call, context().feedback);
}

}  // namespace replay
