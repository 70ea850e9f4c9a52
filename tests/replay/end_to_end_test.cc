// The real traces in data/: every picture of refs.tsv within its tolerance, and the same pixels in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

struct Reference {
  int frame = 0;
  std::string context;  // "-": the frame has one picture
  fs::path picture;
  int largest_difference = 0;
  double fraction = 0;  // of pixels that may exceed it
};

// By trace.
std::map<std::string, std::vector<Reference>> read_references() {
  std::map<std::string, std::vector<Reference>> references;
  std::ifstream file(fs::path(DATA_DIR) / "refs.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string trace, picture;
    Reference reference;
    fields >> trace >> reference.frame >> reference.context >> picture >> reference.largest_difference >> reference.fraction;
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

// "" or what is wrong.
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

std::string frame_set(const std::vector<Reference>& references) {
  std::string set;
  for (const Reference& reference : references) set += (set.empty() ? "" : ",") + std::to_string(reference.frame);
  return set;
}

class RealTraces : public ProgramTest, public testing::WithParamInterface<std::string> {
 protected:
  std::string trace() const { return (fs::path(DATA_DIR) / GetParam()).string(); }
  std::vector<Reference> references = read_references()[GetParam()];
};

TEST_P(RealTraces, LookLikeTheirReferences) {
  const Outcome outcome = run({trace(), "--strict", "--frame", frame_set(references), "-o", "shots/"});
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  for (const Reference& reference : references) {
    std::string number = std::to_string(reference.frame);
    number.insert(0, 4 - number.size(), '0');
    const std::string context = reference.context == "-" ? "" : ".ctx" + reference.context;
    const Picture live = read_png(path("shots/frame_" + number + context + ".png"));
    EXPECT_EQ(compare(live, read_png(reference.picture), reference), "") << "frame " << reference.frame << context;
  }
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
