// Calls made from the fuzzer's bytes, issued by the real dispatcher over a GL that touches what a real one would touch.
//
// A call is a function and a value for each of its parameters; values go through the loaders' own conversion, so that
// they are what a file can bring. Each memory of a value is a block of its own of exactly its size. Between the calls
// contexts are made, shared with, made current and destroyed, and after each of them all shadows are compared with what
// the fake has.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "loaders/stream/value_plan.h"
#include "replay/base/cannot_judge.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/dispatch/shadows.h"
#include "tests/fuzz/dispatch/fake_gl.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using glbindings::ParamInfo;
using loaders::Elem;
using loaders::Value;
using loaders::ValueKind;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}
  bool empty() const { return data_ == end_; }
  std::uint8_t byte() { return empty() ? 0 : *data_++; }
  std::uint32_t below(std::uint32_t bound) {
    return bound <= 256 ? byte() % bound : (byte() | std::uint32_t{byte()} << 8) % bound;
  }
  std::uint64_t wide() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }

 private:
  const std::uint8_t *data_, *end_;
};

// Functions that have to do with memory come up more often than their share.
constexpr FunctionId kFavourites[] = {
    FunctionId::glBindBuffer,
    FunctionId::glBindBuffer,
    FunctionId::glBufferData,
    FunctionId::glBufferStorage,
    FunctionId::glBufferSubData,
    FunctionId::glMapBufferRange,
    FunctionId::glMapBuffer,
    FunctionId::glUnmapBuffer,
    FunctionId::glMapNamedBufferRange,
    FunctionId::glUnmapNamedBuffer,
    FunctionId::glDeleteBuffers,
    FunctionId::glGenBuffers,
    FunctionId::memcpy,
    FunctionId::memcpy,
    FunctionId::malloc,
    FunctionId::free,
    FunctionId::realloc,
    FunctionId::replayBufferContents,
    FunctionId::replayNamedBufferContents,
    FunctionId::glNamedBufferData,
    FunctionId::glPixelStorei,
    FunctionId::glPixelStorei,
    FunctionId::glPixelStoref,
    FunctionId::glPushClientAttrib,
    FunctionId::glPopClientAttrib,
    FunctionId::glClientAttribDefaultEXT,
    FunctionId::glTexImage1D,
    FunctionId::glTexImage2D,
    FunctionId::glTexImage3D,
    FunctionId::glTexSubImage2D,
    FunctionId::glTexSubImage3D,
    FunctionId::glDrawPixels,
    FunctionId::glBitmap,
    FunctionId::glPolygonStipple,
    FunctionId::glReadPixels,
    FunctionId::glReadnPixels,
    FunctionId::glGetTexImage,
    FunctionId::glGetnTexImage,
    FunctionId::glGetTextureImage,
    FunctionId::glGetCompressedTexImage,
    FunctionId::glCompressedTexImage2D,
    FunctionId::glCompressedTexImage3D,
    FunctionId::glCompressedTexSubImage2D,
    FunctionId::glVertexAttribPointer,
    FunctionId::glVertexAttribIPointer,
    FunctionId::glVertexPointer,
    FunctionId::glTexCoordPointer,
    FunctionId::glColorPointer,
    FunctionId::glInterleavedArrays,
    FunctionId::glEnableVertexAttribArray,
    FunctionId::glDisableVertexAttribArray,
    FunctionId::glEnableClientState,
    FunctionId::glDisableClientState,
    FunctionId::glEnableVertexArrayAttrib,
    FunctionId::glBindVertexArray,
    FunctionId::glGenVertexArrays,
    FunctionId::glCreateVertexArrays,
    FunctionId::glDeleteVertexArrays,
    FunctionId::glVertexArrayElementBuffer,
    FunctionId::glVertexArrayVertexBuffer,
    FunctionId::glBindVertexBuffer,
    FunctionId::glVertexArrayVertexAttribOffsetEXT,
    FunctionId::glClientActiveTexture,
    FunctionId::glDrawArrays,
    FunctionId::glDrawElements,
    FunctionId::glDrawRangeElements,
    FunctionId::glDrawElementsBaseVertex,
    FunctionId::glDrawArraysInstanced,
    FunctionId::glDrawElementsInstanced,
    FunctionId::glMultiDrawArrays,
    FunctionId::glMultiDrawElements,
    FunctionId::glMultiDrawElementsBaseVertex,
    FunctionId::glDrawArraysIndirect,
    FunctionId::glDrawElementsIndirect,
    FunctionId::glMultiDrawArraysIndirect,
    FunctionId::glMultiDrawElementsIndirect,
    FunctionId::replayGuardedDrawArrays,
    FunctionId::replayGuardedDrawElements,
    FunctionId::glArrayElement,
    FunctionId::glBegin,
    FunctionId::glEnd,
    FunctionId::glNewList,
    FunctionId::glEndList,
    FunctionId::glCallList,
    FunctionId::glCallLists,
    FunctionId::glGenLists,
    FunctionId::glDeleteLists,
    FunctionId::glFeedbackBuffer,
    FunctionId::glSelectBuffer,
    FunctionId::glRenderMode,
    FunctionId::glGetQueryObjectuiv,
    FunctionId::glShaderSource,
    FunctionId::glCreateShader,
    FunctionId::glUniform4fv,
    FunctionId::glUniformMatrix4fv,
    FunctionId::glUniformSubroutinesuiv,
    FunctionId::glMap1f,
    FunctionId::glMap2d,
    FunctionId::glEvalMesh2,
    FunctionId::glDispatchCompute,
    FunctionId::glGenTextures,
    FunctionId::glDeleteTextures,
    FunctionId::glClearBufferData,
    FunctionId::glDrawBuffers,
    FunctionId::glViewportArrayv,
    FunctionId::glObjectLabel,
    FunctionId::glDebugMessageInsert,
    FunctionId::glPixelMapfv,
    FunctionId::glTexParameterfv,
    FunctionId::glXChooseFBConfig,
    FunctionId::glXChooseVisual,
    FunctionId::glXCreateContextAttribsARB,
    FunctionId::eglChooseConfig,
    FunctionId::eglCreateContext,
    FunctionId::wglChoosePixelFormatARB,
    FunctionId::wglSetPixelFormat,
};

