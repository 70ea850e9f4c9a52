// Shaders, programs, attribute locations and uniform locations.
//
// A page asks for attribute locations and uses the numbers that it gets, which the recording driver has chosen. After
// each link the tracer records them, as data of the scope of the link:
//
//     linkProgram(program = 3)  enterTracing()  leave()  appendData("attributes", {"a_pos": 0})  leave()
//
// So the link waits for the end of its scope. Then the attributes are bound to these numbers before it is made.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "loaders/base/limits.h"
#include "loaders/wtf/json.h"
#include "loaders/wtf/webgl/declared_attributes.h"
#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

constexpr std::string_view kLocationsName = "attributes";

// Far above what programs have. A damaged file may have any number of them, and each link goes through all.
constexpr std::int64_t kMaxLocation = 255;
constexpr std::size_t kMaxBoundAttributes = 256;

std::uint64_t bytes_of(const std::vector<DeclaredAttribute>& attributes) {
  std::uint64_t bytes = 0;
  for (const DeclaredAttribute& attribute : attributes) bytes += sizeof attribute + attribute.name.size();
  return bytes;
}

}  // namespace

Outcome Translator::create_shader(Operation& op) {
  objects_.shader(op.handle).type = op.u32(0);
  return Outcome::kCall;
}

// Arguments: shader, count, strings, lengths.
Outcome Translator::shader_source(Operation& op) {
  Shader& shader = objects_.shader(op.handle);
  if (shader.type == kVertexShader && !tells_locations_) {
    const std::uint64_t before = bytes_of(shader.attributes);
    shader.attributes = declared_attributes(op.event.arg("source").text());
    objects_.resized(before, bytes_of(shader.attributes));
  }
  return Outcome::kCall;
}

// Arguments: program, shader.
Outcome Translator::attach_shader(Operation& op) {
  // A program of WebGL 1 has one shader of each type; WebGL refuses more.
  constexpr std::size_t kMaxShaders = 2;
  std::vector<const Shader*>& shaders = objects_.program(op.u32(0)).shaders;
  if (shaders.size() < kMaxShaders) shaders.push_back(&objects_.shader(op.u32(1)));
  return Outcome::kCall;
}

Outcome Translator::detach_shader(Operation& op) {
  std::erase(objects_.program(op.u32(0)).shaders, &objects_.shader(op.u32(1)));
  return Outcome::kCall;
}

// Arguments: program, index, name.
Outcome Translator::bind_attribute(Operation& op) {
  const std::string_view name = op.args[2].text();
  auto& attributes = objects_.program(op.u32(0)).attributes;
  if (name.size() > kMaxUniformNameBytes || attributes.size() >= kMaxBoundAttributes) return Outcome::kCall;
  const auto [at, is_new] = attributes.insert_or_assign(std::string(name), op.u32(1));
  if (is_new) objects_.resized(0, sizeof *at + name.size());
  return Outcome::kCall;
}

Outcome Translator::link_program(Operation& op) {
  Program& program = objects_.program(op.handle);
  ++program.links;
  program.locations.clear();
  program.link = Program::Link::kDone;
  link_ = PendingLink{.scope = op.event.index, .handle = op.handle, .program = &program};
  if (op.event.type->event_class != EventClass::kScope) finish_link();
  return Outcome::kNothing;
}

// While a link waits: takes the data of its scope, and makes the link at the end of the scope.
void Translator::watch_link(const Event& event) {
  if (event.scope != link_->scope) return;
  if (event.type->builtin == Builtin::kScopeLeave) finish_link();
  else if ((event.type->flags & kAppendScopeData) != 0) add_locations(event);
}

// The locations come as wtf.scope#appendData(ascii name, any value), or as an event of another type with an argument of
// that name.
void Translator::add_locations(const Event& event) {
  const bool general = event.type->builtin == Builtin::kScopeAppendData;
  if (general && event.arg("name").text() != kLocationsName) return;
  const std::string_view json = event.arg(general ? "value" : kLocationsName).text();
  const Result<Json> value = parse_json_object(json);
  if (!value || !value->is_object()) return;
  link_->has_locations = true;
  for (const auto& [name, location] : value->items()) {
    const auto number = as_integer(location);
    if (!number || *number < 0 || *number > kMaxLocation || name.size() > kMaxUniformNameBytes) continue;
    if (link_->locations.size() < kMaxDerivedCalls) link_->locations[name] = static_cast<std::uint32_t>(*number);
  }
}

void Translator::finish_link() {
  PendingLink link = *std::move(link_);
  link_.reset();
  Program& program = *link.program;
  if (link.has_locations) tells_locations_ = true;
  else if (tells_locations_) program.link = Program::Link::kFailed;
  else guess_attributes(program, link.locations);
  const Value name = Value::of_uint(link.handle);
  for (const auto& [attribute, location] : link.locations) {
    if (derived_.full()) break;
    derived_.add_before(FunctionId::glBindAttribLocation, {name, Value::of_uint(location), derived_.text(attribute)});
  }
  derived_.add_before(FunctionId::glLinkProgram, {name});
}

// Guesses the numbers that the recording driver chose. Most drivers count up in the order of the declarations.
void Translator::guess_attributes(const Program& program, std::map<std::string, std::uint32_t>& attributes) const {
  std::uint64_t taken = 0;
  const auto take = [&](std::uint32_t location, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count && location + i < 64; ++i) taken |= std::uint64_t{1} << (location + i);
  };
  for (const auto& [name, location] : program.attributes) take(location, 1);
  for (const Shader* shader : program.shaders) {
    for (const DeclaredAttribute& declared : shader->attributes) {
      if (program.attributes.contains(declared.name)) continue;
      std::uint32_t location = 0;
      while (location < 64 && (taken >> location & ((1u << declared.columns) - 1)) != 0) ++location;
      if (location + declared.columns > VertexArray::kMaxAttributes) return;
      attributes[declared.name] = location;
      take(location, declared.columns);
    }
  }
}

// Arguments: program, name. The event has the handle of the location, even if there is no such uniform.
Outcome Translator::uniform_location(Operation& op) {
  const auto handle = static_cast<std::uint32_t>(op.event.integer("value"));
  const std::string_view name = op.args[1].text();
  if (handle == 0 || name.size() > kMaxUniformNameBytes) return Outcome::kNothing;
  Program& program = objects_.program(op.u32(0));
  const auto number = static_cast<std::uint32_t>(program.locations.size());
  const auto [known, is_new] = program.locations.emplace(name, static_cast<std::uint32_t>(objects_.locations.size()));
  if (is_new) objects_.resized(0, sizeof *known + name.size());
  if (is_new) objects_.locations.push_back({&program, program.links, number});
  objects_.make_location(handle, current_->serial, known->second);
  op.result = Value::of_sint(objects_.locations[known->second].number);
  return Outcome::kCall;
}

}  // namespace loaders::wtf::webgl
