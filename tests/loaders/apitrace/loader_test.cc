#include "loaders/apitrace/loader.h"

#include <gtest/gtest.h>

#include "tests/apitrace_builder.h"
#include "tests/golden/golden.h"
#include "tests/loaders/load_text.h"
#include "tests/small_traces.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using tests::small_program;
using namespace tests::at;

std::string text_of(std::uint64_t version) {
  ApitraceBuilder trace = small_program(version);
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.error) << loaded.error->to_string();
  return loaded.text;
}

TEST(ApitraceLoader, SmallProgram) {
  tests::expect_golden("apitrace_v6_small_program.txt", text_of(6));
  tests::expect_golden("apitrace_v2_small_program.txt", text_of(2));
}

TEST(ApitraceLoader, EveryVersionReadsTheSame) {
  for (const std::uint64_t version : {0, 1, 3}) EXPECT_EQ(text_of(version), text_of(2)) << version;
  EXPECT_EQ(text_of(5), text_of(4));
}

TEST(ApitraceLoader, AnyContainerAndAnyWindowReadTheSame) {
  ApitraceBuilder trace = small_program(6);
  const std::string whole = tests::load(trace.file()).text;
  for (const Container container : tests::kContainers) {
    for (const std::size_t piece : {10, 777}) {
      for (std::size_t window = 1; window < 3000; window += window < 16 ? 1 : 397) {
        const tests::Loaded loaded = tests::load(trace.file(container, piece), window);
        ASSERT_EQ(loaded.text, whole) << container_name(container) << ", window of " << window << " bytes";
        ASSERT_FALSE(loaded.error);
      }
    }
  }
}

TEST(ApitraceLoader, ClosesBatchesAtFramesAndBySize) {
  ApitraceBuilder trace;
  for (int i = 0; i < 7; ++i) {
    trace.call("glBufferSubData(target, offset, size, data)", {1, 0, 400000, blob(std::string(400000, 's'))});
  }
  trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 77}).call("glFinish()", {});
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.frames, 1u);
  EXPECT_EQ(loaded.batches, (std::vector<std::size_t>{3, 3, 2, 1}));
}

// The memory that a batch points to must not be overwritten while the next batches are read.
TEST(ApitraceLoader, BatchesKeepTheirMemory) {
  ApitraceBuilder trace;
  for (char c = 'a'; c < 'z'; ++c) {
    trace.call("glBufferSubData(target, offset, size, data)", {1, 0, 3000, blob(std::string(3000, c))});
    trace.call("glXSwapBuffers(dpy, drawable)", {ptr(16), 77});
  }
  auto opened = open_trace(memory_source(trace.file(Container::kSnappy, 4096)), "test", {4096});
  std::vector<std::unique_ptr<Batch>> batches;
  for (;;) {
    auto batch = std::make_unique<Batch>();
    if ((*opened)->read(*batch) == ReadStatus::kEnd) break;
    batches.push_back(std::move(batch));
  }
  ASSERT_EQ(batches.size(), 25u);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const Value& blob = batches[i]->calls[0].args[3];
    EXPECT_EQ(std::string(static_cast<const char*>(blob.p), blob.count), std::string(3000, static_cast<char>('a' + i)));
  }
}

TEST(ApitraceLoader, EventLargerThanTheWindow) {
  ApitraceBuilder trace;
  const std::string large(5 * InputWindow::kDefaultBytes + 17, 'L');
  trace.call("glFinish()", {}).call("glBufferSubData(target, offset, size, data)", {1, 0, 0, blob(large)});
  trace.call("glFinish()", {});
  for (const Container container : tests::kContainers) {
    EXPECT_EQ(
        tests::load(trace.file(container)).text,
        "0 glFinish()\n1 glBufferSubData(target = 1, offset = 0, size = 0, data = blob(5242897))\n2 glFinish()\n");
  }
}

TEST(ApitraceLoader, ReadsFromAPipe) {
  ApitraceBuilder trace = small_program(6);
  for (const Container container : tests::kContainers) {
    ByteSource source = memory_source(trace.file(container, 300));
    source.size.reset();
    const tests::Loaded loaded = tests::load(open_trace(std::move(source), "test"));
    EXPECT_EQ(loaded.text, text_of(6));
    EXPECT_FALSE(loaded.info.file_size);
  }
}

TEST(ApitraceLoader, StaysAtTheEnd) {
  ApitraceBuilder trace;
  trace.call("glFinish()", {});
  tests::FirstBatch first(trace.file());
  EXPECT_EQ(first.source->read(first.batch), ReadStatus::kEnd);
  EXPECT_EQ(first.source->read(first.batch), ReadStatus::kEnd);
  EXPECT_TRUE(first.batch.calls.empty());
  EXPECT_FALSE(first.source->error());
}

}  // namespace
}  // namespace loaders::apitrace
