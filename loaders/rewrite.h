// rewrite(): a recording of any format, with other calls, as an apitrace file of version 6 that every tool reads.
//
//     Edit edit;
//     edit.keeps = [&](std::uint64_t number) { return wanted.contains(number); };
//     const auto written = rewrite("in.trace", "out.trace", edit, {.properties = {{"replay.command", "trim"}}});
//
// A recording of apitrace is copied event by event (apitrace/event_copier.h), so calls that stay are what they were:
// with the names of their enums, their structs, threads, backtraces. Calls of other formats become neutral calls, a
// Lowering turns those that only our loaders have into calls of GL, and the rest is written as apitrace would have
// recorded it (apitrace/writer.h). Calls that an edit adds go the second way in both cases.
//
// The calls are numbered from 0 in the order in which they are written. Memory does not grow with the recording.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "loaders/container/byte_sink.h"
#include "loaders/container/output_file.h"
#include "loaders/container/pack.h"
#include "loaders/open.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/edit.h"

namespace loaders {

// Turns the calls of one number, a recorded call with its derived ones, into calls that a file of apitrace can have,
// and appends these to `lowered`. Their memory is in `calls` or in `memory`, and is used up before the next turn.
// Calls that are made up have the flag kFake; the recorded call itself has not. Calls that an edit adds come the same
// way. `functions` has the names of the recorded functions, as in CallSource.
using Lowering = std::function<void(std::span<const Call> calls, const FunctionTable& functions, Arena& memory,
                                    std::vector<Call>& lowered)>;

struct RewriteOptions {
  Packing packing = Packing::kSnappy;
  // What is added to the properties of the recording; a name that it has gets the new value. Commands say what they
  // have made the file from: "replay.source" is the name of the file without its folder, "replay.command" what was
  // asked for ("trim --frame 3").
  std::vector<std::pair<std::string, std::string>> properties{};
  Lowering lowering{};  // not used for recordings of apitrace; empty: derived calls are left out
  OpenOptions open{};
};

struct Rewritten {
  std::uint64_t calls = 0;         // that were written
  std::uint64_t kept_calls = 0;    // recorded ones among them
  std::vector<NumberRun> numbers;  // of recorded calls that stayed, ascending
  // Where the recording is damaged. The calls before have been written, and then what the edit adds at the end.
  std::optional<LoadError> damage;
  std::vector<std::string> warnings;  // about the recording, as CallSource has them
};

// Writes the file `output` ("-" as `input` is standard input). `output` is there whole or not at all, also when an
// error is returned: then the recording could not be opened at all, or the file could not be written. It is an error
// when `output` is the recording itself.
Result<Rewritten> rewrite(const std::string& input, const std::string& output, const Edit& edit,
                          const RewriteOptions& options = {});

// The same into a file that the caller commits.
Result<Rewritten> rewrite(const std::string& input, OutputFile& output, const Edit& edit,
                          const RewriteOptions& options = {});

// The same from and to anything; errors call the recording `name`.
Result<Rewritten> rewrite(ByteSource input, const std::string& name, ByteSink output, const Edit& edit,
                          const RewriteOptions& options = {});

}  // namespace loaders
