// The real traces in data/ must draw every picture of refs.tsv within its tolerance, and the same pixels in every run.
// They were recorded with Mesa's llvmpipe. They are replayed with llvmpipe, with llvmpipe whose numbers are all
// changed, and with zink if it is installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

struct Reference {
  int frame = 0;
  std::string context;  // "-" when the frame has one picture only
  fs::path picture;
  int largest_difference = 0;
  double fraction = 0;  // how many of the pixels may exceed the tolerance
};

// Returns the references of each trace.
std::map<std::string, std::vector<Reference>> read_references() {
  std::map<std::string, std::vector<Reference>> references;
  std::ifstream file(fs::path(DATA_DIR) / "refs.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string trace, picture;
    Reference reference;
    fields >> trace >> reference.frame >> reference.context >> picture >> reference.largest_difference >>
        reference.fraction;
    if (!fields) throw std::runtime_error("refs.tsv: " + line);
    reference.picture = fs::path(DATA_DIR) / picture;
    references[trace].push_back(std::move(reference));
  }
  return references;
}

int difference(const Pixel& a, const Pixel& b) {
  int largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Returns what is wrong, or an empty text.
std::string compare(const Picture& live, const Picture& wanted, const Reference& reference) {
  if (live.width != wanted.width || live.height != wanted.height) {
    return "is " + std::to_string(live.width) + "x" + std::to_string(live.height);
  }
  int differing = 0;
  for (int y = 0; y < live.height; ++y) {
    for (int x = 0; x < live.width; ++x) {
      differing += difference(pixel_of(live, x, y), pixel_of(wanted, x, y)) > reference.largest_difference;
    }
  }
  if (differing <= reference.fraction * live.width * live.height) return "";
  return std::to_string(differing) + " pixels differ by more than " + std::to_string(reference.largest_difference);
}

// Whether a pixel of the reference beside (x, y), or that itself, is like this.
bool is_beside(const Picture& wanted, int x, int y, const Pixel& pixel, int largest_difference) {
  for (int v = std::max(y - 1, 0); v <= std::min(y + 1, wanted.height - 1); ++v) {
    for (int u = std::max(x - 1, 0); u <= std::min(x + 1, wanted.width - 1); ++u) {
      if (difference(pixel, pixel_of(wanted, u, v)) <= largest_difference) return true;
    }
  }
  return false;
}

// GL leaves it to drivers which side of an edge has a pixel. What no pixel beside it has is no such edge, and few
// pixels are edges.
std::string compare_but_for_edges(const Picture& live, const Picture& wanted, const Reference& reference) {
  constexpr double kEdges = 0.03;
  if (live.width != wanted.width || live.height != wanted.height) return compare(live, wanted, reference);
  int edges = 0, others = 0;
  for (int y = 0; y < live.height; ++y) {
    for (int x = 0; x < live.width; ++x) {
      const Pixel here = pixel_of(live, x, y);
      if (difference(here, pixel_of(wanted, x, y)) <= reference.largest_difference) continue;
      ++(is_beside(wanted, x, y, here, reference.largest_difference) ? edges : others);
    }
  }
  const double pixels = live.width * live.height;
  if (edges <= kEdges * pixels && others <= reference.fraction * pixels) return "";
  return std::to_string(edges) + " pixels differ as edges do, " + std::to_string(others) + " otherwise";
}

std::string frame_set(const std::vector<Reference>& references) {
  std::string set;
  for (const Reference& reference : references) set += (set.empty() ? "" : ",") + std::to_string(reference.frame);
  return set;
}

class RealTraces : public ProgramTest, public testing::WithParamInterface<std::string> {
 protected:
  std::string trace() const { return (fs::path(DATA_DIR) / GetParam()).string(); }

  using Compare = std::string(const Picture& live, const Picture& wanted, const Reference& reference);
  void expect_references(const std::vector<std::string>& driver, Compare* difference_of) {
    const Outcome outcome = run_with(driver, {trace(), "--strict", "--frame", frame_set(references), "-o", "shots/"});
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    for (const Reference& reference : references) {
      std::string number = std::to_string(reference.frame);
      number.insert(0, 4 - number.size(), '0');
      const std::string context = reference.context == "-" ? "" : ".ctx" + reference.context;
      const Picture live = read_png(path("shots/frame_" + number + context + ".png"));
      EXPECT_EQ(difference_of(live, read_png(reference.picture), reference), "")
          << "frame " << reference.frame << context;
    }
  }
  std::vector<Reference> references = read_references()[GetParam()];
};

TEST_P(RealTraces, LookLikeTheirReferences) { expect_references({}, compare); }

TEST_P(RealTraces, LookLikeTheirReferencesOnADriverWithOtherNumbers) {
  expect_references({"SDL_VIDEO_EGL_DRIVER=" RENUMBERING_DRIVER}, compare);
}

// Another implementation of GL down to the rasterizer's rules for edges; it is in the package of llvmpipe, and draws by
// Vulkan.
TEST_P(RealTraces, LookLikeTheirReferencesOnZinkButForEdges) {
  const std::vector<std::string> zink = {"GALLIUM_DRIVER=zink"};
  const Outcome driver = run_with(zink, {trace(), "--frame", "0", "--hash"});
  if (driver.code == 125) GTEST_SKIP() << "no zink: " << driver.err;
  ASSERT_EQ(driver.code, 0) << driver.err;
  if (!contains(driver.out + driver.err, "renderer   zink"))
    GTEST_SKIP() << "another driver came in the place of zink: " << driver.err;
  expect_references(zink, compare_but_for_edges);
}

TEST_P(RealTraces, DrawTheSamePixelsInEveryRun) {
  const std::vector<std::string> arguments = {trace(), "--frame", frame_set(references), "--hash"};
  const Outcome first = run(arguments), second = run(arguments);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(std::count(first.out.begin(), first.out.end(), '\n'), static_cast<std::ptrdiff_t>(references.size()));
  EXPECT_EQ(first.out, second.out);
}

std::vector<std::string> traces() {
  std::vector<std::string> names;
  for (const auto& [trace, references] : read_references()) names.push_back(trace);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Data, RealTraces, testing::ValuesIn(traces()),
                         [](const auto& trace) { return trace.param.substr(0, trace.param.find('.')); });

}  // namespace
}  // namespace replay
