// Lists of GL functions in the tables of this program.
#pragma once

#include <functional>
#include <string_view>

#include "glbindings/function_id.h"

namespace replay {

// Calls `use` for each function in `names`. The names are separated by spaces. {a,b} stands for either, as in a shell,
// and braces may hold braces: "glRect{d,f}{,v}". Names that no registry has are passed over.
void for_each_function(std::string_view names, const std::function<void(glbindings::FunctionId)>& use);

}  // namespace replay
