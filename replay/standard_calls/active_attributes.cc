#include "replay/standard_calls/active_attributes.h"

#include <algorithm>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/shader_words.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

std::uint32_t columns_of(std::string_view type) {
  constexpr std::string_view kMatrix = "mat";
  const bool is_matrix = type.size() == kMatrix.size() + 1 && type.starts_with(kMatrix);
  return is_matrix && type.back() >= '2' && type.back() <= '4' ? static_cast<std::uint32_t>(type.back() - '0') : 1;
}

}  // namespace

AttributeText find_attribute(std::string_view wanted, std::string_view shader) {
  AttributeText found;
  std::string_view before;  // the last word
  for (auto word = take_word(shader); !word.empty() && !found.is_used; word = take_word(shader)) {
    if (word == wanted) {
      found.is_used = found.is_declared;
      if (!found.is_declared) found.columns = columns_of(before);
      found.is_declared = true;
    }
    before = word;
  }
  return found;
}

void ActiveAttributes::follow(const Call& call) {
  switch (call.function) {
    case FunctionId::replayBindCanvas: canvas_ = gl_number(call, 0); return;
    case FunctionId::glShaderSource: return keep_source(gl_number(call, 0), call.args[2]);
    case FunctionId::glDeleteShader: return keep_source(gl_number(call, 0), {});
    case FunctionId::glCreateProgram:  // a deleted one may still be in use until its name is used again
      if (call.result() != nullptr) programs_.erase(static_cast<std::uint32_t>(call.result()->u));
      return;
    case FunctionId::glAttachShader: programs_[gl_number(call, 0)].shaders.insert(gl_number(call, 1)); return;
    case FunctionId::glDetachShader: programs_[gl_number(call, 0)].shaders.erase(gl_number(call, 1)); return;
    case FunctionId::glBindAttribLocation:
      programs_[gl_number(call, 0)].bound[std::string(call.args[2].text())] = gl_number(call, 1);
      return;
    case FunctionId::glLinkProgram: return link(programs_[gl_number(call, 0)]);
    case FunctionId::glUseProgram: current_[canvas_] = gl_number(call, 0); return;
    default: return;
  }
}

void ActiveAttributes::keep_source(std::uint32_t shader, const Value& strings) {
  if (const auto old = sources_.find(shader); old != sources_.end()) {
    source_bytes_ -= old->second.size();
    sources_.erase(old);
  }
  std::string text = joined_source(strings.array<Value>());
  if (text.empty() || source_bytes_ + text.size() > kMaxSourceBytes) return;
  source_bytes_ += text.size();
  sources_[shader] = std::move(text);
}

// A shader that was deleted while it is attached keeps its text in GL, but not here: then what is bound counts as read.
void ActiveAttributes::link(Program& program) const {
  program.read.clear();
  for (const auto& [attribute, location] : program.bound) {
    AttributeText text{.is_declared = true, .is_used = true};
    for (const std::uint32_t shader : program.shaders) {
      const auto source = sources_.find(shader);
      if (source == sources_.end()) continue;
      text = find_attribute(attribute, source->second);
      if (text.is_declared) break;  // this is the vertex shader
    }
    if (!text.is_used) continue;
    for (std::uint32_t column = 0; column < text.columns; ++column) program.read.insert(location + column);
  }
}

bool ActiveAttributes::reads_any(std::span<const std::uint32_t> locations) const {
  const auto current = current_.find(canvas_);
  const auto program = current != current_.end() ? programs_.find(current->second) : programs_.end();
  if (program == programs_.end()) return true;
  return std::ranges::any_of(locations,
                             [&](std::uint32_t location) { return program->second.read.contains(location); });
}

}  // namespace replay
