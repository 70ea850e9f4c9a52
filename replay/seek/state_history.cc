#include "replay/seek/state_history.h"

#include <glad/gl.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/made_at_once.h"
#include "replay/seek/keys.h"
#include "replay/seek/rules.h"
#include "replay/seek/treatments.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

bool may_be_in_primitive(SeekRole role) {
  return role == SeekRole::kAttribute || role == SeekRole::kVertex || role == SeekRole::kVertexAttrib ||
         role == SeekRole::kEnd;
}

}  // namespace

StateHistory::StateHistory() : segments_(1), objects_(1) {}

void StateHistory::end_batch(const std::optional<loaders::StreamPlace>& place) {
  const bool frame_goes_on = frames_ == now().frames;
  if (!frame_goes_on || !has_open_ends()) end_segment(place);
}

bool StateHistory::has_open_ends() const {
  const auto is_of_now = [this](const auto& pushed) { return pushed.pushed_in == current(); };
  return std::ranges::any_of(contexts_, [&](const auto& each) {
    const Context& context = each.second;
    return is_open(context) || context.arrays_locked_in == current() ||
           std::ranges::any_of(context.attribs, is_of_now) || std::ranges::any_of(context.client_attribs, is_of_now) ||
           std::ranges::any_of(context.stacks,
                               [&](const auto& stack) { return std::ranges::any_of(stack.second, is_of_now); });
  });
}

void StateHistory::end_segment(const std::optional<loaders::StreamPlace>& place) {
  use_pending_colour();
  Segment& segment = now();
  segment.end = place;
  std::ranges::sort(needs_);
  segment.needs.assign(needs_.begin(), needs_.end());
  needs_.clear();
  segment.frames = frames_;
  const bool any_is_open = std::ranges::any_of(contexts_, [this](const auto& each) { return is_open(each.second); });
  if (any_is_open) segment.is_live = true;
  is_full_ |= contexts_.size() >= kMaxContexts || segments_.size() >= kMaxSegments || objects_.size() >= kMaxRecords ||
              records_.size() >= kMaxRecords || followed_.size() >= kMaxRecords;
  if (is_full_) {
    segment.is_live = true;
    records_.clear();
    followed_.clear();
    forms_.clear();
    if (segments_.size() >= kMaxSegments) return;  // all that comes is one segment
  }
  segments_.push_back({.frames = frames_, .is_live = any_is_open || is_full_});
}

std::vector<Segment> StateHistory::take() {
  if (!now().calls.empty()) end_segment();
  if (now().calls.empty()) segments_.pop_back();
  const auto lasts = [this](std::uint32_t segment) {
    if (segment < segments_.size()) segments_[segment].until = Segment::kForEver;
  };
  for (const auto& [key, record] : records_) lasts(record.segment);
  for (const Object& object : objects_) {
    if (object.kind == Kind::kNone) continue;
    lasts(object.made);
    std::ranges::for_each(object.changes, lasts);
  }
  for (const ObjectNumber number : mapped_) segments_[objects_[number].mapped_in].is_kept = true;
  for (const auto& [handle, context] : contexts_) {
    if (context.arrays_locked_in != kNever) segments_[context.arrays_locked_in].is_kept = true;
    for (const auto* regions : {&context.attribs, &context.client_attribs}) {
      for (const Region& region : *regions) {
        segments_[region.pushed_in].is_kept = true;
        for (const auto& [key, saved] : region.saved) lasts(saved.first.segment);
      }
    }
    for (const auto& [key, stack] : context.stacks) {
      for (const Level& level : stack) {
        segments_[level.pushed_in].is_kept = true;
        lasts(level.saved.segment);
      }
    }
  }
  if (is_full_) {
    for (Segment& segment : segments_) segment.is_kept = true;
  }
  return std::move(segments_);
}

