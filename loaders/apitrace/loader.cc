#include "loaders/apitrace/loader.h"

#include <algorithm>
#include <utility>

#include "loaders/apitrace/calls.h"
#include "loaders/apitrace/stream.h"
#include "loaders/stream/loader_base.h"
#include "loaders/stream/read_record.h"

namespace loaders::apitrace {
namespace {

class Loader final : public LoaderBase {
 public:
  explicit Loader(Stream stream) : window_(std::move(stream.window)), calls_(functions_, problem_, window_.limits()) {
    calls_.set_dialect(stream.header.dialect);
    info_ = std::move(stream.info);
    passages_ = std::move(stream.passages);
    if (passages_) next_passage_ = passages_->wanted;
    stop_at_passage();
  }

  // A batch ends after an event that leaves a call: between its two events a call would have to move out of the batch.
  ReadStatus read(Batch& batch) override {
    batch.clear();
    batch.set_call_limit(window_.limits().call_bytes);
    while (!ended_) {
      if (is_at_passage() && !batch.calls.empty()) break;
      while (is_at_passage()) pass_over();
      const std::size_t before = batch.calls.size();
      if (const std::size_t bytes = calls_.read_on_fast_path(batch, window_)) {
        window_.consume(bytes);
      } else {
        read_event(batch);
      }
      if (batch.calls.size() > before && (batch.calls.back().is(kEndsFrame) || batch.full())) break;
    }
    calls_.keep_pending_calls(batch);
    if (passages_ && passages_->collects) passages_->place = place();
    return batch.calls.empty() ? ReadStatus::kEnd : ReadStatus::kBatch;
  }

 private:
  std::optional<StreamPlace> place() const {
    if (ended_ || calls_.has_open_calls()) return std::nullopt;
    return StreamPlace{
        .offset = window_.offset() + left_out_, .next_call = calls_.next_number(), .definitions = calls_.definitions()};
  }

  void stop_at_passage() {
    window_.stop_at(next_passage_.empty() ? UINT64_MAX : next_passage_.front().from.offset - left_out_);
  }
  bool is_at_passage() const {
    return !next_passage_.empty() && window_.offset() + left_out_ == next_passage_.front().from.offset;
  }
  void pass_over() {
    const Passage& passage = next_passage_.front();
    left_out_ += passage.to.offset - passage.from.offset;
    calls_.go_on_with(passage.to.next_call);
    next_passage_ = next_passage_.subspan(1);
    stop_at_passage();
  }

  void read_event(Batch& batch) {
    if (window_.bytes().empty() && !window_.fill(1)) return end(batch);
    const Batch::Mark mark = batch.mark();
    const auto parse = [&](Cursor& cursor) { calls_.read(cursor, batch, window_); };
    const auto undo = [&] {
      calls_.undo();
      batch.rewind(mark);
    };
    if (const auto read = read_record(window_, problem_, parse, undo); !read) fail(batch, read.error());
  }

  void fail(Batch& batch, const RecordFailure& failure) {
    error_ =
        LoadError{failure.error.damage, window_.offset() + left_out_, calls_.number(), info_.file, calls_.section(),
                  failure.sentence()};
    finish(batch);
  }

  void end(Batch& batch) {
    if (window_.error()) {
      error_ = LoadError{
          window_.error()->damage, window_.offset() + left_out_, calls_.next_number(), info_.file, "next event",
          window_.error()->problem};
    }
    finish(batch);
  }

  void finish(Batch& batch) {
    ended_ = true;
    batch.lift_call_limit();  // the pending calls were within the limit when they were read
    calls_.deliver_incomplete(batch);
    calls_.append_warnings(warnings_);
  }

  InputWindow window_;
  RecordProblem problem_;
  CallReader calls_;
  std::shared_ptr<Passages> passages_;
  std::span<const Passage> next_passage_;
  std::uint64_t left_out_ = 0;  // bytes of the stream
  bool ended_ = false;
};

}  // namespace

bool is_apitrace(std::span<const std::byte> start) { return !start.empty(); }

OpenResult open(InputWindow packed, const std::string& file) {
  Result<Stream, LoadError> stream = open_stream(std::move(packed), file);
  if (!stream) return std::move(stream).error();
  return std::make_unique<Loader>(*std::move(stream));
}

}  // namespace loaders::apitrace
