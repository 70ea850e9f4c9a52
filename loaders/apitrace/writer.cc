#include "loaders/apitrace/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "glbindings/signature.h"
#include "loaders/base/limits.h"

namespace loaders::apitrace {
namespace {

using glbindings::FunctionId;
using glbindings::ParamInfo;
using glbindings::Type;

// Readers have a limit for the number of frames of a file. Later frames are left out.
constexpr std::size_t kMaxFrameTexts = std::size_t{1} << 18;

const ParamInfo kUnknownParam{};

const ParamInfo& param_at(const Call& call, std::size_t index) {
  const auto params = glbindings::signature(call.function).params();
  return index < params.size() ? params[index] : kUnknownParam;
}

bool is_attribute_list(const ParamInfo& param) { return param.group != 0 && param.type != Type::kEnum; }

// What GL writes to the memory of the program stands in the event that leaves the call.
bool is_output(const Value& value, const ParamInfo& param) {
  return param.indirection > 0 && !param.is_const && value.has_memory() && !is_attribute_list(param);
}

// A number that the recording lacks is null in the neutral call. A pointer that is null is not absent.
bool is_absent(const Value& value, const ParamInfo& param) {
  const bool is_number = param.indirection == 0 && param.type != Type::kVoid && param.type != Type::kHandle &&
                         param.type != Type::kFunction;
  return value.is_null() && is_number;
}

std::string_view name_of(const Call& call, const FunctionTable* functions) {
  if (call.function != FunctionId::kUnknown) return glbindings::signature(call.function).name();
  const bool is_known = functions != nullptr && call.recorded < functions->size();
  return is_known ? std::string_view((*functions)[call.recorded].name) : std::string_view();
}

std::string definition_of(const Call& call, const FunctionTable* functions) {
  Encoder out;
  out.text(name_of(call, functions));
  out.uleb128(call.argc);
  const auto params = glbindings::signature(call.function).params();
  const bool is_declared = functions != nullptr && call.recorded < functions->size();
  for (std::size_t i = 0; i < call.argc; ++i) {
    if (i < params.size()) {
      out.text(params[i].name());
    } else if (is_declared && i < (*functions)[call.recorded].arg_names.size()) {
      out.text((*functions)[call.recorded].arg_names[i]);
    } else {
      out.text(fmt::format("arg{}", i));
    }
  }
  return std::string(text_of(out.written()));
}

}  // namespace

bool Writer::write(const Call& call, const FunctionTable* functions) {
  if (call.function == FunctionId::replayBacktrace) {
    pending_frames_.clear();
    for (const Value& frame : call.args[0].array<Value>()) pending_frames_.emplace_back(frame.text());
    return false;
  }
  const std::string_view name = name_of(call, functions);
  if (name.empty() || name.starts_with("replay")) return false;
  const std::uint64_t number = output_.next_number();
  output_.count_call();
  enter(call, functions);
  if (!call.is(kIncomplete)) leave(call, number);
  output_.end_event();
  return true;
}

void Writer::enter(const Call& call, const FunctionTable* functions) {
  Encoder& out = output_.bytes();
  out.u8(static_cast<std::uint8_t>(Event::kEnter));
  out.uleb128(call.thread);
  function(call, functions);
  if (call.is(kFake) || call.is(kDerived)) {
    out.u8(static_cast<std::uint8_t>(Detail::kFlags));
    out.uleb128(kFakeFlag);
  }
  backtrace();
  for (std::size_t i = 0; i < call.argc; ++i) {
    // A call that is never left has all that is known of it here.
    if (call.is(kIncomplete) || !is_output(call.args[i], param_at(call, i))) argument(call, i);
  }
  out.u8(static_cast<std::uint8_t>(Detail::kEnd));
}

void Writer::leave(const Call& call, std::uint64_t number) {
  Encoder& out = output_.bytes();
  out.u8(static_cast<std::uint8_t>(Event::kLeave));
  out.uleb128(number);
  for (std::size_t i = 0; i < call.argc; ++i) {
    if (is_output(call.args[i], param_at(call, i))) argument(call, i);
  }
  if (const Value* result = call.result()) {
    const glbindings::Signature& signature = glbindings::signature(call.function);
    out.u8(static_cast<std::uint8_t>(Detail::kResult));
    values_.write(*result, call.function == FunctionId::kUnknown ? kUnknownParam : signature.result, signature.name());
  }
  out.u8(static_cast<std::uint8_t>(Detail::kEnd));
}

void Writer::argument(const Call& call, std::size_t index) {
  const ParamInfo& param = param_at(call, index);
  if (is_absent(call.args[index], param)) return;
  output_.bytes().u8(static_cast<std::uint8_t>(Detail::kArgument));
  output_.bytes().uleb128(index);
  values_.write(call.args[index], param, glbindings::signature(call.function).name());
}

void Writer::function(const Call& call, const FunctionTable* functions) {
  const auto index = static_cast<std::size_t>(call.function);
  ids_.resize(static_cast<std::size_t>(FunctionId::kCount));
  const bool has_usual_arguments = call.argc == glbindings::signature(call.function).params().size();
  const bool can_be_remembered = call.function != FunctionId::kUnknown && has_usual_arguments;
  if (can_be_remembered && ids_[index] != 0) return output_.bytes().uleb128(ids_[index] - 1);
  const std::string definition = definition_of(call, functions);
  const IdUse use = output_.function(definition);
  output_.bytes().uleb128(use.id);
  if (use.is_first) output_.bytes().bytes(std::as_bytes(std::span(definition)));
  if (can_be_remembered) ids_[index] = use.id + 1;
}

// The neutral model has a frame as one line of text. The file gets it as the name of a function.
void Writer::backtrace() {
  if (pending_frames_.empty()) return;
  Encoder& out = output_.bytes();
  if (frames_.size() + pending_frames_.size() <= kMaxFrameTexts) {
    out.u8(static_cast<std::uint8_t>(Detail::kBacktrace));
    out.uleb128(pending_frames_.size());
    for (const std::string& frame : pending_frames_) {
      const bool is_first = !frames_.contains(frame);
      if (is_first) frames_.emplace(frame, output_.new_frame());
      out.uleb128(frames_.at(frame));
      if (!is_first) continue;
      constexpr std::uint8_t kFunctionName = 2, kEnd = 0;
      out.u8(kFunctionName);
      out.text(frame);
      out.u8(kEnd);
    }
  }
  pending_frames_.clear();
}

}  // namespace loaders::apitrace
