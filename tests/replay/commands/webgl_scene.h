// WebGl: the fixture of tests that replay a web page with the built program.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/replay/commands/program_test.h"
#include "tests/webgl_page.h"

namespace replay {

constexpr Pixel kBlack = {0, 0, 0, 255};  // pictures have no alpha, so what is not drawn is black as well

class WebGl : public ProgramTest {
 protected:
  // Clears the whole drawing buffer.
  tests::WebglPage& clear(double red, double green, double blue, double alpha = 1) {
    return page.call("clearColor", {red, green, blue, alpha}).call("clear", {tests::kColorBit});
  }

  Outcome replay(std::vector<std::string> arguments = {"--strict", "--frame", "*", "-o", "out/"}) {
    page.write(path("page.wtf-trace"));
    arguments.insert(arguments.begin(), "page.wtf-trace");
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome;
  }

  Pixel pixel(const std::string& name, int x, int y) const { return pixel_of(read_png(path("out/" + name)), x, y); }

  tests::WebglPage page;
};

}  // namespace replay
