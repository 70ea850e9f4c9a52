// What the slicer follows: the objects and contexts of the recording, each with the places that hold its state.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "glbindings/signature.h"
#include "replay/seek/effects.h"
#include "replay/slice/place.h"

namespace replay {

// What was written into a buffer. A later write removes those that lie in its range.
class BufferContents {
 public:
  // Of so many ranges, a later write removes none any more; they are kept all.
  static constexpr std::size_t kMaxRanges = std::size_t{1} << 16;

  void write(std::uint64_t begin, std::uint64_t size, CallGraph::Node node);
  void clear() { ranges_.clear(), changed_ = true; }
  CallGraph::Node all(CallGraph& graph);

 private:
  struct Range {
    std::uint64_t end = 0;
    CallGraph::Node node = CallGraph::kNone;
  };
  std::multimap<std::uint64_t, Range> ranges_;  // by begin
  bool changed_ = false;
  CallGraph::Node joint_ = CallGraph::kNone;
};

struct RecordedObject {
  glbindings::ObjectKind kind = glbindings::ObjectKind::kNone;
  CallGraph::Node made = CallGraph::kNone;  // what gave it its name, or the first call that bound it
  bool was_bound = false;
  std::uint64_t visit = 0;  // the number of the last walk over objects that has come here
  Places places;

  BufferContents contents;                       // of a buffer
  std::uint64_t mapped_at = 0, mapped_size = 0;  // of a buffer that is mapped: a recorded address, bytes
  std::uint64_t mapped_offset = 0;               // where the mapping begins in the buffer
  CallGraph::Node mapped_by = CallGraph::kNone;  // not kNone: the buffer is mapped
  std::uint32_t target = 0;                      // of a texture: what it was first bound to; 0: not known
  std::vector<ObjectId> shaders;                 // of a program
  std::vector<CallGraph::Node> detached;         // of a program: what took shaders away since it was linked
  std::unordered_map<std::int64_t, CallGraph::Node> locations;  // of a program: what told a uniform's location
  struct {
    bool draws = false;
    bool moves_raster = false;  // by bitmaps
    bool reads_modelview = false;
    bool changes_matrix = false;  // the one that is selected when it is called
    bool sets_state = false;      // it sets places that are not in `sets`
    // What it sets without regard to what was there before, by place and part, and what was selected then.
    struct Set {
      std::uint64_t key = 0, part = 0;
      ObjectId object = 0;
      std::uint32_t attrib = 0;
      Selector by = Selector::kNone;
      std::uint64_t selected = 0;
    };
    std::unordered_map<std::uint64_t, Set> sets;
    std::vector<std::pair<std::uint64_t, bool>> calls;  // other lists, by name, and whether between a push and its pop
    bool is_relative = false;                           // what it sets depends on what was set before
    std::vector<std::pair<Selector, std::uint64_t>> selected;
  } list;  // of a display list
};

// Matrices, and attributes, that can be pushed and popped.
struct MatrixStack {
  struct Level {
    Place saved;
    CallGraph::Node push = CallGraph::kNone;
    std::vector<CallGraph::Node> written;  // since the push
  };
  std::vector<Level> levels;
};

inline constexpr Selected kSelectedAtFirst = {0, GL_TEXTURE0, GL_TEXTURE0, GL_MODELVIEW, GL_FRONT};

struct AttribRegion {
  std::uint32_t bits = 0;
  CallGraph::Node push = CallGraph::kNone;
  // What places were before they changed for the first time since the push, and the bits that restore them.
  struct Saved {
    Place place;
    std::uint32_t bits = 0;
  };
  std::map<std::pair<Places*, std::uint64_t>, Saved> saved;
  Selected selected{};
  std::vector<CallGraph::Node> written;
  bool colours_were_materials = false;
};

struct RecordedContextState {
  std::uint32_t group = 0;                           // the share group
  CallGraph::Node first_current = CallGraph::kNone;  // what made it current for the first time
  Places places;
  Places pixel_store;
  Places matrices;                                                  // by matrix mode and unit
  Places queries;                                                   // by the name of the query
  std::unordered_map<std::uint64_t, CallGraph::Node> open_queries;  // by target: what began them
  Places raster;  // the raster position. What sets it reads all other state, and not what it was before
  ObjectId default_vertex_array = 0;
  std::unordered_map<std::uint64_t, MatrixStack> stacks;  // as `matrices`
  std::vector<AttribRegion> attribs, client_attribs;
  Selected selected = kSelectedAtFirst;
  bool in_primitive = false;
  bool primitive_is_live = false;
  std::uint32_t list_base = 0;
  std::uint64_t window_viewport = 0;  // a key of the size of the viewport that was last set for a window
  CallGraph::Node window_viewport_set = CallGraph::kNone;
  std::vector<CallGraph::Node> mipmaps;   // glGenerateMipmap since the framebuffer object was bound that draws go into
  bool colours_are_materials = false;     // GL_COLOR_MATERIAL may be enabled
  std::uint64_t material_of_colours = 0;  // a key of what glColorMaterial was given
  std::optional<ObjectId> compiling;      // the display list that calls go into
  bool compiles_only = false;
  int attribs_in_list = 0, matrices_in_list = 0;  // that it has pushed so far and not popped
  std::vector<CallGraph::Node> list_calls;        // of the list that is being compiled
  std::vector<ObjectId> list_objects;
  CallGraph::Node list_begin = CallGraph::kNone;
};

// All objects, by the name that they have now.
class NamedObjects {
 public:
  NamedObjects() : objects_(1) {}

  RecordedObject& operator[](ObjectId number) { return objects_[number]; }
  // The object that has the name now. One that no call has made is made here. 0 for name 0.
  ObjectId find(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name);
  // A new object takes the name.
  ObjectId make(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name, CallGraph::Node made);
  void forget(std::uint64_t owner, glbindings::ObjectKind kind, std::uint64_t name);

 private:
  using Key = std::tuple<std::uint64_t, glbindings::ObjectKind, std::uint64_t>;
  std::deque<RecordedObject> objects_;
  std::map<Key, ObjectId> by_name_;
};

}  // namespace replay
