// The checks that the WIP15 tracer's test-suite recorded among its calls. They run under --self-check only.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "replay/dispatch/self_check.h"
#include "replay/handlers/common.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay::handlers {
namespace {

// Another driver may round differently. The difference of a wrong picture is larger.
constexpr int kColorTolerance = 2;
constexpr std::uint32_t kDepthTolerance = 512;  // two steps of a 24-bit depth buffer, in 32 bits

bool is_checking(const Dispatcher& d) { return d.self_check != nullptr && d.context != nullptr; }

struct Property {
  const char* name;
  GLenum pname;
};

constexpr Property kSamplerProperties[] = {
    {"min_filter", GL_TEXTURE_MIN_FILTER},
    {"mag_filter", GL_TEXTURE_MAG_FILTER},
    {"min_lod", GL_TEXTURE_MIN_LOD},
    {"max_lod", GL_TEXTURE_MAX_LOD},
    {"wrap_s", GL_TEXTURE_WRAP_S},
    {"wrap_t", GL_TEXTURE_WRAP_T},
    {"wrap_r", GL_TEXTURE_WRAP_R},
    {"lod_bias", GL_TEXTURE_LOD_BIAS},
    {"compare_mode", GL_TEXTURE_COMPARE_MODE},
    {"compare_func", GL_TEXTURE_COMPARE_FUNC},
    {"border_color", GL_TEXTURE_BORDER_COLOR},
};

// "map_access" is missing because drivers report access bits that the program did not request.
constexpr Property kBufferProperties[] = {
    {"size", GL_BUFFER_SIZE},
    {"usage", GL_BUFFER_USAGE},
    {"mapped", GL_BUFFER_MAPPED},
    {"map_offset", GL_BUFFER_MAP_OFFSET},
    {"map_length", GL_BUFFER_MAP_LENGTH},
};

template <std::size_t N>
GLenum find_pname(const Property (&properties)[N], std::string_view name) {
  for (const Property& property : properties) {
    if (name == property.name) return property.pname;
  }
  return GL_NONE;
}

// Binds a buffer to GL_COPY_READ_BUFFER for reading, and restores the binding afterwards.
class BufferForReading {
 public:
  BufferForReading(Dispatcher& d, std::uint32_t live) : d_(d) { d_.gl->BindBuffer(GL_COPY_READ_BUFFER, live); }
  ~BufferForReading() {
    const std::uint32_t bound = d_.context->map(Kind::kBuffer).find(d_.context->bound(BufferTarget::kCopyRead));
    d_.gl->BindBuffer(GL_COPY_READ_BUFFER, bound);
  }
  BufferForReading(const BufferForReading&) = delete;
  BufferForReading& operator=(const BufferForReading&) = delete;

 private:
  Dispatcher& d_;
};

// An integer border colour gives nonsense when it is queried as floats, and GL has no query for which of the two it is.
double border_color(Dispatcher& d, std::uint32_t sampler, std::size_t component, double expected) {
  GLint integers[4] = {};
  GLfloat floats[4] = {};
  if (d.gl->GetSamplerParameterIiv != nullptr) d.gl->GetSamplerParameterIiv(sampler, GL_TEXTURE_BORDER_COLOR, integers);
  d.gl->GetSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, floats);
  return integers[component] == expected ? expected : static_cast<double>(floats[component]);
}

std::optional<double> sampler_property(Dispatcher& d, const Call& call, double expected) {
  const GLenum pname = find_pname(kSamplerProperties, call.args[2].text());
  const std::uint32_t live = d.context->map(Kind::kSampler).find(u32(call, 1));
  constexpr std::size_t kMaxComponents = 4;
  const std::size_t component = call.args[3].u;
  if (pname == GL_NONE || live == 0 || d.gl->GetSamplerParameterfv == nullptr || component >= kMaxComponents) {
    return std::nullopt;
  }
  if (pname == GL_TEXTURE_BORDER_COLOR) return border_color(d, live, component, expected);
  GLfloat values[kMaxComponents] = {};
  d.gl->GetSamplerParameterfv(live, pname, values);
  return values[component];
}

std::optional<double> buffer_property(Dispatcher& d, const Call& call) {
  const GLenum pname = find_pname(kBufferProperties, call.args[2].text());
  const std::uint32_t live = d.context->map(Kind::kBuffer).find(u32(call, 1));
  if (pname == GL_NONE || live == 0 || d.gl->GetBufferParameteri64v == nullptr) return std::nullopt;
  const BufferForReading bound(d, live);
  GLint64 value = 0;
  d.gl->GetBufferParameteri64v(GL_COPY_READ_BUFFER, pname, &value);
  return static_cast<double>(value);
}

