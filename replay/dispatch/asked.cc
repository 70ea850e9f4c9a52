#include "replay/dispatch/asked.h"

#include <glad/gl.h>

#include <algorithm>

namespace replay {
namespace {

// Every context has this state.
constexpr GLenum kAlwaysThere = GL_MAX_TEXTURE_SIZE;

// Asks about a name for the first time in a context, when it is not known whether the context has the name.
std::optional<std::int32_t> first_asked(Dispatcher& d, GLenum name) {
  d.errors.keep_flag(*d.gl);
  const auto answer = answer_to(*d.gl, name);
  if (!answer) d.errors.drop_flag(*d.gl);
  d.context->answers[name] = answer.has_value();
  return answer;
}

constexpr auto kUnpack = &RecordedContext::unpack, kPack = &RecordedContext::pack;
constexpr PixelStoreParameter kParameters[] = {
    {GL_UNPACK_ALIGNMENT, kUnpack, &PixelStore::alignment},
    {GL_UNPACK_ROW_LENGTH, kUnpack, &PixelStore::row_length},
    {GL_UNPACK_IMAGE_HEIGHT, kUnpack, &PixelStore::image_height},
    {GL_UNPACK_SKIP_PIXELS, kUnpack, &PixelStore::skip_pixels},
    {GL_UNPACK_SKIP_ROWS, kUnpack, &PixelStore::skip_rows},
    {GL_UNPACK_SKIP_IMAGES, kUnpack, &PixelStore::skip_images},
    {GL_UNPACK_COMPRESSED_BLOCK_WIDTH, kUnpack, &PixelStore::block_width},
    {GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, kUnpack, &PixelStore::block_height},
    {GL_UNPACK_COMPRESSED_BLOCK_DEPTH, kUnpack, &PixelStore::block_depth},
    {GL_UNPACK_COMPRESSED_BLOCK_SIZE, kUnpack, &PixelStore::block_size},
    {GL_PACK_ALIGNMENT, kPack, &PixelStore::alignment},
    {GL_PACK_ROW_LENGTH, kPack, &PixelStore::row_length},
    {GL_PACK_IMAGE_HEIGHT, kPack, &PixelStore::image_height},
    {GL_PACK_SKIP_PIXELS, kPack, &PixelStore::skip_pixels},
    {GL_PACK_SKIP_ROWS, kPack, &PixelStore::skip_rows},
    {GL_PACK_SKIP_IMAGES, kPack, &PixelStore::skip_images},
    {GL_PACK_COMPRESSED_BLOCK_WIDTH, kPack, &PixelStore::block_width},
    {GL_PACK_COMPRESSED_BLOCK_HEIGHT, kPack, &PixelStore::block_height},
    {GL_PACK_COMPRESSED_BLOCK_DEPTH, kPack, &PixelStore::block_depth},
    {GL_PACK_COMPRESSED_BLOCK_SIZE, kPack, &PixelStore::block_size},
    {GL_PACK_INVERT_MESA, kPack, &PixelStore::invert},
};

void learn(Dispatcher& d, const PixelStoreParameter& parameter) {
  std::int32_t& shadow = d.context->*parameter.direction.*parameter.member;
  shadow = asked(d, parameter.name).value_or(shadow);
}

// Returns the recorded name of the object that the driver has bound. In most cases it is `shadow`.
std::uint32_t recorded_name(const NameMap& map, std::uint32_t live, std::uint32_t shadow) {
  if (live == 0 || (shadow != 0 && map.find(shadow) == live)) return live == 0 ? 0 : shadow;
  std::uint32_t found = RecordedContext::kNameless;
  map.for_each([&](std::uint32_t recorded, std::uint32_t candidate) {
    if (candidate == live) found = recorded;
  });
  return found;
}

void learn_bindings(Dispatcher& d) {
  RecordedContext& context = *d.context;
  if (const auto live = asked(d, GL_VERTEX_ARRAY_BINDING)) {
    const auto array = static_cast<std::uint32_t>(*live);
    context.bind_vertex_array(recorded_name(context.map(Kind::kVertexArray), array, context.vertex_array), array);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(BufferTarget::kCount); ++i) {
    const auto target = static_cast<BufferTarget>(i);
    const auto live = asked(d, binding_query(target));
    if (live)
      context.bind(target,
                   recorded_name(context.map(Kind::kBuffer), static_cast<std::uint32_t>(*live), context.bound(target)));
  }
}

}  // namespace

std::optional<std::int32_t> answer_to(const GladGLContext& gl, std::uint32_t name) {
  // A refused query does not write the answer. A file can set state to any single number, so two numbers are tried.
  for (const GLint untouched : {0x5A17C0DE, -0x5A17C0DE}) {
    GLint values[4] = {untouched, 0, 0, 0};  // none of the queried names has more values
    gl.GetIntegerv(name, values);
    if (values[0] != untouched) return values[0];
  }
  return std::nullopt;
}

bool is_inside_begin(Dispatcher& d) {
  RecordedContext& context = *d.context;
  if (!context.may_be_inside_begin || d.gl->GetIntegerv == nullptr) return false;
  const GlErrors::Asking asking(d.errors);
  context.may_be_inside_begin = !answer_to(*d.gl, kAlwaysThere);
  context.asked_inside_begin |= context.may_be_inside_begin;
  return context.may_be_inside_begin;
}

std::optional<std::int32_t> asked(Dispatcher& d, std::uint32_t name) {
  if (d.gl->GetIntegerv == nullptr || is_inside_begin(d)) return std::nullopt;
  const GlErrors::Asking asking(d.errors);
  const auto known = d.context->answers.find(name);
  if (known == d.context->answers.end()) return first_asked(d, name);
  return known->second ? answer_to(*d.gl, name) : std::nullopt;
}

std::int32_t integer(const GladGLContext& gl, std::uint32_t name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return value;
}

bool had_error(const GladGLContext& gl) {
  bool any = false;
  for (int i = 0; i < 16 && gl.GetError() != GL_NO_ERROR; ++i) any = true;
  return any;
}

bool is_on(const GladGLContext& gl, std::uint32_t capability) {
  const bool on = gl.IsEnabled(capability) == GL_TRUE;
  if (!on) had_error(gl);
  return on;
}

bool is_among(const GladGLContext& gl, std::uint32_t name, std::initializer_list<std::uint32_t> values) {
  const auto value = answer_to(gl, name);
  return value && std::ranges::find(values, static_cast<std::uint32_t>(*value)) != values.end();
}

bool driver_has(Dispatcher& d, std::uint32_t name, std::uint32_t value) {
  if (d.gl->GetIntegerv == nullptr) return true;
  const auto answer = asked(d, name);
  return answer && static_cast<std::uint32_t>(*answer) == value;
}

bool is_bound(Dispatcher& d, BufferTarget target, std::uint32_t live) {
  return driver_has(d, binding_query(target), live);
}

std::span<const PixelStoreParameter> pixel_store_parameters() { return kParameters; }

void learn_pixel_store(Dispatcher& d) {
  for (const PixelStoreParameter& parameter : kParameters) learn(d, parameter);
}

void learn_pixel_store(Dispatcher& d, std::uint32_t name) {
  for (const PixelStoreParameter& parameter : kParameters) {
    if (parameter.name == name) return learn(d, parameter);
  }
}

void learn_after_list(Dispatcher& d) {
  RecordedContext& context = *d.context;
  context.may_be_inside_begin = true;
  if (!context.group->lists_use_programs || context.compiled_list != 0) return;
  const auto live = asked(d, GL_CURRENT_PROGRAM);
  if (!live) return;
  context.program = recorded_name(context.map(Kind::kProgram), static_cast<std::uint32_t>(*live), context.program);
  context.find_uniform_program();
}

void learn_state(Dispatcher& d) {
  RecordedContext& context = *d.context;
  learn_bindings(d);
  learn_pixel_store(d);
  if (const auto unit = asked(d, GL_CLIENT_ACTIVE_TEXTURE))
    context.client_texture = static_cast<std::uint32_t>(*unit) - GL_TEXTURE0;
  context.arrays->suspect();
  context.last_element.reset();
}

}  // namespace replay
