#include "replay/standard_calls/standard_calls.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

// Functions that only the file format, or our loaders, have.
bool is_private(FunctionId function) {
  const std::string_view name = glbindings::signature(function).name();
  return name.starts_with("replay") || name.starts_with("wip15") || name.ends_with("WIP15");
}

// Whether the recording has an address of the traced process where GL reads or writes an array. Nobody can make such a
// call again: a replay leaves it out, and other tools would follow the address. A void* may be an offset.
bool has_dead_address(const Call& call) {
  const glbindings::Signature& signature = glbindings::signature(call.function);
  const std::string_view name = signature.name();
  // Window systems' lists of attributes are not needed: such a call makes something all the same.
  const bool is_of_gl = name.starts_with("gl") && !name.starts_with("glX");
  if (!is_of_gl && !signature.has(glbindings::kNoSideEffects)) return false;
  for (std::size_t i = 0; i < signature.params().size(); ++i) {
    const glbindings::ParamInfo& param = signature.params()[i];
    const bool is_offset = param.type == glbindings::Type::kVoid && param.indirection == 1;
    if (param.indirection > 0 && !is_offset && call.args[i].kind == loaders::ValueKind::kPointer) return true;
  }
  return false;
}

// Recorded strings end where the program said. Older tracers of WIP15 have an empty list of lengths for none, which
// other tools read as a list.
Call without_lengths(const Call& call, CallMaker& maker) {
  constexpr std::size_t kLengths = 3;
  Call changed = call;
  Value* values = maker.copy_of_values(call);
  values[kLengths] = {};
  changed.args = values;
  return changed;
}

}  // namespace

loaders::Lowering standard_calls(SizePlan sizes) {
  const auto lowering = std::make_shared<StandardCalls>(std::move(sizes));
  return [lowering](std::span<const Call> calls, const loaders::FunctionTable&, loaders::Arena& memory,
                    std::vector<Call>& lowered) { lowering->lower(calls, memory, lowered); };
}

loaders::Lowering standard_calls_of(const std::string& trace, const loaders::Limits& limits) {
  loaders::OpenResult source = loaders::open_trace(trace, {.limits = limits});
  if (!source) throw CannotJudge(source.error().to_string());
  return (*source)->info().format == "apitrace" ? loaders::Lowering() : standard_calls(plan_sizes(**source));
}

void StandardCalls::lower(std::span<const Call> calls, loaders::Arena& memory, std::vector<Call>& lowered) {
  CallMaker maker(memory, lowered);
  for (const Call& call : calls) {
    // The current context of a page does not depend on the thread.
    maker.set_thread(call.is(loaders::kAnyThread) ? 0 : call.thread);
    sizes_.advance(call.number, [&](const SizeChange& change) {
      canvases_.note_size(static_cast<std::uint32_t>(change.drawable), change.width, change.height);
    });
    lower(call, maker);
  }
}

void StandardCalls::lower(const Call& call, CallMaker& maker) {
  const auto& args = call.args;
  if (call.is(loaders::kAnyThread)) attributes_.follow(call);  // a page; no other recording has guarded draws
  switch (call.function) {
    case FunctionId::replayUniformLocation:
      return maker.make(FunctionId::glGetUniformLocation, {args[0], args[1]}, args[2]);
    case FunctionId::replayUniformBlockIndex:
      return maker.make(FunctionId::glGetUniformBlockIndex, {args[0], args[1]}, args[2]);
    case FunctionId::replaySubroutineIndex:
      return maker.make(FunctionId::glGetSubroutineIndex, {args[0], args[1], args[2]}, args[3]);
    case FunctionId::replaySubroutineUniformLocation:
      return maker.make(FunctionId::glGetSubroutineUniformLocation, {args[0], args[1], args[2]}, args[3]);
    case FunctionId::replayBufferContents:
    case FunctionId::replayNamedBufferContents: return mappings_.write(call, maker);
    case FunctionId::replayCreateCanvas: return canvases_.create(call, maker);
    case FunctionId::replayBindCanvas: return canvases_.bind(call, maker);
    case FunctionId::replayPresentCanvases: return canvases_.present(call, maker);
    case FunctionId::replayGuardedDrawArrays:
    case FunctionId::replayGuardedDrawElements: return guarded_draw(call, maker);
    case FunctionId::replayZeroBuffer: return zero_buffer(call, maker);
    case FunctionId::replayZeroRenderbuffer: return canvases_.clear_renderbuffer(renderbuffer_format_, maker);
    case FunctionId::replayMark: return mark(call, maker);
    case FunctionId::replayFrameEnd: maker.stand_in(FunctionId::glFrameTerminatorGREMEDY, {}); return;
    case FunctionId::replayDrawableSize:
    case FunctionId::wip15DrawableSize:
    case FunctionId::glDrawableSizeWIP15: return sizes_.note(call);
    case FunctionId::replayBacktrace: return maker.keep(call);
    default:
      if (!is_private(call.function)) keep(call, maker);
  }
}

