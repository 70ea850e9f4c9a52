#include "loaders/stream/dump.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "loaders/stream/dump_json.h"

namespace loaders {
namespace {

std::string dump(const Value& value, const char* function = nullptr, std::size_t param = 0) {
  std::string out;
  const auto id = glbindings::find_function(function ? function : "");
  append_value(out, value, function ? &glbindings::signature(id).params()[param] : nullptr);
  return out;
}

TEST(Dump, Numbers) {
  EXPECT_EQ(dump(Value::of_uint(~0ull)), "18446744073709551615");
  EXPECT_EQ(dump(Value::of_sint(-5)), "-5");
  EXPECT_EQ(dump(Value::of_f32(0.1f)), "0.1");
  EXPECT_EQ(dump(Value::of_f64(0.1f)), "0.10000000149011612");
  EXPECT_EQ(dump(Value::of_f32(-0.0f)), "-0");
  EXPECT_EQ(dump(Value::of_f32(std::numeric_limits<float>::infinity())), "inf");
  EXPECT_EQ(dump(Value::of_f64(std::nan(""))), "nan");
  EXPECT_EQ(dump(Value::of_pointer(0x7fff0010)), "0x7fff0010");
  EXPECT_EQ(dump(Value{}), "NULL");
}

TEST(Dump, Names) {
  EXPECT_EQ(dump(Value::of_uint(0x0de1), "glBindTexture", 0), "GL_TEXTURE_2D");
  EXPECT_EQ(dump(Value::of_uint(0x4000), "glClear", 0), "GL_COLOR_BUFFER_BIT");
  EXPECT_EQ(dump(Value::of_uint(0), "glClear", 0), "0");
  EXPECT_EQ(dump(Value::of_uint(1), "glDepthMask", 0), "GL_TRUE");
  EXPECT_EQ(dump(Value::of_uint(7), "glDepthMask", 0), "7");
  EXPECT_EQ(dump(Value::of_sint(0x8058), "glTexImage2D", 2), "GL_RGBA8");
  EXPECT_EQ(dump(Value::of_sint(4), "glTexImage2D", 2), "4");
  EXPECT_EQ(dump(Value::of_uint(0xdeadbeef), "glEnable", 0), "0xdeadbeef");
}

TEST(Dump, MemoryAndText) {
  EXPECT_EQ(dump(Value::of_memory(ValueKind::kBlob, "abc", 3)), "blob(3)");
  const char text[] = "a\"b\\c\n\t\r\x01\xc3";
  EXPECT_EQ(dump(Value::of_memory(ValueKind::kString, text, sizeof text - 1)), R"("a\"b\\c\n\t\r\001\303")");
  const std::uint32_t buffers[] = {1, 2};
  EXPECT_EQ(dump(Value::of_memory(ValueKind::kArray, buffers, 2, Elem::kU32)), "{1, 2}");
  EXPECT_EQ(dump(Value::of_memory(ValueKind::kArray, buffers, 0, Elem::kU32)), "{}");
  const Value inner[] = {Value{}, Value::of_pointer(16)};
  EXPECT_EQ(dump(Value::of_memory(ValueKind::kArray, inner, 2, Elem::kValue)), "{NULL, 0x10}");
}

class DumpCall : public testing::Test {
 protected:
  void set(const char* name, std::vector<std::string> names = {}) {
    call_.function = glbindings::find_function(name);
    call_.recorded = functions_.append({name, call_.function, std::move(names)});
    call_.args = args_;
    call_.number = 12;
  }
  std::string text() {
    std::string out;
    append_call(out, call_, functions_);
    return out;
  }
  std::string json() {
    std::string out;
    append_call_json(out, call_, functions_);
    return out;
  }

