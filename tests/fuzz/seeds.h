// What fuzz targets and the mutating tool start from: small traces, with a bit of everything in each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tests {

struct Seed {
  std::string name;
  std::string bytes;
};

// By the kind of input:
//   wip15, wtf_trace, wtf_json, webgl   files of that format
//   apitrace                            streams, without their container
//   snappy, gzip, zstd, brotli          files in that container
//   images                              image files of web pages
//   files                               all of the above that are files
// Empty for any other kind.
std::vector<Seed> seeds_of(std::string_view kind);

}  // namespace tests
