#include "replay/export_c/arguments.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "replay/export_c/c_text.h"
#include "replay/remap/create_name.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Type;
using Is = Form::Is;

}  // namespace

WrittenCall Arguments::write(FunctionId function, LiveArguments arguments) {
  WrittenCall out;
  Call call{function, glbindings::signature(function), arguments, out};
  for (std::size_t i = 0; i < arguments.size(); ++i) out.arguments.push_back(argument(call, i));
  return out;
}

std::string Arguments::argument(Call& call, std::size_t i) {
  const Form form = form_of(call.function, i);
  return call.signature.params()[i].indirection == 0 ? value(call, i, form) : pointer(call, i, form);
}

std::string Arguments::value(Call& call, std::size_t i, const Form& form) {
  const ParamInfo& param = call.signature.params()[i];
  const std::uint64_t bits = call.arguments[i];
  const auto at = [&] { return call.arguments[static_cast<std::size_t>(form.at[0])]; };
  switch (form.is) {
    case Is::kLocation: return location(call, i, 0, true);
    case Is::kLocationOf: return location(call, i, static_cast<std::size_t>(form.at[0]), false);
    case Is::kUniformBlock:
    case Is::kStorageBlock: return block(call, i, form);
    case Is::kImageName:
      return objects.text(at() == GL_RENDERBUFFER ? ObjectKind::kRenderbuffer : ObjectKind::kTexture, bits);
    case Is::kNameOfIdentifier: return objects.text(kind_of_identifier(static_cast<std::uint32_t>(at())), bits);
    default: break;
  }
  const bool is_list = param.object == ObjectKind::kDisplayList;
  if (param.object != ObjectKind::kNone && !is_list) return objects.text(param.object, bits);
  if (param.type == Type::kU64 || param.type == Type::kHandle) {
    const auto handle = handles.find(bits);
    if (handle != handles.end()) return Variables::token(handle->second);
    if (param.type == Type::kHandle) return "NULL";
  }
  if (param.type == Type::kFunction) return "NULL";
  const std::string_view function = call.signature.name();
  if (std::string_view(param.name()) == "location" && function.starts_with("glUniform"))
    return location(call, i, 0, true);
  if (std::string_view(param.name()) == "location" && function.starts_with("glProgramUniform"))
    return location(call, i, 0, false);
  return constants.number(param, bits);
}

std::string Arguments::location(Call& call, std::size_t i, std::size_t program_argument, bool is_current) {
  const auto number = static_cast<std::int32_t>(call.arguments[i]);
  const std::uint32_t live =
      is_current ? uniforms.current_program() : static_cast<std::uint32_t>(call.arguments[program_argument]);
  const auto program = objects.find(ObjectKind::kProgram, live);
  if (!program) return c_signed(number);
  Uniforms::Location found = uniforms.location(*program, live, number);
  if (!found.question.empty()) {
    used_.functions.insert(FunctionId::glGetUniformLocation);
    call.out.before.push_back(std::move(found.question));
  }
  return found.text;
}

std::string Arguments::block(Call& call, std::size_t i, const Form& form) {
  const auto live = static_cast<std::uint32_t>(call.arguments[static_cast<std::size_t>(form.at[0])]);
  const auto program = objects.find(ObjectKind::kProgram, live);
  if (!program) return c_unsigned(call.arguments[i]);
  const bool is_storage = form.is == Is::kStorageBlock;
  used_.functions.insert(is_storage ? FunctionId::glGetProgramResourceIndex : FunctionId::glGetUniformBlockIndex);
  return uniforms.block(*program, live, static_cast<std::uint32_t>(call.arguments[i]), is_storage);
}

}  // namespace replay
