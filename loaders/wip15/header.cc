#include "loaders/wip15/header.h"

#include <fmt/format.h>

#include <string_view>

namespace loaders::wip15 {
namespace {

constexpr std::string_view kMagic = "WIP15";

Status read_version(Cursor& cursor, Dialect& dialect) {
  const std::uint8_t major = cursor.u8();
  if (major != '0') {
    const std::uint8_t minor = cursor.u8();
    if (cursor.ok() && (major != 0 || minor != 0)) {
      return Error{fmt::format("version {}.{} is not known (0.0 and 0.0a are)", major, minor)};
    }
    return {};
  }
  std::string_view rest = cursor.text(15);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\0')) rest.remove_suffix(1);
  if (cursor.ok() && rest != ".0a") return Error{"the text version is not 0.0a"};
  dialect.text_version = true;
  return {};
}

}  // namespace

bool is_wip15(std::span<const std::byte> start) {
  Cursor cursor(start);
  return cursor.text(kMagic.size()) == kMagic;
}

Result<Header> read_header(Cursor& cursor) {
  Header header;
  cursor.text(kMagic.size());
  const std::uint8_t endian = cursor.u8();
  if (cursor.ok() && endian != '_' && endian != '-') {
    return Error{fmt::format("byte order mark 0x{:02x} is neither '_' nor '-'", endian)};
  }
  header.dialect.swap_floats = endian == '-';
  if (const Status known = read_version(cursor, header.dialect); !known) return known.error();
  header.max_functions = cursor.u32();
  header.max_groups = cursor.u32();
  if (!cursor.ok()) return Error{"the file ends inside the header", Damage::kCut};
  return header;
}

}  // namespace loaders::wip15
