// WTF traces of a page that draws with WebGL, for tests, from readable calls. The usual beginning is one line:
//
//     WebglPage page;
//     page.canvas(1, 8, 4).frame([&] { page.call("clearColor", {1, 0, 0, 1}).call("clear", {0x4000}); });
//     page.write(folder.path() / "red.wtf-trace");
//
// A test chooses handles itself. Only those of program() and quad() are fixed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tests/gl_constants.h"
#include "tests/wtf_builder.h"

namespace tests {

// Array arguments.
WtfArg bytes(std::string_view text);
WtfArg bytes_of_floats(std::initializer_list<float> numbers);
WtfArg bytes_of_shorts(std::initializer_list<std::uint16_t> numbers);

class WebglPage {
 public:
  static constexpr int kProgram = 500, kQuad = 510, kColor = 520;  // program, buffer, uniform location

  // A method of WebGL 1, or of a recorded extension, with the arguments that the tracer records.
  WebglPage& call(std::string_view method, std::vector<WtfArg> args = {});

  // Makes a context and makes it current. `attributes` is what the page passed to getContext(), as JSON.
  WebglPage& canvas(int handle, int width, int height, const WtfArg& attributes = nullptr);
  WebglPage& set_context(int handle, int width, int height);
  WebglPage& frame(const std::function<void()>& calls);
  WebglPage& mark(const char* name);

  // linkProgram with the attribute locations that the tracer records, as JSON; null for none.
  WebglPage& link(int program, const WtfArg& locations);
  // Makes shaders and a program, links the program and uses it.
  WebglPage& program(const std::string& vertex, const std::string& fragment, const WtfArg& locations,
                     int handle = kProgram);
  // kProgram fills the viewport with the colour of the uniform kColor, from the attribute a_p at location 0 with kQuad.
  WebglPage& quad();
  WebglPage& color(double red, double green, double blue);
  WebglPage& draw() { return call("drawArrays", {kTriangleStrip, 0, 4}); }

  // Events that are no method.
  void define(const std::string& signature, const char* event_class, std::uint32_t flags = 0);
  WebglPage& event(std::string_view name, std::vector<WtfArg> args);
  int events() const { return events_; }  // definitions not counted

  std::vector<std::byte> file(WtfKind kind = WtfKind::kList2) { return trace_.file(kind); }
  void write(const std::filesystem::path& path, WtfKind kind = WtfKind::kChunked);

 private:
  WtfBuilder trace_;
  std::vector<std::string> defined_;
  std::uint32_t time_ = 0;
  int frames_ = 0;
  int events_ = 0;
};

}  // namespace tests
