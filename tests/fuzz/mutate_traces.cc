// mutate_traces [--first N] [--count N] [--seconds N] [FILE...]
//
// Reads, and writes again, damaged traces of every format in every container, one after another in this process: made
// from the seeds of the fuzz targets and from FILEs. File number n is the same in every run with the same FILEs. A
// crash, a sanitizer's finding, a source that breaks its word, a file that takes more than 10 s of processor time or
// 512 MiB: the file is left in the current folder as mutated_<n>, and the exit status is not 0.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/container_packers.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/read_everything.h"
#include "tests/fuzz/rewrite_everything.h"

// Not there without sanitizers.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

// Memory that was given back counts as used while it is in quarantine.
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=16:handle_abort=1"; }

namespace {

using tests::Seed;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxBytes = std::size_t{64} << 10;
constexpr long kMaxKib = 512 << 10;
constexpr double kMaxSeconds = 10;

// The file that is being read.
std::string current;
std::uint64_t current_number = 0;

void keep_current() {
  std::ofstream("mutated_" + std::to_string(current_number), std::ios::binary) << current;
  std::fprintf(stderr, "mutate_traces: it was file %llu\n", static_cast<unsigned long long>(current_number));
}

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "mutate_traces: %s\n", what);
  keep_current();
  std::_Exit(1);
}

std::string any_container(const std::string& stream, tests::Random& random) {
  constexpr std::size_t kPieces[] = {100, 4096, std::size_t{1} << 20};
  const auto container = tests::kContainers[tests::pick(random, std::size(tests::kContainers))];
  return tests::pack(container, stream, kPieces[tests::pick(random, std::size(kPieces))]);
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& files) {
    for (const char* kind :
         {"apitrace", "wip15", "wtf_trace", "wtf_json", "webgl", "snappy", "gzip", "zstd", "brotli"}) {
      kinds_.push_back({kind, tests::seeds_of(kind)});
    }
    if (files.empty()) return;
    kinds_.push_back({"files", {}});
    for (const std::string& name : files) {
      std::ifstream file(name, std::ios::binary);
      kinds_.back().seeds.push_back({name, std::string(std::istreambuf_iterator<char>(file), {}).substr(0, kMaxBytes)});
    }
  }

  std::string make(std::uint64_t number) {
    tests::Random random(number * 0x9e3779b97f4a7c15);
    const Kind& kind = kinds_[number % kinds_.size()];
    const std::string& seed = kind.seeds[tests::pick(random, kind.seeds.size())].bytes;
    std::string bytes = tests::mutated(seed, kind.seeds, kMaxBytes, random);
    const bool stream = kind.name == "apitrace";
    if (stream || tests::pick(random, 16) == 0) bytes = any_container(bytes, random);
    if (stream && tests::pick(random, 4) == 0) bytes = tests::mutated(bytes, kind.seeds, kMaxBytes, random);
    return bytes;
  }

 private:
  struct Kind {
    std::string name;
    std::vector<Seed> seeds;
  };
  std::vector<Kind> kinds_;
};

// How the files ended.
struct Outcomes {
  std::uint64_t files = 0, refused = 0, with_error = 0, sound = 0, calls = 0;
  double longest = 0;

  void print(double seconds) const {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "%llu files in %.0f s: %llu refused, %llu read up to an error, %llu to the end; %llu calls; longest %.2f s, "
        "peak %ld MiB\n",
        static_cast<unsigned long long>(files), seconds, static_cast<unsigned long long>(refused),
        static_cast<unsigned long long>(with_error), static_cast<unsigned long long>(sound),
        static_cast<unsigned long long>(calls), longest, usage.ru_maxrss >> 10);
    std::fflush(stdout);
  }
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Of this process: others may take the processor away.
double cpu_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void read(Outcomes& outcomes) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  const auto bytes = std::as_bytes(std::span(current));
  loaders::OpenResult opened = loaders::open_trace(loaders::view_source(bytes), "mutated");
  const bool refused = !opened;
  const tests::Reading reading = tests::read_everything(std::move(opened));
  ++outcomes.files;
  ++(refused ? outcomes.refused : reading.outcome.empty() ? outcomes.sound : outcomes.with_error);
  outcomes.calls += reading.calls;
  tests::rewrite_file(bytes);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double seconds = cpu_seconds(usage) - cpu_seconds(before);
  outcomes.longest = std::max(outcomes.longest, seconds);
  if (seconds > kMaxSeconds) fail("it takes too long");
  if (usage.ru_maxrss > kMaxKib) fail("it takes too much memory");
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::uint64_t> options = {
      {"--first", 0}, {"--count", ~std::uint64_t{0}}, {"--seconds", ~std::uint64_t{0}}};
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const auto option = options.find(argv[i]);
    if (option == options.end()) {
      files.emplace_back(argv[i]);
    } else if (++i == argc ||
               std::from_chars(argv[i], argv[i] + std::strlen(argv[i]), option->second).ec != std::errc()) {
      std::fprintf(stderr, "usage: mutate_traces [--first N] [--count N] [--seconds N] [FILE...]\n");
      return 2;
    }
  }
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(keep_current);
  Mutator mutator(files);
  Outcomes outcomes;
  const auto start = Clock::now();
  while (outcomes.files < options["--count"] && seconds_since(start) < static_cast<double>(options["--seconds"])) {
    current_number = options["--first"] + outcomes.files;
    current = mutator.make(current_number);
    read(outcomes);
    if (outcomes.files % 20000 == 0) outcomes.print(seconds_since(start));
  }
  outcomes.print(seconds_since(start));
  return outcomes.files > 0 ? 0 : 1;
}
