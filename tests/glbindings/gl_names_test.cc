#include "glbindings/gl_names.h"

#include <gtest/gtest.h>

#include <string_view>

#include "glbindings/signature.h"

namespace glbindings {
namespace {

std::uint16_t group_of(FunctionId function, std::size_t param) { return signature(function).params()[param].group; }

TEST(EnumName, IsTheOneOfTheGroup) {
  EXPECT_EQ(enum_name(group_of(FunctionId::glDrawArrays, 0), 0), "GL_POINTS");
  EXPECT_EQ(enum_name(group_of(FunctionId::glDrawArrays, 0), 4), "GL_TRIANGLES");
  EXPECT_EQ(enum_name(group_of(FunctionId::glBlendFunc, 0), 0), "GL_ZERO");
  EXPECT_EQ(enum_name(group_of(FunctionId::glBlendFunc, 0), 1), "GL_ONE");
  EXPECT_EQ(enum_name(group_of(FunctionId::glDrawBuffer, 0), 0), "GL_NONE");
}

TEST(EnumName, PrefersCoreNamesToExtensionNames) {
  EXPECT_EQ(enum_name(group_of(FunctionId::glBindBuffer, 0), 0x8892), "GL_ARRAY_BUFFER");
  EXPECT_EQ(enum_name(group_of(FunctionId::glBindFramebufferEXT, 0), 0x8d40), "GL_FRAMEBUFFER");
  EXPECT_EQ(enum_name(0, 0x84c0), "GL_TEXTURE0");
}

TEST(EnumName, OfAValueOutsideTheGroupIsAnyName) {
  EXPECT_EQ(enum_name(group_of(FunctionId::glDrawArrays, 0), 0x8892), "GL_ARRAY_BUFFER");
}

TEST(EnumName, SmallNumbersWithoutAGroupStayNumbers) {
  EXPECT_EQ(enum_name(0, 0), "0");
  EXPECT_EQ(enum_name(0, 1), "1");
  EXPECT_EQ(enum_name(group_of(FunctionId::glTexImage2D, 2), 3), "3");  // components, as in GL 1.0
}

TEST(EnumName, OfAnUnknownValueIsHexadecimal) {
  EXPECT_EQ(enum_name(0, 0x12345678), "0x12345678");
  EXPECT_EQ(enum_name(0, 0xffffffffffffffff), "0xffffffffffffffff");
  EXPECT_EQ(enum_name(65535, 0x12345678), "0x12345678");
}

TEST(EnumName, OfAParameterThatMayBeANumber) {
  const auto group = group_of(FunctionId::glTexParameteri, 2);
  EXPECT_EQ(enum_name(group, 0x2601), "GL_LINEAR");
  EXPECT_EQ(enum_name(group, 3), "3");
  EXPECT_EQ(enum_name(group, 1000), "1000");
  EXPECT_EQ(enum_name(group, static_cast<std::uint64_t>(-1)), "-1");
  EXPECT_EQ(group_of(FunctionId::glTexEnviv, 2), group);
  EXPECT_EQ(group_of(FunctionId::glPixelStorei, 1), 0);  // a row length of 0x200 is not GL_NEVER
}

TEST(EnumName, KnowsWindowSystemAttributes) {
  EXPECT_EQ(enum_name(group_of(FunctionId::glXGetFBConfigAttrib, 2), 8), "GLX_RED_SIZE");
  EXPECT_EQ(enum_name(group_of(FunctionId::eglGetConfigAttrib, 2), 0x3024), "EGL_RED_SIZE");
}

// EGL_TEXTURE_Y_UV_WL has the same number.
TEST(EnumName, PrefersKhronosToVendors) {
  EXPECT_EQ(enum_name(group_of(FunctionId::eglGetPlatformDisplay, 0), 0x31D8), "EGL_PLATFORM_WAYLAND_KHR");
}

TEST(BitmaskNames, AreJoined) {
  const auto group = group_of(FunctionId::glClear, 0);
  EXPECT_EQ(bitmask_names(group, 0), "0");
  EXPECT_EQ(bitmask_names(group, 0x4000), "GL_COLOR_BUFFER_BIT");
  EXPECT_EQ(bitmask_names(group, 0x4100), "GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT");
}

TEST(BitmaskNames, UnknownBitsComeLast) {
  const auto group = group_of(FunctionId::glClear, 0);
  EXPECT_EQ(bitmask_names(group, 0x10004001), "GL_COLOR_BUFFER_BIT | 0x10000001");
  EXPECT_EQ(bitmask_names(group, 0x10000001), "0x10000001");
  EXPECT_EQ(bitmask_names(0, 0x4000), "0x4000");
}

TEST(BitmaskNames, AllBitsHaveANameOfTheirOwn) {
  EXPECT_EQ(bitmask_names(group_of(FunctionId::glMemoryBarrier, 0), 0xffffffff), "GL_ALL_BARRIER_BITS");
}

}  // namespace
}  // namespace glbindings
