#include "loaders/apitrace/header.h"

#include <fmt/format.h>

#include <string_view>

namespace loaders::apitrace {
namespace {

std::string read_text(Cursor& cursor) {
  const std::uint64_t size = cursor.uleb128();
  if (cursor.ok() && size > kMaxPropertyBytes) cursor.fail();
  return std::string(cursor.text(size));
}

void read_properties(Cursor& cursor, Header& header, RecordProblem& problem) {
  for (;;) {
    std::string name = read_text(cursor);
    problem.explain(cursor, "the name of a property is too long");
    if (!cursor.ok() || name.empty()) return;
    if (header.properties.size() == kMaxProperties) {
      return problem.malformed(cursor, fmt::format("more than {} properties", kMaxProperties));
    }
    std::string value = read_text(cursor);
    problem.explain(cursor, fmt::format("the value of property {} is too long", name));
    if (!cursor.ok()) return;
    header.properties.emplace_back(std::move(name), std::move(value));
  }
}

}  // namespace

Header read_header(Cursor& cursor, RecordProblem& problem) {
  Header header;
  const std::uint64_t version = cursor.uleb128();
  if (version > kMaxVersion) {
    problem.malformed(cursor, fmt::format("version {} is not known (0 to {} are)", version, kMaxVersion));
  }
  header.dialect.version = header.semantic_version = version;
  if (!header.dialect.has_properties() || !cursor.ok()) return header;
  header.semantic_version = cursor.uleb128();
  if (header.semantic_version > version) {
    problem.malformed(cursor, fmt::format("semantic version {} is above version {}", header.semantic_version, version));
  }
  read_properties(cursor, header, problem);
  return header;
}

}  // namespace loaders::apitrace
