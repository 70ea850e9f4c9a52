#include "tests/replay/commands/apitrace_scene.h"

namespace replay {

using namespace tests::at;

Item visual_info() {
  return items(
      {structure("XVisualInfo", {ptr(0x7f0010), ApitraceScene::kVisualId, 0, 24, 4, 16711680, 65280, 255, 256, 8})});
}

ApitraceScene& ApitraceScene::visual(const std::vector<int>& attributes) {
  std::vector<Item> list(attributes.begin(), attributes.end());
  list.push_back(0);
  trace.call("glXChooseVisual(dpy, screen, attribList)", {ptr(0x10), 0, items(list)}).returns(visual_info());
  return *this;
}

ApitraceScene& ApitraceScene::context(std::uint64_t handle, std::uint64_t share) {
  trace
      .call("glXCreateContext(dpy, vis, shareList, direct)",
            {ptr(0x10), visual_info(), share != 0 ? ptr(share) : null(), en(1, "Bool")})
      .returns(ptr(handle));
  return *this;
}

ApitraceScene& ApitraceScene::make_current(std::uint64_t window, std::uint64_t context) {
  trace.call("glXMakeCurrent(dpy, drawable, ctx)", {ptr(0x10), window, context != 0 ? ptr(context) : null()})
      .returns(en(1, "Bool"));
  return *this;
}

ApitraceScene& ApitraceScene::window_is(int width, int height) {
  trace.call("glViewport(x, y, width, height)", {0, 0, width, height}).fake();
  trace.call("glScissor(x, y, width, height)", {0, 0, width, height}).fake();
  return *this;
}

ApitraceScene& ApitraceScene::window(int width, int height) {
  return visual({kGlxRgba, kGlxDoubleBuffer, kGlxDepthSize, 24}).context().make_current().window_is(width, height);
}

ApitraceScene& ApitraceScene::viewport(int x, int y, int width, int height) {
  trace.call("glViewport(x, y, width, height)", {x, y, width, height});
  return *this;
}

ApitraceScene& ApitraceScene::clear(const Color& color) {
  constexpr int kColorAndDepth = 0x4100;
  trace.call("glClearColor(red, green, blue, alpha)", {color.red, color.green, color.blue, 1.0});
  trace.call("glClear(mask)", {bits(kColorAndDepth)});
  return *this;
}

ApitraceScene& ApitraceScene::clear_box(int x, int y, int width, int height, const Color& color) {
  constexpr int kScissorTest = 0x0C11;
  trace.call("glEnable(cap)", {en(kScissorTest)});
  trace.call("glScissor(x, y, width, height)", {x, y, width, height});
  clear(color);
  trace.call("glDisable(cap)", {en(kScissorTest)});
  return *this;
}

ApitraceScene& ApitraceScene::fill(const Color& color, double depth) {
  constexpr int kTriangleFan = 6;
  trace.call("glColor3f(red, green, blue)", {color.red, color.green, color.blue});
  trace.call("glBegin(mode)", {en(kTriangleFan)});
  for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
    trace.call("glVertex3f(x, y, z)", {x, y, depth});
  }
  trace.call("glEnd()", {});
  return *this;
}

ApitraceScene& ApitraceScene::swap(std::uint64_t window) {
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(0x10), window});
  return *this;
}

std::string ApitraceScene::bytes() {
  const std::vector<std::byte> file = trace.file();
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

}  // namespace replay
