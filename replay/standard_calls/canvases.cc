#include "replay/standard_calls/canvases.h"

#include <algorithm>
#include <utility>

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

enum : std::int32_t {
  kAlphaSize = 0x3021,
  kBlueSize = 0x3022,
  kGreenSize = 0x3023,
  kRedSize = 0x3024,
  kDepthSize = 0x3025,
  kStencilSize = 0x3026,
  kSamples = 0x3031,
  kSampleBuffers = 0x3032,
  kSurfaceType = 0x3033,
  kPbufferBit = 1,
  kRenderableType = 0x3040,
  kEs2Bit = 4,
  kHeight = 0x3056,
  kWidth = 0x3057,
  kClientVersion = 0x3098,
  kNone = 0x3038,
};
constexpr std::uint32_t kEsApi = 0x30A0, kFramebuffer = 0x8D40, kRenderbuffer = 0x8D41;

// The size of a canvas in HTML when the page does not set one.
constexpr int kDefaultWidth = 300, kDefaultHeight = 150;

// The number of samples for "antialias". Browsers may choose any number.
constexpr std::int32_t kAntialiasSamples = 4;

// A name of a framebuffer that no recording uses.
constexpr std::uint32_t kOwnFramebuffer = 0x7ffffff0;

const Value kTrue = Value::of_uint(1);

Value number(std::int64_t value) { return Value::of_sint(value); }

void bind_framebuffer(std::uint32_t name, CallMaker& maker) {
  maker.make(FunctionId::glBindFramebuffer, {Value::of_uint(kFramebuffer), Value::of_uint(name)});
}

std::uint32_t canvas_of(const Call& call) { return static_cast<std::uint32_t>(call.args[0].u); }

// The attachments that a format of renderbuffers has bits for.
std::initializer_list<std::uint32_t> attachments_of(std::uint32_t format) {
  constexpr std::uint32_t kColor = 0x8CE0, kDepth = 0x8D00, kStencil = 0x8D20;
  static constexpr std::initializer_list<std::uint32_t> kOfDepth = {kDepth}, kOfStencil = {kStencil},
                                                        kOfBoth = {kDepth, kStencil}, kOfColor = {kColor};
  switch (format) {
    case 0x1902:                     // GL_DEPTH_COMPONENT
    case 0x81A5:                     // GL_DEPTH_COMPONENT16
    case 0x81A6:                     // GL_DEPTH_COMPONENT24
    case 0x81A7:                     // GL_DEPTH_COMPONENT32
    case 0x8CAC: return kOfDepth;    // GL_DEPTH_COMPONENT32F
    case 0x8D48: return kOfStencil;  // GL_STENCIL_INDEX8
    case 0x84F9:                     // GL_DEPTH_STENCIL
    case 0x88F0:                     // GL_DEPTH24_STENCIL8
    case 0x8CAD: return kOfBoth;     // GL_DEPTH32F_STENCIL8
    default: return kOfColor;
  }
}

}  // namespace

void Canvases::follow(const Call& call) {
  if (current_ != 0) canvases_.at(current_).state.follow(call);
}

void Canvases::note_size(std::uint32_t canvas, int width, int height) {
  const auto found = canvases_.try_emplace(canvas).first;
  found->second.known_width = width;
  found->second.known_height = height;
}

void Canvases::open_display(CallMaker& maker) {
  if (has_display_) return;
  has_display_ = true;
  const Value display = Value::of_pointer(kDisplay);
  maker.make(FunctionId::eglGetDisplay, {Value()}, display);
  maker.make(FunctionId::eglInitialize, {display, maker.integers({1}), maker.integers({5})}, kTrue);
  maker.make(FunctionId::eglBindAPI, {Value::of_uint(kEsApi)}, kTrue);
}

void Canvases::create(const Call& call, CallMaker& maker) {
  const auto flag = [&](std::size_t index) { return call.args[index].u != 0; };
  Canvas attributes;
  attributes.alpha = flag(1);
  attributes.depth = flag(2);
  attributes.stencil = flag(3);
  attributes.antialias = flag(4);
  attributes.preserve = flag(5);
  create(canvas_of(call), attributes, maker);
}

// A canvas that exists already has lost its context, and gets a new one with a new drawing buffer.
void Canvases::create(std::uint32_t name, const Canvas& attributes, CallMaker& maker) {
  open_display(maker);
  const Value display = Value::of_pointer(kDisplay);
  Canvas& canvas = canvases_[name];
  if (current_ == name) {
    maker.make(FunctionId::eglMakeCurrent, {display, Value(), Value(), Value()}, kTrue);
    current_ = 0;
  }
  if (canvas.surface != 0)
    maker.make(FunctionId::eglDestroySurface, {display, Value::of_pointer(canvas.surface)}, kTrue);
  if (canvas.context != 0)
    maker.make(FunctionId::eglDestroyContext, {display, Value::of_pointer(canvas.context)}, kTrue);
  const int known_width = canvas.known_width, known_height = canvas.known_height;
  canvas = attributes;
  canvas.known_width = known_width;
  canvas.known_height = known_height;
  canvas.config = new_handle();
  canvas.context = new_handle();
  const std::int32_t samples = canvas.antialias ? kAntialiasSamples : 0;
  const Value wanted = maker.integers({kSurfaceType,
                                       kPbufferBit,
                                       kRenderableType,
                                       kEs2Bit,
                                       kRedSize,
                                       8,
                                       kGreenSize,
                                       8,
                                       kBlueSize,
                                       8,
                                       kAlphaSize,
                                       canvas.alpha ? 8 : 0,
                                       kDepthSize,
                                       canvas.depth ? 24 : 0,
                                       kStencilSize,
                                       canvas.stencil ? 8 : 0,
                                       kSampleBuffers,
                                       samples > 0 ? 1 : 0,
                                       kSamples,
                                       samples,
                                       kNone});
  const Value config = Value::of_pointer(canvas.config);
  maker.make(FunctionId::eglChooseConfig, {display, wanted, maker.handles({config}), number(1), maker.integers({1})},
             kTrue);
  maker.stand_in(FunctionId::eglCreateContext, {display, config, Value(), maker.integers({kClientVersion, 2, kNone})},
                 Value::of_pointer(canvas.context));
}

