// StateHistory: follows the state that the calls of a recording set, and tells which segments leave nothing that a
// later one finds (segments.h).
//
// The table of effects (effects.h) says what a call sets and reads. What it sets is a record: the segment in which it
// was set last. When another call sets the same, the record says how long the older segment mattered. A call that needs
// an object, a binding or another state needs the segments that their records name.
//
// GL may refuse a call, and then it sets nothing. So calls are compared by their form: the function, what it is about,
// and those arguments that decide whether GL accepts it. The first call of each form keeps its segment. It is made, and
// whoever makes it looks for errors; GL takes the others of its form as it took the first.
//
// A name stands for one object in all contexts that share their objects. What else a call sets belongs to its context.
// Which context is current on a thread is a choice: a segment that begins with one finds it, whatever is left out
// before.
//
// Calls that are not followed make their segment a live one. So does the first call of a context, and each change to
// another one of which it is not known with whom it shares its objects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "glbindings/signature.h"
#include "loaders/stream/call.h"
#include "replay/calls/frame_calls.h"
#include "replay/seek/call_places.h"
#include "replay/seek/effects.h"
#include "replay/seek/keys.h"
#include "replay/seek/list_effects.h"
#include "replay/seek/rules.h"
#include "replay/seek/segments.h"
#include "replay/seek/share_groups.h"
#include "replay/seek/treatments.h"

namespace replay {

class StateHistory {
 public:
  // A recording may have any number. Beyond these, all segments are kept.
  static constexpr std::size_t kMaxSegments = std::size_t{1} << 20, kMaxRecords = std::size_t{1} << 21,
                               kMaxContexts = 1024;

  StateHistory();

  // Takes the calls of the recording in their order.
  void follow(const loaders::Call& call);
  // A batch of the loader has ended, at `place`. The calls since the last segment are one, unless something that was
  // begun or pushed in them is ended later in the same frame: one part could not be left out without the other.
  void end_batch(const std::optional<loaders::StreamPlace>& place = std::nullopt);

  std::vector<Segment> take();

 private:
  using Call = loaders::Call;
  using Kind = glbindings::ObjectKind;
  using ObjectNumber = std::uint32_t;  // 0: none
  static constexpr std::uint32_t kNever = UINT32_MAX;
  static constexpr std::size_t kMaxKeys = 65536;         // of one object
  static constexpr std::size_t kMaxForms = 1024;         // of the calls of one list
  static constexpr std::size_t kMaxCallsOfLists = 4096;  // that are followed one by one for a call of a list

  static constexpr std::uint64_t kBoundBufferPlace = place_key("bound buffer"),
                                 kBoundTexturePlace = place_key("bound texture"),
                                 kBoundFramebufferPlace = place_key("bound framebuffer"),
                                 kBoundProgramPlace = place_key("bound program"),
                                 kBoundVertexArray = mixed(place_key("bound vertex array"), 0),
                                 kRasterPlace = mixed(place_key("raster position"), 0);

