#include "loaders/apitrace/output.h"

namespace loaders::apitrace {

void Output::begin(std::uint64_t semantic_version, const Properties& properties) {
  bytes_.uleb128(kMaxVersion);
  bytes_.uleb128(semantic_version);
  for (const auto& [name, value] : properties) {
    if (name.empty()) continue;  // it would end the list
    bytes_.text(name);
    bytes_.text(value);
  }
  bytes_.text("");
}

IdUse Output::function(const std::string& definition) {
  const auto [found, is_new] = functions_.try_emplace(definition, functions_.size());
  if (is_new) fresh_functions_.push_back(definition);
  return {found->second, is_new};
}

void Output::undo_event() {
  for (const std::string& definition : fresh_functions_) functions_.erase(definition);
  fresh_functions_.clear();
  ids_ = ids_before_;
}

void Output::flush() {
  if (status_) status_ = to_.write(bytes_.written());
  bytes_.clear();
}

Status Output::finish() {
  flush();
  if (status_) status_ = to_.finish();
  return status_;
}

}  // namespace loaders::apitrace
