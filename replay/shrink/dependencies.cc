#include "replay/shrink/dependencies.h"

#include <glad/gl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "replay/calls/call_argument.h"
#include "replay/calls/frame_calls.h"
#include "replay/diff_calls/comparable_calls.h"
#include "replay/shrink/bound_objects.h"
#include "replay/shrink/brackets.h"
#include "replay/shrink/selected_calls.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

// Which entry made the context current that a call uses, and the canvas of a web page.
class CurrentContexts {
 public:
  std::optional<EntryIndex> follow(const Call& call, EntryIndex entry) {
    const std::uint32_t thread = call.is(loaders::kAnyThread) ? 0 : call.thread;
    if (call.function == FunctionId::replayCreateCanvas) canvases_[argument(call, 0)] = entry;
    if (call.function == FunctionId::replayBindCanvas) {
      const auto made = canvases_.find(argument(call, 0));
      made_current_[thread] = entry;
      return made != canvases_.end() ? std::optional(made->second) : std::nullopt;
    }
    if (const auto change = change_of_current(call); change && change->succeeded) {
      if (change->context != 0) made_current_[thread] = entry;
      else made_current_.erase(thread);
      return std::nullopt;
    }
    const std::string_view name = glbindings::signature(call.function).name();
    const bool uses_context = name.starts_with("gl") && !name.starts_with("glX");
    const auto current = made_current_.find(thread);
    return uses_context && current != made_current_.end() ? std::optional(current->second) : std::nullopt;
  }

 private:
  std::map<std::uint32_t, EntryIndex> made_current_;  // by thread
  std::map<std::uint64_t, EntryIndex> canvases_;
};

// Which entry told the program the location that a call uses.
class ToldLocations {
 public:
  std::optional<EntryIndex> follow(const Call& call, EntryIndex entry) {
    const std::string_view name = glbindings::signature(call.function).name();
    if (name.starts_with("glUseProgram")) program_of_thread_[call.thread] = argument(call, 0);
    if (name.starts_with("glGetUniformLocation") && call.result() != nullptr) {
      told_[{argument(call, 0), static_cast<std::uint32_t>(call.result()->u)}] = entry;
    } else if (call.function == FunctionId::replayUniformLocation) {
      told_[{argument(call, 0), gl_number(call, 2)}] = entry;
    } else if (name.starts_with("glUniform")) {
      return teller(program_of_thread_[call.thread], gl_number(call, 0));
    } else if (name.starts_with("glProgramUniform")) {
      return teller(argument(call, 0), gl_number(call, 1));
    }
    return std::nullopt;
  }

 private:
  std::optional<EntryIndex> teller(std::uint64_t program, std::uint32_t location) const {
    const auto found = told_.find({program, location});
    return found != told_.end() ? std::optional(found->second) : std::nullopt;
  }

  std::map<std::uint32_t, std::uint64_t> program_of_thread_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, EntryIndex> told_;
};

// Whether a parameter of glPixelStore is for reading pixels, not for uploading them.
bool is_for_reading(std::uint32_t parameter) {
  return (parameter >= GL_PACK_SWAP_BYTES && parameter <= GL_PACK_ALIGNMENT) || parameter == GL_PACK_SKIP_IMAGES ||
         parameter == GL_PACK_IMAGE_HEIGHT;
}

// Which entries told how the images lie in memory that a call uploads. Without them GL would read other memory.
class ToldLayouts {
 public:
  // Appends what the call needs to `needs`.
  void follow(const Call& call, EntryIndex entry, std::vector<EntryIndex>& needs) {
    const std::string_view name = glbindings::signature(call.function).name();
    if (name.starts_with("glPixelStore")) return note(call, entry);
    const bool is_upload = (position(call, "pixels") != SIZE_MAX || position(call, "data") != SIZE_MAX ||
                            position(call, "bitmap") != SIZE_MAX) &&
                           position(call, "width") != SIZE_MAX;
    if (!is_upload) return;
    for (const auto& [parameter, setting] : settings_[call.thread]) {
      if (setting.was_changed) needs.push_back(setting.entry);
    }
  }

 private:
  struct Setting {
    EntryIndex entry = 0;
    bool was_changed = false;  // from what a context begins with
  };

