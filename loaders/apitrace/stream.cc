#include "loaders/apitrace/stream.h"

#include <fmt/format.h>

#include <utility>

#include "loaders/container/detect.h"
#include "loaders/stream/read_record.h"

namespace loaders::apitrace {
namespace {

std::string version_text(const Header& header) {
  const std::uint64_t version = header.dialect.version;
  if (header.semantic_version == version) return fmt::format("{}", version);
  return fmt::format("{}, to be replayed as {}", version, header.semantic_version);
}

// Reads the header and moves the window past it.
Result<Header, LoadError> header_of(InputWindow& window, const std::string& file) {
  Header header;
  RecordProblem problem;
  const auto parse = [&](Cursor& cursor) { header = read_header(cursor, problem); };
  const auto read = read_record(window, problem, parse, [] {});
  if (read) return header;
  const RecordFailure& failure = read.error();
  const bool is_cut = failure.error.damage == Damage::kCut && !window.error();
  return LoadError{Damage::kCorrupt,
                   failure.at,
                   0,
                   file,
                   "header",
                   is_cut ? "the stream ends inside the header" : failure.error.problem};
}

// Bytes that are no Brotli stream can unpack to something. This check refuses most of them: after its header, a trace
// enters a call.
bool begins_with_a_call(InputWindow& window) {
  if (!window.fill(1)) return !window.error();
  return window.bytes()[0] == static_cast<std::byte>(Event::kEnter);
}

// The window is larger than a chunk, so that the next chunk can be unpacked after the rest of an event.
std::size_t window_bytes(std::size_t usual) { return usual + usual / 4; }

}  // namespace

Result<Stream, LoadError> open_stream(InputWindow packed, const std::string& file) {
  const Container container = detect_container(packed.bytes());
  TraceInfo info;
  info.file = file;
  info.format = "apitrace";
  info.container = container_name(container);
  info.file_size = packed.stream_size();
  const std::size_t bytes = window_bytes(packed.usual_bytes());
  const Limits limits = packed.limits();
  const std::shared_ptr<Passages> passages = container == Container::kSnappy ? packed.passages() : nullptr;
  InputWindow window(unpack(container, std::move(packed)), bytes, limits);

  const Result<Header, LoadError> header = header_of(window, file);
  if (container == Container::kBrotli && (!header || !begins_with_a_call(window))) {
    return LoadError{Damage::kCorrupt, 0, 0, file, {}, "is not a trace of a known format"};
  }
  if (!header) return header.error();
  info.version = version_text(*header);
  info.properties = header->properties;
  return Stream{std::move(window), *header, std::move(info), passages};
}

}  // namespace loaders::apitrace
