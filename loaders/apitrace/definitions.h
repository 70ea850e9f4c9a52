// The ids of a file that is being copied: what they stand for there, and which ids the copy has instead of them.
//
// A definition is written with the first use of its id that is copied, which need not be its first use in the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loaders::apitrace {

struct Definition {
  std::string bytes;  // what follows the id at its first use, as version 6 has it; empty once it is in the copy
  std::uint64_t copied_id = 0;
  std::uint32_t members = 0;  // of a struct
  bool is_known = false;
  bool is_in_copy = false;
  // Before version 3 an enum has one value, which is not repeated with each use: as version 6 has it there.
  std::string value;
};

enum class DefinitionKind : std::uint8_t { kFunction, kEnum, kBitmask, kStruct, kFrame };
constexpr std::size_t kDefinitionKinds = 5;

// The definitions of all kinds. After a complete event, commit() keeps what it has changed; rollback() takes it back,
// because the event will be read again.
class Definitions {
 public:
  // nullptr when `id` has not been defined.
  Definition* find(DefinitionKind kind, std::uint64_t id) {
    auto& table = tables_[static_cast<std::size_t>(kind)];
    return id < table.size() && table[id].is_known ? &table[id] : nullptr;
  }

  // Precondition: `id` has not been defined; it is below the limit for ids. The reference is valid until the next call.
  Definition& define(DefinitionKind kind, std::uint64_t id, std::string bytes);

  // Notes that the copy has the definition now.
  void copied(DefinitionKind kind, std::uint64_t id, std::uint64_t copied_id);

  // How much memory the definitions take that are not in the copy.
  std::uint64_t bytes() const { return bytes_; }

  void commit();
  void rollback();

 private:
  struct Change {
    DefinitionKind kind;
    std::uint64_t id;
    bool is_definition;  // or it has gone to the copy
  };
  Definition& at(const Change& change) { return tables_[static_cast<std::size_t>(change.kind)][change.id]; }

  std::vector<Definition> tables_[kDefinitionKinds];
  std::vector<Change> changes_;  // by the event that is being read
  std::uint64_t bytes_ = 0;
};

}  // namespace loaders::apitrace
