// Two questions have to be answered.
//
// Are integers raw or LEB128? A walk over the operations with the wrong answer fails within a few calls: it meets an
// index that was not declared, or a length that is beyond the file. So the encoding with which the walk gets further is
// the right one; the other one got to the sixth call at most in any file that we have. Because distances are compared,
// and not successes, a file that is cut or damaged gets the same answer.
//
// Which signed form do they have? Both forms have the same lengths, so only values can tell. Where GL has a count and
// an array of that many elements (glGenBuffers, glShaderSource), the recorded count must be the length of the array.
#include "loaders/wip15/probe.h"

#include <string_view>
#include <vector>

#include "glbindings/signature.h"
#include "loaders/base/cursor.h"
#include "loaders/wip15/declarations.h"
#include "loaders/wip15/integers.h"
#include "loaders/wip15/values.h"

namespace loaders::wip15 {
namespace {

struct Counted {
  std::size_t array;
  std::size_t count;  // the argument that says how many elements the array has
};

struct Probed {
  bool declared = false;
  Declaration declaration;
  std::vector<Counted> counted;
};

std::vector<Counted> find_counted(const Declaration& declaration) {
  std::vector<Counted> found;
  const auto params = glbindings::signature(glbindings::find_function(declaration.name)).params();
  if (params.size() != declaration.args.size()) return found;
  for (std::size_t array = 0; array < params.size(); ++array) {
    if (!declaration.args[array].is_array) continue;
    for (std::size_t count = 0; count < params.size(); ++count) {
      const Type& type = declaration.args[count];
      const bool counts = std::string_view(params[array].len()) == params[count].name();
      if (counts && type.base == Base::kInt && !type.is_array) found.push_back({array, count});
    }
  }
  return found;
}

// Walks over operations without using their values.
class Walk {
 public:
  Walk(std::span<const std::byte> operations, Integers integers, const Limits& limits)
      : limits_(limits),
        cursor_(operations) {
    dialect_.text_version = true;
    dialect_.integers = integers;
    while (!cursor_.at_end()) {
      operation();
      if (!cursor_.ok()) break;
      distance_ = cursor_.offset();
    }
  }

  std::size_t distance() const { return distance_; }

  bool prefers_sleb() const { return sleb_votes_ > sign_bit_votes_; }

 private:
  void operation() {
    switch (static_cast<Opcode>(cursor_.u8())) {
      case Opcode::kDeclareFunction: return declare();
      case Opcode::kDeclareGroup: return skip_group(cursor_, dialect_);
      case Opcode::kCall: return call();
    }
    cursor_.fail();
  }

  void declare() {
    Probed probed;
    RecordProblem problem;  // not read: any problem ends the walk
    probed.declaration = read_declaration(cursor_, dialect_, limits_, problem);
    if (!cursor_.ok()) return;
    probed.declared = true;
    probed.counted = find_counted(probed.declaration);
    const std::uint32_t index = probed.declaration.index;
    if (index >= functions_.size()) functions_.resize(index + 1);
    functions_[index] = std::move(probed);
  }

  void call() {
    const std::uint32_t index = cursor_.u32();
    if (!cursor_.ok() || index >= functions_.size() || !functions_[index].declared) return cursor_.fail();
    const Probed& function = functions_[index];
    starts_.clear();
    for (const Type& type : function.declaration.args) {
      starts_.push_back(cursor_);
      skip_value(type);
    }
    skip_value(function.declaration.result);
    const std::uint32_t extras = cursor_.u32();
    for (std::uint32_t i = 0; i < extras && cursor_.ok(); ++i) {
      cursor_.text(cursor_.u32());
      read_block(cursor_);
    }
    if (cursor_.ok()) vote(function.counted);
  }

  void skip_value(const Type& type) {
    if (type.base == Base::kVoid && !type.has_group && !type.is_array) return;
    const bool empty = type.base == Base::kVoid || type.base == Base::kFunctionPtr;
    const std::uint32_t count = type.is_array ? cursor_.u32() : 1;
    for (std::uint32_t i = 0; !empty && i < count && cursor_.ok(); ++i) skip_element(type.base);
    if (type.has_group) cursor_.u32();
  }

  void skip_element(Base base) {
    switch (base) {
      case Base::kUnsigned:
      case Base::kInt:
      case Base::kPtr: read_unsigned(cursor_, dialect_.integers); return;
      case Base::kBool:
        if (cursor_.u8() > 1) cursor_.fail();
        return;
      case Base::kFloat: cursor_.u32(); return;
      case Base::kDouble: cursor_.u64(); return;
      case Base::kString: cursor_.text(cursor_.u32()); return;
      case Base::kData: read_block(cursor_); return;
      case Base::kVoid:
      case Base::kFunctionPtr: return;
      case Base::kVariant:
      case Base::kCount: break;
    }
    cursor_.fail();  // 0.0a has no Variant
  }

  void vote(const std::vector<Counted>& counted) {
    if (dialect_.integers == Integers::kRaw8) return;
    for (const Counted& pair : counted) {
      Cursor array = starts_[pair.array];
      Cursor sign_bit = starts_[pair.count];
      Cursor sleb = sign_bit;
      const std::int64_t elements = array.u32();
      const bool by_sign_bit = read_signed(sign_bit, Integers::kSignBit) == elements;
      const bool by_sleb = read_signed(sleb, Integers::kSleb) == elements;
      sign_bit_votes_ += by_sign_bit && !by_sleb;
      sleb_votes_ += by_sleb && !by_sign_bit;
    }
  }

  const Limits& limits_;
  Cursor cursor_;
  Dialect dialect_;
  std::vector<Probed> functions_;
  std::vector<Cursor> starts_;  // where each argument of the current call starts
  std::size_t distance_ = 0;
  int sign_bit_votes_ = 0;
  int sleb_votes_ = 0;
};

}  // namespace

Integers probe_integers(std::span<const std::byte> operations, const Limits& limits) {
  const Walk leb(operations, Integers::kSignBit, limits);
  const Walk raw(operations, Integers::kRaw8, limits);
  if (raw.distance() > leb.distance()) return Integers::kRaw8;
  return leb.prefers_sleb() ? Integers::kSleb : Integers::kSignBit;
}

}  // namespace loaders::wip15
