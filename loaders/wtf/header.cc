#include "loaders/wtf/header.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace loaders::wtf {
namespace {

constexpr std::size_t kMaxShownBytes = 4096;

// Adds a member as people read it, if it is there and not empty.
void add_member(const Json& object, const char* name, const std::string& shown_as, FileHeader& header) {
  const Json* value = member(object, name);
  if (value == nullptr || value->is_null() || (!value->is_primitive() && value->empty())) return;
  std::string text =
      value->is_string() ? value->get<std::string>() : value->dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.empty()) return;
  if (text.size() > kMaxShownBytes) text = text.substr(0, kMaxShownBytes) + "...";
  header.add(shown_as, std::move(text));
}

}  // namespace

void FileHeader::set_timebase(double ms) {
  timebase_ms = ms;
  add("timebase", fmt::format("{} ms", ms));
}

void read_context_info(const Json& info, FileHeader& header) {
  for (const char* name : {"contextType", "uri", "title", "taskId", "args"}) add_member(info, name, name, header);
  const Json* agent = member(info, "userAgent", "user_agent");
  if (agent == nullptr) return;
  for (const char* name : {"value", "type", "platform", "platformVersion", "device"}) {
    add_member(*agent, name, fmt::format("userAgent {}", name), header);
  }
}

void read_flags(const Json& flags, FileHeader& header) {
  std::string text;
  const auto append = [&](const std::string& name) { text += (text.empty() ? "" : ", ") + name; };
  if (const auto bits = as_integer(flags)) {
    if (*bits & 1) append("has_high_resolution_times");
    if (*bits & 2) append("times_as_count");
  }
  constexpr std::size_t kMaxFlags = 16;
  for (std::size_t i = 0; flags.is_array() && i < std::min(flags.size(), kMaxFlags); ++i) {
    if (flags[i].is_string()) append(flags[i].get<std::string>().substr(0, kMaxShownBytes));
  }
  if (!text.empty()) header.add("flags", text);
}

void read_chunked_header(const Json& json, FileHeader& header) {
  if (const auto timebase = number_member(json, "timebase")) header.set_timebase(*timebase);
  if (const Json* flags = member(json, "flags")) read_flags(*flags, header);
  if (const Json* info = member(json, "contextInfo", "context_info")) read_context_info(*info, header);
  add_member(json, "metadata", "metadata", header);
}

std::int64_t read_list_header(const Json& json, FileHeader& header) {
  if (const auto timebase = number_member(json, "timebase")) header.set_timebase(*timebase);
  add_member(json, "time_offset", "time_offset", header);
  add_member(json, "high_resolution_times", "high_resolution_times", header);
  add_member(json, "metadata", "metadata", header);
  const Json* version = member(json, "format_version", "formatVersion");
  return version == nullptr ? 1 : as_integer(*version).value_or(1);
}

}  // namespace loaders::wtf
