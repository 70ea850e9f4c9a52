// Buffers, vertex arrays, textures and framebuffers: their properties, and hashes of what they hold.
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "replay/dispatch/pack_state.h"
#include "replay/readback/framebuffer_reader.h"
#include "replay/state/parts.h"

namespace replay::state {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestContent = std::size_t{1} << 30;

constexpr std::pair<GLenum, const char*> kTextureParameters[] = {
    {GL_TEXTURE_MIN_FILTER, "GL_TEXTURE_MIN_FILTER"}, {GL_TEXTURE_MAG_FILTER, "GL_TEXTURE_MAG_FILTER"},
    {GL_TEXTURE_WRAP_S, "GL_TEXTURE_WRAP_S"},         {GL_TEXTURE_WRAP_T, "GL_TEXTURE_WRAP_T"},
    {GL_TEXTURE_WRAP_R, "GL_TEXTURE_WRAP_R"},         {GL_TEXTURE_BASE_LEVEL, "GL_TEXTURE_BASE_LEVEL"},
    {GL_TEXTURE_MAX_LEVEL, "GL_TEXTURE_MAX_LEVEL"},   {GL_TEXTURE_COMPARE_MODE, "GL_TEXTURE_COMPARE_MODE"},
};

GLint level_parameter(const GladGLContext& gl, GLenum target, GLint level, GLenum name) {
  GLint value = 0;
  gl.GetTexLevelParameteriv(target, level, name, &value);
  return value;
}

// Describes one image of the texture that is bound to `target`. Returns null when the level does not exist.
json level_of(const Asked& asked, GLenum target, GLint level, const std::string& name) {
  const GladGLContext& gl = asked.gl;
  had_error(gl);
  const GLint width = level_parameter(gl, target, level, GL_TEXTURE_WIDTH);
  if (had_error(gl) || width <= 0) return {};
  const GLint height = std::max(level_parameter(gl, target, level, GL_TEXTURE_HEIGHT), 1);
  const GLint depth = std::max(level_parameter(gl, target, level, GL_TEXTURE_DEPTH), 1);
  json out = {{"width", width}, {"height", height}, {"depth", depth}};
  out["format"] = enum_text(static_cast<std::uint32_t>(level_parameter(gl, target, level, GL_TEXTURE_INTERNAL_FORMAT)));
  const auto image = read_level(gl, target, level);
  if (!image) return out;
  out["hash"] = hash_of(image->bytes.data(), image->bytes.size());
  if (asked.picture) asked.picture(name, to_picture(*image));
  return out;
}

json images_of(const Asked& asked, const TextureTarget& target, std::uint32_t recorded) {
  json out;
  for (int face = 0; face < target.images; ++face) {
    for (GLint level = 0; level < 32; ++level) {
      const std::string name = target.images > 1 ? fmt::format("texture_{}_face_{}_level_{}", recorded, face, level)
                                                 : fmt::format("texture_{}_level_{}", recorded, level);
      json found = level_of(asked, target.first_image + static_cast<GLenum>(face), level, name);
      if (found.is_null()) break;
      out[fmt::format("{}level {:02}", target.images > 1 ? fmt::format("face {} ", face) : "", level)] =
          std::move(found);
    }
  }
  return out;
}

json texture_of(const Asked& asked, std::uint32_t recorded, GLuint live) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  const AskedTexture texture(gl, live);
  if (texture.target() == nullptr) return out;
  const TextureTarget& target = *texture.target();
  out["target"] = enum_text(target.target);
  for (const auto& [name, text] : kTextureParameters) {
    GLint value = 0;
    if (target.images == 0) break;
    gl.GetTexParameteriv(target.target, name, &value);
    const bool number = name == GL_TEXTURE_BASE_LEVEL || name == GL_TEXTURE_MAX_LEVEL;
    if (!had_error(gl)) out[text] = number ? json(value) : json(enum_text(static_cast<std::uint32_t>(value)));
  }
  if (gl.GetTexLevelParameteriv == nullptr) return out;
  if (json images = images_of(asked, target, recorded); !images.is_null()) out["images"] = std::move(images);
  return out;
}

}  // namespace

json buffers(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  if (gl.BindBuffer == nullptr) return out;
  GLint bound = 0;
  had_error(gl);
  gl.GetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
  asked.context.map(Kind::kBuffer).for_each([&](std::uint32_t recorded, std::uint32_t live) {
    if (gl.IsBuffer(live) == GL_FALSE) return;
    GLint size = 0, usage = 0, mapped = 0;
    gl.BindBuffer(GL_ARRAY_BUFFER, live);
    gl.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    gl.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &usage);
    gl.GetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED, &mapped);
    json& buffer = out[std::to_string(recorded)];
    buffer = {{"size", size}, {"usage", enum_text(static_cast<std::uint32_t>(usage))}, {"mapped", mapped != 0}};
    if (gl.GetBufferSubData != nullptr && size > 0 && static_cast<std::size_t>(size) <= kLargestContent) {
      std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
      gl.GetBufferSubData(GL_ARRAY_BUFFER, 0, size, bytes.data());
      if (!had_error(gl)) buffer["hash"] = hash_of(bytes.data(), bytes.size());
    }
    had_error(gl);
  });
  gl.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(bound));
  return out;
}

