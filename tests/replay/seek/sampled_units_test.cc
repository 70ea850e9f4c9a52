#include "replay/seek/sampled_units.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "loaders/open.h"
#include "replay/seek/share_groups.h"
#include "tests/replay/call_builder.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/platform/headless_test.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;

constexpr std::uint32_t kGroup = 1;

class Units : public testing::Test {
 protected:
  void call(Id function, std::vector<loaders::Value> arguments) {
    units.follow(calls.add(function, std::move(arguments)), kGroup, current);
  }
  void call(Id function, std::vector<loaders::Value> arguments, std::uint64_t result) {
    const loaders::Value made = uint(result);
    units.follow(calls.add(function, std::move(arguments), &made), kGroup, current);
  }
  void use(std::uint64_t program, bool is_outside = true) {
    units.use(calls.add(Id::glUseProgram, {uint(program)}), kGroup, is_outside, current);
  }
  void make_program(std::uint64_t name, const char* source = "uniform sampler2D image; void main() {}") {
    call(Id::glCreateProgram, {}, name);
    call(Id::glCreateShader, {uint(GL_FRAGMENT_SHADER)}, name + 100);
    call(Id::glShaderSource, {uint(name + 100), sint(1), calls.values({calls.string(source)}), loaders::Value()});
    call(Id::glAttachShader, {uint(name), uint(name + 100)});
    call(Id::glLinkProgram, {uint(name)});
  }
  void set_uniform(int value) { call(Id::glUniform1i, {sint(0), sint(value)}); }
  TextureUnits sampled() const { return units.of(current, kGroup).units; }
  TextureTargets targets() const { return units.of(current, kGroup).targets; }

  CallBuilder calls;
  SampledUnits units;
  CurrentPrograms current;
};

TEST_F(Units, AreThoseThatUniformsGet) {
  EXPECT_EQ(sampled(), kAllUnits) << "no program";
  make_program(5);
  use(5);
  EXPECT_EQ(sampled(), 1U);
  set_uniform(3);
  call(Id::glUniform1iv, {sint(0), sint(2), calls.ints({1, -1})});
  EXPECT_EQ(sampled(), 0b1011U);
  call(Id::glProgramUniform1i, {uint(5), sint(0), sint(4)});
  EXPECT_EQ(sampled(), 0b11011U);
  call(Id::glUniform1iv, {sint(0), sint(3), calls.ints({1})});
  EXPECT_EQ(sampled(), kAllUnits) << "the recording lacks numbers";
}

TEST_F(Units, AreNoneWithoutASampler) {
  for (const char* source :
       {"void main() {}", "precision highp sampler2D ;\nprecision mediump sampler3D; void main() {}"}) {
    make_program(5, source);
    use(5);
    set_uniform(3);
    EXPECT_EQ(sampled(), 0U) << source;
  }
  for (const char* source :
       {"uniform highp sampler2D a;", "#define precision uniform\nprecision highp sampler2D a;",
        "uniform sam\\\npler2D a;", "precision highp sampler2D; uniform sampler2D a;", "lowp sampler2D;"}) {
    make_program(6, source);
    use(6);
    EXPECT_EQ(sampled(), 1U) << source;
  }
}

TEST_F(Units, HaveTexturesOfTheKindsThatShadersSample) {
  const TextureTargets flat = targets_of(GL_TEXTURE_2D), cube = targets_of(GL_TEXTURE_CUBE_MAP);
  make_program(5, "#ifdef SKY\nuniform samplerCube sky;\n#endif\nuniform sampler2D image;");
  make_program(6, "#define SKY\n#ifdef SKY\nuniform samplerCube sky;\n#endif\nuniform sampler2D image;");
  use(5);
  EXPECT_EQ(targets(), flat);
  use(6, false);
  EXPECT_EQ(targets(), flat | cube) << "GL may have refused program 6, or not";
  use(0);
  EXPECT_EQ(targets(), kAllTargets);
}

TEST_F(Units, MayBeTheLastOfMany) {
  make_program(5);
  use(5);
  set_uniform(191);
  EXPECT_EQ(sampled(), TextureUnits().set(0).set(191));
}

TEST_F(Units, AreThoseOfEachShader) {
  make_program(5, "void main() {}");
  call(Id::glCreateShader, {uint(GL_VERTEX_SHADER)}, 80);
  call(Id::glAttachShader, {uint(5), uint(80)});
  call(Id::glShaderSource, {uint(80), sint(1), calls.values({calls.string("uniform sampler2D a;")}), loaders::Value()});
  use(5);
  EXPECT_EQ(sampled(), 0U) << "it is not linked with it";
  call(Id::glLinkProgram, {uint(5)});
  EXPECT_EQ(sampled(), 1U);
}

TEST_F(Units, BelongToThePrograms) {
  make_program(5);
  make_program(6);
  use(5);
  set_uniform(2);
  use(6);
  EXPECT_EQ(sampled(), 1U);
  use(5, false);
  EXPECT_EQ(sampled(), 0b101U) << "GL may have refused program 5";
  use(0);
  EXPECT_EQ(sampled(), kAllUnits);
}

