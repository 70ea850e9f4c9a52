#include "replay/bisect/draw_plan.h"

#include <map>
#include <optional>
#include <regex>
#include <string_view>
#include <unordered_map>

#include "glbindings/signature.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint64_t kReadFramebuffer = 0x8CA8, kCompile = 0x1300;

// What the plan needs to know of a function, worked out once from its name.
struct FunctionRole {
  bool draws = false, takes_away = false, ends_frame = false;
  bool begins = false, ends = false, opens_list = false, closes_list = false, binds_framebuffer = false;
};

FunctionRole role_of(const glbindings::Signature& signature) {
  static const std::regex kTakesAway(
      "gl(Clear|Invalidate|Discard).*|gl(Delete|Bind)(Framebuffers?|Renderbuffers?)(EXT|OES)?|glDeleteTextures(EXT)?|"
      "gl(Named)?Framebuffer(Texture|Renderbuffer).*|gl(Compressed)?Tex(ture)?(Sub)?(Image|Storage).*|"
      "gl(Named)?RenderbufferStorage.*|(glX|wgl|egl|CGL)(Make|Set|Destroy).*");
  // These change textures, buffers or a framebuffer that they name; what the bound one holds there may never have been
  // written, and two drivers need not agree on garbage.
  static const std::regex kDrawsElsewhere(
      "gl(Generate|Dispatch|Copy(Multi)?Tex|CopyImage|ClearTex).*|gl(Clear|Blit)NamedFramebuffer.*");
  FunctionRole role;
  const std::string_view name = signature.name;
  role.draws = (signature.has(glbindings::kRenders) || signature.has(glbindings::kRendersBeside)) &&
               !std::regex_match(signature.name, kDrawsElsewhere);
  role.ends_frame = signature.has(glbindings::kEndsFrame);
  role.takes_away = role.ends_frame || std::regex_match(signature.name, kTakesAway);
  role.begins = name == "glBegin";
  role.ends = name == "glEnd";
  role.opens_list = name == "glNewList";
  role.closes_list = name == "glEndList";
  role.binds_framebuffer = signature.has(glbindings::kSetsTarget);
  return role;
}

class Planner {
 public:
  void look_at(const Call& call) {
    const FunctionRole& role = role_for(call.function);
    Thread& thread = threads_[call.thread];
    if (!call.is(loaders::kDerived)) {
      if (role.takes_away && !(role.binds_framebuffer && only_for_reading(call))) take_away(thread);
      follow_brackets(call, role, thread);
    }
    if (call.is(loaders::kEndsFrame)) ++frame_;
  }

  std::vector<DrawingCall> finish() {
    for (auto& [number, thread] : threads_) take_away(thread);
    return std::move(draws_);
  }

 private:
  struct Thread {
    std::optional<std::size_t> last;  // drawing call since the last checkpoint
    bool in_begin = false, only_compiles = false;
  };

  const FunctionRole& role_for(FunctionId function) {
    const auto [known, is_new] = roles_.try_emplace(function);
    if (is_new) known->second = role_of(glbindings::signature(function));
    return known->second;
  }

  static bool only_for_reading(const Call& call) { return call.argc > 0 && call.args[0].u == kReadFramebuffer; }

  void take_away(Thread& thread) {
    if (thread.last) draws_[*thread.last].checkpoint = true;
    thread.last.reset();
  }

  void follow_brackets(const Call& call, const FunctionRole& role, Thread& thread) {
    if (role.opens_list) {
      thread.only_compiles = call.argc > 1 && call.args[1].u == kCompile;
    } else if (role.closes_list) {
      thread.only_compiles = false;
    } else if (thread.only_compiles) {
      return;
    } else if (role.begins) {
      thread.in_begin = true;
    } else if (role.ends) {
      thread.in_begin = false;
      add(call, thread);
    } else if (role.draws && !thread.in_begin) {
      add(call, thread);
    }
  }

  void add(const Call& call, Thread& thread) {
    thread.last = draws_.size();
    draws_.push_back({call.number, frame_, false});
  }

  std::unordered_map<FunctionId, FunctionRole> roles_;
  std::map<std::uint32_t, Thread> threads_;
  std::vector<DrawingCall> draws_;
  std::uint64_t frame_ = 0;
};

}  // namespace

std::vector<DrawingCall> plan_draws(loaders::CallSource& source) {
  Planner planner;
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const Call& call : batch.calls) planner.look_at(call);
  }
  return planner.finish();
}

}  // namespace replay
