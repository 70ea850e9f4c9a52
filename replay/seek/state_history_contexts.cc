// The part of StateHistory that follows threads and calls of window systems.
#include <cstddef>
#include <utility>

#include "replay/calls/frame_calls.h"
#include "replay/seek/state_history.h"

namespace replay {

void StateHistory::switch_thread(std::uint32_t number) {
  if (thread_ != nullptr) make_live();
  thread_number_ = number;
  thread_ = &threads_[number];
  const auto context = contexts_.find(thread_->chosen.context);
  context_ = context != contexts_.end() ? &context->second : nullptr;
}

// A context that is made current again with the same window changes nothing but what comes next.
void StateHistory::follow_window_system(const Call& call) {
  const auto change = change_of_current(call);
  if (!change && effect_of(call.function).action == Action::kAskWindow) return ask_window(call);
  if (!change) {
    for (auto& [number, thread] : threads_) thread.is_chosen_certain = false;
    return keep();
  }
  if (!change->succeeded || call.is(loaders::kDerived)) return keep();
  const bool is_certain = std::exchange(thread_->is_chosen_certain, true);
  if (std::exchange(thread_->chosen, *change) == *change && is_certain) return;
  lasts_until_now(thread_->chosen_in);
  thread_->chosen_in = current();
  context_ = nullptr;
  if (change->context == 0) return;
  const bool is_new = !contexts_.contains(change->context);
  const bool is_other = std::exchange(last_context_, change->context) != change->context;
  const bool is_moved = std::exchange(thread_->used, *change) != *change;
  if (is_new || is_other || is_moved) make_live();
  context_ = &contexts_[change->context];
  context_->handle = change->context;
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
