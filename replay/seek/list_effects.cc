#include "replay/seek/list_effects.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/made_at_once.h"

namespace replay {
namespace {

using loaders::Call;
using loaders::Value;
using loaders::ValueKind;

// Returns how many of the first arguments say which current value a call sets.
std::size_t selectors(glbindings::FunctionId function) {
  const std::string_view name = glbindings::signature(function).name;
  if (name.starts_with("glMaterial")) return 2;  // face, parameter
  return name.starts_with("glMultiTexCoord") ? 1 : 0;
}

// Tells whether both calls set the same current value.
bool same_value(const Call& a, const Call& b) {
  if (a.function != b.function) return false;
  const std::size_t count = selectors(a.function);
  return std::equal(a.args, a.args + count, b.args, [](const Value& x, const Value& y) { return x.u == y.u; });
}

}  // namespace

void ListEffects::follow(const Call& call, SeekRole role, const void* group) {
  if (role == SeekRole::kNewList) {
    begin(Key{group, list_name(call.args[0].u)});
    return;
  }
  if (role == SeekRole::kDeleteLists) {
    const std::uint64_t first = call.args[0].u, count = call.args[1].u;
    const auto from = lists_.lower_bound({group, first});
    auto to = from;
    while (to != lists_.end() && to->first.first == group && to->first.second - first < count) {
      costs_[group].erase(list_name((to++)->first.second));
    }
    lists_.erase(from, to);
    return;
  }
  if (!compiling_ || compiling_->first != group || is_made_at_once_in_lists(call.function)) return;
  switch (role) {
    case SeekRole::kEndList:
      note_costs(*compiling_, now_);
      lists_.insert_or_assign(*compiling_, std::move(now_));
      compiling_.reset();
      return;
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kDrawPixels:
    case SeekRole::kVertex: return;
    case SeekRole::kBegin:
    case SeekRole::kEnd: now_.in_primitive = role == SeekRole::kBegin; return;
    case SeekRole::kAttribute: return add(call, true);
    case SeekRole::kContextState:
    case SeekRole::kListState:
    case SeekRole::kBindTexture:
    case SeekRole::kUseProgram:
    case SeekRole::kCallList:
      now_.sound &= !now_.in_primitive;  // GL refuses the call there
      return add(call, false);
    default: now_.sound = false;
  }
}

void ListEffects::note_costs(const Key& key, const List& list) {
  ListCosts& costs = costs_[key.first];
  const std::uint32_t name = list_name(key.second);
  costs.begin(name);
  costs.add_work(name, list.calls.size());
  for (const Call& call : list.calls) {
    if (call.function == glbindings::FunctionId::glCallList) costs.add_call(name, list_name(call.args[0].u));
  }
}

// GL refuses glNewList while a list is open. Where the open list is that of another context, the calls of both cannot
// be told apart.
void ListEffects::begin(const Key& list) {
  lists_.erase(list);
  if (compiling_) {
    now_.sound = false;
    return;
  }
  compiling_ = list;
  now_ = {};
}

void ListEffects::add(const Call& call, bool sets_current_value) {
  if (!now_.sound) return;
  if (sets_current_value) {
    const auto begin = now_.calls.begin() + static_cast<std::ptrdiff_t>(now_.sealed);
    const auto earlier =
        std::find_if(begin, now_.calls.end(), [&](const Call& other) { return same_value(other, call); });
    if (earlier != now_.calls.end()) now_.calls.erase(earlier);
  }
  const bool has_room = calls_ < kMaxCalls && now_.calls.size() - now_.sealed < kMaxValues;
  Call kept = call;
  now_.sound = has_room && copy(kept, *now_.arena);
  if (!now_.sound) return;
  ++calls_;
  now_.calls.push_back(kept);
  if (!sets_current_value) now_.sealed = now_.calls.size();
}

// GL took images and names with the state of that time, so these calls cannot be made again.
bool ListEffects::copy(Call& call, loaders::Arena& arena) const {
  Value* args = arena.allocate_array<Value>(call.argc + std::size_t{1});
  std::copy_n(call.args, call.argc, args);
  for (Value& value : std::span(args, call.argc)) {
    if (value.kind == ValueKind::kBlob || value.kind == ValueKind::kString || value.elem == loaders::Elem::kValue) {
      return false;
    }
    if (value.kind != ValueKind::kArray) continue;
    std::byte* memory = arena.allocate(value.byte_size());
    std::memcpy(memory, value.p, value.byte_size());
    value.p = memory;
  }
  call.args = args;
  call.has_result = 0;
  call.flags = 0;
  return true;
}

std::optional<std::span<const Call>> ListEffects::of(std::uint64_t list, const void* group) const {
  const auto found = lists_.find({group, list_name(list)});
  if (found == lists_.end() || !found->second.sound) return std::nullopt;
  return found->second.calls;
}

}  // namespace replay
