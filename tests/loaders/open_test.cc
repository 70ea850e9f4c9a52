#include "loaders/open.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders {
namespace {

std::string refusal(const std::string& bytes) {
  const auto view = std::as_bytes(std::span(bytes));
  const OpenResult opened = open_trace(view_source(view), "some.file");
  EXPECT_FALSE(opened);
  return opened ? "" : opened.error().to_string();
}

TEST(OpenTrace, RefusesWhatIsNoTrace) {
  EXPECT_EQ(refusal(""), "some.file: is empty");
  EXPECT_EQ(refusal("W"), "some.file: is not a trace of a known format");
}

TEST(OpenTrace, CallsOtherFilesWhatTheyAre) {
  EXPECT_EQ(refusal("\x89PNG\r\n\x1a\n and so on"), "some.file: is no recording of OpenGL calls but a PNG picture");
  EXPECT_EQ(refusal(std::string("RDOC\0\0\0\0", 8)),
            "some.file: is no recording of OpenGL calls but a capture of RenderDoc, which only RenderDoc reads");
  EXPECT_EQ(
      refusal(std::string("GFXR\0\0\0\0", 8)),
      "some.file: is no recording of OpenGL calls but a capture of GFXReconstruct (Vulkan or Direct3D, no OpenGL)");
  EXPECT_EQ(refusal(std::string("\0\0\0\x20"
                                "ftypisom",
                                12)),
            "some.file: is no recording of OpenGL calls but a film (MP4)");
  EXPECT_EQ(refusal("GIF"), "some.file: is not a trace of a known format");
}

TEST(OpenTrace, RefusesBadHeaders) {
  using namespace std::string_literals;
  EXPECT_EQ(refusal("WIP15"), "some.file: byte 5, call 0, header: the file ends inside the header");
  EXPECT_EQ(refusal("WIP15?\0\0\0\0\0\0\0\0\0\0"s),
            "some.file: byte 0, call 0, header: byte order mark 0x3f is neither '_' nor '-'");
  EXPECT_EQ(refusal("WIP15_\x01\x02\0\0\0\0\0\0\0\0"s),
            "some.file: byte 0, call 0, header: version 1.2 is not known (0.0 and 0.0a are)");
  EXPECT_EQ(refusal("WIP15_0.1             \0\0\0\0\0\0\0\0"s),
            "some.file: byte 0, call 0, header: the text version is not 0.0a");
  EXPECT_EQ(refusal("WIP15_0.0a  "), "some.file: byte 7, call 0, header: the file ends inside the header");
}

TEST(OpenTrace, RefusesPathsWithoutAFile) {
  EXPECT_EQ(open_trace("/nowhere/x.wip15").error().to_string(), "/nowhere/x.wip15: No such file or directory");
  EXPECT_FALSE(open_trace(testing::TempDir()));
}

TEST(OpenTrace, OpensAFileWhateverItsName) {
  tests::Wip15Builder trace(tests::Generation::kFinal);
  trace.declare("glFinish()").call("glFinish", {});
  const auto bytes = trace.file();
  const std::string path = testing::TempDir() + "open_test.png";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const tests::Loaded loaded = tests::load(open_trace(path));
  std::remove(path.c_str());
  EXPECT_EQ(loaded.text, "0 glFinish()\n");
  EXPECT_EQ(loaded.info.file, path);
  EXPECT_EQ(loaded.info.format, "WIP15");
  EXPECT_EQ(loaded.info.file_size, bytes.size());
}

TEST(OpenTrace, ReportsASourceThatFails) {
  ByteSource source;
  source.read = [](std::span<std::byte>) { return Error{"the disk is on fire"}; };
  EXPECT_EQ(open_trace(std::move(source), "x").error().problem, "the disk is on fire");
}

}  // namespace
}  // namespace loaders
