// Recording: makes the recording of a window program for a test. Its batches end at swaps, as those of a loader do.
//
//   Recording program;
//   program.make_current(7).tell_size(300, 200).draw().swap(7);
//   program.viewport(0, 0, 300, 200).draw().swap(7);
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "loaders/stream/batch.h"
#include "tests/replay/call_builder.h"

namespace replay {

class Recording {
 public:
  using Id = glbindings::FunctionId;

  Recording() : own_(std::make_unique<CallBuilder>()), builder_(*own_) {}
  // Adds its calls to `builder`, for a dispatcher that takes its calls from there.
  explicit Recording(CallBuilder& builder) : builder_(builder) {}

  Recording& make_current(std::uint64_t window) {
    return add(Id::glXMakeCurrent, {pointer(0x10), uint(window), pointer(0x30)});
  }
  Recording& draw() { return add(Id::glClear, {uint(0x4000)}); }
  Recording& viewport(int x, int y, int width, int height) {
    return add(Id::glViewport, {sint(x), sint(y), sint(width), sint(height)});
  }
  // The viewport that the tracer writes when a context first becomes current.
  Recording& tracer_viewport(int width, int height) {
    return add(Id::glViewport, {sint(0), sint(0), sint(width), sint(height)}, loaders::kFake);
  }
  // Draws triangles. Unlike draw(), which clears, triangles depend on the viewport.
  Recording& triangles() { return add(Id::glDrawArrays, {uint(4), sint(0), sint(3)}); }
  // Blits into this destination.
  Recording& blit(int left, int bottom, int right, int top) {
    return add(Id::glBlitFramebuffer, {sint(0), sint(0), sint(9), sint(9), sint(left), sint(bottom), sint(right),
                                       sint(top), uint(0x4000), uint(0x2600)});
  }
  Recording& deleted_framebuffer(std::uint32_t name) {
    return add(Id::glDeleteFramebuffers, {sint(1), builder_.names({name})});
  }
  Recording& deleted_buffer(std::uint32_t name) { return add(Id::glDeleteBuffers, {sint(1), builder_.names({name})}); }
  // Calls glGetIntegerv, which answered this in the recording.
  Recording& answered(std::uint32_t question, std::initializer_list<std::int32_t> answer) {
    return add(Id::glGetIntegerv, {uint(question), builder_.ints(answer)});
  }
  // Adds the list base to each byte.
  Recording& call_lists(std::string_view numbers) {
    return add(Id::glCallLists, {sint(static_cast<int>(numbers.size())), uint(0x1401), builder_.blob(numbers)});
  }
  Recording& bind_framebuffer(std::uint32_t name) { return add(Id::glBindFramebuffer, {uint(0x8D40), uint(name)}); }
  Recording& swap(std::uint64_t window) {
    add(Id::glXSwapBuffers, {pointer(0x10), uint(window)});
    return cut();
  }
  // The tracer's own call for the size of the current window.
  Recording& tell_size(int width, int height) { return add(Id::wip15DrawableSize, {sint(width), sint(height)}); }
  // The call that a loader derives for the size of a window.
  Recording& derived_size(std::uint64_t window, int width, int height) {
    return add(Id::replayDrawableSize, {uint(window), sint(width), sint(height)}, loaders::kDerived);
  }

  Recording& add(Id function, std::vector<loaders::Value> arguments, int flags = 0,
                 const loaders::Value* result = nullptr) {
    loaders::Call call = builder_.add(function, std::move(arguments), result);
    call.flags = static_cast<std::uint16_t>(call.flags | flags);
    call.number = next_number_;
    call.thread = thread_;
    if (!call.is(loaders::kDerived)) ++next_number_;
    if (batch_done_) batches_.emplace_back();
    batch_done_ = false;
    batches_.back().push_back(call);
    return *this;
  }
  // The following calls are made by this thread.
  Recording& thread(std::uint32_t thread) {
    thread_ = thread;
    return *this;
  }
  // Sets the number of the next call; the call after it has the next number.
  Recording& number(std::uint64_t next) {
    next_number_ = next;
    return *this;
  }
  // Ends the batch here, as if it were full.
  Recording& cut() {
    batch_done_ = true;
    return *this;
  }

  std::uint64_t next_number() const { return next_number_; }

  std::size_t batches() const { return batches_.size(); }
  void fill(loaders::Batch& batch, std::size_t index) const { batch.calls = batches_[index]; }
  const loaders::FunctionTable& functions() const { return builder_.functions; }

 private:
  std::unique_ptr<CallBuilder> own_;
  CallBuilder& builder_;
  std::vector<std::vector<loaders::Call>> batches_;
  std::uint64_t next_number_ = 0;
  std::uint32_t thread_ = 0;
  bool batch_done_ = true;
};

}  // namespace replay
