#include "replay/export_c/surfaces.h"

#include <fmt/format.h>

namespace replay {
namespace {

const char* api_name(Api api) { return api == Api::kGl ? "EGL_OPENGL_API" : "EGL_OPENGL_ES_API"; }

bool same_config(const PixelFormat& a, const PixelFormat& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha && a.depth == b.depth &&
         a.stencil == b.stencil && a.samples == b.samples;
}

}  // namespace

bool ExportedSurfaces::follow(const LiveSurface& drawn, const LiveSurface& read, const LiveContext& context) {
  wanted_ = {drawn, read, context};
  return drawn.number != 0 && context.number != 0 && !contexts_.contains(context.number);
}

void ExportedSurfaces::replace(std::uint32_t old, const LiveSurface& made) {
  if (wanted_.drawn.number == old) wanted_.drawn = made;
  if (wanted_.read.number == old) wanted_.read = made;
}

std::vector<std::string> ExportedSurfaces::catch_up() {
  std::vector<std::string> statements;
  const std::string drawn = surface(wanted_.drawn, statements), read = surface(wanted_.read, statements);
  const std::string made = context(wanted_.context, wanted_.drawn, statements);
  statements.push_back(fmt::format("use({}, {}, {});", made, drawn, read));
  current_ = wanted_;
  return statements;
}

std::optional<std::string> ExportedSurfaces::context(std::uint32_t number) const {
  const auto found = contexts_.find(number);
  return found == contexts_.end() ? std::nullopt : std::optional(Variables::token(found->second));
}

std::string ExportedSurfaces::formats() const {
  std::string text;
  for (const auto& [format, name] : formats_) {
    text += fmt::format("static const struct format {} = {{{}, {}, {}, {}, {}, {}, {}}};\n", name, format.red,
                        format.green, format.blue, format.alpha, format.depth, format.stencil, format.samples);
  }
  return text;
}

std::string ExportedSurfaces::format(const PixelFormat& format) {
  for (const auto& [known, name] : formats_) {
    if (same_config(known, format)) return name;
  }
  formats_.emplace_back(format, fmt::format("format_{}", formats_.size() + 1));
  return formats_.back().second;
}

std::string ExportedSurfaces::surface(const LiveSurface& surface, std::vector<std::string>& statements) {
  const auto [known, is_new] = surfaces_.try_emplace(surface.number, 0);
  if (is_new) {
    known->second = variables_.add("struct surface", "surface", fmt::format("{}", surface.number));
    statements.push_back(fmt::format("{} = make_surface(&{}, {}, {}, {});", Variables::token(known->second),
                                     format(surface.format), surface.width, surface.height, surface.srgb ? 1 : 0));
  }
  return Variables::token(known->second);
}

// EGL makes no compatible context of 3.1; Platform takes one of 3.2 in its place.
std::string ExportedSurfaces::context(const LiveContext& context, const LiveSurface& surface,
                                      std::vector<std::string>& statements) {
  if (context.number == 0) return fmt::format("plain_context(&{})", format(surface.format));
  const auto [known, is_new] = contexts_.try_emplace(context.number, 0);
  if (!is_new) return Variables::token(known->second);
  ContextRequest request = context.request;
  known->second = variables_.add("EGLContext", "context", fmt::format("{}", context.number));
  const bool leaves_choice = request.api == Api::kGl && request.version() < GlVersion{3, 0};
  if (request.api == Api::kGl && request.profile == Profile::kNone && request.version() == GlVersion{3, 1} &&
      !request.forward_compatible) {
    request.minor = 2;
    request.profile = Profile::kCompatibility;
  }
  const char* profile = request.api != Api::kGl || request.profile == Profile::kNone ? "0"
                        : request.profile == Profile::kCore ? "EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR"
                                                            : "EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT_KHR";
  const auto share = contexts_.find(context.share);
  statements.push_back(fmt::format("{} = make_context(&{}, {}, {}, {}, {}, {}, {});", Variables::token(known->second),
                                   format(surface.format), api_name(request.api), leaves_choice ? 0 : request.major,
                                   leaves_choice ? 0 : request.minor, profile,
                                   request.forward_compatible ? "EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR" : "0",
                                   share == contexts_.end() ? "EGL_NO_CONTEXT" : Variables::token(share->second)));
  return Variables::token(known->second);
}

}  // namespace replay
