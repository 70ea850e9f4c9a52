// Cuts files at every byte, and changes every byte. Nothing may crash, and the calls before the damage must be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using tests::Thread;
using namespace tests::at;

ApitraceBuilder trace_of(std::uint64_t version) {
  ApitraceBuilder trace(version);
  trace.property("process.name", "damaged");
  trace.call("glGenBuffers(n, buffers)", {2}).out(1, items({1, 2}));
  trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 40, blob(std::string(40, 'x'))});
  trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 1500, blob(std::string(1500, 'y'))}).fake();
  trace.call("glShaderSource(shader, count, string, length)", {1, 1, items({"void main() {}"}), items({14})});
  const unsigned open = trace.enter("fooBar(vis)", {items({structure("S", {1, real(2), bits(3)})})}, Thread{1});
  trace.call("glClear(mask)", {bits(0x4100)});
  trace.leave(open).returns(repr("two", wide({0x32})));
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 77});
  if (version >= 5) trace.detail("\x04" + num(1) + num(7) + "\x01" + num(3) + "lib" + "\x04" + num(30) + num(0));
  trace.call("glGenBuffers(n, buffers)", {1}).out(1, items({3}));
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 77});
  return trace;
}

// The lines of the calls that have been left.
std::string complete_part(const std::string& text) {
  std::istringstream lines(text);
  std::string complete;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("incomplete") == std::string::npos) complete += line + "\n";
  }
  return complete;
}

class ApitraceDamage : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Versions, ApitraceDamage, testing::Values(0, 1, 2, 3, 4, 5, 6));

TEST_P(ApitraceDamage, StreamCutAtEveryByte) {
  ApitraceBuilder builder = trace_of(GetParam());
  const std::string stream = builder.stream();
  const auto ends = builder.ends();
  const std::string whole = tests::load(builder.file()).text;
  std::size_t most = 0;
  for (std::size_t size = ends[0]; size < stream.size(); ++size) {
    const auto file = tests::to_bytes(tests::pack(Container::kSnappy, stream.substr(0, size)));
    const tests::Loaded loaded = tests::load(file, 64);
    const std::string complete = complete_part(loaded.text);
    ASSERT_EQ(complete, whole.substr(0, complete.size())) << "cut after " << size << " bytes";
    ASSERT_GE(complete.size(), most);
    most = complete.size();
    const bool clean = std::find(ends.begin(), ends.end(), size) != ends.end();
    ASSERT_EQ(loaded.error.has_value(), !clean) << "cut after " << size << " bytes";
    if (!clean) {
      EXPECT_EQ(loaded.error->damage, Damage::kCut) << loaded.error->to_string();
    }
  }
  EXPECT_EQ(std::count(whole.begin() + static_cast<std::ptrdiff_t>(most), whole.end(), '\n'), 1) << "all but the last";
}

TEST_P(ApitraceDamage, FileCutAtEveryByte) {
  for (const Container container : tests::kContainers) {
    const auto file = trace_of(GetParam()).file(container, 300);
    const std::string whole = tests::load(file).text;
    for (std::size_t size = 0; size < file.size(); ++size) {
      const tests::Loaded loaded = tests::load({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
      const std::string complete = complete_part(loaded.text);
      ASSERT_EQ(complete, whole.substr(0, complete.size())) << "cut after " << size << " bytes";
      if (loaded.error) {
        EXPECT_EQ(loaded.error->damage, Damage::kCut) << loaded.error->to_string();
      }
    }
  }
}

TEST_P(ApitraceDamage, StreamChangedAtEveryByte) {
  const std::string stream = trace_of(GetParam()).stream();
  for (const char mask : {'\xff', '\x01', '\x80', '\x04'}) {
    for (std::size_t i = 0; i < stream.size(); ++i) {
      std::string changed = stream;
      changed[i] = static_cast<char>(changed[i] ^ mask);
      const tests::Loaded loaded = tests::load(tests::to_bytes(tests::pack(Container::kSnappy, changed)), 256);
      EXPECT_LE(loaded.text.size(), 100000u);
    }
  }
}

TEST(ApitraceFileDamage, ChangedAtEveryByte) {
  for (const Container container : tests::kContainers) {
    const auto file = trace_of(6).file(container, 700);
    for (std::size_t i = 0; i < file.size(); ++i) {
      auto changed = file;
      changed[i] ^= std::byte{0x55};
      EXPECT_LE(tests::load(std::move(changed)).text.size(), 100000u);
    }
  }
}

TEST(ApitraceFileDamage, IsReportedWithItsPlace) {
  ApitraceBuilder trace;
  trace.call("glFinish()", {}).call("glClear(mask)", {bits(0x4100)});
  const auto error_of = [](const std::string& file) {
    const tests::Loaded loaded = tests::load(tests::to_bytes(file));
    EXPECT_TRUE(loaded.error);
    return loaded.error ? loaded.error->to_string() : "";
  };
  const std::string stream = trace.stream();
  EXPECT_EQ(error_of(tests::pack(Container::kSnappy, stream.substr(0, stream.size() - 1))),
            "test: byte 69, call 1, return of glClear: 1 more bytes are needed at byte 71 than the stream has");
  EXPECT_EQ(error_of(tests::pack(Container::kSnappy, stream.substr(0, stream.size() - 2))),
            "test: byte 69, call 2, return: 1 more bytes are needed at byte 70 than the stream has");
  const std::string two = "at" + tests::snappy_chunk(stream);
  EXPECT_EQ(error_of(two + two),
            "test: byte 72, call 2, next event: a second trace begins at byte 81 of the file, it is not read");
  EXPECT_EQ(error_of(two + std::string(4, '\x7f')),
            "test: byte 72, call 2, next event: a chunk of 2139062143 bytes at byte 81");
}

// The error about a cut must not depend on how much of the stream was in memory.
TEST(ApitraceDamage, ACutSaysTheSameInEveryWindow) {
  ApitraceBuilder trace;
  trace.call("memcpy(dest, src, n)", {ptr(16), blob(std::string(2000, 'w')), 2000});
  const std::string cut = trace.stream().substr(0, 1200);
  const auto file = tests::to_bytes(tests::pack(Container::kSnappy, cut, 100));
  const tests::Loaded whole = tests::load(file);
  ASSERT_TRUE(whole.error);
  for (const std::size_t window : {16, 64, 1000}) {
    const tests::Loaded loaded = tests::load(file, window);
    ASSERT_TRUE(loaded.error);
    EXPECT_EQ(loaded.error->to_string(), whole.error->to_string()) << window;
  }
}

}  // namespace
}  // namespace loaders::apitrace
