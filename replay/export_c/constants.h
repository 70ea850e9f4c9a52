// Constants: the contents of memory as C, and the names of enums that the program has to declare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "glbindings/signature.h"
#include "replay/export_c/folder.h"

namespace replay {

// Functions and enums that the text of a program names, and that it has to declare.
struct Used {
  std::set<glbindings::FunctionId> functions;
  std::map<std::string, std::uint64_t> enums;  // that headers may lack
};

class Constants {
 public:
  Constants(ExportFolder& folder, Used& used) : folder_(folder), used_(used) {}

  // A number that is no pointer. `bits` are as in LiveArguments.
  std::string number(const glbindings::ParamInfo& param, std::uint64_t bits);
  // A pointer to a copy of `bytes`: an array in the text, or a blob.
  std::string memory(const glbindings::ParamInfo& param, std::span<const std::byte> bytes);
  // The same for bytes of which nothing more is known.
  std::string memory(std::span<const std::byte> bytes);

 private:
  void note_enums(const glbindings::ParamInfo& param, const std::string& text, std::uint64_t value);

  ExportFolder& folder_;
  Used& used_;
};

}  // namespace replay
