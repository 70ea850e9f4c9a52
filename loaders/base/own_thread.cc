#include "loaders/base/own_thread.h"

namespace loaders {
namespace {

void (*prepare_function)(const char* name) = nullptr;

}  // namespace

void prepare_threads_with(void (*prepare)(const char* name)) { prepare_function = prepare; }

void prepare_thread(const char* name) {
  if (prepare_function != nullptr) prepare_function(name);
}

}  // namespace loaders
