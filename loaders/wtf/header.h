// What a file says about the recording as a whole, for people. Replay does not need it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "loaders/wtf/json.h"

namespace loaders::wtf {

struct FileHeader {
  double timebase_ms = 0;  // of time 0, since 1970
  std::vector<std::pair<std::string, std::string>> properties;

  void add(std::string name, std::string value) { properties.emplace_back(std::move(name), std::move(value)); }
  void set_timebase(double ms);
};

// Reads the header object of a chunked file, binary or JSON.
void read_chunked_header(const Json& json, FileHeader& header);

// Reads the object of type wtf.json#header of an event list, and returns the version in it, or 1.
std::int64_t read_list_header(const Json& json, FileHeader& header);

// Reads where the trace was recorded: the page or program, and the user agent.
void read_context_info(const Json& info, FileHeader& header);

// Reads the flags of binary files, which are a number or a list of names.
void read_flags(const Json& flags, FileHeader& header);

}  // namespace loaders::wtf
