#include "replay/shrink/contents.h"

#include <glad/gl.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

#include "replay/calls/call_argument.h"
#include "replay/shrink/shader_text.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

using Changes = std::vector<Change>;
using Way = std::function<Candidate(const Candidate&)>;

constexpr ObjectNumber kDefaultTexture = UINT32_MAX;

// Sizes are divided by 2 to the power of these.
constexpr unsigned kShifts[] = {14, 6, 5, 4, 3, 2, 1};

// A later change of the same kind takes the place of an earlier one.
Candidate with(const Candidate& candidate, const Changes& changes) {
  Candidate result = candidate;
  for (const Change& change : changes) {
    const auto same = std::ranges::find_if(result.changes, [&](const Change& old) {
      return old.entry == change.entry && old.argument == change.argument && old.how == change.how;
    });
    if (same != result.changes.end()) *same = change;
    else result.changes.insert(std::ranges::upper_bound(result.changes, change.entry, {}, &Change::entry), change);
  }
  return result;
}

Way way_of(Changes changes) {
  return [changes = std::move(changes)](const Candidate& candidate) { return with(candidate, changes); };
}

// A call as it is in the smallest candidate so far.
struct Current {
  EntryIndex entry;
  Call call;

  std::string_view name() const { return glbindings::signature(call.function).name(); }
  std::size_t at(std::string_view parameter) const { return position(call, parameter); }
  bool has(std::string_view parameter) const { return at(parameter) != SIZE_MAX; }
  std::uint64_t number(std::string_view parameter) const { return has(parameter) ? argument(call, at(parameter)) : 0; }
  Change change(Change::How how, std::size_t argument, std::uint64_t value = 0) const {
    return {.how = how, .entry = entry, .argument = static_cast<std::uint8_t>(argument), .value = value};
  }
  void set(Changes& changes, std::string_view parameter, std::uint64_t value) const {
    if (has(parameter) && value != number(parameter))
      changes.push_back(change(Change::How::kNumber, at(parameter), value));
  }
};

// Anything of glPixelStore but the alignment of rows.
bool sets_row_length(const Current& current) {
  return current.name().starts_with("glPixelStore") && current.number("pname") != GL_UNPACK_ALIGNMENT;
}

std::vector<Current> calls_of(const StoredRecording& recording, const Candidate& candidate, loaders::Arena& arena) {
  std::vector<Current> result;
  for (EntryIndex entry = 0; entry < candidate.kept.size(); ++entry) {
    if (!candidate.kept[entry]) continue;
    result.push_back({entry, changed_call(recording.call(entry), changes_of(candidate, entry), arena)});
  }
  return result;
}

std::uint64_t scaled(const Current& current, std::string_view parameter, unsigned shift, std::uint64_t least) {
  const std::uint64_t number = current.number(parameter);
  return std::max(number >> shift, std::min(number, least));
}

void make_image_smaller(const Current& image, bool are_parts, unsigned shift, Changes& changes) {
  constexpr std::uint64_t kBlock = 4;  // of the usual compressed formats
  std::uint64_t before = 1, after = 1, blocks_before = 1, blocks_after = 1, rows = 1;
  for (const char* parameter : {"width", "height", "depth"}) {
    if (!image.has(parameter)) continue;
    const std::uint64_t old_size = image.number(parameter), size = scaled(image, parameter, shift, 1);
    image.set(changes, parameter, size);
    before *= std::max<std::uint64_t>(old_size, 1);
    after *= size;
    if (parameter != std::string_view("width")) rows *= size;
    blocks_before *= (old_size + kBlock - 1) / kBlock;
    blocks_after *= (size + kBlock - 1) / kBlock;
  }
  for (const char* parameter : {"xoffset", "yoffset", "zoffset"})
    image.set(changes, parameter, scaled(image, parameter, shift, 0));
  const char* data = image.has("pixels") ? "pixels" : "data";
  if (after == before || !image.has(data)) return;
  const std::uint64_t bytes = image.call.args[image.at(data)].byte_size();
  const bool is_compressed = image.has("imageSize") && blocks_before != 0;
  constexpr std::uint64_t kMostPadding = 8;  // bytes at the end of a row, the largest GL_UNPACK_ALIGNMENT
  const std::uint64_t smaller =
      is_compressed ? bytes / blocks_before * blocks_after : bytes / before * after + kMostPadding * rows;
  image.set(changes, "imageSize", smaller);
  // ImagesOfObject may be parts of larger ones in memory. Then nobody knows how much less GL reads.
  const auto how = is_compressed || !are_parts ? Change::How::kCut : Change::How::kZero;
  if (smaller < bytes) changes.push_back(image.change(how, image.at(data), smaller));
}

