#include "tests/rewritten.h"

#include <utility>

#include "loaders/apitrace/output.h"
#include "loaders/apitrace/writer.h"
#include "loaders/container/detect.h"

namespace tests {

InMemory rewrite(std::vector<std::byte> file, const loaders::Edit& edit, loaders::RewriteOptions options) {
  InMemory result;
  auto rewritten = loaders::rewrite(loaders::memory_source(std::move(file)), "test", loaders::memory_sink(result.file),
                                    edit, options);
  if (rewritten) {
    result.rewritten = *std::move(rewritten);
  } else {
    result.refused = rewritten.error().problem;
  }
  return result;
}

std::vector<std::byte> write_neutral_calls(std::vector<std::byte> file) {
  std::vector<std::byte> written;
  loaders::apitrace::Output output(loaders::pack(loaders::Packing::kSnappy, loaders::memory_sink(written)));
  output.begin(loaders::apitrace::kMaxVersion, {});
  loaders::apitrace::Writer writer(output);
  auto source = loaders::open_trace(loaders::memory_source(std::move(file)), "test");
  if (!source) return {};
  loaders::Batch batch;
  while ((*source)->read(batch) == loaders::ReadStatus::kBatch) {
    for (const loaders::Call& call : batch.calls) writer.write(call, &(*source)->functions());
  }
  if (!output.finish()) return {};
  return written;
}

std::string stream_of(const std::vector<std::byte>& file) {
  loaders::InputWindow packed(loaders::view_source(file));
  packed.fill(16);
  loaders::ByteSource source = loaders::unpack(loaders::detect_container(packed.bytes()), std::move(packed));
  std::string stream;
  std::vector<std::byte> piece(std::size_t{2} << 20);
  for (;;) {
    const auto got = source.read(piece);
    if (!got || *got == 0) return stream;
    stream.append(reinterpret_cast<const char*>(piece.data()), *got);
  }
}

}  // namespace tests
