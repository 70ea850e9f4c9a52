#include "replay/bisect/recorded_calls.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>

#include "glbindings/gl_names.h"
#include "glbindings/signature.h"
#include "loaders/stream/dump.h"
#include "replay/base/call_set.h"

namespace replay {
namespace {

using loaders::Call;
using loaders::Value;
using loaders::ValueKind;

struct Shader {
  std::uint64_t stage = 0;
  std::string source;
};

std::string_view text_of(const Value& value) {
  if (value.kind != ValueKind::kString || value.p == nullptr) return {};
  return {static_cast<const char*>(value.p), value.count};
}

// Shaders follows the recording's shaders and programs by their recorded names.
class Shaders {
 public:
  void look_at(const Call& call) {
    const std::string_view name = glbindings::signature(call.function).name();
    if (!name.starts_with("gl")) return;
    if ((name == "glCreateShader" || name == "glCreateShaderObjectARB") && call.result() != nullptr) {
      shaders_[call.result()->u] = {call.args[0].u, {}};
    } else if ((name == "glShaderSource" || name == "glShaderSourceARB") && call.argc >= 3) {
      set_source(shaders_[call.args[0].u], call.args[2]);
    } else if ((name == "glAttachShader" || name == "glAttachObjectARB") && call.argc >= 2) {
      attached_[call.args[0].u].push_back(call.args[1].u);
    } else if ((name == "glDetachShader" || name == "glDetachObjectARB") && call.argc >= 2) {
      std::erase(attached_[call.args[0].u], call.args[1].u);
    } else if (name == "glLinkProgram" || name == "glLinkProgramARB") {
      link(call.args[0].u);
    }
  }

  std::vector<RecordedShader> of(std::uint64_t program) const {
    std::vector<RecordedShader> result;
    const auto linked = linked_.find(program);
    if (linked == linked_.end()) return result;
    for (const Shader& shader : linked->second)
      result.push_back({glbindings::enum_name(0, shader.stage), shader.source});
    return result;
  }

 private:
  static void set_source(Shader& shader, const Value& strings) {
    shader.source.clear();
    if (strings.kind == ValueKind::kString) shader.source = text_of(strings);
    if (strings.kind != ValueKind::kArray) return;
    for (std::size_t i = 0; i < strings.count; ++i) shader.source += text_of(loaders::element_of(strings, i));
  }

  void link(std::uint64_t program) {
    auto& linked = linked_[program];
    linked.clear();
    for (const std::uint64_t shader : attached_[program]) linked.push_back(shaders_[shader]);
  }

  std::map<std::uint64_t, Shader> shaders_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> attached_;
  std::map<std::uint64_t, std::vector<Shader>> linked_;
};

std::string line_of(const Call& call, const loaders::FunctionTable& functions) {
  std::string line;
  loaders::append_call(line, call, functions);
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

}  // namespace

RecordedCalls read_recorded_calls(loaders::CallSource& source, std::uint64_t number, std::uint32_t program,
                                  std::size_t before) {
  RecordedCalls result;
  Shaders shaders;
  std::deque<std::string> lines;
  loaders::Batch batch;
  LastNumber last(number);  // the calls of two threads may be out of order
  bool is_behind = false;
  while (!is_behind && source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const Call& call : batch.calls) {
      is_behind = last.is_behind(call.number);
      if (is_behind) break;
      shaders.look_at(call);
      if (call.number == number && !call.is(loaders::kDerived)) {
        result.text = line_of(call, source.functions());
      } else if (call.number + before >= number) {
        // Only the last calls are formatted. Derived calls share a number with others, so the lines are counted.
        lines.push_back(line_of(call, source.functions()));
        if (lines.size() > before) lines.pop_front();
      }
    }
  }
  result.before.assign(lines.begin(), lines.end());
  result.shaders = shaders.of(program);
  return result;
}

}  // namespace replay