TEST_F(Units, AreAllWhereAProgramIsNotFollowed) {
  use(9);
  EXPECT_EQ(sampled(), kAllUnits) << "nobody made it";
  make_program(5);
  call(Id::glDetachShader, {uint(5), uint(105)});
  use(5);
  EXPECT_EQ(sampled(), 1U) << "it has been linked";
  call(Id::glLinkProgram, {uint(5)});
  EXPECT_EQ(sampled(), kAllUnits) << "fixed functions make its fragments";
  make_program(6);
  use(6);
  EXPECT_EQ(units.of(current, ShareGroups::kAny), Sampled{});
  call(Id::glBindProgramPipeline, {uint(1)});
  EXPECT_EQ(sampled(), kAllUnits);
}

TEST_F(Units, AreAllWhereTextsCanBeIncluded) {
  make_program(5, "#include </a>\nvoid main() {}");
  use(5);
  EXPECT_EQ(sampled(), 0U);
  call(Id::glNamedStringARB,
       {uint(GL_SHADER_INCLUDE_ARB), sint(2), calls.string("/a"), sint(19), calls.string("uniform sampler2D a")});
  EXPECT_EQ(sampled(), kAllUnits);
}

TEST_F(Units, OfAProgramThatIsNotKnownAreThoseOfAll) {
  make_program(5);
  set_uniform(3);
  call(Id::glProgramUniform1i, {uint(9), sint(0), sint(5)});
  use(5);
  EXPECT_EQ(sampled(), 0b101001U);
}

TEST_F(Units, MayBeChosenByShaders) {
  make_program(5, "uniform sampler2D s; layout(std140, binding = 60) uniform Block { vec4 v; }; void main() {}");
  use(5);
  EXPECT_EQ(sampled(), (kAllUnits << 60 | TextureUnits(1))) << "an array would take those after it";
  make_program(6, "uniform sampler2D s; int mybinding; void main() { if (mybinding == 1) discard; }");
  EXPECT_EQ(sampled(), kAllUnits) << "it looks like one";
}

TEST_F(Units, ThatMacrosChooseAreNotKnown) {
  make_program(5, "#define AT(x) layout(binding = x)\nAT(3) uniform sampler2D s; void main() {}");
  use(5);
  EXPECT_EQ(sampled(), kAllUnits);
}

TEST_F(Units, SayWhichDrawsMayTouchMemory) {
  const auto may = [&] { return units.draws_may_touch_memory(current, kGroup); };
  EXPECT_TRUE(may()) << "no program";
  make_program(5);
  use(5);
  EXPECT_FALSE(may());
  EXPECT_TRUE(units.draws_may_touch_memory(current, ShareGroups::kAny));
  make_program(6, "layout(r32ui) uniform uimage2D a; void main() { imageAtomicAdd(a, ivec2(0), 1u); }");
  EXPECT_FALSE(may());
  use(6, false);
  EXPECT_TRUE(may()) << "GL may have refused it, or not";
  use(5);
  call(Id::glShaderSource,
       {uint(105), sint(1), calls.values({calls.string("buffer B { int b; };")}), loaders::Value()});
  EXPECT_FALSE(may()) << "it is not linked with it";
  call(Id::glLinkProgram, {uint(5)});
  EXPECT_TRUE(may());
  make_program(7);
  use(7);
  EXPECT_FALSE(may());
  use(9);
  EXPECT_TRUE(may()) << "nobody made it";
  make_program(8);
  use(8);
  units.lists_choose();
  EXPECT_TRUE(may());
}

// Two passes in each frame: one draws texture 1, and samples unit 0, while texture 2 of the frame before is still bound
// to unit 1. The other draws texture 2 from texture 1. The window shows texture 2. A third program can count the draws
// in an image, and shows how many there were.
class PassesWithPrograms : public HeadlessTest {
 protected:
  static constexpr int kProgram = 3, kCountingProgram = 30, kFrames = 6, kUnit = 0x84C0, kTexture2d = 0x0DE1,
                       kFramebuffer = 0x8D40;

