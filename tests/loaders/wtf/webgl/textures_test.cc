// Uploads of textures: which bytes reach GL.
#include <gtest/gtest.h>

#include <cstring>

#include "loaders/open.h"
#include "loaders/wtf/webgl/translator.h"
#include "tests/image_files.h"
#include "tests/webgl_page.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;
using tests::bytes;
using tests::WebglPage;
using namespace tests;  // GL's numbers

struct Uploaded {
  FunctionId function = FunctionId::kUnknown;
  std::int64_t width = 0, height = 0;
  bool has_pixels = false;
  std::string pixels;
};

class Textures : public testing::Test {
 protected:
  void SetUp() override { page.canvas(1, 8, 4).call("createTexture", {5}).call("bindTexture", {kTexture2d, 5}); }

  WebglPage& image(int width, int height, std::uint32_t format, const WtfArg& pixels, const char* kind) {
    return page.call("texImage2D", {kTexture2d, 0, format, width, height, 0, format, kUnsignedByte, pixels, kind});
  }

  // The last event that is an upload.
  Uploaded uploaded(WtfKind kind = WtfKind::kList2) {
    auto opened = open_trace(memory_source(page.file(kind)), "test");
    Batch batch;
    Uploaded found;
    while ((*opened)->read(batch) == ReadStatus::kBatch) {
      for (const Call& call : batch.calls) look_at(call, (*opened)->functions()[call.recorded].name, found);
    }
    warnings = (*opened)->warnings();
    return found;
  }

  std::vector<std::string> warnings;
  WebglPage page;

 private:
  static void look_at(const Call& call, const std::string& name, Uploaded& found) {
    if (name != "WebGLRenderingContext#texImage2D" && name != "WebGLRenderingContext#texSubImage2D") return;
    found = {};
    found.function = call.function;
    if (call.function == FunctionId::replayEvent) return;
    const bool sub = call.function == FunctionId::glTexSubImage2D;
    found.width = call.args[sub ? 4 : 3].i;
    found.height = call.args[sub ? 5 : 4].i;
    found.has_pixels = call.args[8].kind == ValueKind::kBlob;
    if (found.has_pixels) found.pixels.assign(static_cast<const char*>(call.args[8].p), call.args[8].count);
  }
};

// Two pixels, of which the first is translucent.
std::string textured_png() { return tests::png_file({100, 0, 0, 128, 0, 255, 0, 255}); }

TEST_F(Textures, ATypedArrayGoesAsItIs) {
  image(1, 2, kRgba, bytes("abcdefgh and more"), "pixels");
  EXPECT_EQ(uploaded().pixels, "abcdefgh and more");
}

TEST_F(Textures, ATypedArrayUnderTheRulesOfItsContext) {
  page.call("pixelStorei", {kUnpackFlipY, 1});
  image(1, 2, kRgba, bytes("abcdefgh"), "pixels");
  EXPECT_EQ(uploaded().pixels, "efghabcd");
  page.call("pixelStorei", {kUnpackFlipY, 0}).call("pixelStorei", {kUnpackPremultiplyAlpha, 1});
  image(1, 1, kRgba, bytes(std::string("\xff\x80\x01\x80", 4)), "pixels");
  EXPECT_EQ(uploaded().pixels, std::string("\x80\x40\x00\x80", 4));
  page.canvas(2, 4, 4).call("createTexture", {6}).call("bindTexture", {kTexture2d, 6});
  image(1, 1, kRgba, bytes("\xff\xff\xff\x01"), "pixels");
  EXPECT_EQ(uploaded().pixels, "\xff\xff\xff\x01") << "another context has its own rules";
}

TEST_F(Textures, AShortArrayIsRefused) {
  image(1, 2, kRgba, bytes("abcdefg"), "pixels");
  EXPECT_EQ(uploaded().function, FunctionId::replayEvent);
}

TEST_F(Textures, AnEmptyImageHasNoRowsToGoThrough) {
  page.call("pixelStorei", {kUnpackFlipY, 1});
  image(0, 2147483647, kRgba, bytes("abcdefgh"), "pixels");
  const Uploaded empty = uploaded();
  EXPECT_EQ(empty.height, 2147483647);
  EXPECT_EQ(empty.pixels, "");
}

