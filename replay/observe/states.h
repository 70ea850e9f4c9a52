// States: the state of GL after the calls that --state names, as JSON and, if wanted, as pictures and files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "loaders/container/output_file.h"
#include "replay/base/call_set.h"
#include "replay/observe/observer.h"

namespace replay {

// Where states go: a file or "-" for standard output, and folders. An empty folder: none.
struct StatePlaces {
  std::string file, pictures, files;
};

// The state after a single call is JSON with line breaks, written at the end. Several are a line each, and have folders
// of their own for pictures and files: call_0000001234.
class States : public Observer {
 public:
  // `calls` is borrowed.
  States(const CallSet& calls, StatePlaces places);

  // Throws CannotJudge when something cannot be written.
  void call_done(Dispatcher&, const loaders::Call&) override;

  // To be called after the replay. Throws CannotJudge when the recording has none of the calls.
  void finish();

 private:
  std::filesystem::path folder_in(const std::string& place, const loaders::Call& call) const;
  void write_line(const std::string& text);

  const CallSet& calls_;
  StatePlaces places_;
  std::optional<loaders::OutputFile> file_;  // of several states
  std::string text_;                         // of the only state
  std::size_t count_ = 0;
};

}  // namespace replay
