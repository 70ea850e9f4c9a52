#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/manifest_keys.h"
#include "replay/corpus/manifest_reader.h"
#include "replay/picture/reference.h"

namespace replay {
namespace {

class TomlReader {
 public:
  TomlReader(Manifest& manifest, const std::string& device) : manifest_(manifest), device_(device) {}

  void read() {
    const toml::parse_result parsed = toml::parse(manifest_.content, manifest_.file.string());
    if (!parsed) fail(parsed.error().source(), std::string(parsed.error().description()));
    const toml::table& root = parsed.table();
    check_keys(root, {kTomlKeysOfManifest});
    if (const toml::node* db = root.get("traces_db")) {
      check_keys(table(*db, "traces_db"), {kTomlKeysOfDatabase});
      if (const toml::node* url = table(*db, "traces_db").get("download_url"))
        manifest_.download_url = text(*url, "download_url");
    }
    if (const toml::node* devices = root.get("devices")) read_devices(table(*devices, "devices"));
    const toml::node* traces = root.get("traces");
    if (traces == nullptr) throw CannotJudge(fmt::format("{}: it has no [[traces]]", manifest_.file.string()));
    for (const toml::node& trace : array(*traces, "traces")) add(table(trace, "a trace"));
    manifest_.devices.assign(devices_.begin(), devices_.end());
  }

 private:
  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const {
    throw CannotJudge(fmt::format("{}:{}: {}", manifest_.file.string(), where.begin.line, what));
  }

  void check_keys(const toml::table& table, std::initializer_list<Keys> known) const {
    for (const auto& [key, value] : table) {
      const bool is_known = std::any_of(known.begin(), known.end(), [&](Keys keys) { return has(keys, key.str()); });
      if (!is_known) fail(key.source(), unknown_key(key.str(), known));
    }
  }

  // The types that a value may have.

  const toml::table& table(const toml::node& node, std::string_view what) const {
    if (!node.is_table()) fail(node.source(), fmt::format("{} must be a table", what));
    return *node.as_table();
  }
  const toml::array& array(const toml::node& node, std::string_view what) const {
    if (!node.is_array()) fail(node.source(), fmt::format("{} must be a list", what));
    return *node.as_array();
  }
  std::string text(const toml::node& node, std::string_view what) const {
    if (!node.is_string()) fail(node.source(), fmt::format("{} must be a string", what));
    return node.as_string()->get();
  }
  bool flag(const toml::table& of, std::string_view key) const {
    const toml::node* node = of.get(key);
    if (node != nullptr && !node->is_boolean()) fail(node->source(), fmt::format("{} must be true or false", key));
    return node != nullptr && node->as_boolean()->get();
  }
  std::uint64_t megabytes(const toml::table& of, std::string_view key) const {
    const toml::node* node = of.get(key);
    if (node == nullptr) return 0;
    if (!node->is_integer() || node->as_integer()->get() < 0)
      fail(node->source(), fmt::format("{} must be a whole number of MB", key));
    return static_cast<std::uint64_t>(node->as_integer()->get());
  }
  Memory memory(const toml::table& of) const {
    return {.vram = megabytes(of, "vram"), .sysmem = megabytes(of, "sysmem")};
  }
  void append_arguments(const toml::table& of, std::vector<std::string>& arguments) const {
    const toml::node* node = of.get("replay_args");
    if (node == nullptr) return;
    for (const toml::node& word : array(*node, "replay_args")) arguments.push_back(text(word, "an argument"));
  }

  void read_devices(const toml::table& devices) {
    for (const auto& [name, device] : devices) {
      check_keys(table(device, "a device"), {kTomlKeysOfMemory});
      const Memory capacity = memory(*device.as_table());
      devices_.emplace(name.str());
      if (name.str() == device_) manifest_.capacity = capacity;
    }
  }

