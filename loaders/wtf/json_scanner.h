// JsonScanner: finds the end of a JSON object in a stream of text and puts its commas in order.
//
// nlohmann's library parses the objects: it is well maintained, is needed elsewhere too, and parses without recursion.
// simdjson was rejected: nothing here is large enough to need its speed, and it wants the whole document to be in
// memory and sound. The scanner does what parsers do not do:
//
//  * It cuts a file of any length into objects, so that only one at a time is in memory.
//  * It bounds their size and depth: destroying and printing deeply nested values is recursive.
//  * It adds what writers of event lists leave out. Between two values of JSON there can be nothing but a comma, so it
//    drops all commas and puts in those that belong there.
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
    kMore,      // the object is not complete yet
    kComplete,  // text() is the object
    kList,      // a list of objects begins: text() is an object of the members before it, and list() is its name
    kTooDeep,
    kTooLong,
  };

  explicit JsonScanner(const Limits& limits) : limits_(limits) {}

  // Starts with a new object, which begins with its brace. With `find_list`, the scanner stops at the beginning of the
  // first member that is a list and is named "events" or "chunks".
  void begin(bool find_list);

  // Starts with the members after such a list, up to the brace that closes the object.
  void begin_after_list();

  // Takes text while the status is kMore, and returns how much of it was taken.
  std::size_t feed(std::string_view text);

  Status status() const { return status_; }
  const std::string& text() const { return text_; }
  const std::string& list() const { return list_; }

  // Ends an object that was cut, by closing what is open. The result need not be sound JSON.
  void close();

 private:
  // What is at the end of text_. A scalar goes on until something else comes.
  enum class Last : std::uint8_t { kOpening, kColon, kValue, kScalar };

  std::size_t feed_string(std::string_view text);
  void feed_one(char c);
  void open(char bracket);
  void start_value();
  bool at_list() const;

  Limits limits_;
  std::string text_;
  std::string list_;
  std::string open_;             // the closing brackets of those that are open
  std::size_t last_string_ = 0;  // where the last string starts in text_
  Last last_ = Last::kOpening;
  Status status_ = Status::kMore;
  bool find_list_ = false;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace loaders::wtf
