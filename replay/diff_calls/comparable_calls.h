// ComparableCalls: the calls of a recording in a form that is the same in another recording of the same work.
//
// What depends on the process that was recorded has no part in it: names of objects, addresses, handles of the window
// system, locations of uniforms, times, and what the driver answered. For names and handles there are the numbers of
// the objects, which object_matching.h matches between two recordings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/diff_calls/recorded_objects.h"
#include "replay/diff_calls/uniform_names.h"

namespace replay {

struct ComparableArgument {
  std::uint64_t hash = 0;                      // of its value, without names
  std::uint32_t objects = 0, objects_end = 0;  // which of ComparableCalls::objects() it names
  bool is_answer = false;                      // the call returned it
};

class ComparableCalls {
 public:
  // `answers`: what the driver answered has a part in the comparison.
  ComparableCalls(loaders::CallSource& source, bool answers) : source_(source), answers_(answers) {}

  // Goes to the next call; false at the end. Events of a web page and backtraces are passed over.
  bool next();

  const loaders::Call& call() const { return batch_.calls[at_ - 1]; }
  std::uint64_t hash() const { return hash_; }          // of the call, without names
  std::uint64_t function() const { return function_; }  // the hash of the function's name
  std::span<const ObjectNumber> objects() const { return objects_; }
  // The arguments, and at the end the result when the call has one.
  std::span<const ComparableArgument> arguments() const { return arguments_; }

  const loaders::FunctionTable& functions() const { return source_.functions(); }
  const RecordedObjects& recorded_objects() const { return known_; }

 private:
  void look_at(const loaders::Call& call);
  std::uint64_t name_hash(std::uint32_t recorded);
  void add(const loaders::Value& value, const glbindings::ParamInfo* param, const loaders::Call& call, bool is_result);
  std::uint64_t object_hash(const loaders::Value& value, NameSpace space, std::uint64_t group);
  void forget_deleted(const loaders::Call& call);

  loaders::CallSource& source_;
  bool answers_;
  loaders::Batch batch_;
  std::size_t at_ = 0;  // the index of the current call in its batch, plus 1
  RecordedObjects known_;
  UniformNames uniforms_;
  std::vector<std::uint64_t> name_hashes_;  // by Call::recorded; 0: not known yet
  std::uint64_t hash_ = 0, function_ = 0;
  std::vector<ObjectNumber> objects_;
  std::vector<ComparableArgument> arguments_;
  bool makes_ = false;  // the current call makes the objects that it names as results
  bool made_ = false;
};

}  // namespace replay
