#include "replay/calls/shader_words.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

using Words = std::vector<std::string_view>;

TEST(ShaderWords, HasWordsOutsideOfComments) {
  EXPECT_EQ(words_of("a_1+b/c;"), (Words{"a_1", "b", "c"}));
  EXPECT_EQ(words_of("a// b\nc /* d // */e // f\rg"), (Words{"a", "c", "e", "g"}));
  EXPECT_EQ(words_of("a /* b"), Words{"a"});
  EXPECT_EQ(words_of("// a"), Words{});
}

TEST(ShaderWords, JoinsLines) {
  EXPECT_EQ(with_joined_lines("a\\\nb\\\r\nc\\\rd\\\n\re"), "abcde");
  EXPECT_EQ(with_joined_lines("a\\b\\"), "a\\b\\");
  EXPECT_EQ(with_joined_lines("\\\n\\\n\\\\\n"), "\\");
}

TEST(ShaderWords, TellsWhetherFragmentsMayBeTestedEarly) {
  for (const char* source :
       {"layout(early_fragment_tests) in;", "layout(post_depth_coverage) in;", "#define A(x) x##_fragment_tests"})
    EXPECT_TRUE(may_test_early(source)) << source;
  for (const char* source : {"", "// early_fragment_tests\nvoid main() {}", "float early, early_fragment_tests_2;"})
    EXPECT_FALSE(may_test_early(source)) << source;
}

TEST(ShaderWords, TellsThatNoMemoryIsTouched) {
  for (const char* source :
       {"void main() {}", "uniform sampler2D image; // imageStore\nvec4 buffers, imagery;",
        "#extension GL_ARB_shader_image_load_store : enable\n/* buffer */ void main() {}",
        "uniform Block { vec4 all; };", "#ifdef GL_EXT_texture_array\n#endif", "#ifdef CPP\n#include <a>\n#endif"})
    EXPECT_FALSE(may_touch_memory(source)) << source;
}

TEST(ShaderWords, TellsThatMemoryMayBeTouched) {
  for (const char* source :
       {"a = imageLoad(b, c);", "imageStore(a, b, c);", "imageAtomicAdd(a, b, 1u);", "layout(std430)buffer B {};",
        "// a\rbuffer B {};", "layout(offset = 4) uniform atomic_uint a;", "#extension all : enable",
        "#define JOIN(a, b) a##b\nJOIN(buf, fer) B {};", "#extension GL_NV_shader_buffer_store : enable"})
    EXPECT_TRUE(may_touch_memory(source)) << source;
}

TEST(ShaderWords, TellsWhichTexturesAreSampled) {
  const TextureTargets flat = targets_of(GL_TEXTURE_2D), cube = targets_of(GL_TEXTURE_CUBE_MAP);
  EXPECT_EQ(sampled_targets("void main() {}"), 0U);
  EXPECT_EQ(sampled_targets("uniform isampler2D a; uniform sampler2DShadow b;"), flat);
  EXPECT_EQ(sampled_targets("uniform lowp samplerCube a; void f(sampler2D s);"), flat | cube);
  EXPECT_EQ(sampled_targets("precision lowp samplerCube; uniform sampler2D a;"), flat);
  EXPECT_EQ(sampled_targets("uniform samplerExternalOES a;"), kAllTargets) << "this type is not followed";
  EXPECT_EQ(sampled_targets("#define S(x) sampler##x\nuniform sampler2D a;"), kAllTargets);
}

// Asks a driver what programs have whose text is made at random.
class ShaderWordsAndDriver : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    on = window(16, 16);
    live = context(*on, {.major = 4, .minor = 3, .profile = Profile::kCore});
  }

  std::string maybe(std::string text, std::string (*change)(std::string text)) {
    return random() % 3 == 0 ? change(std::move(text)) : text;
  }

  std::string random_shader() {
    constexpr auto kUses = std::to_array<std::array<const char*, 2>>({
        {"uniform usampler2D a;", "sum += texelFetch(a, ivec2(0), 0).x;"},
        {"layout(r32ui) uniform uimage2D b;", "imageStore(b, ivec2(0), uvec4(1u));"},
        {"layout(r32ui) uniform uimage2D c;", "sum += imageLoad(c, ivec2(0)).x;"},
        {"layout(r32ui) uniform uimage2D d;", "imageAtomicAdd(d, ivec2(0), 1u);"},
        {"layout(std430) buffer E { uint e; };", "e = 1u;"},
        {"layout(binding = 0) uniform atomic_uint f;", "atomicCounterIncrement(f);"},
    });
    const auto& [declaration, use] = kUses[random() % kUses.size()];
    std::string text = declaration + std::string("\n");
    text += "#define USE " + std::string(use) + "\n";
    text = maybe(text, [](std::string t) { return "/* " + t + "*/ #define USE\n"; });
    text += "out vec4 color;\nvoid main() { uint sum = 0u;\n";
    text += maybe("USE", [](std::string t) { return "// " + t + '\n'; });
    text += "\ncolor = vec4(sum); }\n";
    if (random() % 2 == 0) text = "#define JOIN(x, y) x##y\n" + replaced(text, "imageStore", "JOIN(image, Store)");
    for (int i = 0; i < 6; ++i) text.insert(random() % text.size(), "\\\n");
    if (random() % 2 == 0) text = replaced(text, "\n", "\r\n");
    return "#version 430\n" + text;
  }

  static std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    return text;
  }

  // Returns whether a program of this fragment shader has resources in memory. No value: it does not link.
  std::optional<bool> touches_memory(const std::string& source) const {
    const GladGLContext& gl = live->gl();
    const char* text = source.c_str();
    const GLuint program = gl.CreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &text);
    GLint linked = 0, blocks = 0, counters = 0, uniforms = 0;
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == 0) return std::nullopt;
    gl.GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
    gl.GetProgramInterfaceiv(program, GL_ATOMIC_COUNTER_BUFFER, GL_ACTIVE_RESOURCES, &counters);
    gl.GetProgramInterfaceiv(program, GL_UNIFORM, GL_ACTIVE_RESOURCES, &uniforms);
    bool touches = blocks > 0 || counters > 0;
    for (GLint i = 0; i < uniforms; ++i) {
      constexpr GLenum kType = GL_TYPE;
      GLint type = 0;
      gl.GetProgramResourceiv(program, GL_UNIFORM, static_cast<GLuint>(i), 1, &kType, 1, nullptr, &type);
      touches |= type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY;
    }
    gl.DeleteProgram(program);
    return touches;
  }

  std::mt19937 random{7};
  std::unique_ptr<Window> on;
  std::unique_ptr<GlContext> live;
};

TEST_F(ShaderWordsAndDriver, WhatTouchesMemoryIsSeenInTheText) {
  make_current(*on, *live);
  int touching = 0, known_not_to = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string source = random_shader();
    const auto touches = touches_memory(source);
    if (!touches) continue;
    const bool may = may_touch_memory(with_joined_lines(source));
    EXPECT_GE(may, *touches) << source;
    touching += *touches;
    known_not_to += !may;
  }
  EXPECT_GT(touching, 30);
  EXPECT_GT(known_not_to, 10);
}

}  // namespace
}  // namespace replay