void StandardCalls::keep(Call call, CallMaker& maker) {
  // A page's link comes as a derived call, because the loader waits for what is recorded after it.
  if (call.function == FunctionId::glLinkProgram) call.flags &= static_cast<std::uint16_t>(~loaders::kDerived);
  if (call.function == FunctionId::glRenderbufferStorage) {
    renderbuffer_format_ = static_cast<std::uint32_t>(call.args[1].u);
  }
  if (call.is(loaders::kAnyThread)) call.thread = 0;
  canvases_.follow(call);
  images_.follow(call);
  mappings_.follow(call);
  if (has_dead_address(call)) return;
  if (call.function == FunctionId::glShaderSource) call = without_lengths(call, maker);
  maker.keep(images_.complete(call, mappings_.has_unpack_buffer(), maker));
  sizes_.follow(call, maker);
}

void StandardCalls::guarded_draw(const Call& call, CallMaker& maker) {
  const bool has_indices = call.function == FunctionId::replayGuardedDrawElements;
  const Value* args = call.args;
  const Value& instances = args[has_indices ? 4 : 3];
  if (attributes_.reads_any(args[has_indices ? 6 : 5].array<std::uint32_t>())) return;
  const bool is_instanced = instances.i != 1;
  if (has_indices && is_instanced) {
    maker.stand_in(FunctionId::glDrawElementsInstanced, {args[0], args[1], args[2], args[3], instances});
  } else if (has_indices) {
    maker.stand_in(FunctionId::glDrawElements, {args[0], args[1], args[2], args[3]});
  } else if (is_instanced) {
    maker.stand_in(FunctionId::glDrawArraysInstanced, {args[0], args[1], args[2], instances});
  } else {
    maker.stand_in(FunctionId::glDrawArrays, {args[0], args[1], args[2]});
  }
}

void StandardCalls::zero_buffer(const Call& call, CallMaker& maker) {
  constexpr std::int64_t kPiece = 1 << 20;
  // The limit that the replay itself has for memory that the recording does not contain.
  constexpr std::int64_t kMaxBytes = std::int64_t{256} << 20;
  static const std::vector<std::byte> zeros(kPiece);
  const std::int64_t end = std::min(call.args[1].i, kMaxBytes);
  for (std::int64_t at = 0; at < end; at += kPiece) {
    const auto size = static_cast<std::size_t>(std::min(kPiece, end - at));
    maker.make(FunctionId::glBufferSubData,
               {call.args[0], Value::of_sint(at), Value::of_sint(static_cast<std::int64_t>(size)),
                Value::of_blob(std::span(zeros).first(size))});
  }
}

void StandardCalls::mark(const Call& call, CallMaker& maker) {
  if (!canvases_.has_current()) return;  // GL takes a marker in a context only
  std::string text(call.args[0].text());
  if (const std::string_view value = call.args[1].text(); !value.empty()) text += " " + std::string(value);
  maker.stand_in(FunctionId::glStringMarkerGREMEDY,
                 {Value::of_sint(static_cast<std::int64_t>(text.size())), maker.text(text)});
}

}  // namespace replay
