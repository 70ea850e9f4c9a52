#include "loaders/base/limits.h"

#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/small_traces.h"

namespace loaders {
namespace {

// The problem; "" for a success.
std::string set(Limits& limits, std::string_view text) {
  const Status status = set_limit(limits, named_limits(), parse_limit(text));
  return status ? "" : status.error().problem;
}

TEST(Limits, AreSetByName) {
  Limits limits;
  EXPECT_EQ(set(limits, "elements=7"), "");
  EXPECT_EQ(limits.elements, 7u);
  EXPECT_EQ(set(limits, "call-bytes=2G"), "");
  EXPECT_EQ(limits.call_bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(limits.option(&Limits::call_bytes), "--limit call-bytes=2147483648");
}

TEST(Limits, RefuseWhatIsNone) {
  Limits limits;
  for (const char* text :
       {"", "=", "colour=1", "elements", "elements=", "elements=0", "elements=-1", "elements=1x", "elements=K",
        "elements=99999999999999999999", "nesting=1001", "stream-bytes=99999999T", "elements=8T"}) {
    EXPECT_NE(set(limits, text), "") << text;
  }
  EXPECT_EQ(set(limits, "colour=1"), "there is no limit 'colour'; --help-limits lists them");
  EXPECT_EQ(set(limits, "nesting=1001"), "'nesting' cannot be above 1000");
  EXPECT_EQ(limits.elements, Limits().elements);
}

TEST(Limits, EachHasOneName) {
  std::uint64_t all = 0;
  for (const NamedLimit<Limits>& limit : named_limits()) {
    Limits limits;
    EXPECT_EQ(set(limits, std::string(limit.name) + "=3"), "") << limit.name;
    EXPECT_EQ(limits.*limit.value, 3u) << limit.name;
    all += sizeof(std::uint64_t);
  }
  EXPECT_EQ(all, sizeof(Limits)) << "a limit without a name cannot be raised";
}

// A file that has an error under a low limit, and is read when the limit is raised to `enough`.
struct Case {
  const char* limit;
  std::uint64_t enough;
  std::vector<std::byte> file;
};

std::string error_of(const std::vector<std::byte>& file, const std::string& limit) {
  OpenOptions options{.window_bytes = 64};
  EXPECT_EQ(set(options.limits, limit), "");
  const tests::Loaded loaded = tests::load(open_trace(view_source(file), "test", options));
  if (loaded.refused) return loaded.refused->to_string();
  return loaded.error ? loaded.error->to_string() : "";
}

std::vector<Case> cases() {
  using tests::Generation;
  namespace at = tests::at;
  const auto apitrace = [](const at::Item& item) { return tests::ApitraceBuilder().call("foo()", {item}).file(); };
  const std::string text(1000, 'x');
  tests::Wip15Builder wip15(Generation::kFinal);
  wip15.declare("fooBar(Data, UnsignedInt[])");
  wip15.call("fooBar",
             {tests::data(std::string(std::size_t{3} << 20, '\0'), Compression::kZlib), tests::list({1, 2, 3})});
  tests::Wip15Builder string(Generation::kFinal);
  string.declare("fooBar(String)").call("fooBar", {text});
  tests::ApitraceBuilder open;
  open.enter("foo()", {});
  open.enter("foo()", {});
  tests::WtfBuilder page;
  page.define("my.ns#all(any x)").event(1, "my.ns#all", {"[[[1]]]"});
  const auto nested = at::items({at::items({at::items({1})})});
  return {
      {"stream-bytes", 2000, apitrace(text.c_str())},
      {"record-bytes", 2000, tests::ApitraceBuilder().call("foo()", {at::blob(text)}).file(Container::kGzip)},
      {"record-bytes", 2000, apitrace(at::blob(text))},
      {"record-bytes", 10000, page.file(tests::WtfKind::kChunked)},
      {"call-bytes", std::uint64_t{4} << 20, wip15.file()},
      {"call-bytes", 2000, apitrace(at::blob(text))},
      {"text-bytes", 1000, apitrace(text.c_str())},
      {"text-bytes", 1000, string.file()},
      {"elements", 3, apitrace(at::items({1, 2, 3}))},
      {"elements", 3, wip15.file()},
      {"elements", 1000, page.file(tests::WtfKind::kChunked)},
      {"nesting", 3, apitrace(nested)},
      {"nesting", 6, page.file(tests::WtfKind::kList2)},
      {"json-bytes", 2000, page.file(tests::WtfKind::kList2)},
      {"name-bytes", 20, apitrace(1)},
      {"name-bytes", 100, string.file()},
      {"name-bytes", 100, page.file(tests::WtfKind::kChunked)},
      {"definition-bytes", 100, apitrace(1)},
      {"definition-bytes", 100, string.file()},
      {"ids", 10, tests::ApitraceBuilder().call("foo()", {}).call("bar()", {}).file()},
      {"open-calls", 2, open.file()},
      {"page-bytes", 100000, tests::painted_page().file(tests::WtfKind::kChunked)},
      {"text-bytes", 1000, page.file(tests::WtfKind::kChunked)},
  };
}

TEST(Limits, ErrorsNameThemAndRaisingThemHelps) {
  for (const Case& each : cases()) {
    const std::string name = each.limit;
    const std::string option = "--limit " + name + "=1";
    EXPECT_NE(error_of(each.file, name + "=1").find(option), std::string::npos)
        << error_of(each.file, name + "=1") << " for " << option;
    EXPECT_EQ(error_of(each.file, name + "=" + std::to_string(each.enough)), "") << name;
    EXPECT_EQ(error_of(each.file, "stream-bytes=1T"), "") << name << ": the usual limits are enough";
  }
}

}  // namespace
}  // namespace loaders
