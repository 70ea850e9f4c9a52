// Reads an apitrace stream event by event with apitrace::CallReader, without the fast path. The fast path must give the
// same calls.
#pragma once

#include <functional>
#include <string>

#include "loaders/base/limits.h"
#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace tests {

// Called for each call, up to the end of the stream or to the first event that is not complete.
using CallVisitor = std::function<void(const loaders::Call& call, const loaders::FunctionTable& functions)>;
void read_in_full(const std::string& stream, const CallVisitor& visit, const loaders::Limits& limits = {});

}  // namespace tests
