// Wrong lengths, counts and numbers must lead to an error that says where they are, without a crash and without much
// memory. The events before them are kept.
#include <gtest/gtest.h>

#include <string>

#include "loaders/wtf/format.h"
#include "tests/loaders/load_text.h"
#include "tests/wtf_builder.h"

namespace loaders::wtf {
namespace {

using tests::to_bytes;
using tests::wtf_chunk;
using tests::wtf_file_start;
using tests::wtf_words;
using tests::WtfBuilder;
using tests::WtfKind;
using namespace std::string_literals;

constexpr std::uint32_t kEventChunk = 2;
constexpr std::uint32_t kStrings = 0x30000;
constexpr std::uint32_t kEvents = 0x20002;

// The error without the name of the file, and how many events there are.
std::string outcome(const std::string& file) {
  const tests::Loaded loaded = tests::load(to_bytes(file));
  if (loaded.refused) return "refused: " + loaded.refused->to_string();
  std::string out = std::to_string(loaded.calls) + " events";
  if (loaded.error)
    out += (loaded.error->damage == Damage::kCut ? ", cut: " : ", corrupt: ") + loaded.error->to_string();
  for (const std::string& warning : loaded.warnings) out += ", " + warning;
  return out;
}

// A chunk that defines type 9 as "t" with these arguments and has `events` of it.
std::string chunk_with(const std::string& arguments, const std::string& events) {
  const std::string define = wtf_words({1, 0, 9, 0, 0, 0, 1});
  return wtf_chunk(kEventChunk, {{kStrings, "t\0"s + arguments + '\0'}, {kEvents, define + events}});
}
std::string file_with(const std::string& arguments, const std::string& events) {
  return wtf_file_start() + chunk_with(arguments, events);
}

TEST(WtfHostile, Versions) {
  EXPECT_EQ(outcome(wtf_words({0xdeadbeef, 0, 9})),
            "refused: test: byte 8, call 0, header: format version 9 is not known (10 is)");
  EXPECT_EQ(outcome(wtf_words({0xefbeadde, 0, 0x0a000000})),
            "refused: test: byte 8, call 0, header: format version 10 is not known (3 is)");
  EXPECT_EQ(outcome(wtf_words({0xdeadbeef, 0})),
            "refused: test: byte 8, call 0, header: the file ends inside the header");
  EXPECT_EQ(outcome(R"({"formatVersion":11,"chunks":[]})"),
            "0 events, corrupt: test: byte 0, call 0, header: format version 11 is not known (10 is)");
}

TEST(WtfHostile, ChunkLengths) {
  const std::string start = wtf_words({0xdeadbeef, 0, 10});
  const auto chunk = [&](std::uint32_t length, std::uint32_t parts) {
    return outcome(start + wtf_words({1, 2, length, 0, 0, parts}) + std::string(400, '\0'));
  };
  EXPECT_EQ(chunk(0, 0), "0 events, corrupt: test: byte 12, call 0, chunk: 0 bytes with 0 parts cannot be its length");
  EXPECT_EQ(chunk(35, 1),
            "0 events, corrupt: test: byte 12, call 0, chunk: 35 bytes with 1 parts cannot be its length");
  EXPECT_EQ(chunk(37, 1),
            "0 events, corrupt: test: byte 12, call 0, chunk: 37 bytes with 1 parts cannot be its length");
  EXPECT_EQ(chunk(400, 0xffffffff),
            "0 events, corrupt: test: byte 12, call 0, chunk: 400 bytes with 4294967295 parts cannot be its length");
  EXPECT_EQ(chunk(0xfffffffc, 1),
            "0 events, corrupt: test: byte 12, call 0, chunk: 4294967292 bytes with 1 parts cannot be its length");
  EXPECT_EQ(chunk(0x20000000, 0), "0 events, cut: test: byte 12, call 0, chunk: the file ends inside it");
}

TEST(WtfHostile, PartsOutsideOfTheirChunk) {
  const std::string good = chunk_with("", wtf_words({9, 0}));
  const auto part = [&](std::uint32_t offset, std::uint32_t length) {
    const std::string bad = wtf_words({1, 2, 40, 0, 0, 1, kEvents, offset, length, 5});
    return outcome(wtf_words({0xdeadbeef, 0, 10}) + bad + good);
  };
  EXPECT_EQ(
      part(0, 8),
      "2 events, corrupt: test: byte 36, call 0, part of a chunk: it lies from byte 36 to byte 44 of a chunk of 40 "
      "bytes");
  EXPECT_EQ(
      part(0xffffffff, 0xffffffff),
      "2 events, corrupt: test: byte 36, call 0, part of a chunk: it lies from byte 4294967331 to byte 8589934626 of "
      "a chunk of 40 bytes");
  EXPECT_EQ(part(0, 4).substr(0, 86),
            "2 events, corrupt: test: byte 48, call 0, event: the events of the chunk end inside it");
  EXPECT_EQ(part(0, 0), "2 events");
}

TEST(WtfHostile, UnknownChunksAndPartsAreSkipped) {
  const std::string events =
      wtf_chunk(kEventChunk,
                {{0x40000, "resource"}, {kStrings, ""}, {kEvents, wtf_words({1, 0, 9, 0, 0, ~0u, ~0u})}, {77, "abc"}});
  EXPECT_EQ(
      outcome(wtf_file_start() + wtf_chunk(5, {{1, "what"}}) + events),
      "1 events, 3 chunks or parts of chunks are of no known type and are skipped (first at byte 196: chunk of type "
      "0x5)");
  EXPECT_EQ(outcome(wtf_file_start() + wtf_chunk(2, {{0x20001, "legacy events"}}) + events).substr(0, 8), "1 events");
}

TEST(WtfHostile, PartsInAnyOrder) {
  const std::string define = wtf_words({1, 0, 9, 0, 0, 0, kNoString, 9, 5});
  const std::string file = wtf_file_start() + wtf_chunk(kEventChunk, {{kEvents, define}, {kStrings, "late"}});
  EXPECT_NE(tests::load(to_bytes(file)).text.find("\n1 late()"), std::string::npos);
}

TEST(WtfHostile, UndefinedTypeLosesTheRestOfItsChunk) {
  const std::string bad = chunk_with("", wtf_words({9, 0, 55, 0, 9, 0}));
  EXPECT_EQ(outcome(wtf_file_start() + bad + chunk_with("", wtf_words({9, 1, 9, 2}))),
            "5 events, corrupt: test: byte 284, call 2, event: type 55 is not defined; the rest of the chunk's events "
            "cannot be read");
  EXPECT_EQ(outcome(wtf_file_start() + bad + bad),
            "4 events, corrupt: test: byte 284, call 2, event: type 55 is not defined; the rest of the chunk's events "
            "cannot be read, 1 more errors follow the first");
}

TEST(WtfHostile, CountsOfArrays) {
  for (const char* type : {"uint8[]", "uint16[]", "float32[]", "char[]", "wchar[]"}) {
    for (const std::uint32_t count : {17u, 0x40000000u, 0x7fffffffu, 0xfffffffeu}) {
      const std::string file = file_with(std::string(type) + " a", wtf_words({9, 0, count, 1, 2, 3, 4}));
      const tests::Loaded loaded = tests::load(to_bytes(file));
      ASSERT_TRUE(loaded.error) << type;
      EXPECT_EQ(loaded.error->damage, Damage::kCorrupt);
      EXPECT_EQ(loaded.error->call, 1u);
      EXPECT_EQ(loaded.error->section, "event t");
      EXPECT_EQ(loaded.error->problem.substr(0, 12), "an array of ");
    }
  }
}

TEST(WtfHostile, NumbersOfStrings) {
  const std::string file = file_with("ascii a, any b", wtf_words({9, 0, 2, 0x7fffffff, 9, 0, kEmptyString, kNoString}));
  const tests::Loaded loaded = tests::load(to_bytes(file));
  EXPECT_NE(loaded.text.find("1 t(a = NULL, b = NULL)  // 0 us\n2 t(a = \"\", b = NULL)"), std::string::npos)
      << loaded.text;
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings[0],
            "2 string numbers are outside of their table and are taken as null (first at byte 300: number 2 of 2)");
}

TEST(WtfHostile, TypesOfArguments) {
  EXPECT_EQ(outcome(file_with("uint64 a", "")), "1 events") << "no event of that type occurs";
  EXPECT_EQ(outcome(file_with("uint64 a", wtf_words({9, 0, 0, 0}))),
            "1 events, corrupt: test: byte 284, call 1, event t: argument 'a' is of the unknown type 'uint64'");
  EXPECT_EQ(outcome(file_with("ascii[] a", wtf_words({9, 0, 0}))),
            "1 events, corrupt: test: byte 284, call 1, event t: argument 'a' is of the unknown type 'ascii[]'");
  std::string many;
  for (int i = 0; i < 300; ++i) many += "bool b,";
  const std::string problem = outcome(file_with(many, wtf_words({9, 0})));
  EXPECT_NE(problem.find("event t: it has more than 254 arguments"), std::string::npos) << problem;
}

TEST(WtfHostile, Definitions) {
  EXPECT_EQ(outcome(file_with(std::string(70000, 'x'), wtf_words({9, 0}))),
            "1 events, corrupt: test: byte 70248, call 1, definition: the arguments of an event type have 70000 bytes");
  std::string events;
  for (std::uint32_t i = 0; i < 70000; ++i) events += wtf_words({1, 0, 9, i & 1, 0, 0, kNoString});
  const std::string strings = "t\0"s;
  const std::string toggling = outcome(wtf_file_start() + wtf_chunk(2, {{kStrings, strings}, {kEvents, events}}));
  EXPECT_NE(toggling.find("definition: there are more event types than any tracer has"), std::string::npos) << toggling;
  WtfBuilder same;
  for (int i = 0; i < 70000; ++i) same.define("my#same(uint32 a)");
  EXPECT_EQ(outcome(same.text(WtfKind::kChunked)), "70009 events") << "the same again takes no room";
}

TEST(WtfHostile, HeadersAreNotNeeded) {
  const std::string start = wtf_words({0xdeadbeef, 0, 10});
  const std::string events = chunk_with("", wtf_words({9, 0}));
  EXPECT_EQ(outcome(start + events), "2 events");
  EXPECT_EQ(outcome(start + wtf_chunk(1, {}) + events), "2 events");
  EXPECT_EQ(outcome(start + wtf_chunk(1, {{0x10000, "{\"timebase\":"}}) + events),
            "2 events, 1 file headers cannot be read and are ignored (first at byte 48: it has no end)");
  EXPECT_EQ(outcome(start + wtf_chunk(1, {{0x10000, std::string(100000, '[')}}) + events).substr(0, 45),
            "2 events, 1 file headers cannot be read and a");
  EXPECT_EQ(outcome(start + wtf_chunk(1, {{0x10000, "{\"flags\":3,\"timebase\":\"x\",\"contextInfo\":[1]}"}}) + events),
            "2 events");
  EXPECT_EQ(outcome(start + wtf_chunk(1, {{0x10000, "{\"a\":\"\xff\"}"}}) + events).substr(0, 20),
            "2 events, 1 file hea");
}

TEST(WtfHostile, LegacyFiles) {
  WtfBuilder trace;
  trace.define("my#data(uint32[] data)");
  const std::string start = trace.text(WtfKind::kLegacy);
  const std::size_t size = start.size();
  const auto with = [&](const std::string& more) {
    const std::string result = outcome(start + more);
    const std::string at = "byte " + std::to_string(size) + ",";
    const std::size_t found = result.find(at);
    return found == std::string::npos ? result : result.substr(found + at.size());
  };
  EXPECT_EQ(with(std::string("\0\x63\0\0\0\0", 6)), " call 10, event: type 99 is not defined");
  EXPECT_EQ(with(std::string("\0\x0a\0\0\0\0\xff\xff\xff\xff", 10)).substr(0, 36),
            " call 10, event my#data: 17179869180");
  EXPECT_EQ(with(std::string("\0\x07\0\0\0\0\0\0\xff\xff\0\0\0\0", 14)),
            " call 10, event wtf.trace#mark: a reference to a table of strings, and there is none");
}

// The depth is bounded before anything recurses, and the size before anything is parsed.
TEST(WtfHostile, DeepAndLargeJson) {
  const std::string start = R"([{"event":"wtf.scope#leave"},{"event":"wtf.trace#mark","args":["m",)";
  EXPECT_EQ(outcome(start + std::string(90, '[') + std::string(90, ']') + "]}]"), "2 events");
  EXPECT_EQ(outcome(start + std::string(1000000, '[')),
            "1 events, corrupt: test: byte 29, call 1, JSON object: it is nested deeper than --limit nesting=100");
  EXPECT_EQ(outcome(std::string(1000000, '[')), "0 events");
  EXPECT_EQ(outcome(start + '"' + std::string(Limits().json_bytes, 'x')),
            "1 events, corrupt: test: byte 29, call 1, JSON object: it is larger than --limit json-bytes=16777216");
  EXPECT_EQ(outcome(start + std::string(5000, '{')).substr(0, 20), "1 events, corrupt: t");
}

std::string json_file(const std::string& part) {
  return R"({"formatVersion":10,"chunks":[{"type":"event_data","parts":[)" + part + "]}]}";
}

TEST(WtfHostile, JsonChunks) {
  const auto buffer = [](const std::string& rest) {
    return outcome(json_file(R"({"type":"binary_event_buffer",)" + rest + "}"));
  };
  EXPECT_EQ(buffer(R"("mode":"base64","value":"AAA*")"),
            "0 events, corrupt: test: byte 30, call 0, chunk: character 3 of its events is no base64");
  EXPECT_EQ(buffer(R"("mode":"hex","value":"00")"),
            "0 events, corrupt: test: byte 30, call 0, chunk: its events are not in base64");
  EXPECT_EQ(buffer(R"("mode":"base64","value":5)"), "0 events");
  EXPECT_EQ(buffer(R"("mode":"base64","byteLength":1e300,"value":"")"),
            "0 events, corrupt: test: byte 30, call 0, chunk: its events have 0 bytes, and byteLength is 1e+300");
  EXPECT_EQ(
      buffer(R"("mode":"base64","value":"BQAAAAAAAAA=")"),
      "0 events, corrupt: test: byte 0, call 0, event in the decoded events of the chunk at byte 30: type 5 is not "
      "defined; the rest of the chunk's events cannot be read");
  EXPECT_EQ(outcome(json_file(R"(5,{"type":7},{"type":"string_table","value":[1,null]})")).substr(0, 10), "0 events, ");
  EXPECT_EQ(outcome(R"({"formatVersion":10,"chunks":[{"type":"event_data","parts":{}},{"type":"file_header"}]})"),
            "0 events");
  EXPECT_EQ(
      outcome(R"({"formatVersion":10,"chunks":[{"type":"new"}]})"),
      "0 events, 1 chunks or parts of chunks are of no known type and are skipped (first in the object at byte 30: "
      "chunk of type 'new')");
}

// Where the file declares the type, a number may be of any kind. None of them may be taken for a pointer.
TEST(WtfHostile, BuiltinTypesOfOtherArguments) {
  EXPECT_EQ(outcome(R"j([{"type":"wtf.event#define","signature":"wtf.zone#set(utf8 zoneId)"},
                        {"event":"wtf.zone#set","args":["x"]},{"event":"wtf.zone#create","args":["y",1,2,3]},
                        {"event":"wtf.event#define","args":["z",2,"a",[],{}]}])j")
                .substr(0, 8),
            "3 events");
}

}  // namespace
}  // namespace loaders::wtf
