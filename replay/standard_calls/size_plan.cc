#include "replay/standard_calls/size_plan.h"

#include <memory>
#include <utility>

#include "replay/player/size_lookahead.h"

namespace replay {
namespace {

void add_sizes(const std::vector<PlannedBatch>& batches, SizePlan& plan) {
  for (const PlannedBatch& planned : batches) {
    for (const DrawableSize& size : planned.sizes) {
      const auto& calls = planned.batch->calls;
      if (size.at < calls.size()) plan.push_back({calls[size.at].number, size.drawable, size.width, size.height});
    }
  }
}

}  // namespace

SizePlan plan_sizes(loaders::CallSource& source) {
  SizePlan plan;
  SizeLookahead lookahead;
  std::vector<PlannedBatch> ready;
  for (;;) {
    auto batch = std::make_unique<loaders::Batch>();
    if (source.read(*batch) == loaders::ReadStatus::kEnd) break;
    lookahead.push(std::move(batch), ready);
    add_sizes(ready, plan);
    ready.clear();
  }
  lookahead.finish(ready);
  add_sizes(ready, plan);
  return plan;
}

}  // namespace replay