  FunctionTable functions_;
  Call call_;
  Value args_[3];
};

TEST_F(DumpCall, TextOfSeveralLines) {
  set("fooBar", {"source", "name"});
  const std::string source = "void main() {\r\n\tx = \"\\\";\n\n\x1b[2J}";
  args_[0] = Value::of_memory(ValueKind::kString, source.data(), static_cast<std::uint32_t>(source.size()));
  args_[1] = Value::of_memory(ValueKind::kString, "one line", 8);
  call_.argc = 2;
  std::string out;
  append_call(out, call_, functions_, {.multiline = true});
  EXPECT_EQ(out,
            "12 fooBar(source = \"\"\"\n"
            "      void main() {\n"
            "      \tx = \"\\\";\n"
            "      \n"
            "      \\033[2J}\n"
            "    \"\"\", name = \"one line\")\n");
}

// Whatever the file calls things, only our own sequences reach the terminal.
TEST_F(DumpCall, Colours) {
  constexpr DumpColours kLetters = {
      .function = "<f>", .argument = "<a>", .string = "<s>", .name = "<n>", .remark = "<r>", .off = "</>"};
  set("glEnable");
  args_[0] = Value::of_uint(0x0be2);
  call_.argc = 1;
  call_.flags |= kFake;
  std::string out;
  append_call(out, call_, functions_, {.colours = &kLetters});
  EXPECT_EQ(out, "12 <f>glEnable</>(<a>cap = </><n>GL_BLEND</>)<r>  // fake</>\n");
  set("foo\x1b[31m\n", {"a\x1b]0;x\x07"});
  args_[0] = Value::of_memory(ValueKind::kString, "\x1b[0m\n", 5);
  for (const bool multiline : {false, true}) {
    out.clear();
    append_call(out, call_, functions_, {.multiline = multiline, .colours = &kLetters});
    EXPECT_EQ(out.find('\x1b'), std::string::npos) << out;
    EXPECT_EQ(out.find('\x07'), std::string::npos) << out;
  }
}

TEST_F(DumpCall, KnownFunction) {
  set("glBindTexture");
  args_[0] = Value::of_uint(0x0de1);
  args_[1] = Value::of_uint(5);
  call_.argc = 2;
  EXPECT_EQ(text(), "12 glBindTexture(target = GL_TEXTURE_2D, texture = 5)\n");
  EXPECT_EQ(json(), R"({"schema":1,"call":12,"function":"glBindTexture","args":{"target":"GL_TEXTURE_2D","texture":5}})"
                    "\n");
}

TEST_F(DumpCall, UnknownFunctionHasTheNamesOfTheFileOrNone) {
  set("fooBar", {"first"});
  args_[0] = Value::of_uint(1);
  args_[1] = Value::of_memory(ValueKind::kBlob, "abc", 3);
  call_.argc = 2;
  EXPECT_EQ(text(), "12 fooBar(first = 1, blob(3))\n");
  EXPECT_EQ(json(), R"({"schema":1,"call":12,"function":"fooBar","args":{"first":1,"arg1":{"blob":3}}})"
                    "\n");
}

TEST_F(DumpCall, ResultAndFlags) {
  set("glCreateShader");
  args_[0] = Value::of_uint(0x8b31);
  args_[1] = Value::of_uint(3);
  call_.argc = 1;
  call_.has_result = 1;
  call_.flags = kDerived | kIncomplete;
  EXPECT_EQ(text(), "  + glCreateShader(type = GL_VERTEX_SHADER) = 3  // incomplete\n");
  EXPECT_EQ(
      json(),
      R"({"schema":1,"call":12,"function":"glCreateShader","args":{"type":"GL_VERTEX_SHADER"},"result":3,"derived":true,"incomplete":true})"
      "\n");
}

TEST_F(DumpCall, ThreadAndFake) {
  set("glFinish");
  call_.argc = 0;
  call_.thread = 2;
  call_.flags = kFake | kIncomplete;
  EXPECT_EQ(text(), "12 @2 glFinish()  // fake, incomplete\n");
  EXPECT_EQ(json(), R"({"schema":1,"call":12,"thread":2,"function":"glFinish","args":{},"fake":true,"incomplete":true})"
                    "\n");
}

TEST_F(DumpCall, TimeThreadAndNesting) {
  set("window#setTimeout", {"delay"});
  args_[0] = Value::of_uint(5);
  args_[1] = Value::of_sint(-7);
  args_[1].aux = 2;
  call_.argc = 1;
  call_.flags = kTimed;
  call_.thread = 3;
  EXPECT_EQ(text(), "12     window#setTimeout(delay = 5)  // -7 us, thread 3\n");
  EXPECT_EQ(
      json(),
      R"({"schema":1,"call":12,"thread":3,"function":"window#setTimeout","args":{"delay":5},"time_us":-7,"nested":2})"
      "\n");
  args_[1].aux = 0xffff;
  call_.thread = 0;
  call_.flags |= kIncomplete;
  EXPECT_EQ(text(), "12 " + std::string(80, ' ') + "window#setTimeout(delay = 5)  // incomplete, -7 us\n");
}

TEST_F(DumpCall, JsonText) {
  set("fooBar", {"any"});
  const auto with = [this](const std::string& json_text) {
    args_[0] = Value::of_memory(ValueKind::kString, json_text.data(), static_cast<std::uint32_t>(json_text.size()));
    args_[0].aux = kJsonText;
    call_.argc = 1;
    return text() + json();
  };
  EXPECT_EQ(with("{\"a\":\n[1,\"\xc3\xa4\"]}"),
            "12 fooBar(any = {\"a\": [1,\"\\303\\244\"]})\n"
            "{\"schema\":1,\"call\":12,\"function\":\"fooBar\",\"args\":{\"any\":{\"a\":[1,\"\xc3\xa4\"]}}}\n");
  EXPECT_NE(with("[1").find("\"any\":\"[1\""), std::string::npos) << "what is no JSON is text";
  const std::string deep(100000, '[');
  EXPECT_NE(with(deep).find("\"any\":\"[["), std::string::npos);
  EXPECT_NE(with(deep + std::string(100000, ']')).find("\"any\":\"[["), std::string::npos);
}

TEST_F(DumpCall, JsonSurvivesAnyText) {
  set("fooBar");
  args_[0] = Value::of_memory(ValueKind::kString, "\xff\xfe\n", 3);
  args_[1] = Value::of_f32(std::numeric_limits<float>::quiet_NaN());
  args_[2] = Value::of_f32(1e20f);
  call_.argc = 3;
  EXPECT_EQ(json(),
            "{\"schema\":1,\"call\":12,\"function\":\"fooBar\",\"args\":{\"arg0\":\"\xef\xbf\xbd\xef\xbf\xbd\\n\","
            "\"arg1\":\"nan\","
            "\"arg2\":1e+20}}\n");
}

}  // namespace
}  // namespace loaders
