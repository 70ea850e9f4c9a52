// ProgramObject: what a recorded program's locations and indices are called in this run.
//
// Locations, block indices and subroutine indices are numbers that a driver makes up at link time. The recording says
// which number stood for which name; asking the live program for that name gives the number of this run.
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

// One active resource of a program as the recording tells it piece by piece: under an index, which only queries use.
struct RecordedResource {
  std::string name;
  std::int32_t location = -1, block = -1;
};

struct ProgramObject {
  std::uint32_t live = 0;
  NumberSpace uniforms{};
  NumberSpace uniform_blocks{};
  NumberSpace storage_blocks{};
  // By shader stage: both are per stage in GL.
  std::map<std::uint32_t, NumberSpace> subroutines{};
  std::map<std::uint32_t, NumberSpace> subroutine_uniforms{};
  // By interface (GL_UNIFORM ...) and recorded index.
  static constexpr std::size_t kMostResources = 4096;
  std::map<std::pair<std::uint32_t, std::uint32_t>, RecordedResource> resources{};
  // Attributes whose locations the recording has told, chosen or declared; and live shaders that the recorded program
  // detached while others were still to be told (handlers/programs/attached_shaders.h).
  std::set<std::string, std::less<>> known_inputs{}, bound_inputs{};
  std::set<std::uint32_t> detached{};
  // A bit for each attribute location that it reads; asked for when it is needed.
  std::optional<std::uint64_t> attributes{};

  // The names of uniforms whose declarations have a location, which every driver takes; and which live locations those
  // are, as ranges [first, end), once somebody has found out.
  std::set<std::string, std::less<>> declared{};
  bool declares_all = false;  // SPIR-V
  std::optional<std::vector<std::pair<std::int32_t, std::int32_t>>> declared_locations{};

  // The recorded program was linked.
  void linked() {
    resources.clear();
    for_each_space([](NumberSpace& space) { space.linked(); });
    attributes.reset();
    declared.clear();
    known_inputs.clear();
    declares_all = false;
    declared_locations.reset();
  }
  // The live program alone was linked once more, with the same shaders.
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
