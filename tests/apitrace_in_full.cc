#include "tests/apitrace_in_full.h"

#include "loaders/apitrace/calls.h"
#include "loaders/apitrace/header.h"

namespace tests {
namespace {

using namespace loaders;

class FullReader {
 public:
  FullReader(const std::string& stream, const CallVisitor& visit, const Limits& limits)
      : window_(view_source(std::as_bytes(std::span(stream))), stream.size() + 1, limits), visit_(visit), reader_(table_, window_.limits()) {
    window_.fill(stream.size());
  }

  void read() {
    apitrace::Header header;
    Cursor cursor(window_.bytes());
    if (!apitrace::read_header(cursor, header).empty() || !cursor.ok()) return;
    window_.consume(cursor.offset());
    reader_.set_dialect(header.dialect);
    batch_.set_call_limit(window_.limits().call_bytes);
    while (!window_.bytes().empty() && read_event()) deliver();
    batch_.lift_call_limit();
    reader_.deliver_incomplete(batch_);
    deliver();
  }

 private:
  bool read_event() {
    const Batch::Place start = batch_.place();
    Cursor cursor(window_.bytes());
    try {
      reader_.read(cursor, batch_, window_);
    } catch (const ArenaLimitReached&) {
      reader_.too_large(cursor);
    }
    if (cursor.ok()) {
      window_.consume(cursor.offset());
      return true;
    }
    reader_.undo();
    batch_.rewind(start);
    return false;
  }

  void deliver() {
    for (const Call& call : batch_.calls) visit_(call, table_);
    reader_.keep_open_calls();
    batch_.clear();
  }

  InputWindow window_;
  const CallVisitor& visit_;
  FunctionTable table_;
  apitrace::CallReader reader_;
  Batch batch_;
};

}  // namespace

void read_in_full(const std::string& stream, const CallVisitor& visit, const Limits& limits) {
  FullReader(stream, visit, limits).read();
}

}  // namespace tests
