#include "replay/export_c/exporter.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "replay/base/cannot_judge.h"
#include "replay/export_c/c_text.h"
#include "replay/remap/create_name.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Signature;

Exporter* hearing = nullptr;

bool is_handle(std::string_view name) { return name.starts_with("glGet") && name.find("Handle") != name.npos; }

// Debug output is how the replayer learns of errors.
bool is_debug_output(std::string_view name, LiveArguments arguments) {
  if (name.starts_with("glDebugMessage")) return true;
  if (name != "glEnable" && name != "glDisable") return false;
  return arguments[0] == GL_DEBUG_OUTPUT || arguments[0] == GL_DEBUG_OUTPUT_SYNCHRONOUS;
}

const char* stage_of(std::uint64_t type) {
  switch (type) {
    case GL_VERTEX_SHADER: return "vertex_";
    case GL_FRAGMENT_SHADER: return "fragment_";
    case GL_GEOMETRY_SHADER: return "geometry_";
    case GL_TESS_CONTROL_SHADER: return "control_";
    case GL_TESS_EVALUATION_SHADER: return "evaluation_";
    case GL_COMPUTE_SHADER: return "compute_";
    default: return "";
  }
}

}  // namespace

Exporter::Exporter(ExportFolder& folder, std::uint64_t most_calls)
    : folder_(folder),
      most_calls_(most_calls),
      script_(folder.hidden() / "script.tmp") {
  listener = this;
}

Exporter::~Exporter() {
  end();
  listener = nullptr;
}

void Exporter::begin(Dispatcher& dispatcher) {
  static constexpr CallHearer kHearer = {&Exporter::heard, &Exporter::answered};
  dispatcher_ = &dispatcher;
  arguments_.emplace(dispatcher, variables_, folder_, used_);
  hearing = this;
  call_hearer = &kHearer;
}

void Exporter::end() {
  call_hearer = nullptr;
  hearing = nullptr;
}

void Exporter::begin_frame(std::uint64_t frame) { script_.begin_part(fmt::format("frame_{}", frame)); }

void Exporter::end_frame() {
  add("end_frame();");
  script_.end_group("");
}

void Exporter::begin_picture() {
  ++pictures_;
  script_.begin_part(pictures_ == 1 ? "read_picture" : fmt::format("read_picture_{}", pictures_));
  is_picture_ = arguments_->reads_picture = true;
  make_current_in_program();
}

void Exporter::end_picture(const std::string& title, const std::string& file) {
  if (!file.empty()) add(fmt::format("show_picture(\"{}\", \"{}\");", title, file));
  is_picture_ = arguments_->reads_picture = false;
}

void Exporter::end_in_call() {
  end();
  if (!pending_) return;
  used_.functions.insert(pending_->function);
  for (const WrittenCall::NewNames& names : pending_->written.names)
    pending_->written.arguments[names.parameter] = fmt::format("scratch({})", names.count * sizeof(std::uint32_t));
  add(fmt::format("{}({});", glbindings::signature(pending_->function).name(),
                  fmt::join(pending_->written.arguments, ", ")),
      comment(pending_->function));
}

void Exporter::heard(FunctionId function, LiveArguments arguments) {
  if (NotHeard::now() || hearing->problem_ || !hearing->is_wanted(function, arguments)) return;
  // Functions of GL are called in destructors too, where no exception may pass.
  try {
    hearing->before(function, arguments);
  } catch (const CannotJudge& problem) {
    hearing->problem_ = problem.what();
  }
}

void Exporter::answered(FunctionId function, LiveArguments arguments, std::uint64_t result) {
  if (!hearing->pending_ || !hearing->is_wanted(function, arguments)) return;
  try {
    hearing->after(function, arguments, result);
  } catch (const CannotJudge& problem) {
    hearing->problem_ = problem.what();
  }
  hearing->pending_.reset();
}

// Queries leave nothing in GL. The replayer makes many, and what a recorded program asked is not asked again.
bool Exporter::is_wanted(FunctionId function, LiveArguments arguments) {
  const Signature& signature = glbindings::signature(function);
  const std::string_view name = signature.name();
  if (signature.has(glbindings::kNoSideEffects) || is_debug_output(name, arguments)) return false;
  if (!name.starts_with("glGet") || is_handle(name)) return true;
  if (name.starts_with("glGetQueryBufferObject")) return true;
  const bool writes_image = name.find("Image") != name.npos;
  const BufferTarget target = writes_image ? BufferTarget::kPixelPack : BufferTarget::kQuery;
  const bool may_write = writes_image || name.starts_with("glGetQueryObject");
  return may_write && dispatcher_->context != nullptr && dispatcher_->context->bound(target) != 0;
}

