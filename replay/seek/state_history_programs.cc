// The part of StateHistory that follows programs and queries.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/seek/keys.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

constexpr std::uint64_t kUsedProgram = mixed(place_key("used program"), 0);

}  // namespace

// Programs ----------------------------------------------------------------------------------------------------------

void StateHistory::set_uniform(const Call& call) {
  const auto params = glbindings::signature(call.function).params();
  const bool is_named_program = params[0].object == Kind::kProgram;
  const std::size_t first = is_named_program ? 1 : 0;
  const ObjectNumber program =
      is_named_program ? object(Kind::kProgram, gl_number(call, 0)) : bound(of_context(kUsedProgram));
  if (program == 0) return keep();
  const bool has_count = params.back().indirection != 0;  // values in an array
  const std::uint64_t count = has_count ? argument(call, first + 1) : 1;
  if (!is_news(call, mixed(program, count), mixed(acceptance_of(program), program))) return;
  need_existing(program);
  if (objects_[program].keys.size() >= kMaxKeys) return keep(), touch(program);
  set_of(program, mixed(mixed(kUniform, gl_number(call, first)), count));
}

// The recording tells a number of a program with it, and so the first of a kind is made.
void StateHistory::ask(const Call& call) {
  const ObjectNumber program = first_named(call);
  if (program == 0) return keep();
  std::uint64_t asked = mixed(program, objects_[program].shape);
  for (const loaders::Value& value : call.arguments()) {
    if (value.kind != loaders::ValueKind::kString && value.kind != loaders::ValueKind::kArray) continue;
    for (const std::byte byte : value.bytes()) asked = mixed(asked, static_cast<std::uint64_t>(byte));
  }
  need_existing(program);
  is_news(call, program, asked);
}

void StateHistory::attach(const Call& call) {
  const ObjectNumber program = object(Kind::kProgram, gl_number(call, 0));
  const ObjectNumber shader = object(Kind::kShader, gl_number(call, 1));
  if (program == 0 || shader == 0) return keep();
  touch(program);
  need_object(shader);
  objects_[shader].is_referred = true;
  objects_[program].parts.push_back(shader);
}

void StateHistory::link(const Call& call) {
  const ObjectNumber program = object(Kind::kProgram, gl_number(call, 0));
  if (program == 0) return keep();
  for (const ObjectNumber shader : objects_[program].parts) need_object(shader);
  touch(program);
  objects_[program].shape = mixed(objects_[program].shape, program);
}

// Queries -----------------------------------------------------------------------------------------------------------

// A query that begins and ends in one segment leaves its result alone.
void StateHistory::query(const Call& call) {
  const std::string_view name = glbindings::signature(call.function).name();
  const std::uint64_t index = name.find("Indexed") != std::string_view::npos ? gl_number(call, 1) : 0;
  const std::uint64_t key = of_context(mixed(mixed(place_key("query"), gl_number(call, 0)), index));
  if (name.starts_with("glBegin")) {
    const ObjectNumber counted = first_named(call);
    if (counted == 0) return keep();
    need(objects_[counted].made);
    set_of(counted, place_key("result"));
    return set(key, 0);
  }
  if (const Record* begun = find(key)) keep_both(begun->segment);
  records_.erase(key);
}

}  // namespace replay
