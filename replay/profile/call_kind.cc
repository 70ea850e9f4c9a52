#include "replay/profile/call_kind.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::FunctionId;

// The beginnings of names, in the order in which they are tried. A function with several forms (ARB, EXT, 2D, 3D)
// needs one row.
struct Row {
  std::string_view beginning;
  CallKind kind;
};
constexpr Row kRows[] = {
    {"glCompileShader", CallKind::kCompile},
    {"glLinkProgram", CallKind::kCompile},
    {"glCreateShaderProgram", CallKind::kCompile},
    {"glSpecializeShader", CallKind::kCompile},
    {"glProgramBinary", CallKind::kCompile},
    {"glShaderBinary", CallKind::kCompile},
    {"glProgramString", CallKind::kCompile},
    {"glReadPixels", CallKind::kReadback},
    {"glReadnPixels", CallKind::kReadback},
    {"glGetTexImage", CallKind::kReadback},
    {"glGetnTexImage", CallKind::kReadback},
    {"glGetTextureImage", CallKind::kReadback},
    {"glGetTextureSubImage", CallKind::kReadback},
    {"glGetCompressedTex", CallKind::kReadback},
    {"glGetBufferSubData", CallKind::kReadback},
    {"glGetNamedBufferSubData", CallKind::kReadback},
    {"glGetQueryObject", CallKind::kReadback},
    {"glMapBuffer", CallKind::kReadback},
    {"glMapNamedBuffer", CallKind::kReadback},
    {"glFinish", CallKind::kWait},
    {"glClientWaitSync", CallKind::kWait},
    {"eglClientWaitSync", CallKind::kWait},
    {"eglWaitClient", CallKind::kWait},
    {"eglWaitGL", CallKind::kWait},
    {"glXWaitGL", CallKind::kWait},
    {"glBufferData", CallKind::kUpload},
    {"glBufferSubData", CallKind::kUpload},
    {"glBufferStorage", CallKind::kUpload},
    {"glNamedBufferData", CallKind::kUpload},
    {"glNamedBufferSubData", CallKind::kUpload},
    {"glNamedBufferStorage", CallKind::kUpload},
    {"glTexImage", CallKind::kUpload},
    {"glTexSubImage", CallKind::kUpload},
    {"glTextureImage", CallKind::kUpload},
    {"glTextureSubImage", CallKind::kUpload},
    {"glCompressedTex", CallKind::kUpload},
    {"glMultiTexImage", CallKind::kUpload},
    {"glMultiTexSubImage", CallKind::kUpload},
    {"replayBufferContents", CallKind::kUpload},
};

CallKind find_kind(FunctionId function) {
  const glbindings::Signature& signature = glbindings::signature(function);
  if (signature.has(glbindings::kEndsFrame)) return CallKind::kSwap;
  const std::string_view name = signature.name();
  const auto* row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return name.starts_with(r.beginning); });
  if (row != std::end(kRows)) return row->kind;
  constexpr std::uint16_t kDraws = glbindings::kRenders | glbindings::kRendersBeside;
  return (signature.traits & kDraws) != 0 ? CallKind::kDraw : CallKind::kOther;
}

// Of each function, because a name is compared with all rows.
std::vector<CallKind> find_kinds() {
  std::vector<CallKind> kinds;
  for (std::size_t i = 0; i < static_cast<std::size_t>(FunctionId::kCount); ++i)
    kinds.push_back(find_kind(static_cast<FunctionId>(i)));
  return kinds;
}

bool reads_pixels(FunctionId function) {
  const std::string_view name = glbindings::signature(function).name();
  return name.find("Pixels") != name.npos || name.find("Tex") != name.npos;
}

}  // namespace

const char* name_of(CallKind kind) {
  constexpr std::array kNames = {"other calls", "draws", "uploads", "compiles and links",
                                 "readbacks",   "waits", "swaps"};
  static_assert(kNames.size() == static_cast<std::size_t>(CallKind::kCount));
  return kNames[static_cast<std::size_t>(kind)];
}

CallKind kind_of(const loaders::Call& call, bool has_pack_buffer) {
  static const std::vector<CallKind> kinds = find_kinds();
  if (call.is(loaders::kEndsFrame)) return CallKind::kSwap;
  const auto index = static_cast<std::size_t>(call.function);
  const CallKind kind = index < kinds.size() ? kinds[index] : CallKind::kOther;
  const bool is_readback = kind == CallKind::kReadback;
  return is_readback && has_pack_buffer && reads_pixels(call.function) ? CallKind::kOther : kind;
}

bool opens_group(const loaders::Call& call) {
  return call.function == FunctionId::glPushDebugGroup || call.function == FunctionId::glPushDebugGroupKHR ||
         call.function == FunctionId::glPushGroupMarkerEXT;
}

bool closes_group(const loaders::Call& call) {
  return call.function == FunctionId::glPopDebugGroup || call.function == FunctionId::glPopDebugGroupKHR ||
         call.function == FunctionId::glPopGroupMarkerEXT;
}

}  // namespace replay
