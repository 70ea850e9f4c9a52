#include "loaders/wtf/json_scanner.h"

#include <algorithm>

namespace loaders::wtf {

void JsonScanner::begin(bool find_list) {
  std::string memory = std::move(text_);
  memory.clear();
  *this = JsonScanner(limits_);
  text_ = std::move(memory);
  find_list_ = find_list;
}

void JsonScanner::begin_after_list() {
  begin(true);
  text_ += '{';
  open_ += '}';
}

std::size_t JsonScanner::feed(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && status_ == Status::kMore) {
    if (in_string_) {
      at += feed_string(text.substr(at));
    } else {
      feed_one(text[at++]);
    }
    if (text_.size() > limits_.json_bytes) status_ = Status::kTooLong;
  }
  return at;
}

std::size_t JsonScanner::feed_string(std::string_view text) {
  if (escaped_) {
    text_ += text[0];
    escaped_ = false;
    return 1;
  }
  const std::size_t plain = std::min<std::size_t>({text.find_first_of("\"\\"), text.size(), limits_.json_bytes});
  text_ += text.substr(0, plain);
  if (plain == text.size() || plain == limits_.json_bytes) return plain;
  text_ += text[plain];
  escaped_ = text[plain] == '\\';
  in_string_ = escaped_;
  return plain + 1;
}

void JsonScanner::feed_one(char c) {
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
      if (last_ == Last::kScalar) last_ = Last::kValue;
      return;
    case ':':
      text_ += c;
      last_ = Last::kColon;
      return;
    case '{':
    case '[': return open(c);
    case '}':
    case ']':
      text_ += c;
      last_ = Last::kValue;
      if (!open_.empty()) open_.pop_back();
      if (open_.empty()) status_ = Status::kComplete;
      return;
    case '"':
      start_value();
      last_string_ = text_.size();
      text_ += c;
      last_ = Last::kValue;
      in_string_ = true;
      return;
    default:
      if (last_ != Last::kScalar) start_value();
      text_ += c;
      last_ = Last::kScalar;
  }
}

void JsonScanner::open(char bracket) {
  if (bracket == '[' && at_list()) {
    list_ = text_.substr(last_string_ + 1, text_.size() - last_string_ - 3);  // without quotes and colon
    text_.resize(last_string_);
    if (text_.ends_with(',')) text_.pop_back();
    text_ += '}';
    status_ = Status::kList;
    return;
  }
  start_value();
  text_ += bracket;
  open_ += bracket == '{' ? '}' : ']';
  last_ = Last::kOpening;
  if (open_.size() > limits_.nesting) status_ = Status::kTooDeep;
}

bool JsonScanner::at_list() const {
  if (!find_list_ || open_.size() != 1 || last_ != Last::kColon) return false;
  const std::string_view member = std::string_view(text_).substr(last_string_);
  return member == R"("events":)" || member == R"("chunks":)";
}

void JsonScanner::start_value() {
  if (last_ == Last::kValue || last_ == Last::kScalar) text_ += ',';
}

void JsonScanner::close() {
  if (escaped_) text_.pop_back();
  if (in_string_) text_ += '"';
  text_.append(open_.rbegin(), open_.rend());
  open_.clear();
  status_ = Status::kComplete;
}

}  // namespace loaders::wtf
