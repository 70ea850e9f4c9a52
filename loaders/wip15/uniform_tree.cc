#include "loaders/wip15/uniform_tree.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "loaders/base/limits.h"

namespace loaders::wip15 {
namespace {

constexpr std::uint8_t kFirstOpaque = 7;
constexpr std::uint8_t kStruct = 10;
constexpr std::uint8_t kArray = 11;
constexpr int kMaxDepth = 32;

class TreeReader {
 public:
  TreeReader(Cursor cursor, const std::function<void(std::string_view, std::uint32_t)>& leaf)
      : cursor_(cursor),
        leaf_(leaf) {}

  bool read() {
    cursor_.u32();
    read_entries(cursor_.u32(), kStruct, 0);
    return cursor_.ok();
  }

 private:
  // Every entry takes bytes, so a wrong count ends the loop soon.
  void read_entries(std::uint32_t count, std::uint8_t parent, int depth) {
    if (depth > kMaxDepth) cursor_.fail();
    const std::size_t prefix = name_.size();
    for (std::uint32_t i = 0; i < count && cursor_.ok(); ++i) {
      const std::string_view name = cursor_.text(cursor_.u32());
      if (parent == kArray) {
        fmt::format_to(std::back_inserter(name_), "[{}]", i);
      } else {
        if (depth > 0) name_ += '.';
        name_ += name.substr(0, kMaxUniformNameBytes);
      }
      if (name_.size() > kMaxUniformNameBytes) cursor_.fail();
      read_body(depth);
      name_.resize(prefix);
    }
  }

  void read_body(int depth) {
    const std::uint8_t base = cursor_.u8();
    if (base > kArray) cursor_.fail();
    if (base >= kStruct) return read_entries(cursor_.u32(), base, depth + 1);
    const std::uint32_t location = cursor_.u32();
    cursor_.bytes(base >= kFirstOpaque ? 5 : 2);
    if (cursor_.ok()) leaf_(name_, location);
  }

  Cursor cursor_;
  const std::function<void(std::string_view, std::uint32_t)>& leaf_;
  std::string name_;
};

}  // namespace

bool read_uniform_tree(Cursor cursor, const std::function<void(std::string_view, std::uint32_t)>& leaf) {
  return TreeReader(cursor, leaf).read();
}

}  // namespace loaders::wip15