// Enums that mean something to what is tested.
constexpr std::uint32_t kEnums[] = {GL_ARRAY_BUFFER,
                                    GL_ELEMENT_ARRAY_BUFFER,
                                    GL_PIXEL_UNPACK_BUFFER,
                                    GL_PIXEL_PACK_BUFFER,
                                    GL_DRAW_INDIRECT_BUFFER,
                                    GL_QUERY_BUFFER,
                                    GL_COPY_READ_BUFFER,
                                    GL_UNIFORM_BUFFER,
                                    GL_UNPACK_ALIGNMENT,
                                    GL_UNPACK_ROW_LENGTH,
                                    GL_UNPACK_IMAGE_HEIGHT,
                                    GL_UNPACK_SKIP_PIXELS,
                                    GL_UNPACK_SKIP_ROWS,
                                    GL_UNPACK_SKIP_IMAGES,
                                    GL_UNPACK_COMPRESSED_BLOCK_WIDTH,
                                    GL_UNPACK_COMPRESSED_BLOCK_HEIGHT,
                                    GL_UNPACK_COMPRESSED_BLOCK_DEPTH,
                                    GL_UNPACK_COMPRESSED_BLOCK_SIZE,
                                    GL_PACK_ALIGNMENT,
                                    GL_PACK_ROW_LENGTH,
                                    GL_PACK_IMAGE_HEIGHT,
                                    GL_PACK_SKIP_PIXELS,
                                    GL_PACK_SKIP_ROWS,
                                    GL_PACK_SKIP_IMAGES,
                                    GL_PACK_COMPRESSED_BLOCK_SIZE,
                                    GL_RGBA,
                                    GL_RGB,
                                    GL_RED,
                                    GL_RG,
                                    GL_BGRA,
                                    GL_DEPTH_COMPONENT,
                                    GL_DEPTH_STENCIL,
                                    GL_STENCIL_INDEX,
                                    GL_COLOR_INDEX,
                                    GL_LUMINANCE_ALPHA,
                                    GL_RGBA_INTEGER,
                                    GL_UNSIGNED_BYTE,
                                    GL_UNSIGNED_SHORT,
                                    GL_UNSIGNED_INT,
                                    GL_FLOAT,
                                    GL_HALF_FLOAT,
                                    GL_DOUBLE,
                                    GL_BITMAP,
                                    GL_UNSIGNED_SHORT_5_6_5,
                                    GL_UNSIGNED_INT_8_8_8_8,
                                    GL_UNSIGNED_INT_24_8,
                                    GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
                                    GL_UNSIGNED_BYTE_3_3_2,
                                    GL_TEXTURE_1D,
                                    GL_TEXTURE_2D,
                                    GL_TEXTURE_3D,
                                    GL_TEXTURE_2D_ARRAY,
                                    GL_TEXTURE_CUBE_MAP_ARRAY,
                                    GL_TRIANGLES,
                                    GL_TRIANGLES,
                                    GL_LINES,
                                    GL_VERTEX_ARRAY,
                                    GL_NORMAL_ARRAY,
                                    GL_COLOR_ARRAY,
                                    GL_TEXTURE_COORD_ARRAY,
                                    GL_EDGE_FLAG_ARRAY,
                                    GL_COMPILE,
                                    GL_COMPILE_AND_EXECUTE,
                                    GL_RENDER,
                                    GL_FEEDBACK,
                                    GL_SELECT,
                                    GL_CLIENT_PIXEL_STORE_BIT,
                                    GL_CLIENT_VERTEX_ARRAY_BIT,
                                    GL_CLIENT_ALL_ATTRIB_BITS,
                                    GL_TEXTURE0,
                                    GL_TEXTURE1,
                                    GL_MAP1_VERTEX_3,
                                    GL_MAP1_INDEX,
                                    GL_MAP2_VERTEX_3,
                                    GL_2_BYTES,
                                    GL_4_BYTES,
                                    GL_BYTE,
                                    GL_VERTEX_SHADER,
                                    GL_BUFFER,
                                    GL_TEXTURE,
                                    GL_MAP_WRITE_BIT,
                                    GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT,
                                    GL_RGBA8,
                                    GL_RGBA32F,
                                    GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
                                    GL_COMPRESSED_RGBA_ASTC_8x8_KHR,
                                    GL_QUERY_RESULT,
                                    GL_RENDERBUFFER};

