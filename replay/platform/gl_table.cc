#include "replay/platform/gl_table.h"

#include <glad/gl.h>

#include "replay/platform/listener.h"
#include "replay/platform/other_names.h"
#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

template <typename Function>
Function address(const char* name) {
  return reinterpret_cast<Function>(sdl::GL_GetProcAddress(name));
}

std::string text(const GLubyte* from_driver) {
  return from_driver ? reinterpret_cast<const char*>(from_driver) : std::string();
}

// A core context refuses the single string GL_EXTENSIONS, and a context before 3.0 has no glGetStringi.
std::string extensions_of_current(PFNGLGETSTRINGPROC get_string, const std::string& version) {
  const auto get_integer = address<PFNGLGETINTEGERVPROC>("glGetIntegerv");
  const auto get_string_i = address<PFNGLGETSTRINGIPROC>("glGetStringi");
  const std::size_t digit = version.find_first_of("0123456789");
  const bool many = digit != std::string::npos && version[digit] >= '3';
  if (!many || !get_integer || !get_string_i) return text(get_string(GL_EXTENSIONS));
  GLint count = 0;
  get_integer(GL_NUM_EXTENSIONS, &count);
  std::string list;
  for (GLint i = 0; i < count; ++i) {
    list += text(get_string_i(GL_EXTENSIONS, static_cast<GLuint>(i)));
    list += ' ';
  }
  return list;
}

int load(GladGLContext& table, Api api) {
  const auto loader = reinterpret_cast<GLADloadfunc>(sdl::GL_GetProcAddress);
  switch (api) {
    case Api::kGles1: return gladLoadGLES1Context(&table, loader);
    case Api::kGles2: return gladLoadGLES2Context(&table, loader);
    case Api::kGl: break;
  }
  return gladLoadGLContext(&table, loader);
}

}  // namespace

std::shared_ptr<const GladGLContext> GlTables::of_current(Api api) {
  const auto get_string = address<PFNGLGETSTRINGPROC>("glGetString");
  if (!get_string) return nullptr;
  const std::string version = text(get_string(GL_VERSION));
  const std::string key = std::to_string(static_cast<int>(api)) + '\n' + version + '\n' +
                          text(get_string(GL_RENDERER)) + '\n' + extensions_of_current(get_string, version);
  auto& known = tables_[key];
  if (!known) {
    auto table = std::make_shared<GladGLContext>();
    if (!load(*table, api)) return nullptr;
    fill_other_names(*table);
    if (listener != nullptr) listener->wrap(*table);
    known = std::move(table);
  }
  return known;
}

}  // namespace replay
