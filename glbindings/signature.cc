#include "glbindings/signature.h"

#include <algorithm>

#include "glbindings/tables.h"

namespace glbindings {

FunctionId find_function(std::string_view name) {
  const auto all = tables::kSignatures;
  const auto found =
      std::ranges::lower_bound(all, name, {}, [](const Signature& s) { return std::string_view(s.name()); });
  if (found == all.end() || found->name() != name) return FunctionId::kUnknown;
  return static_cast<FunctionId>(found - all.begin());  // "" finds the empty signature, which belongs to kUnknown
}

const Signature& signature(FunctionId id) { return tables::kSignatures[static_cast<std::size_t>(id)]; }

}  // namespace glbindings