void Exporter::add(const std::string& statement, const std::string& comment) { script_.add(statement, comment); }

std::string Exporter::comment(FunctionId function) const {
  const loaders::Call* call = dispatcher_->current();
  if (call == nullptr || is_picture_) return "";
  if (call->function == function) return fmt::format("{}", call->number);
  return fmt::format("{} {}", call->number, c_comment(dispatcher_->recorded_name(*call)));
}

void Exporter::before(FunctionId function, LiveArguments arguments) {
  if (!is_picture_ && ++calls_ > most_calls_) return;
  make_current_in_program();
  forget_mapping(function, arguments);
  pending_ = {function, {arguments.begin(), arguments.end()}, arguments_->write(function, arguments)};
  for (const std::string& statement : pending_->written.before) add(statement);
}

void Exporter::after(FunctionId function, LiveArguments arguments, std::uint64_t result) {
  const Signature& signature = glbindings::signature(function);
  used_.functions.insert(function);
  std::string statement =
      result_text(function, arguments, result) + with_names(pending_->written, signature, arguments);
  const std::string note = comment(function);
  add(statement, note);
  follow(function, arguments);
  if (is_picture_ || !(signature.has(glbindings::kRenders) || signature.has(glbindings::kRendersBeside))) return;
  script_.end_group(fmt::format("draw {}: {}, call {}", ++draws_, signature.name(), note));
}

// The text of the call. Names that GL gave become variables.
std::string Exporter::with_names(const WrittenCall& written, const Signature& signature, LiveArguments arguments) {
  std::vector<std::string> texts = written.arguments;
  std::string before, after;
  for (const WrittenCall::NewNames& names : written.names) {
    const ParamInfo& param = signature.params()[names.parameter];
    const auto* live = reinterpret_cast<const std::uint32_t*>(static_cast<std::uintptr_t>(arguments[names.parameter]));
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < names.count; ++i)
      tokens.push_back(
          Variables::token(arguments_->objects.add(param.object, live[i], recorded_name(param.object, i))));
    if (tokens.empty()) texts[names.parameter] = "NULL";
    else if (tokens.size() == 1) texts[names.parameter] = "&" + tokens[0];
    else {
      texts[names.parameter] = "names";
      before = fmt::format("{{\n  GLuint names[{}];\n  ", tokens.size());
      for (std::size_t i = 0; i < tokens.size(); ++i) after += fmt::format("\n  {} = names[{}];", tokens[i], i);
      after += "\n}";
    }
  }
  return fmt::format("{}{}({});{}", before, signature.name(), fmt::join(texts, ", "), after);
}

// The recorded name of an object that the recorded call makes: people know it from dumps.
std::string Exporter::recorded_name(ObjectKind kind, std::size_t index) const {
  const loaders::Call* call = dispatcher_->current();
  if (call == nullptr) return "";
  const Signature& signature = glbindings::signature(call->function);
  if (signature.result.object == kind && call->result() != nullptr && kind != ObjectKind::kSync)
    return fmt::format("{}", static_cast<std::uint32_t>(call->result()->u));
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    if (signature.params()[i].object != kind || i >= call->argc) continue;
    const auto names = call->args[i].array<std::uint32_t>();
    if (index < names.size()) return fmt::format("{}", names[index]);
    if (call->args[i].is_integer()) return fmt::format("{}", static_cast<std::uint32_t>(call->args[i].u));
  }
  return "";
}

// What stands before the call: "program_3 = ".
std::string Exporter::result_text(FunctionId function, LiveArguments arguments, std::uint64_t result) {
  const Signature& signature = glbindings::signature(function);
  const std::string_view name = signature.name();
  const auto assign = [](std::size_t variable) { return Variables::token(variable) + " = "; };
  if (signature.result.object != ObjectKind::kNone && result != 0) {
    const ObjectKind kind = signature.result.object;
    const std::uint64_t live = kind == ObjectKind::kSync ? result : result & 0xffffffff;
    const char* stage = kind == ObjectKind::kShader && !arguments.empty() ? stage_of(arguments[0]) : "";
    return assign(arguments_->objects.add(kind, live, recorded_name(kind, 0), stage));
  }
  if (name.starts_with("glMap") && signature.result.indirection == 1 && result != 0) {
    if (unmapped_.empty()) unmapped_.push_back(variables_.add("unsigned char *", "mapped", ""));
    mapped_[reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(result))] = unmapped_.back();
    const std::size_t variable = unmapped_.back();
    unmapped_.pop_back();
    return assign(variable);
  }
  if (is_handle(name) && result != 0) {
    const auto [handle, is_new] = arguments_->handles.try_emplace(result, 0);
    if (is_new) handle->second = variables_.add("GLuint64", "handle", "");
    return assign(handle->second);
  }
  return "";
}

