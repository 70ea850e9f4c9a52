// The objects of a JSON trace, one after another.
//
//     file = ( object | list | root )*                  with white space, commas or nothing between them
//     list = "[" object* "]"                            the closing bracket may be missing
//     root = "{" member* ("events"|"chunks") ":" list member* "}"
//
// All objects are returned in the order of the file. The members of a root count as an object, which is returned before
// those of its list; members after the list are one more object, after them.
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
  bool cut = false;  // the file ends inside the object: the value is as much of it as there is
};

class JsonItems {
 public:
  explicit JsonItems(InputWindow window) : window_(std::move(window)), scanner_(window_.limits()) {}

  // Reads the next object. False at the end of the file, which is reported if it comes too early, and when something
  // else than an object follows. An object that the end of the file cuts is returned if it makes sense so far, and
  // reported by the next call.
  bool next(JsonItem& item, Report& report);

  // The name of the list of the last root; "" when there was none.
  const std::string& list() const { return list_; }

  const InputWindow& window() const { return window_; }

 private:
  enum class Position : std::uint8_t { kTop, kList, kAfterList };

  // Moves to the start of the next object; false at the end and when something else is there.
  bool find_start(Report& report);
  bool skip_one(char c);
  void scan();
  bool finish(JsonItem& item, Report& report);
  void end(Report& report);

  InputWindow window_;
  JsonScanner scanner_;
  std::string list_;
  Position position_ = Position::kTop;
  std::uint64_t start_ = 0;  // of the current object
  bool in_array_ = false;    // the objects are in an outermost list, so none of them is a root
  bool cut_ = false;
};

}  // namespace loaders::wtf
