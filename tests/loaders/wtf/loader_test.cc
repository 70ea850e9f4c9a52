#include "loaders/wtf/loader.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/container_packers.h"
#include "tests/golden/golden.h"
#include "tests/loaders/load_text.h"
#include "tests/small_traces.h"
#include "tests/wtf_builder.h"

namespace loaders::wtf {
namespace {

using tests::array;
using tests::WtfBuilder;
using tests::WtfKind;

tests::Loaded load(WtfKind kind) {
  WtfBuilder trace = small_page(kind);
  return tests::load(trace.file(kind), 64);
}

TEST(WtfLoader, SmallPage) {
  const std::map<WtfKind, std::string> golden = {
      {WtfKind::kChunked, "wtf_chunked.txt"}, {WtfKind::kLegacy, "wtf_legacy.txt"}, {WtfKind::kList2, "wtf_list.txt"}};
  for (const auto& [kind, name] : golden) {
    const tests::Loaded loaded = load(kind);
    EXPECT_FALSE(loaded.error) << loaded.error->to_string();
    EXPECT_TRUE(loaded.warnings.empty()) << loaded.warnings[0];
    tests::expect_golden(name, loaded.text);
  }
}

TEST(WtfLoader, OtherKindsHaveTheSameEvents) {
  EXPECT_EQ(load(WtfKind::kJsonChunks).text, load(WtfKind::kChunked).text);
  EXPECT_EQ(load(WtfKind::kJsonLines).text, load(WtfKind::kChunked).text);
  EXPECT_EQ(load(WtfKind::kList1).text, load(WtfKind::kList2).text);
}

TEST(WtfLoader, SaysWhatTheFileIs) {
  const std::map<WtfKind, std::string> versions = {
      {WtfKind::kChunked, "10, chunked binary"},  {WtfKind::kLegacy, "3, legacy binary"},
      {WtfKind::kList1, "1, event list"},         {WtfKind::kList2, "2, event list"},
      {WtfKind::kJsonChunks, "10, chunked JSON"}, {WtfKind::kJsonLines, "10, chunked JSON"}};
  for (const auto& [kind, version] : versions) {
    const tests::Loaded loaded = load(kind);
    EXPECT_EQ(loaded.info.format, "WTF");
    EXPECT_EQ(loaded.info.version, version);
  }
  using Properties = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(load(WtfKind::kChunked).info.properties, (Properties{{"wtf_version", "0x90ba3800"},
                                                                 {"timebase", "1000.5 ms"},
                                                                 {"flags", "has_high_resolution_times"},
                                                                 {"contextType", "script"},
                                                                 {"uri", "http://test/"}}));
  EXPECT_EQ(load(WtfKind::kLegacy).info.properties, (Properties{{"wtf_version", "0x8d742800"},
                                                                {"timebase", "1000 ms"},
                                                                {"flags", "has_high_resolution_times"},
                                                                {"contextType", "script"},
                                                                {"uri", "http://test/"}}));
  EXPECT_EQ(load(WtfKind::kList2).info.properties, (Properties{{"timebase", "1000.5 ms"}}));
}

TEST(WtfLoader, TellsFactsOfTheWholeFile) {
  const tests::Loaded loaded = load(WtfKind::kList2);
  std::string text;
  for (const auto& [name, value] : loaded.facts) text += name + ": " + value + '\n';
  EXPECT_EQ(text,
            "events: 23 of 13 types\n"
            "time span: 0 to 1950 us\n"
            "deepest scope: 2\n"
            "scopes left and never entered: 1\n"
            "zone 0: 2 events\n"
            "zone 1: 18 events, 'Script', script, 1 scopes never left\n"
            "zone 2: 3 events, 'Worker'\n"
            "event my.ns#all: 2\n"
            "event my.ns#arrays: 1\n"
            "event my.ns#chars: 1\n"
            "event my.ns#late: 1\n"
            "event my.ns#work: 2\n"
            "event window#setTimeout: 1\n"
            "event wtf.scope#appendData: 1\n"
            "event wtf.scope#enter: 2\n"
            "event wtf.scope#leave: 4\n"
            "event wtf.timing#frameEnd: 1\n"
            "event wtf.timing#frameStart: 2\n"
            "event wtf.zone#create: 2\n"
            "event wtf.zone#set: 3\n");
}

TEST(WtfLoader, ClosesBatchesAtFrames) {
  WtfBuilder trace;
  trace.event(1, "wtf.timing#frameStart", {1}).event(2, "wtf.timing#frameEnd", {1});
  trace.event(3, "wtf.timing#frameStart", {2}).event(4, "wtf.trace#mark", {"cancelled", nullptr});
  trace.event(5, "wtf.timing#frameStart", {3}).event(6, "wtf.timing#frameEnd", {3}).event(7, "wtf.scope#leave");
  const tests::Loaded loaded = tests::load(trace.file(WtfKind::kList2));
  EXPECT_EQ(loaded.frames, 3u) << "a start without an end before it ends a frame as well";
  EXPECT_EQ(loaded.batches, (std::vector<std::size_t>{2, 3, 1, 1}));
}

TEST(WtfLoader, LargeBlobsStayWhereTheyAre) {
  for (const WtfKind kind : tests::kWtfKinds) {
    WtfBuilder trace;
    trace.define("my#data(uint8[] data)");
    std::string bytes;
    for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i % 100);
    tests::WtfArg data = array({});
    for (const char c : bytes) data.elements.emplace_back(c);
    trace.event(1, "my#data", {data});
    const auto opened = open_trace(memory_source(trace.file(kind)), "test", {64});
    Batch batch;
    (*opened)->read(batch);
    const Value& value = batch.calls.back().args[0];
    ASSERT_EQ(value.kind, ValueKind::kBlob);
    EXPECT_EQ(std::string(static_cast<const char*>(value.p), value.count), bytes);
  }
}

// A page that a real tracer would split into many chunks.
TEST(WtfLoader, ManyChunks) {
  for (const WtfKind kind : {WtfKind::kChunked, WtfKind::kJsonChunks, WtfKind::kJsonLines}) {
    WtfBuilder trace;
    for (int i = 0; i < 300; ++i) {
      trace.next_chunk();
      for (int k = 0; k < 20; ++k) trace.event(5, "wtf.trace#mark", {"mark " + std::to_string(i), nullptr});
    }
    const tests::Loaded loaded = tests::load(trace.file(kind));
    EXPECT_EQ(loaded.calls, 9u + 6000u);
    EXPECT_NE(loaded.text.find("6008 wtf.trace#mark(name = \"mark 299\", value = NULL)  // 5 us\n"), std::string::npos);
  }
}

// People pack WTF files with gzip or zstd.
TEST(WtfLoader, ReadsPackedFiles) {
  for (const WtfKind kind : tests::kWtfKinds) {
    const std::vector<std::byte> bytes = small_page(kind).file(kind);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Container container : {Container::kGzip, Container::kZstd}) {
      const std::string packed = tests::pack(container, text);
      const auto* begin = reinterpret_cast<const std::byte*>(packed.data());
      const tests::Loaded loaded = tests::load(std::vector<std::byte>(begin, begin + packed.size()));
      ASSERT_FALSE(loaded.refused) << loaded.refused->to_string();
      EXPECT_EQ(loaded.text, load(kind).text);
      EXPECT_EQ(loaded.info.container, container_name(container));
      EXPECT_EQ(loaded.info.file_size, packed.size());
    }
  }
}

}  // namespace
}  // namespace loaders::wtf