// An address that the recorded process had memory at; mappings and mallocs of the recording are here.
constexpr std::uint64_t kAddress = 0x7f0000001000;

class Fuzz {
 public:
  Fuzz(const std::uint8_t* data, std::size_t size)
      : bytes_(data, size),
        kind_(static_cast<fake::Kind>(bytes_.below(4))),
        platform_(need(Platform::create(Display::kHeadless))),
        dispatcher_(platform_.get(), functions_, {}) {
    fake::make_contexts_of(kind_);
    functions_.append({"?", FunctionId::kUnknown, {}});
    make_current(1);
    add_context(2, 1);
  }

  void run() {
    constexpr int kMaxCalls = 400;
    for (int i = 0; i < kMaxCalls && !bytes_.empty(); ++i) {
      try {
        const std::uint32_t what = bytes_.below(16);
        if (what == 0) change_contexts();
        else if (what < 5) issue_taken();
        else issue();
      } catch (const CannotJudge&) {
        return;
      }
      if (const auto wrong = false_shadow(dispatcher_)) {
        std::fprintf(stderr, "%s: %s\n", last_, wrong->c_str());
        __builtin_trap();
      }
    }
  }

 private:
  RecordedContext* add_context(std::uint64_t handle, std::uint64_t share) {
    ContextRequest request;
    request.api = kind_ == fake::Kind::kEs1 ? Api::kGles1 : kind_ == fake::Kind::kEs2 ? Api::kGles2 : Api::kGl;
    if (kind_ == fake::Kind::kCore) request = {.major = 4, .minor = 5, .profile = Profile::kCore};
    return dispatcher_.window_system.add_context(handle, request, {}, share);
  }

  void make_current(std::uint64_t handle) {
    WindowSystem& window_system = dispatcher_.window_system;
    RecordedContext* context = window_system.find_context(handle);
    if (context == nullptr) context = add_context(handle, 0);
    Drawable* drawable = window_system.drawable(9);
    if (window_system.make_current(drawable, drawable, context)) prepare(*context);
    use_context();
  }

  // Objects that most calls need; what is left of the bytes decides what becomes of them.
  static void prepare(RecordedContext& context) {
    for (std::uint32_t name = 1; name <= 4; ++name) {
      for (const Kind object : {Kind::kTexture, Kind::kShader, Kind::kQuery, Kind::kRenderbuffer, Kind::kFramebuffer}) {
        context.map(object).set(name, name + 100);
      }
    }
    context.group->add_program(5, 105);
  }

  // The loader of tables leaves out extensions, which the fake does not name.
  void use_context() {
    dispatcher_.context_changed();
    if (dispatcher_.context != nullptr) dispatcher_.gl = &fake::table(kind_);
  }

  // What is left of the current context's objects is the other one's, if they share.
  void hand_over(std::uint64_t handle) {
    WindowSystem& window_system = dispatcher_.window_system;
    const std::uint64_t last = window_system.current_context() != nullptr ? window_system.current_context()->handle : 0;
    window_system.release_current();
    window_system.destroy_context(last);
    make_current(handle);
  }