// index = location << 32 | number of components << 16 | component
std::optional<double> uniform_property(Dispatcher& d, const Call& call) {
  const std::uint64_t index = call.args[3].u;
  const auto location = static_cast<std::int32_t>(index >> 32);
  const std::uint32_t component = index & 0xffff;
  constexpr std::uint32_t kMaxComponents = 16;
  ProgramObject* program = d.context->group->find_program(u32(call, 1));
  if (call.args[2].text() != "uniforms" || program == nullptr || location < 0 || component >= kMaxComponents) {
    return std::nullopt;
  }
  const GLint live_location = live_uniform(d, *program, location);
  if (d.gl->GetUniformdv != nullptr) {
    GLdouble values[kMaxComponents] = {};
    d.gl->GetUniformdv(program->live, live_location, values);
    return values[component];
  }
  if (d.gl->GetUniformfv == nullptr) return std::nullopt;
  GLfloat values[kMaxComponents] = {};
  d.gl->GetUniformfv(program->live, live_location, values);
  return values[component];
}

std::optional<double> property(Dispatcher& d, const Call& call, double expected) {
  switch (u32(call, 0)) {
    case GL_SAMPLER: return sampler_property(d, call, expected);
    case GL_BUFFER: return buffer_property(d, call);
    case GL_PROGRAM: return uniform_property(d, call);
    default: return std::nullopt;
  }
}

void expect(Dispatcher& d, const Call& call, double expected) {
  if (!is_checking(d)) return;
  const GlErrors::Mute mute(d.errors, *d.gl);
  const auto live = property(d, call, expected);
  if (!live) return d.self_check->not_checked();
  const double slack = std::numeric_limits<float>::epsilon() * std::fmax(1.0, std::fabs(expected));
  if (std::fabs(*live - expected) <= slack) return d.self_check->passed();
  d.self_check->failed(call.number, fmt::format("{} is {}, expected {}", call.args[2].text(), *live, expected));
}

std::string compare_colors(const Picture& live, const Value& expected) {
  if (expected.byte_size() != live.rgba.size()) {
    return fmt::format("back buffer has {} bytes, expected {}", live.rgba.size(), expected.byte_size());
  }
  const auto* bytes = static_cast<const std::uint8_t*>(expected.p);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < live.rgba.size(); ++i) differing += std::abs(live.rgba[i] - bytes[i]) > kColorTolerance;
  return differing == 0 ? "" : fmt::format("{} of {} colour values differ", differing, live.rgba.size());
}

std::string compare_depth(const std::vector<std::uint32_t>& live, const Value& expected) {
  if (expected.byte_size() != live.size() * sizeof(std::uint32_t)) {
    return fmt::format("depth buffer has {} values, expected {} bytes", live.size(), expected.byte_size());
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < live.size(); ++i) {
    std::uint32_t want;
    std::memcpy(&want, static_cast<const std::byte*>(expected.p) + i * sizeof want, sizeof want);
    differing += (live[i] > want ? live[i] - want : want - live[i]) > kDepthTolerance;
  }
  return differing == 0 ? "" : fmt::format("{} of {} depth values differ", differing, live.size());
}

void report(Dispatcher& d, const Call& call, const std::string& difference) {
  if (difference.empty()) d.self_check->passed();
  else d.self_check->failed(call.number, difference);
}

}  // namespace

void wip15_begin_test(Dispatcher& d, const Call& call) {
  if (d.self_check != nullptr) d.self_check->begin_test(std::string(call.args[0].text()));
}

void wip15_end_test(Dispatcher& d, const Call&) {
  if (d.self_check != nullptr) d.self_check->end_test();
}

void wip15_test_fb(Dispatcher& d, const Call& call) {
  if (!is_checking(d)) return;
  Drawable* drawable = d.window_system.current_drawable();
  const auto picture = drawable != nullptr ? read_drawable(d, *drawable) : std::nullopt;
  if (!picture || !call.args[1].has_memory()) return d.self_check->not_checked();
  report(d, call, compare_colors(*picture, call.args[1]));
  if (call.args[2].has_memory()) report(d, call, compare_depth(read_depth(d, *drawable), call.args[2]));
}

void wip15_expect_propertyi64(Dispatcher& d, const Call& call) { expect(d, call, static_cast<double>(call.args[4].i)); }
void wip15_expect_propertyd(Dispatcher& d, const Call& call) { expect(d, call, call.args[4].d); }

void wip15_expect_propertybv(Dispatcher& d, const Call& call) {
  if (!is_checking(d)) return;
  const std::uint32_t live = d.context->map(Kind::kBuffer).find(u32(call, 1));
  const Value& expected = call.args[5];
  if (u32(call, 0) != GL_BUFFER || call.args[2].text() != "data" || live == 0 || !expected.has_memory() ||
      d.gl->GetBufferSubData == nullptr) {
    return d.self_check->not_checked();
  }
  const GlErrors::Mute mute(d.errors, *d.gl);
  const BufferForReading bound(d, live);
  std::vector<std::byte> contents(expected.byte_size());
  if (!contents.empty()) {
    d.gl->GetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(contents.size()), contents.data());
  }
  const bool same = contents.empty() || std::memcmp(contents.data(), expected.p, contents.size()) == 0;
  report(d, call, same ? "" : fmt::format("the {} bytes of buffer {} differ", contents.size(), u32(call, 1)));
}

// The text is what the tracer's own replayer would have printed about the deliberate mistake of the call before.
void wip15_expect_attachment(Dispatcher& d, const Call&) {
  d.errors.expected();
  if (d.self_check != nullptr) d.self_check->not_checked();
}

}  // namespace replay::handlers
