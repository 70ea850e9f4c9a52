// The objects of a JSON trace, one after another.
//
//     file = ( object | list | root )*                  whatever separates them: white space, commas, nothing
//     list = "[" object* "]"                            the closing bracket may be missing
//     root = "{" member* ("events"|"chunks") ":" list member* "}"
//
// All objects come out in the order of the file. The members of a root are an object as well, before those of its list
// and (those that follow it) after.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "loaders/container/input_window.h"
#include "loaders/wtf/json.h"
#include "loaders/wtf/json_scanner.h"
#include "loaders/wtf/report.h"

namespace loaders::wtf {

struct JsonItem {
  Json value;
  std::uint64_t offset = 0;
  bool cut = false;  // the file ends inside: the value is what there is of it
};

class JsonItems {
 public:
  explicit JsonItems(InputWindow window) : window_(std::move(window)), scanner_(window_.limits()) {}

  // False at the end of the file, which is reported if it comes too early, and when what follows is no object. A cut
  // object comes out if what there is of it makes sense; it is reported after that.
  bool next(JsonItem& item, Report& report);

  // The name of the last root's list, "" when there was none.
  const std::string& list() const { return list_; }

  const InputWindow& window() const { return window_; }

 private:
  enum class Position : std::uint8_t { kTop, kList, kAfterList };

  // Moves to the start of the next object; false at the end and when there is something else.
  bool find_start(Report& report);
  bool skip_one(char c);
  void scan();
  bool finish(JsonItem& item, Report& report);
  void end(Report& report);

  InputWindow window_;
  JsonScanner scanner_;
  std::string list_;
  Position position_ = Position::kTop;
  std::uint64_t start_ = 0;  // of the object that is being read
  bool in_array_ = false;    // the objects stand in an outermost list, so none of them is a root
  bool cut_ = false;
};

}  // namespace loaders::wtf
