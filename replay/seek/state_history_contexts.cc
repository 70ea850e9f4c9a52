// The part of StateHistory that follows threads and calls of window systems.
#include <cstddef>
#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/context_attributes.h"
#include "replay/calls/frame_calls.h"
#include "replay/seek/rules.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

// Whether the call makes a texture of what was drawn into a surface, or ends that. It makes and deletes no surface.
bool takes_colors(glbindings::FunctionId function) {
  return std::string_view(glbindings::signature(function).name()).find("TexImage") != std::string_view::npos;
}

}  // namespace

// What is left out of one context and of another may be in the same segment.
void StateHistory::enter(Context* context) {
  if (context_ == context) return;
  if (context_ != nullptr && is_open(*context_)) make_live();
  use_pending_colour();
  ++round_;
  context_ = context;
}

void StateHistory::switch_thread(std::uint32_t number) {
  thread_number_ = number;
  thread_ = &threads_[number];
  const auto context = contexts_.find(thread_->chosen.context);
  enter(context != contexts_.end() ? &context->second : nullptr);
  if (context_ != nullptr && context_->group == ShareGroups::kAny) make_live();
}

void StateHistory::need_current(Thread& thread) {
  if (std::exchange(thread.needed_in, current()) != current()) need_made_current(thread.made_current);
}

void StateHistory::need_made_current(const MadeCurrent& made) {
  if (made.segment == current() || made.segment == kNever) return;
  if (segments_[made.segment].is_live || segments_[made.segment].is_kept) return;  // it is made in any case
  now().carried.push_back(made.call);
}

// What another call makes or deletes may have the handle of something else from then on. It may also end the life of
// something that is current somewhere.
void StateHistory::follow_window_system(const Call& call) {
  if (const auto change = change_of_current(call)) return follow_change(*change, call);
  if (effect_of(call.function).action == Action::kAskWindow) return ask_window(call);
  const SeekRole role = seek_role(call.function);
  if (role == SeekRole::kChooseApi) return choose_api(call);
  if (takes_colors(call.function)) return need_current(*thread_), keep();
  for (auto& [number, thread] : threads_) {
    thread.is_chosen_certain = false;
    need_current(thread);
  }
  made_current_.clear();
  keep();
  if (role == SeekRole::kNewContext || role == SeekRole::kNewCanvas) new_context(call);
}

void StateHistory::choose_api(const Call& call) {
  if (std::exchange(thread_->api, argument(call, 0)) != argument(call, 0)) keep();
}

void StateHistory::new_context(const Call& call) {
  const auto made = seek_role(call.function) == SeekRole::kNewCanvas ? MadeContext{argument(call, 0), 0}
                                                                     : made_context(call).value_or(MadeContext{});
  // It may have the handle of one that is gone, and has nothing of it.
  const auto old = contexts_.find(made.handle);
  if (old != contexts_.end() && &old->second != context_) contexts_.erase(old);
  groups_.add(made);
}

bool StateHistory::shares_objects() const {
  return (context_->group == ShareGroups::kAny ? contexts_.size() : groups_.contexts_in(context_->group)) > 1;
}

// A context that is made current again with the same window changes nothing but what comes next. A
// derived call has the place of another, so that no segment can carry it.
void StateHistory::follow_change(const CurrentChange& change, const Call& call) {
  if (!change.succeeded || call.is(loaders::kDerived)) return keep();
  const bool is_certain = std::exchange(thread_->is_chosen_certain, true);
  if (std::exchange(thread_->chosen, change) == change && is_certain) return;
  thread_->made_current = {.call = place_, .segment = current()};
  if (change.context == 0) return enter(nullptr);
  const auto [context, is_new] = contexts_.try_emplace(change.context);
  const bool is_other = std::exchange(last_context_, change.context) != change.context;
  context->second.handle = change.context;
  context->second.group = groups_.of(change.context);
  enter(nullptr);
  if (made_current_.size() >= kMaxRecords) made_current_.clear();
  const std::uint64_t surfaces = mixed(change.drawable, change.read_drawable);
  const bool is_first = made_current_.insert(mixed(change.context, surfaces)).second;
  if (is_new || is_first || (is_other && context->second.group == ShareGroups::kAny)) make_live();
  enter(&context->second);
}

// An answer is news where it differs from the one before.
void StateHistory::ask_window(const Call& call) {
  std::uint64_t question = static_cast<std::uint64_t>(call.function), answer = 0;
  for (const loaders::Value& value : call.arguments()) {
    if (value.is_integer() || value.kind == loaders::ValueKind::kPointer) question = mixed(question, value.u);
    for (const std::byte byte : value.bytes()) answer = mixed(answer, static_cast<std::uint64_t>(byte));
  }
  if (call.result() != nullptr) answer = mixed(answer, call.result()->u);
  const auto [known, is_new] = answers_.try_emplace(question, answer);
  if (is_new || std::exchange(known->second, answer) != answer) keep();
}

}  // namespace replay
