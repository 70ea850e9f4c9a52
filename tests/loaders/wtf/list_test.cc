// What event lists may leave out, and what they may not.
#include <gtest/gtest.h>

#include <string>

#include "tests/loaders/load_text.h"

namespace loaders::wtf {
namespace {

tests::Loaded load(const std::string& text) {
  const auto view = std::as_bytes(std::span(text));
  return tests::load({view.begin(), view.end()}, 16);
}

// The events, or the error.
std::string events(const std::string& text) {
  const tests::Loaded loaded = load(text);
  if (loaded.refused) return "refused: " + loaded.refused->to_string();
  std::string out = loaded.text;
  if (loaded.error) out += (loaded.error->damage == Damage::kCut ? "cut: " : "corrupt: ") + loaded.error->to_string();
  for (const std::string& warning : loaded.warnings) out += "warning: " + warning;
  return out;
}

// The two examples in the document about the format.
constexpr const char* kSmallest = R"j([
  {
    "type": "wtf.event.define",
    "signature": "my.custom#event"
  },
  {
    "event": "my.custom#event",
    "time": 123450001
  },
  {
    "event": "my.custom#event",
    "time": 123450002
  }
])j";
constexpr const char* kSmallestEvents =
    "0 my.custom#event()  // 123450001000 us\n"
    "1   my.custom#event()  // 123450002000 us\n";

constexpr const char* kEfficient = R"j([
  {
    "type": "wtf.json.header",
    "timebase": 123450000
  }
  {
    "type": "wtf.event.define",
    "signature": "my.custom#event",
    "event_id": 0
  },
  {
    "event": 0,
    "time": 1
  },
  {
    "event": 0,
    "time": 2
  }
])j";

TEST(WtfList, Examples) {
  EXPECT_EQ(events(kSmallest), kSmallestEvents);
  EXPECT_EQ(events(kEfficient),
            "0 my.custom#event()  // 1000 us\n"
            "1   my.custom#event()  // 2000 us\n");
  EXPECT_EQ(load(kEfficient).info.properties[0].second, "123450000 ms");
}

TEST(WtfList, EndsWithoutABracket) {
  const std::string text = kSmallest;
  const std::string open = text.substr(0, text.size() - 2);
  for (const char* end : {"", "\n", "\r\n", "  ", ",", ",\n", " ,", " , \n", ",]", "\n,\n]\n", "]]"}) {
    EXPECT_EQ(events(open + end), kSmallestEvents) << '"' << end << '"';
  }
}

TEST(WtfList, StartsWithAByteOrderMarkOrBlanksOrNothing) {
  const std::string text = kSmallest;
  EXPECT_EQ(events("\xef\xbb\xbf" + text), kSmallestEvents);
  EXPECT_EQ(events(" \r\n\t" + text), kSmallestEvents);
  EXPECT_EQ(events(text.substr(1)), kSmallestEvents) << "one object after the other";
  EXPECT_EQ(events("[]"), "");
  EXPECT_EQ(events("["), "");
}

TEST(WtfList, MayBeAMemberOfAnObject) {
  const std::string text = kSmallest;
  EXPECT_EQ(events("{\"events\":" + text + "}"), kSmallestEvents);
  EXPECT_EQ(events("{\"note\": [1, {\"events\": []}], \"events\" :" + text + ", \"more\": 5}"), kSmallestEvents);
  EXPECT_EQ(events("{\"events\":[]}"), "");
  EXPECT_EQ(events("[{\"type\":\"other\",\"events\":[1]},{\"event\":\"wtf.scope#leave\"}]"), "0 wtf.scope#leave()\n")
      << "not in an object of the list";
  EXPECT_EQ(events("{\"events\":" + text),
            std::string(kSmallestEvents) +
                "cut: test: byte 214, call 2, JSON: the file ends before its outermost object does");
}

TEST(WtfList, CommasMeanNothing) {
  EXPECT_EQ(events(R"j([{"type":"wtf.event.define" "signature":"f(uint32 a, any b)" "class":"instance",,},,
                      {"event" : "f" "time":5 "args":[1 {"x":[1 2 "3" true]} ,],}])j"),
            "0 f(a = 1, b = {\"x\":[1,2,\"3\",true]})  // 5000 us\n");
}

TEST(WtfList, TypesByNameAndId) {
  EXPECT_EQ(events(R"j([{"type":"wtf.event#define","signature":"f()","event_id":7.0},
                       {"event":7,"time":0.0015},{"event":-1,"time":-1},{"event":"f"},{"event":7e0,"time":1e300}])j"),
            "0 f()  // 2 us\n"
            "1 wtf.scope#leave()  // -1000 us\n"
            "2 f()\n"
            "3   f()  // 9000000000000000000 us\n");
}

TEST(WtfList, BuiltinTypesNeedNoDefinition) {
  EXPECT_EQ(events(R"j([{"event":"wtf.zone#create","time":0,"args":[1000,"n","script",""]},
                       {"event":"wtf.zone#set","time":0,"args":[1000]},
                       {"event":"wtf.scope#enter","time":1,"args":["s"]},
                       {"event":"wtf.trace#mark","time":1,"args":["m",{"a":null}]},
                       {"event":"wtf.scope#leave","time":2}])j"),
            "0 wtf.zone#create(zoneId = 1000, name = \"n\", type = \"script\", location = \"\")  // 0 us\n"
            "1 wtf.zone#set(zoneId = 1000)  // 0 us, thread 1000\n"
            "2 wtf.scope#enter(name = \"s\")  // 1000 us, thread 1000\n"
            "3   wtf.trace#mark(name = \"m\", value = {\"a\":null})  // 1000 us, thread 1000\n"
            "4 wtf.scope#leave()  // 2000 us, thread 1000\n");
}

