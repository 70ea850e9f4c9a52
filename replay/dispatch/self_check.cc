#include "replay/dispatch/self_check.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace replay {

void SelfCheck::begin_test(std::string name) {
  end_test();
  test_ = std::move(name);
  in_test_ = true;
  ++result_.tests;
}

void SelfCheck::end_test() {
  if (in_test_ && test_failed_) ++result_.failed_tests;
  in_test_ = test_failed_ = false;
}

void SelfCheck::failed(std::uint64_t call, std::string what) {
  ++result_.failed_checks;
  test_failed_ = true;
  result_.failures.push_back({test_, call, std::move(what)});
}

SelfCheckResult SelfCheck::finish() {
  end_test();
  return result_;
}

nlohmann::json to_json(const SelfCheckResult& result) {
  nlohmann::json failures = nlohmann::json::array();
  for (const auto& failure : result.failures) {
    failures.push_back({{"test", failure.test}, {"call", failure.call}, {"what", failure.what}});
  }
  return {{"tests", result.tests},
          {"failed_tests", result.failed_tests},
          {"passed_checks", result.passed_checks},
          {"failed_checks", result.failed_checks},
          {"not_checked", result.not_checked},
          {"failures", std::move(failures)}};
}

}  // namespace replay
