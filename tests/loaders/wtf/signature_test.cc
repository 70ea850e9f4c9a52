#include "loaders/wtf/signature.h"

#include <gtest/gtest.h>

namespace loaders::wtf {
namespace {

std::vector<Argument> parse(std::string_view text) {
  const Arguments arguments = parse_arguments(text);
  EXPECT_EQ(arguments.problem, "");
  return arguments.list;
}

std::string problem_of(std::string_view text) { return parse_arguments(text).problem; }

TEST(WtfSignature, NameAndArguments) {
  EXPECT_EQ(split_signature("my.ns#f").name, "my.ns#f");
  EXPECT_EQ(split_signature(" a['b-c']:$d () ").name, "a['b-c']:$d");
  EXPECT_EQ(split_signature("f(uint8 a)").arguments, "uint8 a");
  EXPECT_EQ(split_signature("f(uint8 a").arguments, "uint8 a");
  EXPECT_EQ(split_signature("f(").arguments, "");
  EXPECT_EQ(split_signature("").name, "");
}

TEST(WtfSignature, AllTypesAndTheirOtherNames) {
  const std::pair<const char*, ArgType> types[] = {{"bool", ArgType::kBool},
                                                   {"int8", ArgType::kInt8},
                                                   {"byte", ArgType::kInt8},
                                                   {"uint8", ArgType::kUint8},
                                                   {"octet", ArgType::kUint8},
                                                   {"int16", ArgType::kInt16},
                                                   {"short", ArgType::kInt16},
                                                   {"uint16", ArgType::kUint16},
                                                   {"unsigned short", ArgType::kUint16},
                                                   {"int32", ArgType::kInt32},
                                                   {"long", ArgType::kInt32},
                                                   {"uint32", ArgType::kUint32},
                                                   {"unsigned long", ArgType::kUint32},
                                                   {"float32", ArgType::kFloat32},
                                                   {"float", ArgType::kFloat32},
                                                   {"char", ArgType::kChar},
                                                   {"wchar", ArgType::kWchar},
                                                   {"flowId", ArgType::kFlowId},
                                                   {"time32", ArgType::kTime32},
                                                   {"ascii", ArgType::kAscii},
                                                   {"utf8", ArgType::kUtf8},
                                                   {"DOMString", ArgType::kUtf8},
                                                   {"any", ArgType::kAny}};
  for (const auto& [name, type] : types) {
    EXPECT_EQ(parse(std::string(name) + " x"), (std::vector<Argument>{{"x", type, false}})) << name;
  }
}

TEST(WtfSignature, Arrays) {
  EXPECT_EQ(parse("uint8[] a, sequence<unsigned  short> b,float [] c"),
            (std::vector<Argument>{
                {"a", ArgType::kUint8, true}, {"b", ArgType::kUint16, true}, {"c", ArgType::kFloat32, true}}));
}

TEST(WtfSignature, OddSpacing) {
  EXPECT_EQ(parse(" \tuint8   a ,, any b , "),
            (std::vector<Argument>{{"a", ArgType::kUint8, false}, {"b", ArgType::kAny, false}}));
  EXPECT_EQ(parse("uint8"), (std::vector<Argument>{{"", ArgType::kUint8, false}}));
  EXPECT_TRUE(parse(" ").empty());
}

TEST(WtfSignature, UnknownTypes) {
  EXPECT_EQ(problem_of("uint8 a, Uint8 b, x c"), "argument 'b' is of the unknown type 'Uint8'");
  EXPECT_EQ(problem_of("bool[] b"), "argument 'b' is of the unknown type 'bool[]'");
  EXPECT_EQ(problem_of("flowId[] b"), "argument 'b' is of the unknown type 'flowId[]'");
}

}  // namespace
}  // namespace loaders::wtf
