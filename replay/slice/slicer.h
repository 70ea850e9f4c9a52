// Slicer: follows the calls of a recording and notes in a graph what each of them needs.
//
// The table of effects says what a call sets and reads; slicer.cc does what the table says, and slicer_*.cc what it
// cannot say. Calls that nothing is known of are taken to read all state and to change some of it.
//
// The slicer takes it that GL accepts the calls that it accepted when the program ran. Whoever uses its answer has to
// compare the pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/calls/frame_calls.h"
#include "replay/seek/effects.h"
#include "replay/seek/followed_contexts.h"
#include "replay/slice/call_graph.h"
#include "replay/slice/caution.h"
#include "replay/slice/recorded_state.h"

namespace replay {

class Slicer {
 public:
  explicit Slicer(Caution caution) : caution_(caution) {}

  // Takes calls in the order of the recording. `is_wanted`: the call is to be kept whatever it does. `is_dead`: it is a
  // drawing call that may be left out.
  void follow(const loaders::Call& call, bool is_wanted, bool is_dead);

  // The numbers of the calls that are needed, sorted. Call this once, at the end.
  std::vector<std::uint64_t> needed_calls() { return graph_.needed_calls(); }
  bool is_full() const { return graph_.is_full(); }
  // How many frames that are not wanted end in the calls that are kept.
  std::uint64_t kept_frames() const { return kept_frames_; }

 private:
  using Node = CallGraph::Node;
  using Call = loaders::Call;
  using Kind = glbindings::ObjectKind;

  // One place of a call, with what has to be there before.
  struct Target {
    Places* places = nullptr;
    ObjectId object = 0;  // whose places they are; 0: the context's
  };

  Node follow_effect(const Call& call, const Effect& effect);
  Node follow_special(const Call& call, const Effect& effect);
  void follow_contexts(const Call& call);
  void make_current(const CurrentChange& chosen);
  Node add(const Call& call);  // with needs_, which it clears
  void need(Node node) { needs_.push_back(node); }
  Node want(Node node) {
    graph_.want(node);
    return node;
  }

  // What the call needs to reach its holder goes into needs_.
  Target target(const Call& call, const Effect& effect);
  Target bound(std::uint64_t key);
  std::uint64_t key(const Call& call, const Effect& effect) const { return key_of(call, effect, state_->selected); }
  std::uint64_t binding(std::string_view place, std::uint64_t target, Selector by = Selector::kNone) const;
  ObjectId bound_object(std::uint64_t key);
  ObjectId named(Kind kind, std::uint64_t name);
  // The objects that the call's arguments name, in their order; 0 where a name stands for none.
  std::vector<ObjectId> named_objects(const Call& call);
  std::uint64_t owner(Kind kind) const;
  static std::uint64_t owner_of_shared(std::uint32_t group) { return std::uint64_t{group} << 32 | 1; }
  ObjectId vertex_array();

  void need_place(const Places& places, std::uint64_t key);
  void need_places(Places& places);
  void need_object(ObjectId object);
  void need_unvisited(ObjectId object);  // nothing when the current walk has been there
  void need_state();                     // what draws read, except the raster position
  // What says where draws go, and into which planes. A draw whose pixels are not needed must not go elsewhere.
  void need_destination();
  void need_reads(const Effect& effect, const Target& target);
  // Many objects exist from when they are first bound.
  void note_bound(ObjectId object, Node node);
  void need_made(ObjectId object) { need(objects_[object].made); }

  // Returns the place for a change, and keeps what it was for glPopAttrib.
  Place& change(Places& places, std::uint64_t key, std::uint32_t attrib);
  // What has been pushed and not popped, of the stack that saves these attributes.
  std::vector<AttribRegion>& regions_of(std::uint32_t attrib) {
    return (attrib & kClientAttribs) != 0 ? state_->client_attribs : state_->attribs;
  }
  void note_written(Node node, std::uint32_t attrib);