void StateHistory::follow(const Call& call) {
  Segment& segment = now();
  function_ = call.function;
  place_ = places_.next(call);
  if (!call.is(loaders::kDerived)) segment.calls = {segment.calls.empty() ? place_ : segment.calls.first, place_};
  const std::uint32_t thread = call.is(loaders::kAnyThread) ? 0 : call.thread;
  if (thread != thread_number_ || thread_ == nullptr) [[unlikely]]
    switch_thread(thread);
  const Treatment& treatment = treatment_of(call.function);
  const bool is_of_window_system = treatment.treated == Treated::kWindowSystem;
  if (!is_of_window_system || call.is(loaders::kEndsFrame)) need_current(*thread_);
  if (call.is(loaders::kEndsFrame)) {
    ++frames_;
    if (call.is(loaders::kIncomplete)) make_live();
    return;
  }
  if (!is_of_window_system && context_ != nullptr && context_->carried_in != current()) carry_choices();
  if (pending_colour_.is_open() && may_use_materials(treatment, call.function)) use_pending_colour();
  if (call.is(loaders::kIncomplete)) return make_live();
  if (treatment.treated == Treated::kLive) return follow_list(call);
  // The recorder writes down how large the window is.
  if (call.is(loaders::kFake) && call.function == FunctionId::glViewport) keep();
  if (is_of_window_system) {
    if (context_ != nullptr && context_->compiling) make_live();
    return follow_window_system(call);
  }
  if (context_ == nullptr) return keep();
  if (context_->compiling) {
    if (!is_made_at_once_in_lists(call.function)) {
      list_effects_.follow(call, seek_role(call.function), context_, &lists());
      note_in_list(call);
      if (!context_->compiling->executes) return;
    } else {
      make_live();
    }
  }
  const SeekRole role = seek_role(call.function);
  if (context_->in_primitive && !may_be_in_primitive(role)) [[unlikely]] {
    make_live();
    context_->stacks_are_known = false;
  }
  switch (treatment.treated) {
    case Treated::kDraw:
      if (role == SeekRole::kBitmap || role == SeekRole::kDrawPixels || role == SeekRole::kCopyPixels) find_raster();
      if (role == SeekRole::kBegin) context_->in_primitive = true;
      if (role == SeekRole::kEnd) context_->in_primitive = false;
      return;
    case Treated::kIdle:
      if (treatment.names_objects) need_named(call);
      return;
    default: return follow_effect(call, effect_of(call.function));
  }
}

void StateHistory::find_raster() {
  if (context_ == nullptr) return;
  const Record* record = find(of_context(kRasterPlace));
  if (record == nullptr || record->segment == kNever || record->segment == current()) return;
  std::uint32_t& until = segments_[record->segment].raster_until;
  until = std::max(until, current());
}

void StateHistory::need(std::uint32_t segment) {
  if (segment == kNever || segment == current()) return;
  needed_by_.resize(std::max<std::size_t>(needed_by_.size(), segment + 1), kNever);
  if (std::exchange(needed_by_[segment], current()) != current()) needs_.push_back(segment);
}

void StateHistory::lasts_until_now(std::uint32_t segment) {
  if (segment == kNever || segment == current()) return;
  segments_[segment].until = std::max(segments_[segment].until, current());
}

// Records ------------------------------------------------------------------------------------------------------------

std::uint64_t StateHistory::of_context(std::uint64_t key) const { return mixed(context_->handle, key); }
std::uint64_t StateHistory::of_object(ObjectNumber object, std::uint64_t key) {
  return mixed(std::uint64_t{object} | std::uint64_t{1} << 63, key);
}

const StateHistory::Record* StateHistory::find(std::uint64_t key) const {
  const auto found = records_.find(key);
  return found != records_.end() ? &found->second : nullptr;
}

// Keeps for glPopAttrib what the record was.
void StateHistory::save(std::uint64_t key, std::uint32_t attrib) {
  if (attrib == 0) return;
  auto& regions = regions_of(attrib);
  if (regions.empty()) return;
  const Record* record = find(key);
  regions.back().saved.try_emplace(key, record != nullptr ? *record : Record{}, attrib);
}

void StateHistory::set(std::uint64_t key, std::uint32_t attrib, std::uint64_t value) {
  save(key, attrib);
  Record& record = records_[key];
  lasts_until_now(record.segment);
  record = {.segment = current(), .value = value};
}

void StateHistory::set_of(ObjectNumber object, std::uint64_t key, std::uint64_t value) {
  const std::uint64_t whole = of_object(object, key);
  const auto [record, is_new] = records_.try_emplace(whole);
  if (is_new) objects_[object].keys.push_back(whole);
  lasts_until_now(record->second.segment);
  record->second = {.segment = current(), .value = value};
}

