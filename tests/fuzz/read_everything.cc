#include "tests/fuzz/read_everything.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "loaders/stream/dump.h"
#include "loaders/stream/dump_json.h"

namespace tests {
namespace {

using loaders::Value;
using loaders::ValueKind;

// Printing costs most of the time: the first calls, as JSON; later ones are of the same kinds.
constexpr std::uint64_t kPrintedCalls = 200;

// As many batches as a player has under way; older ones are filled again.
constexpr std::size_t kBatchesUnderWay = 4;

void require(bool good, const char* what, const std::string& more = {}) {
  if (good) return;
  std::fprintf(stderr, "a source broke its word: %s %s\n", what, more.c_str());
  std::abort();
}

class Digest {
 public:
  void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x9e3779b97f4a7c15 + (state_ >> 29); }

  void add_bytes(const void* data, std::size_t size) {
    add(size);
    const auto* bytes = static_cast<const char*>(data);
    for (; size > 0; bytes += sizeof(std::uint64_t)) {
      const std::size_t part = std::min(size, sizeof(std::uint64_t));
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, part);
      add(word);
      size -= part;
    }
  }

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

void add_value(Digest& digest, const Value& value) {
  digest.add(static_cast<std::uint64_t>(value.kind) << 32 | static_cast<std::uint64_t>(value.elem) << 16 | value.aux);
  switch (value.kind) {
    case ValueKind::kNull: return;
    case ValueKind::kF32: return digest.add_bytes(&value.f, sizeof value.f);
    case ValueKind::kUint:
    case ValueKind::kSint:
    case ValueKind::kF64:
    case ValueKind::kPointer: return digest.add(value.u);
    case ValueKind::kString:
      digest.add_bytes(value.p, value.count);
      return require(static_cast<const char*>(value.p)[value.count] == '\0', "a string without its NUL");
    case ValueKind::kBlob: return digest.add_bytes(value.p, value.count);
    case ValueKind::kArray:
      if (value.elem != loaders::Elem::kValue) return digest.add_bytes(value.p, value.byte_size());
      for (const Value& element : value.array<Value>()) add_value(digest, element);
      return;
  }
  require(false, "a value of no kind");
}

void add_call(Digest& digest, const loaders::Call& call, const loaders::FunctionTable& functions) {
  require(call.recorded < functions.size(), "a call of a function that was not declared");
  const auto wanted = glbindings::signature(call.function).params().size();
  require(call.argc >= wanted, "a call with fewer arguments than its function has", functions[call.recorded].name);
  digest.add(static_cast<std::uint64_t>(call.function) << 32 | call.flags);
  digest.add(static_cast<std::uint64_t>(call.thread) << 32 | call.context);
  digest.add(call.number);
  const std::string& name = functions[call.recorded].name;
  digest.add_bytes(name.data(), name.size());
  for (const Value& argument : call.arguments()) add_value(digest, argument);
  if (const Value* result = call.result()) add_value(digest, *result);
  if (const Value* time = call.time()) add_value(digest, *time);
}

std::uint64_t digest_of(const loaders::Batch& batch, const loaders::FunctionTable& functions) {
  Digest digest;
  for (const loaders::Call& call : batch.calls) add_call(digest, call, functions);
  return digest.value();
}

struct BatchUnderWay {
  std::unique_ptr<loaders::Batch> batch = std::make_unique<loaders::Batch>();
  std::uint64_t digest = 0;
};

// Reads into a batch of its own until the oldest of a few is to be filled again, as a player does.
class Reader {
 public:
  explicit Reader(loaders::CallSource& source) : source_(source) {}

  Reading read_to_end() {
    Digest whole;
    while (std::unique_ptr<loaders::Batch> batch = next()) {
      for (const loaders::Call& call : batch->calls) {
        reading_.calls += !call.is(loaders::kDerived);
        add_call(whole, call, source_.functions());
        if (++printed_ <= kPrintedCalls) print(call);
      }
      const std::uint64_t digest = digest_of(*batch, source_.functions());
      under_way_.push_back({std::move(batch), digest});
    }
    while (!under_way_.empty()) recycle();
    reading_.digest = whole.value();
    if (source_.error()) reading_.outcome = source_.error()->to_string();
    for (const std::string& warning : source_.warnings()) require(!warning.empty(), "an empty warning");
    source_.facts();
    return std::move(reading_);
  }

 private:
  std::unique_ptr<loaders::Batch> next() {
    auto batch = under_way_.size() < kBatchesUnderWay ? std::make_unique<loaders::Batch>() : recycle();
    if (source_.read(*batch) == loaders::ReadStatus::kEnd) return nullptr;
    require(!batch->calls.empty(), "a batch without a call");
    return batch;
  }

  std::unique_ptr<loaders::Batch> recycle() {
    BatchUnderWay oldest = std::move(under_way_.front());
    under_way_.pop_front();
    require(digest_of(*oldest.batch, source_.functions()) == oldest.digest,
            "a batch changed while the next ones were read");
    return std::move(oldest.batch);
  }

  void print(const loaders::Call& call) {
    text_.clear();
    loaders::append_call(text_, call, source_.functions());
    require(!text_.empty() && text_.find('\n') == text_.size() - 1, "a call that is not one line of text");
    text_.clear();
    loaders::append_call_json(text_, call, source_.functions());
    require(!text_.empty() && text_.find('\n') == text_.size() - 1, "a call that is not one line of JSON");
  }

  loaders::CallSource& source_;
  std::deque<BatchUnderWay> under_way_;
  std::string text_;
  std::uint64_t printed_ = 0;
  Reading reading_;
};

// Brotli has no magic: a file whose damage takes away the little that tells is any other file.
bool brotli_cut_short(const Reading& reading) {
  return reading.outcome.find("is not a trace of a known format") != std::string::npos;
}

bool is_damaged_stream(const Reading& reading) { return reading.outcome.find("data is damaged") != std::string::npos; }

}  // namespace

std::uint64_t digest_of(const loaders::Call& call, const loaders::FunctionTable& functions) {
  Digest digest;
  add_call(digest, call, functions);
  return digest.value();
}

Reading read_everything(loaders::OpenResult opened) {
  if (!opened) {
    require(!opened.error().problem.empty(), "a refusal without a reason");
    return {0, 0, opened.error().to_string()};
  }
  return Reader(**opened).read_to_end();
}

void read_in_windows(const std::function<loaders::OpenResult(const loaders::OpenOptions&)>& open) {
  loaders::OpenOptions options;
  options.limits.stream_bytes = std::uint64_t{8} << 20;  // a small file can be as long as any
  // Allocating the usual megabytes takes longer than reading a small file.
  options.window_bytes = std::size_t{64} << 10;
  const Reading whole = read_everything(open(options));
  options.window_bytes = 64;
  const Reading pieces = read_everything(open(options));
  if (is_damaged_stream(whole) || is_damaged_stream(pieces)) return;
  if (brotli_cut_short(whole) || brotli_cut_short(pieces)) return;
  require(whole.outcome == pieces.outcome, "two windows, two outcomes:", whole.outcome + " and " + pieces.outcome);
  require(whole.calls == pieces.calls && whole.digest == pieces.digest, "two windows, two readings");
}

void read_file(std::span<const std::byte> file) {
  read_in_windows([&](const loaders::OpenOptions& options) {
    return loaders::open_trace(loaders::view_source(file), "fuzz", options);
  });
}

}  // namespace tests
