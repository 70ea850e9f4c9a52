// Writes small apitrace traces from readable calls, for tests. Every version, every container, and damage on demand.
//
//     ApitraceBuilder trace(6);
//     trace.property("process.name", "test");
//     trace.call("glClear(mask)", {bits(0x4000)});
//     trace.call("glGenTextures(n, textures)", {2}).out(1, items({5, 6}));
//     trace.call("glCreateShader(type)", {en(0x8b31)}).returns(3);
//     const unsigned swap = trace.enter("glXSwapBuffers(dpy, drawable)", {ptr(16), 77}, Thread{1});
//     trace.leave(swap);
//     loaders::open_trace(loaders::memory_source(trace.file(Container::kZstd)), "test");
//
// The builder takes care of ids and of definitions at their first use. The values are in namespace `at`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/apitrace/format.h"
#include "tests/container_packers.h"
#include "tests/encoded.h"

namespace tests {

namespace at {

// A value as it is to be written.
struct Item {
  template <std::integral T>
  Item(T value)  // a tag for either sign
      : tag(value < 0 ? loaders::apitrace::Tag::kNegative : loaders::apitrace::Tag::kPositive),
        bits(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)) {}
  Item(double value) : tag(loaders::apitrace::Tag::kFloat), real(value) {}
  Item(const char* value) : tag(loaders::apitrace::Tag::kString), text(value) {}
  explicit Item(loaders::apitrace::Tag item_tag) : tag(item_tag) {}

  loaders::apitrace::Tag tag;
  std::uint64_t bits = 0;
  double real = 0;
  std::string text;            // also the name of an enum, a struct
  std::vector<Item> elements;  // of arrays, structs and representations
  bool raw = false;            // `text` is written as it is, without a tag
  bool absent = false;         // it is not written at all
};

Item none();  // no argument: left out
Item null();
Item boolean(bool value);
Item en(std::int64_t value, const std::string& table = "GLenum");
Item bits(std::uint64_t value);
Item real(double value);  // of double precision
Item blob(const std::string& bytes);
Item text(const std::string& bytes);
Item items(std::vector<Item> elements);
Item structure(const std::string& name, std::vector<Item> members);
Item ptr(std::uint64_t address);
Item repr(const Item& human, const Item& machine);
Item wide(const std::vector<std::uint64_t>& units);
Item raw(const std::string& bytes);  // damage, or what the builder cannot write

inline std::string num(std::uint64_t value) { return leb128(value); }

}  // namespace at

struct Thread {
  std::uint64_t number = 0;
};

class ApitraceBuilder {
 public:
  explicit ApitraceBuilder(std::uint64_t version = loaders::apitrace::kMaxVersion);

  // Counts ids from 0, as our writer does. Otherwise they have gaps, as in recordings.
  ApitraceBuilder& dense_ids() {
    dense_ids_ = true;
    return *this;
  }

  ApitraceBuilder& semantic_version(std::uint64_t version);
  ApitraceBuilder& property(std::string_view name, std::string_view value);

  // A whole call, until the next one begins. `signature` is "name(argument, argument)".
  ApitraceBuilder& call(std::string_view signature, std::initializer_list<at::Item> args, Thread thread = {});
  ApitraceBuilder& fake();  // marks it, where the version has a mark
  ApitraceBuilder& out(std::uint64_t index, const at::Item& value);
  ApitraceBuilder& returns(const at::Item& value);

  // The two events of a call. enter() returns its number; out() and returns() add to the last leave().
  unsigned enter(std::string_view signature, std::initializer_list<at::Item> args, Thread thread = {});
  ApitraceBuilder& leave(std::uint64_t number);

  // Adds bytes after the details of the current event, or between events.
  ApitraceBuilder& detail(std::string_view bytes);
  ApitraceBuilder& append(std::string_view bytes);

  std::string stream();
  std::vector<std::byte> file(loaders::Container container = loaders::Container::kSnappy,
                              std::size_t piece = std::size_t{1} << 20);

  // Where each event so far ends in the stream; the first one is the header.
  const std::vector<std::size_t>& ends();

  unsigned calls() const { return entered_; }  // begun so far: the number of the next one

 private:
  std::string header() const;
  std::string value(const at::Item& item);
  std::string enum_value(const at::Item& item);
  std::string function(std::string_view signature);
  std::string argument(std::uint64_t index, const at::Item& item);
  void begin(std::string bytes);
  void finish_event();
  void finish_call();

  // The id of `name` among those of its kind, and whether this is its first use.
  std::pair<std::string, bool> id(char kind, const std::string& name);

  loaders::apitrace::Dialect dialect_;
  std::uint64_t semantic_version_;
  std::vector<std::pair<std::string, std::string>> properties_;
  std::string events_;
  std::vector<std::size_t> ends_;  // without the header
  std::vector<std::size_t> ends_in_stream_;
  std::map<std::string, std::uint64_t> ids_;
  std::uint64_t next_id_[128] = {};
  bool dense_ids_ = false;

  std::string event_;  // that is being written
  bool in_event_ = false;
  bool leave_follows_ = false;  // of call(): the leave is to be written when it is over
  std::string leave_;           // its details so far
  unsigned entered_ = 0;
};

}  // namespace tests
