// ProgramObject: which numbers the locations and indices of a recorded program have in this run.
//
// A driver chooses locations, block indices and subroutine indices when it links a program. The recording shows which
// number stood for which name, and the live program is asked for the number of this name in this run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "replay/remap/number_space.h"

namespace replay {

// One active resource of a program. The recording shows its properties one by one, under an index that only queries
// use.
struct RecordedResource {
  std::string name;
  std::int32_t location = -1, block = -1;
};

struct ProgramObject {
  std::uint32_t live = 0;
  NumberSpace uniforms{};
  NumberSpace uniform_blocks{};
  NumberSpace storage_blocks{};
  // These are by shader stage, as in GL.
  std::map<std::uint32_t, NumberSpace> subroutines{};
  std::map<std::uint32_t, NumberSpace> subroutine_uniforms{};
  // The resources by interface (GL_UNIFORM ...) and recorded index.
  static constexpr std::size_t kMaxResources = 4096;
  std::map<std::pair<std::uint32_t, std::uint32_t>, RecordedResource> resources{};
  // The attributes whose locations are known from queries, calls or declarations of the recording. Also the live
  // shaders that the recorded program detached before all locations were known
  // (handlers/programs/attached_shaders.h).
  std::set<std::string, std::less<>> known_inputs{}, bound_inputs{};
  std::set<std::uint32_t> detached{};
  // One bit for each attribute location that the program reads. They are queried when they are needed.
  std::optional<std::uint64_t> attributes{};

  // The names of uniforms that declare a location, which every driver uses. Also the ranges [first, end) of these
  // locations, after they were found out.
  std::set<std::string, std::less<>> declared{};
  bool declares_all = false;  // true for SPIR-V
  std::optional<std::vector<std::pair<std::int32_t, std::int32_t>>> declared_locations{};

  // To be called when the recorded program was linked.
  void linked() {
    resources.clear();
    for_each_space([](NumberSpace& space) { space.linked(); });
    attributes.reset();
    declared.clear();
    known_inputs.clear();
    declares_all = false;
    declared_locations.reset();
  }
  // To be called when only the live program was linked again, with the same shaders.
  void linked_again() {
    for_each_space([](NumberSpace& space) { space.linked_again(); });
    attributes.reset();
    declared_locations.reset();
  }

 private:
  template <class Take>
  void for_each_space(Take take) {
    for (NumberSpace* space : {&uniforms, &uniform_blocks, &storage_blocks}) take(*space);
    for (auto* spaces : {&subroutines, &subroutine_uniforms}) {
      for (auto& [stage, space] : *spaces) take(space);
    }
  }
};

}  // namespace replay
