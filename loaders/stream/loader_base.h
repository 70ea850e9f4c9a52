// LoaderBase: what a CallSource keeps, whatever its format is. A loader adds read().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"

namespace loaders {

class LoaderBase : public CallSource {
 public:
  const TraceInfo& info() const override { return info_; }
  const std::optional<LoadError>& error() const override { return error_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const FunctionTable& functions() const override { return functions_; }

 protected:
  TraceInfo info_;
  FunctionTable functions_;
  std::optional<LoadError> error_;
  std::vector<std::string> warnings_;
};

}  // namespace loaders
