#include "loaders/stream/dump_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "loaders/base/json_schema.h"
#include "loaders/stream/dump.h"

namespace loaders {
namespace {

using Json = nlohmann::ordered_json;

// A float goes through its shortest text: as a double it would show digits that it does not have.
template <class Float>
Json json_of_float(Float value) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  return Json::parse(fmt::format("{}", value));
}

// JSON that a file has as text becomes JSON of the dump when it is sound, and neither larger nor nested deeper than
// anybody needs: it is printed by recursion, and parsed JSON takes many times the size of its text.
Json json_of_json(std::string_view text) {
  constexpr int kMaxDepth = 100;
  constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  if (text.size() > kMaxBytes) return text;
  bool too_deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) { return !(too_deep |= depth > kMaxDepth); };
  Json parsed = Json::parse(text, watch, /*allow_exceptions=*/false);
  return too_deep || parsed.is_discarded() ? Json(text) : parsed;
}

Json json_of(const Value& value, const glbindings::ParamInfo* param) {
  if (std::string name = value_name(value, param); !name.empty()) return name;
  switch (value.kind) {
    case ValueKind::kNull: return nullptr;
    case ValueKind::kUint: return value.u;
    case ValueKind::kSint: return value.i;
    case ValueKind::kF32: return json_of_float(value.f);
    case ValueKind::kF64: return json_of_float(value.d);
    case ValueKind::kString:
      if (value.aux == kJsonText) return json_of_json(value.text());
      return value.text();
    case ValueKind::kBlob: return {{"blob", value.count}};
    case ValueKind::kPointer: return fmt::format("0x{:x}", value.u);
    case ValueKind::kArray: break;
  }
  Json array = Json::array();
  for (std::uint32_t i = 0; i < value.count; ++i) array.push_back(json_of(element_of(value, i), param));
  return array;
}

}  // namespace

void append_call_json(std::string& out, const Call& call, const FunctionTable& functions) {
  Json line;
  line[kJsonSchemaKey] = kJsonSchema;
  line["call"] = call.number;
  if (call.thread != 0) line["thread"] = call.thread;
  line["function"] = functions[call.recorded].name;
  Json args = Json::object();
  for (std::size_t i = 0; i < call.argc; ++i) {
    std::string name(arg_name(call, functions, i));
    if (name.empty()) name = fmt::format("arg{}", i);
    args[name] = json_of(call.args[i], param_of(call, i));
  }
  line["args"] = std::move(args);
  if (const Value* result = call.result()) {
    line["result"] = json_of(*result, &glbindings::signature(call.function).result);
  }
  if (call.is(kDerived)) line["derived"] = true;
  if (call.is(kFake)) line["fake"] = true;
  if (call.is(kIncomplete)) line["incomplete"] = true;
  if (const Value* time = call.time()) {
    line["time_us"] = time->i;
    if (time->aux != 0) line["nested"] = time->aux;
  }
  // The strings of a trace need not be UTF-8.
  out += line.dump(-1, ' ', false, Json::error_handler_t::replace);
  out += '\n';
}

}  // namespace loaders
