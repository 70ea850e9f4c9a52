#include <vector>

#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

void call_list(std::uint32_t name, int depth) {
  if (depth >= 64 || !state.group->lists.contains(name)) return;
  static int calls = 0;
  if (depth == 0) calls = 0;
  if (++calls > (1 << 24)) __builtin_trap();  // it would never end
  for (const std::uint32_t called : std::vector<std::uint32_t>(state.group->lists[name])) call_list(called, depth + 1);
}

}  // namespace

void touch_results() {
  if (state.render_mode == GL_FEEDBACK) write_bytes(state.feedback, state.feedback_size * 4);
  if (state.render_mode == GL_SELECT) write_bytes(state.selection, state.selection_size * 4);
}

void set_lists(GladGLContext& t) {
  t.NewList = [](GLuint list, GLenum mode) {
    if (refused() || state.list != 0 || list == 0 || (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE)) return;
    state.list = list;
    state.group->lists[list].clear();
  };
  t.EndList = [] {
    if (!refused()) state.list = 0;
  };
  t.CallList = [](GLuint list) {
    if (state.list != 0) state.group->lists[state.list].push_back(list);
    else call_list(list, 0);
  };
  t.CallLists = [](GLsizei n, GLenum type, const void* lists) {
    if (n <= 0 || type != GL_UNSIGNED_INT) return;
    read_bytes(lists, std::int64_t{n} * 4);
    for (GLsizei i = 0; i < n; ++i) {
      const GLuint list = static_cast<const GLuint*>(lists)[i];
      if (state.list != 0) state.group->lists[state.list].push_back(list);
      else call_list(list, 0);
    }
  };
  t.GenLists = [](GLsizei n) -> GLuint {
    if (refused() || n <= 0) return 0;
    if (n > (1 << 20)) __builtin_trap();
    const GLuint first = next_name;
    next_name += static_cast<GLuint>(n);
    return first;
  };
  t.DeleteLists = [](GLuint list, GLsizei n) {
    if (refused() || n < 0) return;
    std::erase_if(state.group->lists, [&](const auto& known) { return known.first - list < static_cast<GLuint>(n); });
  };
  t.FeedbackBuffer = [](GLsizei size, GLenum, GLfloat* memory) {
    if (refused() || size < 0 || state.render_mode == GL_FEEDBACK) return;
    state.feedback = memory;
    state.feedback_size = size;
  };
  t.SelectBuffer = [](GLsizei size, GLuint* memory) {
    if (refused() || size < 0 || state.render_mode == GL_SELECT) return;
    state.selection = memory;
    state.selection_size = size;
  };
  t.RenderMode = [](GLenum mode) -> GLint {
    if (refused()) return 0;
    touch_results();
    if (mode == GL_RENDER || (mode == GL_FEEDBACK && state.feedback != nullptr) ||
        (mode == GL_SELECT && state.selection != nullptr))
      state.render_mode = mode;
    touch_results();
    return 0;
  };
}

}  // namespace replay::fake
