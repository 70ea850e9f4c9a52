// Uniforms: the names behind the locations of uniforms and the indices of blocks, which each driver numbers in its own
// way. An exported program asks for them by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "replay/dispatch/dispatcher.h"
#include "replay/export_c/variables.h"

namespace replay {

class Uniforms {
 public:
  Uniforms(Dispatcher& dispatcher, Variables& variables) : dispatcher_(dispatcher), variables_(variables) {}

  // The program got other uniforms. `program` here and below is a variable, and `live` is its live name.
  void linked(std::size_t program);

  // The program that glUniform* changes, by its live name; 0: none.
  std::uint32_t current_program();

  struct Location {
    std::string text;      // the variable, or a number
    std::string question;  // a statement that has to come before its first use; empty: none
  };
  Location location(std::size_t program, std::uint32_t live, std::int32_t number);
  // The call that asks for the index of a block, or a number.
  std::string block(std::size_t program, std::uint32_t live, std::uint32_t index, bool is_storage);

 private:
  using Names = std::map<std::int32_t, std::string>;  // by location
  struct Known {
    std::optional<Names> names;
    std::map<std::string, std::size_t> asked;  // name -> variable, since the program was linked
  };
  Names list(std::uint32_t live);

  Dispatcher& dispatcher_;
  Variables& variables_;
  std::map<std::size_t, Known> programs_;
};

}  // namespace replay
