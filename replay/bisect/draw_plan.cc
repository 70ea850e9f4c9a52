#include "replay/bisect/draw_plan.h"

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/calls/writes.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

constexpr std::uint64_t kReadFramebuffer = 0x8CA8, kCompile = 0x1300;
constexpr std::uint64_t kUnknown = UINT64_MAX;  // stands for the framebuffer of a context that became current again

// A kind of state that distinguishes one way of drawing from another. The first `selectors` arguments of a call say
// what is set; the others say to which value.
struct StateRule {
  const char* functions;
  int selectors;
};
constexpr StateRule kState[] = {
    {"gl(Enable|Disable)", 1},  // both functions share a rule, so that the later call counts
    {"glUseProgram.*", 0},
    {"glBindProgramPipeline(EXT)?", 0},
    {"glBindProgramARB", 1},
    {"glBindFramebuffer(EXT|OES)?", 1},
    {"glDrawBuffers?(ARB|EXT|NV)?", 0},
    {"glBlend(Func|Equation).*|glAlphaFunc|glLogicOp|glColorMask", 0},
    {"glDepth(Func|Mask)|glCullFace|glFrontFace|glShadeModel|glPolygonOffset", 0},
    {"glPolygonMode|glStencil(Func|Mask|Op)(Separate.*)?", 0},
    {"glTexEnv[if]", 2},
    {"glPatchParameteri|glClipControl|glProvokingVertex.*", 0},
};

// What the plan needs to know about a function. It is worked out once from the function's name.
struct FunctionRole {
  Writes writes;
  bool takes_away = false;      // the call may remove what the bound framebuffer or the window holds
  bool takes_attached = false;  // the call may remove what is attached to a framebuffer object
  bool changes_context = false;
  bool begins = false, ends = false, opens_list = false, closes_list = false, binds_framebuffer = false;
  int state = -1;  // index into kState
};

FunctionRole role_of(FunctionId function) {
  static const Pattern kTakesAway = need(Pattern::compile("gl(Clear|Invalidate|Discard).*"));
  static const Pattern kChangesContext = need(Pattern::compile("(glX|wgl|egl|CGL)(Make|Set|Destroy).*"));
  static const Pattern kTakesAttached = need(
      Pattern::compile("gl(Delete|Bind)Renderbuffers?(EXT|OES)?|glDelete(Textures|Framebuffers)(EXT|OES)?|"
                       "gl(Named)?Framebuffer(Texture|Renderbuffer).*|gl(Compressed)?Tex(ture)?(Sub)?(Image|Storage).*|"
                       "gl(Named)?RenderbufferStorage.*"));
  static const std::vector<Pattern> kStates = [] {
    std::vector<Pattern> patterns;
    for (const StateRule& rule : kState) patterns.push_back(need(Pattern::compile(rule.functions)));
    return patterns;
  }();
  FunctionRole role;
  const glbindings::Signature& signature = glbindings::signature(function);
  const std::string_view name = signature.name();
  role.writes = writes_of(function);
  role.changes_context = kChangesContext.matches(name);
  role.takes_away = signature.has(glbindings::kEndsFrame) || role.changes_context || kTakesAway.matches(name);
  role.takes_attached = kTakesAttached.matches(name);
  role.begins = name == "glBegin";
  role.ends = name == "glEnd";
  role.opens_list = name == "glNewList";
  role.closes_list = name == "glEndList";
  role.binds_framebuffer = signature.has(glbindings::kSetsTarget);
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    if (kStates[i].matches(name)) role.state = static_cast<int>(i);
  }
  return role;
}

// The finalizer of splitmix64: every bit of the result depends on every bit of both arguments.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15 + b + 0x632BE59BD9B4E019;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

// DrawState hashes the current settings to one number, which is the same whenever the settings are the same.
class DrawState {
 public:
  void set(const Call& call, int rule) {
    std::uint64_t key = static_cast<std::uint64_t>(rule);
    std::uint64_t value = static_cast<std::uint64_t>(call.function);
    const int selectors = kState[rule].selectors;
    if (selectors == 0) key = mix(key, value);  // each function of the rule sets something different
    for (int i = 0; i < call.argc; ++i) {
      const Value& argument = call.args[i];
      std::uint64_t& into = i < selectors ? key : value;
      into = mix(into, argument.kind == loaders::ValueKind::kArray ? argument.count : argument.u);
    }
    std::uint64_t& old = settings_[key];
    sum_ ^= old;
    old = mix(key, value);
    sum_ ^= old;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> settings_;
  std::uint64_t sum_ = 0;
};

class Planner {
 public:
  void look_at(const Call& call) {
    const FunctionRole& role = role_for(call.function);
    Thread& thread = threads_[call.is(loaders::kAnyThread) ? 0 : call.thread];
    if (!call.is(loaders::kDerived)) {
      if (role.takes_away || (role.takes_attached && thread.framebuffer != 0)) take_away(thread);
      if (role.changes_context) thread.framebuffer = binds_framebuffers_ ? kUnknown : 0;
      if (role.binds_framebuffer) bind(call, thread);
      if (role.state >= 0) thread.state.set(call, role.state);
      follow_brackets(call, role, thread);
    }
    if (!call.is(loaders::kEndsFrame)) return;
    if (!draws_.empty() && draws_.back().frame == frame_) draws_.back().is_last_of_frame = true;
    ++frame_;
  }

  std::vector<DrawingCall> finish() {
    for (auto& [number, thread] : threads_) take_away(thread);
    return std::move(draws_);
  }

 private:
  struct Thread {
    std::optional<std::size_t> last;  // the last drawing call since the last checkpoint
    std::uint64_t framebuffer = 0;
    std::uint64_t primitive = 0;  // the argument of the last glBegin
    DrawState state;
    bool in_begin = false, only_compiles = false;
  };

  const FunctionRole& role_for(FunctionId function) {
    const auto [known, is_new] = roles_.try_emplace(function);
    if (is_new) known->second = role_of(function);
    return known->second;
  }

  void bind(const Call& call, Thread& thread) {
    if (call.argc < 2 || call.args[0].u == kReadFramebuffer) return;
    if (thread.framebuffer != call.args[1].u) take_away(thread);
    thread.framebuffer = call.args[1].u;
    binds_framebuffers_ = true;
  }

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
      thread.primitive = first_argument(call);
    } else if (role.ends) {
      thread.in_begin = false;
      add(call, thread, thread.primitive);
    } else if (role.writes.into != Writes::Into::kNothing && !thread.in_begin) {
      if (role.writes.stays()) add(call, thread, first_argument(call));
      else draws_.push_back({call.number, frame_, true, false});
    }
  }

  static std::uint64_t first_argument(const Call& call) { return call.argc > 0 ? call.args[0].u : 0; }

  // `how` is the primitive, or the first argument of a call that has none.
  void add(const Call& call, Thread& thread, std::uint64_t how) {
    const std::uint64_t kind = mix(mix(thread.state.sum(), static_cast<std::uint64_t>(call.function)), how);
    thread.last = draws_.size();
    draws_.push_back({call.number, frame_, false, kinds_.insert(kind).second});
  }

  std::unordered_map<FunctionId, FunctionRole> roles_;
  std::map<std::uint32_t, Thread> threads_;
  std::unordered_set<std::uint64_t> kinds_;
  std::vector<DrawingCall> draws_;
  std::uint64_t frame_ = 0;
  bool binds_framebuffers_ = false;
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
