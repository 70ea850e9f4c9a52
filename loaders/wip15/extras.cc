#include "loaders/wip15/extras.h"

#include <fmt/format.h>

#include <limits>

#include "loaders/base/limits.h"
#include "loaders/wip15/uniform_tree.h"

namespace loaders::wip15 {
namespace {

using glbindings::FunctionId;

constexpr std::uint32_t kNoLocation = std::numeric_limits<std::uint32_t>::max();

// An attribute, uniform, block or subroutine: its name, and the number that the recording driver gave it.
struct ProgramFact {
  std::uint32_t number = 0;
  std::uint32_t stage = 0;
  std::string_view name;
};

bool read_fact(std::span<const std::byte> bytes, bool with_stage, ProgramFact& fact) {
  Cursor cursor(bytes);
  fact.number = cursor.u32();
  fact.stage = with_stage ? cursor.u32() : 0;
  fact.name = cursor.text(cursor.u32());
  return cursor.ok() && cursor.at_end() && fact.name.size() <= kMaxUniformNameBytes;
}

Value location_of(std::uint32_t number) { return Value::of_sint(static_cast<std::int32_t>(number)); }

}  // namespace

void Extras::begin(const Function& function, const Call& call, Batch& batch) {
  function_ = &function;
  call_ = &call;
  derived_.begin(batch);
}

// Whether an extra is used. The data of the others is not unpacked.
bool Extras::wanted(std::string_view name) const {
  switch (function_->role) {
    case Role::kPlain: return false;
    case Role::kUnmapBuffer:
    case Role::kUnmapNamedBuffer:
      return name == "replay/glUnmapBuffer/data_ranged" || name == "replay/glUnmapBuffer/data";
    case Role::kMakeCurrent: return name == "replay/glXMakeCurrent/drawable_size";
    case Role::kLinkProgram:
    case Role::kCreateProgram: return name.starts_with("replay/program/");
  }
  return false;
}

void Extras::add(std::string_view name, const Block& block, std::uint64_t offset, std::uint64_t stream_offset,
                 ValueReader& values) {
  if (!wanted(name)) return;
  const Value data = values.unpack(block, offset);
  if (data.is_null()) return;  // unpack() has counted it

  bool good = false;
  switch (function_->role) {
    case Role::kPlain: return;
    case Role::kUnmapBuffer:
    case Role::kUnmapNamedBuffer: good = read_buffer_contents(name, data); break;
    case Role::kMakeCurrent: good = read_drawable_size(name, data); break;
    case Role::kLinkProgram:
    case Role::kCreateProgram: good = read_program_fact(name, data); break;
  }
  if (good) return;
  malformed_.add(stream_offset + offset, [&] {
    return fmt::format("at byte {}, call {}: {} of {} bytes", stream_offset + offset, call_->number, name, data.count);
  });
}

bool Extras::read_buffer_contents(std::string_view name, const Value& data) {
  std::int64_t offset = 0;
  Value contents = data;
  if (name.ends_with("_ranged")) {
    Cursor cursor(data.bytes());
    offset = cursor.i64();
    if (!cursor.ok() || offset < 0) return false;
    contents = Value::of_blob(cursor.bytes(cursor.remaining()));
  }
  const auto function =
      function_->role == Role::kUnmapBuffer ? FunctionId::replayBufferContents : FunctionId::replayNamedBufferContents;
  derived_.add_before(function, {argument(0), Value::of_sint(offset), contents});
  return true;
}

bool Extras::read_drawable_size(std::string_view, const Value& data) {
  Cursor cursor(data.bytes());
  const std::int32_t width = cursor.i32();
  const std::int32_t height = cursor.i32();
  if (!cursor.ok()) return false;
  if (width < 0 || height < 0) return true;  // no drawable
  derived_.add_before(FunctionId::replayDrawableSize, {argument(1), Value::of_sint(width), Value::of_sint(height)});
  return true;
}

bool Extras::read_program_fact(std::string_view name, const Value& data) {
  name.remove_prefix(std::string_view("replay/program/").size());
  const bool creates = function_->role == Role::kCreateProgram;
  const Value program = !creates ? argument(0) : call_->has_result ? *call_->result() : Value{};
  if (name == "uniforms") return read_uniforms(program, data);

  const bool uniform = name == "uniform";
  const bool attribute = name == "vertex_attrib";
  const bool block = name == "uniform_block";
  const bool subroutine = name == "subroutine";
  if (!uniform && !attribute && !block && !subroutine && name != "subroutine_uniform") return true;
  if (derived_.full()) return false;

  ProgramFact fact;
  const auto bytes = data.bytes();
  if (!read_fact(bytes, true, fact) && !read_fact(bytes, false, fact)) return false;
  if (fact.number == kNoLocation || fact.name.empty()) return true;
  if (attribute && (creates || fact.name.starts_with("gl_"))) return true;

  const Value text = derived_.text(fact.name);
  const Value number = Value::of_uint(fact.number);
  const Value stage = Value::of_uint(fact.stage);
  if (attribute) {
    derived_.add_before(FunctionId::glBindAttribLocation, {program, number, text});
  } else if (uniform) {
    derived_.add_after(FunctionId::replayUniformLocation, {program, text, location_of(fact.number)});
  } else if (block) {
    derived_.add_after(FunctionId::replayUniformBlockIndex, {program, text, number});
  } else if (subroutine) {
    derived_.add_after(FunctionId::replaySubroutineIndex, {program, stage, text, number});
  } else {
    derived_.add_after(FunctionId::replaySubroutineUniformLocation, {program, stage, text, location_of(fact.number)});
  }
  return true;
}

bool Extras::read_uniforms(const Value& program, const Value& data) {
  bool room = true;
  const bool sound = read_uniform_tree(Cursor(data.bytes()), [&](std::string_view name, std::uint32_t location) {
    if (location == kNoLocation || name.empty()) return;
    room = !derived_.full();
    if (!room) return;
    derived_.add_after(FunctionId::replayUniformLocation, {program, derived_.text(name), location_of(location)});
  });
  return sound && room;
}

}  // namespace loaders::wip15