TEST_F(Textures, NullIsZeros) {
  image(4, 4, kRgba, nullptr, "null");
  const Uploaded texture = uploaded();
  EXPECT_EQ(texture.function, FunctionId::glTexImage2D);
  EXPECT_TRUE(texture.has_pixels) << "none at all would leave it to the driver";
  EXPECT_EQ(texture.pixels, "");
}

TEST_F(Textures, ACanvasIsRgbaWhateverTheFormatSays) {
  page.call("pixelStorei", {kUnpackAlignment, 1});
  image(1, 2, tests::kRgba - 1, bytes("abcdefgh"), "canvas");  // GL_RGB
  EXPECT_EQ(uploaded().pixels, "abcefg");
}

TEST_F(Textures, AnImageFileHasASizeOfItsOwn) {
  image(40, 20, kRgba, bytes(textured_png()), "image/png");
  const Uploaded texture = uploaded();
  EXPECT_EQ(texture.width, 2);
  EXPECT_EQ(texture.height, 1);
  EXPECT_EQ(texture.pixels, std::string("\x64\0\0\x80\0\xff\0\xff", 8));
}

TEST_F(Textures, AnImageInADataUrl) {
  const std::string url = "data:image/png;base64," + base64(textured_png());
  image(2, 1, kRgba, array({}), url.c_str());
  EXPECT_EQ(uploaded().pixels, std::string("\x64\0\0\x80\0\xff\0\xff", 8));
  EXPECT_TRUE(warnings.empty());
}

TEST_F(Textures, AnImageThatIsNotThereIsZerosAndAWarning) {
  image(3, 2, kRgba, array({}), "http://test/a.png");
  const Uploaded texture = uploaded();
  EXPECT_EQ(texture.width, 3);
  EXPECT_TRUE(texture.has_pixels);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("http://test/a.png is not in the file"), std::string::npos) << warnings[0];
}

TEST_F(Textures, ADamagedImageIsZerosAndAWarning) {
  image(3, 2, kRgba, bytes("nonsense"), "image/png; charset=x");
  EXPECT_EQ(uploaded().width, 3);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("8 bytes that are no PNG, JPEG or WebP"), std::string::npos) << warnings[0];
}

TEST_F(Textures, NothingIsUploadedWhereNoTextureIsBound) {
  page.call("bindTexture", {kTexture2d, 0});
  image(1, 1, kRgba, bytes("abcd"), "pixels");
  EXPECT_EQ(uploaded().function, FunctionId::replayEvent);
}

TEST_F(Textures, TheInternalFormatIsTheFormat) {
  page.call("texImage2D", {kTexture2d, 0, 0x8058, 1, 1, 0, kRgba, kUnsignedByte, bytes("abcd"), "pixels"});
  EXPECT_EQ(uploaded().function, FunctionId::replayEvent);
}

TEST_F(Textures, APartOfATextureFollowsTheSameRules) {
  image(4, 4, kRgba, nullptr, "null");
  page.call("pixelStorei", {kUnpackFlipY, 1});
  page.call("texSubImage2D", {kTexture2d, 0, 1, 1, 1, 2, kRgba, kUnsignedByte, bytes("abcdefgh"), "pixels"});
  EXPECT_EQ(uploaded().pixels, "efghabcd");
  page.call("texSubImage2D", {kTexture2d, 0, 1, 1, 9, 9, kRgba, kUnsignedByte, bytes(textured_png()), "image/png"});
  EXPECT_EQ(uploaded().width, 2);
}

// The first tracers recorded arrays of 16 bits byte by byte, and lost half of them.
TEST_F(Textures, AnOldRecordingMayBeShort) {
  page.call("texImage2D", {kTexture2d, 0, kRgba, 2, 1, 0, kRgba, 0x8033, bytes("ab"), "pixels"});
  EXPECT_EQ(uploaded(WtfKind::kLegacy).pixels, "ab");
}

}  // namespace
}  // namespace loaders::wtf::webgl
