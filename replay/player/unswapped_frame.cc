#include "replay/player/unswapped_frame.h"

#include "glbindings/signature.h"
#include "replay/calls/frame_calls.h"
#include "replay/calls/writes.h"

namespace replay {

using glbindings::FunctionId;
using loaders::Call;

// Found once for each function: a name is held against patterns.
UnswappedFrame::Draws UnswappedFrame::draws(FunctionId function) {
  const auto [known, is_new] = draws_.try_emplace(function);
  if (!is_new) return known->second;
  const Writes writes = writes_of(function);
  if (writes.into == Writes::Into::kFramebuffer) known->second = {Into::kBound};
  if (writes.into == Writes::Into::kNamed) known->second = {Into::kNamed, static_cast<std::uint8_t>(writes.argument)};
  return known->second;
}

std::uint64_t& UnswappedFrame::current(std::uint32_t thread) {
  return drawables_[drawables_.size() < kMaxThreads || drawables_.contains(thread) ? thread : 0];
}

void UnswappedFrame::follow(const Call& call) {
  has_swap_ |= call.is(loaders::kEndsFrame);
  if (!call.is(loaders::kAnyThread)) thread_ = call.thread;
  if (const auto change = change_of_current(call)) {
    if (!change->succeeded) return;
    viewports_.make_current(thread_, change->context);
    current(thread_) = change->drawable;
  } else if (call.function == FunctionId::replayBindCanvas) {
    viewports_.make_current(thread_, call.args[0].u);
    current(thread_) = call.args[0].u;
  } else {
    viewports_.follow(call);
    if (!call.is(loaders::kDerived)) note_draw(call);
  }
}

void UnswappedFrame::note_draw(const Call& call) {
  constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
  if ((glbindings::signature(call.function).traits & kDraws) == 0) return;
  const Draws draws = this->draws(call.function);
  const Viewports::Target target = viewports_.target(thread_);
  if (target.compiling || draws.into == Into::kNone) return;
  const std::uint64_t framebuffer = draws.into == Into::kBound ? target.framebuffer : call.args[draws.argument].u;
  if (framebuffer != 0) object_ = {call.number, static_cast<std::uint32_t>(framebuffer)};
  else if (current(thread_) != 0) window_ = {call.number, 0};
}

std::optional<LastDraw> UnswappedFrame::place() const {
  if (has_swap_) return std::nullopt;
  if (!window_) return object_;
  const auto at_end = drawables_.find(thread_);
  const bool is_there = at_end != drawables_.end() && at_end->second != 0;
  return is_there ? std::nullopt : window_;
}

std::optional<LastDraw> find_unswapped_frame(loaders::CallSource& source) {
  UnswappedFrame frame;
  loaders::Batch batch;
  while (!frame.has_swap() && source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const Call& call : batch.calls) frame.follow(call);
  }
  return frame.place();
}

}  // namespace replay
