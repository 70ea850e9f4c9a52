#include "loaders/open.h"

#include <algorithm>
#include <span>
#include <utility>

#include "loaders/apitrace/loader.h"
#include "loaders/wip15/header.h"
#include "loaders/wip15/loader.h"
#include "loaders/wtf/loader.h"

namespace loaders {
namespace {

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
    {apitrace::is_apitrace, apitrace::open},  // last: it takes everything, to have a look
};

// As much of the start of a file as any of them looks at.
constexpr std::size_t kStartBytes = 64;

OpenResult refuse(const std::string& file, std::string problem) {
  return {nullptr, LoadError{Damage::kCorrupt, 0, 0, file, {}, std::move(problem)}};
}

}  // namespace

OpenResult open_trace(const std::string& path, const OpenOptions& options) {
  OpenedFile opened = open_file(path);
  if (!opened.source) return refuse(path, opened.problem);
  return open_trace(std::move(*opened.source), path, options);
}

OpenResult open_trace(ByteSource source, const std::string& name, const OpenOptions& options) {
  InputWindow window(std::move(source), options.window_bytes);
  window.fill(std::min<std::uint64_t>(kStartBytes, window.remaining().value_or(kStartBytes)));
  if (!window.problem().empty()) return refuse(name, window.problem());
  if (window.bytes().empty()) return refuse(name, "is empty");
  for (const Format& format : kFormats) {
    if (format.matches(window.bytes())) return format.open(std::move(window), name);
  }
  return refuse(name, "is not a trace of a known format");
}

}  // namespace loaders
