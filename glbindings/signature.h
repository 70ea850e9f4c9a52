// Signature: the parameters of a GL function, with their types, object kinds and array lengths. The tables are
// generated from the Khronos XML.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "glbindings/function_id.h"

namespace glbindings {

// The C type of a parameter, or of what it points to, reduced to how it is stored.
enum class Type : std::uint8_t {
  kVoid,
  kBool,  // GLboolean: one byte
  kI8,
  kU8,
  kI16,
  kU16,  // also GLhalf
  kI32,  // also GLfixed
  kU32,
  kI64,  // also GLintptr, GLsizeiptr
  kU64,  // also X's XID types
  kF32,
  kF64,
  kEnum,      // 32 bits
  kBitfield,  // 32 bits
  kChar,      // GLchar; a pointer to it is a string
  kHandle,    // an opaque pointer: GLsync, GLXContext, EGLSurface, Display*
  kFunction,  // a function pointer
};

// Name spaces of GL objects. replay/remap knows which of them live in a share group and which in a context.
enum class ObjectKind : std::uint8_t {
  kNone,
  kBuffer,
  kTexture,
  kRenderbuffer,
  kSampler,
  kProgram,  // one name space with kShader in GL
  kShader,
  kSync,
  kDisplayList,
  kMemoryObject,
  kSemaphore,
  kFramebuffer,
  kVertexArray,
  kProgramPipeline,
  kTransformFeedback,
  kQuery,
  kArbProgram,         // glBindProgramARB, glBindProgramNV
  kAtiFragmentShader,  // glBindFragmentShaderATI
  kExtVertexShader,    // glBindVertexShaderEXT
  kFenceNv,            // glGenFencesNV, glGenFencesAPPLE
  kPerfMonitorAmd,
  kPerfQueryIntel,
  kPathNv,
  kCount
};

// What kind of call it is, by the function's name. Bits.
enum FunctionTrait : std::uint16_t {
  kEndsFrame = 1 << 0,        // swaps, glFrameTerminatorGREMEDY
  kRenders = 1 << 1,          // apitrace's "render" class: draws, glClear, glEnd, blits ...
  kRendersBeside = 1 << 2,    // changes pixels but is not in apitrace's class: glClearBuffer*, dispatches, image copies ...
  kSetsTarget = 1 << 3,       // glBindFramebuffer and its EXT and OES forms
  kNoSideEffects = 1 << 4,    // queries that leave no trace in GL
  kAnnotates = 1 << 5,        // a note for debuggers: nothing is lost where the driver lacks the function
};

struct ParamInfo {
  const char* name;        // "target"
  const char* len;         // the registry's array length expression; "" when it has none
  Type type;               // of the value, or of the element when indirection > 0
  std::uint8_t indirection;  // 0 value, 1 T*, 2 T**
  bool is_const;           // a pointer to const: an input
  ObjectKind object;       // when the value (or each element) is an object name
  std::uint16_t group;     // for enum_name(): the registry's group, 0 none
};

struct Signature {
  const char* name;
  ParamInfo result;  // type kVoid and indirection 0: none
  std::span<const ParamInfo> params;
  std::uint16_t traits;  // FunctionTrait bits
  // The lowest versions of desktop GL and of GL ES that have it, as major * 10 + minor; 0 when only extensions have it.
  std::uint8_t gl_version, es_version;
  const char* extensions;  // that have it, separated by spaces, in the order KHR, ARB, OES, EXT, vendors; "" when none does

  bool has(FunctionTrait trait) const { return (traits & trait) != 0; }
};

// kUnknown when neither the registries nor non_registry.py have a function of that name.
FunctionId find_function(std::string_view name);

// The signature of an id below FunctionId::kCount. That of kUnknown is empty.
const Signature& signature(FunctionId id);

}  // namespace glbindings
