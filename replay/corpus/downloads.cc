#include "replay/corpus/downloads.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "replay/download/fetcher.h"
#include "replay/download/url.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAtOnce = 4;

}  // namespace

Downloads::Downloads(std::vector<const TraceEntry*> entries, TraceSources sources, std::stop_token stop,
                     std::function<void(const TraceEntry&)> found)
    : entries_(std::move(entries)),
      sources_(std::move(sources)),
      found_(std::move(found)),
      passes_stop_on_(std::move(stop), [this] { enough_.request_stop(); }) {
  for (std::size_t i = 0; i < std::min(kAtOnce, entries_.size()); ++i) threads_.emplace_back([this] { work(); });
}

Downloads::~Downloads() {
  enough_.request_stop();
  wait();
}

void Downloads::wait() { threads_.clear(); }

TraceFile Downloads::file_of(const TraceEntry& entry) const {
  const std::lock_guard lock(mutex_);
  return files_.at(&entry);
}

void Downloads::work() {
  prepare_own_thread("download");
  while (true) {
    const TraceEntry* entry = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (enough_.stop_requested() || next_ == entries_.size()) return;
      entry = entries_[next_++];
    }
    TraceFile file = find_or_download(*entry);
    if (enough_.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      files_.emplace(entry, std::move(file));
    }
    found_(*entry);
  }
}

TraceFile Downloads::find_or_download(const TraceEntry& entry) try {
  auto there = find_trace(entry, sources_);
  if (there) return {.file = std::move(there)};
  const auto place = place_in_cache(entry, sources_);
  if (!place) return {.file = loaders::Error{fmt::format("{}; {}", there.error().problem, place.error().problem)}};
  return download_to(entry, *place);
} catch (const std::exception& problem) {
  return {.file = loaders::Error{problem.what()}};
}

TraceFile Downloads::download_to(const TraceEntry& entry, const fs::path& place) {
  const Wanted wanted{.url = url_of_trace(sources_.download_url, entry.path),
                      .file = place,
                      .size = entry.size,
                      .sha256 = entry.sha256,
                      .token = sources_.token};
  DownloadRules rules;
  {
    // Where a server is gone, not each of three hundred traces waits for it.
    const std::lock_guard lock(mutex_);
    if (server_fails_) rules.tries = 1;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Downloaded result = fetch(wanted, rules, enough_.get_token());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (enough_.stop_requested()) return {.file = loaders::Error{result.problem}};
  {
    const std::lock_guard lock(mutex_);
    server_fails_ = !result.problem.empty() && result.may_go_better;
  }
  if (result.problem.empty()) {
    if (result.tries != 0)
      spdlog::info("{}: downloaded, {:.1f} MB in {:.1f} s", entry.path, static_cast<double>(result.bytes) / 1e6,
                   seconds);
    return {.file = place, .seconds = seconds, .bytes = result.bytes};
  }
  const std::string tries = result.tries > 1 ? fmt::format(" ({} tries)", result.tries) : "";
  return {.file = loaders::Error{fmt::format("{}: {}{}", shown_url(wanted.url), result.problem, tries)},
          .seconds = seconds,
          .bytes = result.bytes};
}

}  // namespace replay
