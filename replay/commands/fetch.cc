#include "replay/commands/fetch.h"

#include "replay/base/exit_code.h"
#include "replay/download/fetcher.h"

namespace replay {

int run_fetch(const FetchOptions&) {
  answer_fetch();
  return kGood;
}

}  // namespace replay
