#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/manifest_keys.h"
#include "replay/corpus/manifest_reader.h"
#include "replay/picture/reference.h"

namespace replay {
namespace {

class Reader {
 public:
  Reader(Manifest& manifest, std::string device) : manifest_(manifest), device_(std::move(device)) {}

  void read() {
    const YAML::Node root = load();
    if (!root.IsMap() || !root["traces"])
      throw CannotJudge(fmt::format("{}: it has no 'traces'", manifest_.file.string()));
    check_keys(root, {kKeysOfManifest});
    if (const YAML::Node db = root["traces-db"]; db && !db.IsNull()) {
      if (!db.IsMap()) fail(db, "'traces-db' must be a map");
      check_keys(db, {kKeysOfDatabase});
      if (const YAML::Node url = db["download-url"]) manifest_.download_url = scalar(url, "download-url");
    }
    const YAML::Node traces = root["traces"];
    if (traces.IsMap()) {
      check_once(traces);
      for (const auto& pair : traces) add_from_map(scalar(pair.first, "a trace"), pair.second);
    } else if (traces.IsSequence()) {
      for (const auto& node : traces) add_from_list(node);
    } else if (!traces.IsNull()) {
      fail(traces, "'traces' must be a map or a list");
    }
    manifest_.devices.assign(devices_.begin(), devices_.end());
  }

 private:
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    throw CannotJudge(fmt::format("{}:{}: {}", manifest_.file.string(), node.Mark().line + 1, what));
  }

  // Refuses a key that appears twice, because one of its values would be ignored silently.
  void check_once(const YAML::Node& map) const {
    std::set<std::string> seen;
    for (const auto& pair : map) {
      if (!seen.insert(scalar(pair.first, "a key")).second) {
        fail(pair.first, fmt::format("'{}' appears twice", pair.first.Scalar()));
      }
    }
  }

  // Refuses unknown keys. As in GitLab's files, a key that begins with a dot holds values that others refer to.
  void check_keys(const YAML::Node& map, std::initializer_list<Keys> known) const {
    check_once(map);
    for (const auto& pair : map) {
      const std::string& key = pair.first.Scalar();
      if (key.starts_with('.') || std::any_of(known.begin(), known.end(), [&](Keys keys) { return has(keys, key); }))
        continue;
      fail(pair.first, unknown_key(key, known));
    }
  }

  YAML::Node load() const {
    try {
      return YAML::Load(manifest_.content);
    } catch (const YAML::Exception& error) {
      throw CannotJudge(fmt::format("{}: {}", manifest_.file.string(), error.what()));
    }
  }

  std::string scalar(const YAML::Node& node, const std::string& what) const {
    if (!node.IsScalar()) fail(node, what + " must be a single value");
    return node.Scalar();
  }

  template <class T>
  T number(const YAML::Node& node, const std::string& what) const {
    T value{};
    if (!node.IsScalar() || !YAML::convert<T>::decode(node, value)) fail(node, what + " must be a number");
    return value;
  }

  // Reads a single value or a list of values.
  std::vector<std::string> list(const YAML::Node& node, const std::string& what) const {
    std::vector<std::string> values;
    if (!node.IsSequence()) return {scalar(node, what)};
    for (const auto& item : node) values.push_back(scalar(item, what));
    return values;
  }

  void add_from_map(const std::string& path, const YAML::Node& node) {
    TraceEntry entry{.path = path};
    if (node.IsNull()) {
      manifest_.traces.push_back(std::move(entry));
      return;
    }
    if (!node.IsMap()) fail(node, "a trace must be a map of devices");
    check_once(node);
    Tolerance tolerance = read_common(entry, node, Tolerance{});
    for (const auto& pair : node) {
      const std::string key = scalar(pair.first, "a key");
      if (has(kKeysOfTrace, key)) continue;
      if (!pair.second.IsMap() || has(kKeysOfDevice, key)) fail_for_device(pair.first, key);
      devices_.insert(key);
      check_keys(pair.second, {kKeysOfDevice, kKeysOfTrace});
      if (key == device_) read_device(entry, pair.second, tolerance);
    }
    manifest_.traces.push_back(std::move(entry));
  }

