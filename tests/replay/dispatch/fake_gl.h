// FakeGl: a dispatcher over fake GL functions of the test, which see what a dispatch row passes to GL.
#pragma once

#include <glad/gl.h>

#include <optional>

#include "replay/dispatch/dispatcher.h"
#include "tests/replay/call_builder.h"

namespace replay {

class FakeGl {
 public:
  FakeGl() : dispatcher(nullptr, calls.functions, {}) {
    context.group = std::make_shared<ShareGroup>();
    dispatcher.gl = &table;
    dispatcher.context = &context;
  }

  void issue(glbindings::FunctionId function, std::vector<loaders::Value> arguments) {
    dispatcher.issue(calls.add(function, std::move(arguments)));
  }
  void issue_with_result(glbindings::FunctionId function, std::vector<loaders::Value> arguments,
                         loaders::Value result) {
    dispatcher.issue(calls.add(function, std::move(arguments), &result));
  }

  // Returns why the only skipped call was skipped, or nothing when no call was.
  std::optional<Skip> skipped() const {
    const SkipCounts counts = dispatcher.skips.counts();
    return counts.empty() ? std::nullopt : std::optional(counts.begin()->first.first);
  }

  GladGLContext table{};
  RecordedContext context;
  CallBuilder calls;
  Dispatcher dispatcher;
};

}  // namespace replay
