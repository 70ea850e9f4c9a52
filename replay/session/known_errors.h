// KnownErrors: the GL errors that a good driver had with the same recording, read from its report (--json).
//
// A program that never asks for errors may make mistakes that nobody was told of. What a good driver complained of is such a
// mistake; what only the driver in doubt complains of is its own fault.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace replay {

struct Summary;

class KnownErrors {
 public:
  // Throws CannotJudge when the file is not there or no report.
  static KnownErrors load(const std::string& path);

  // Throws CannotJudge when the report knows less than this replay: it is of another recording, or of less of this one.
  void check_covers(const Summary& summary) const;

  // Whether the good driver had this error at this function as often.
  bool has(const std::string& function, const std::string& error, std::uint64_t count) const;

 private:
  std::string path_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts_;
  std::uint64_t bytes_ = 0;  // of the recording
  std::uint64_t calls_ = 0;  // that were made
};

}  // namespace replay
