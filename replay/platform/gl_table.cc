#include "replay/platform/gl_table.h"

#include <glad/gl.h>

#include "replay/platform/listener.h"
#include "replay/platform/other_names.h"
#include "replay/platform/video.h"

namespace replay {
namespace {

template <typename Function>
Function address(const Video& video, const char* name) {
  return reinterpret_cast<Function>(video.address(name));
}

std::string text(const GLubyte* from_driver) {
  return from_driver ? reinterpret_cast<const char*>(from_driver) : std::string();
}

// A core context refuses the single string GL_EXTENSIONS, and a context before 3.0 has no glGetStringi.
std::string extensions_of_current(const Video& video, PFNGLGETSTRINGPROC get_string, const std::string& version) {
  const auto get_integer = address<PFNGLGETINTEGERVPROC>(video, "glGetIntegerv");
  const auto get_string_i = address<PFNGLGETSTRINGIPROC>(video, "glGetStringi");
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

GLADapiproc find(void* video, const char* name) {
  return address<GLADapiproc>(*static_cast<const Video*>(video), name);
}

int load(Video& video, GladGLContext& table, Api api) {
  switch (api) {
    case Api::kGles1: return gladLoadGLES1ContextUserPtr(&table, find, &video);
    case Api::kGles2: return gladLoadGLES2ContextUserPtr(&table, find, &video);
    case Api::kGl: break;
  }
  return gladLoadGLContextUserPtr(&table, find, &video);
}

}  // namespace

std::shared_ptr<const GladGLContext> GlTables::of_current(Video& video, Api api) {
  const auto get_string = address<PFNGLGETSTRINGPROC>(video, "glGetString");
  if (!get_string) return nullptr;
  const std::string version = text(get_string(GL_VERSION));
  const std::string key = std::to_string(static_cast<int>(api)) + '\n' + version + '\n' +
                          text(get_string(GL_RENDERER)) + '\n' + extensions_of_current(video, get_string, version);
  auto& known = tables_[key];
  if (!known) {
    auto table = std::make_shared<GladGLContext>();
    if (!load(video, *table, api)) return nullptr;
    fill_other_names(*table);
    if (listener != nullptr) listener->wrap(*table);
    known = std::move(table);
  }
  return known;
}

}  // namespace replay
