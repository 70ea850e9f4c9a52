#include "tests/wtf_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "loaders/wtf/elements.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/signature.h"

namespace tests {
namespace {

using loaders::wtf::ArgType;
using loaders::wtf::Argument;

constexpr const char* kHeader = R"({"type":"file_header","flags":["has_high_resolution_times"],"timebase":1000.5,)"
                                R"("contextInfo":{"contextType":"script","uri":"http://test/","args":[]}})";

std::string padded(std::string text) {
  while (text.size() % 4 != 0) text += '\0';
  return text;
}

bool is_text(ArgType type) { return type == ArgType::kAscii || type == ArgType::kUtf8 || type == ArgType::kAny; }

// The bits of a number; its lowest bits are used.
std::uint64_t bits_of(ArgType type, double number) {
  if (type == ArgType::kFloat32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
}

int size_of(ArgType type) {
  if (type == ArgType::kBool) return 1;
  const std::size_t size = loaders::elem_size(loaders::wtf::element_of(type));
  return size == 0 ? 4 : static_cast<int>(size);
}

std::string array_bytes(ArgType type, const WtfArg& arg, std::string (*number)(std::uint64_t, int)) {
  if (arg.form == WtfArg::kText) return arg.text;
  std::string out;
  for (const WtfArg& element : arg.elements) out += number(bits_of(type, element.number), size_of(type));
  return out;
}

std::string packed(const Argument& type, const WtfArg& arg) {
  const auto number = type.type == ArgType::kFloat32 ? little_endian : big_endian;
  if (type.is_array) {
    const std::string elements = array_bytes(type.type, arg, number);
    return big_endian(elements.size() / static_cast<std::size_t>(size_of(type.type)), 4) + elements;
  }
  if (!is_text(type.type)) return number(bits_of(type.type, arg.number), size_of(type.type));
  const std::string length = big_endian(arg.text.size(), 2);
  const bool twice = type.type != ArgType::kAscii && !arg.text.empty();
  return length + (twice ? length : "") + arg.text;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void append_listed(std::string& list, const std::string& item) {
  if (!list.empty()) list += ',';
  list += item;
}

std::string json(const WtfArg& arg, bool is_json) {
  switch (arg.form) {
    case WtfArg::kNull: return "null";
    case WtfArg::kNumber: return fmt::format("{}", arg.number);
    case WtfArg::kText: return is_json ? arg.text : quoted(arg.text);
    case WtfArg::kList: break;
  }
  std::string out;
  for (const WtfArg& element : arg.elements) append_listed(out, json(element, false));
  return '[' + out + ']';
}

}  // namespace

WtfArg array(std::initializer_list<WtfArg> elements) {
  WtfArg arg(nullptr);
  arg.form = WtfArg::kList;
  arg.elements = elements;
  return arg;
}

std::string wtf_words(std::initializer_list<std::uint32_t> words) {
  std::string out;
  for (const std::uint32_t word : words) out += little_endian(word, 4);
  return out;
}

std::string wtf_chunk(std::uint32_t type, const std::vector<WtfPart>& parts) {
  std::string list;
  std::string data;
  for (const WtfPart& part : parts) {
    list +=
        wtf_words({part.type, static_cast<std::uint32_t>(data.size()), static_cast<std::uint32_t>(part.bytes.size())});
    data += padded(part.bytes);
  }
  const auto length = static_cast<std::uint32_t>(24 + list.size() + data.size());
  const auto count = static_cast<std::uint32_t>(parts.size());
  return wtf_words({7, type, length, 0xffffffff, 0xffffffff, count}) + list + data;
}

std::string wtf_file_start() { return wtf_words({0xdeadbeef, 0x90ba3800, 10}) + wtf_chunk(1, {{0x10000, kHeader}}); }

std::string base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k <= bytes.size() ? kAlphabet[bits >> (18 - 6 * k) & 0x3f] : '=';
    }
  }
  return out;
}

WtfBuilder::WtfBuilder() : chunks_(1) {
  constexpr const char* kDefine =
      "wtf.event#define(uint16 wireId, uint16 eventClass, uint32 flags, ascii name, ascii args)";
  define(kDefine, "instance", 0x28);
  define("wtf.zone#create(uint16 zoneId, ascii name, ascii type, ascii location)", "instance", 0x28);
  define("wtf.zone#set(uint16 zoneId)", "instance", 0x28);
  define("wtf.scope#enter(ascii name)", "scope", 0x20);
  define("wtf.scope#leave()", "instance", 0x28);
  define("wtf.scope#appendData(ascii name, any value)", "instance", 0x38);
  define("wtf.trace#mark(ascii name, any value)", "instance", 0x28);
  define("wtf.timing#frameStart(uint32 number)", "instance", 0x08);
  define("wtf.timing#frameEnd(uint32 number)", "instance", 0x08);
}

WtfBuilder& WtfBuilder::define(std::string_view signature, std::string_view event_class, std::uint32_t flags) {
  const auto parts = loaders::wtf::split_signature(signature);
  const auto id = static_cast<std::uint32_t>(types_.size() + 1);
  Type& type = types_[std::string(parts.name)];
  if (type.id == 0) type.id = id;
  type.signature = signature;
  type.event_class = event_class;
  type.flags = flags;
  type.args = loaders::wtf::parse_arguments(parts.arguments).list;
  Event event{types_.at("wtf.event#define"), 0, {}, type};
  event.args = {type.id, event_class == "scope" ? 1 : 0, flags, std::string(parts.name)};
  event.args.push_back(parts.arguments.empty() ? WtfArg(nullptr) : WtfArg(std::string(parts.arguments)));
  chunks_.back().push_back(std::move(event));
  return *this;
}

