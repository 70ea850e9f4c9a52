#include "loaders/apitrace/header.h"

#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using tests::at::num;

std::string text(const std::string& bytes) { return num(bytes.size()) + bytes; }

tests::Loaded loaded(const std::string& stream, Container container = Container::kSnappy) {
  return tests::load(tests::to_bytes(tests::pack(container, stream)));
}

std::string refusal(const std::string& stream) {
  const auto refused = loaded(stream).refused;
  return refused ? refused->to_string() : "";
}

TEST(ApitraceHeader, EveryVersion) {
  for (std::uint64_t version = 0; version <= kMaxVersion; ++version) {
    const tests::Loaded trace = tests::load(ApitraceBuilder(version).call("glFinish()", {}).file());
    EXPECT_EQ(trace.info.format, "apitrace");
    EXPECT_EQ(trace.info.version, std::to_string(version));
    EXPECT_EQ(trace.text, "0 glFinish()\n");
    EXPECT_FALSE(trace.error);
  }
}

TEST(ApitraceHeader, EveryContainer) {
  for (const Container container : tests::kContainers) {
    ApitraceBuilder builder;
    builder.property("process.name", "gears").call("glFinish()", {});
    const auto file = builder.file(container);
    const tests::Loaded trace = tests::load(file);
    EXPECT_EQ(trace.info.container, container_name(container));
    EXPECT_EQ(trace.info.file_size, file.size());
    EXPECT_EQ(trace.text, "0 glFinish()\n") << container_name(container);
  }
}

TEST(ApitraceHeader, Properties) {
  ApitraceBuilder builder;
  builder.property("process.name", "gears").property("unknown", "").semantic_version(4);
  const tests::Loaded trace = tests::load(builder.file());
  EXPECT_EQ(trace.info.version, "6, to be replayed as 4");
  ASSERT_EQ(trace.info.properties.size(), 2u);
  EXPECT_EQ(trace.info.properties[0], std::pair(std::string("process.name"), std::string("gears")));
  EXPECT_EQ(trace.info.properties[1], std::pair(std::string("unknown"), std::string()));
  EXPECT_EQ(trace.calls, 0u);
  EXPECT_FALSE(trace.error);
}

TEST(ApitraceHeader, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refusal(num(7)), "test: byte 1, call 0, header: version 7 is not known (0 to 6 are)");
  EXPECT_EQ(refusal(num(6) + num(7) + num(0)), "test: byte 2, call 0, header: semantic version 7 is above version 6");
  EXPECT_EQ(refusal(std::string(11, '\xff')), "test: byte 0, call 0, header: an integer of more than 64 bits");
}

TEST(ApitraceHeader, LimitsProperties) {
  std::string many = num(6) + num(6);
  for (std::uint64_t i = 0; i <= kMaxProperties; ++i) many += text("n") + text("v");
  EXPECT_EQ(refusal(many + num(0)), "test: byte 4004, call 0, header: more than 1000 properties");
  EXPECT_NE(refusal(num(6) + num(6) + num(1 << 30)).find("the name of a property is too long"), std::string::npos);
  EXPECT_NE(refusal(num(6) + num(6) + text("n") + num(1 << 30)).find("the value of property n is too long"),
            std::string::npos);
}

TEST(ApitraceHeader, CutAnywhere) {
  const std::string header = num(6) + num(6) + text("process.name") + text("gears") + num(0);
  EXPECT_EQ(refusal(header), "");
  for (std::size_t size = 1; size < header.size(); ++size) {
    EXPECT_NE(refusal(header.substr(0, size)).find("header: the stream ends inside the header"), std::string::npos);
  }
  EXPECT_EQ(refusal(""), "test: byte 0, call 0, header: the stream ends inside the header");
}

TEST(ApitraceHeader, GarbageIsNoTrace) {
  for (const std::string& garbage :
       {std::string("W"), std::string(100, '\0'), std::string("<!doctype html><p>This is a page."),
        std::string(1000, '\xff'), std::string("\x0b\x02\x80hello\x03"), std::string("\x06"), std::string("\x3b")}) {
    const tests::Loaded trace = tests::load(tests::to_bytes(garbage));
    ASSERT_TRUE(trace.refused);
    EXPECT_EQ(trace.refused->to_string(), "test: is not a trace of a known format");
  }
}

TEST(ApitraceHeader, ABrotliStreamOfSomethingElseIsNoTrace) {
  for (const std::string& stream : {num(7), std::string("text"), num(5) + "x", std::string()}) {
    ASSERT_TRUE(loaded(stream, Container::kBrotli).refused) << stream;
    EXPECT_EQ(loaded(stream, Container::kBrotli).refused->problem, "is not a trace of a known format");
  }
  EXPECT_FALSE(loaded(num(5), Container::kBrotli).refused) << "no calls, but a header";
}

}  // namespace
}  // namespace loaders::apitrace
