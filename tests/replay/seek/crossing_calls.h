// Calls that begin before another call and end after it, as recorders write them: for calls of other threads, and for
// memory that a program has written.
#pragma once

#include <initializer_list>
#include <random>
#include <string_view>

#include "tests/apitrace_builder.h"

namespace replay {

class CrossingCalls {
 public:
  // Some calls cross when `some_cross`.
  CrossingCalls(unsigned seed, bool some_cross) : random_(seed), some_cross_(some_cross) {}

  void call(tests::ApitraceBuilder& trace, std::string_view signature, std::initializer_list<tests::at::Item> arguments,
            tests::Thread thread = {}) {
    constexpr unsigned kOneIn = 8;
    const std::string_view name = signature.substr(0, signature.find('('));
    if (!some_cross_ || !may_cross(name) || random_() % kOneIn != 0) {
      trace.call(signature, arguments, thread);
      return;
    }
    const unsigned number = trace.enter(signature, arguments, thread);
    trace.call("glFlush()", {});
    trace.leave(number);
  }

 private:
  // GL refuses glFlush inside of a primitive.
  bool may_cross(std::string_view name) {
    if (name == "glBegin") is_inside_ = true;
    const bool is_outside = !is_inside_;
    if (name == "glEnd") is_inside_ = false;
    return is_outside;
  }

  std::mt19937 random_;
  const bool some_cross_;
  bool is_inside_ = false;
};

}  // namespace replay
