#include "replay/commands/blob_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

#include "loaders/stream/dump.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"

namespace replay {
namespace {

// Names of arguments may come from the file, which can call them anything.
bool is_plain(std::string_view name) {
  constexpr std::size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

void BlobFiles::write(const loaders::Call& call, const loaders::FunctionTable& functions) {
  if (call.number != last_call_) derived_ = 0;
  last_call_ = call.number;
  std::string number = std::to_string(call.number);
  if (call.is(loaders::kDerived)) number += fmt::format("+{}", ++derived_);
  for (std::size_t i = 0; i < call.argc; ++i) {
    const std::string_view name = loaders::arg_name(call, functions, i);
    write(fmt::format("{}_{}", number, is_plain(name) ? std::string(name) : fmt::format("arg{}", i)), call.args[i]);
  }
}

void BlobFiles::write(const std::string& name, const loaders::Value& value) const {
  if (value.kind == loaders::ValueKind::kBlob) {
    const auto* bytes = static_cast<const std::uint8_t*>(value.p);
    need(write_whole_file(folder_ / (name + ".bin"), std::span(bytes, value.count)));
  } else if (value.kind == loaders::ValueKind::kArray && value.elem == loaders::Elem::kValue) {
    for (std::uint32_t i = 0; i < value.count; ++i) write(fmt::format("{}_{}", name, i), loaders::element_of(value, i));
  }
}

}  // namespace replay
