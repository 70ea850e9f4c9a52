#include "tests/fuzz/dispatch/fake_gl.h"

#include <map>
#include <string_view>
#include <unordered_map>

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

// A name for each entry, by which the loader of the tables finds it.
using Names = std::unordered_map<std::string_view, void*>;

Names names_of(const GladGLContext& table) {
  Names names;
#include "fake_names.inc"
  return names;
}

GladGLContext made(Kind kind) {
  static const auto fill = [] {
    GladGLContext table{};
#include "fake_entries.inc"
    set_entries_with_state(table);
#include "fake_aliases.inc"
    return table;
  }();
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

struct Contexts {
  std::map<int, State> others;  // than the current one, which is in `state`
  int current = 0, last = 0;
};
Contexts contexts;

}  // namespace

const GladGLContext& table(Kind kind) {
  static std::map<Kind, GladGLContext> tables;
  const auto found = tables.find(kind);
  return found != tables.end() ? found->second : tables.emplace(kind, made(kind)).first->second;
}

void* entry(Kind kind, const char* name) {
  static std::map<Kind, Names> names;
  if (!names.contains(kind)) names.emplace(kind, names_of(table(kind)));
  const auto found = names[kind].find(name);
  return found == names[kind].end() ? nullptr : found->second;
}

int create_context(Kind kind, int share) {
  State fresh;
  fresh.kind = kind;
  if (share != 0) fresh.group = share == contexts.current ? state.group : contexts.others.at(share).group;
  contexts.others.emplace(++contexts.last, std::move(fresh));
  return contexts.last;
}

void make_current(int context) {
  if (context == contexts.current) return;
  if (contexts.current != 0) contexts.others[contexts.current] = std::move(state);
  state = State{};
  contexts.current = context;
  if (context == 0) return;
  state = std::move(contexts.others.at(context));
  contexts.others.erase(context);
}

void delete_context(int context) {
  if (context == contexts.current) make_current(0);
  contexts.others.erase(context);
}

int current_context() { return contexts.current; }

void forget() {
  state = State{};
  contexts = Contexts{};
}

}  // namespace replay::fake
