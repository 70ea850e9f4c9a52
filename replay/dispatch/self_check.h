// SelfCheck: the checks that the WIP15 tracer's own test-suite wrote into its recordings, run against the live driver.
//
// wip15BeginTest and wip15EndTest enclose a test. Between them, wip15TestFB has the expected back buffer, and
// wip15ExpectProperty* has the expected value of a property of an object. Properties that GL has no query for are
// counted as not checked.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace replay {

struct SelfCheckResult {
  struct Failure {
    std::string test;
    std::uint64_t call = 0;
    std::string what;
  };
  std::uint64_t tests = 0, failed_tests = 0;
  std::uint64_t passed_checks = 0, failed_checks = 0, not_checked = 0;
  std::vector<Failure> failures;
};

class SelfCheck {
 public:
  void begin_test(std::string name);
  void end_test();

  void passed() { ++result_.passed_checks; }
  void failed(std::uint64_t call, std::string what);
  void not_checked() { ++result_.not_checked; }

  // Ends the last test if the recording did not end it.
  SelfCheckResult finish();

 private:
  SelfCheckResult result_;
  std::string test_;
  bool in_test_ = false, test_failed_ = false;
};

nlohmann::json to_json(const SelfCheckResult& result);

}  // namespace replay
