#include "replay/shrink/bound_objects.h"

#include <vector>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

struct BoundKind {
  const char *binds, *changes;
  bool has_target;  // the first argument says where
};

// For groups of calls that are worth to be dropped together; what is missing here only makes groups smaller.
constexpr BoundKind kBoundKinds[] = {
    {"glBindTexture(EXT)?",
     "gl(Compressed|Copy)?Tex(Sub)?(Image|Storage|Parameter|Buffer)[^_]*|glGenerateMipmap(EXT|OES)?", true},
    {"glBindBuffer(ARB)?",
     "glBuffer(Sub)?Data(ARB)?|glBufferStorage(EXT)?|gl(Un)?[mM]apBuffer.*|glFlushMappedBufferRange|"
     "replayBufferContents",
     true},
    {"glBindFramebuffer(EXT|OES)?", "glFramebuffer.*|glDrawBuffers?(ARB|EXT)?|glReadBuffer", true},
    {"glBindRenderbuffer(EXT|OES)?", "glRenderbufferStorage.*", true},
    {"glUseProgram(ObjectARB)?", "glUniform.*", false},
    {"glBindVertexArray(APPLE|OES)?",
     "gl(Enable|Disable)VertexAttribArray(ARB)?|glVertexAttrib(I|L)?(Pointer|Format|Binding|Divisor).*", false},
    {"glBindProgram(ARB|NV)", "glProgram(String|EnvParameter|LocalParameter).*ARB", true},
};

constexpr std::uint64_t kFirstFace = 0x8515, kLastFace = 0x851A, kCubeMap = 0x8513;  // GL_TEXTURE_CUBE_MAP...

struct BindRole {
  int binds = -1, changes = -1;  // indices into kBoundKinds
};

BindRole bind_role_of(glbindings::FunctionId function) {
  static const std::vector<BindRole> kRoles = [] {
    std::vector<BindRole> roles(static_cast<std::size_t>(glbindings::FunctionId::kCount));
    for (int k = 0; const BoundKind& kind : kBoundKinds) {
      const Pattern binds = need(Pattern::compile(kind.binds)), changes = need(Pattern::compile(kind.changes));
      for (std::size_t i = 0; i < roles.size(); ++i) {
        const char* name = glbindings::signature(static_cast<glbindings::FunctionId>(i)).name();
        if (binds.matches(name)) roles[i].binds = k;
        if (changes.matches(name)) roles[i].changes = k;
      }
      ++k;
    }
    return roles;
  }();
  return kRoles[static_cast<std::size_t>(function)];
}

std::uint64_t target_of(const loaders::Call& call, int kind) {
  if (!kBoundKinds[kind].has_target) return 0;
  const std::uint64_t target = argument(call, 0);
  return target >= kFirstFace && target <= kLastFace ? kCubeMap : target;
}

}  // namespace

std::optional<ObjectNumber> BoundObjects::follow(const loaders::Call& call, std::span<const ObjectNumber> named) {
  const BindRole role = bind_role_of(call.function);
  if (role.binds >= 0) {
    const Place place = {call.thread, {role.binds, target_of(call, role.binds)}};
    if (named.empty()) bound_.erase(place);
    else bound_[place] = named.back();
  }
  if (role.changes < 0) return std::nullopt;
  const auto bound = bound_.find({call.thread, {role.changes, target_of(call, role.changes)}});
  return bound != bound_.end() ? std::optional(bound->second) : std::nullopt;
}

}  // namespace replay
