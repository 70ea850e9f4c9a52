#include "loaders/base/printable.h"

#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders {
namespace {

TEST(Printable, KeepsText) {
  EXPECT_EQ(printable("glDrawArrays(4) \"\xc3\xa9\xe4\xb8\x96\xf0\x9f\x98\x80\""),
            "glDrawArrays(4) \"\xc3\xa9\xe4\xb8\x96\xf0\x9f\x98\x80\"");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\nb\x1b[2J\x7f"), "a\\012b\\033[2J\\177");
  EXPECT_EQ(printable(std::string("\0", 1)), "\\000");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\302\x9b"
            "31m")
      << "U+009B is a control character as well";
  EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
}

// A name with a line break in it would look like a call that nobody recorded.
TEST(Printable, NamesOfAFileStayOnTheirLine) {
  tests::ApitraceBuilder trace;
  trace.call("foo\n7 glFinish(a\nb)", {1}).append("\x09");
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.text, "0 foo\\0127 glFinish(a\\012b = 1)\n");
  tests::ApitraceBuilder bad;
  bad.call("foo\x1b[2J()", {tests::at::raw("\x70")});
  ASSERT_TRUE(tests::load(bad.file()).error);
  EXPECT_NE(tests::load(bad.file()).error->to_string().find("call of foo\\033[2J: "), std::string::npos);
}

}  // namespace
}  // namespace loaders
