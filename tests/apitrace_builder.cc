#include "tests/apitrace_builder.h"

#include <bit>
#include <span>
#include <utility>

namespace tests {

using loaders::apitrace::Tag;

namespace at {
namespace {

Item with_bits(Tag tag, std::uint64_t bits) {
  Item item(tag);
  item.bits = bits;
  return item;
}

Item with_text(Tag tag, const std::string& text) {
  Item item(tag);
  item.text = text;
  return item;
}

Item with_elements(Tag tag, std::vector<Item> elements) {
  Item item(tag);
  item.elements = std::move(elements);
  return item;
}

}  // namespace

Item none() {
  Item item = null();
  item.absent = true;
  return item;
}

Item null() { return Item(Tag::kNull); }
Item boolean(bool value) { return Item(value ? Tag::kTrue : Tag::kFalse); }

Item en(std::int64_t value, const std::string& table) {
  Item item = with_text(Tag::kEnum, table);
  item.elements.emplace_back(value);
  return item;
}

Item bits(std::uint64_t value) { return with_bits(Tag::kBitmask, value); }

Item real(double value) {
  Item item(Tag::kDouble);
  item.real = value;
  return item;
}

Item blob(const std::string& bytes) { return with_text(Tag::kBlob, bytes); }
Item text(const std::string& bytes) { return with_text(Tag::kString, bytes); }
Item items(std::vector<Item> elements) { return with_elements(Tag::kArray, std::move(elements)); }

Item structure(const std::string& name, std::vector<Item> members) {
  Item item = with_elements(Tag::kStruct, std::move(members));
  item.text = name;
  return item;
}

Item ptr(std::uint64_t address) { return with_bits(address == 0 ? Tag::kNull : Tag::kPointer, address); }
Item repr(const Item& human, const Item& machine) { return with_elements(Tag::kRepr, {human, machine}); }

Item wide(const std::vector<std::uint64_t>& units) {
  return with_elements(Tag::kWideString, {units.begin(), units.end()});
}

Item raw(const std::string& bytes) {
  Item item = with_text(Tag::kNull, bytes);
  item.raw = true;
  return item;
}

}  // namespace at

namespace {

using at::Item;
using at::num;

std::string text_bytes(std::string_view text) { return num(text.size()) + std::string(text); }

}  // namespace

ApitraceBuilder::ApitraceBuilder(std::uint64_t version) : dialect_{version}, semantic_version_(version) {}

ApitraceBuilder& ApitraceBuilder::semantic_version(std::uint64_t version) {
  semantic_version_ = version;
  return *this;
}

ApitraceBuilder& ApitraceBuilder::property(std::string_view name, std::string_view value) {
  properties_.emplace_back(name, value);
  return *this;
}

std::string ApitraceBuilder::header() const {
  std::string out = num(dialect_.version);
  if (!dialect_.has_properties()) return out;
  out += num(semantic_version_);
  for (const auto& [name, value] : properties_) out += text_bytes(name) + text_bytes(value);
  return out + num(0);
}

std::pair<std::string, bool> ApitraceBuilder::id(char kind, const std::string& name) {
  const auto [entry, fresh] = ids_.try_emplace(kind + name, 0);
  if (fresh) {
    const std::uint64_t count = next_id_[static_cast<unsigned char>(kind)]++;
    entry->second = dense_ids_ ? count : 3 + 2 * count;  // with gaps, as real writers have them
  }
  return {num(entry->second), fresh};
}

std::string ApitraceBuilder::function(std::string_view signature) {
  const std::size_t open = signature.find('(');
  std::string_view rest = signature.substr(open + 1, signature.size() - open - 2);
  auto [bytes, fresh] = id('f', std::string(signature));
  if (!fresh) return bytes;
  std::string names;
  std::uint64_t count = 0;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    names += text_bytes(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 2, rest.size()));
    ++count;
  }
  return bytes + text_bytes(signature.substr(0, open)) + num(count) + names;
}

std::string ApitraceBuilder::enum_value(const Item& item) {
  const std::string number = value(item.elements[0]);
  if (!dialect_.has_enum_tables()) {
    auto [bytes, fresh] = id('e', number);
    return fresh ? bytes + text_bytes("GL_NAME") + number : bytes;
  }
  auto [bytes, fresh] = id('e', item.text);
  if (fresh) bytes += num(2) + text_bytes("GL_ZERO") + value(0) + text_bytes("GL_MINUS") + value(-1);
  return bytes + number;
}

