// KnownErrors: the GL errors that a good driver had with the same recording, read from its report (--json).
//
// A program that never asks for errors may make mistakes without noticing. An error of a good driver is such a mistake.
// An error that only the driver under test has is a fault of that driver.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace replay {

struct Summary;

class KnownErrors {
 public:
  // Throws CannotJudge when the file does not exist or is no report.
  static KnownErrors load(const std::string& path);

  // Throws CannotJudge when the report does not cover this replay: it is about another recording, or about fewer calls
  // of this one.
  void check_covers(const Summary& summary) const;

  // Whether the good driver had this error at this function as often.
  bool has(const std::string& function, const std::string& error, std::uint64_t count) const;

 private:
  std::string path_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts_;
  std::uint64_t bytes_ = 0;  // the size of the recording
  std::uint64_t calls_ = 0;  // the calls that were made
};

}  // namespace replay