void Canvases::bind(const Call& call, CallMaker& maker) {
  const std::uint32_t name = canvas_of(call);
  // A recording that began late does not show how the context was made.
  if (canvases_[name].context == 0) create(name, Canvas(canvases_[name]), maker);
  Canvas& canvas = canvases_[name];
  const auto width = static_cast<int>(call.args[1].i), height = static_cast<int>(call.args[2].i);
  if (width > 0 && height > 0) {
    canvas.known_width = width;
    canvas.known_height = height;
  } else if (canvas.known_width == 0) {
    canvas.known_width = kDefaultWidth;
    canvas.known_height = kDefaultHeight;
  }
  const bool fits = canvas.surface != 0 && canvas.width == canvas.known_width && canvas.height == canvas.known_height;
  if (fits) return make_current(name, maker);
  const std::uint64_t old = canvas.surface;
  create_surface(canvas, maker);
  current_ = 0;
  make_current(name, maker);
  const Value display = Value::of_pointer(kDisplay);
  if (old != 0) maker.make(FunctionId::eglDestroySurface, {display, Value::of_pointer(old)}, kTrue);
  if (canvas.state.framebuffer() != 0) bind_framebuffer(0, maker);
  canvas.state.clear_all(maker);
  if (canvas.state.framebuffer() != 0) bind_framebuffer(canvas.state.framebuffer(), maker);
}

void Canvases::create_surface(Canvas& canvas, CallMaker& maker) {
  canvas.surface = new_handle();
  canvas.width = canvas.known_width;
  canvas.height = canvas.known_height;
  maker.make(FunctionId::eglCreatePbufferSurface,
             {Value::of_pointer(kDisplay), Value::of_pointer(canvas.config),
              maker.integers({kWidth, canvas.width, kHeight, canvas.height, kNone})},
             Value::of_pointer(canvas.surface));
}

void Canvases::make_current(std::uint32_t name, CallMaker& maker) {
  if (current_ == name) return;
  current_ = name;
  Canvas& canvas = canvases_.at(name);
  const Value surface = Value::of_pointer(canvas.surface);
  maker.make(FunctionId::eglMakeCurrent,
             {Value::of_pointer(kDisplay), surface, surface, Value::of_pointer(canvas.context)}, kTrue);
  if (std::exchange(canvas.was_current, true)) return;
  for (const FunctionId box : {FunctionId::glViewport, FunctionId::glScissor})
    maker.make(box, {number(0), number(0), number(canvas.width), number(canvas.height)});
}

// A frame shows all canvases. Those that nothing was drawn into keep what they have.
void Canvases::present(const Call& call, CallMaker& maker) {
  const std::uint32_t before = current_;
  const std::span<const std::uint32_t> drawn = call.args[2].array<std::uint32_t>();
  for (const auto& [name, canvas] : canvases_) {
    if (canvas.surface == 0) continue;
    make_current(name, maker);
    // Other tools take the picture of what is bound.
    if (canvas.state.framebuffer() != 0) bind_framebuffer(0, maker);
    maker.stand_in(FunctionId::eglSwapBuffers, {Value::of_pointer(kDisplay), Value::of_pointer(canvas.surface)}, kTrue);
    if (!canvas.preserve && std::ranges::find(drawn, name) != drawn.end()) canvas.state.clear_all(maker);
    if (canvas.state.framebuffer() != 0) bind_framebuffer(canvas.state.framebuffer(), maker);
  }
  if (before != 0) make_current(before, maker);
}

void Canvases::clear_renderbuffer(std::uint32_t format, CallMaker& maker) {
  if (current_ == 0) return;
  const RecordedClearState& state = canvases_.at(current_).state;
  if (state.renderbuffer() == 0) return;
  maker.make(FunctionId::glGenFramebuffers, {number(1), maker.names({kOwnFramebuffer})});
  bind_framebuffer(kOwnFramebuffer, maker);
  for (const std::uint32_t attachment : attachments_of(format)) {
    maker.make(FunctionId::glFramebufferRenderbuffer,
               {Value::of_uint(kFramebuffer), Value::of_uint(attachment), Value::of_uint(kRenderbuffer),
                Value::of_uint(state.renderbuffer())});
  }
  state.clear_all(maker);
  maker.make(FunctionId::glDeleteFramebuffers, {number(1), maker.names({kOwnFramebuffer})});
  bind_framebuffer(state.framebuffer(), maker);
}

}  // namespace replay
