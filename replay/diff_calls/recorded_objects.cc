#include "replay/diff_calls/recorded_objects.h"

#include "replay/base/mixed_hash.h"

namespace replay {

NameSpace name_space_of(glbindings::ObjectKind kind) {
  using glbindings::ObjectKind;
  return static_cast<NameSpace>(kind == ObjectKind::kShader ? ObjectKind::kProgram : kind);
}

ObjectNumber RecordedObjects::use(NameSpace space, std::uint64_t name, std::uint64_t group) {
  const auto found = names_[space].find(name);
  return found != names_[space].end() ? found->second : make(space, name, group);
}

ObjectNumber RecordedObjects::make(NameSpace space, std::uint64_t name, std::uint64_t group) {
  const auto number = static_cast<ObjectNumber>(roles_.size());
  roles_.push_back({.after_few = group, .after_many = group, .group = group, .space = space});
  names_[space][name] = number;
  return number;
}

void RecordedObjects::remove(NameSpace space, std::uint64_t name) { names_[space].erase(name); }

void RecordedObjects::follow(std::uint64_t call_hash, std::span<const ObjectNumber> objects, bool makes) {
  for (const ObjectNumber object : objects) {
    if (makes) add_to_role(object, call_hash);
    else in_use_[roles_[object].space] = object + 1;
  }
  for (const ObjectNumber behind : in_use_) {
    if (behind != 0) add_to_role(behind - 1, call_hash);
  }
}

void RecordedObjects::add_to_role(ObjectNumber object, std::uint64_t call_hash) {
  Role& role = roles_[object];
  if (role.calls >= Role::kLong) return;
  role.after_many = mixed(role.after_many, call_hash);
  if (++role.calls <= Role::kShort) role.after_few = role.after_many;
}

}  // namespace replay
