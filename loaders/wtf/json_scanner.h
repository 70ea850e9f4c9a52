// JsonScanner: finds the end of a JSON object in a stream of text and puts its commas in order.
//
// The parser proper is nlohmann's: it is well kept, already needed elsewhere, and parses without recursion. simdjson
// was rejected: nothing here is large enough to need its speed, and it wants the whole document in memory and sound.
// What remains to do here is what no parser does:
//
//  * cut a file of any length into objects, so that one at a time is in memory;
//  * bound their size and their depth (destroying and printing deeply nested values recurses);
//  * forgive what writers of event lists leave out. Between two values of JSON there can be nothing but a comma, so
//    commas are dropped and set anew: missing ones appear, trailing ones go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "loaders/base/limits.h"

namespace loaders::wtf {

class JsonScanner {
 public:
  enum class Status : std::uint8_t {
    kMore,      // the object goes on
    kComplete,  // text() is the object
    kList,      // at the start of a list of objects: text() is an object of the members before it, list() its name
    kTooDeep,
    kTooLong,
  };

  explicit JsonScanner(const Limits& limits) : limits_(limits) {}

  // Expects an object with its brace; with `find_list`, stops inside the first of its members that is a list and
  // named "events" or "chunks".
  void begin(bool find_list);

  // Expects the members after such a list, up to the brace that closes the object.
  void begin_after_list();

  // Takes text while the status is kMore; how much of it.
  std::size_t feed(std::string_view text);

  Status status() const { return status_; }
  const std::string& text() const { return text_; }
  const std::string& list() const { return list_; }

  // Ends an object that was cut: closes what is open. What comes of it need not be sound.
  void close();

 private:
  // What stands at the end of text_; a scalar goes on until something else comes.
  enum class Last : std::uint8_t { kOpening, kColon, kValue, kScalar };

  std::size_t feed_string(std::string_view text);
  void feed_one(char c);
  void open(char bracket);
  void start_value();
  bool at_list() const;

  Limits limits_;
  std::string text_;
  std::string list_;
  std::string open_;             // the brackets that are open, by what closes them
  std::size_t last_string_ = 0;  // where in text_ the last string starts
  Last last_ = Last::kOpening;
  Status status_ = Status::kMore;
  bool find_list_ = false;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace loaders::wtf