bool StateHistory::is_news(const Call& call, std::uint64_t about, std::uint64_t accepted) {
  const std::uint64_t form = form_of(call, mixed(context_->handle, accepted));
  const std::uint64_t whole = mixed(form, about);
  FollowedCall& recent = recent_[whole % recent_.size()];
  if (recent.hash == whole && recent.segment == current() && recent.round == round_) return false;
  recent = {.hash = whole, .segment = current(), .round = round_};
  const auto [followed, is_new] = followed_.try_emplace(whole);
  if (is_new && forms_.insert(form).second) keep();
  if (followed->second.segment == current() && followed->second.round == round_) return false;
  followed->second = recent;
  return true;
}

// What calls do -------------------------------------------------------------------------------------------------------

void StateHistory::follow_effect(const Call& call, const Effect& effect) {
  if (effect.action == Action::kSet || effect.action == Action::kAdd) return set_state(call, effect);
  follow_action(call, effect);
}

void StateHistory::follow_action(const Call& call, const Effect& effect) {
  switch (effect.action) {
    case Action::kSelect: return select(call, effect);
    case Action::kLoadMatrix: return change_matrix(call, true);
    case Action::kChangeMatrix: return change_matrix(call, false);
    case Action::kPushMatrix: return push_matrix(call);
    case Action::kPopMatrix: return pop_matrix(call);
    case Action::kPushAttrib: return push_attribs(call, false);
    case Action::kPopAttrib: return pop_attribs(call, false);
    case Action::kPushClientAttrib: return push_attribs(call, true);
    case Action::kPopClientAttrib: return pop_attribs(call, true);
    case Action::kLockArrays: return lock_arrays(call);
    case Action::kUnlockArrays: return unlock_arrays(call);
    case Action::kCreate: return create(call);
    case Action::kDelete: return erase(call);
    case Action::kBindBuffer: return bind_buffer(call);
    case Action::kBindBufferTo: return bind_buffer_to(call);
    case Action::kBindTexture: return bind_texture(call);
    case Action::kBindFramebuffer: return bind_framebuffer(call);
    case Action::kStoreBuffer: return store_buffer(call);
    case Action::kWriteBuffer: return write_buffer(call);
    case Action::kMapBuffer: return map_buffer(call);
    case Action::kUnmapBuffer: return unmap_buffer(call);
    case Action::kWriteMemory: return write_memory(call);
    case Action::kSetUniform: return set_uniform(call);
    case Action::kAskLocation: return ask(call);
    case Action::kAttach: return attach(call);
    case Action::kLink: return link(call);
    case Action::kQuery: return query(call);
    case Action::kReadBack: return read_back();
    case Action::kFlushBuffer: return need(objects_[buffer_of(call)].mapped_in);
    default: return make_live();
  }
}