  void add(const toml::table& trace) {
    check_keys(trace, {kTomlKeysOfTrace, kTomlKeysOfMemory});
    const toml::node* path = trace.get("path");
    if (path == nullptr) fail(trace.source(), "a trace must have a 'path'");
    TraceEntry entry{.path = text(*path, "path"), .needs = memory(trace)};
    if (!paths_.insert(entry.path).second) fail(path->source(), fmt::format("'{}' appears twice", entry.path));
    (void)flag(trace, "nonloopable");  // nothing is looped here: a trace that ends badly is replayed again
    append_arguments(trace, entry.arguments);
    if (const toml::node* devices = trace.get("devices")) {
      for (const auto& [name, node] : table(*devices, "devices")) {
        const toml::table& device = table(node, "a device");
        devices_.emplace(name.str());
        check_keys(device, {kTomlKeysOfDevice});
        TraceEntry of_device = entry;
        read_device(of_device, device);
        if (name.str() == device_) check_room(entry = std::move(of_device), trace);
      }
    }
    manifest_.traces.push_back(std::move(entry));
  }

  // It is read for devices that are not wanted as well, so that a mistake is found by whoever makes it.
  void read_device(TraceEntry& entry, const toml::table& device) const {
    entry.for_device = true;
    entry.runs_alone = flag(device, "singlethread");
    if (flag(device, "skip")) entry.labels.emplace_back("skip");
    append_arguments(device, entry.arguments);
    FrameExpectation frame{.sha256 = true};
    if (const toml::node* checksum = device.get("checksum")) {
      frame.checksums = {text(*checksum, "checksum")};
      const std::string problem = problem_of_checksum(frame.checksums, 0);
      if (!problem.empty()) fail(checksum->source(), problem);
      frame.sha256 = is_sha256(frame.checksums[0]);
      frame.place = place_of(frame.checksums[0], checksum->source().begin);
    } else {
      frame.place = place_in(device);
    }
    entry.frames = {std::move(frame)};
  }

  void check_room(const TraceEntry& entry, const toml::table& trace) const {
    if (entry.needs.fits(manifest_.capacity)) return;
    fail(trace.source(), fmt::format("'{}' needs {} MB of vram and {} MB of sysmem, and device '{}' has {} and {}",
                                     entry.path, entry.needs.vram, entry.needs.sysmem, device_, manifest_.capacity.vram,
                                     manifest_.capacity.sysmem));
  }

  // Columns are counted in characters, from 1.
  std::size_t offset_of(const toml::source_position& position) const {
    const std::string& content = manifest_.content;
    std::size_t offset = 0;
    for (std::uint32_t line = 1; line < position.line && offset < content.size(); ++line)
      offset = std::min(content.find('\n', offset), content.size() - 1) + 1;
    const auto begins_character = [&] { return (static_cast<unsigned char>(content[offset]) & 0xc0) != 0x80; };
    for (std::uint32_t column = 1; column < position.column && offset < content.size(); ++column) {
      do ++offset;
      while (offset < content.size() && !begins_character());
    }
    return offset;
  }

  // A checksum that is written with escapes has no place.
  std::optional<ChecksumPlace> place_of(const std::string& checksum, const toml::source_position& position) const {
    const std::string& content = manifest_.content;
    const std::size_t offset = content.find_first_not_of("\"'\r\n", offset_of(position));
    if (offset == std::string::npos || content.compare(offset, checksum.size(), checksum) != 0) return std::nullopt;
    return ChecksumPlace{.offset = offset, .length = checksum.size()};
  }

  // Where a device gets a checksum that has none: behind "{" or on a line of its own behind "[traces.devices.NAME]". A
  // table that is only made by keys with dots has no place.
  std::optional<ChecksumPlace> place_in(const toml::table& device) const {
    const std::string& content = manifest_.content;
    const std::size_t begin = offset_of(device.source().begin);
    if (begin >= content.size()) return std::nullopt;
    if (content[begin] == '{' && device.empty())
      return ChecksumPlace{.offset = begin + 1,
                           .length = content.find('}', begin) - begin - 1,
                           .before = " checksum = \"",
                           .after = "\" "};
    if (content[begin] == '{') return ChecksumPlace{.offset = begin + 1, .before = " checksum = \"", .after = "\","};
    if (content[begin] != '[') return std::nullopt;
    return ChecksumPlace{
        .offset = std::min(content.find('\n', begin), content.size()), .before = "\nchecksum = \"", .after = "\""};
  }

  Manifest& manifest_;
  const std::string& device_;
  std::set<std::string> devices_, paths_;
};

}  // namespace

void read_toml_manifest(Manifest& manifest, const std::string& device) { TomlReader(manifest, device).read(); }

}  // namespace replay
