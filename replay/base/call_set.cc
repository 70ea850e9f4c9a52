#include "replay/base/call_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "glbindings/signature.h"

namespace replay {

void CallSet::add(CallRange range) {
  // A last number that no step reaches would make last() too late and hide that a range holds one number only.
  if (range.last != kEnd && range.traits == 0) range.last -= (range.last - range.first) % range.step;
  const bool plain = range.traits == 0 && (range.step == 1 || range.first == range.last);
  if (plain) {
    add_plain({range.first, range.last});
  } else {
    special_.push_back(range);
  }
}

void CallSet::add(const CallSet& other) {
  for (const Interval& interval : other.plain_) add_plain(interval);
  special_.insert(special_.end(), other.special_.begin(), other.special_.end());
  wants_last_ |= other.wants_last_;
}

void CallSet::settle_last(std::uint64_t last) {
  if (std::exchange(wants_last_, false)) add({.first = last, .last = last});
}

// Keeps plain_ sorted and disjoint: everything that the new interval overlaps or touches becomes a part of it.
void CallSet::add_plain(Interval interval) {
  auto begin = std::partition_point(plain_.begin(), plain_.end(), [&](const Interval& other) {
    return other.last < interval.first && interval.first - other.last > 1;
  });
  auto end = begin;
  for (; end != plain_.end() && (end->first <= interval.last || end->first - interval.last == 1); ++end) {
    interval.first = std::min(interval.first, end->first);
    interval.last = std::max(interval.last, end->last);
  }
  plain_.insert(plain_.erase(begin, end), interval);
}

// Returns the first interval that does not end before `number`, or null when there is none.
const CallSet::Interval* CallSet::plain_at_or_after(std::uint64_t number) const {
  const auto found =
      std::partition_point(plain_.begin(), plain_.end(), [&](const Interval& other) { return other.last < number; });
  return found == plain_.end() ? nullptr : &*found;
}

std::uint64_t CallSet::next(std::uint64_t from) const {
  std::uint64_t best = kEnd;
  if (const Interval* interval = plain_at_or_after(from)) best = std::max(from, interval->first);
  for (const CallRange& range : special_) {
    std::uint64_t number = std::max(from, range.first);
    const std::uint64_t past = (number - range.first) % range.step;
    if (past != 0) {
      if (range.step - past > kEnd - number) continue;
      number += range.step - past;
    }
    if (number <= range.last) best = std::min(best, number);
  }
  return best;
}

bool CallSet::contains(std::uint64_t number, std::uint16_t traits) const {
  const Interval* interval = plain_at_or_after(number);
  if (interval && interval->first <= number) return true;
  return std::any_of(special_.begin(), special_.end(), [&](const CallRange& range) {
    return number >= range.first && number <= range.last && (number - range.first) % range.step == 0 &&
           (range.traits == 0 || (range.traits & traits) != 0);
  });
}

bool CallSet::names(std::uint64_t number) const {
  const Interval* interval = plain_at_or_after(number);
  if (interval && interval->first <= number && interval->last != kEnd) return true;
  return std::any_of(special_.begin(), special_.end(), [&](const CallRange& range) {
    return range.traits == 0 && range.last != kEnd && number >= range.first && number <= range.last &&
           (number - range.first) % range.step == 0;
  });
}

std::optional<std::uint64_t> CallSet::last() const {
  if (empty() || wants_last_) return std::nullopt;
  std::uint64_t last = plain_.empty() ? 0 : plain_.back().last;
  for (const CallRange& range : special_) last = std::max(last, range.last);
  if (last == kEnd) return std::nullopt;
  return last;
}

std::optional<std::uint64_t> CallSet::only() const {
  if (wants_last_ || plain_.size() != 1 || !special_.empty() || plain_[0].first != plain_[0].last) return std::nullopt;
  return plain_[0].first;
}

namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

enum class Numbers { kOfCalls, kOfFrames };

struct Frequency {
  std::string_view name;
  std::uint16_t traits;
};
constexpr Frequency kFrequencies[] = {
    {"frame", glbindings::kEndsFrame},
    {"rendertarget", glbindings::kEndsFrame | glbindings::kSetsTarget},
    {"fbo", glbindings::kEndsFrame | glbindings::kSetsTarget},
    {"render", glbindings::kRenders},
    {"draw", glbindings::kRenders},
};

// The parser throws this to leave its recursion. parse_set() catches it.
struct BadSet {
  std::string problem;
};

// Reads by stdio, because a stream of C++ takes a folder for an empty file.
std::string text_of_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  std::string text;
  char block[4096];
  while (file && !std::feof(file.get()) && !std::ferror(file.get())) {
    text.append(block, std::fread(block, 1, sizeof block, file.get()));
  }
  if (!file || std::ferror(file.get())) {
    throw BadSet{fmt::format("cannot read '{}': {}", path, std::strerror(errno))};
  }
  return text;
}

