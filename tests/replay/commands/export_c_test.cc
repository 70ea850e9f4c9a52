// `replay export-c`: the program compiles without a warning, and draws the picture that `replay` draws.
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using namespace tests::at;

class ExportC : public ProgramTest {
 protected:
  static std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  // Runs a command of the shell in the folder of an export. Returns what it printed.
  std::string shell(const std::string& in, const std::string& command) const {
    const std::string line = "cd '" + path(in).string() + "' && { " + command + "; } > output.txt 2>&1";
    const int status = std::system(line.c_str());
    const std::string output = text_of(path(in) / "output.txt");
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << command << "\n" << output;
    return output;
  }

  std::string compile_and_run(const std::string& in, const std::string& compiler = C_COMPILER) const {
    shell(in, compiler + " -Wall -Wextra -Werror -o repro repro.c -lEGL -lGL");
    return shell(in, "LIBGL_ALWAYS_SOFTWARE=1 ./repro");
  }

  // Exports, compiles, runs, and compares what the program prints to what the replay prints.
  void expect_same_picture(const std::string& trace, const std::vector<std::string>& which = {"--frame", "last"},
                           int code = 0) const {
    std::vector<std::string> words = {"export-c", trace, "-o", "out"};
    if (which[1] != "last") words.insert(words.end(), which.begin(), which.end());
    const Outcome exported = run(words);
    ASSERT_EQ(exported.code, code) << exported.err;
    words = {trace, "--hash"};
    words.insert(words.end(), which.begin(), which.end());
    const Outcome replayed = run(words);
    const std::string printed = compile_and_run("out");
    EXPECT_FALSE(printed.empty());
    EXPECT_EQ(replayed.out.substr(0, printed.size()), printed);
  }

  ApitraceScene scene;
};

class ExportCOfData : public ExportC, public testing::WithParamInterface<std::string> {};

TEST_P(ExportCOfData, DrawsThePictureThatTheReplayDraws) { expect_same_picture(DATA_DIR "/" + GetParam()); }

TEST_P(ExportCOfData, DrawsTheTrimmedFrame) {
  const Outcome trimmed = run({"trim", DATA_DIR "/" + GetParam(), "--frame", "1", "-o", "frame.trace"});
  ASSERT_EQ(trimmed.code, 0) << trimmed.err;
  expect_same_picture("frame.trace");
}

std::vector<std::string> recordings() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(DATA_DIR)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".wip15") || name.ends_with(".wtf-trace")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Recordings, ExportCOfData, testing::ValuesIn(recordings()), [](const auto& recording) {
  std::string name = recording.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST_F(ExportC, AnEarlierFrameAndACallCanBeShown) {
  expect_same_picture(DATA_DIR "/cubes_v00_zlib.wip15", {"--frame", "3"});
  std::filesystem::remove_all(path("out"));
  scene.window(8, 4).clear(kRedColor).clear_box(0, 0, 4, 4, kBlueColor).swap();
  write("scene.trace", scene.bytes());
  expect_same_picture("scene.trace", {"--call", "11"});
}

TEST_F(ExportC, OtherCompilersTakeItToo) {
  if (std::string(CLANG).empty()) GTEST_SKIP() << "no clang here";
  const std::string trace = DATA_DIR "/textures_v00a_leb_lz4.wip15";
  ASSERT_EQ(run({"export-c", trace, "-o", "out"}).code, 0);
  EXPECT_TRUE(contains(run({trace, "--hash", "--frame", "last"}).out, compile_and_run("out", CLANG)));
}

// Whatever a recording says must neither become code nor end a comment, a string or a line.
TEST_F(ExportC, TextsOfTheRecordingAreOnlyTexts) {
  const std::string hostile =
      "*/ \" ); } int evil(void) { system(\"touch pwned\"); } /* ?"
      "?/\n\\ \\\n %s%n \r\x01\x02 \x7f \xe2\x80\xae \xff";
  scene.window(8, 4);
  auto& trace = scene.trace;
  trace.call("glGenTextures(n, textures)", {1}).out(1, items({5}));
  trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 5});
  trace.call("glObjectLabel(identifier, name, length, label)", {en(GL_TEXTURE), 5, -1, text(hostile)});
  trace.call("glPushDebugGroup(source, id, length, message)", {en(GL_DEBUG_SOURCE_APPLICATION), 1, -1, text(hostile)});
  trace.call("glStringMarkerGREMEDY(len, string)", {0, text(hostile)});
  trace.call("glCreateShader(type)", {en(GL_FRAGMENT_SHADER)}).returns(7);
  trace.call("glShaderSource(shader, count, string, length)", {7, 1, items({text("// " + hostile)}), null()});
  trace.call("glBindAttribLocation(program, index, name)", {9, 1, text(hostile)});
  trace.call("glEvil*/ int evil; /*(x)", {text(hostile)});
  scene.clear(kBlueColor).swap();
  write("a*_ evil?.trace", scene.bytes());
  expect_same_picture("a*_ evil?.trace");
  EXPECT_FALSE(std::filesystem::exists(path("out/pwned")));
  const std::string program = text_of(path("out/repro.c"));
  for (const char c : program) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  EXPECT_TRUE(contains(program, "static GLuint tex_int_evil_void_system_touch_pwned")) << program;
}

