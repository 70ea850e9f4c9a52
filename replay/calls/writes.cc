#include "replay/calls/writes.h"

#include <vector>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"

namespace replay {
namespace {

using Into = Writes::Into;

struct Rule {
  Pattern functions;
  Writes writes;
};

// The first rule that matches counts. A function that renders and has no rule draws into the framebuffer that is bound.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = [] {
    std::vector<Rule> rules;
    const auto add = [&](const char* functions, Into into, int argument = 0, int level = -1) {
      rules.push_back({need(Pattern::compile(functions)), {into, argument, level}});
    };
    add("glClearNamedFramebuffer.*", Into::kNamed);
    add("glBlitNamedFramebuffer", Into::kNamed, 1);
    add("glGenerateMultiTexMipmapEXT|glCopyMultiTex.*", Into::kNothing);  // they write to another texture unit
    add("glGenerateMipmap(EXT|OES)?", Into::kBoundTexture);
    add("glGenerateTextureMipmap(EXT)?", Into::kTexture);
    add("glCopyTex(Sub)?Image[123]D(EXT|OES)?", Into::kBoundTexture, 0, 1);
    add("glCopyTexture(Sub)?Image[123]DEXT", Into::kTexture, 0, 2);
    add("glCopyTextureSubImage[123]D", Into::kTexture, 0, 1);
    add("glCopyTextureLevelsAPPLE", Into::kTexture);
    add("glClearTex(Sub)?Image(EXT)?", Into::kTexture, 0, 1);
    add("glCopyImageSubData(NV|EXT|OES)?", Into::kTexture, 6, 8);
    add("glDispatchCompute.*", Into::kMemory);
    add("glEndTransformFeedback(EXT|NV)?", Into::kFeedbackBuffers);
    return rules;
  }();
  return kRules;
}

}  // namespace

Writes writes_of(glbindings::FunctionId function) {
  const glbindings::Signature& signature = glbindings::signature(function);
  for (const Rule& rule : rules()) {
    if (rule.functions.matches(signature.name())) return rule.writes;
  }
  const bool draws = signature.has(glbindings::kRenders) || signature.has(glbindings::kRendersBeside);
  return {draws ? Into::kFramebuffer : Into::kNothing};
}

}  // namespace replay
