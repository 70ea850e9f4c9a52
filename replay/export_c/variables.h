// The variables of an exported program. Their names are known only at the end, because a label may name an object long
// after it was made. Until then a token stands for the name in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

class Variables {
 public:
  // Makes a variable. `type` is C ("GLuint"), `prefix` begins the name, and `rest` is what the name should say further,
  // as c_identifier_part() gives it.
  std::size_t add(const char* type, std::string_view prefix, std::string_view rest);
  // `label` comes from the recording, and may be anything.
  void set_label(std::size_t variable, std::string_view label);

  std::size_t size() const { return variables_.size(); }
  // What stands for the variable in a text.
  static std::string token(std::size_t variable);

  // To be called when no more variables are made: gives each a name of its own.
  void choose_names();
  // `text` with names in the place of tokens.
  std::string resolve(std::string_view text) const;
  // The declarations of all variables.
  std::string declarations() const;

 private:
  struct Variable {
    const char* type;
    std::string prefix, rest;
    std::string name;
  };
  std::vector<Variable> variables_;
};

}  // namespace replay
