#include "replay/seek/sampled_units.h"

#include <glad/gl.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include "replay/calls/call_argument.h"
#include "replay/calls/shader_branches.h"
#include "replay/calls/shader_words.h"
#include "replay/seek/keys.h"
#include "replay/seek/share_groups.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

}  // namespace

SampledUnits::Program* SampledUnits::find(std::uint32_t group, std::uint32_t name) {
  const auto found = programs_.find(name_key(group, name));
  return found == programs_.end() ? nullptr : &found->second;
}

const SampledUnits::Program* SampledUnits::find(std::uint32_t group, std::uint32_t name) const {
  const auto found = programs_.find(name_key(group, name));
  return found == programs_.end() ? nullptr : &found->second;
}

void SampledUnits::follow(const Call& call, std::uint32_t group, const CurrentPrograms& current) {
  const std::uint32_t name = gl_number(call, 0);
  switch (call.function) {
    case FunctionId::glUniform1i:
    case FunctionId::glUniform1iARB:
    case FunctionId::glUniform1iv:
    case FunctionId::glUniform1ivARB:
      if (current.names.empty()) set_uniform(call, 1, chosen_for_all_);
      for (const std::uint32_t program : current.names) set_uniform(call, 1, chosen_units(group, program));
      return;
    case FunctionId::glProgramUniform1i:
    case FunctionId::glProgramUniform1iEXT:
    case FunctionId::glProgramUniform1iv:
    case FunctionId::glProgramUniform1ivEXT: return set_uniform(call, 2, chosen_units(group, name));
    case FunctionId::glCreateProgram:
    case FunctionId::glCreateProgramObjectARB:
      if (programs_.size() == kMaxObjects) knows_all_ = false;
      else if (call.result() != nullptr) programs_[name_key(group, static_cast<std::uint32_t>(call.result()->u))] = {};
      return;
    case FunctionId::glCreateShader:
    case FunctionId::glCreateShaderObjectARB:
      may_change_primitives_ |= name != GL_VERTEX_SHADER && name != GL_FRAGMENT_SHADER && name != GL_COMPUTE_SHADER;
      if (shaders_.size() == kMaxObjects) knows_all_ = false;
      else if (call.result() != nullptr)
        shaders_[name_key(group, static_cast<std::uint32_t>(call.result()->u))] = {.is_of_fragments =
                                                                                       name == GL_FRAGMENT_SHADER};
      return;
    case FunctionId::glAttachShader:
    case FunctionId::glAttachObjectARB:
      if (Program* program = find(group, name)) attach(*program, name_key(group, gl_number(call, 1)), true);
      return;
    case FunctionId::glDetachShader:
    case FunctionId::glDetachObjectARB:
      if (Program* program = find(group, name)) attach(*program, name_key(group, gl_number(call, 1)), false);
      return;
    case FunctionId::glLinkProgram:
    case FunctionId::glLinkProgramARB:
      if (Program* program = find(group, name)) link(*program);
      return;
    case FunctionId::glShaderSource:
    case FunctionId::glShaderSourceARB: return note_source(call, group);
    default: knows_all_ = false;  // pipelines, binaries, texts to include
  }
}

void SampledUnits::attach(Program& program, std::uint64_t shader, bool attaches) {
  const auto found = shaders_.find(shader);
  if (found != shaders_.end() && found->second.is_of_fragments) program.has_fragment_shader = attaches;
  if (!attaches || std::ranges::find(program.shaders, shader) != program.shaders.end()) return;
  if (program.shaders.size() < Program::kMaxShaders) return program.shaders.push_back(shader);
  program.targets = kAllTargets;
  program.may_touch_memory = true;
}

// The program that was linked before stays where the driver cannot link the new one.
void SampledUnits::link(Program& program) {
  program.draws_fragments = program.has_fragment_shader && (program.draws_fragments || !program.is_linked);
  program.is_linked = true;
  for (const std::uint64_t shader : program.shaders) {
    const auto found = shaders_.find(shader);
    program.targets |= found == shaders_.end() ? kAllTargets : found->second.targets;
    program.may_touch_memory |= found == shaders_.end() || found->second.may_touch_memory;
  }
}