// What GL accepts may depend on what is bound, and on what the object is made of.
void StateHistory::set_state(const Call& call, const Effect& effect) {
  static constexpr std::uint64_t kEnabled = place_key("enabled");
  if (effect.place == kEnabled) follow_lighting(call);
  const bool reads_all = (effect.reads & (kReadsState | kReadsQueries)) != 0;
  if (reads_all && effect.holder != Holder::kRaster) return make_live();  // Segment::raster_until
  const bool is_of_context =
      effect.holder == Holder::kContext || effect.holder == Holder::kPixelStore || effect.holder == Holder::kRaster;
  const ObjectNumber holder = is_of_context ? 0 : holder_of(call, effect);
  std::uint64_t about = mixed(holder, selected(effect.by)), accepted = acceptance_of(holder);
  if ((effect.reads & kReadsArrayBuffer) != 0) {
    const ObjectNumber array = bound(binding(kBoundBufferPlace, GL_ARRAY_BUFFER));
    objects_[array].is_referred = true;
    about = mixed(about, array);
    accepted = mixed(accepted, array != 0 ? 1 : 0);
  }
  if ((effect.reads & kReadsPixels) != 0) {
    const ObjectNumber unpack = bound(binding(kBoundBufferPlace, GL_PIXEL_UNPACK_BUFFER));
    about = mixed(about, unpack);
    accepted = mixed(accepted, unpack);
    need_pixels();
    if (unpack != 0) need_object(unpack);
  }
  Selected values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = context_->choices[i].value;
  const std::uint64_t key = key_of(call, effect, values);
  if (holder != 0) return set_of_holder(call, effect, holder, key);
  const ObjectNumber named = treatment_of(call.function).names_objects ? first_named(call) : 0;
  need_existing(named);
  accepted = mixed(accepted, acceptance_of(named));
  const bool is_binding = treatment_of(call.function).names_objects;
  const bool has_value = is_binding || call.function == FunctionId::glListBase;
  const std::uint64_t value = is_binding ? named : has_value ? gl_number(call, 0) : 0;
  const std::uint64_t place = of_context(effect.part.empty() ? key : mixed(key_of(call, key, effect.part), 1));
  if (!is_news(call, mixed(about, named), accepted)) {
    const Record* record = has_value ? find(place) : nullptr;
    if (!has_value || (record != nullptr && record->value == value)) return;
  }
  if ((effect.reads & kReadsModelview) != 0) {
    if (const Record* matrix = find(of_context(mixed(GL_MODELVIEW, 0)))) need(*matrix);
  }
  const std::uint32_t attrib = effect.place == kEnabled ? attribs_of_capability(gl_number(call, 0)) : effect.attrib;
  if (effect.action == Action::kAdd || !effect.part.empty()) {
    if (const Record* before = find(of_context(key))) need(*before);
  }
  if (is_binding) return bind(place, attrib, named), material_of_colour(call, effect);
  if (effect.holder == Holder::kPixelStore && find(place) == nullptr) context_->pixel_keys.push_back(place);
  set(place, attrib, value);
  material_of_colour(call, effect);
}

void StateHistory::set_of_holder(const Call& call, const Effect& effect, ObjectNumber holder, std::uint64_t key) {
  static constexpr std::uint64_t kStorage = place_key("storage");
  const Kind kind = objects_[holder].kind;
  const bool adds = effect.action == Action::kAdd || kind == Kind::kProgram || kind == Kind::kShader;
  if (adds) return effect.place == kNumbers ? ask(call) : touch(holder);
  const std::uint64_t image = find(of_object(holder, key)) != nullptr ? find(of_object(holder, key))->value : 0;
  std::uint64_t about = mixed(holder, key), accepted = acceptance_of(holder);
  if ((effect.reads & kReadsArrayBuffer) != 0) {
    const ObjectNumber array = bound(binding(kBoundBufferPlace, GL_ARRAY_BUFFER));
    about = mixed(about, array);
    accepted = mixed(accepted, array != 0 ? 1 : 0);
  }
  if (!effect.part.empty()) accepted = mixed(accepted, image);
  if ((effect.reads & kReadsPixels) != 0)
    accepted = mixed(accepted, bound(binding(kBoundBufferPlace, GL_PIXEL_UNPACK_BUFFER)));
  for (const auto& param : glbindings::signature(call.function).params()) {
    if (param.object == Kind::kNone || param.indirection != 0) continue;
    const ObjectNumber other =
        object(param.object,
               argument(call, static_cast<std::size_t>(&param - glbindings::signature(call.function).params().data())));
    if (other == 0 || other == holder) continue;
    objects_[other].is_referred = true;
    need_object(other);
    about = mixed(about, other);
  }
  // What texture has come back is not followed.
  const auto& regions = regions_of(effect.attrib);
  const bool may_come_back = effect.attrib != 0 && !regions.empty() && (regions.back().bits & effect.attrib) != 0;
  if (may_come_back && kind != Kind::kVertexArray) make_live();
  if (!is_news(call, about, accepted)) return;
  need_existing(holder);
  if ((effect.reads & kReadsHolder) != 0) need_object(holder);
  if (!effect.part.empty()) {
    if (const Record* whole = find(of_object(holder, key))) need(*whole);
    return set_of(holder, mixed(key_of(call, key, effect.part), 1));
  }
  save(of_object(holder, key), effect.attrib);
  const std::uint64_t shape = form_of(call, 0);
  if (effect.place == kStorage) objects_[holder].shape = shape;
  set_of(holder, key, shape);
}

}  // namespace replay
