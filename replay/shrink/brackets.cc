#include "replay/shrink/brackets.h"

#include "replay/base/cannot_judge.h"
#include "replay/base/pattern.h"
#include "replay/calls/call_argument.h"

namespace replay {
namespace {

struct Bracket {
  const char *open, *close;
  bool by_argument;  // brackets with different first arguments may overlap
  bool encloses;     // the calls inside mean something else, or nothing, outside
};

constexpr Bracket kBrackets[] = {
    {"glBegin", "glEnd", false, true},
    {"glNewList", "glEndList", false, true},
    {"glPushMatrix", "glPopMatrix", false, false},
    {"glPushAttrib", "glPopAttrib", false, false},
    {"glPushClientAttrib", "glPopClientAttrib", false, false},
    {"glPushName", "glPopName", false, false},
    {"glBeginQuery(ARB|EXT)?", "glEndQuery(ARB|EXT)?", true, false},
    {"glBeginConditionalRender(NVX?)?", "glEndConditionalRender(NVX?)?", false, false},
    {"glBeginTransformFeedback(EXT|NV)?", "glEndTransformFeedback(EXT|NV)?", false, false},
    {"glMapBuffer(Range)?(ARB|OES|EXT)?", "glUnmapBuffer(ARB|OES)?", true, false},
    {"glMapNamedBuffer(Range)?(EXT)?", "glUnmapNamedBuffer(EXT)?", true, false},
    {"glPushDebugGroup(KHR)?|glPushGroupMarkerEXT", "glPopDebugGroup(KHR)?|glPopGroupMarkerEXT", false, false},
};

enum class Part : std::int8_t { kNone, kOpens, kCloses };

struct BracketRole {
  Part part = Part::kNone;
  int bracket = 0;
};

BracketRole bracket_role_of(glbindings::FunctionId function) {
  static const std::vector<BracketRole> kRoles = [] {
    std::vector<BracketRole> roles(static_cast<std::size_t>(glbindings::FunctionId::kCount));
    for (int b = 0; const Bracket& bracket : kBrackets) {
      const Pattern open = need(Pattern::compile(bracket.open)), close = need(Pattern::compile(bracket.close));
      for (std::size_t i = 0; i < roles.size(); ++i) {
        const char* name = glbindings::signature(static_cast<glbindings::FunctionId>(i)).name();
        if (open.matches(name)) roles[i] = {Part::kOpens, b};
        if (close.matches(name)) roles[i] = {Part::kCloses, b};
      }
      ++b;
    }
    return roles;
  }();
  return kRoles[static_cast<std::size_t>(function)];
}

}  // namespace

Brackets::Place Brackets::follow(const loaders::Call& call, EntryIndex entry) {
  Place place;
  const BracketRole role = bracket_role_of(call.function);
  const Bracket& bracket = kBrackets[role.bracket];
  const Key key = {call.thread, {role.bracket, bracket.by_argument ? argument(call, 0) : 0}};
  if (role.part == Part::kCloses) {
    std::vector<EntryIndex>& open = open_[key];
    if (!open.empty()) {
      place.closes = open.back();
      open.pop_back();
    }
  }
  for (int b = 0; b < static_cast<int>(std::size(kBrackets)); ++b) {
    if (!kBrackets[b].encloses) continue;
    const auto open = open_.find({call.thread, {b, 0}});
    if (open != open_.end() && !open->second.empty()) place.inside_of.push_back(open->second.back());
  }
  if (role.part == Part::kOpens) open_[key].push_back(entry);
  return place;
}

}  // namespace replay
