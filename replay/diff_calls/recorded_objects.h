// RecordedObjects: numbers the objects of one recording in the order in which they appear, whatever names they have.
// A name that is deleted and made again stands for a new object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "glbindings/signature.h"

namespace replay {

using ObjectNumber = std::uint32_t;

// A name space of objects: an ObjectKind, where programs and shaders share one, or one of those below, whose names
// depend on the process that was recorded.
using NameSpace = std::uint8_t;
inline constexpr NameSpace kHandles = static_cast<NameSpace>(glbindings::ObjectKind::kCount);  // contexts, windows ...
inline constexpr NameSpace kNameSpaces = kHandles + 1;

NameSpace name_space_of(glbindings::ObjectKind kind);

// What an object is for, as hashes: of the call that makes it and of the first calls after it is used, in which the
// content of a texture or the source of a shader appear. Two recordings of one program have the same hashes for the
// same object.
struct Role {
  static constexpr unsigned kShort = 4, kLong = 12;  // calls

  std::uint64_t after_few = 0, after_many = 0;
  // Objects are only matched within a group: a name space, or the handles of one kind. The kind of a handle is not
  // recorded, so it is the name of the parameter or the function that shows the handle first.
  std::uint64_t group = 0;
  NameSpace space = 0;
  std::uint8_t calls = 0;  // how many calls are in the hashes so far
};

class RecordedObjects {
 public:
  // The object that `name` stands for. A name that nobody has made stands for an object from its first use on.
  ObjectNumber use(NameSpace space, std::uint64_t name, std::uint64_t group);
  ObjectNumber make(NameSpace space, std::uint64_t name, std::uint64_t group);
  void remove(NameSpace space, std::uint64_t name);

  // To be told of each call, with the hash that it has without names, and the objects that it uses or makes.
  void follow(std::uint64_t call_hash, std::span<const ObjectNumber> objects, bool makes);

  const std::vector<Role>& roles() const { return roles_; }

 private:
  void add_to_role(ObjectNumber object, std::uint64_t call_hash);

  std::array<std::unordered_map<std::uint64_t, ObjectNumber>, kNameSpaces> names_;
  std::vector<Role> roles_;
  std::array<ObjectNumber, kNameSpaces> in_use_{};  // the number after that of the last object used; 0: none
};

}  // namespace replay
