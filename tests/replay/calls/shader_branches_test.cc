#include "replay/calls/shader_branches.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <string>

#include "replay/calls/shader_words.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

bool has_live_x(const std::string& source) { return without_dead_branches(source).find('x') != std::string::npos; }

TEST(ShaderBranches, AreDeadWithoutTheirMacro) {
  for (const char* source :
       {"#ifdef A\nx\n#endif", " # ifdef A\r\nx\r\n#endif", "#if defined(A)\nx\n#endif", "#if defined A\nx\n#endif",
        "#if defined(A) || defined B\nx\n#endif", "#if 0\nx\n#endif", "#ifdef A\n#else\n#endif\n#ifdef A\nx\n#endif",
        "#ifdef A\n#ifdef GL_ES\nx\n#else\nx\n#endif\n#endif", "#ifdef A\n#define B\n#endif\n#ifdef B\nx\n#endif",
        "#ifdef A\nx\n#endif\n#define A", "// #define A\n#ifdef A\nx\n#endif", "#if 1\n#elif defined(A)\nx\n#endif",
        "#ifdef A /* \n#endif */\nx\n#endif", "// x", "/* x", "#ifdef A\nx"})
    EXPECT_FALSE(has_live_x(source)) << source;
}

TEST(ShaderBranches, MayBeLiveWhereMoreIsSaid) {
  for (const char* source :
       {"x", "#define A\n#ifdef A\nx\n#endif", "#ifndef A\nx\n#endif", "#ifdef A\n#else\nx\n#endif",
        "#ifdef A\n#elif 1\nx\n#endif", "#ifdef GL_ES\nx\n#endif", "#ifdef __VERSION__\nx\n#endif",
        "#if !defined(A)\nx\n#endif", "#if defined(A) == 0\nx\n#endif", "#if defined(A) || 1\nx\n#endif",
        "#if defined(A) || defined(GL_ES)\nx\n#endif", "#if A\nx\n#endif", "#ifdef A\n#endif\nx", "#endif\nx",
        "#ifdef GL_ES\n#define A\n#endif\n#ifdef A\nx\n#endif", "/* #ifdef A */ x", "#ifdef\nx\n#endif", "#if\nx"})
    EXPECT_TRUE(has_live_x(source)) << source;
}

// The time is linear: a file of a stranger may have any text.
TEST(ShaderBranches, TakesLongTextsWithoutASingleWord) {
  std::string brackets = "#if " + std::string(std::size_t{1} << 20, '('), open;
  for (int i = 0; i < 1 << 18; ++i) open += "#if\n";
  EXPECT_TRUE(has_live_x(brackets + "\nx"));
  EXPECT_TRUE(has_live_x(open + "x"));
  std::string samplers;
  for (int i = 0; i < 1 << 17; ++i) samplers += "sampler";
  EXPECT_EQ(sampled_targets(samplers), kAllTargets);
}