Changes smaller_areas(const std::vector<Current>& all, unsigned shift) {
  Changes changes;
  for (const Current& current : all) {
    const bool sets_area =
        current.call.function == FunctionId::glViewport || current.call.function == FunctionId::glScissor;
    if (!sets_area) continue;
    for (const char* parameter : {"x", "y"}) current.set(changes, parameter, scaled(current, parameter, shift, 0));
    for (const char* parameter : {"width", "height"})
      current.set(changes, parameter, scaled(current, parameter, shift, 1));
  }
  return changes;
}

// The images of a texture or renderbuffer, all of which are divided by the same number.
struct ImagesOfObject {
  std::vector<Current> calls;
  bool are_parts = false;  // of larger images in memory
};

std::vector<ImagesOfObject> images_by_object(const std::vector<Current>& all, const Dependencies& dependencies) {
  std::map<ObjectNumber, ImagesOfObject> by_object;
  const bool are_parts = std::ranges::any_of(all, sets_row_length);
  for (const Current& current : all) {
    const bool is_image = current.name().find("Image") != std::string_view::npos ||
                          current.name().find("Storage") != std::string_view::npos;
    if (!is_image || !current.has("width")) continue;
    const std::vector<ObjectNumber>& objects = dependencies.objects[current.entry];
    ImagesOfObject& images = by_object[objects.empty() ? kDefaultTexture : objects.back()];
    images.calls.push_back(current);
    images.are_parts = are_parts;
  }
  std::vector<ImagesOfObject> result;
  for (auto& [object, images] : by_object) result.push_back(std::move(images));
  return result;
}

void make_images_smaller(const ImagesOfObject& images, unsigned shift, Changes& changes) {
  for (const Current& image : images.calls) make_image_smaller(image, images.are_parts, shift, changes);
}

class Contents {
 public:
  Contents(const StoredRecording& recording, const Dependencies& dependencies, ShrinkSearch& search)
      : recording_(recording),
        dependencies_(dependencies),
        search_(search) {}

  void windows() {
    const std::vector<Current> all = calls();
    std::vector<Way> ways;
    for (const unsigned shift : kShifts) {
      Changes changes = smaller_areas(all, shift);
      if (!changes.empty()) ways.push_back(way_of(std::move(changes)));
    }
    search_.offer_first("size of windows", ways);
  }

  void images() {
    for (const ImagesOfObject& images : images_by_object(calls(), dependencies_)) {
      std::vector<Way> ways;
      for (const unsigned shift : kShifts) {
        Changes changes;
        make_images_smaller(images, shift, changes);
        if (!changes.empty()) ways.push_back(way_of(std::move(changes)));
      }
      search_.offer_first("size of textures", ways);
    }
  }

  void draws() {
    for (const Current& current : calls()) {
      if (current.name().find("Draw") == std::string_view::npos) continue;
      for (const char* parameter : {"instancecount", "primcount", "count"}) {
        const std::uint64_t count = current.number(parameter);
        std::vector<Way> ways;
        for (const std::uint64_t fewer : {1u, 2u, 3u, 4u, 6u, 12u, 24u, 48u, 96u, 384u, 1536u}) {
          if (fewer < count)
            ways.push_back(way_of({current.change(Change::How::kNumber, current.at(parameter), fewer)}));
        }
        if (!ways.empty()) search_.offer_first("draws", ways);
      }
    }
  }