  // The call that chose which context is current on a thread. A later segment carries this call alone, if it can.
  struct MadeCurrent {
    CallPlace call = 0;
    std::uint32_t segment = kNever;
  };
  struct Record {
    std::uint32_t segment = kNever;
    std::uint64_t value = 0;  // of a binding: the object
  };
  // What a call such as glActiveTexture has chosen. It needs nothing but its context, so a later segment carries this
  // call alone.
  struct Choice {
    std::uint64_t value = 0;
    CallPlace call = 0;
    std::uint32_t segment = kNever;
    MadeCurrent context{};
  };
  using Choices = std::array<Choice, static_cast<std::size_t>(Selector::kCount)>;
  static Choices choices_at_first();
  struct Object {
    Kind kind = Kind::kNone;
    std::uint32_t made = kNever;           // the segment
    std::uint32_t touched = kNever;        // the last segment that changed it in a way that adds to the changes before
    std::vector<std::uint32_t> changes{};  // all of those segments
    std::vector<std::uint64_t> keys{};     // of its records
    std::vector<ObjectNumber> parts{};     // the shaders of a program
    std::uint64_t shape = 0;               // a hash of what decides which calls GL accepts for it
    std::uint32_t target = 0;              // of a texture: what it was first bound to
    // Of a sync: the call that made it, which needs nothing but its context. A later segment that waits for the sync,
    // or deletes it, carries this call alone. Otherwise each frame that deletes that of the frame before would need
    // all.
    CallPlace made_by = 0;
    MadeCurrent made_with{};
    bool is_carried = false;   // the two above count
    bool has_name = false;     // a call gave it its name
    bool is_referred = false;  // by another object, which keeps it where it is deleted
    bool is_deleted = false;   // it lives on while another object refers to it
    std::uint64_t mapped_at = 0, mapped_size = 0, mapped_offset = 0;  // of a buffer; bytes
    std::uint32_t mapped_in = kNever;
  };
  // What has been pushed, and what was set before that.
  struct Level {
    std::uint32_t pushed_in = kNever;
    Record saved{};
  };
  struct Region {
    std::uint32_t pushed_in = kNever;
    std::uint32_t bits = 0;
    std::map<std::uint64_t, std::pair<Record, std::uint32_t>> saved{};  // by key, with its bits
    Choices choices{};
    std::uint64_t material_of_colours = 0;
    bool colours_are_materials = false;
    bool may_be_lit = true;
  };
  struct SetByList {
    std::uint64_t key = 0;
    std::uint32_t attrib = 0;      // the bits that save the record
    std::uint32_t capability = 0;  // not 0: it belongs to a texture unit, and has no key until it is known to which

    bool operator==(const SetByList&) const = default;
  };
  struct List {
    std::uint32_t compiled_in = kNever;  // or deleted in
    bool is_simple = false;              // it only draws, and sets the records below
    bool is_whole = false;               // false: it has half of a primitive, or it is not known what it holds
    bool uses_raster = false;            // it draws images
    bool sets_colours = false;
    bool sets_lights = false;
    bool in_primitive = false;
    bool pushes = false;          // matrices
    bool changes_matrix = false;  // the one that is on top when it is called
    std::size_t pushed = 0;       // those that are not popped yet
    std::uint64_t form = 0;       // a hash of what decides whether GL accepts its calls
    std::vector<SetByList> sets{};
  };
  // The display lists of contexts that share their objects, by number. Those that were deleted are there as well.
  using Lists = std::map<std::uint64_t, List>;
  // The list that is being compiled.
  struct Compiling {
    std::uint64_t list = 0;
    bool executes = false;                      // GL makes the calls at once as well
    std::unordered_set<std::uint64_t> forms{};  // of its calls
    std::vector<bool> seen{};                   // functions that have one form, outside and inside of primitives
  };
  struct Context {
    std::uint64_t handle = 0;
    std::uint32_t group = ShareGroups::kAny;
    std::optional<Compiling> compiling{};
    Choices choices = choices_at_first();
    std::uint32_t carried_in = kNever;        // the last segment that carries them
    std::uint32_t arrays_locked_in = kNever;  // by glLockArraysEXT
    std::unordered_map<std::uint64_t, std::vector<Level>> stacks{};
    std::vector<Region> attribs{}, client_attribs{};
    std::vector<std::uint64_t> pixel_keys{};  // of records of the pixel store
    std::vector<std::uint64_t> bindings{};    // keys of records whose value is an object
    std::uint64_t material_of_colours = 0;
    bool colours_are_materials = false;
    bool may_be_lit = true;  // lighting is enabled, or nobody knows
    bool in_primitive = false;
    bool stacks_are_known = true;  // they hold no more than what was pushed by calls that are followed
  };
  struct Thread {
    CurrentChange chosen{};          // what was made current last
    bool is_chosen_certain = false;  // since then nothing was made or deleted whose name may be one of these
    MadeCurrent made_current{};
    std::uint32_t needed_in = kNever;  // the last segment that needs it
    std::uint64_t api = 0;             // of eglBindAPI; 0: none was chosen
  };
  // When a call about some things was followed last.
  struct FollowedCall {
    std::uint64_t hash = 0;
    std::uint32_t segment = kNever;
    std::uint32_t round = 0;
  };

