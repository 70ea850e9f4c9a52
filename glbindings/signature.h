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

// Bits that say what kind of call it is. They follow from the function's name (traits.py).
enum FunctionTrait : std::uint16_t {
  kEndsFrame = 1 << 0,      // swaps, glFrameTerminatorGREMEDY
  kRenders = 1 << 1,        // apitrace's "render" class: draws, glClear, glEnd, blits ...
  kRendersBeside = 1 << 2,  // changes pixels, but is not in that class: glClearBuffer*, dispatches, image copies ...
  kSetsTarget = 1 << 3,     // glBindFramebuffer and its EXT and OES forms
  kNoSideEffects = 1 << 4,  // queries that leave no trace in GL
  kAnnotates = 1 << 5,      // a note for debuggers; nothing is lost when the driver lacks the function
};

// Arrays that the generator writes. Only what is declared in this file and in gl_names.h reads them.
namespace tables {
// All texts, each with a zero at its end. Records have places in it: addresses would be written by the dynamic linker
// at each start, in all pages of the tables.
extern const char kTexts[];
}  // namespace tables

struct ParamInfo {
  std::uint32_t name_at = 0, len_at = 0;  // in kTexts
  Type type = Type::kVoid;                // of the value, or of the element when indirection > 0
  std::uint8_t indirection = 0;           // 0 for a value, 1 for T*, 2 for T**
  bool is_const = false;                  // whether it is a pointer to const, and so an input
  ObjectKind object = ObjectKind::kNone;  // what the value (or each element) names, when it is an object name
  std::uint16_t group = 0;                // the registry's group for enum_name(), or 0

  const char* name() const { return tables::kTexts + name_at; }  // "target"
  const char* len() const { return tables::kTexts + len_at; }    // the registry's array length expression, or ""
};

namespace tables {
extern const ParamInfo kParams[];  // of all functions, one after the other
}  // namespace tables

struct Signature {
  std::uint32_t name_at = 0, extensions_at = 0;  // in kTexts
  std::uint16_t first_param = 0, param_count = 0;
  ParamInfo result;          // type kVoid and indirection 0 when there is none
  std::uint16_t traits = 0;  // FunctionTrait bits
  // The lowest versions of desktop GL and of GL ES that have the function, as major * 10 + minor; 0 when there is none.
  std::uint8_t gl_version = 0, es_version = 0;

  const char* name() const { return tables::kTexts + name_at; }
  std::span<const ParamInfo> params() const { return {tables::kParams + first_param, param_count}; }
  // The extensions that have it, separated by spaces, in the order KHR, ARB, OES, EXT, vendors; "" when there is none.
  const char* extensions() const { return tables::kTexts + extensions_at; }
  bool has(FunctionTrait trait) const { return (traits & trait) != 0; }
};

// Returns kUnknown when neither the registries nor non_registry.py have a function of that name.
FunctionId find_function(std::string_view name);

// Returns the signature of an id below FunctionId::kCount. The signature of kUnknown is empty.
const Signature& signature(FunctionId id);

}  // namespace glbindings
