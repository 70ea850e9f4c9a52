#include "replay/remap/recorded_driver.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr ContextRequest kDesktop, kEs = {.api = Api::kGles2, .major = 2, .minor = 0};

class RecordedDriverTest : public testing::Test {
 protected:
  bool lacked(FunctionId function, const ContextRequest& kind = kDesktop) { return driver.lacked(function, kind); }

  RecordedDriver driver;
};

TEST_F(RecordedDriverTest, NothingIsKnownAboutADriverThatWasNotQueried) {
  EXPECT_FALSE(lacked(FunctionId::glTextureStorage2D));
  driver.told_extensions(kDesktop, "GL_ARB_multitexture");
  EXPECT_FALSE(lacked(FunctionId::glTextureStorage2D)) << "its version is not known";
}

TEST_F(RecordedDriverTest, AVersionHasItsFunctionsAndThoseOfEarlierVersions) {
  driver.told_version(kDesktop, "4.4 (Compatibility Profile) Mesa 22.3.6");
  driver.told_extensions(kDesktop, "");
  EXPECT_TRUE(lacked(FunctionId::glTextureStorage2D));
  EXPECT_FALSE(lacked(FunctionId::glBindTextures));
  EXPECT_FALSE(lacked(FunctionId::glBegin));
}

TEST_F(RecordedDriverTest, AnExtensionHasItsFunctions) {
  driver.told_version(kDesktop, "2.1 Mesa");
  driver.told_extensions(kDesktop, "GL_ARB_multitexture GL_EXT_framebuffer_object");
  EXPECT_FALSE(lacked(FunctionId::glBindFramebufferEXT));
  EXPECT_TRUE(lacked(FunctionId::glCombinerInputNV));
}

// Drivers export such functions under both names, whatever extensions they list.
TEST_F(RecordedDriverTest, AFunctionWithAnotherSuffixExists) {
  driver.told_version(kDesktop, "3.0 Mesa");
  driver.told_extensions(kDesktop, "");
  EXPECT_FALSE(lacked(FunctionId::glBindFramebufferEXT));
  EXPECT_FALSE(lacked(FunctionId::glBindBufferARB));
}

TEST_F(RecordedDriverTest, ExtensionsAreKnownWhenAllWereQueriedOneByOne) {
  driver.told_version(kDesktop, "3.3 (Core Profile)");
  driver.told_extension(kDesktop, 0, "GL_ARB_a");
  EXPECT_FALSE(lacked(FunctionId::glCombinerInputNV)) << "how many there are is not known";
  driver.told_extension_count(kDesktop, 3);
  driver.told_extension(kDesktop, 2, "GL_ARB_c");
  EXPECT_FALSE(lacked(FunctionId::glCombinerInputNV)) << "the program did not query the second extension";
  driver.told_extension(kDesktop, 1, "GL_ARB_b");
  EXPECT_TRUE(lacked(FunctionId::glCombinerInputNV));
}

TEST_F(RecordedDriverTest, AnExtensionThatWasQueriedByItselfHasItsFunctions) {
  driver.told_version(kDesktop, "3.3 (Core Profile)");
  driver.told_extension_count(kDesktop, 2);
  driver.told_extension(kDesktop, 0, "GL_ARB_a");
  driver.told_extension(kDesktop, 1, "GL_NV_register_combiners");
  EXPECT_FALSE(lacked(FunctionId::glCombinerInputNV));
}

TEST_F(RecordedDriverTest, EachApiHasItsOwnVersions) {
  driver.told_version(kEs, "OpenGL ES 2.0 Mesa 22.3.6");
  driver.told_extensions(kEs, "GL_OES_mapbuffer");
  EXPECT_TRUE(lacked(FunctionId::glBindVertexArray, kEs));
  EXPECT_FALSE(lacked(FunctionId::glUseProgram, kEs));
  EXPECT_FALSE(lacked(FunctionId::glBindVertexArray)) << "nothing is known about contexts of another kind";
}

TEST_F(RecordedDriverTest, AnInvalidVersionIsNotKnown) {
  for (const char* text : {"", "Mesa", "4", "4.", "99999999999.1", "4.x"}) {
    driver.told_version(kDesktop, text);
    driver.told_extensions(kDesktop, "");
    EXPECT_FALSE(lacked(FunctionId::glTextureStorage2D)) << text;
  }
}

TEST_F(RecordedDriverTest, AFunctionWithoutAnAddressIsLacked) {
  driver.told_address("glCombinerInputNV", false);
  EXPECT_TRUE(lacked(FunctionId::glCombinerInputNV));
  driver.told_address("glCombinerInputNV", true);
  EXPECT_FALSE(lacked(FunctionId::glCombinerInputNV)) << "another display had it";
}

TEST_F(RecordedDriverTest, AListThatIsTooLongIsNotKnown) {
  driver.told_version(kDesktop, "2.1 Mesa");
  std::string names;
  for (std::size_t i = 0; i <= RecordedDriver::kMaxExtensions; ++i) names += "GL_X_" + std::to_string(i) + " ";
  driver.told_extensions(kDesktop, names);
  EXPECT_FALSE(lacked(FunctionId::glCombinerInputNV));
  driver.told_extension(kDesktop, UINT64_MAX, "GL_X_a");
  driver.told_extension_count(kDesktop, -1);
}

}  // namespace
}  // namespace replay
