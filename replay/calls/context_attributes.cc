#include "replay/calls/context_attributes.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "glbindings/signature.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

// GLX_ARB_create_context, WGL_ARB_create_context and their profile extensions use the same numbers.
enum : std::int64_t {
  kMajorVersion = 0x2091,
  kMinorVersion = 0x2092,
  kFlags = 0x2094,
  kProfileMask = 0x9126,
  kCoreProfile = 1,
  kCompatibilityProfile = 2,
  kEsProfile = 4,
  kDebugFlag = 1,
  kForwardCompatibleFlag = 2,
  kRobustFlag = 4,
};

int version_number(std::int64_t value) { return static_cast<int>(std::clamp<std::int64_t>(value, 0, 99)); }

ContextRequest arb_create_context(const Value& list) {
  ContextRequest request;
  std::int64_t profile_mask = kCoreProfile, flags = 0;
  const std::size_t count = list.kind == loaders::ValueKind::kArray ? list.count : 0;
  for (std::size_t i = 0; i + 1 < count && list_element(list, i) != 0; i += 2) {
    const std::int64_t value = list_element(list, i + 1);
    switch (list_element(list, i)) {
      case kMajorVersion: request.major = version_number(value); break;
      case kMinorVersion: request.minor = version_number(value); break;
      case kProfileMask: profile_mask = value; break;
      case kFlags: flags = value; break;
      default: break;
    }
  }
  request.debug = (flags & kDebugFlag) != 0;
  request.forward_compatible = (flags & kForwardCompatibleFlag) != 0;
  request.robust = (flags & kRobustFlag) != 0;
  if ((profile_mask & kEsProfile) != 0) {
    request.api = request.major == 1 ? Api::kGles1 : Api::kGles2;
  } else if (request.version() >= GlVersion{3, 2}) {  // older versions ignore the mask
    request.profile = (profile_mask & kCompatibilityProfile) != 0 ? Profile::kCompatibility : Profile::kCore;
  }
  return request;
}

// The attributes of EGL 1.5 and EGL_KHR_create_context.
enum : std::int64_t {
  kEglMajorVersion = 0x3098,  // also EGL_CONTEXT_CLIENT_VERSION
  kEglMinorVersion = 0x30FB,
  kEglFlags = 0x30FC,
  kEglProfileMask = 0x30FD,
  kEglDebug = 0x31B0,
  kEglForwardCompatible = 0x31B1,
  kEglRobust = 0x31B2,
  kEglNone = 0x3038,
};

ContextRequest egl_create_context(const Value& list, Api api) {
  ContextRequest request;
  request.api = api;
  std::int64_t profile_mask = kCoreProfile;
  const std::size_t count = list.kind == loaders::ValueKind::kArray ? list.count : 0;
  for (std::size_t i = 0; i + 1 < count && list_element(list, i) != kEglNone; i += 2) {
    const std::int64_t value = list_element(list, i + 1);
    switch (list_element(list, i)) {
      case kEglMajorVersion: request.major = version_number(value); break;
      case kEglMinorVersion: request.minor = version_number(value); break;
      case kEglProfileMask: profile_mask = value; break;
      case kEglFlags:
        request.debug |= (value & kDebugFlag) != 0;
        request.forward_compatible |= (value & kForwardCompatibleFlag) != 0;
        request.robust |= (value & kRobustFlag) != 0;
        break;
      case kEglDebug: request.debug |= value != 0; break;
      case kEglForwardCompatible: request.forward_compatible |= value != 0; break;
      case kEglRobust: request.robust |= value != 0; break;
      default: break;
    }
  }
  if (api != Api::kGl) {
    request.api = request.major <= 1 ? Api::kGles1 : Api::kGles2;
  } else if (request.version() >= GlVersion{3, 2}) {
    request.profile = (profile_mask & kCompatibilityProfile) != 0 ? Profile::kCompatibility : Profile::kCore;
  }
  return request;
}

}  // namespace

std::int64_t list_element(const Value& list, std::size_t index) {
  switch (list.elem) {
    case loaders::Elem::kI32: return list.array<std::int32_t>()[index];
    case loaders::Elem::kU32: return list.array<std::uint32_t>()[index];
    case loaders::Elem::kI64: return list.array<std::int64_t>()[index];
    case loaders::Elem::kU64: return static_cast<std::int64_t>(list.array<std::uint64_t>()[index]);
    case loaders::Elem::kValue: return list.array<Value>()[index].i;
    default: return 0;
  }
}

std::optional<ContextRequest> requested_context(const Call& call, Api egl_api) {
  // CGL returns an error code, or 0 for success; all others return the context.
  if (call.function == FunctionId::CGLCreateContext) return ContextRequest{};
  if (call.result() == nullptr || call.result()->u == 0) return std::nullopt;
  switch (call.function) {
    case FunctionId::glXCreateContext:
    case FunctionId::glXCreateNewContext:
    case FunctionId::glXCreateContextWithConfigSGIX:
    case FunctionId::wglCreateContext:
    case FunctionId::wglCreateLayerContext: return ContextRequest{};
    case FunctionId::glXCreateContextAttribsARB: return arb_create_context(call.args[4]);
    case FunctionId::wglCreateContextAttribsARB: return arb_create_context(call.args[2]);
    case FunctionId::eglCreateContext: return egl_create_context(call.args[3], egl_api);
    default: return std::nullopt;
  }
}

std::optional<MadeContext> made_context(const Call& call) {
  MadeContext context;
  if (call.function == FunctionId::CGLCreateContext) {
    const auto made = array_argument<Value>(call, 2);  // CGLContextObj*
    if (made.empty()) return std::nullopt;
    context.handle = made[0].u;
  } else if (call.result() != nullptr) {
    context.handle = call.result()->u;
  } else {
    return std::nullopt;
  }
  const auto params = glbindings::signature(call.function).params();
  const auto share = std::ranges::find_if(
      params, [](const auto& param) { return std::string_view(param.name()).starts_with("share"); });
  if (share != params.end()) context.partner = argument(call, static_cast<std::size_t>(share - params.begin()));
  return context;
}

std::string profile_name(const ContextRequest& request) {
  if (request.api != Api::kGl) return "es";
  switch (request.profile) {
    case Profile::kCore: return "core";
    case Profile::kCompatibility: return "compatibility";
    default: return "legacy";
  }
}

}  // namespace replay
