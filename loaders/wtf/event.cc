#include "loaders/wtf/event.h"

#include <algorithm>

namespace loaders::wtf {

std::size_t EventType::find(std::string_view arg_name) const {
  const auto at = std::find_if(args.begin(), args.end(), [&](const Argument& arg) { return arg.name == arg_name; });
  return static_cast<std::size_t>(at - args.begin());
}

const Value& Event::arg(std::string_view name) const {
  static constexpr Value kAbsent{};
  const std::size_t index_of_arg = type->find(name);
  return index_of_arg < args.size() && index_of_arg < type->args.size() ? args[index_of_arg] : kAbsent;
}

std::uint64_t Event::integer(std::string_view name) const {
  const Value& value = arg(name);
  return value.is_integer() ? value.u : 0;
}

}  // namespace loaders::wtf