TEST_F(ExportC, LabelsAreNamesOfVariables) {
  scene.window(8, 4);
  for (const int name : {5, 6}) {
    scene.trace.call("glGenTextures(n, textures)", {1}).out(1, items({name}));
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name});
    scene.trace.call("glObjectLabel(identifier, name, length, label)", {en(GL_TEXTURE), name, 7, text("Diffuse map")});
  }
  scene.clear(kBlueColor).swap();
  write("scene.trace", scene.bytes());
  expect_same_picture("scene.trace");
  const std::string program = text_of(path("out/repro.c"));
  EXPECT_TRUE(contains(program, "glBindTexture(GL_TEXTURE_2D, tex_diffuse);"));
  EXPECT_TRUE(contains(program, "glBindTexture(GL_TEXTURE_2D, tex_diffuse_n2);")) << "names are unique";
}

TEST_F(ExportC, ADamagedRecordingIsExportedUpToTheDamage) {
  scene.window(8, 4).clear(kRedColor).swap().clear(kBlueColor).swap();
  constexpr std::size_t kPiece = 16;  // so that many pieces of the file are whole
  const std::vector<std::byte> file = scene.trace.file(loaders::Container::kSnappy, kPiece);
  write("cut.trace", {reinterpret_cast<const char*>(file.data()), file.size() - kPiece});
  expect_same_picture("cut.trace", {"--frame", "0"}, 0);
  std::filesystem::remove_all(path("out"));
  const Outcome outcome = run({"export-c", "cut.trace", "-o", "out"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "cut.trace")) << outcome.err;
  EXPECT_FALSE(compile_and_run("out").empty());
}

TEST_F(ExportC, TheFolderIsThereWholeOrNotAtAll) {
  scene.window(8, 4).clear(kRedColor).swap();
  write("scene.trace", scene.bytes());
  EXPECT_EQ(run({"export-c", "scene.trace", "-o", "out", "--frame", "9"}).code, 125) << "there is no such frame";
  EXPECT_FALSE(exists("out"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing else is left";
  write("full", "");
  EXPECT_EQ(run({"export-c", "scene.trace", "-o", "full"}).code, 125);
  std::filesystem::create_directory(path("out"));
  EXPECT_EQ(run({"export-c", "scene.trace", "-o", "out/"}).code, 0) << "an empty folder is taken";
  EXPECT_EQ(run({"export-c", "scene.trace", "-o", "out"}).code, 125) << "one that is not empty is spared";
}

TEST_F(ExportC, ACallThatCrashesTheDriverIsTheLastOfTheProgram) {
  const Outcome outcome = run_with(broken("crash=2"), {"export-c", DATA_DIR "/mapbuf_v00seed_lz4.wip15", "-o", "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "SIGSEGV")) << outcome.err;
  EXPECT_EQ(compile_and_run("out"), "") << "a good driver makes the call, and there is no picture";
  const std::string program = text_of(path("out/repro.c"));
  EXPECT_EQ(program.find("glDrawArrays(", program.find("glDrawArrays(GL_TRIANGLES, 0, 240);  /* 55 */") + 1),
            program.npos)
      << "the second draw is call 55";
  EXPECT_EQ(program.find("read_picture()"), program.npos);
}

TEST_F(ExportC, AnInterruptedExportLeavesNothing) {
  EXPECT_NE(run_with(broken("interrupt=2"), {"export-c", DATA_DIR "/mapbuf_v00seed_lz4.wip15", "-o", "out"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(ExportC, RowsThatAreWrittenUpsideDownHaveRoom) {
  scene.window(8, 4).clear(kBlueColor);
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_PACK_INVERT_MESA), 1});
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_PACK_SKIP_ROWS), 1 << 20});
  scene.trace.call("glReadPixels(x, y, width, height, format, type, pixels)",
                   {0, 0, 4, 4, en(GL_RGBA), en(GL_UNSIGNED_BYTE), ptr(0x1000)});
  scene.swap();
  write("scene.trace", scene.bytes());
  expect_same_picture("scene.trace");
}

// The rows of this bitmap are the bytes of two floats.
TEST_F(ExportC, BitsThatLookLikeFloatsAreBytes) {
  scene.window(8, 4).clear(kBlueColor);
  scene.trace.call("glBitmap(width, height, xorig, yorig, xmove, ymove, bitmap)",
                   {8, 2, 0.0, 0.0, 8.0, 0.0, blob(std::string("\0\0\x80\x3f\0\0\0\x40", 8))});
  scene.swap();
  write("scene.trace", scene.bytes());
  expect_same_picture("scene.trace");
}

TEST_F(ExportC, ASandboxLetsTheFolderThrough) {
  scene.window(8, 4).clear(kBlueColor).swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = run({"export-c", "scene.trace", "-o", "out", "--sandbox"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(compile_and_run("out"), "frame 0 "));
}

TEST_F(ExportC, TooManyCallsNeedForce) {
  scene.window(8, 4);
  for (int i = 0; i < 20'001; ++i) scene.trace.call("glColor3f(red, green, blue)", {i % 2 * 1.0, 0.0, 0.0});
  scene.clear(kBlueColor).swap();
  write("scene.trace", scene.bytes());
  const Outcome refused = run({"export-c", "scene.trace", "-o", "out", "--no-seek"});
  EXPECT_EQ(refused.code, 125);
  EXPECT_TRUE(contains(refused.err, "20000")) << refused.err;
  EXPECT_FALSE(exists("out"));
  EXPECT_EQ(run({"export-c", "scene.trace", "-o", "out", "--no-seek", "--force"}).code, 0);
  EXPECT_TRUE(contains(compile_and_run("out"), "frame 0 "));
}

}  // namespace
}  // namespace replay