  // slicer_objects.cc
  Node create(const Call& call);
  Node erase(const Call& call);
  Node bind_buffer(const Call& call, const Effect& effect);
  Node bind_buffer_to(const Call& call, const Effect& effect);
  Node bind_texture(const Call& call, const Effect& effect);
  void bind_to_unit(const Effect& effect, std::uint32_t unit, ObjectId object, bool is_texture, Node node);
  Node bind_units(const Call& call, const Effect& effect);
  Node bind_framebuffer(const Call& call, const Effect& effect);
  ObjectId buffer_of(const Call& call);
  Node store_buffer(const Call& call);
  Node write_buffer(const Call& call);
  Node map_buffer(const Call& call);
  Node unmap_buffer(const Call& call);
  Node flush_buffer(const Call& call);
  Node write_memory(const Call& call);
  Node read_back(const Call& call, const Effect& effect);

  // slicer_images.cc
  Node make_image(const Call& call);
  Node take_image(const Call& call, const Effect& effect);

  // slicer_programs.cc
  ObjectId program_of_uniform(const Call& call, std::size_t& first);
  Node set_uniform(const Call& call);
  Node ask_location(const Call& call);
  Node ask_number(const Call& call, const Effect& effect);
  Node attach(const Call& call);
  Node detach(const Call& call);
  Node link(const Call& call);

  // slicer_stacks.cc
  Node select(const Call& call, const Effect& effect);
  std::uint64_t matrix_key();
  Node change_matrix(const Call& call, Action action);
  Node push_matrix(const Call& call);
  Node pop_matrix(const Call& call);
  Node push_attrib(const Call& call, bool client);
  Node pop_attrib(const Call& call, bool client);
  // For calls that set attributes which are not known: a pop may take them back.
  void need_pushed_attribs();
  void note_written_attribs(Node node);
  void restore(AttribRegion& region, std::vector<AttribRegion>& outer, Node pop);
  void colour_material(Node node, const Effect& effect, const Call& call);

  // slicer_lists.cc
  Node begin_list(const Call& call);
  void note_in_list(const Call& call, const Effect& effect);
  bool note_set_in_list(const Call& call, const Effect& effect);
  // A list that is called, or that such a list calls.
  struct CalledList {
    ObjectId list = 0;
    bool is_inner = false;
    bool is_pushed = false;  // between a push and its pop
  };
  std::optional<std::vector<CalledList>> called_lists(const std::vector<std::uint64_t>& names);
  void set_by_list(const CalledList& called, Node node);
  Node follow_in_list(const Call& call, const Effect& effect);
  void select_by_list(Selector selector, std::uint64_t value, Node node);
  Node end_list(const Call& call);
  Node call_list(const Call& call);

  Node opaque(const Call& call, const Effect& effect);
  Node query(const Call& call, const Effect& effect);
  Node draw(const Call& call);
  Node bitmap(const Call& call, const Effect& effect);
  void move_raster(Node node);
  Node end_frame(const Call& call, bool is_wanted);
  Node ask_window(const Call& call);
  Node window_call(const Call& call);

  Caution caution_;
  CallGraph graph_;
  FollowedContexts contexts_;
  NamedObjects objects_;
  std::unordered_map<std::uint64_t, RecordedContextState> states_;  // by recorded context
  // By thread: the call that chose its context and windows. Calls that choose the same again are not noted.
  struct MadeCurrent {
    Node node = CallGraph::kNone;
    std::optional<CurrentChange> chosen{};  // nothing: a part of it was deleted, and its name may come back
  };
  std::unordered_map<std::uint32_t, MadeCurrent> made_current_;
  std::unordered_map<std::uint64_t, Places> window_objects_;      // of the window system, by handle
  std::unordered_map<std::uint64_t, std::uint64_t> shown_sizes_;  // by window: of the viewport at the last kept swap
  std::uint64_t kept_frames_ = 0;
  std::vector<ObjectId> mapped_;  // buffers
  // An EGLImage: the call that made it, and what has its pixels.
  struct Image {
    Node made = CallGraph::kNone;
    ObjectId source = 0;
  };
  std::unordered_map<std::uint64_t, Image> images_;  // by handle
  RecordedContextState* state_ = nullptr;
  Node current_ = CallGraph::kNone;     // the call that chose the context
  bool is_live_ = false;                // the call is wanted, or draws something that is needed
  Node owner_node_ = CallGraph::kNone;  // of the last call that is not derived
  std::uint64_t owner_call_ = UINT64_MAX;
  std::vector<Node> needs_;
  std::uint64_t visits_ = 0;
};

}  // namespace replay