  void change_contexts() {
    last_ = "a change of contexts";
    WindowSystem& window_system = dispatcher_.window_system;
    const std::uint64_t handle = 1 + bytes_.below(4);
    switch (bytes_.below(8)) {
      case 0: window_system.release_current(); break;
      case 1: window_system.destroy_context(handle); break;
      case 2:
      case 3: add_context(handle, bytes_.below(5)); break;
      case 4: return hand_over(handle);
      default: return make_current(handle);
    }
    use_context();
  }

  FunctionId function() {
    const std::uint8_t how = bytes_.byte();
    if (how < 224) return kFavourites[bytes_.below(std::size(kFavourites))];
    return static_cast<FunctionId>(bytes_.below(static_cast<std::uint32_t>(FunctionId::kCount)));
  }

  // Changes of context are made between the calls.
  static bool changes_contexts(std::string_view name) {
    return name.find("MakeCurrent") != name.npos || name.find("MakeContextCurrent") != name.npos ||
           name == "CGLSetCurrentContext" || name == "replayBindCanvas" || name == "eglReleaseThread" ||
           name == "wglMakeCurrent";
  }

  void issue() {
    const FunctionId id = function();
    const auto& signature = glbindings::signature(id);
    if (changes_contexts(signature.name())) return;
    last_ = signature.name();
    std::vector<Value>& args = *args_.emplace_back(std::make_unique<std::vector<Value>>());
    for (std::size_t i = 0; i < signature.params().size(); ++i)
      args.push_back(value(signature.params()[i], loaders::argument_target(id, i)));
    const bool has_result = bytes_.byte() < 200;
    if (has_result) args.push_back(result(signature.result, loaders::result_target(id)));
    args.resize(args.size() + 1);
    loaders::Call call;
    call.function = id;
    call.number = ++number_;
    call.args = args.data();
    call.argc = static_cast<std::uint8_t>(signature.params().size());
    call.has_result = has_result;
    dispatcher_.issue(call);
  }

  void issue_taken(FunctionId id, std::vector<Value> arguments, const Value* result = nullptr) {
    std::vector<Value>& args = *args_.emplace_back(std::make_unique<std::vector<Value>>(std::move(arguments)));
    last_ = glbindings::signature(id).name();
    loaders::Call call;
    call.argc = static_cast<std::uint8_t>(args.size());
    if (result != nullptr) args.push_back(*result);
    args.resize(args.size() + 1);
    call.function = id;
    call.number = ++number_;
    call.args = args.data();
    call.has_result = result != nullptr;
    dispatcher_.issue(call);
  }

