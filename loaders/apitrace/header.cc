#include "loaders/apitrace/header.h"

#include <fmt/format.h>

#include <string_view>

namespace loaders::apitrace {
namespace {

std::string refuse(Cursor& cursor, std::string problem) {
  cursor.fail();
  return problem;
}

std::string read_properties(Cursor& cursor, Header& header) {
  const auto read_text = [&cursor] {
    const std::uint64_t size = cursor.uleb128();
    if (cursor.ok() && size > kMaxPropertyBytes) cursor.fail();
    return std::string(cursor.text(size));
  };
  for (;;) {
    std::string name = read_text();
    if (!cursor.ok()) return cursor.missing() == 0 ? "the name of a property is too long" : "";
    if (name.empty()) return {};
    if (header.properties.size() == kMaxProperties) {
      return refuse(cursor, fmt::format("more than {} properties", kMaxProperties));
    }
    std::string value = read_text();
    if (!cursor.ok()) return cursor.missing() == 0 ? fmt::format("the value of property {} is too long", name) : "";
    header.properties.emplace_back(std::move(name), std::move(value));
  }
}

}  // namespace

std::string read_header(Cursor& cursor, Header& header) {
  const std::uint64_t version = cursor.uleb128();
  if (cursor.ok() && version > kMaxVersion) {
    return refuse(cursor, fmt::format("version {} is not known (0 to {} are)", version, kMaxVersion));
  }
  header.dialect.version = header.semantic_version = version;
  if (!header.dialect.has_properties() || !cursor.ok()) return {};
  header.semantic_version = cursor.uleb128();
  if (cursor.ok() && header.semantic_version > version) {
    return refuse(cursor, fmt::format("semantic version {} is above version {}", header.semantic_version, version));
  }
  return read_properties(cursor, header);
}

}  // namespace loaders::apitrace