std::string ApitraceBuilder::value(const Item& item) {
  if (item.raw) return item.text;
  std::string out(1, static_cast<char>(item.tag));
  switch (item.tag) {
    case Tag::kNull:
    case Tag::kFalse:
    case Tag::kTrue: return out;
    case Tag::kNegative:
    case Tag::kPositive:
    case Tag::kPointer: return out + num(item.bits);
    case Tag::kFloat: return out + little_endian(std::bit_cast<std::uint32_t>(static_cast<float>(item.real)), 4);
    case Tag::kDouble: return out + little_endian(std::bit_cast<std::uint64_t>(item.real), 8);
    case Tag::kString:
    case Tag::kBlob: return out + text_bytes(item.text);
    case Tag::kEnum: return out + enum_value(item);
    case Tag::kBitmask: {
      auto [bytes, fresh] = id('b', "GLbitfield");
      if (fresh) bytes += num(1) + text_bytes("GL_COLOR_BUFFER_BIT") + num(0x4000);
      return out + bytes + num(item.bits);
    }
    case Tag::kStruct: {
      auto [bytes, fresh] = id('s', item.text);
      out += bytes;
      if (fresh) {
        out += text_bytes(item.text) + num(item.elements.size());
        for (std::size_t i = 0; i < item.elements.size(); ++i) out += text_bytes("member");
      }
      break;
    }
    case Tag::kArray: out += num(item.elements.size()); break;
    case Tag::kWideString:
      out += num(item.elements.size());
      for (const Item& unit : item.elements) out += num(unit.bits);
      return out;
    case Tag::kRepr: break;
  }
  for (const Item& element : item.elements) out += value(element);
  return out;
}

std::string ApitraceBuilder::argument(std::uint64_t index, const Item& item) {
  return item.absent ? std::string() : num(1) + num(index) + value(item);
}

unsigned ApitraceBuilder::enter(std::string_view signature, std::initializer_list<Item> args, Thread thread) {
  finish_call();
  std::string bytes = num(0);
  if (dialect_.enters_with_thread()) bytes += num(thread.number);
  bytes += function(signature);
  std::uint64_t index = 0;
  for (const Item& arg : args) bytes += argument(index++, arg);
  begin(std::move(bytes));
  return entered_++;
}

ApitraceBuilder& ApitraceBuilder::leave(std::uint64_t number) {
  finish_call();
  begin(num(1) + num(number));
  return *this;
}

ApitraceBuilder& ApitraceBuilder::call(std::string_view signature, std::initializer_list<Item> args, Thread thread) {
  enter(signature, args, thread);
  leave_follows_ = true;
  return *this;
}

ApitraceBuilder& ApitraceBuilder::fake() {
  if (dialect_.has_call_flags()) event_ += num(5) + num(1);
  return *this;
}

ApitraceBuilder& ApitraceBuilder::out(std::uint64_t index, const Item& item) {
  (leave_follows_ ? leave_ : event_) += argument(index, item);
  return *this;
}

ApitraceBuilder& ApitraceBuilder::returns(const Item& item) {
  (leave_follows_ ? leave_ : event_) += num(2) + value(item);
  return *this;
}

ApitraceBuilder& ApitraceBuilder::detail(std::string_view bytes) {
  event_ += bytes;
  return *this;
}

ApitraceBuilder& ApitraceBuilder::append(std::string_view bytes) {
  finish_call();
  events_ += bytes;
  ends_.push_back(events_.size());
  return *this;
}

void ApitraceBuilder::begin(std::string bytes) {
  event_ = std::move(bytes);
  in_event_ = true;
}

void ApitraceBuilder::finish_event() {
  events_ += event_ + num(0);
  ends_.push_back(events_.size());
  in_event_ = false;
}

void ApitraceBuilder::finish_call() {
  if (!in_event_) return;
  finish_event();
  if (!std::exchange(leave_follows_, false)) return;
  begin(num(1) + num(entered_ - 1) + std::exchange(leave_, {}));
  finish_event();
}

std::string ApitraceBuilder::stream() {
  finish_call();
  return header() + events_;
}

std::vector<std::byte> ApitraceBuilder::file(loaders::Container container, std::size_t piece) {
  return to_bytes(pack(container, stream(), piece));
}

const std::vector<std::size_t>& ApitraceBuilder::ends() {
  finish_call();
  const std::size_t begin = header().size();
  ends_in_stream_ = {begin};
  for (const std::size_t end : ends_) ends_in_stream_.push_back(begin + end);
  return ends_in_stream_;
}

}  // namespace tests
