#include "loaders/open.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "loaders/apitrace/loader.h"
#include "loaders/container/detect.h"
#include "loaders/other_files.h"
#include "loaders/wip15/header.h"
#include "loaders/wip15/loader.h"
#include "loaders/wtf/loader.h"

namespace loaders {
namespace {

LoadError refusal(const std::string& file, std::string problem) {
  return {Damage::kCorrupt, 0, 0, file, {}, std::move(problem)};
}

OpenResult refuse_other_file(InputWindow window, const std::string& file) {
  return refusal(file, "is no recording of OpenGL calls but " + std::string(name_of_other_file(window.bytes())));
}

// The only list of formats.
struct Format {
  bool (*matches)(std::span<const std::byte> start);
  OpenResult (*open)(InputWindow window, const std::string& file);
};
constexpr Format kFormats[] = {
    {wip15::is_wip15, wip15::open},
    {wtf::is_chunked, wtf::open},
    {wtf::is_legacy, wtf::open},
    {wtf::is_json, wtf::open},
    {is_other_file, refuse_other_file},
    {apitrace::is_apitrace, apitrace::open},  // must be last: it accepts every file and checks later
};

// The same list for people.
constexpr FormatName kNames[] = {
    {"WIP15", "0.0 as first documented, 0.0, 0.0a"},
    {"Web Tracing Framework", "wtf-trace 10 and 3, wtf-json"},
    {"apitrace", "0 to 6"},
};

// The most bytes of the start of a file that a format looks at.
constexpr std::size_t kStartBytes = 64;

// How much of a packed file is needed for kStartBytes unpacked: a block of zstd comes as a whole.
constexpr std::size_t kPackedStartBytes = std::size_t{256} << 10;

bool is_wtf(std::span<const std::byte> start) {
  return wtf::is_chunked(start) || wtf::is_legacy(start) || wtf::is_json(start);
}

// WTF has no compression of its own, so people pack its files with gzip or zstd. Returns the container when `window` is
// at the start of such a file. apitrace uses the same containers, and its loader unpacks them itself: only the first
// unpacked bytes tell the two apart.
std::optional<Container> container_of_wtf(InputWindow& window) {
  const Container container = detect_container(window.bytes());
  if (container != Container::kGzip && container != Container::kZstd) return std::nullopt;
  window.fill(std::min<std::uint64_t>(kPackedStartBytes, window.remaining().value_or(kPackedStartBytes)));
  InputWindow start(unpack(container, InputWindow(view_source(window.bytes()))), kStartBytes);
  start.fill(kStartBytes);
  return is_wtf(start.bytes()) ? std::optional(container) : std::nullopt;
}

OpenResult open_packed_wtf(InputWindow window, Container container, const std::string& file) {
  const auto file_size = window.stream_size();
  const Limits limits = window.limits();
  InputWindow whole(unpack(container, std::move(window)), InputWindow::kDefaultBytes, limits);
  whole.fill(kStartBytes);
  return wtf::open_packed(std::move(whole), file, container_name(container), file_size);
}

void fill_start(InputWindow& window) {
  window.fill(std::min<std::uint64_t>(kStartBytes, window.remaining().value_or(kStartBytes)));
}

ByteSource told_of(ByteSource source, std::function<void(std::uint64_t)> on_read) {
  const auto bytes = std::make_shared<std::uint64_t>(0);
  if (source.skip) {
    source.skip = [skip = std::move(source.skip), bytes](std::uint64_t count) {
      *bytes += count;
      return skip(count);
    };
  }
  source.read = [read = std::move(source.read), on_read = std::move(on_read),
                 bytes](std::span<std::byte> into) mutable -> Result<std::size_t> {
    auto got = read(into);
    if (got) on_read(*bytes += *got);
    return got;
  };
  return source;
}

}  // namespace

std::span<const FormatName> known_formats() { return kNames; }

OpenResult open_trace(const std::string& path, const OpenOptions& options) {
  Result<ByteSource> opened = open_file(path);
  if (!opened) return refusal(path, opened.error().problem);
  // What comes from a pipe may come slowly, and a thread that waits for it could not be ended.
  opened->may_unpack_ahead = options.may_unpack_ahead && opened->size;
  if (options.on_read) *opened = told_of(*std::move(opened), options.on_read);
  return open_trace(*std::move(opened), path, options);
}

OpenResult open_trace(ByteSource source, const std::string& name, const OpenOptions& options) {
  InputWindow window(std::move(source), options.window_bytes, options.limits);
  window.set_passages(options.passages);
  return open_trace(std::move(window), name);
}

bool holds_apitrace(InputWindow& window) {
  fill_start(window);
  if (window.bytes().empty() || container_of_wtf(window)) return false;
  const auto matches = [&](const Format& format) { return format.matches(window.bytes()); };
  return std::ranges::find_if(kFormats, matches)->open == apitrace::open;
}

OpenResult open_trace(InputWindow window, const std::string& name) {
  fill_start(window);
  if (window.error()) return refusal(name, window.error()->problem);
  if (window.bytes().empty()) return refusal(name, "is empty");
  if (const auto container = container_of_wtf(window)) return open_packed_wtf(std::move(window), *container, name);
  for (const Format& format : kFormats) {
    if (format.matches(window.bytes())) return format.open(std::move(window), name);
  }
  return refusal(name, "is not a trace of a known format");
}

}  // namespace loaders
