// ObjectNames: which variable has the name of which live object. GL has a name space for each kind of object and each
// share group, or each context.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "glbindings/signature.h"
#include "replay/export_c/variables.h"
#include "replay/platform/listener.h"

namespace replay {

class ObjectNames {
 public:
  explicit ObjectNames(Variables& variables) : variables_(variables) {}

  // The objects that follow are those of this context.
  void use_context(const LiveContext& context);

  // The object was made, and has a variable from now on. `rest` is a part of the variable's name; `stage` comes before
  // the name of a shader ("vertex_").
  std::size_t add(glbindings::ObjectKind kind, std::uint64_t live, std::string_view rest, std::string_view stage = {});
  std::optional<std::size_t> find(glbindings::ObjectKind kind, std::uint64_t live) const;

  // The text of a name: a variable, or the number itself when nothing is known of it.
  std::string text(glbindings::ObjectKind kind, std::uint64_t live) const;

 private:
  using Key = std::tuple<glbindings::ObjectKind, std::uint32_t, std::uint64_t>;
  Key key(glbindings::ObjectKind kind, std::uint64_t live) const;

  Variables& variables_;
  std::uint32_t context_ = 0;
  std::map<std::uint32_t, std::uint32_t> groups_;  // context -> the first context of its share group
  std::map<Key, std::size_t> objects_;
};

}  // namespace replay
