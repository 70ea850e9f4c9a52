// cut_traces FILE...
//
// Each file cut at every byte of its first and its last 4 KiB, through the loader. Whatever is left must be refused
// with a sentence, or give the calls of the whole file up to some place and then an error - or none, where the cut left
// a whole file of its kind. A longer piece never gives fewer calls. Prints a line for each file; the exit status is 1
// after a failure.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "loaders/stream/dump.h"
#include "tests/fuzz/read_everything.h"

namespace {

constexpr std::size_t kEdge = 4096;

// What the recorded calls of `bytes` print as, one digest each for all of them up to that one. Calls that were entered
// and not left are not counted: more bytes may complete them.
struct Calls {
  bool refused = false;
  std::string error;
  std::vector<std::uint64_t> digests;
};

Calls read(std::span<const std::byte> bytes) {
  Calls calls;
  auto opened = loaders::open_trace(loaders::view_source(bytes), "cut");
  calls.refused = !opened;
  if (!opened) {
    calls.error = opened.error().to_string();
    return calls;
  }
  loaders::Batch batch;
  std::uint64_t digest = 0;
  while ((*opened)->read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) {
      if (call.is(loaders::kDerived) || call.is(loaders::kIncomplete)) continue;
      digest = (digest ^ tests::digest_of(call, (*opened)->functions())) * 0x9e3779b97f4a7c15;
      calls.digests.push_back(digest);
    }
  }
  if ((*opened)->error()) calls.error = (*opened)->error()->to_string();
  return calls;
}

struct Counts {
  std::size_t cuts = 0, refused = 0, with_error = 0, sound = 0, failures = 0;
};

class Cutter {
 public:
  Cutter(std::string name, std::span<const std::byte> file) : name_(std::move(name)), file_(file), whole_(read(file)) {}

  Counts cut_everywhere() {
    std::size_t size = 0;
    for (; size < std::min(kEdge, file_.size()); ++size) cut(size);
    size = std::max(size, file_.size() - std::min(kEdge, file_.size()));
    for (; size < file_.size(); ++size) cut(size);
    std::printf(
        "%s: %zu bytes, %zu calls; %zu cuts: %zu refused, %zu end in an error, %zu are whole; the last loses %zu "
        "calls\n",
        name_.c_str(), file_.size(), whole_.digests.size(), counts_.cuts, counts_.refused, counts_.with_error,
        counts_.sound, whole_.digests.size() - calls_before_);
    std::fflush(stdout);
    return counts_;
  }

 private:
  void cut(std::size_t size) {
    const Calls calls = read(file_.first(size));
    ++counts_.cuts;
    ++(calls.refused ? counts_.refused : calls.error.empty() ? counts_.sound : counts_.with_error);
    const std::size_t count = calls.digests.size();
    if (count > whole_.digests.size() || (count > 0 && calls.digests.back() != whole_.digests[count - 1])) {
      fail(size, "its calls are not those of the whole file");
    }
    if (count < calls_before_) fail(size, "a shorter piece gave more calls");
    if (calls.refused && calls.error.empty()) fail(size, "it is refused without a reason");
    calls_before_ = count;
  }

  void fail(std::size_t size, const char* what) {
    if (counts_.failures++ < 5) std::printf("%s: cut at byte %zu: %s\n", name_.c_str(), size, what);
  }

  std::string name_;
  std::span<const std::byte> file_;
  Calls whole_;
  std::size_t calls_before_ = 0;
  Counts counts_;
};

}  // namespace

int main(int argc, char** argv) {
  std::size_t cuts = 0, failures = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const Counts counts = Cutter(argv[i], std::as_bytes(std::span(bytes))).cut_everywhere();
    cuts += counts.cuts;
    failures += counts.failures;
  }
  std::printf("%d files, %zu cuts, %zu failures\n", argc - 1, cuts, failures);
  return failures == 0 && cuts > 0 ? 0 : 1;
}
