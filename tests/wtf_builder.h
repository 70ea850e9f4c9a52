// Writes small WTF traces from readable events, for tests. The same events can be written as a file of every kind.
//
//     WtfBuilder trace;
//     trace.define("my.ns#draw(uint32 mode, ascii name)", "scope");
//     trace.event(1200, "my.ns#draw", {4, "first"});
//     trace.next_chunk().event(1300, "wtf.scope#leave");      // which is defined from the start, as all builtin types
//     loaders::open_trace(loaders::memory_source(trace.file(WtfKind::kChunked)), "test");
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

#include "loaders/wtf/event.h"
#include "tests/encoded.h"

namespace tests {

enum class WtfKind {
  kChunked,     // binary
  kLegacy,      // binary, big-endian
  kList1,       // event list, version 1
  kList2,       // event list, version 2
  kJsonChunks,  // one JSON document
  kJsonLines,   // a JSON document for each chunk
};
constexpr WtfKind kWtfKinds[] = {WtfKind::kChunked, WtfKind::kLegacy,     WtfKind::kList1,
                                 WtfKind::kList2,   WtfKind::kJsonChunks, WtfKind::kJsonLines};

// An argument or an element; the signature says how it is written.
struct WtfArg {
  WtfArg(std::nullptr_t) {}
  template <std::integral T>
  WtfArg(T value) : form(kNumber),
                    number(static_cast<double>(value)) {}
  WtfArg(double value) : form(kNumber), number(value) {}
  WtfArg(std::string value) : form(kText), text(std::move(value)) {}
  WtfArg(const char* value) : form(kText), text(value) {}

  enum Form { kNull, kNumber, kText, kList } form = kNull;
  double number = 0;
  std::string text;  // for `any`: JSON
  std::vector<WtfArg> elements;
};
WtfArg array(std::initializer_list<WtfArg> elements);

class WtfBuilder {
 public:
  WtfBuilder();

  WtfBuilder& define(std::string_view signature, std::string_view event_class = "instance", std::uint32_t flags = 0);
  WtfBuilder& event(std::uint32_t time_us, std::string_view name, std::vector<WtfArg> args = {});
  WtfBuilder& next_chunk();

  std::string text(WtfKind kind);
  std::vector<std::byte> file(WtfKind kind);

  // Where each event (or in a list, each object) ends in the last file that was written and is no chunked JSON.
  const std::vector<std::size_t>& ends() const { return ends_; }

 private:
  struct Type {
    std::uint32_t id = 0;
    std::string signature;
    std::string event_class;
    std::uint32_t flags = 0;
    std::vector<loaders::wtf::Argument> args;
  };
  struct Event {
    Type type;  // as it is defined by then
    std::uint32_t time_us = 0;
    std::vector<WtfArg> args;
    Type defines;  // what an event wtf.event#define defines
  };
  struct Chunk {
    std::string events;
    std::vector<std::string> strings;
    std::vector<std::size_t> ends;
  };

  Chunk chunk(const std::vector<Event>& events);
  std::string aligned(const loaders::wtf::Argument& type, const WtfArg& arg, std::vector<std::string>& strings);
  std::string chunked();
  std::string legacy();
  std::string list(int version);
  std::string list_object(const Event& event, int version);
  std::string json_chunks(bool lines);

  std::map<std::string, Type, std::less<>> types_;
  std::vector<std::vector<Event>> chunks_;
  std::vector<std::size_t> ends_;
};

// The pieces of a file, from which a test can make broken files.
struct WtfPart {
  std::uint32_t type;
  std::string bytes;
};
std::string wtf_words(std::initializer_list<std::uint32_t> words);
std::string wtf_chunk(std::uint32_t type, const std::vector<WtfPart>& parts);
std::string wtf_file_start();  // of a chunked file, with its header chunk
std::string base64(std::string_view bytes);

}  // namespace tests
