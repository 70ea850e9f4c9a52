// ObjectLabels: the names that the recorded program gave to its objects (glObjectLabel, glLabelObjectEXT), as the
// driver tells them, for the page of `inspect`.
//
//   ["label", kind, name, text]     in the order of the calls; an empty text: the object has no label any more
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "loaders/stream/call.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/inspect/page_file.h"

namespace replay {

// "buffer", "texture" ...; empty for a kind that cannot have a label.
std::string label_kind(Kind kind);

class ObjectLabels {
 public:
  explicit ObjectLabels(PageFile& page) : page_(page) {}

  // To be called after each call of the frame, and with null when the frame begins. What is new goes to the page.
  void follow(Dispatcher& d, const loaders::Call* call);

  // The objects with a label that the arguments of a call name: ["texture 5", ...].
  nlohmann::json named_by(const loaders::Call& call) const;

 private:
  using Object = std::pair<Kind, std::uint32_t>;  // the recorded name

  void ask_all(Dispatcher& d);
  void ask(Dispatcher& d, const Object& object);

  PageFile& page_;
  std::map<Object, std::string> labels_;
  std::set<const RecordedContext*> asked_;  // whose objects are known; each has some of its own
};

}  // namespace replay