  void end_segment(const std::optional<loaders::StreamPlace>& place = std::nullopt);
  bool has_open_ends() const;

  Segment& now() { return segments_.back(); }
  std::uint32_t current() const { return static_cast<std::uint32_t>(segments_.size() - 1); }
  void make_live() {
    now().is_live = true;
    if (context_ != nullptr) context_->may_be_lit = true;
    find_raster();
    note_why();
  }
  // The call may use the raster position.
  void find_raster();
  void keep() {
    now().is_kept = true;
    note_why();
  }
  void note_why() {
    if (now().why == glbindings::FunctionId::kUnknown) now().why = function_;
  }
  void need(std::uint32_t segment);
  void need(const Record& record) { need(record.segment); }
  void lasts_until_now(std::uint32_t segment);

  // Records.
  const Record* find(std::uint64_t key) const;
  void set(std::uint64_t key, std::uint32_t attrib, std::uint64_t value = 0);
  void set_of(ObjectNumber object, std::uint64_t key, std::uint64_t value = 0);
  void save(std::uint64_t key, std::uint32_t attrib);
  std::vector<Region>& regions_of(std::uint32_t attrib) {
    return (attrib & kClientAttribs) != 0 ? context_->client_attribs : context_->attribs;
  }
  std::uint64_t of_context(std::uint64_t key) const;
  std::uint64_t key_of_name(Kind kind, std::uint64_t name) const;
  static std::uint64_t of_object(ObjectNumber object, std::uint64_t key);
  // False: the same call about these things has been followed in this segment, and what it set is still so. `accepted`:
  // what decides, beside its arguments, whether GL accepts it.
  bool is_news(const Call& call, std::uint64_t about, std::uint64_t accepted);

  // Objects.
  ObjectNumber object(Kind kind, std::uint64_t name);
  ObjectNumber make(Kind kind, std::uint64_t name);
  ObjectNumber first_named(const Call& call);
  ObjectNumber bound(std::uint64_t key);
  ObjectNumber vertex_array();
  ObjectNumber holder_of(const Call& call, const Effect& effect);
  ObjectNumber buffer_of(const Call& call);
  std::uint64_t binding(std::uint64_t place, std::uint64_t target, Selector by = Selector::kNone) const;
  std::uint64_t selected(Selector by) const { return context_->choices[static_cast<std::size_t>(by)].value; }
  void carry_choices();
  void need_object(ObjectNumber number);
  void need_existing(ObjectNumber number);
  void need_named(const Call& call);
  std::uint64_t acceptance_of(ObjectNumber number) const;
  void touch(ObjectNumber number);
  void forget(ObjectNumber number);
  void bind(std::uint64_t key, std::uint32_t attrib, ObjectNumber object);
  void need_pixels();

