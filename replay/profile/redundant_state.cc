#include "replay/profile/redundant_state.h"

#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

constexpr std::size_t kMaxPlaces = 100'000;

// Functions whose name begins so set the state `family`. The first `selectors` arguments say which of several.
struct Row {
  std::string_view beginning, family;
  std::uint8_t selectors = 0;
};
constexpr Row kRows[] = {
    {"glUseProgram", "program"},
    {"glBindProgramPipeline", "pipeline"},
    {"glBindVertexArray", "vertex array"},
    {"glActiveTexture", "unit"},
    {"glBindBuffer", "buffer", 1},  // with a range or a base, see forget()
    {"glBindTexture", "texture", 1},
    {"glBindSampler", "sampler", 1},
    {"glBindFramebuffer", "framebuffer"},
    {"glEnableClientState", "array", 1},
    {"glDisableClientState", "array", 1},
    {"glEnable", "capability", 1},
    {"glDisable", "capability", 1},
    {"glBlendFunc", "blend function"},
    {"glBlendEquation", "blend equation"},
    {"glBlendColor", "blend colour"},
    {"glDepthFunc", "depth function"},
    {"glDepthMask", "depth mask"},
    {"glDepthRange", "depth range"},
    {"glColorMask", "colour mask"},
    {"glViewport", "viewport"},
    {"glScissor", "scissor"},
    {"glCullFace", "culling"},
    {"glFrontFace", "front face"},
    {"glPolygonMode", "polygon mode"},
    {"glPolygonOffset", "polygon offset"},
    {"glLineWidth", "line width"},
    {"glPointSize", "point size"},
    {"glClearColor", "clear colour"},
    {"glClearDepth", "clear depth"},
    {"glClearStencil", "clear stencil"},
    {"glStencilFunc", "stencil function"},
    {"glStencilOp", "stencil operation"},
    {"glStencilMask", "stencil mask"},
    {"glAlphaFunc", "alpha function"},
    {"glShadeModel", "shading"},
    {"glMatrixMode", "matrix"},
    {"glPixelStore", "pixel store", 1},
    {"glUniform1", "uniform", 1},
    {"glUniform2", "uniform", 1},
    {"glUniform3", "uniform", 1},
    {"glUniform4", "uniform", 1},
    {"glUniformMatrix", "uniform", 1},
};

// After these, nothing is known any more.
constexpr std::string_view kForgetAll[] = {
    "glPopAttrib",        "glPopClientAttrib", "glCallList",       "glDelete",          "glLinkProgram",
    "glProgramBinary",    "glProgramUniform",  "glBindBufferBase", "glBindBufferRange", "glBindBuffersBase",
    "glBindBuffersRange", "glBindTextures",    "glBindSamplers",   "glBindTextureUnit", "glEnablei",
    "glDisablei",         "glBindMultiTexture"};

// The next context may get the address of one that was destroyed.
constexpr std::string_view kForgetContexts[] = {"glXDestroyContext", "eglDestroyContext", "wglDeleteContext",
                                                "glXCreate",         "eglCreateContext",  "wglCreateContext"};

struct Known {
  const Row* row = nullptr;
  bool forgets = false, forgets_contexts = false, is_known = false;
};

const Known& known(FunctionId function) {
  static std::unordered_map<FunctionId, Known> all;
  Known& one = all[function];
  if (one.is_known) return one;
  one.is_known = true;
  const std::string_view name = glbindings::signature(function).name;
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  one.forgets = std::any_of(std::begin(kForgetAll), std::end(kForgetAll), begins);
  one.forgets_contexts = std::any_of(std::begin(kForgetContexts), std::end(kForgetContexts), begins);
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return begins(r.beginning); });
  if (!one.forgets && row != std::end(kRows)) one.row = row;
  return one;
}

class Hash {
 public:
  template <class T>
  Hash& number(T value) {
    return bytes(&value, sizeof value);
  }
  Hash& text(std::string_view text) { return bytes(text.data(), text.size()); }
  Hash& value(const Value& value) {
    number(value.kind);
    if (value.has_memory()) bytes(value.p, value.byte_size());
    else if (value.kind == loaders::ValueKind::kF32) number(value.f);
    else number(value.u);
    return *this;
  }
  std::uint64_t get() const { return hash_; }

 private:
  Hash& bytes(const void* begin, std::size_t size) {
    hash_ = XXH3_64bits_withSeed(begin, size, hash_);
    return *this;
  }

  std::uint64_t hash_ = 0;
};

std::uint64_t place_of(const Row& row, const TimedCall& timed, std::uint64_t unit) {
  Hash hash;
  hash.text(row.family);
  for (const Value& argument : timed.call.arguments().first(std::min<std::size_t>(row.selectors, timed.call.argc)))
    hash.value(argument);
  if (row.family == "uniform") hash.number(timed.program);
  if (row.family == "texture") hash.number(unit);
  return hash.get();
}

std::uint64_t content_of(const Call& call) {
  Hash hash;
  hash.number(call.function);
  for (const Value& argument : call.arguments()) hash.value(argument);
  return hash.get();
}

}  // namespace

void RedundantState::see(const TimedCall& timed) {
  const Call& call = timed.call;
  if (call.function == FunctionId::glNewList) compiling_ = true;
  if (call.function == FunctionId::glEndList) compiling_ = false;
  if (known(call.function).forgets_contexts) contexts_.clear();
  if (compiling_ || timed.context == nullptr) return;
  Context& context = contexts_[timed.context];
  if (known(call.function).forgets || context.last.size() > kMaxPlaces) context.last.clear();
  const Row* row = known(call.function).row;
  if (row == nullptr || call.is(loaders::kFake) || call.is(loaders::kDerived)) return;
  const std::uint64_t content = content_of(call);
  const auto [place, is_new] = context.last.try_emplace(place_of(*row, timed, context.unit), content);
  const bool is_redundant = !is_new && place->second == content;
  place->second = content;
  if (row->family == "unit" && call.argc > 0) context.unit = call.args[0].u;
  // A vertex array brings bindings of its own.
  if (row->family == "vertex array" && !is_redundant)
    std::erase_if(context.last, [at = place->first](const auto& entry) { return entry.first != at; });
  Count& count = functions_[glbindings::signature(call.function).name];
  ++count.calls;
  if (is_redundant) ++count.redundant;
}

}  // namespace replay