  void note(const Call& call, EntryIndex entry) {
    const std::size_t name = position(call, "pname"), value = position(call, "param");
    if (name == SIZE_MAX || value == SIZE_MAX) return;
    const std::uint32_t parameter = gl_number(call, name);
    if (is_for_reading(parameter)) return;
    const std::uint32_t at_first = parameter == GL_UNPACK_ALIGNMENT ? 4 : 0;
    Setting& setting = settings_[call.thread][parameter];
    setting.entry = entry;
    setting.was_changed = setting.was_changed || gl_number(call, value) != at_first;
  }

  std::map<std::uint32_t, std::map<std::uint32_t, Setting>> settings_;  // by thread and parameter
};

class Finder {
 public:
  explicit Finder(const StoredRecording& recording)
      : whole_{.kept = std::vector<bool>(recording.entries(), true), .changes = {}},
        source_(recording, whole_),
        calls_(source_, false) {
    found_.needs.resize(recording.entries());
    found_.closes.resize(recording.entries());
    found_.objects.resize(recording.entries());
    found_.frames.resize(recording.entries());
    for (EntryIndex entry = 0; entry < recording.entries(); ++entry) entry_of_.emplace(recording.number(entry), entry);
  }

  Dependencies run() {
    std::uint32_t frame = 0;
    while (calls_.next()) {
      const Call& call = calls_.call();
      const EntryIndex entry = entry_of_.at(call.number);
      follow(call, entry);
      found_.frames[entry] = frame;
      if (call.is(loaders::kEndsFrame)) ++frame;
    }
    for (auto* lists : {&found_.needs, &found_.objects}) {
      for (auto& list : *lists) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
      }
    }
    return std::move(found_);
  }

 private:
  void follow(const Call& call, EntryIndex entry) {
    std::vector<ObjectNumber>& objects = found_.objects[entry];
    for (const ComparableArgument& argument : calls_.arguments()) {
      for (std::uint32_t i = argument.objects; i < argument.objects_end; ++i) {
        const ObjectNumber object = calls_.objects()[i];
        if (argument.is_answer) made_by_.emplace(object, entry);
        else if (const auto made = made_by_.find(object); made != made_by_.end()) need(entry, made->second);
        else made_by_.emplace(object, entry + kNobody);
        objects.push_back(object);
      }
    }
    need(entry, contexts_.follow(call, entry));
    need(entry, locations_.follow(call, entry));
    layouts_.follow(call, entry, found_.needs[entry]);
    if (const auto changed = bound_.follow(call, calls_.objects())) objects.push_back(*changed);
    if (call.is(loaders::kDerived)) return;
    const Brackets::Place place = brackets_.follow(call, entry);
    found_.closes[entry] = place.closes;
    for (const EntryIndex opener : place.inside_of) need(entry, opener);
  }

  void need(EntryIndex entry, std::optional<std::uint64_t> needed) {
    if (needed && *needed < entry) found_.needs[entry].push_back(static_cast<EntryIndex>(*needed));
  }

  // Added to an entry that uses an object which nobody has made before: such an object needs nothing.
  static constexpr std::uint64_t kNobody = std::uint64_t{1} << 32;

  Candidate whole_;
  SelectedCalls source_;
  ComparableCalls calls_;
  std::unordered_map<std::uint64_t, EntryIndex> entry_of_;  // by call number
  std::unordered_map<ObjectNumber, std::uint64_t> made_by_;
  CurrentContexts contexts_;
  ToldLocations locations_;
  ToldLayouts layouts_;
  BoundObjects bound_;
  Brackets brackets_;
  Dependencies found_;
};

}  // namespace

void Dependencies::make_valid(std::vector<bool>& kept) const {
  for (EntryIndex entry = 0; entry < kept.size(); ++entry) {
    if (closes[entry]) kept[entry] = kept[*closes[entry]];
    kept[entry] = kept[entry] && std::ranges::all_of(needs[entry], [&](EntryIndex needed) { return kept[needed]; });
  }
}

Dependencies find_dependencies(const StoredRecording& recording) { return Finder(recording).run(); }

}  // namespace replay