  // Calls that GL takes unless something stands against it, with few names: chance alone seldom makes two that have to
  // do with each other.
  void issue_taken() {
    constexpr std::uint32_t kTargets[] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER,
                                          GL_PIXEL_UNPACK_BUFFER};
    const std::uint32_t name = 1 + bytes_.below(3);
    auto* names = static_cast<std::uint32_t*>(memory(sizeof name));
    *names = name;
    const Value one = Value::of_uint(1), named = Value::of_uint(name), mask = Value::of_uint(name);
    const Value list = Value::of_memory(ValueKind::kArray, names, 1, Elem::kU32),
                target = Value::of_uint(kTargets[bytes_.below(4)]);
    const Value address = Value::of_pointer(kAddress);
    switch (bytes_.below(24)) {
      case 0: return issue_taken(FunctionId::glGenBuffers, {one, list});
      case 1: return issue_taken(FunctionId::glDeleteBuffers, {one, list});
      case 2: return issue_taken(FunctionId::glBindBuffer, {target, Value::of_uint(0)});
      case 3:
        return issue_taken(FunctionId::glBufferData, {target, Value::of_uint(256), {}, Value::of_uint(GL_STATIC_DRAW)});
      case 4: return issue_taken(FunctionId::glMapBuffer, {target, Value::of_uint(GL_WRITE_ONLY)}, &address);
      case 5: return issue_taken(FunctionId::glUnmapBuffer, {target});
      case 6:
      case 7: return issue_taken(FunctionId::glPushClientAttrib, {mask});
      case 8:
      case 9: return issue_taken(FunctionId::glPopClientAttrib, {});
      case 10: return issue_taken(FunctionId::glClientAttribDefaultEXT, {mask});
      case 11:
      case 12: return issue_taken(FunctionId::glBegin, {Value::of_uint(GL_TRIANGLES)});
      case 13:
      case 14: return issue_taken(FunctionId::glEnd, {});
      case 15: return issue_taken(FunctionId::glGenVertexArrays, {one, list});
      case 16:
      case 17: return issue_taken(FunctionId::glBindVertexArray, {named});
      case 18: return issue_taken(FunctionId::glDeleteVertexArrays, {one, list});
      default: return issue_taken(FunctionId::glBindBuffer, {target, named});
    }
  }

  Value result(const ParamInfo& param, loaders::Target target) {
    if (param.indirection > 0 || param.type == glbindings::Type::kHandle)
      return Value::of_pointer(kAddress + bytes_.below(64));
    return loaders::convert(Value::of_uint(bytes_.below(8)), target, arena_);
  }

  std::uint64_t number(const ParamInfo& param) {
    switch (bytes_.below(8)) {
      case 0: return bytes_.wide();
      case 1: return std::uint64_t{1} << bytes_.below(64);
      case 2: return ~std::uint64_t{0} - bytes_.below(4);
      case 3: return INT32_MAX - bytes_.below(4);
      default: break;
    }
    if (param.type == glbindings::Type::kEnum || param.type == glbindings::Type::kBitfield)
      return kEnums[bytes_.below(std::size(kEnums))];
    return bytes_.below(40);
  }

  // Memory of exactly that size, filled from the bytes.
  void* memory(std::size_t size) {
    auto& block = blocks_.emplace_back(new char[size]);
    std::size_t filled = 0;
    for (; filled < size && filled < 64; ++filled) block[filled] = static_cast<char>(bytes_.byte());
    std::fill(block.get() + filled, block.get() + size, 1);
    return block.get();
  }

  Value string() {
    const std::uint32_t length = bytes_.below(20);
    auto* text = static_cast<char*>(memory(length + 1));
    text[length] = 0;
    return Value::of_memory(ValueKind::kString, text, length);
  }

  Value array(const ParamInfo& param, loaders::Target target) {
    const std::uint32_t count = bytes_.below(24);
    const bool pointers = target.form == loaders::Form::kPointers || target.form == loaders::Form::kStrings;
    const Elem natural = bytes_.below(16) == 0 ? Elem::kValue : static_cast<Elem>(1 + bytes_.below(10));
    const Elem elem = pointers && bytes_.below(8) != 0 ? Elem::kValue : loaders::packed_elem(natural, false, target);
    auto* elements = memory(count * loaders::elem_size(elem));
    if (elem == Elem::kValue) {
      for (std::uint32_t i = 0; i < count; ++i) static_cast<Value*>(elements)[i] = any(param, loaders::Target{}, 1);
    } else if (bytes_.below(2) == 0) {
      for (std::uint32_t i = 0; i < count; ++i) {
        const Value one = Value::of_uint(number(param));
        if (loaders::is_integer(elem))
          loaders::store_number(static_cast<std::byte*>(elements) + i * loaders::elem_size(elem), elem, one);
      }
    }
    return Value::of_memory(ValueKind::kArray, elements, count, elem);
  }

  Value any(const ParamInfo& param, loaders::Target target, int depth) {
    switch (bytes_.below(8)) {
      case 0: return {};
      case 1: return Value::of_uint(number(param));
      case 2: return Value::of_sint(static_cast<std::int64_t>(number(param)));
      case 3: return bytes_.below(2) == 0 ? Value::of_f32(static_cast<float>(bytes_.byte())) : Value::of_f64(-1e300);
      case 4: return string();
      case 5: {
        const std::uint32_t size = bytes_.below(2) == 0 ? bytes_.below(32) : bytes_.below(2048);
        return Value::of_memory(ValueKind::kBlob, memory(size), size);
      }
      case 6: return Value::of_pointer(bytes_.below(2) == 0 ? bytes_.below(64) : kAddress + bytes_.below(64));
      default: return depth > 0 ? Value{} : array(param, target);
    }
  }

  // Mostly what a file has in such a place.
  Value value(const ParamInfo& param, loaders::Target target) {
    if (bytes_.below(16) == 0) return loaders::convert(any(param, target, 0), target, arena_);
    switch (target.form) {
      case loaders::Form::kNumber: return loaders::convert(Value::of_uint(number(param)), target, arena_);
      case loaders::Form::kString: return string();
      case loaders::Form::kArray:
      case loaders::Form::kStrings:
      case loaders::Form::kPointers: return array(param, target);
      default: return loaders::convert(any(param, target, 0), target, arena_);
    }
  }

  Bytes bytes_;
  fake::Kind kind_;
  std::unique_ptr<Platform> platform_;
  loaders::FunctionTable functions_;
  Dispatcher dispatcher_;
  const char* last_ = "nothing";
  loaders::Arena arena_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<std::unique_ptr<std::vector<Value>>> args_;
  std::uint64_t number_ = 0;
};

}  // namespace
}  // namespace replay

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  replay::Fuzz(data, size).run();
  replay::fake::forget();
  return 0;
}
