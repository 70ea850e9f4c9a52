// ApitraceScene: a small apitrace trace of a program that draws with the fixed functions of old GL, from readable calls:
//
//   ApitraceScene scene;
//   scene.visual({kGlxRgba, kGlxDepthSize, 1}).context().make_current().window_is(8, 4);
//   scene.clear(kRedColor).swap();
//
// Names and numbers are unlike those that a driver gives, so that one which is passed on as recorded shows in the picture.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tests/apitrace_builder.h"
#include "tests/replay/commands/scene.h"

namespace replay {

constexpr int kGlxRgba = 4, kGlxDoubleBuffer = 5, kGlxAlphaSize = 11, kGlxDepthSize = 12;

class ApitraceScene {
 public:
  static constexpr std::uint64_t kWindow = 0x200002, kContext = 0x5593c546eac0;
  static constexpr int kVisualId = 975;

  explicit ApitraceScene(std::uint64_t version = 6) : trace(version) {}

  // glXChooseVisual with these attributes.
  ApitraceScene& visual(const std::vector<int>& attributes);
  ApitraceScene& context(std::uint64_t handle = kContext, std::uint64_t share = 0);
  ApitraceScene& make_current(std::uint64_t window = kWindow, std::uint64_t context = kContext);
  // What the tracer writes when a context first becomes current.
  ApitraceScene& window_is(int width, int height);
  // All of the above, with colours and depth.
  ApitraceScene& window(int width, int height);
  ApitraceScene& viewport(int x, int y, int width, int height);
  ApitraceScene& clear(const Color& color);
  ApitraceScene& clear_box(int x, int y, int width, int height, const Color& color);
  // A rectangle that fills the viewport, at this depth in -1 (near) ... 1.
  ApitraceScene& fill(const Color& color, double depth = 0);
  ApitraceScene& swap(std::uint64_t window = kWindow);

  std::string bytes();

  tests::ApitraceBuilder trace;
};

// The visual of ApitraceScene, as GLX returns it.
tests::at::Item visual_info();

}  // namespace replay