// Recursive descent, one method per rule of the grammar in the header. White space may stand before any token.
class SetParser {
 public:
  SetParser(std::string_view text, Numbers numbers, std::string source, CallSet& set)
      : rest_(text),
        numbers_(numbers),
        source_(std::move(source)),
        set_(set) {}

  void parse() {
    skip_space();
    if (rest_.empty()) fail("it is empty");
    bool after_comma = true;
    while (!rest_.empty() || after_comma) {
      parse_item(after_comma);
      const bool apart = rest_.empty() || is_space(rest_.data()[-1]);  // an item took at least one character
      after_comma = take(',');
      if (!apart && !after_comma) fail(fmt::format("a comma was expected at '{}'", excerpt()));
    }
  }

 private:
  void parse_item(bool file_allowed) {
    if (file_allowed && take('@')) {
      parse_file();
    } else if (numbers_ == Numbers::kOfFrames && word() == "last") {
      take_word();
      set_.add_last();
    } else {
      set_.add(parse_range());
    }
  }

  void parse_file() {
    if (!source_.empty()) fail("a file of ranges cannot name another file");
    std::string path(rest_.substr(0, rest_.find(',')));
    rest_.remove_prefix(path.size());
    if (path.empty()) fail("a file name must follow '@'");
    const std::string text = text_of_file(path);
    SetParser(text, numbers_, path, set_).parse();
  }

  CallRange parse_range() {
    CallRange range;
    if (!word().empty() && word() != kAll) {
      range.traits = parse_frequency();
      return range;
    }
    parse_base(range);
    if (!take('/')) return range;
    if (!rest_.empty() && is_letter(rest_[0])) {
      range.traits = parse_frequency();
    } else {
      range.step = parse_number();
      if (range.step == 0) fail("a step of 0 would never move on");
    }
    return range;
  }

  void parse_base(CallRange& range) {
    if (take('*')) return;
    if (word() == kAll) return take_word();
    range.first = range.last = parse_number();
    if (!take('-')) return;
    range.last = !rest_.empty() && is_digit(rest_[0]) ? parse_number() : CallSet::kEnd;
    if (range.last < range.first) fail(fmt::format("{}-{} runs backwards", range.first, range.last));
  }

  std::uint64_t parse_number() {
    if (rest_.empty()) fail("a number is missing at its end");
    if (!is_digit(rest_[0])) fail(fmt::format("a number was expected at '{}'", excerpt()));
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc()) fail(fmt::format("{} is larger than 64 bits can hold", rest_.substr(0, length)));
    rest_.remove_prefix(length);
    skip_space();
    return number;
  }

  std::uint16_t parse_frequency() {
    if (numbers_ == Numbers::kOfFrames)
      fail(fmt::format("'{}' picks calls, a set of frames has numbers and 'last' only", word()));
    for (const Frequency& frequency : kFrequencies) {
      if (frequency.name != word()) continue;
      take_word();
      return frequency.traits;
    }
    fail(fmt::format("'{}' is none of frame, rendertarget, fbo, render, draw", word()));
  }

  // The letters that come next; none when something else does.
  std::string_view word() const {
    return rest_.substr(
        0, static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), is_letter) - rest_.begin()));
  }

  void take_word() {
    rest_.remove_prefix(word().size());
    skip_space();
  }

  bool take(char token) {
    if (rest_.empty() || rest_[0] != token) return false;
    rest_.remove_prefix(1);
    skip_space();
    return true;
  }

  void skip_space() {
    while (!rest_.empty() && is_space(rest_[0])) rest_.remove_prefix(1);
  }

  std::string_view excerpt() const { return rest_.substr(0, 20); }

  [[noreturn]] void fail(const std::string& why) const {
    throw BadSet{source_.empty() ? why : fmt::format("in '{}': {}", source_, why)};
  }

  static constexpr std::string_view kAll = "all";

  std::string_view rest_;
  Numbers numbers_;
  std::string source_;  // the file that the text came from; empty: the command line
  CallSet& set_;
};

loaders::Result<CallSet> parse_set(std::string_view text, Numbers numbers) {
  CallSet set;
  try {
    SetParser(text, numbers, "", set).parse();
  } catch (const BadSet& bad) {
    return loaders::Error{bad.problem};
  }
  return set;
}

}  // namespace

loaders::Result<CallSet> parse_call_set(std::string_view text) { return parse_set(text, Numbers::kOfCalls); }
loaders::Result<CallSet> parse_frame_set(std::string_view text) { return parse_set(text, Numbers::kOfFrames); }

}  // namespace replay
