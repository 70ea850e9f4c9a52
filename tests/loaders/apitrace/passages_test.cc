// Parts of a recording that a reader passes over.
#include "loaders/container/passages.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "loaders/open.h"
#include "tests/apitrace_builder.h"

namespace loaders::apitrace {
namespace {

using namespace tests::at;

struct ReadCall {
  std::uint64_t number = 0, argument = 0;
  bool operator==(const ReadCall&) const = default;
};

// Three chunks and more, of calls that all differ.
std::string some_file() {
  tests::ApitraceBuilder trace;
  std::string bytes(200, 'a');
  for (int i = 0; i < 20'000; ++i) {
    for (char& byte : bytes) byte = static_cast<char>(byte * 5 + i);
    trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), i, 200, blob(bytes)});
    if (i == 15'000) trace.call("glFinish()", {});  // a definition
  }
  const std::vector<std::byte> file = trace.file();
  return std::string(reinterpret_cast<const char*>(file.data()), file.size());
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

struct Reading {
  std::vector<ReadCall> calls;
  std::vector<std::size_t> calls_until;            // by batch
  std::vector<std::optional<StreamPlace>> places;  // after each
  bool failed = false;
};

Reading read(const std::string& file, const std::shared_ptr<Passages>& passages) {
  auto source = open_trace(memory_source(bytes_of(file)), "test", {.passages = passages});
  Reading reading;
  Batch batch;
  while ((*source)->read(batch) == ReadStatus::kBatch) {
    for (const Call& call : batch.calls) reading.calls.push_back({call.number, call.argc > 1 ? call.args[1].u : 0});
    reading.calls_until.push_back(reading.calls.size());
    reading.places.push_back(passages->place);
  }
  reading.failed = (*source)->error().has_value();
  return reading;
}

TEST(Passages, ArePassedOver) {
  const std::string file = some_file();
  const auto collected = std::make_shared<Passages>();
  collected->collects = true;
  const Reading all = read(file, collected);
  const std::vector<PackedChunk> chunks = collected->chunks();
  ASSERT_FALSE(all.failed);
  ASSERT_GT(all.places.size(), 4u);
  ASSERT_GT(chunks.size(), 3u);

  const std::size_t first = 0, last = all.places.size() - 2;
  ASSERT_TRUE(all.places[first] && all.places[last]);
  EXPECT_NE(all.places[first]->definitions, all.places[last]->definitions);
  PackedChunk chunk;
  for (const PackedChunk& each : chunks) {
    if (each.begin <= all.places[last]->offset) chunk = each;
  }
  const auto wanted = std::make_shared<Passages>();
  wanted->wanted = {{.from = *all.places[first], .to = *all.places[last], .chunk = chunk}};
  const Reading part = read(file, wanted);
  EXPECT_FALSE(part.failed);
  std::vector<ReadCall> expected(all.calls.begin(), all.calls.begin() + static_cast<int>(all.calls_until[first]));
  expected.insert(expected.end(), all.calls.begin() + static_cast<int>(all.calls_until[last]), all.calls.end());
  EXPECT_EQ(part.calls, expected);
}

// An index may come from anybody.
TEST(Passages, ThatLeadNowhereAreErrors) {
  const std::string file = some_file();
  const auto collected = std::make_shared<Passages>();
  collected->collects = true;
  const Reading all = read(file, collected);
  const PackedChunk second = collected->chunks()[2];
  for (const std::uint64_t at : {std::uint64_t{0}, second.at + 1, second.at + (std::uint64_t{1} << 40), UINT64_MAX}) {
    const auto wanted = std::make_shared<Passages>();
    StreamPlace to = *all.places[0];
    to.offset = second.begin + 7;
    wanted->wanted = {{.from = *all.places[0], .to = to, .chunk = {.at = at, .begin = second.begin}}};
    const Reading part = read(file, wanted);
    EXPECT_TRUE(part.failed) << at;
    EXPECT_LT(part.calls.size(), all.calls.size());
  }
}

}  // namespace
}  // namespace loaders::apitrace