  void add_from_list(const YAML::Node& node) {
    if (!node.IsMap() || !node["path"]) fail(node, "a trace in a list must have a 'path'");
    check_keys(node, {kKeysOfListedTrace, kKeysOfTrace});
    TraceEntry entry{.path = scalar(node["path"], "path")};
    for (const TraceEntry& other : manifest_.traces) {
      if (other.path == entry.path) fail(node, fmt::format("'{}' appears twice", entry.path));
    }
    const Tolerance tolerance = read_common(entry, node, Tolerance{});
    if (const YAML::Node expectations = node["expectations"]) {
      if (!expectations.IsSequence()) fail(expectations, "'expectations' must be a list");
      for (const auto& expectation : expectations) {
        if (!expectation.IsMap() || !expectation["device"]) fail(expectation, "an expectation must name its 'device'");
        const std::string device = scalar(expectation["device"], "device");
        devices_.insert(device);
        check_keys(expectation, {kKeysOfListedDevice, kKeysOfDevice, kKeysOfTrace});
        if (device == device_) read_device(entry, expectation, tolerance);
      }
    }
    manifest_.traces.push_back(std::move(entry));
  }

  [[noreturn]] void fail_for_device(const YAML::Node& node, const std::string& key) const {
    const std::string_view nearest = nearest_key(key, std::array<Keys, 2>{kKeysOfTrace, kKeysOfDevice});
    const std::string advice = nearest == key ? "it belongs to a device" : fmt::format("the nearest is '{}'", nearest);
    fail(node, fmt::format("'{}' is neither a device nor a property of a trace; {}", key, advice));
  }

  // Reads the properties that a trace or a device may have. Returns the tolerance that applies from here on.
  Tolerance read_common(TraceEntry& entry, const YAML::Node& node, Tolerance tolerance) const {
    if (const auto value = node["size"]) entry.size = number<std::uint64_t>(value, "size");
    if (const auto value = node["sha256"]) entry.sha256 = read_sha256(value);
    if (const auto value = node["timeout"]) {
      entry.timeout = number<double>(value, "timeout");
      if (!(*entry.timeout > 0)) fail(value, "a timeout must be a number of seconds above 0");
    }
    if (const auto value = node["arguments"]) entry.arguments = list(value, "arguments");
    if (const auto value = node["label"]) entry.labels = list(value, "label");
    if (const auto value = node["text"]) entry.text = scalar(value, "text");
    return read_tolerance(node, tolerance);
  }

  Tolerance read_tolerance(const YAML::Node& node, Tolerance tolerance) const {
    const auto value = node["tolerance"];
    if (!value) return tolerance;
    const auto parsed = parse_tolerance(scalar(value, "tolerance"));
    if (!parsed) fail(value, parsed.error().problem);
    return *parsed;
  }

