#include "replay/seek/treatments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"
#include "replay/seek/effects.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"

namespace replay {
namespace {

using glbindings::FunctionId;

constexpr std::size_t kFunctions = static_cast<std::size_t>(FunctionId::kCount);

Treated by_role(SeekRole role) {
  switch (role) {
    case SeekRole::kDraw:
    case SeekRole::kRectangle:
    case SeekRole::kBegin:
    case SeekRole::kEnd:
    case SeekRole::kVertex:
    case SeekRole::kDrawPixels:
    case SeekRole::kBitmap:
    case SeekRole::kBlit:
    case SeekRole::kBlitNamed:
    case SeekRole::kCopyToTexture:
    case SeekRole::kCopyBetween:
    case SeekRole::kClear:
    case SeekRole::kClearBuffer: return Treated::kDraw;
    case SeekRole::kNone:
    case SeekRole::kApart:
    case SeekRole::kArray:
    case SeekRole::kVertexAttrib:
    case SeekRole::kAttribute:
    case SeekRole::kListState:
    case SeekRole::kViewport:
    case SeekRole::kReadBuffer:
    case SeekRole::kReadPixels:
    case SeekRole::kMakeMipmaps:
    case SeekRole::kMakeMipmapsOf:
    case SeekRole::kBindFramebuffer:
    case SeekRole::kDeleteFramebuffers:
    case SeekRole::kFramebuffer:
    case SeekRole::kNamedFramebuffer:
    case SeekRole::kStorage:
    case SeekRole::kBindTexture:
    case SeekRole::kUseProgram:
    case SeekRole::kProgram:
    case SeekRole::kCreateObjects:
    case SeekRole::kMakesTexture:
    case SeekRole::kTextureParameter:
    case SeekRole::kBindBuffer:
    case SeekRole::kBindBufferTo:
    case SeekRole::kBeginQuery:
    case SeekRole::kEndQuery:
    case SeekRole::kContextState: return Treated::kEffect;
    case SeekRole::kNewContext:
    case SeekRole::kChooseApi:
    case SeekRole::kNewCanvas: return Treated::kWindowSystem;
    default: return Treated::kLive;
  }
}

// Whether GL accepts the call whatever these numbers are.
bool takes_any_number(FunctionId function) {
  const std::string_view name = glbindings::signature(function).name();
  const bool is_sampler = name.starts_with("glUniform1i") || name.starts_with("glProgramUniform1i");
  const auto begins = [&](auto... starts) { return (name.starts_with(starts) || ...); };
  return seek_role(function) == SeekRole::kAttribute || name == "glScissor" ||
         begins("glClearColor", "glClearStencil", "glMaterial", "glLight", "glVertexAttrib4", "glVertexAttribI4") ||
         (begins("glUniform", "glProgramUniform") && !is_sampler);
}

// Numbers that are no names of objects. Locations are never excluded.
std::uint64_t deciding_arguments(FunctionId function) {
  const auto params = glbindings::signature(function).params();
  const bool any = takes_any_number(function);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(params.size(), 64); ++i) {
    const glbindings::ParamInfo& param = params[i];
    const bool is_number = param.indirection == 0 && param.type != glbindings::Type::kF32 &&
                           param.type != glbindings::Type::kF64 && param.object == glbindings::ObjectKind::kNone;
    const std::string_view name = param.name();
    const bool is_place = name == "location" || name == "index" || name == "count" || name == "target" ||
                          name == "pname" || name == "face" || name == "light" || param.type == glbindings::Type::kEnum;
    if (is_number && (!any || is_place)) bits |= std::uint64_t{1} << i;
  }
  return bits;
}

Treated treated(FunctionId function) {
  const Effect& effect = effect_of(function);
  const Treated by = by_role(seek_role(function));
  if (by != Treated::kEffect) return by;
  switch (effect.action) {
    case Action::kOpaque:
    case Action::kDraw:
    case Action::kBegin:
    case Action::kEnd:
    case Action::kVertex:
    case Action::kNewList:
    case Action::kEndList:
    case Action::kCallList: return Treated::kLive;
    case Action::kKept:
    case Action::kAskWindow: return Treated::kWindowSystem;
    case Action::kNothing: return Treated::kIdle;
    default: return Treated::kEffect;
  }
}

const std::array<Treatment, kFunctions>& treatments() {
  static const auto kTreatments = [] {
    std::array<Treatment, kFunctions> all{};
    for (std::size_t i = 1; i < kFunctions; ++i) {
      const auto function = static_cast<FunctionId>(i);
      const bool names = std::ranges::any_of(glbindings::signature(function).params(), [](const auto& param) {
        return param.object != glbindings::ObjectKind::kNone && param.indirection == 0;
      });
      all[i] = {.treated = treated(function), .deciding = deciding_arguments(function), .names_objects = names};
    }
    return all;
  }();
  return kTreatments;
}

}  // namespace

const Treatment& treatment_of(FunctionId function) { return treatments()[static_cast<std::size_t>(function)]; }

std::uint64_t form_of(const loaders::Call& call, std::uint64_t about) {
  std::uint64_t hash = mixed(about, static_cast<std::uint64_t>(call.function));
  // A hash of fewer steps than mixed() for each argument, for most calls come here.
  for (std::uint64_t bits = treatment_of(call.function).deciding; bits != 0; bits &= bits - 1) {
    hash = (hash ^ argument(call, static_cast<std::size_t>(std::countr_zero(bits)))) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

bool has_form(FunctionId function) {
  const Action action = effect_of(function).action;
  if (action == Action::kNewList || action == Action::kCallList) return true;
  if (treatment_of(function).treated != Treated::kEffect) return false;
  switch (action) {
    case Action::kCreate:
    case Action::kDelete:
    case Action::kAskLocation:
    case Action::kReadBack:
    case Action::kWriteMemory: return false;
    default: return true;
  }
}

bool leaves_materials(const Treatment& treatment, FunctionId function) {
  if (treatment.treated == Treated::kIdle) return true;
  if (treatment.treated == Treated::kDraw) return seek_role(function) == SeekRole::kBegin;
  const Action action = effect_of(function).action;
  return treatment.treated == Treated::kEffect && action != Action::kPushAttrib && action != Action::kPopAttrib;
}

}  // namespace replay
