#include "loaders/base/own_thread.h"

#include <pthread.h>

#include <csignal>
#include <initializer_list>

namespace loaders {
namespace {

void (*prepare_function)(const char* name) = nullptr;

}  // namespace

StartsThreadsWithoutSignals::StartsThreadsWithoutSignals() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP}) sigdelset(&signals, fault);
  ::pthread_sigmask(SIG_SETMASK, &signals, &before_);
}

StartsThreadsWithoutSignals::~StartsThreadsWithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void prepare_threads_with(void (*prepare)(const char* name)) { prepare_function = prepare; }

void prepare_thread(const char* name) {
  if (prepare_function != nullptr) prepare_function(name);
}

}  // namespace loaders
