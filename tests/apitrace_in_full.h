// What apitrace::CallReader makes of a stream event by event, without the short ways that the loader has for calls of the common
// kind: what those must agree with.
#pragma once

#include <functional>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace tests {

// Each call that is read, to the end of the stream or to the first event that is not whole.
using CallVisitor = std::function<void(const loaders::Call& call, const loaders::FunctionTable& functions)>;
void read_in_full(const std::string& stream, const CallVisitor& visit, const loaders::Limits& limits = {});

}  // namespace tests
