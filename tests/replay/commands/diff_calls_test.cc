// `replay diff-calls`, as a user runs it. No driver is needed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/apitrace_builder.h"
#include "tests/replay/commands/program.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

// A program that makes textures and draws with them, as it would be recorded in a process.
struct Program {
  std::uint64_t first_texture = 1;  // the name of the first texture, which depends on the driver
  std::uint64_t display = 0x5500;   // an address
  int location = 3;                 // of the uniform, which depends on the driver
  std::vector<std::string> textures = {"brick", "stone", "water"};
  std::vector<double> greens = {0, 0.25, 0.5};  // one for each frame
};

ApitraceBuilder recording(const Program& program) {
  ApitraceBuilder trace;
  const Item display = ptr(program.display);
  trace.call("glXMakeCurrent(dpy, drawable, ctx)", {display, 77, ptr(program.display + 64)}).returns(1);
  std::uint64_t name = program.first_texture;
  for (const std::string& pixels : program.textures) {
    trace.call("glGenTextures(n, textures)", {1}).out(1, items({Item(name)}));
    trace.call("glBindTexture(target, texture)", {en(0x0de1), Item(name++)});
    trace.call("glTexParameteri(target, pname, param)", {en(0x0de1), en(0x2801), en(0x2600)});
    trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
               {en(0x0de1), 0, en(0x1908), 1, 1, 0, en(0x1908), en(0x1401), blob(pixels)});
  }
  trace.call("glGetUniformLocation(program, name)", {5, "tint"}).returns(program.location);
  trace.call("glUseProgram(program)", {5});
  for (const double green : program.greens) {
    trace.call("glUniform4f(location, v0, v1, v2, v3)", {program.location, 1.0, green, 0.0, 1.0});
    for (std::uint64_t texture = program.first_texture; texture < name; ++texture) {
      trace.call("glBindTexture(target, texture)", {en(0x0de1), Item(texture)});
      trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3});
    }
    trace.call("glXSwapBuffers(dpy, drawable)", {display, 77});
  }
  return trace;
}

class DiffCalls : public testing::Test {
 protected:
  void write(const std::string& name, ApitraceBuilder trace) const {
    const std::vector<std::byte> bytes = trace.file();
    std::ofstream(folder.path() / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  Outcome compare(const Program& a, const Program& b, std::vector<std::string> options = {}) const {
    write("a.trace", recording(a));
    write("b.trace", recording(b));
    options.insert(options.begin(), {"diff-calls", "a.trace", "b.trace"});
    return run_program(options, folder.path());
  }
  ScratchFolder folder;
};

// The lines that begin with this sign, without their numbers.
std::vector<std::string> lines(const std::string& text, char sign) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(sign)) result.push_back(line.substr(line.find("gl")));
  }
  return result;
}

TEST_F(DiffCalls, FindsNoDifferenceInWhatDependsOnTheProcess) {
  const Outcome outcome = compare({}, {.first_texture = 40, .display = 0x7700, .location = 12});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out,
            "0 calls changed, 0 only in A, 0 only in B, 39 the same; A has 3 frames, B has 3, 3 are the same\n");
}

