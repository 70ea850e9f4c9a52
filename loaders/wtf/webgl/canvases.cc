// Contexts and their canvases, and what the browser does with canvases at the end of a frame.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "loaders/wtf/json.h"
#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

// More contexts than a browser lets live.
constexpr std::size_t kMaxContexts = 1024;

constexpr const char* kNoCanvas =
    "WebGL calls come before the recording says which canvas they are for; a canvas of the size of their largest "
    "viewport is "
    "assumed";

// Reads what the page passed to getContext(): null, or an object with some of these keys.
ContextAttributes attributes_of(std::string_view json) {
  ContextAttributes attributes;
  const Result<Json> value = parse_json_object(json);
  if (!value) return attributes;
  const auto read = [&](const char* name, bool& flag) {
    const Json* given = member(*value, name);
    if (given == nullptr || given->is_null()) return;
    if (given->is_boolean()) flag = given->get<bool>();
    if (given->is_number()) flag = given->get<double>() != 0;
  };
  read("alpha", attributes.alpha);
  read("depth", attributes.depth);
  read("stencil", attributes.stencil);
  read("antialias", attributes.antialias);
  read("preserveDrawingBuffer", attributes.preserve);
  return attributes;
}

void describe(const Context& context, Operation& op) {
  const ContextAttributes& a = context.attributes;
  const bool flags[] = {a.alpha, a.depth, a.stencil, a.antialias, a.preserve};
  op.argc = 0;
  op.args[op.argc++] = Value::of_uint(context.handle);
  for (const bool flag : flags) op.args[op.argc++] = Value::of_uint(flag);
}

}  // namespace

// The context with that handle. It is made if there is none; nullptr when that is not possible.
Context* Translator::context(std::uint32_t handle, const ContextAttributes& attributes) {
  const auto known = contexts_.find(handle);
  if (known != contexts_.end()) return known->second.get();
  if (handle == 0 || handle > UINT16_MAX || contexts_.size() >= kMaxContexts) return nullptr;
  return make_context(static_cast<std::uint16_t>(handle), attributes);
}

// Makes a context, which replaces the one that has the handle; nullptr when there were too many.
Context* Translator::make_context(std::uint16_t handle, const ContextAttributes& attributes) {
  if (last_serial_ == UINT16_MAX) return nullptr;
  auto made = std::make_unique<Context>(handle, ++last_serial_, attributes);
  return (contexts_[handle] = std::move(made)).get();
}

// Arguments of the event: handle, attributes.
Outcome Translator::create_context(Operation& op) {
  const auto handle = static_cast<std::uint32_t>(op.event.integer("handle"));
  if (contexts_.contains(handle)) return Outcome::kNothing;  // the event was recorded twice
  const Context* made = context(handle, attributes_of(op.event.arg("attributes").text()));
  if (made == nullptr) return Outcome::kUnknownObject;
  describe(*made, op);
  return Outcome::kCall;
}

// Arguments: handle, width, height.
Outcome Translator::set_context(Operation& op) {
  Context* context = this->context(op.u32(0), {});
  if (context == nullptr) return Outcome::kUnknownObject;
  current_ = context;
  context->width = op.u32(1);
  context->height = op.u32(2);
  // A canvas may be empty, but a drawing buffer may not.
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (op.i64(i) <= 0) op.args[i] = Value::of_sint(1);
  }
  return Outcome::kCall;
}

// For recordings that began late. 0 x 0 says that the size of the canvas is not known.
void Translator::assume_canvas() {
  report_.note(report_.assumed_canvases, [] { return std::string(kNoCanvas); });
  const std::uint32_t handle = contexts_.empty() ? 1 : contexts_.begin()->first;
  current_ = context(handle, {});
  derived_.add_before(FunctionId::replayBindCanvas, {Value::of_uint(handle), Value::of_sint(0), Value::of_sint(0)});
}

Outcome Translator::lose_context(Operation&) {
  current_->is_lost = true;
  return Outcome::kNothing;
}

// Makes a new context under the old handle.
Outcome Translator::restore_context(Operation& op) {
  if (!current_->is_lost) return Outcome::kNothing;
  const std::uint32_t handle = current_->handle, width = current_->width, height = current_->height;
  Context* fresh = make_context(current_->handle, ContextAttributes(current_->attributes));
  if (fresh == nullptr) return Outcome::kNothing;
  fresh->width = width;
  fresh->height = height;
  current_ = fresh;
  describe(*current_, op);
  derived_.add_after(FunctionId::replayBindCanvas,
                     {Value::of_uint(handle), Value::of_sint(current_->width), Value::of_sint(current_->height)});
  return Outcome::kCall;
}

// Returns the canvases that were drawn into since they were shown, and forgets that they were drawn into.
Value Translator::take_drawn() {
  std::erase_if(drawn_, [this](std::uint32_t handle) { return !std::exchange(contexts_.at(handle)->is_drawn, false); });
  std::sort(drawn_.begin(), drawn_.end());
  const Value drawn = array_of(drawn_);
  drawn_.clear();
  return drawn;
}

// At the end of a frame the browser shows what was drawn in the frame; at the start of the next one, what was drawn
// between the two.
bool Translator::take_frame(const Event& event) {
  const Builtin builtin = event.type->builtin;
  if (builtin != Builtin::kFrameStart && builtin != Builtin::kFrameEnd) return false;
  frame_begin_.reset();
  if (builtin == Builtin::kFrameStart) frame_begin_ = event.index;
  if (contexts_.empty()) return false;
  if (link_) finish_link();
  const Value drawn = take_drawn();
  if (drawn.count == 0 && !event.ends_frame) return false;
  const Value args[] = {Value::of_uint(event.integer("number")), Value::of_uint(drawn.count), drawn};
  commit(event, FunctionId::replayPresentCanvases, args, nullptr);
  return true;
}

}  // namespace loaders::wtf::webgl
