#include "replay/commands/driver.h"

#include <glad/gl.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/platform/platform.h"
#include "replay/process/build_ids.h"
#include "replay/process/child_process.h"
#include "replay/process/culprit.h"
#include "replay/process/last_call.h"

namespace replay {
namespace {

using nlohmann::json;

std::string text_of(const GladGLContext& gl, GLenum name) {
  const auto* text = gl.GetString != nullptr ? reinterpret_cast<const char*>(gl.GetString(name)) : nullptr;
  return text != nullptr ? text : "";
}

// A context of OpenGL, or of OpenGL ES where the driver has nothing else.
std::unique_ptr<GlContext> any_context(Platform& platform, Window& window) {
  if (auto context = platform.create_context(window, {}, nullptr)) return *std::move(context);
  return need(platform.create_context(window, {.api = Api::kGles2, .major = 2}, nullptr));
}

// Returns the last line that looks like the answer, because a driver may print as well. Returns no object when there is
// none.
json answer_in(const std::string& out) {
  const auto start = out.rfind("{\"builds\"");
  return start == std::string::npos ? json() : json::parse(out.substr(start), nullptr, false);
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

int run_driver(const DriverOptions&) {
  const auto platform = need(Platform::create(Display::kHeadless));
  const auto window = need(platform->make_window({}, {.width = 16, .height = 16, .visible = false}));
  const auto context = any_context(*platform, *window);
  const std::vector<std::string> libraries = foreign_libraries();
  json answer = {{"libraries", libraries}, {"builds", builds_of_libraries(libraries)}};
  answer["renderer"] = text_of(context->gl(), GL_RENDERER);
  answer["version"] = text_of(context->gl(), GL_VERSION);
  answer["vendor"] = text_of(context->gl(), GL_VENDOR);
  print_out("{}\n", answer.dump(-1, ' ', false, json::error_handler_t::replace));
  std::fflush(stdout);  // a driver may crash when it is unloaded
  return kGood;
}

DriverAnswer ask_driver(const Launch& launch, double timeout, const std::stop_token& stop) {
  ChildOptions options{.words = launch.prefix, .environment = launch.environment, .capture = true};
  options.words.insert(options.words.end(), {own_program(), "driver"});
  ChildProcess child(options);
  const ChildEnding ending = child.wait(timeout, stop);
  // An answer counts, even if the driver crashed after it, when it was unloaded.
  if (const json answer = answer_in(ending.out); answer.is_object()) {
    return {.driver = DriverInfo{answer.value("renderer", ""), answer.value("version", ""), answer.value("vendor", "")},
            .libraries = answer.value("libraries", std::vector<std::string>{}),
            .builds = answer.value("builds", std::vector<std::string>{})};
  }
  const bool absent = ending.how == ChildEnding::How::kExited && ending.code == kCannotJudge;
  return {.is_absent = absent, .problem = absent ? last_line(ending.err) : describe(ending)};
}

}  // namespace replay
