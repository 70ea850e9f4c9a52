// ProgramTest: runs the built program on scenes in a folder of its own. Without GL its tests are skipped with the
// reason.
#pragma once

#include <png.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "replay/picture/picture.h"
#include "tests/replay/commands/program.h"
#include "tests/replay/commands/scene.h"
#include "tests/replay/observe/scratch_folder.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {

inline Picture read_png(const std::filesystem::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str()))
    throw std::runtime_error(path.string() + ": " + image.message);
  image.format = PNG_FORMAT_RGBA;
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), false, {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr)) throw std::runtime_error(image.message);
  return picture;
}

// Returns the pixel at (x, y), counted from the top left, or (-1, ...) outside the picture.
inline Pixel pixel_of(const Picture& picture, int x, int y) {
  if (x >= picture.width || y >= picture.height) return {-1, -1, -1, -1};
  const std::uint8_t* p = picture.row(y) + 4 * x;
  return {p[0], p[1], p[2], p[3]};
}

constexpr Pixel kBlue = {0, 0, 255, 255};

class ProgramTest : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    platform.reset();  // the program creates its own platform
  }

  Outcome run(const std::vector<std::string>& arguments, Output output = Output::kCaptured) const {
    return run_program(arguments, folder.path(), output);
  }
  Outcome run_with(const std::vector<std::string>& variables, const std::vector<std::string>& arguments) const {
    return run_program(arguments, folder.path(), Output::kCaptured, variables);
  }
  std::filesystem::path path(const std::string& name) const { return folder.path() / name; }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

  // Returns the scene's picture of this frame. The test fails when the program prints a warning or an error.
  Picture picture_of(Scene& scene, int frame) const {
    scene.write(path("scene.wip15"));
    const Outcome outcome = run({"scene.wip15", "--strict", "--frame", std::to_string(frame), "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? read_png(path("picture.png")) : Picture{};
  }

  ScratchFolder folder;
};

}  // namespace replay
