#include "tests/replay/seek/asked_program.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <array>

#include "replay/dispatch/dispatcher.h"
#include "replay/seek/drawing_history.h"
#include "tests/replay/seek/frame_hashes.h"

namespace replay {
namespace {

std::uint64_t count_of(const SkipCounts& skips) {
  std::uint64_t count = 0;
  for (const auto& [key, skip] : skips) count += skip.count;
  return count;
}

// Takes the error of each call away at once, and keeps it for the recorded glGetError. Inside of glBegin it cannot be
// asked: the first error comes after it.
class Questions : public Observer {
 public:
  explicit Questions(AskedProgram& asked)
      : asked_(asked),
        frames_(*parse_frame_set("*")),
        history_(frames_, none_, false) {}

  void call_done(Dispatcher& d, const loaders::Call& call) override {
    const bool was_skipped = count_of(d.skips.counts()) != std::exchange(skips_, count_of(d.skips.counts()));
    follow(call, pending_[d.context]);
    if (d.context == nullptr || d.gl->GetError == nullptr) return;
    const bool was_inside = std::exchange(is_inside_, d.context->begin_mode.has_value());
    if (is_inside_) return;
    // The flag may be kept elsewhere; that a call had an error is known from debug output.
    const bool had_error = d.errors.is_pending();
    const std::uint32_t flag = d.gl->GetError(), error = !had_error            ? GL_NO_ERROR
                                                         : flag == GL_NO_ERROR ? GL_INVALID_OPERATION
                                                                               : flag;
    d.errors.expected();
    std::uint32_t& pending = pending_[d.context];
    if (call.function == glbindings::FunctionId::glGetError)
      asked_.errors.push_back(std::exchange(pending, GL_NO_ERROR));
    else if (pending == GL_NO_ERROR) pending = error;
    // Draw buffers of another framebuffer do not come back, and all else does.
    const bool is_half_done = call.function == glbindings::FunctionId::glPopAttrib && error == GL_INVALID_OPERATION;
    // A clear of an incomplete framebuffer is refused, as are the draws into it.
    if (error != GL_INVALID_FRAMEBUFFER_OPERATION && !was_inside && !is_half_done)
      judge(call, error != GL_NO_ERROR || was_skipped);
    ask_for_scissor(d, call);
    ask_for_viewport(d, call);
  }

 private:
  // The program that is asked has no answers yet. So glGetError gets that of the driver.
  void follow(const loaders::Call& call, std::uint32_t error) {
    if (call.function != glbindings::FunctionId::glGetError || call.result() == nullptr) {
      history_.follow(call);
      return;
    }
    loaders::Value answer = *call.result();
    answer.u = error;
    loaders::Call answered = call;
    answered.args = &answer;
    history_.follow(answered);
  }
  void judge(const loaders::Call& call, bool is_refused) {
    const auto judged = history_.judged();
    if (!judged || *judged == Acceptance::kDoubtful || (*judged == Acceptance::kRefused) == is_refused) return;
    asked_.misjudged += fmt::format("call {} {} is {}; ", call.number, glbindings::signature(call.function).name(),
                                    is_refused ? "refused" : "accepted");
  }

  static ClearBox box_of_driver(const GladGLContext& gl, GLenum name) {
    std::array<GLint, 4> live{};
    gl.GetIntegerv(name, live.data());
    return {live[0], live[1], live[0] + live[2], live[1] + live[3]};
  }
  // What is said to stay in a box stays in that of the driver, which may be smaller.
  void ask_for_scissor(Dispatcher& d, const loaders::Call& call) {
    // While a list is compiled and executed, Mesa 22.3 is inside of a primitive of it until the list ends.
    const auto box = history_.holds_draws();
    if (!box || d.context->compiled_list != 0) return;
    const GladGLContext& gl = *d.gl;
    const GlErrors::Mute mute(d.errors, gl);
    const bool is_on = gl.IsEnabled(GL_SCISSOR_TEST) == GL_TRUE;
    const ClearBox drivers = box_of_driver(gl, GL_SCISSOR_BOX);
    ++asked_.boxes;
    if (is_on && box->common_with(drivers) == drivers) return;
    asked_.misjudged += fmt::format(
        "after call {} {} draws may leave the box {},{} to {},{}: that of the driver is {},{} to {},{}, {}; ",
        call.number, glbindings::signature(call.function).name(), box->left, box->bottom, box->right, box->top,
        drivers.left, drivers.bottom, drivers.right, drivers.top, is_on ? "on" : "off");
  }

  void ask_for_viewport(Dispatcher& d, const loaders::Call& call) {
    const auto box = history_.holds_polygons();
    if (!box || d.context->compiled_list != 0) return;
    const GladGLContext& gl = *d.gl;
    const GlErrors::Mute mute(d.errors, gl);
    constexpr std::array<GLint, 2> kFilled{GL_FILL, GL_FILL};
    auto modes = kFilled;
    if (d.context->live->api() == Api::kGl) gl.GetIntegerv(GL_POLYGON_MODE, modes.data());
    const ClearBox drivers = box_of_driver(gl, GL_VIEWPORT);
    ++asked_.viewports;
    if (modes == kFilled && box->common_with(drivers) == drivers) return;
    asked_.misjudged +=
        fmt::format("after call {} {} polygons may leave the viewport {},{} to {},{}; ", call.number,
                    glbindings::signature(call.function).name(), box->left, box->bottom, box->right, box->top);
  }

  AskedProgram& asked_;
  const CallSet frames_, none_;
  DrawingHistory history_;
  std::uint64_t skips_ = 0;
  bool is_inside_ = false;  // of glBegin
  std::map<const RecordedContext*, std::uint32_t> pending_;
};

}  // namespace

AskedProgram ask_driver(Platform& platform, loaders::CallSource& source) {
  AskedProgram asked;
  const CallSet frames = *parse_frame_set("*"), calls = *parse_call_set("*");
  Dispatcher dispatcher(&platform, source.functions(), {.title = "seek", .allow_lower = false});
  FrameHashes hashes(frames);
  Questions questions(asked);
  Player(source, dispatcher, {.observers = {&hashes, &questions}, .watched_calls = &calls}).run();
  asked.hashes = std::move(hashes.of);
  return asked;
}

}  // namespace replay
