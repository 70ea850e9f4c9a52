// Unpacking ahead: where this saves time, a thread of its own unpacks the next piece of a stream while the reader works
// on the last one.
//
//     packed file ──> unpack() ──> a piece of 1 MiB ──> InputWindow ──> loader
//                     └──── this thread ────┘           └─ the reader's thread ─┘
//
// An InputWindow takes the pieces as they are: before them is room for what is left of the piece before, and where
// records are large two pieces lie one behind the other, so that the window needs to move no more than a part of a
// record. The bytes, and the error after them, are those of the source itself, in the same order. So a loader finds the
// same calls and the same error with and without the thread.
//
// A thread saves nothing for a reader that hardly does anything with the bytes, nor for one that waits most of the
// time, because a driver is slower. The bytes then move from one processor to another for nothing. So times are
// measured, and the reader unpacks the next pieces by itself as long as a thread would save too little.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "loaders/container/byte_source.h"

namespace loaders {

// What was spent on some bytes of a stream.
struct UnpackTimes {
  std::chrono::nanoseconds unpacking{};  // by whoever unpacked them
  std::chrono::nanoseconds reading{};    // what the reader computed between its reads
  std::chrono::nanoseconds waiting{};    // what else passed between its reads
};

// Whether a thread would save a fifth of the time, or saves a tenth if it `is_running`.
bool is_worth_a_thread(const UnpackTimes& times, bool is_running);

// How much is read before each decision. For a small recording a thread would cost more than it brings.
constexpr std::uint64_t kUnpackedBeforeDecision = std::uint64_t{4} << 20;

// Decides whether the thread unpacks what comes next.
using DecideAhead = std::function<bool(const UnpackTimes&, bool is_running)>;

// A process with a single processor gets no thread. The thread ends with the source, wherever that is. Until then the
// process must not fork to go on in the child without an exec().
ByteSource unpack_ahead(ByteSource source, std::uint64_t decide_after = kUnpackedBeforeDecision,
                        DecideAhead decide = is_worth_a_thread);

}  // namespace loaders