  // What calls do.
  void follow_effect(const Call& call, const Effect& effect);
  void follow_action(const Call& call, const Effect& effect);
  void set_state(const Call& call, const Effect& effect);
  void set_of_holder(const Call& call, const Effect& effect, ObjectNumber holder, std::uint64_t key);
  void select(const Call& call, const Effect& effect);
  void material_of_colour(const Call& call, const Effect& effect);
  void use_pending_colour();
  void follow_lighting(const Call& call);
  bool may_use_materials(const Treatment& treatment, glbindings::FunctionId function) const;
  std::uint64_t matrix_key();
  void change_matrix(const Call& call, bool is_whole);
  void add_to_matrix(std::uint64_t key);
  void push_matrix(const Call& call);
  void pop_matrix(const Call& call);
  void push_attribs(const Call& call, bool client);
  void pop_attribs(const Call& call, bool client);
  void pop_nothing();
  void lock_arrays(const Call& call);
  void unlock_arrays(const Call& call);
  void restore(Region& region, std::vector<Region>& outer);
  void keep_both(std::uint32_t other);
  void create(const Call& call);
  void erase(const Call& call);
  void bind_buffer(const Call& call);
  void bind_buffer_to(const Call& call);
  void bind_texture(const Call& call);
  void bind_framebuffer(const Call& call);
  void store_buffer(const Call& call);
  void write_buffer(const Call& call);
  void map_buffer(const Call& call);
  void unmap_buffer(const Call& call);
  void write_memory(const Call& call);
  void set_uniform(const Call& call);
  void ask(const Call& call);
  void attach(const Call& call);
  void link(const Call& call);
  void query(const Call& call);
  void read_back();
  void follow_list(const Call& call);
  void begin_list(const Call& call);
  void end_list();
  void note_in_list(const Call& call);
  void note_form(List& list, const Call& call);
  static bool notes_matrix(List& list, Action action);
  void note_set(List& list, const Call& call, const Effect& effect);
  std::optional<SetByList> set_in_list(const Call& call, const Effect& effect) const;
  void set_by_list(const SetByList& set);
  bool lists_are_known() const;
  Lists& lists() { return lists_[context_->group]; }
  std::uint64_t key_of_list(std::uint64_t number) const;
  void delete_lists(const Call& call);
  bool call_lists(const Call& call);
  bool call_list(const Call& call, std::uint64_t number);
  bool call_one_by_one(const Call& call, std::uint64_t number, const List& list);
  bool follow_of_list(const Call& call);
  bool is_any_compiled() const;
  void ask_window(const Call& call);
  void follow_window_system(const Call& call);
  void follow_change(const CurrentChange& change, const Call& call);
  void new_context(const Call& call);
  void choose_api(const Call& call);
  bool shares_objects() const;
  void switch_thread(std::uint32_t number);
  void enter(Context* context);
  void need_current(Thread& thread);
  void need_made_current(const MadeCurrent& made);
  bool is_bound_elsewhere(ObjectNumber number) const;
  bool is_open(const Context& context) const { return context.in_primitive || context.compiling; }

  std::vector<Segment> segments_;
  glbindings::FunctionId function_ = glbindings::FunctionId::kUnknown;  // of the call that is being followed
  std::uint64_t frames_ = 0;
  CallPlaces places_;
  CallPlace place_ = 0;  // of the call that was taken last
  // A colour of an earlier segment has become this material. Nobody has used the material yet, and a new colour may
  // come first.
  struct PendingColour {
    std::uint32_t segment = kNever;     // kNever: there is none
    std::uint32_t enabled_in = kNever;  // the earlier segment in which colours became materials
    std::uint64_t material = 0;

    bool is_open() const { return segment != kNever || enabled_in != kNever; }
  };
  PendingColour pending_colour_;
  bool has_programs_ = false;             // shaders read materials, whether lighting is enabled or not
  std::vector<std::uint32_t> needs_;      // of the current segment
  std::vector<std::uint32_t> needed_by_;  // by segment: the last one that has it in `needs`
  bool is_full_ = false;
  std::unordered_map<std::uint64_t, Record> records_;
  std::unordered_map<std::uint64_t, FollowedCall> followed_;
  std::array<FollowedCall, 1024> recent_{};  // some of `followed_`, by hash
  std::unordered_set<std::uint64_t> forms_;
  std::uint32_t round_ = 0;  // another one: what was set before may be so no longer
  std::vector<Object> objects_;
  std::unordered_map<std::uint64_t, ObjectNumber> by_name_;
  std::vector<ObjectNumber> mapped_;
  std::unordered_map<std::uint64_t, Context> contexts_;  // by handle
  std::unordered_map<std::uint32_t, Thread> threads_;
  Context* context_ = nullptr;  // null: none is current
  Thread* thread_ = nullptr;
  std::uint32_t thread_number_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> answers_;  // of the window system, by question
  std::uint64_t last_context_ = 0;                            // that was current on any thread
  ShareGroups groups_;
  std::unordered_map<std::uint32_t, Lists> lists_;  // by group
  std::vector<std::uint32_t> lists_deleted_in_;     // segments that are not known to be made
  bool lists_are_lost_ = false;                     // some were deleted, and it is not known which
  ListEffects list_effects_;
  std::size_t lists_deep_ = 0, calls_of_lists_ = 0;  // while calls of lists are followed
  std::unordered_set<std::uint64_t> made_current_;   // hashes of contexts with drawables, since those are the same
};

}  // namespace replay