  void make_program(int program, const char* fragment) {
    using namespace tests::at;
    scene.trace.call("glCreateProgram()", {}).returns(program);
    int shader = program + 1;
    for (const auto& [kind, source] :
         {std::pair(0x8B31, "void main() { gl_Position = gl_Vertex; gl_TexCoord[0] = gl_Vertex; }"),
          {0x8B30, fragment}}) {
      scene.trace.call("glCreateShader(type)", {en(kind)}).returns(shader);
      scene.trace.call("glShaderSource(shader, count, string, length)",
                       {shader, 1, items({text(source)}), tests::at::null()});
      scene.trace.call("glCompileShader(shader)", {shader});
      scene.trace.call("glAttachShader(program, shader)", {program, shader++});
    }
    scene.trace.call("glLinkProgram(program)", {program});
    scene.trace.call("glUseProgram(program)", {program});
  }
  void make_counter() {
    using namespace tests::at;
    make_program(kCountingProgram,
                 "#version 420 compatibility\nlayout(r32ui) uniform uimage2D n; void main() { gl_FragColor = "
                 "vec4(float(imageAtomicAdd(n, ivec2(0), 1u)) / 255.0); }");
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(kTexture2d), 0, en(0x8236), 1, 1, 0, en(0x8D94), en(0x1405), blob(std::string(4, '\0'))});
    scene.trace.call("glBindImageTexture(unit, texture, level, layered, layer, access, format)",
                     {0, 4, 0, 0, 0, en(0x88BA), en(0x8236)});
  }
  void count() {
    scene.trace.call("glUseProgram(program)", {kCountingProgram});
    scene.trace.call("glRectf(x1, y1, x2, y2)", {0.5, 0.5, 1.0, 1.0});
    scene.trace.call("glUseProgram(program)", {kProgram});
  }
  void bind(int unit, int texture) {
    using namespace tests::at;
    scene.trace.call("glActiveTexture(texture)", {en(kUnit + unit)});
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), texture});
  }
  void draw_into(int framebuffer) {
    using namespace tests::at;
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), framebuffer});
    scene.clear(kRedColor).trace.call("glRectf(x1, y1, x2, y2)", {-1.0, -1.0, 0.5, 1.0});
  }
  FramesShown play(const char* fragment, bool counts = false) {
    using namespace tests::at;
    scene.window(8, 8);
    for (int name = 1; name <= 2; ++name) {
      bind(0, name);
      scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                       {en(kTexture2d), 0, en(0x1908), 8, 8, 0, en(0x1908), en(0x1401), tests::at::null()});
      scene.trace.call("glTexParameteri(target, pname, param)", {en(kTexture2d), en(0x2801), 0x2600});
      scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), name});
      scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                       {en(kFramebuffer), en(0x8CE0), en(kTexture2d), name, 0});
    }
    bind(0, 4);
    if (counts) make_counter();
    bind(other_unit, 2);
    make_program(kProgram, fragment);
    for (int frame = 0; frame < kFrames; ++frame) {
      bind(0, 0);
      draw_into(1);
      bind(0, 1);
      draw_into(2);
      bind(0, 2);
      draw_into(0);
      if (counts) count();
      scene.swap();
    }
    const auto open = [&] { return *loaders::open_trace(loaders::memory_source(scene.trace.file()), "scene"); };
    const CallSet last = *parse_frame_set(std::to_string(kFrames - 1));
    const FramesShown all = show_frames(*platform, *open(), last, SeekPlan());
    EXPECT_EQ(seek_frames(*platform, open, last).hashes, all.hashes);
    FramesShown sought = seek_frames(*platform, open, last, guesses_about_drawing());
    EXPECT_EQ(sought.hashes, all.hashes);
    EXPECT_EQ(seek_indexed_frames(*platform, open, last).hashes, all.hashes);
    return sought;
  }

  ApitraceScene scene;
  int other_unit = 1;
};

// All draws and clears of the earlier frames.
constexpr std::uint64_t kAllThatIsOver = 5 * 6;

constexpr const char* kPlain =
    "uniform sampler2D s; void main() { gl_FragColor = vec4(0.1, 0.2, 0.3, 1.0) + texture2D(s, gl_TexCoord[0].xy); }";

TEST_F(PassesWithPrograms, DoNotReadWhatTheyDoNotSample) {
  const FramesShown shown = play(kPlain);
  EXPECT_EQ(shown.left_out, kAllThatIsOver);
  EXPECT_FALSE(shown.guess_was_wrong);
}

// llvmpipe has 192 units. Recordings of Godot use the last ones.
TEST_F(PassesWithPrograms, MayHaveTexturesAtUnitsThatOnlySomeDriversHave) {
  other_unit = 100;
  const FramesShown shown = play(kPlain);
  EXPECT_EQ(shown.left_out, kAllThatIsOver);
  EXPECT_FALSE(shown.guess_was_wrong);
}

TEST_F(PassesWithPrograms, AreMadeWhereTheDriverLacksAUnit) {
  other_unit = 250;
  EXPECT_TRUE(play(kPlain).guess_was_wrong);
}

TEST_F(PassesWithPrograms, AreLeftOutAroundDrawsThatWriteMemory) {
  const FramesShown shown = play(kPlain, true);
  EXPECT_EQ(shown.left_out, kAllThatIsOver);
  EXPECT_FALSE(shown.guess_was_wrong);
}

TEST_F(PassesWithPrograms, MayReadEverythingWhereTheProgramDoesNotLink) {
  const FramesShown shown = play("void main() { gl_FragColor = nothing; }");
  EXPECT_LT(shown.left_out, kAllThatIsOver);
  EXPECT_TRUE(shown.guess_was_wrong);
}

}  // namespace
}  // namespace replay