void Exporter::follow(FunctionId function, LiveArguments arguments) {
  const std::string_view name = glbindings::signature(function).name();
  if (name.starts_with("glLinkProgram") || name.starts_with("glProgramBinary")) {
    if (const auto program = arguments_->objects.find(ObjectKind::kProgram, arguments[0]))
      arguments_->uniforms.linked(*program);
  }
  if (name.starts_with("glObjectLabel") || name == "glLabelObjectEXT") label(function, arguments);
}

// glObjectLabel(identifier, name, length, label), glLabelObjectEXT(type, object, length, label)
void Exporter::label(FunctionId function, LiveArguments arguments) {
  const ObjectKind kind = kind_of_identifier(static_cast<std::uint32_t>(arguments[0]));
  const auto variable = arguments_->objects.find(kind, arguments[1]);
  const auto* text = reinterpret_cast<const char*>(static_cast<std::uintptr_t>(arguments[3]));
  if (!variable || text == nullptr) return;
  const auto length = static_cast<std::int32_t>(arguments[2]);
  const bool has_length = function == FunctionId::glLabelObjectEXT ? length > 0 : length >= 0;
  variables_.set_label(*variable, {text, has_length ? static_cast<std::size_t>(length) : std::strlen(text)});
}

// The variable of a mapping serves the next one.
void Exporter::forget_mapping(FunctionId function, LiveArguments arguments) {
  const std::string_view name = glbindings::signature(function).name();
  if (!name.starts_with("glUnmap") || arguments.empty()) return;
  const GladGLContext& gl = *dispatcher_->gl;
  const bool is_named = name.starts_with("glUnmapNamed");
  const auto ask = is_named ? gl.GetNamedBufferPointerv : gl.GetBufferPointerv;
  void* live = nullptr;
  const GlErrors::Mute mute(dispatcher_->errors, gl);
  if (ask != nullptr) ask(static_cast<GLuint>(arguments[0]), GL_BUFFER_MAP_POINTER, &live);
  const auto mapping = mapped_.find(static_cast<const std::byte*>(live));
  if (mapping == mapped_.end()) return;
  unmapped_.push_back(mapping->second);
  mapped_.erase(mapping);
}

void Exporter::wrote(const std::byte* live, std::span<const std::byte> data) {
  if (hearing == nullptr || problem_ || data.empty() || calls_ > most_calls_) return;
  auto mapping = mapped_.upper_bound(live);
  if (mapping == mapped_.begin()) return;
  --mapping;
  try {
    add(fmt::format("write_mapped({}, {}, {}, {});", Variables::token(mapping->second),
                    static_cast<std::size_t>(live - mapping->first), arguments_->constants.memory(data), data.size()),
        comment(FunctionId::kUnknown));
  } catch (const CannotJudge& problem) {
    problem_ = problem.what();
  }
}

void Exporter::made_image(const void* image, std::uint32_t context, std::uint32_t target, std::uint32_t name,
                          std::span<const std::int32_t> attributes) {
  const auto owner = surfaces_.context(context);
  if (hearing == nullptr || !owner) return;
  constexpr std::uint32_t kRenderbuffer = 0x30B9;
  const std::size_t variable = variables_.add("EGLImageKHR", "image", "");
  arguments_->handles[static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(image))] = variable;
  const ObjectKind kind = target == kRenderbuffer ? ObjectKind::kRenderbuffer : ObjectKind::kTexture;
  std::string list;
  for (const std::int32_t attribute : attributes) list += (list.empty() ? "" : ", ") + c_signed(attribute);
  add(fmt::format("{} = make_image({}, {:#x}, {}, (const EGLint[]){{{}}});", Variables::token(variable), *owner, target,
                  arguments_->objects.text(kind, name), list),
      comment(FunctionId::kUnknown));
}

void Exporter::made_current(const LiveSurface& drawn, const LiveSurface& read, const LiveContext& context) {
  // The first surface gives a context its viewport, whether or not a call is made while it is current.
  const bool is_new = surfaces_.follow(drawn, read, context);
  if (hearing != nullptr && is_new && !NotHeard::now()) make_current_in_program();
}

void Exporter::replaced(std::uint32_t old, const LiveSurface& made) { surfaces_.replace(old, made); }

void Exporter::make_current_in_program() {
  if (!surfaces_.is_behind()) return;
  arguments_->objects.use_context(surfaces_.wanted());
  for (const std::string& statement : surfaces_.catch_up()) add(statement, comment(FunctionId::kUnknown));
}

}  // namespace replay
