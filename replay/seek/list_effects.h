// ListEffects: what outlasts a call of a display list, apart from pixels, so that the list's drawing can be left out.
//
// A list that draws a wheel leaves a colour and a normal as current values:
//
//   glNewList .. glColor3f  glBegin  glNormal3f glVertex3f  glNormal3f glVertex3f .. glEnd  glEndList
//
// The replay makes the calls of this colour and of the last normal instead of calling the list. A list is not kept when
// it holds a call that is not known to have the same effect outside of the list (SeekRole::kListState). Such a list is
// called as it is, which is always right.
//
// A colour becomes the material that glColorMaterial has chosen. Mesa takes it when vertices are handed on, so an empty
// primitive is kept where one lies between a colour and the choice of another material.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "replay/remap/list_costs.h"
#include "replay/seek/rules.h"

namespace replay {

class ListEffects {
 public:
  // Bytes of all lists together. Lists beyond it are called as they are.
  static constexpr std::size_t kMaxCalls = std::size_t{1} << 20;
  // Current values that a list may set between two changes of other state. Each is compared with those before it.
  static constexpr std::size_t kMaxValues = 64;
  // Calls that one list may lead to. Lists that call lists twice, 64 levels deep, lead to more than any machine can
  // make.
  static constexpr std::uint64_t kMaxEffects = 1 << 16;

  static constexpr int kMaxNested = 64;  // as GL_MAX_LIST_NESTING

  // Follows every call of the recording in its order, before it is made. `group` owns the lists of the context.
  void follow(const loaders::Call& call, SeekRole role, const void* context, const void* group);

  // Whether a list of the context is being followed.
  bool compiling_in(const void* context) const { return compiling_ && context_ == context; }
  // The driver has refused the glNewList.
  void none_is_open() { compiling_.reset(); }

  // The calls to be made instead of glCallList(list). No value when the list has to be called.
  std::optional<std::span<const loaders::Call>> of(std::uint64_t list, const void* group) const;

  enum class Drawn : std::uint8_t {
    kNothing,  // a call of the list sets state only
    kAlike,    // a second call draws what the first one drew, when it begins with the same current values
    kUnknown,
  };
  Drawn drawn_by(std::uint64_t list, const void* group);

  // Tells whether the list leads to at most kMaxEffects calls, including those of all lists that it calls.
  bool is_short(std::uint64_t list, const void* group) { return costs_[group].cost(list_name(list)) <= kMaxEffects; }

 private:
  using Key = std::pair<const void*, std::uint64_t>;
  struct List {
    std::vector<loaders::Call> calls;
    std::unique_ptr<loaders::Arena> arena = std::make_unique<loaders::Arena>();  // holds the arguments of the calls
    // Calls from here on set current values only, and a later one replaces an earlier one of its kind.
    std::size_t sealed = 0;
    bool sound = true;
    bool in_primitive = false;
    bool sets_colour = false;                // since glColorMaterial
    std::vector<loaders::Call> primitive{};  // a glBegin, and since then a glEnd after a colour: an empty primitive
    bool draws = false;                      // vertices or images
    bool pixels = false;                     // it draws images
    bool sets_late = false;                  // state other than current values, after it has drawn
  };

  // What the calls of a list, and of those that it calls, have done so far.
  struct Walk {
    std::size_t matrices = 0;  // that were pushed and not popped
    bool draws = false, is_alike = true;
  };
  // False: a list is not known, or the lists are nested too deeply.
  bool walk(std::uint64_t list, const void* group, int depth, Walk& so_far) const;

  static std::uint32_t list_name(std::uint64_t list) { return static_cast<std::uint32_t>(list); }
  void note_costs(const Key& key, const List& list);
  void begin(const Key& list, const void* context);
  void add(const loaders::Call& call, bool sets_current_value);
  void keep_primitive(const loaders::Call& call);
  void add_empty_primitive();

  std::map<Key, List> lists_;
  std::map<const void*, ListCosts> costs_;  // by share group; names are recorded ones
  std::optional<Key> compiling_;
  const void* context_ = nullptr;  // in which that is
  List now_;                       // the list that is being compiled
  std::size_t calls_ = 0;
};

}  // namespace replay
