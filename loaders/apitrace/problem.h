// What is malformed in the record that is being read, in words. The cursor says where.
#pragma once

#include <string>
#include <utility>

#include "loaders/base/cursor.h"

namespace loaders::apitrace {

class Problem {
 public:
  // Makes the cursor bad. The first problem of a record is the one that is kept, and none after its bytes ran out.
  void malformed(Cursor& cursor, std::string sentence) {
    if (cursor.ok()) text_ = std::move(sentence);
    cursor.fail();
  }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  std::string text_;
};

}  // namespace loaders::apitrace
