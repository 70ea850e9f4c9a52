// A headless platform for tests that need a GL context. Without a platform they are skipped with the reason.
#pragma once

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "replay/platform/platform.h"

namespace replay {

class HeadlessTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = Platform::create(Display::kHeadless);
    if (!made) GTEST_SKIP() << made.error().problem;
    platform = *std::move(made);
  }

  std::unique_ptr<Window> window(int width = 64, int height = 48, const PixelFormat& format = {}) {
    return value_of(platform->make_window(format, {.width = width, .height = height}));
  }

  std::unique_ptr<GlContext> context(Window& on, const ContextRequest& request = {}, const GlContext* share = nullptr) {
    return value_of(platform->create_context(on, request, share));
  }

  void make_current(Window& on, const GlContext& which) {
    EXPECT_EQ(problem_of(platform->make_current(&on, &which)), "");
  }

  // The reason of a failure; "" for success.
  template <class T>
  static std::string problem_of(const loaders::Result<T>& result) {
    return result ? "" : result.error().problem;
  }

  // Null, and a failed test, when there is none.
  template <class T>
  static std::unique_ptr<T> value_of(loaders::Result<std::unique_ptr<T>> result) {
    EXPECT_EQ(problem_of(result), "");
    return result ? *std::move(result) : nullptr;
  }

  std::unique_ptr<Platform> platform;
};

using Pixel = std::array<int, 4>;

inline void fill(const GladGLContext& gl, float red, float green, float blue, float alpha = 1) {
  gl.ClearColor(red, green, blue, alpha);
  gl.Clear(GL_COLOR_BUFFER_BIT);
}

inline Pixel pixel_at(const GladGLContext& gl, int x, int y) {
  GLubyte bytes[4] = {};
  gl.ReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
  return {bytes[0], bytes[1], bytes[2], bytes[3]};
}

inline std::array<int, 4> four(const GladGLContext& gl, GLenum name) {
  std::array<int, 4> values = {};
  gl.GetIntegerv(name, values.data());
  return values;
}

inline int integer(const GladGLContext& gl, GLenum name) { return four(gl, name)[0]; }

constexpr Pixel kNoColor = {0, 0, 0, 0}, kRed = {255, 0, 0, 255}, kGreen = {0, 255, 0, 255};

}  // namespace replay