// Asks a driver which samplers programs have whose text is made at random.
class ShaderBranchesAndDriver : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    on = window(16, 16);
    live = context(*on, {.major = 4, .minor = 5, .profile = Profile::kCore});
  }

  std::size_t below(std::size_t end) { return random() % end; }
  std::string name() { return std::string(1, static_cast<char>('A' + below(3))); }

  std::string condition() {
    switch (below(9)) {
      case 0: return "#ifdef " + name();
      case 1: return "#ifndef " + name();
      case 2: return "#if defined(" + name() + ")";
      case 3: return "#if defined " + name() + " || defined(" + name() + ")";
      case 4: return "#if defined(" + name() + ") && !defined(" + name() + ")";
      case 5: return "#if !defined(" + name() + ") || defined " + name();
      case 6: return "#if " + std::to_string(below(2));
      case 7: return "#ifdef GL_core_profile";
      default: return "#if __VERSION__ > " + std::to_string(440 + 20 * below(2));
    }
  }

  // Declares samplers, and adds to `use` what keeps the driver from taking them out.
  void declare(std::string& text, std::string& use) {
    constexpr auto kTypes = std::to_array<std::array<const char*, 2>>({
        {"sampler1D", "0.5"},
        {"usampler2D", "vec2(0.5)"},
        {"isampler3D", "vec3(0.5)"},
        {"samplerCube", "vec3(0.5)"},
        {"sampler2DShadow", "vec3(0.5)"},
        {"samplerCubeArray", "vec4(0.5)"},
        {"sampler2DArray", "vec3(0.5)"},
        {"sampler2DRect", "vec2(0.5)"},
    });
    const auto& [type, at] = kTypes[below(kTypes.size())];
    const std::string sampler = "s" + std::to_string(samplers++);
    text += std::string("uniform ") + type + " " + sampler + ";\n#define HAS_" + sampler + "\n";
    use += "#ifdef HAS_" + sampler + "\nsum += vec4(texture(" + sampler + ", " + at + "));\n#endif\n";
  }

  void write_part(std::string& text, std::string& use, int depth) {
    for (std::size_t parts = below(3) + 1; parts > 0; --parts) {
      switch (below(depth > 0 ? 5 : 3)) {
        case 0: text += "#define " + name() + "\n"; break;
        case 1: text += "/* " + condition() + "\n#endif */\n"; break;
        case 2: declare(text, use); break;
        default:
          text += condition() + '\n';
          write_part(text, use, depth - 1);
          if (below(3) == 0) text += "#elif defined(" + name() + ")\n";
          if (below(2) == 0) text += "#else\n";
          write_part(text, use, depth - 1);
          text += "#endif\n";
      }
    }
  }

  std::string random_shader() {
    samplers = 0;
    std::string text, use;
    write_part(text, use, 3);
    return "#version 450\n" + text + "out vec4 color;\nvoid main() {\nvec4 sum = vec4(0);\n" + use + "color = sum; }\n";
  }

  // No value: it does not link.
  std::optional<TextureTargets> targets_in_driver(const std::string& source) const {
    const GladGLContext& gl = live->gl();
    const char* text = source.c_str();
    const GLuint program = gl.CreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &text);
    GLint linked = 0, uniforms = 0;
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == 0) return std::nullopt;
    gl.GetProgramiv(program, GL_ACTIVE_UNIFORMS, &uniforms);
    TextureTargets targets = 0;
    for (GLint i = 0; i < uniforms; ++i) {
      char name[32];
      GLint size = 0;
      GLenum type = 0;
      gl.GetActiveUniform(program, static_cast<GLuint>(i), sizeof name, nullptr, &size, &type, name);
      targets |= target_of(type);
    }
    gl.DeleteProgram(program);
    return targets;
  }

  static TextureTargets target_of(GLenum type) {
    switch (type) {
      case GL_SAMPLER_1D: return targets_of(GL_TEXTURE_1D);
      case GL_SAMPLER_2D_SHADOW:
      case GL_UNSIGNED_INT_SAMPLER_2D: return targets_of(GL_TEXTURE_2D);
      case GL_INT_SAMPLER_3D: return targets_of(GL_TEXTURE_3D);
      case GL_SAMPLER_CUBE: return targets_of(GL_TEXTURE_CUBE_MAP);
      case GL_SAMPLER_CUBE_MAP_ARRAY: return targets_of(GL_TEXTURE_CUBE_MAP_ARRAY);
      case GL_SAMPLER_2D_ARRAY: return targets_of(GL_TEXTURE_2D_ARRAY);
      case GL_SAMPLER_2D_RECT: return targets_of(GL_TEXTURE_RECTANGLE);
      default: return kAllTargets;
    }
  }

  std::mt19937 random{7};
  int samplers = 0;
  std::unique_ptr<Window> on;
  std::unique_ptr<GlContext> live;
};

TEST_F(ShaderBranchesAndDriver, SamplersOfTheDriverAreInLiveBranches) {
  make_current(*on, *live);
  int linked = 0, fewer = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string source = random_shader();
    const auto in_driver = targets_in_driver(source);
    if (!in_driver) continue;
    ++linked;
    const TextureTargets seen = sampled_targets(without_dead_branches(source));
    EXPECT_EQ(*in_driver & ~seen, 0U) << source;
    fewer += seen != sampled_targets(source) ? 1 : 0;
  }
  EXPECT_GT(linked, 200);
  EXPECT_GT(fewer, 50) << "some branches are dead";
}

}  // namespace
}  // namespace replay
