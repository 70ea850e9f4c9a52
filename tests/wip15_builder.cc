#include "tests/wip15_builder.h"

#include <lz4.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <stdexcept>

namespace tests {

using loaders::Compression;
using loaders::wip15::Base;

namespace {

std::string sleb128(std::int64_t value) {
  std::string out;
  for (;;) {
    const auto group = static_cast<std::uint8_t>(value & 0x7f);
    value >>= 7;
    const bool last = (value == 0 && (group & 0x40) == 0) || (value == -1 && (group & 0x40) != 0);
    out += static_cast<char>(last ? group : group | 0x80);
    if (last) return out;
  }
}

std::string text_bytes(std::string_view text) { return little_endian(text.size(), 4) + std::string(text); }

}  // namespace

Arg list(std::initializer_list<Arg> elements) {
  Arg arg(0);
  arg.elements = elements;
  return arg;
}

Arg data(std::string bytes, Compression method) {
  Arg arg(std::move(bytes));
  arg.method = method;
  return arg;
}

Arg variant(std::string type, Arg value) {
  value.type = std::move(type);
  return value;
}

Arg raw(std::string bytes) {
  Arg arg(std::move(bytes));
  arg.raw = true;
  return arg;
}

std::string pack(Compression method, const std::string& bytes) {
  std::string out;
  switch (method) {
    case Compression::kNone: return bytes;
    case Compression::kZlib: {
      uLongf size = compressBound(bytes.size());
      out.resize(size);
      compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
      out.resize(size);
      return out;
    }
    case Compression::kLz4: {
      const int size = static_cast<int>(bytes.size());
      out.resize(static_cast<std::size_t>(LZ4_compressBound(size)));
      out.resize(
          static_cast<std::size_t>(LZ4_compress_default(bytes.data(), out.data(), size, static_cast<int>(out.size()))));
      return out;
    }
    case Compression::kZstd:
      out.resize(ZSTD_compressBound(bytes.size()));
      out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
      return out;
  }
  return out;
}

std::string block(std::uint8_t method, std::uint32_t size, const std::string& packed) {
  return static_cast<char>(method) + little_endian(size, 4) + little_endian(packed.size(), 4) + packed;
}

Wip15Builder::Wip15Builder(Generation generation, bool big_endian_floats)
    : generation_(generation),
      big_endian_(big_endian_floats) {
  out_ = "WIP15";
  out_ += big_endian_floats ? '-' : '_';
  const bool text_version = generation != Generation::kSeed && generation != Generation::kFinal;
  out_ += text_version ? std::string("0.0a            ") : std::string(2, '\0');
  out_ += little_endian(796, 4) + little_endian(195, 4);
  ends_.push_back(out_.size());
}

Wip15Builder& Wip15Builder::group(std::string_view name) {
  const bool kind = generation_ == Generation::kSeed || generation_ == Generation::kFinal;
  finish_call();
  add_operation(little_endian(1, 1) + std::string(kind ? 1 : 0, '\0') + little_endian(groups_++, 4) + text_bytes(name));
  return *this;
}

Wip15Builder::Type Wip15Builder::parse_type(std::string_view text) {
  constexpr std::string_view kBases[] = {"Void",   "UnsignedInt", "Int",  "Ptr",         "Bool",   "Float",
                                         "Double", "String",      "Data", "FunctionPtr", "Variant"};
  Type type;
  if (text.ends_with(":g")) {
    type.has_group = true;
    text.remove_suffix(2);
  }
  if (text.ends_with("[]")) {
    type.is_array = true;
    text.remove_suffix(2);
  }
  const auto found = std::find(std::begin(kBases), std::end(kBases), text);
  if (found == std::end(kBases)) throw std::invalid_argument("no such type: " + std::string(text));
  type.base = static_cast<Base>(found - std::begin(kBases));
  return type;
}

std::string Wip15Builder::type_bytes(const Type& type) {
  return {static_cast<char>(type.base), static_cast<char>(type.has_group), static_cast<char>(type.is_array)};
}

Wip15Builder& Wip15Builder::declare(std::string_view prototype) {
  finish_call();
  const std::size_t open = prototype.find('(');
  const std::size_t close = prototype.find(')');
  const std::string name(prototype.substr(0, open));
  Function function;
  // Indices have gaps, as those of real writers.
  function.index =
      functions_.contains(name) ? functions_[name].index : static_cast<std::uint32_t>(functions_.size()) * 7 + 3;
  std::string_view rest = prototype.substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    function.args.push_back(parse_type(rest.substr(0, comma)));
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  if (const std::size_t arrow = prototype.find("-> "); arrow != std::string_view::npos) {
    function.result = parse_type(prototype.substr(arrow + 3));
  }

  std::string bytes = std::string(1, '\0') + little_endian(function.index, 4) + text_bytes(name);
  bytes += type_bytes(function.result) + little_endian(function.args.size(), 4);
  for (const Type& type : function.args) bytes += type_bytes(type);
  functions_[name] = std::move(function);
  add_operation(bytes);
  return *this;
}

std::string Wip15Builder::unsigned_bytes(std::uint64_t value) const {
  return generation_ == Generation::kRaw8 ? little_endian(value, 8) : leb128(value);
}

std::string Wip15Builder::signed_bytes(std::int64_t value) const {
  if (generation_ == Generation::kRaw8) return little_endian(static_cast<std::uint64_t>(value), 8);
  if (generation_ == Generation::kSleb) return sleb128(value);
  const std::uint64_t bits = static_cast<std::uint64_t>(value);
  return leb128(value < 0 ? 1 | (0 - bits) << 1 : bits << 1);
}

std::string Wip15Builder::float_bytes(std::string little) const {
  if (big_endian_) std::reverse(little.begin(), little.end());
  return little;
}

std::string Wip15Builder::element(Base base, const Arg& arg) const {
  if (arg.raw) return arg.text;
  switch (base) {
    case Base::kUnsigned:
    case Base::kPtr: return unsigned_bytes(static_cast<std::uint64_t>(arg.integer));
    case Base::kInt: return signed_bytes(arg.integer);
    case Base::kBool: return little_endian(static_cast<std::uint64_t>(arg.integer), 1);
    case Base::kFloat: return float_bytes(little_endian(std::bit_cast<std::uint32_t>(static_cast<float>(arg.real)), 4));
    case Base::kDouble: return float_bytes(little_endian(std::bit_cast<std::uint64_t>(arg.real), 8));
    case Base::kString: return text_bytes(arg.text);
    case Base::kData:
      return block(static_cast<std::uint8_t>(arg.method), static_cast<std::uint32_t>(arg.text.size()),
                   pack(arg.method, arg.text));
    case Base::kVariant: {
      const Type type = parse_type(arg.type);
      return type_bytes(type) + value(type, arg);
    }
    case Base::kVoid:
    case Base::kFunctionPtr:
    case Base::kCount: break;
  }
  return {};
}

std::string Wip15Builder::value(const Type& type, const Arg& arg) const {
  if (arg.raw) return arg.text;
  if (type.base == Base::kVariant) return element(type.base, arg);  // its own flags mean nothing
  std::string bytes;
  if (type.is_array) {
    bytes = little_endian(arg.elements.size(), 4);
    for (const Arg& one : arg.elements) bytes += element(type.base, one);
  } else {
    bytes = element(type.base, arg);
  }
  return type.has_group ? bytes + little_endian(0, 4) : bytes;
}

Wip15Builder& Wip15Builder::call(std::string_view name, std::initializer_list<Arg> args) {
  finish_call();
  const auto found = functions_.find(name);
  if (found == functions_.end()) throw std::invalid_argument("not declared: " + std::string(name));
  called_ = &found->second;
  if (args.size() != called_->args.size()) throw std::invalid_argument("wrong count: " + std::string(name));
  in_call_ = true;
  call_ = little_endian(2, 1) + little_endian(called_->index, 4);
  std::size_t i = 0;
  for (const Arg& arg : args) call_ += value(called_->args[i++], arg);
  return *this;
}

Wip15Builder& Wip15Builder::returns(const Arg& result) {
  call_ += value(called_->result, result);
  return *this;
}

Wip15Builder& Wip15Builder::extra(std::string_view name, std::string_view bytes, Compression method) {
  ++extra_count_;
  extras_ += text_bytes(name) + element(Base::kData, data(std::string(bytes), method));
  return *this;
}

Wip15Builder& Wip15Builder::append(std::string_view bytes) {
  finish_call();
  add_operation(std::string(bytes));
  return *this;
}

void Wip15Builder::finish_call() {
  if (!in_call_) return;
  in_call_ = false;
  add_operation(call_ + little_endian(extra_count_, 4) + extras_);
  extra_count_ = 0;
  extras_.clear();
}

void Wip15Builder::add_operation(const std::string& bytes) {
  out_ += bytes;
  ends_.push_back(out_.size());
}

std::vector<std::byte> Wip15Builder::file() {
  finish_call();
  const auto view = std::as_bytes(std::span(out_));
  return {view.begin(), view.end()};
}

const std::vector<std::size_t>& Wip15Builder::ends() {
  finish_call();
  return ends_;
}

}  // namespace tests
