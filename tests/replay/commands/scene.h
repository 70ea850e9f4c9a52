// Scene: writes a small WIP15 trace of a program that draws. The usual beginning is one line:
//
//   Scene scene;
//   scene.window(8, 4).clear(kRedColor).swap();
//   scene.trace.call("glUniform4f", {70, 1, 0, 0, 1});   any other call of a function that is declared
//   scene.write(folder.path() / "red.wip15");
//
// Names and numbers differ from those that a driver gives. So the picture shows when one is passed on as it was
// recorded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/wip15_builder.h"

namespace replay {

struct Color {
  double red = 0, green = 0, blue = 0;
};
constexpr Color kRedColor = {1, 0, 0}, kGreenColor = {0, 1, 0}, kBlueColor = {0, 0, 1};

class Scene {
 public:
  static constexpr std::uint64_t kWindow = 0x200002, kContext = 0x5593c546eac0;
  static constexpr int kProgram = 900, kShader = 300'000, kVertexArray = 77;

  explicit Scene(tests::Generation generation = tests::Generation::kFinal);

  Scene& context(std::uint64_t handle = kContext, std::uint64_t share = 0, int major = 3, int minor = 3);
  // Makes a context current without recording the size of the window.
  Scene& make_current(std::uint64_t window = kWindow, std::uint64_t context = kContext);
  Scene& make_current_sized(int width, int height, std::uint64_t window = kWindow, std::uint64_t context = kContext);
  Scene& told(int width, int height);  // wip15DrawableSize

  // Creates a context and makes a window of this size current.
  Scene& window(int width, int height) { return context().make_current_sized(width, height); }
  Scene& viewport(int width, int height);
  Scene& clear(const Color& color);
  // Clears only this many columns from the left.
  Scene& clear_left(int columns, int height, const Color& color);
  Scene& swap(std::uint64_t window = kWindow);

  // A number that the extras of a link record for a name, under "replay/program/" + kind.
  struct Fact {
    std::string kind, name;
    std::uint32_t number;
  };
  // Makes kProgram with this fragment shader and uses it. If `vertex` is empty, three vertices fill the window.
  Scene& program(const std::string& fragment, const std::vector<Fact>& facts, const std::string& vertex = "");
  // Draws three vertices.
  Scene& draw();
  // Makes buffer `name` with these bytes and binds it to `target`.
  Scene& buffer(std::uint32_t name, std::uint32_t target, const std::string& bytes);

  std::string bytes();
  std::filesystem::path write(const std::filesystem::path& path);

  tests::Wip15Builder trace;
};

std::string floats(std::initializer_list<float> values);

}  // namespace replay
