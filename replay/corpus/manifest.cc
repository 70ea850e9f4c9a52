#include "replay/corpus/manifest.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/manifest_keys.h"
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
      fail(pair.first, fmt::format("'{}' is not a key here; the nearest is '{}'", key, nearest_key(key, known)));
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
    if (!entry.frames.empty()) fail(node, "the device appears twice");
    entry.for_device = true;
    tolerance = read_common(entry, node, tolerance);
    if (node["checksum"] || node["reference"]) {
      FrameExpectation frame = read_frame(node, tolerance);
      if (frame.md5s.empty() && frame.pictures.empty()) {
        fail(node, "an expectation must have a checksum or a reference");
      }
      if (const auto value = node["frame"]) frame.frame = number<std::uint64_t>(value, "frame");
      entry.frames.push_back(std::move(frame));
    }
    const YAML::Node frames = node["frames"];
    if (const auto value = node["frame"]; value && entry.frames.empty()) {
      fail(value, "a frame must have a checksum or a reference");
    }
    if (!frames) return;
    if (!frames.IsMap() || frames.size() == 0) fail(frames, "'frames' must be a map from frames to checksums");
    check_once(frames);
    for (const auto& pair : frames) {
      FrameExpectation frame;
      if (pair.second.IsMap()) {
        check_keys(pair.second, {kKeysOfFrame});
        frame = read_frame(pair.second, read_tolerance(pair.second, tolerance));
      } else {
        frame.tolerance = tolerance;
        read_md5s(pair.second, frame);
      }
      if (scalar(pair.first, "a frame") != "last") frame.frame = number<std::uint64_t>(pair.first, "a frame");
      if (frame.md5s.empty() && frame.pictures.empty()) {
        fail(pair.second, "a frame must have a checksum or a reference");
      }
      entry.frames.push_back(std::move(frame));
    }
  }

  FrameExpectation read_frame(const YAML::Node& node, const Tolerance& tolerance) const {
    FrameExpectation frame{.tolerance = tolerance};
    if (const auto value = node["checksum"]) read_md5s(value, frame);
    if (const auto value = node["reference"]) {
      for (const std::string& picture : list(value, "reference")) {
        frame.pictures.push_back((manifest_.file.parent_path() / picture).string());
      }
    }
    return frame;
  }

  void read_md5s(const YAML::Node& node, FrameExpectation& frame) const {
    frame.md5_list = node.IsSequence();
    frame.md5s = list(node, "checksum");
    for (std::size_t i = 0; i < frame.md5s.size(); ++i) {
      const YAML::Node item = frame.md5_list ? node[i] : node;
      if (!is_md5(frame.md5s[i])) fail(item, fmt::format("'{}' is not an MD5", frame.md5s[i].substr(0, 64)));
      std::size_t offset = static_cast<std::size_t>(item.Mark().pos);
      // The mark of a quoted scalar is the position of its quote.
      if (manifest_.content.compare(offset, 1, "'") == 0 || manifest_.content.compare(offset, 1, "\"") == 0) ++offset;
      frame.last_md5 = {offset, frame.md5s[i].size()};
    }
  }

  Manifest& manifest_;
  std::string device_;
  std::set<std::string> devices_;
};

}  // namespace

Manifest read_manifest(const std::filesystem::path& file, const std::string& device) {
  Manifest manifest{.file = file};
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) {
    throw CannotJudge(fmt::format("{}: the manifest cannot be read", file.string()));
  }
  manifest.content.assign(std::istreambuf_iterator<char>(in), {});
  try {
    Reader(manifest, device).read();
  } catch (const YAML::Exception& error) {
    throw CannotJudge(fmt::format("{}: {}", file.string(), error.what()));
  }
  return manifest;
}

}  // namespace replay
