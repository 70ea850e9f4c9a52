// Candidate: a smaller recording that may still show the fault: which entries of the stored recording it keeps, and
// what it changes in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "replay/shrink/stored_recording.h"

namespace replay {

// One change of an argument of a call.
struct Change {
  enum class How : std::uint8_t {
    kNumber,  // the argument, an integer, becomes `value`
    kCut,     // its memory or text is cut to `value` bytes, and an array to as many whole elements
    kZero,    // its bytes from byte `value` on become 0
    kText,    // it becomes `text`: a string, or a list of strings
    kNull,    // it becomes NULL
  } how = How::kNumber;
  EntryIndex entry = 0;
  std::uint8_t argument = 0;
  std::uint64_t value = 0;
  std::string text{};

  bool operator==(const Change&) const = default;
};

struct Candidate {
  std::vector<bool> kept;       // by entry
  std::vector<Change> changes;  // ascending by entry; of kept entries and of others

  std::size_t calls() const;
  std::uint64_t hash() const;
};

// The bits of `kept`, eight to a byte, and back. The second returns `entries` bits, those that lack are 0.
std::vector<std::uint8_t> packed_bits(const std::vector<bool>& kept);
std::vector<bool> unpacked_bits(const std::vector<std::uint8_t>& bytes, std::size_t entries);

// `call` with these changes, which are of its entry. What it points to is in `arena` where it changed. A change that
// does not fit the call (no such argument, no memory) does nothing.
loaders::Call changed_call(const loaders::Call& call, std::span<const Change> changes, loaders::Arena& arena);

// The changes of an entry.
std::span<const Change> changes_of(const Candidate& candidate, EntryIndex entry);

}  // namespace replay