  std::string read_sha256(const YAML::Node& node) const {
    std::string text = scalar(node, "sha256");
    const bool good =
        text.size() == 64 && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c); });
    if (!good) fail(node, "a sha256 must have 64 hexadecimal digits");
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }

  void read_device(TraceEntry& entry, const YAML::Node& node, Tolerance tolerance) {
    if (entry.for_device) fail(node, "the device appears twice");
    entry.for_device = true;
    tolerance = read_common(entry, node, tolerance);
    if (node["checksum"] || node["reference"]) {
      FrameExpectation frame = read_frame(node, tolerance);
      if (frame.is_open()) {
        fail(node, "an expectation must have a checksum or a reference");
      }
      if (const auto value = node["frame"]) frame.frame = number<std::uint64_t>(value, "frame");
      entry.frames.push_back(std::move(frame));
    }
    const YAML::Node frames = node["frames"];
    if (const auto value = node["frame"]; value && entry.frames.empty()) {
      fail(value, "a frame must have a checksum or a reference");
    }
    if (!frames) {
      if (entry.frames.empty()) entry.frames.push_back(open_frame(node, tolerance));
      return;
    }
    if (!frames.IsMap() || frames.size() == 0) fail(frames, "'frames' must be a map from frames to checksums");
    check_once(frames);
    for (const auto& pair : frames) {
      FrameExpectation frame;
      if (pair.second.IsMap()) {
        check_keys(pair.second, {kKeysOfFrame});
        frame = read_frame(pair.second, read_tolerance(pair.second, tolerance));
      } else {
        frame.tolerance = tolerance;
        read_checksums(pair.second, frame);
      }
      if (scalar(pair.first, "a frame") != "last") frame.frame = number<std::uint64_t>(pair.first, "a frame");
      if (frame.is_open()) {
        fail(pair.second, "a frame must have a checksum or a reference");
      }
      entry.frames.push_back(std::move(frame));
    }
  }

  FrameExpectation read_frame(const YAML::Node& node, const Tolerance& tolerance) const {
    FrameExpectation frame{.tolerance = tolerance};
    if (const auto value = node["checksum"]) read_checksums(value, frame);
    if (const auto value = node["reference"]) {
      for (const std::string& picture : list(value, "reference")) {
        frame.pictures.push_back((manifest_.file.parent_path() / picture).string());
      }
    }
    return frame;
  }

  void read_checksums(const YAML::Node& node, FrameExpectation& frame) const {
    frame.checksums = list(node, "checksum");
    for (std::size_t i = 0; i < frame.checksums.size(); ++i) {
      const YAML::Node item = node.IsSequence() ? node[i] : node;
      const std::string problem = problem_of_checksum(frame.checksums, i);
      if (!problem.empty()) fail(item, problem);
      std::size_t offset = static_cast<std::size_t>(item.Mark().pos);
      // The mark of a quoted scalar is the position of its quote.
      if (has_quote(offset)) ++offset;
      frame.place = place_of(offset, frame.checksums[i].size(), node.IsSequence());
    }
    frame.sha256 = !frame.checksums.empty() && is_sha256(frame.checksums.front());
  }

  bool has_quote(std::size_t offset) const {
    return offset < manifest_.content.size() && (manifest_.content[offset] == '\'' || manifest_.content[offset] == '"');
  }

  // A single checksum is replaced. A list of accepted checksums gets one more, behind its last.
  ChecksumPlace place_of(std::size_t offset, std::size_t length, bool is_list) const {
    if (!is_list) return {.offset = offset, .length = length};
    const std::size_t end = offset + length;
    return {.offset = has_quote(end) ? end + 1 : end, .before = separator(offset)};
  }

  // Returns what separates two items of a list: the start of a new line like the one of `offset`, or a comma.
  std::string separator(std::size_t offset) const {
    const std::string& text = manifest_.content;
    const std::size_t end_before = text.rfind('\n', offset);
    const std::size_t line_start = end_before == std::string::npos ? 0 : end_before + 1;
    std::string before = text.substr(line_start, offset - line_start);
    std::erase_if(before, [](char c) { return c == '\'' || c == '"'; });
    const bool own_line = before.find_first_not_of(" -") == std::string::npos && before.find('-') != std::string::npos;
    return own_line ? "\n" + before : ", ";
  }

  // A device without any expectation: its last frame is looked at, and --update writes its checksum before its first
  // key.
  FrameExpectation open_frame(const YAML::Node& device, const Tolerance& tolerance) const {
    const auto offset = static_cast<std::size_t>(device.Mark().pos);
    FrameExpectation frame{.tolerance = tolerance};
    if (offset >= manifest_.content.size()) return frame;
    if (manifest_.content[offset] == '{')
      frame.place = {.offset = offset + 1, .before = "checksum: ", .after = device.size() == 0 ? "" : ", "};
    else
      frame.place = {.offset = offset,
                     .before = "checksum: ",
                     .after = "\n" + std::string(static_cast<std::size_t>(device.Mark().column), ' ')};
    return frame;
  }

  Manifest& manifest_;
  std::string device_;
  std::set<std::string> devices_;
};

}  // namespace

void read_yaml_manifest(Manifest& manifest, const std::string& device) {
  try {
    Reader(manifest, device).read();
  } catch (const YAML::Exception& error) {
    throw CannotJudge(fmt::format("{}: {}", manifest.file.string(), error.what()));
  }
}

}  // namespace replay
