// ActiveAttributes: which attributes the programs of a web page read. WebGL draws nothing when an array that the
// program reads is too short (replayGuardedDrawArrays), and a recording that is written cannot ask a driver.
//
// Recorders write the attributes of a program after its link, as the recording driver knew them; the loader binds
// these before the link. Where the recorder wrote none, the loader binds all that the shader declares. So an attribute
// counts as read when it was bound and the text of the shader uses its name after declaring it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "loaders/stream/call.h"

namespace replay {

class ActiveAttributes {
 public:
  void follow(const loaders::Call& call);

  // Whether the current program reads one of these, or there is no program.
  bool reads_any(std::span<const std::uint32_t> locations) const;

 private:
  struct Program {
    std::set<std::uint32_t> shaders;
    std::map<std::string, std::uint32_t> bound;  // name -> location
    std::set<std::uint32_t> read;                // locations, since the last link
  };
  void link(Program& program) const;
  void keep_source(std::uint32_t shader, const loaders::Value& strings);

  // The loader bounds what a page has; this bounds what is remembered of it. Shaders above are not known.
  static constexpr std::size_t kMaxSourceBytes = std::size_t{64} << 20;
  std::size_t source_bytes_ = 0;
  std::unordered_map<std::uint32_t, std::string> sources_;  // of shaders
  std::unordered_map<std::uint32_t, Program> programs_;
  std::unordered_map<std::uint32_t, std::uint32_t> current_;  // canvas -> program
  std::uint32_t canvas_ = 0;
};

// How an attribute stands in the text of a shader, outside of comments.
struct AttributeText {
  bool is_declared = false;
  bool is_used = false;       // after its declaration
  std::uint32_t columns = 1;  // how many locations it takes: those of a matrix, or one
};
AttributeText find_attribute(std::string_view name, std::string_view shader);

}  // namespace replay
