#include "loaders/apitrace/definitions.h"

#include <utility>

namespace loaders::apitrace {

Definition& Definitions::define(DefinitionKind kind, std::uint64_t id, std::string bytes) {
  auto& table = tables_[static_cast<std::size_t>(kind)];
  if (id >= table.size()) table.resize(id + 1);
  Definition& definition = table[id];
  bytes_ += bytes.size();
  definition.bytes = std::move(bytes);
  definition.is_known = true;
  changes_.push_back({kind, id, true});
  return definition;
}

void Definitions::copied(DefinitionKind kind, std::uint64_t id, std::uint64_t copied_id) {
  const Change change{kind, id, false};
  at(change).copied_id = copied_id;
  at(change).is_in_copy = true;
  changes_.push_back(change);
}

void Definitions::commit() {
  for (const Change& change : changes_) {
    if (change.is_definition) continue;
    std::string& bytes = at(change).bytes;
    bytes_ -= bytes.size();
    std::string().swap(bytes);
  }
  changes_.clear();
}

void Definitions::rollback() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    Definition& definition = at(*change);
    if (change->is_definition) {
      bytes_ -= definition.bytes.size();
      definition = {};
    } else {
      definition.is_in_copy = false;
    }
  }
  changes_.clear();
}

}  // namespace loaders::apitrace
