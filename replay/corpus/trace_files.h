// Where the recordings of a manifest are: in the folder of the traces, in a cache, or on a server only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "loaders/base/result.h"
#include "replay/corpus/manifest.h"

namespace replay {

struct TraceSources {
  std::filesystem::path traces;  // that the paths of the manifest are relative to
  std::filesystem::path cache;   // for what is not there; empty: none
  std::string download_url{};    // of the manifest; empty: none
  bool downloads = false;        // whether what is in neither is downloaded
  std::string token{};           // for the host of `download_url`; empty: none
};

// A trace as a run has it: its file, or why there is none. `seconds` and `bytes` are of its download; 0: there was
// none.
struct TraceFile {
  loaders::Result<std::filesystem::path> file;
  double seconds = 0;
  std::uint64_t bytes = 0;
};

// The folder for downloads of this user, by the XDG Base Directory Specification. Empty: the environment names none.
std::filesystem::path default_cache();

// The first place where there is a file for a trace, whatever is in it.
std::optional<std::filesystem::path> likely_place(const TraceEntry& entry, const TraceSources& sources);

// The file of a trace that is there, and is the one that the manifest means. In the cache it may lie by its path alone,
// or where it was downloaded to. Otherwise the reason why there is none.
loaders::Result<std::filesystem::path> find_trace(const TraceEntry& entry, const TraceSources& sources);

// The bearer token in a file, without what surrounds it. Throws CannotJudge when there is none.
std::string read_token(const std::string& file);

// Where a download of the trace goes. An error when the manifest has no URL, or when the path would lead out of the
// cache.
loaders::Result<std::filesystem::path> place_in_cache(const TraceEntry& entry, const TraceSources& sources);

}  // namespace replay
