// Error, Result and Status: how the functions of loaders/ and replay/ say that something went wrong.
//
//     Result<ByteSource> open_file(path);         a value, or the reason why there is none
//     Status set_limit(limits, text);             success, or the reason
//
// docs/architecture.md says when a function returns one of these, and what it does otherwise.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace loaders {

enum class Damage : std::uint8_t {
  kCut,  // the file ends inside a record: what a crashed program leaves. Replayed with a warning.
  // The bytes are not what the format allows: the calls before are good, the file as a whole cannot be judged.
  kCorrupt,
};

// What is wrong, when the place in the file is not known or does not matter. LoadError has the place as well.
struct Error {
  std::string problem;               // a sentence without its full stop
  Damage damage = Damage::kCorrupt;  // of the file that a loader reads; replay/ leaves it alone
};

// A value, or the reason why there is none. The value may only be asked for when there is one.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}
  template <class U = T>
  requires std::convertible_to<U&&, T> &&
      (!std::same_as<std::remove_cvref_t<U>, Result>)&&(!std::same_as<std::remove_cvref_t<U>, E>)&&(
          !std::same_as<std::remove_cvref_t<U>, std::in_place_t>)Result(U&& value)
      : content_(std::in_place_index<0>, std::forward<U>(value)) {}
  // For a value that can be made of anything, and so of an error too.
  Result(std::in_place_t, T value) : content_(std::in_place_index<0>, std::move(value)) {}

  explicit operator bool() const { return content_.index() == 0; }

  T& operator*() & { return *std::get_if<0>(&content_); }
  const T& operator*() const& { return *std::get_if<0>(&content_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }

  // Precondition: there is no value.
  const E& error() const& { return *std::get_if<1>(&content_); }
  E&& error() && { return std::move(*std::get_if<1>(&content_)); }

 private:
  std::variant<T, E> content_;
};

// Success, or the reason why there is none.
template <class E>
class [[nodiscard]] Result<void, E> {
 public:
  Result() = default;
  Result(E error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }

  // Precondition: this is no success.
  const E& error() const& { return *error_; }
  E&& error() && { return *std::move(error_); }

 private:
  std::optional<E> error_;
};

using Status = Result<void>;

}  // namespace loaders
