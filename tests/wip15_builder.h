// Writes small WIP15 traces from readable calls, for tests. Every generation of the format, and damage on demand.
//
//     Wip15Builder trace(Generation::kFinal);
//     trace.declare("glGenBuffers(Int, UnsignedInt[])");
//     trace.call("glGenBuffers", {2, list({1, 2})});
//     trace.declare("glUnmapBuffer(UnsignedInt:g) -> Bool");
//     trace.call("glUnmapBuffer", {0x8892}).returns(1).extra("replay/glUnmapBuffer/data", "abcd");
//     loaders::open_trace(loaders::memory_source(trace.file()), "test");
//
// A type is a base of loaders/wip15/format.h by name, "[]" for an array, ":g" for a group index after the value.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loaders/container/block.h"
#include "loaders/wip15/format.h"
#include "tests/encoded.h"

namespace tests {

enum class Generation {
  kRaw8,   // 0.0a, integers of 8 bytes
  kLeb,    // 0.0a, LEB128 with the sign in bit 0
  kSleb,   // 0.0a, signed LEB128, as its document says
  kSeed,   // 0.0, before Variant
  kFinal,  // 0.0, the last writer
};

constexpr Generation kGenerations[] = {Generation::kRaw8, Generation::kLeb, Generation::kSleb, Generation::kSeed,
                                       Generation::kFinal};

// An argument, a result or an element; the declaration says how it is written.
struct Arg {
  template <std::integral T>
  Arg(T value) : integer(static_cast<std::int64_t>(value)),
                 real(static_cast<double>(value)) {}
  Arg(double value) : integer(static_cast<std::int64_t>(value)), real(value) {}
  Arg(std::string value) : text(std::move(value)) {}
  Arg(const char* value) : text(value) {}

  std::int64_t integer = 0;
  double real = 0;
  std::string text;                                           // String, or the unpacked bytes of Data
  loaders::Compression method = loaders::Compression::kNone;  // of Data
  std::vector<Arg> elements;                                  // of an array
  std::string type;                                           // of a Variant's value
  bool raw = false;                                           // `text` is written as it is
};

Arg list(std::initializer_list<Arg> elements);
Arg data(std::string bytes, loaders::Compression method);
Arg variant(std::string type, Arg value);
Arg raw(std::string bytes);  // in the place of a value: damage, or what the builder cannot write

std::string pack(loaders::Compression method, const std::string& bytes);
// A Data value whose fields need not agree.
std::string block(std::uint8_t method, std::uint32_t size, const std::string& packed);

class Wip15Builder {
 public:
  explicit Wip15Builder(Generation generation, bool big_endian_floats = false);

  Wip15Builder& group(std::string_view name);
  Wip15Builder& declare(std::string_view prototype);  // a second one of the same name takes the same index
  Wip15Builder& call(std::string_view name, std::initializer_list<Arg> args);
  Wip15Builder& returns(const Arg& result);
  Wip15Builder& extra(std::string_view name, std::string_view bytes,
                      loaders::Compression method = loaders::Compression::kNone);
  Wip15Builder& append(std::string_view bytes);  // between operations

  // Everything so far. With raw() and append() it is as broken as the test wants.
  std::vector<std::byte> file();

  // Where each operation so far ends; the first one is the header.
  const std::vector<std::size_t>& ends();

 private:
  struct Type {
    loaders::wip15::Base base = loaders::wip15::Base::kVoid;
    bool has_group = false;
    bool is_array = false;
  };
  struct Function {
    std::uint32_t index = 0;
    std::vector<Type> args;
    Type result;
  };

  static Type parse_type(std::string_view text);
  static std::string type_bytes(const Type& type);
  std::string unsigned_bytes(std::uint64_t value) const;
  std::string signed_bytes(std::int64_t value) const;
  std::string float_bytes(std::string little) const;
  std::string element(loaders::wip15::Base base, const Arg& arg) const;
  std::string value(const Type& type, const Arg& arg) const;
  void finish_call();
  void add_operation(const std::string& bytes);

  Generation generation_;
  bool big_endian_;
  std::string out_;
  std::vector<std::size_t> ends_;
  std::map<std::string, Function, std::less<>> functions_;
  std::uint32_t groups_ = 0;

  bool in_call_ = false;
  const Function* called_ = nullptr;
  std::string call_;
  std::uint32_t extra_count_ = 0;
  std::string extras_;
};

}  // namespace tests
