// What a file says of the recording as a whole. Replay needs none of it.
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

// The header object of a chunked file, in binary or JSON.
void read_chunked_header(const Json& json, FileHeader& header);

// The object of type wtf.json#header of an event list; its version, 1 when there is none.
std::int64_t read_list_header(const Json& json, FileHeader& header);

// Where it was recorded: page or program, user agent.
void read_context_info(const Json& info, FileHeader& header);

// The flags of binary files, one of numbers or names.
void read_flags(const Json& flags, FileHeader& header);

}  // namespace loaders::wtf
