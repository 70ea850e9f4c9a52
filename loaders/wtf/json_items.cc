#include "loaders/wtf/json_items.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "loaders/base/bytes.h"

namespace loaders::wtf {

bool JsonItems::next(JsonItem& item, Report& report) {
  if (cut_) {
    end(report);
    return false;
  }
  if (!find_start(report)) return false;
  start_ = window_.offset();
  if (position_ == Position::kAfterList) {
    scanner_.begin_after_list();
  } else {
    scanner_.begin(position_ == Position::kTop && !in_array_);
  }
  scan();
  return finish(item, report);
}

bool JsonItems::find_start(Report& report) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (window_.offset() == 0 && window_.fill(3) && text_of(window_.bytes()).starts_with(kByteOrderMark))
    window_.consume(3);
  while (window_.fill(1)) {
    if (position_ == Position::kAfterList) return true;
    const char c = text_of(window_.bytes())[0];
    if (c == '{') return true;
    if (!skip_one(c)) {
      const auto code = static_cast<unsigned char>(c);
      report.fail(
          Damage::kCorrupt, window_.offset(), "JSON",
          fmt::format("an object should start here, and there is {}",
                      code > 0x20 && code < 0x7f ? fmt::format("'{}'", c) : fmt::format("byte 0x{:02x}", code)));
      return false;
    }
    window_.consume(1);
  }
  end(report);
  return false;
}

bool JsonItems::skip_one(char c) {
  if (c == ']' && position_ == Position::kList) position_ = Position::kAfterList;
  if (c == '[' && position_ == Position::kTop) in_array_ = true;
  return std::string_view(" \t\r\n,[]").find(c) != std::string_view::npos;
}

// Reports it if the file ends too early.
void JsonItems::end(Report& report) {
  if (window_.error()) {
    report.fail(window_.error()->damage, window_.offset(), "JSON", window_.error()->problem);
  } else if (cut_) {
    report.fail(Damage::kCut, start_, "JSON object", "the file ends inside it");
  } else if (position_ != Position::kTop) {
    report.fail(Damage::kCut, window_.offset(), "JSON", "the file ends before its outermost object does");
  }
}

// The scanner gets the text in pieces, so that a large object does not make the window grow.
void JsonItems::scan() {
  while (scanner_.status() == JsonScanner::Status::kMore && window_.fill(1)) {
    window_.consume(scanner_.feed(text_of(window_.bytes())));
  }
}

bool JsonItems::finish(JsonItem& item, Report& report) {
  const auto status = scanner_.status();
  if (status == JsonScanner::Status::kTooDeep || status == JsonScanner::Status::kTooLong) {
    const Limits& limits = window_.limits();
    report.fail(Damage::kCorrupt, start_, "JSON object",
                status == JsonScanner::Status::kTooDeep ? "it is nested deeper than " + limits.option(&Limits::nesting)
                                                        : "it is larger than " + limits.option(&Limits::json_bytes));
    return false;
  }
  item.offset = start_;
  item.cut = cut_ = status == JsonScanner::Status::kMore;
  if (cut_) scanner_.close();
  if (status == JsonScanner::Status::kList) {
    list_ = scanner_.list();
    position_ = Position::kList;
  } else if (position_ == Position::kAfterList) {
    position_ = Position::kTop;
  }
  Result<Json> parsed = parse_json(scanner_.text());
  if (parsed) {
    item.value = *std::move(parsed);
  } else if (cut_) {
    end(report);
  } else {
    report.fail(Damage::kCorrupt, start_, "JSON object", parsed.error().problem);
  }
  return static_cast<bool>(parsed);
}

}  // namespace loaders::wtf