TEST_F(DiffCalls, ComparesAnswersWhenAsked) {
  const Outcome outcome = compare({}, {.location = 12}, {"--answers"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines(outcome.out, '+'),
            (std::vector<std::string>{"glGetUniformLocation(program = 5, name = \"tint\") = 12"}));
}

TEST_F(DiffCalls, PointsOutTheArgumentThatChanged) {
  const Outcome outcome = compare({}, {.greens = {0, 0.75, 0.5}}, {"--color", "always"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "v1 = \033[7m0.25\033[27m, v2 = 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "v1 = \033[7m0.75\033[27m, v2 = 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 calls changed, 0 only in A, 0 only in B, 38 the same")) << outcome.out;
}

TEST_F(DiffCalls, PrintsNoColoursIntoAFile) {
  EXPECT_FALSE(contains(compare({}, {.greens = {0, 0.75, 0.5}}).out, "\033"));
}

// The names of all later textures shift by one, and only the calls of the new one differ.
TEST_F(DiffCalls, AlignsTheCallsOfAnObjectThatIsNew) {
  const Outcome outcome = compare({}, {.textures = {"brick", "grass", "stone", "water"}, .greens = {0, 0.25, 0.5}});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines(outcome.out, '-').size(), 0u) << outcome.out;
  EXPECT_EQ(lines(outcome.out, '+').size(), 4u + 3 * 2) << outcome.out;
}

TEST_F(DiffCalls, TellsThatABindOfAnotherObjectDiffers) {
  ApitraceBuilder a = recording({}), b = recording({});
  a.call("glBindTexture(target, texture)", {en(0x0de1), 1});
  b.call("glBindTexture(target, texture)", {en(0x0de1), 2});
  write("a.trace", std::move(a));
  write("b.trace", std::move(b));
  const Outcome outcome = run_program({"diff-calls", "a.trace", "b.trace"}, folder.path());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines(outcome.out, '+'), (std::vector<std::string>{"glBindTexture(target = GL_TEXTURE_2D, texture = 2)"}));
}

TEST_F(DiffCalls, SaysWhereBytesDiffer) {
  const Outcome outcome = compare({}, {.textures = {"brick", "stoNe", "water"}});
  EXPECT_TRUE(contains(outcome.out, "pixels = blob(5))  // pixels differs from byte 3 on")) << outcome.out;
}

TEST_F(DiffCalls, PairsFramesAroundOneThatIsNew) {
  const Outcome outcome = compare({}, {.greens = {0, 0.125, 0.25, 0.5}});
  EXPECT_EQ(lines(outcome.out, '-').size(), 0u) << outcome.out;
  EXPECT_EQ(lines(outcome.out, '+').size(), 8u) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "A has 3 frames, B has 4, 3 are the same")) << outcome.out;
}

TEST_F(DiffCalls, ShowsAsMuchContextAsAsked) {
  const std::string none = compare({}, {.greens = {0, 0.75, 0.5}}, {"-U", "0"}).out;
  EXPECT_EQ(none,
            "@@ A: frame 1, call 23, B: frame 1, call 23 @@\n"
            "-      23           glUniform4f(location = 3, v0 = 1, v1 = 0.25, v2 = 0, v3 = 1)\n"
            "+               23  glUniform4f(location = 3, v0 = 1, v1 = 0.75, v2 = 0, v3 = 1)\n"
            "1 calls changed, 0 only in A, 0 only in B, 38 the same; A has 3 frames, B has 3, 2 are the same\n");
  EXPECT_EQ(lines(compare({}, {.greens = {0, 0.75, 0.5}}, {"-U", "2"}).out, ' ').size(), 4u);
  EXPECT_EQ(lines(compare({}, {.greens = {0, 0.75, 0.5}}, {"-U", "1000"}).out, ' ').size(), 38u);
}

TEST_F(DiffCalls, WritesAPage) {
  EXPECT_EQ(compare({}, {.greens = {0, 0.75, 0.5}}, {"--html", "page.html", "--summary"}).code, 1);
  std::stringstream page;
  page << std::ifstream(folder.path() / "page.html").rdbuf();
  EXPECT_TRUE(contains(page.str(), "v1 = <b>0.75</b>, v2 = 0")) << page.str();
  EXPECT_TRUE(contains(page.str(), "class=\"removed\""));
}

TEST_F(DiffCalls, CannotJudgeADamagedFile) {
  write("a.trace", recording({}));
  ApitraceBuilder damaged = recording({});
  write("b.trace", std::move(damaged.append("\x77\x77\x77")));
  EXPECT_EQ(run_program({"diff-calls", "a.trace", "b.trace"}, folder.path()).code, 125);
  EXPECT_EQ(run_program({"diff-calls", "a.trace", "none.trace"}, folder.path()).code, 125);
  EXPECT_EQ(run_program({"diff-calls", "a.trace", "-"}, folder.path()).code, 125);
  EXPECT_EQ(run_program({"diff-calls", "a.trace"}, folder.path()).code, 2);
  EXPECT_EQ(run_program({"diff-calls", "a.trace", "a.trace", "--html", "a.trace"}, folder.path()).code, 2);
}

TEST_F(DiffCalls, KeepsControlCharactersOfARecordingFromTheTerminal) {
  ApitraceBuilder a, b;
  a.call("glEvil\033[2J(x)", {text("\033]0;title\007")});
  b.call("glEvil\033[2J(x)", {text("other")});
  write("a.trace", std::move(a));
  write("b.trace", std::move(b));
  const Outcome outcome = run_program({"diff-calls", "a.trace", "b.trace"}, folder.path());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_FALSE(contains(outcome.out, "\033")) << outcome.out;
}

}  // namespace
}  // namespace replay
