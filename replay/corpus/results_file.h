// ResultsFile: results.ndjson while a run goes on. A result is in the file as soon as its trace has ended, so that a
// run that is killed loses nothing but what was running.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/corpus/result.h"

namespace replay {

// Returns one line of NDJSON, with its end.
std::string line_of(const Result& result);

class ResultsFile {
 public:
  // Begins the file with the results of an earlier run. It is there whole or as it was before. Throws CannotJudge.
  ResultsFile(std::filesystem::path file, const std::vector<Result>& earlier);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  // Appends a line. What cannot be written, because the disk is full, is kept and written with the next line. Returns
  // the error then.
  loaders::Status add(const Result& result);

 private:
  std::filesystem::path file_;
  int fd_ = -1;
  std::string unwritten_;
};

}  // namespace replay