WtfBuilder& WtfBuilder::event(std::uint32_t time_us, std::string_view name, std::vector<WtfArg> args) {
  chunks_.back().push_back({types_.at(std::string(name)), time_us, std::move(args), {}});
  return *this;
}

WtfBuilder& WtfBuilder::next_chunk() {
  chunks_.emplace_back();
  return *this;
}

std::string WtfBuilder::aligned(const Argument& type, const WtfArg& arg, std::vector<std::string>& strings) {
  if (type.is_array) {
    if (arg.form == WtfArg::kNull) return little_endian(0xffffffff, 4);
    const std::string elements = array_bytes(type.type, arg, little_endian);
    return little_endian(elements.size() / static_cast<std::size_t>(size_of(type.type)), 4) + padded(elements);
  }
  if (!is_text(type.type)) {
    const bool character = arg.form == WtfArg::kText;
    return little_endian(character ? static_cast<unsigned char>(arg.text[0]) : bits_of(type.type, arg.number), 4);
  }
  if (arg.form == WtfArg::kNull) return little_endian(0xffffffff, 4);
  if (arg.text.empty()) return little_endian(0xfffffffe, 4);
  strings.push_back(arg.text);
  return little_endian(strings.size() - 1, 4);
}

WtfBuilder::Chunk WtfBuilder::chunk(const std::vector<Event>& events) {
  Chunk chunk;
  for (const Event& event : events) {
    const Type& type = event.type;
    chunk.events += little_endian(type.id, 4) + little_endian(event.time_us, 4);
    for (std::size_t i = 0; i < type.args.size(); ++i) {
      chunk.events += aligned(type.args[i], event.args.at(i), chunk.strings);
    }
    chunk.ends.push_back(chunk.events.size());
  }
  return chunk;
}

std::string WtfBuilder::chunked() {
  std::string out = wtf_file_start();
  for (const auto& events : chunks_) {
    const Chunk one = chunk(events);
    std::string strings;
    for (const std::string& string : one.strings) strings += string + '\0';
    out += wtf_chunk(2, {{0x30000, strings}, {0x20002, one.events}});
    for (const std::size_t end : one.ends) ends_.push_back(out.size() - one.events.size() + end);
  }
  return out;
}

std::string WtfBuilder::legacy() {
  const std::string info = R"({"contextType":"script","uri":"http://test/"})";
  std::string out = big_endian(0xdeadbeef, 4) + big_endian(0x8d742800, 4) + big_endian(3, 4);
  out += big_endian(info.size(), 2) + big_endian(info.size(), 2) + info + big_endian(1, 4) + big_endian(1000, 4) +
         big_endian(0, 4) + big_endian(0, 2);
  for (const auto& events : chunks_) {
    for (const Event& event : events) {
      const Type& type = event.type;
      out += big_endian(type.id, 2) + big_endian(event.time_us, 4);
      for (std::size_t i = 0; i < type.args.size(); ++i) out += packed(type.args[i], event.args.at(i));
      ends_.push_back(out.size());
    }
  }
  return out;
}

std::string WtfBuilder::list_object(const Event& event, int version) {
  if (const Type& type = event.defines; type.id != 0) {
    return fmt::format(R"({{"type":"{}","signature":{},"class":"{}","flags":{},"event_id":{}}})",
                       version == 1 ? "wtf.event.define" : "wtf.event#define", quoted(type.signature), type.event_class,
                       type.flags, type.id - 1);
  }
  const Type& type = event.type;
  std::string args;
  for (std::size_t i = 0; i < type.args.size(); ++i) {
    append_listed(args, json(event.args.at(i), type.args[i].type == ArgType::kAny));
  }
  return fmt::format(R"({{"event":{},"time":{},"args":[{}]}})", type.id - 1, event.time_us / 1000.0, args);
}

std::string WtfBuilder::list(int version) {
  std::string out = fmt::format(R"([{{"type":"{}","format_version":{},"timebase":1000.5}})",
                                version == 1 ? "wtf.json.header" : "wtf.json#header", version);
  for (const auto& events : chunks_) {
    for (const Event& event : events) {
      out += ",\n" + list_object(event, version);
      ends_.push_back(out.size());
    }
  }
  return out + "]";
}

std::string WtfBuilder::json_chunks(bool lines) {
  const char* between = lines ? "]}\n{\"chunks\":[" : ",\n";
  std::string out = R"({"wtfVersion":1436947200000,"formatVersion":10)";
  out += lines ? "}\n{\"chunks\":[" : ",\"chunks\":[";
  out += fmt::format(R"({{"id":1,"type":"file_header","parts":[{}]}})", kHeader);
  for (const auto& events : chunks_) {
    const Chunk one = chunk(events);
    std::string strings;
    for (const std::string& string : one.strings) append_listed(strings, quoted(string));
    out += between;
    out += R"({"id":2,"type":"event_data","parts":[{"type":"string_table","value":[)" + strings + "]},";
    out += fmt::format(R"({{"type":"binary_event_buffer","mode":"base64","byteLength":{},"value":"{}"}}]}})",
                       one.events.size(), base64(one.events));
  }
  return out + "]}\n";
}

std::string WtfBuilder::text(WtfKind kind) {
  ends_.clear();
  switch (kind) {
    case WtfKind::kChunked: return chunked();
    case WtfKind::kLegacy: return legacy();
    case WtfKind::kList1: return list(1);
    case WtfKind::kList2: return list(2);
    case WtfKind::kJsonChunks: return json_chunks(false);
    case WtfKind::kJsonLines: return json_chunks(true);
  }
  return {};
}

std::vector<std::byte> WtfBuilder::file(WtfKind kind) {
  const std::string out = text(kind);
  const auto view = std::as_bytes(std::span(out));
  return {view.begin(), view.end()};
}

}  // namespace tests
