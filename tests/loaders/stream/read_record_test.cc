#include "loaders/stream/read_record.h"

#include <gtest/gtest.h>

#include <string>

namespace loaders {
namespace {

// A record of this test is a length in one byte, and as many letters.
struct Reader {
  InputWindow window;
  RecordProblem problem;
  std::string text;
  int parses = 0;

  explicit Reader(const std::string& file, std::size_t window_bytes = 4)
      : window(view_source(std::as_bytes(std::span(file))), window_bytes) {}

  Result<void, RecordFailure> read() {
    const std::size_t before = text.size();
    const auto parse = [&](Cursor& cursor) {
      ++parses;
      const std::uint8_t size = cursor.u8();
      if (size > 100) problem.malformed(cursor, "a record that is too long");
      for (int i = 0; i < size && cursor.ok(); ++i) text += static_cast<char>(cursor.u8());
    };
    return read_record(window, problem, parse, [&] { text.resize(before); });
  }
};

TEST(ReadRecord, ParsesAgainWhenBytesWereMissing) {
  const std::string file = "\x05hello\x02ho";
  Reader reader(file);
  EXPECT_TRUE(reader.read());
  EXPECT_EQ(reader.text, "hello") << "what the parses before the last one have read is undone";
  EXPECT_GT(reader.parses, 1);
  EXPECT_EQ(reader.window.offset(), 6u);
  EXPECT_TRUE(reader.read());
  EXPECT_EQ(reader.text, "helloho");
}

TEST(ReadRecord, SaysThatTheFileEndsInsideARecord) {
  const std::string file = "\x05hell";
  Reader reader(file);
  const auto read = reader.read();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error.damage, Damage::kCut);
  EXPECT_EQ(read.error().sentence(), "1 more bytes are needed at byte 5 than the file has");
  EXPECT_EQ(reader.text, "");
}

TEST(ReadRecord, SaysWhatIsMalformedAndWhere) {
  const std::string file = "\x01x\x7fxyz";
  Reader reader(file);
  EXPECT_TRUE(reader.read());
  const auto read = reader.read();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error.damage, Damage::kCorrupt);
  EXPECT_EQ(read.error().error.problem, "a record that is too long");
  EXPECT_EQ(read.error().sentence(), "a record that is too long (at byte 3)");
  EXPECT_EQ(reader.window.offset(), 2u) << "the window stays at the record";
}

TEST(ReadRecord, ExplainsWhatTheCursorRefuses) {
  const std::string file(20, '\xff');
  InputWindow window(view_source(std::as_bytes(std::span(file))));
  RecordProblem problem;
  const auto read = read_record(
      window, problem, [](Cursor& cursor) { cursor.uleb128(); }, [] {});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error.problem, "an integer of more than 64 bits");
}

TEST(ReadRecord, ReportsARecordThatTakesTooMuchMemory) {
  const std::string file = "x";
  InputWindow window(view_source(std::as_bytes(std::span(file))));
  RecordProblem problem;
  Arena arena;
  arena.set_limit(1000);
  const auto read = read_record(
      window, problem, [&](Cursor&) { arena.allocate(5000); }, [] {});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().error.problem, "the call takes more than --limit call-bytes=268435456");
}

}  // namespace
}  // namespace loaders