  void buffers() {
    for (const Current& current : calls()) {
      const bool has_size = current.name().find("Buffer") != std::string_view::npos && current.has("size");
      const std::uint64_t size = has_size ? current.number("size") : 0;
      std::vector<Way> ways;
      for (unsigned shift = 6; shift > 0; --shift) {
        if (size >> shift < 4) continue;
        const std::uint64_t smaller = ((size >> shift) + 3) & ~std::uint64_t{3};
        Changes changes;
        current.set(changes, "size", smaller);
        if (current.has("data")) changes.push_back(current.change(Change::How::kCut, current.at("data"), smaller));
        ways.push_back(way_of(std::move(changes)));
      }
      if (!ways.empty()) search_.offer_first("size of buffers", ways);
    }
  }

  // What the program gave in memory becomes zeros, or what comes after the first part of it. It keeps its size: GL
  // reads all of it.
  void memory() {
    constexpr std::size_t kWorthIt = 64;  // bytes
    for (const Current& current : calls()) {
      for (std::size_t i = 0; i < current.call.argc; ++i) {
        const Value& value = current.call.args[i];
        const bool has_bytes = value.kind == loaders::ValueKind::kBlob || value.kind == loaders::ValueKind::kArray;
        if (!has_bytes || value.elem == loaders::Elem::kValue || value.byte_size() < kWorthIt) continue;
        const auto is_data = [](std::byte byte) { return byte != std::byte{}; };
        std::vector<Way> ways;
        for (const unsigned shift : {63u, 6u, 5u, 4u, 3u, 2u, 1u}) {
          const std::uint64_t first = value.byte_size() >> shift;
          if (std::ranges::any_of(value.bytes().subspan(first), is_data))
            ways.push_back(way_of({current.change(Change::How::kZero, i, first)}));
        }
        search_.offer_first("bytes to zeros", ways);
      }
    }
  }

  void shaders() {
    for (const Current& current : calls()) {
      const std::size_t at = current.at("string");
      if (current.name().find("ShaderSource") == std::string_view::npos || at == SIZE_MAX) continue;
      const std::string source = shader_source(current.call.args[at]);
      const auto offer = [&](const std::string& text) {
        Change change = current.change(Change::How::kText, at);
        change.text = text;
        Changes changes = {std::move(change)};
        current.set(changes, "count", 1);
        if (current.has("length")) changes.push_back(current.change(Change::How::kNull, current.at("length")));
        return search_.offer("lines of shaders", with(search_.smallest(), changes));
      };
      drop_lines(source, offer, [&] { return search_.has_ended(); });
    }
  }

 private:
  std::vector<Current> calls() { return calls_of(recording_, search_.smallest(), arena_); }

  const StoredRecording& recording_;
  const Dependencies& dependencies_;
  ShrinkSearch& search_;
  loaders::Arena arena_;
};

}  // namespace

std::vector<Change> smaller_sizes(const StoredRecording& recording, const Dependencies& dependencies,
                                  const Candidate& candidate, unsigned shift) {
  loaders::Arena arena;
  const std::vector<Current> all = calls_of(recording, candidate, arena);
  Changes changes = smaller_areas(all, shift);
  for (const ImagesOfObject& images : images_by_object(all, dependencies)) make_images_smaller(images, shift, changes);
  std::ranges::stable_sort(changes, {}, &Change::entry);
  return changes;
}

void shrink_contents(const StoredRecording& recording, const Dependencies& dependencies, const ContentOptions& options,
                     ShrinkSearch& search) {
  Contents contents(recording, dependencies, search);
  contents.windows();
  contents.images();
  contents.draws();
  contents.buffers();
  contents.memory();
  if (options.shaders) contents.shaders();
}

}  // namespace replay
