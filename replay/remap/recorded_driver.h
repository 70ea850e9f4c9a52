// RecordedDriver: what a recording tells of the driver that it was made with.
//
// A tracer hands out a pointer for every function that it knows, and records the call of one that the driver behind it lacked; that call
// did nothing. Programs ask for the version and the extensions of their context, and the answers tell which calls these are. Where they did
// not ask, or not for all of it, nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glbindings/signature.h"
#include "replay/platform/context_request.h"

namespace replay {

class RecordedDriver {
 public:
  // A damaged file could tell of any number; what is beyond is not known.
  static constexpr std::size_t kMostKinds = 16;  // of contexts
  static constexpr std::size_t kMostExtensions = 4096;
  static constexpr std::size_t kLongestName = 128;

  // Answers that a program got in a context that it had asked for with `kind`. Contexts that were asked for alike are alike.
  void told_version(const ContextRequest& kind, std::string_view text);
  void told_extensions(const ContextRequest& kind, std::string_view names);  // separated by spaces
  void told_extension(const ContextRequest& kind, std::uint64_t index, std::string_view name);
  void told_extension_count(const ContextRequest& kind, std::int64_t count);
  // glXGetProcAddress and its like.
  void told_address(std::string_view function, bool has_one);

  // Whether the driver had neither this function nor one that differs from it by the suffix of an extension only. False where it is not
  // known.
  bool lacked(glbindings::FunctionId function, const ContextRequest& kind);

 private:
  struct Told {
    ContextRequest kind;
    std::optional<int> version;  // as major * 10 + minor
    bool is_es = false;
    std::set<std::string, std::less<>> extensions;
    std::vector<bool> told;  // by index, of those that are asked for one by one
    std::optional<std::size_t> count;
    bool has_all = false;

    bool knows_extensions() const;
  };
  Told* find(const ContextRequest& kind);
  Told* find_or_add(const ContextRequest& kind);
  static bool has(const Told& told, const glbindings::Signature& signature);
  bool find_out(glbindings::FunctionId function, const Told* told) const;

  std::vector<Told> told_;
  std::map<glbindings::FunctionId, bool> addresses_;
  std::map<std::pair<const Told*, glbindings::FunctionId>, bool> answers_;  // until more is told
};

}  // namespace replay
