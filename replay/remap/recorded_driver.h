// RecordedDriver: what a recording shows about the driver that it was made with.
//
// A tracer returns a pointer for every function that it knows. It also records calls of functions that its driver
// lacked; such a call did nothing. Programs query the version and the extensions of their context, and the answers
// show which calls these are. When they did not query all of it, nothing is known.
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
  // A damaged file could have any number; the rest is ignored.
  static constexpr std::size_t kMaxKinds = 16;  // of contexts
  static constexpr std::size_t kMaxExtensions = 4096;
  static constexpr std::size_t kLongestName = 128;

  // Adds answers that a program got in a context that it requested with `kind`. Contexts with equal requests are equal.
  void told_version(const ContextRequest& kind, std::string_view text);
  void told_extensions(const ContextRequest& kind, std::string_view names);  // separated by spaces
  void told_extension(const ContextRequest& kind, std::uint64_t index, std::string_view name);
  void told_extension_count(const ContextRequest& kind, std::int64_t count);
  // Adds an answer of glXGetProcAddress or a similar function.
  void told_address(std::string_view function, bool has_one);

  // Returns whether the driver lacked this function and all functions that differ only by the suffix of an extension.
  // Returns false when that is not known.
  bool lacked(glbindings::FunctionId function, const ContextRequest& kind);

 private:
  struct Told {
    ContextRequest kind;
    std::optional<int> version;  // as major * 10 + minor
    bool is_es = false;
    std::set<std::string, std::less<>> extensions;
    std::vector<bool> told;  // by the index of extensions that are queried one by one
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
  std::map<std::pair<const Told*, glbindings::FunctionId>, bool> answers_;  // the answers are valid until more is added
};

}  // namespace replay
