#include "tests/fuzz/dispatch/fake_gl.h"

#include "tests/fuzz/dispatch/fake_entries.h"
#include "tests/fuzz/dispatch/fake_memory.h"
#include "tests/fuzz/dispatch/fake_state.h"

namespace replay::fake {
namespace {

void set_entries_with_state(GladGLContext& table) {
  set_buffers(table);
  set_arrays(table);
  set_draws(table);
  set_lists(table);
  set_images(table);
  set_client_state(table);
  set_queries(table);
  set_programs(table);
}

}  // namespace

void forget() { state = State{}; }

GladGLContext make(Kind kind) {
  static const auto fill = [] {
    GladGLContext table{};
#include "fake_entries.inc"
    set_entries_with_state(table);
#include "fake_aliases.inc"
    return table;
  }();
  state = State{};
  state.kind = kind;
  GladGLContext table = fill;
  if (kind != Kind::kCompatibility) {
    table.Begin = nullptr;
    table.End = nullptr;
    table.NewList = nullptr;
    table.CallList = nullptr;
    table.ArrayElement = nullptr;
    table.PushClientAttrib = nullptr;
    table.PopClientAttrib = nullptr;
    table.Accum = nullptr;
  }
  if (kind == Kind::kEs1) {
    table.VertexAttribPointer = nullptr;
    table.EnableVertexAttribArray = nullptr;
    table.GetVertexAttribiv = nullptr;
    table.GetUniformLocation = nullptr;
    table.GetProgramiv = nullptr;
    table.BindVertexArray = nullptr;
    table.TexStorage2D = nullptr;
    table.BindVertexBuffer = nullptr;
    table.MapBufferRange = nullptr;
    table.UseProgram = nullptr;
    table.CreateProgram = nullptr;
  }
  if (kind == Kind::kEs2 || kind == Kind::kCore) {
    table.VertexPointer = nullptr;
    table.EnableClientState = nullptr;
    table.ClientActiveTexture = nullptr;
  }
  return table;
}

}  // namespace replay::fake
