#include "replay/dispatch/dispatcher.h"

#include <glad/gl.h>

#include "replay/handlers/handlers.h"

namespace replay {
namespace {

// What `gl` points to while no context is current.
const GladGLContext kNoContextTable{};

}  // namespace

Dispatcher::Dispatcher(Platform* platform, const loaders::FunctionTable& functions, const WorldOptions& options)
    : gl(&kNoContextTable), errors(&current_), world(platform, options), functions_(functions), rows_(gl_rows()) {}

void Dispatcher::skip(const loaders::Call& call, Skip reason) {
  SkipCount& skips_of_function = skips[{reason, call.recorded}];
  if (skips_of_function.count++ == 0) skips_of_function.first_call = call.number;
}

void Dispatcher::missing(const loaders::Call& call) {
  skip(call, context == nullptr ? Skip::kNoContext : Skip::kNoEntryPoint);
}

void Dispatcher::context_changed() {
  context = world.current_context();
  gl = context != nullptr ? &context->live->gl() : &kNoContextTable;
  errors.context_changed(context != nullptr ? context->handle : 0);
  if (context != nullptr && (!driver_ || driver_->version != context->live->version_text())) {
    driver_ = {context->live->renderer(), context->live->version_text(), context->live->vendor()};
  }
}

void Dispatcher::switch_thread(std::uint32_t thread) {
  world.switch_thread(thread);
  context_changed();
}

}  // namespace replay