// Where the units of a program go, or those of all programs where it is not known which it is.
TextureUnits& SampledUnits::chosen_units(std::uint32_t group, std::uint32_t program) {
  Program* known = group == ShareGroups::kAny ? nullptr : find(group, program);
  return known != nullptr ? known->units : chosen_for_all_;
}

void SampledUnits::set_uniform(const Call& call, std::size_t first, TextureUnits& units) {
  const auto add = [&](std::int32_t unit) {
    if (unit >= 0 && unit < static_cast<std::int32_t>(kMaxTextureUnits)) units.set(static_cast<std::size_t>(unit));
  };
  if (call.argc == first + 1) return add(gl_signed(call, first));
  const auto values = array_argument<std::int32_t>(call, first + 1);
  std::ranges::for_each(values, add);
  if (values.size() < gl_number(call, first)) units = kAllUnits;
}

void SampledUnits::note_source(const Call& call, std::uint32_t group) {
  const auto parts = array_argument<loaders::Value>(call, 2);
  if (parts.size() < gl_number(call, 1)) knows_all_ = false;
  const std::string source = with_joined_lines(joined_source(parts));
  note_bindings(source);
  may_escape_proofs_ |= asks_for_destination(source) || may_test_early(source);
  const auto shader = shaders_.find(name_key(group, gl_number(call, 0)));
  if (shader == shaders_.end()) return;
  shader->second.targets |= sampled_targets(without_dead_branches(source));
  shader->second.may_touch_memory |= may_touch_memory(source);
}

// Finds "binding = 2". An array of samplers takes the units after it as well.
void SampledUnits::note_bindings(std::string_view source) {
  constexpr std::string_view kWord = "binding";
  for (std::size_t at = source.find(kWord); at != source.npos; at = source.find(kWord, at)) {
    at += kWord.size();
    const auto skip_spaces = [&] {
      while (at < source.size() && std::isspace(static_cast<unsigned char>(source[at])) != 0) ++at;
    };
    skip_spaces();
    if (at == source.size() || source[at] != '=') continue;
    ++at;
    skip_spaces();
    unsigned unit = 0;
    const auto number = std::from_chars(source.data() + at, source.data() + source.size(), unit);
    const bool is_plain = number.ec == std::errc() && unit < kMaxTextureUnits &&
                          number.ptr != source.data() + source.size() && (*number.ptr == ')' || *number.ptr == ',');
    if (is_plain) chosen_for_all_ |= kAllUnits << unit;
    else knows_all_ = false;
  }
}

void SampledUnits::use(const Call& call, std::uint32_t group, bool is_outside, CurrentPrograms& current) const {
  const std::uint32_t name = gl_number(call, 0);
  const Program* program = find(group, name);
  const bool is_sure = is_outside && program != nullptr && program->is_linked;
  if (is_sure) current.names = {name};
  else if (program == nullptr || current.names.size() == CurrentPrograms::kMax) current.names.clear();
  else if (!current.names.empty()) current.names.push_back(name);
}

Sampled SampledUnits::of(const CurrentPrograms& current, std::uint32_t group) const {
  if (!knows_all_ || group == ShareGroups::kAny || current.names.empty()) return {};
  Sampled sampled{.units = {}, .targets = 0};
  for (const std::uint32_t name : current.names) {
    const Program* program = find(group, name);
    if (program == nullptr || !program->draws_fragments) return {};
    if (program->targets != 0) sampled.units |= chosen_for_all_ | program->units;
    sampled.targets |= program->targets;
  }
  return sampled;
}

bool SampledUnits::draws_may_touch_memory(const CurrentPrograms& current, std::uint32_t group) const {
  if (!knows_all_ || group == ShareGroups::kAny || current.names.empty()) return true;
  return std::ranges::any_of(current.names, [&](std::uint32_t name) {
    const Program* program = find(group, name);
    return program == nullptr || !program->is_linked || program->may_touch_memory;
  });
}

}  // namespace replay
