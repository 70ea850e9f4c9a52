// ApitraceScene: writes a small apitrace trace of a program that draws with the fixed functions of old GL:
//
//   ApitraceScene scene;
//   scene.visual({kGlxRgba, kGlxDepthSize, 1}).context().make_current().window_is(8, 4);
//   scene.clear(kRedColor).swap();
//
// Names and numbers differ from those that a driver gives. So the picture shows when one is passed on as it was
// recorded.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tests/apitrace_builder.h"
#include "tests/replay/commands/scene.h"

namespace replay {

constexpr int kGlxRgba = 4, kGlxDoubleBuffer = 5, kGlxAlphaSize = 11, kGlxDepthSize = 12, kGlxStencilSize = 13;

class ApitraceScene {
 public:
  static constexpr std::uint64_t kWindow = 0x200002, kContext = 0x5593c546eac0;
  static constexpr int kVisualId = 975;

  explicit ApitraceScene(std::uint64_t version = 6) : trace(version) {}

  // Calls glXChooseVisual with these attributes.
  ApitraceScene& visual(const std::vector<int>& attributes);
  ApitraceScene& context(std::uint64_t handle = kContext, std::uint64_t share = 0);
  ApitraceScene& make_current(std::uint64_t window = kWindow, std::uint64_t context = kContext);
  // Adds the viewport that the tracer writes when a context first becomes current.
  ApitraceScene& window_is(int width, int height);
  // Does all of the above, with colours and a depth buffer.
  ApitraceScene& window(int width, int height);
  ApitraceScene& viewport(int x, int y, int width, int height);
  ApitraceScene& clear(const Color& color);
  ApitraceScene& clear_box(int x, int y, int width, int height, const Color& color);
  // Draws a rectangle that fills the viewport, at a depth from -1 (near) to 1.
  ApitraceScene& fill(const Color& color, double depth = 0);
  ApitraceScene& swap(std::uint64_t window = kWindow);

  std::string bytes();

  tests::ApitraceBuilder trace;
};

// Returns the visual of ApitraceScene as GLX does.
tests::at::Item visual_info();

}  // namespace replay
