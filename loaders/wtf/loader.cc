#include "loaders/wtf/loader.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "loaders/base/bytes.h"
#include "loaders/wtf/chunked_events.h"
#include "loaders/wtf/definitions.h"
#include "loaders/wtf/format.h"
#include "loaders/wtf/header.h"
#include "loaders/wtf/legacy_events.h"
#include "loaders/wtf/list_events.h"
#include "loaders/wtf/report.h"
#include "loaders/wtf/timeline.h"
#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf {
namespace {

using Events = std::variant<ChunkedEvents, LegacyEvents, ListEvents>;

class Loader final : public CallSource {
 public:
  Loader(const std::string& file, const char* container, std::optional<std::uint64_t> file_size, const Limits& limits)
      : limits_(limits),
        definitions_(functions_, limits_),
        translator_(functions_, report_, limits_) {
    report_.file = file;
    info_.file = file;
    info_.format = "WTF";
    info_.container = container;
    info_.file_size = file_size;
  }

  const TraceInfo& info() const override { return info_; }
  const std::optional<LoadError>& error() const override { return report_.error; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const FunctionTable& functions() const override { return functions_; }
  std::vector<std::pair<std::string, std::string>> facts() const override { return timeline_.facts(); }

  // Reads what the file says before its events.
  Result<void, LoadError> start(InputWindow window);

  ReadStatus read(Batch& batch) override {
    batch.clear();
    batch.set_call_limit(limits_.call_bytes);
    while (!ended_ && !batch.full()) {
      if (read_event(batch)) break;
    }
    if (ended_) finish(batch);
    if (!batch.calls.empty()) return ReadStatus::kBatch;
    if (warnings_.empty()) report_.append_warnings(warnings_);
    return ReadStatus::kEnd;
  }

 private:
  // Reads the next event into the batch. Returns whether it ends a frame.
  bool read_event(Batch& batch);
  void finish(Batch& batch) {
    batch.lift_call_limit();  // few calls come now, and those before were within the limit
    translator_.finish(batch);
  }

  bool start_binary(InputWindow window);
  bool start_json(InputWindow window);

  template <class T, class... Args>
  void make_events(std::string version, Args&&... args) {
    info_.version = std::move(version);
    events_.emplace(std::in_place_type<T>, std::forward<Args>(args)...);
  }

  void take(Event& event, Batch& batch) {
    timeline_.place(event);
    report_.events = event.index + 1;
    translator_.take(event, batch);
    if (event.type->builtin != Builtin::kDefine) return;
    const Status defined = definitions_.define(event);
    if (defined) return;
    report_.fail(Damage::kCorrupt, event.offset, "definition", defined.error().problem);
    ended_ = true;
  }

  const Limits limits_;
  TraceInfo info_;
  FunctionTable functions_;
  Definitions definitions_;
  FileHeader header_;
  Report report_;
  std::optional<Events> events_;
  Timeline timeline_;
  webgl::Translator translator_;
  bool ended_ = false;
  std::vector<std::string> warnings_;
};

Result<void, LoadError> Loader::start(InputWindow window) {
  const bool json = is_json(window.bytes());
  if (!(json ? start_json(std::move(window)) : start_binary(std::move(window)))) return *report_.error;
  for (auto& property : header_.properties) info_.properties.push_back(std::move(property));
  return {};
}

bool Loader::read_event(Batch& batch) {
  const Batch::Mark mark = batch.mark();
  const std::size_t calls = batch.calls.size();
  Event event;
  try {
    ended_ = !std::visit([&](auto& events) { return events.next(event, batch); }, *events_);
    if (!ended_) take(event, batch);
    return ended_ || event.ends_frame;
  } catch (const ArenaLimitReached&) {
    report_.fail(Damage::kCorrupt, event.offset, "event",
                 "the event takes more than " + limits_.option(&Limits::call_bytes));
  } catch (const webgl::PageLimitReached&) {
    report_.fail(Damage::kCorrupt, event.offset, "event",
                 "the page's objects take more than " + limits_.option(&Limits::page_bytes));
  }
  batch.calls.resize(calls);
  batch.rewind(mark);
  ended_ = true;
  return ended_ || event.ends_frame;
}

bool Loader::start_binary(InputWindow window) {
  const bool legacy = is_legacy(window.bytes());
  const auto word = [&](Cursor& cursor) { return legacy ? cursor.u32_big_endian() : cursor.u32(); };
  Cursor cursor(window.bytes());
  word(cursor);
  const std::uint32_t wtf_version = word(cursor);
  const std::uint32_t version = word(cursor);
  const std::uint32_t known = legacy ? kLegacyVersion : kChunkedVersion;
  if (!cursor.ok() || version != known) {
    report_.fail(Damage::kCorrupt, cursor.ok() ? 8 : cursor.failed_at(), "header",
                 cursor.ok() ? fmt::format("format version {} is not known ({} is)", version, known)
                             : "the file ends inside the header");
    return false;
  }
  info_.properties = {{"wtf_version", fmt::format("0x{:08x}", wtf_version)}};
  window.consume(cursor.offset());
  if (!legacy) {
    make_events<ChunkedEvents>("10, chunked binary", BinaryChunks(std::move(window)), header_, definitions_, report_);
    return true;
  }
  if (!read_legacy_header(window, header_, report_)) return false;
  translator_.set_options({.legacy = true});
  make_events<LegacyEvents>("3, legacy binary", std::move(window), definitions_, report_);
  return true;
}

bool Loader::start_json(InputWindow window) {
  JsonItems items(std::move(window));
  JsonItem first;
  const bool empty = !items.next(first, report_);
  if (!empty && has_json_chunks(first, items)) {
    make_events<ChunkedEvents>("10, chunked JSON", JsonChunks(std::move(items), std::move(first)), header_,
                               definitions_, report_);
    return true;
  }
  if (empty && report_.error) return false;
  if (!empty && !has_event_list(first, items)) {
    report_.fail(Damage::kCorrupt, first.offset, "JSON", "it is no trace: the first object is none of a trace");
    return false;
  }
  make_events<ListEvents>("", std::move(items), std::move(first), header_, definitions_, report_);
  info_.version = fmt::format("{}, event list", std::get<ListEvents>(*events_).version());
  return true;
}

}  // namespace

bool is_chunked(std::span<const std::byte> start) { return text_of(start).starts_with("\xef\xbe\xad\xde"); }
bool is_legacy(std::span<const std::byte> start) { return text_of(start).starts_with("\xde\xad\xbe\xef"); }

bool is_json(std::span<const std::byte> start) {
  std::string_view text = text_of(start);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && (text[first] == '[' || text[first] == '{');
}

OpenResult open(InputWindow window, const std::string& file) {
  const auto file_size = window.stream_size();
  return open_packed(std::move(window), file, "none", file_size);
}

OpenResult open_packed(InputWindow window, const std::string& file, const char* container,
                       std::optional<std::uint64_t> file_size) {
  auto loader = std::make_unique<Loader>(file, container, file_size, window.limits());
  if (auto started = loader->start(std::move(window)); !started) return std::move(started).error();
  return loader;
}

}  // namespace loaders::wtf