json vertex_array(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = {{"name", asked.context.vertex_array}};
  if (gl.GetVertexAttribiv == nullptr) return out;
  had_error(gl);
  GLint most = 0;
  gl.GetIntegerv(GL_MAX_VERTEX_ATTRIBS, &most);
  for (GLuint i = 0; i < static_cast<GLuint>(std::clamp(most, 0, 64)); ++i) {
    const auto ask = [&](GLenum name) {
      GLint value = 0;
      gl.GetVertexAttribiv(i, name, &value);
      return had_error(gl) ? 0 : value;
    };
    if (ask(GL_VERTEX_ATTRIB_ARRAY_ENABLED) == 0) continue;
    json& attribute = out["attributes"][fmt::format("{:02}", i)];
    attribute = {{"size", ask(GL_VERTEX_ATTRIB_ARRAY_SIZE)},
                 {"type", enum_text(static_cast<std::uint32_t>(ask(GL_VERTEX_ATTRIB_ARRAY_TYPE)))},
                 {"stride", ask(GL_VERTEX_ATTRIB_ARRAY_STRIDE)},
                 {"normalized", ask(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) != 0},
                 {"integer", ask(GL_VERTEX_ATTRIB_ARRAY_INTEGER) != 0},
                 {"divisor", ask(GL_VERTEX_ATTRIB_ARRAY_DIVISOR)}};
    const auto buffer = static_cast<std::uint32_t>(ask(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING));
    attribute["buffer"] = recorded_name(asked.context.map(Kind::kBuffer), buffer);
    void* pointer = nullptr;
    gl.GetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    // Without a buffer the pointer is an address of this process, which differs from run to run.
    if (buffer != 0) attribute["offset"] = reinterpret_cast<std::uintptr_t>(pointer);
  }
  return out;
}

json textures(const Asked& asked) {
  json out = json::object();
  const PackState pack(asked.gl);
  asked.context.map(Kind::kTexture).for_each([&](std::uint32_t recorded, std::uint32_t live) {
    if (asked.gl.IsTexture(live) != GL_FALSE) out[std::to_string(recorded)] = texture_of(asked, recorded, live);
  });
  return out;
}

json framebuffers(const Asked& asked) {
  const GladGLContext& gl = asked.gl;
  json out = json::object();
  had_error(gl);
  // The framebuffer that is drawn into is shown with its content. The content of the others shows in their textures.
  for (const AttachmentImage& image : read_attachments(asked.dispatcher)) {
    json& entry = out[std::to_string(asked.context.draw_framebuffer)][image.name];
    entry = {
        {"width", image.width}, {"height", image.height}, {"hash", hash_of(image.bytes.data(), image.bytes.size())}};
    if (!asked.picture) continue;
    std::string name = "framebuffer_" + std::to_string(asked.context.draw_framebuffer) + "_" + image.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    asked.picture(name, to_picture(image));
  }
  if (gl.BindFramebuffer == nullptr) return out;
  const GLenum target = gl.BlitFramebuffer != nullptr ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER;
  asked.context.map(Kind::kFramebuffer).for_each([&](std::uint32_t recorded, std::uint32_t live) {
    if (gl.IsFramebuffer(live) == GL_FALSE) return;
    gl.BindFramebuffer(target, live);
    json& entry = out[std::to_string(recorded)];
    entry["status"] = enum_text(gl.CheckFramebufferStatus(target));
    for (GLenum point = GL_COLOR_ATTACHMENT0; point < GL_COLOR_ATTACHMENT0 + 8; ++point) {
      GLint type = 0, name = 0, level = 0;
      gl.GetFramebufferAttachmentParameteriv(target, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
      if (had_error(gl) || type == GL_NONE) continue;
      gl.GetFramebufferAttachmentParameteriv(target, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
      if (type == GL_TEXTURE)
        gl.GetFramebufferAttachmentParameteriv(target, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &level);
      const Kind kind = type == GL_TEXTURE ? Kind::kTexture : Kind::kRenderbuffer;
      entry["attachments"][enum_text(point)] = {
          {type == GL_TEXTURE ? "texture" : "renderbuffer",
           recorded_name(asked.context.map(kind), static_cast<std::uint32_t>(name))},
          {"level", level}};
    }
  });
  const std::uint32_t bound =
      target == GL_READ_FRAMEBUFFER ? asked.context.read_framebuffer : asked.context.draw_framebuffer;
  gl.BindFramebuffer(target, live_of(asked.context, Kind::kFramebuffer, bound));
  had_error(gl);
  return out;
}

}  // namespace replay::state
