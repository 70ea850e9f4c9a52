#include "replay/diff_calls/call_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "loaders/stream/dump.h"
#include "replay/base/printable.h"

namespace replay {
namespace {

using loaders::Call;
using loaders::Value;

constexpr std::size_t kMaxText = 160;  // of one argument; what is longer is cut

std::string value_text(const Value& value, const glbindings::ParamInfo* param) {
  // A long array is cut before it becomes text.
  Value shown = value;
  if (value.kind == loaders::ValueKind::kArray) shown.count = std::min<std::uint32_t>(value.count, kMaxText / 2);
  std::string text;
  loaders::append_value(text, shown, param);
  if (text.size() > kMaxText || shown.count != value.count) {
    text.resize(std::min(text.size(), kMaxText));
    text += fmt::format("... [{} {}]", value.count, value.kind == loaders::ValueKind::kArray ? "elements" : "bytes");
  }
  make_printable(text);
  return text;
}

const glbindings::ParamInfo* result_param(const Call& call) { return &glbindings::signature(call.function).result; }

}  // namespace

std::vector<TextPiece> call_text(const ComparableCalls& calls, const std::vector<bool>& changed) {
  const Call& call = calls.call();
  std::vector<TextPiece> pieces;
  const auto add = [&](std::string text, bool is_changed = false) {
    if (!pieces.empty() && pieces.back().changed == is_changed) pieces.back().text += text;
    else pieces.push_back({std::move(text), is_changed});
  };
  const auto is_changed = [&](std::size_t i) { return i < changed.size() && changed[i]; };
  std::string head = call.is(loaders::kDerived) ? "+ " : "";
  if (call.thread != 0) head += fmt::format("@{} ", call.thread);
  head += calls.functions()[call.recorded].name + "(";
  make_printable(head);
  add(std::move(head));
  for (std::size_t i = 0; i < call.argc; ++i) {
    if (i > 0) add(", ");
    std::string name(loaders::arg_name(call, calls.functions(), i));
    make_printable(name);
    if (!name.empty()) add(name + " = ");
    add(value_text(call.args[i], loaders::param_of(call, i)), is_changed(i));
  }
  add(")");
  if (const Value* result = call.result()) {
    add(" = ");
    add(value_text(*result, result_param(call)), is_changed(call.argc));
  }
  return pieces;
}

std::string hidden_difference(const Call& a, const Call& b, const std::vector<bool>& changed) {
  for (std::size_t i = 0; i < std::min(a.argc, b.argc) && i < changed.size(); ++i) {
    const Value &left = a.args[i], &right = b.args[i];
    if (!changed[i] || !left.has_memory() || !right.has_memory() || left.elem == loaders::Elem::kValue) continue;
    if (value_text(left, loaders::param_of(a, i)) != value_text(right, loaders::param_of(b, i))) continue;
    const auto first = left.bytes(), second = right.bytes();
    const auto at = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first - first.begin();
    const auto* param = loaders::param_of(a, i);
    return fmt::format("{} differs from byte {} on", param != nullptr ? param->name() : "an argument", at);
  }
  return {};
}

}  // namespace replay
