// ShareGroup: the objects that contexts share when they were created to share, as GL defines it: buffers, textures,
// renderbuffers, samplers, programs and shaders, syncs, display lists, memory objects.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "glbindings/signature.h"
#include "replay/remap/list_costs.h"
#include "replay/remap/name_map.h"
#include "replay/remap/program_object.h"
#include "replay/remap/storage.h"

namespace replay {

using Kind = glbindings::ObjectKind;

// Returns whether a kind of objects belongs to the share group; the others belong to the context. GL has one name
// space for programs and shaders.
constexpr bool is_shared(Kind kind) {
  switch (kind) {
    case Kind::kFramebuffer:
    case Kind::kVertexArray:
    case Kind::kProgramPipeline:
    case Kind::kTransformFeedback:
    case Kind::kQuery:
    case Kind::kPerfMonitorAmd:
    case Kind::kPerfQueryIntel: return false;
    default: return true;
  }
}

constexpr std::size_t map_index(Kind kind) {
  return static_cast<std::size_t>(kind == Kind::kShader ? Kind::kProgram : kind);
}

using NameMaps = std::array<NameMap, static_cast<std::size_t>(Kind::kCount)>;

// A range of a buffer that the recorded program has mapped.
struct Mapping {
  std::byte* live = nullptr;   // the address that the driver returned in this run
  std::uint64_t recorded = 0;  // the address that the recorded program got
  std::uint64_t offset = 0, length = 0;
  std::uint32_t access = 0;  // GL_MAP_*_BIT
};

struct ShareGroup {
  explicit ShareGroup(std::shared_ptr<StorageTotal> total = std::make_shared<StorageTotal>())
      : storage(std::move(total)) {}

  NameMaps names;
  Storage storage;                                            // by live name
  std::unordered_map<std::uint64_t, void*> syncs;             // recorded GLsync -> live GLsync
  std::unordered_map<std::uint64_t, std::uint64_t> bindless;  // recorded texture and image handles -> live ones
  std::unordered_map<std::uint32_t, Mapping> mappings;        // by recorded buffer
  std::unordered_map<std::uint32_t, std::unique_ptr<ProgramObject>> programs;  // by recorded name
  ListCosts list_costs;
  bool lists_are_conditional = false;  // glBeginConditionalRender was called while a list was compiled
  bool lists_use_programs = false;     // glUseProgram was called while a list was compiled

  // A name that is used again after glDeleteProgram is a new program at the same address, because contexts point to
  // their current program.
  void add_program(std::uint32_t recorded, std::uint32_t live) {
    auto& program = programs[recorded];
    if (!program) program = std::make_unique<ProgramObject>();
    *program = ProgramObject{.live = live};
  }

  ProgramObject* find_program(std::uint32_t recorded) {
    const auto found = programs.find(recorded);
    return found == programs.end() ? nullptr : found->second.get();
  }
};

}  // namespace replay
