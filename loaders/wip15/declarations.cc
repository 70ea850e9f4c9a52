#include "loaders/wip15/declarations.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace loaders::wip15 {
namespace {

Role role_of(std::string_view name) {
  if (name == "glUnmapBuffer") return Role::kUnmapBuffer;
  if (name == "glUnmapNamedBuffer") return Role::kUnmapNamedBuffer;
  if (name == "glXMakeCurrent") return Role::kMakeCurrent;
  if (name == "glLinkProgram") return Role::kLinkProgram;
  if (name == "glCreateShaderProgramv") return Role::kCreateProgram;
  return Role::kPlain;
}

// Corrects an error of writers from the time of raw integers: see format.h.
void correct_get_string(Declaration& declaration, const Dialect& dialect) {
  if (dialect.integers != Integers::kRaw8 || declaration.name != "glGetString") return;
  declaration.result = {};
  if (declaration.args.size() == 1) declaration.args[0].has_group = true;
}

// What writers store of these is no vector: see format.h.
bool loses_vector(std::string_view name) { return name == "glVertexAttribI4sv" || name == "glVertexAttribI4usv"; }

std::unique_ptr<Function> match(Declaration&& declaration, FunctionTable& table) {
  const glbindings::FunctionId id = find_recorded(declaration.name);
  auto function = std::make_unique<Function>();
  function->call = call_of_function(id, declaration.args.size());
  function->call.recorded = table.append({std::string(declaration.name), id, {}});
  function->call.has_result = declaration.result.base != Base::kVoid;
  function->role = role_of(declaration.name);

  function->values = std::move(declaration.args);
  for (std::size_t i = 0; i < function->values.size(); ++i) function->values[i].set_target(argument_target(id, i));
  if (loses_vector(declaration.name) && function->values.size() > 1) {
    Type& vector = function->values[1];
    vector.is_lost = vector.is_array;
  }
  if (function->call.has_result) {
    function->values.push_back(declaration.result);
    function->values.back().set_target(result_target(id));
  }
  return function;
}

}  // namespace

// A shortcut leads to the target from values of some types only.
void Type::set_target(Target wanted) {
  plan = ValuePlan(wanted);
  const auto leads_there = [this] {
    switch (plan.shortcut) {
      case Shortcut::kUnsigned:
      case Shortcut::kSigned: return base == Base::kUnsigned || base == Base::kInt || base == Base::kBool;
      case Shortcut::kPointer: return base == Base::kPtr;
      case Shortcut::kFloat: return base == Base::kFloat;
      case Shortcut::kNone:
      case Shortcut::kNatural: break;
    }
    return false;
  };
  if (is_array || !leads_there()) plan.shortcut = Shortcut::kNone;
}

Type read_type(Cursor& cursor) {
  Type type;
  const std::uint8_t base = cursor.u8();
  type.base = static_cast<Base>(base);
  type.has_group = cursor.u8() != 0;
  type.is_array = cursor.u8() != 0;
  if (base >= static_cast<std::uint8_t>(Base::kCount)) cursor.fail();
  return type;
}

Declaration read_declaration(Cursor& cursor, const Dialect& dialect, const Limits& limits, RecordProblem& problem) {
  Declaration declaration;
  declaration.index = cursor.u32();
  if (declaration.index >= kMaxIndex) {
    problem.malformed(cursor, fmt::format("function index {} is above {}", declaration.index, kMaxIndex));
  }
  const std::uint32_t name_bytes = cursor.u32();
  if (name_bytes > limits.name_bytes) {
    problem.malformed(
        cursor, fmt::format("a function name of {} bytes is above {}", name_bytes, limits.option(&Limits::name_bytes)));
  }
  declaration.name = cursor.text(name_bytes);
  declaration.result = read_type(cursor);
  const std::uint32_t count = cursor.u32();
  if (count > kMaxArguments) problem.malformed(cursor, fmt::format("{} arguments", count));
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) declaration.args.push_back(read_type(cursor));
  problem.explain(cursor, "a base type that does not exist");
  correct_get_string(declaration, dialect);
  return declaration;
}

void Declarations::read_function(Cursor& cursor, const Dialect& dialect, FunctionTable& table, RecordProblem& problem) {
  Declaration declaration = read_declaration(cursor, dialect, limits_, problem);
  if (!cursor.ok()) return;
  if (table.full())
    return problem.malformed(cursor, fmt::format("more than {} declarations", FunctionTable::kMaxFunctions));
  // 16 bytes are kept for each argument.
  bytes_ += declaration.name.size() + 16 * declaration.args.size();
  if (bytes_ > limits_.definition_bytes) {
    return problem.malformed(cursor, "the declarations take more than " + limits_.option(&Limits::definition_bytes));
  }
  const std::uint32_t index = declaration.index;
  if (index >= functions_.size()) functions_.resize(index + 1);
  functions_[index] = match(std::move(declaration), table);
}

void skip_group(Cursor& cursor, const Dialect& dialect) {
  if (!dialect.text_version) cursor.u8();
  cursor.u32();
  cursor.text(cursor.u32());
}

}  // namespace loaders::wip15