TEST(WtfList, UndefinedTypesHaveArgumentsWithoutNames) {
  EXPECT_EQ(events(R"j([{"event":"g","time":1,"args":[1,-2,0.5,"s",true,null,[1,2]]},{"event":12,"time":2},
                       {"event":12,"time":2},{"event":{"a":1}}])j"),
            "0 g(1, -2, 0.5, \"s\", 1, NULL, [1,2])  // 1000 us\n"
            "1 event_id 12()  // 2000 us\n"
            "2 event_id 12()  // 2000 us\n"
            "3 event_id ?()\n"
            "warning: 3 types of events are used and not defined (first at byte 1: g)");
}

TEST(WtfList, ArgumentsAreConvertedAsDeclared) {
  const std::string start =
      R"j([{"type":"wtf.event#define","class":"instance","signature":"f(uint8 a, int16 b, float c, unsigned  long d, )j"
      R"j(bool e, DOMString f, any g, octet[] h, sequence<float> i, char[] j)"},)j";
  EXPECT_EQ(events(start + R"j({"event":"f","args":[-1,65535,1,4294967295,true,"t","u",[1,2],[1,0.5],"x"]}])j"),
            "0 f(a = 255, b = -1, c = 1, d = 4294967295, e = 1, f = \"t\", g = \"u\", h = blob(2), i = {1, 0.5}, j = "
            "\"x\")\n");
  EXPECT_EQ(events(start + R"j({"event":"f","args":["x",null,"y",{},2.5,7,{},"z",[null,"a"]]}])j"),
            "0 f(a = \"x\", b = NULL, c = \"y\", d = {}, e = 1, f = 7, g = {}, h = \"z\", i = {0, 0}, j = NULL)\n");
  EXPECT_EQ(events(start + R"j({"event":"f","args":"none"}])j").substr(0, 12), "0 f(a = NULL");
}

TEST(WtfList, FewerAndMoreArgumentsThanDeclared) {
  const std::string start = R"j([{"type":"wtf.event#define","class":"instance","signature":"f(uint8 a, uint8 b)"},)j";
  EXPECT_EQ(events(start + R"j({"event":"f","args":[1]},{"event":"f","args":[1,2,3]}])j"),
            "0 f(a = 1, b = NULL)\n"
            "1 f(a = 1, b = 2, 3)\n");
  std::string many = "1";
  for (int i = 0; i < 300; ++i) many += ",1";
  const tests::Loaded loaded = load(start + R"j({"event":"f","args":[)j" + many + "]}]");
  EXPECT_EQ(std::count(loaded.text.begin(), loaded.text.end(), '1'), 254);
  ASSERT_EQ(loaded.warnings.size(), 1u);
}

TEST(WtfList, OnlyTheFirstHeaderBeforeEventsCounts) {
  const tests::Loaded loaded = load(R"j([{"type":"wtf.event#define","signature":"f"},
      {"type":"wtf.json#header","format_version":2,"timebase":5},{"type":"wtf.json#header","timebase":6},
      {"event":"f"},{"type":"wtf.json#header","timebase":7},{"type":"of another kind"}])j");
  EXPECT_EQ(loaded.calls, 1u);
  EXPECT_EQ(loaded.info.version, "2, event list");
  ASSERT_EQ(loaded.info.properties.size(), 1u);
  EXPECT_EQ(loaded.info.properties[0].second, "5 ms");
}

TEST(WtfList, StopsAtWhatIsNoJson) {
  const std::string start = R"j([{"event":"wtf.scope#leave"},)j";
  EXPECT_EQ(events(start + R"j({"event": nonsense}])j"),
            "0 wtf.scope#leave()\n"
            "corrupt: test: byte 29, call 1, JSON object: parse error at line 1, column 11: syntax error while parsing "
            "value - invalid literal; last read: '\"event\":no'");
  EXPECT_EQ(events(start + "5]"),
            "0 wtf.scope#leave()\ncorrupt: test: byte 29, call 1, JSON: an object should start "
            "here, and there is '5'");
  EXPECT_EQ(events(start + "\x01]"),
            "0 wtf.scope#leave()\ncorrupt: test: byte 29, call 1, JSON: an object should "
            "start here, and there is byte 0x01");
  EXPECT_EQ(events(start + "{\"event\":\"\xff\"}]").substr(0, 94),
            "0 wtf.scope#leave()\ncorrupt: test: byte 29, call 1, JSON object: parse error at line 1, column");
  EXPECT_EQ(events(start + R"j({"event":"f","time":1e999}])j").substr(0, 88),
            "0 wtf.scope#leave()\ncorrupt: test: byte 29, call 1, JSON object: number overflow parsing");
}

TEST(WtfList, JsonThatIsNoTrace) {
  EXPECT_EQ(events("{}"), "refused: test: byte 0, call 0, JSON: it is no trace: the first object is none of a trace");
  EXPECT_EQ(events(R"j([{"name":"x"}])j"),
            "refused: test: byte 1, call 0, JSON: it is no trace: the first object is none of a trace");
  EXPECT_EQ(events("[1,2]"), "refused: test: byte 1, call 0, JSON: an object should start here, and there is '1'");
  EXPECT_EQ(events("{ int x; }"),
            "refused: test: byte 0, call 0, JSON object: parse error at line 1, column 2: syntax error while parsing "
            "object key - invalid literal; last read: '{i'; expected string literal");
}

}  // namespace
}  // namespace loaders::wtf
