#include "replay/seek/drawing_history.h"

#include <glad/gl.h>

#include <algorithm>

#include "glbindings/signature.h"
#include "replay/handlers/frame_calls.h"

namespace replay {
namespace {

using loaders::Call;

std::uint64_t argument(const Call& call, std::size_t i) { return i < call.argc ? call.args[i].u : 0; }

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
    case SeekRole::kNone: break;
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kAttribute:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kEnd: return;
    case SeekRole::kDraw: return draw(call, context_->feedback);
    case SeekRole::kBegin: context_->in_primitive = true; return draw(call, context_->feedback);
    case SeekRole::kKeptDraw: return draw(call, true);
    case SeekRole::kClear: return wipe(call, context_->clear.wiped_by_clear(argument(call, 0)));
    case SeekRole::kClearBuffer:
      return wipe(call, context_->clear.wiped_by_clear_buffer(argument(call, 0), argument(call, 1)));
    case SeekRole::kCallList: return call_list(call);
    case SeekRole::kRead: return read(context_->read_framebuffer);
    case SeekRole::kReadPixels:
      if (context_->packs) read(context_->read_framebuffer);
      return;
    case SeekRole::kBlitNamed: return read(argument(call, 0));
    case SeekRole::kUnclear: return read_windows();
    case SeekRole::kNewList:
      step_is_open_ = false;
      context_->compiling = true;
      context_->clear.begin_list();
      if (argument(call, 1) == GL_COMPILE_AND_EXECUTE) read_windows();
      return;
    case SeekRole::kEndList: return;
    case SeekRole::kBindFramebuffer: return bind_framebuffer(call);
    case SeekRole::kDeleteFramebuffers: return delete_framebuffers(call);
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
    case SeekRole::kEndsSeeking: return give_up();
    case SeekRole::kReadBuffer:
      if (reads_front(argument(call, call.argc - 1))) give_up();
      return;
    case SeekRole::kNewContext: return new_context(call);
    case SeekRole::kNewCanvas:
      contexts_[argument(call, 0)] = Context{};
      if (argument(call, 5) == 0) wiped_canvases_.insert(argument(call, 0));
      return;
    case SeekRole::kBindCanvas: return set_current(argument(call, 0), argument(call, 0));
    case SeekRole::kContextState:
      context_->clear.follow(call, context_->draw_framebuffer == 0);
      used_ |= context_->clear.used_planes();
      return;
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
    case SeekRole::kNone:
    case SeekRole::kDeleteLists:
    case SeekRole::kListState:
    case SeekRole::kDraw:
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute:
    case SeekRole::kKeptDraw:
    case SeekRole::kCallList: return;
    case SeekRole::kNewContext:
    case SeekRole::kEndsSeeking:
    case SeekRole::kNewList: return follow_role(role, call);
    case SeekRole::kContextState:
      lists_hold_state_ |= !context_->clear.follow_in_list(call);
      used_ |= context_->clear.used_planes();
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
      if (context_->draw_framebuffer == 0) steps_.back().kept = true;
      break;
  }
  if (context_->draw_framebuffer == 0) steps_.back().calls.last = call.number;
}

void DrawingHistory::draw(const Call& call, bool kept) {
  if (context_->draw_framebuffer != 0) {
    step_is_open_ = false;
    return;
  }
  const Step step{.what = What::kDraw,
                  .kept = kept || effects_,
                  .counted = context_->queries > 0,
                  .effects = effects_,
                  .planes = used_,
                  .window = now_->window,
                  .calls = {call.number, call.number}};
  if (step_is_open_) {
    Step& open = steps_.back();
    if (open.kept == step.kept && open.counted == step.counted && open.effects == step.effects &&
        open.planes == step.planes && open.window == step.window) {
      open.calls.last = call.number;
      return;
    }
  }
  add(step);
  step_is_open_ = true;
}

void DrawingHistory::wipe(const Call& call, std::uint8_t planes) {
  step_is_open_ = false;
  if (context_->draw_framebuffer != 0) return;
  if (context_->conditional) planes = 0;
  // What a clear leaves of its window makes it a draw: it may be left out with the window, and changes nothing
  // otherwise.
  add({.what = What::kWipe, .planes = planes, .window = now_->window, .calls = {call.number, call.number}});
}

void DrawingHistory::read(std::uint64_t framebuffer) {
  if (framebuffer == 0)
    read_windows();  // the window that is current for reading may be another than the one for drawing
}

void DrawingHistory::read_windows(std::uint8_t planes) { add({.what = What::kRead, .planes = planes}); }

void DrawingHistory::want_picture() {
  if (context_->in_primitive) return give_up();
  read_windows(kColorPlane);
}

void DrawingHistory::delete_framebuffers(const Call& call) {
  step_is_open_ = false;
  for (const std::uint32_t name : call.args[1].array<std::uint32_t>()) {
    if (context_->draw_framebuffer == name) context_->draw_framebuffer = 0;
    if (context_->read_framebuffer == name) context_->read_framebuffer = 0;
  }
}

void DrawingHistory::bind_framebuffer(const Call& call) {
  step_is_open_ = false;
  const std::uint64_t target = argument(call, 0), name = argument(call, 1);
  if (target != GL_READ_FRAMEBUFFER) context_->draw_framebuffer = name;
  if (target != GL_DRAW_FRAMEBUFFER) context_->read_framebuffer = name;
}

void DrawingHistory::new_context(const Call& call) {
  if (call.function != glbindings::FunctionId::CGLCreateContext) {
    if (call.result() != nullptr) contexts_[call.result()->u] = Context{};
    return;
  }
  const auto made = call.args[2].array<loaders::Value>();  // CGLContextObj*
  if (made.empty())
    give_up();
  else
    contexts_[made[0].u] = Context{};
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
    read_windows();
    context_->clear.forget();
  }
  draw(call, context_->feedback);
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

void DrawingHistory::present(const Call& call) {
  for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) {
    if (wiped_canvases_.contains(canvas)) add({.what = What::kWipe, .planes = kAllPlanes, .window = window_of(canvas)});
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
  if (is_new && windows_.size() >= kMostWindows) give_up();
  return found->second;
}

void DrawingHistory::add(const Step& step) {
  step_is_open_ = false;
  if (steps_.size() == kMostSteps) return give_up();
  steps_.push_back(step);
}

void DrawingHistory::give_up() { hopeless_ = true; }

std::vector<CallRun> DrawingHistory::dead_runs() {
  std::vector<CallRun> dead;
  if (hopeless_) return dead;
  // A recording without a swap is one frame, shown at its end.
  std::uint8_t at_end = goes_on_ ? kAllPlanes : 0;
  if (frame_ == 0 && frames_.contains(0)) at_end |= kColorPlane;
  std::vector<std::uint8_t> live(windows_.size() + 1, at_end);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    std::uint8_t& here = live[step->window];
    switch (step->what) {
      case What::kRead:
        for (std::uint8_t& planes : live) planes |= step->planes;
        break;
      case What::kWipe:
        if (here == 0 && step->calls.first <= step->calls.last) dead.push_back(step->calls);
        here &= static_cast<std::uint8_t>(~step->planes);
        break;
      case What::kDraw:
        if (here != 0 || step->effects || (step->counted && queries_matter_))
          here |= step->planes;
        else if (!step->kept)
          dead.push_back(step->calls);
        break;
    }
  }
  std::ranges::reverse(dead);
  return dead;
}

}  // namespace replay
