// Display lists. They have their recorded names, because nothing else makes lists and every name is free. glCallLists
// adds a base to each name, lists and attribute stacks change this base, and a list may call one that is made later.
// With the recorded names, GL handles all of this.
#include <optional>

#include "replay/calls/list_names.h"
#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"
#include "replay/handlers/framebuffers/window_buffers.h"

namespace replay::handlers {
namespace {

// Returns whether the lists that one call leads to end in time. While a list is compiled, the call is noted. GL may
// execute it as well, so it is checked in any case.
bool may_call(Dispatcher& d, const Call& call, std::uint32_t list, std::uint64_t& cost) {
  ListCosts& costs = d.context->group->list_costs;
  if (d.context->compiled_list != 0) costs.add_call(d.context->compiled_list, list);
  if (list == d.context->compiled_list) return true;  // this is the old list, or nothing
  cost += costs.cost(list);
  if (cost <= d.limits.list_calls) return true;
  d.skip(call, Skip::kTooMuchWork);
  return false;
}

// Returns what glCallLists adds to names in lists that are called, according to the driver. It also counts while
// lists are compiled, because it is not known with which base they will be called.
std::uint32_t list_base_now(Dispatcher& d) {
  const auto base = static_cast<std::uint32_t>(asked(d, GL_LIST_BASE).value_or(0));
  d.context->group->list_costs.add_base(base);
  return base;
}

// Returns how many lists from `first` on the call names, or nothing after skipping the call.
std::optional<std::uint32_t> list_range(Dispatcher& d, const Call& call, std::size_t argument) {
  const std::int64_t range = call.args[argument].i;
  if (range >= 0 && static_cast<std::uint64_t>(range) <= d.limits.objects) return static_cast<std::uint32_t>(range);
  d.skip(call, range < 0 ? Skip::kBadValue : Skip::kTooManyObjects);
  return std::nullopt;
}

void forget_list(Dispatcher& d, std::uint32_t list) {
  d.context->map(Kind::kDisplayList).erase(list);
  d.context->group->list_costs.erase(list);
  d.context->group->storage.give_back(Storage::Of::kLists, list);
}

}  // namespace

// GL does not generate names, because the recorded names are free.
void gen_lists(Dispatcher& d, const Call& call) {
  if (entry(d, call, &GladGLContext::GenLists) == nullptr) return;
  const auto range = list_range(d, call, 0);
  if (!range) return;
  NameMap& lists = d.context->map(Kind::kDisplayList);
  if (lists.alive() + *range > d.limits.objects) return d.skip(call, Skip::kTooManyObjects);
  const std::uint64_t recorded = call.result() != nullptr ? call.result()->u : 0;
  if (recorded == 0) return;
  for (std::uint32_t i = 0; i < *range; ++i) {
    const std::uint32_t list = static_cast<std::uint32_t>(recorded) + i;
    if (lists.find(list) == 0) lists.set(list, list);
  }
}

void delete_lists(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DeleteLists);
  if (function == nullptr) return;
  const auto range = list_range(d, call, 1);
  if (!range) return;
  function(u32(call, 0), static_cast<GLsizei>(*range));
  if (is_inside_begin(d)) return;
  for (std::uint32_t i = 0; i < *range; ++i) {
    if (d.context->map(Kind::kDisplayList).find(u32(call, 0) + i) != 0) forget_list(d, u32(call, 0) + i);
  }
}

void new_list(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::NewList);
  if (function == nullptr) return;
  const std::uint32_t list = u32(call, 0);
  NameMap& lists = d.context->map(Kind::kDisplayList);
  const bool is_new = list != 0 && lists.find(list) == 0;
  if (is_new && lists.alive() >= d.limits.objects) return d.skip(call, Skip::kTooManyObjects);
  function(list, u32(call, 1));
  if (list == 0 || !driver_has(d, GL_LIST_INDEX, list)) return;
  if (is_new) lists.set(list, list);
  RecordedContext& context = *d.context;
  context.compiled_list = list;
  context.list_begins = call.number;
  context.follow_checks();
  context.group->list_costs.begin(context.compiled_list);
  context.group->storage.give_back(Storage::Of::kLists, context.compiled_list);
}

void end_list(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::EndList);
  if (function == nullptr) return;
  function();
  RecordedContext& context = *d.context;
  if (context.compiled_list == 0 || !driver_has(d, GL_LIST_INDEX, 0)) return;
  // Calls of other threads may be among them, which does no harm.
  if (call.number > context.list_begins) {
    context.group->list_costs.add_work(context.compiled_list, call.number - context.list_begins);
  }
  context.compiled_list = 0;
  context.follow_checks();
  learn_after_list(d);
}

// A list that does not exist draws nothing. A list that calls it may be called later, when it exists.
void call_list(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CallList);
  if (function == nullptr) return;
  std::uint64_t cost = 0;
  if (d.context->group->list_costs.depends_on_bases()) list_base_now(d);
  if (!may_call(d, call, u32(call, 0), cost)) return;
  function(u32(call, 0));
  learn_after_list(d);
  follow_window_buffers(d);
}

void list_base(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ListBase);
  if (function == nullptr) return;
  function(u32(call, 0));
  if (d.context->compiled_list != 0) d.context->group->list_costs.add_base(u32(call, 0));
}

void call_lists(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::CallLists);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
  const auto count = Arg<0>::count(attempt);
  const std::uint32_t type = u32(call, 1);
  const std::int64_t size = list_type_bytes(type);
  if (size == 0) return function(i32(call, 0), type, nullptr);  // GL refuses the type before it reads
  const void* lists = readable(attempt, call.args[2], count * size, 1);
  if (!attempt.ok) return;
  ListCosts& costs = d.context->group->list_costs;
  const std::uint32_t base = list_base_now(d);
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const std::uint32_t offset = list_offset(lists, type, i);
    if (d.context->compiled_list != 0) costs.add_call_by_base(d.context->compiled_list, offset);
    if (!may_call(d, call, base + offset, cost)) return;
  }
  function(i32(call, 0), type, lists);
  learn_after_list(d);
  follow_window_buffers(d);
}

}  // namespace replay::handlers
