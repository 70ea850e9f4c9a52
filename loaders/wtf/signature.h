// Signatures: the text in which a file declares an event type and its arguments.
//
//     signature = name [ "(" arguments ")" ]
//     arguments = [ type name ("," type name)* ]
//     type      = word+ ["[]"] | "sequence<" word+ ">"        "uint8[]", "unsigned long", "DOMString"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "loaders/wtf/event.h"

namespace loaders::wtf {

struct Signature {
  std::string_view name;
  std::string_view arguments;
};
Signature split_signature(std::string_view text);

// The arguments that a signature declares. A type that does not exist is ArgType::kUnknown.
struct Arguments {
  std::vector<Argument> list;
  // Names the first argument of an unknown type, or says that there are too many: then only the first are listed.
  std::string problem;
};
Arguments parse_arguments(std::string_view text);

}  // namespace loaders::wtf
