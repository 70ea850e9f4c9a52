// download(): brings a file from a server to this machine, whole, checked, and under its name only then.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "loaders/base/result.h"
#include "replay/download/transfer.h"

namespace replay {

struct Wanted {
  std::string url;
  std::filesystem::path file;           // where it is to be
  std::optional<std::uint64_t> size{};  // bytes, where they are known
  std::string sha256{};                 // 64 digits in lower case; empty: not known
  std::string token{};                  // for the host of `url`, and for no other; empty: none
};

struct DownloadRules {
  unsigned tries = 5;                               // one that got further by kProgress does not count
  std::chrono::milliseconds first_pause{1000};      // between tries; the next ones are twice as long each
  TransferTimes times{};                            // `whole` is for all tries together
  std::uint64_t largest = std::uint64_t{64} << 30;  // bytes, of a file whose size is not known before
};

struct Downloaded {
  std::uint64_t bytes = 0;     // that came; fewer than the file has when a part was there already
  unsigned tries = 0;          // 0: another process has downloaded the file meanwhile
  std::string problem{};       // a sentence; empty: the file is there
  bool may_go_better = false;  // of the problem: the server may answer another time
};

// Nothing of the file is at its place before it is whole. What has come of it stays when this process ends, and when
// the connection is lost, and the next download of the file goes on there. No message has a token, a password, or the
// query of a URL.
Downloaded download(const Wanted& wanted, const DownloadRules& rules);

// Nothing when a file is what is wanted, or else what is wrong with it.
loaders::Status check_content(const std::filesystem::path& file, std::optional<std::uint64_t> size,
                              const std::string& sha256);

}  // namespace replay
