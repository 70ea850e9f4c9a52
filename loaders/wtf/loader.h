// The WTF loader: events in, batches of calls out.
//
// Every event is a call of a function that has the event's name; what its type declares are the arguments. Its zone is
// the thread, nested scopes are nested calls, and each wtf.timing#frameEnd ends a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "loaders/container/input_window.h"
#include "loaders/open.h"

namespace loaders::wtf {

// By their first words. Any JSON may be a trace: open() looks closer.
bool is_chunked(std::span<const std::byte> start);
bool is_legacy(std::span<const std::byte> start);
bool is_json(std::span<const std::byte> start);

// `window` is at the start of a stream for which one of them holds.
OpenResult open(InputWindow window, const std::string& file);

// The same where the stream is unpacked from a file of `file_size` bytes, if that is known.
OpenResult open_packed(InputWindow window, const std::string& file, const char* container,
                       std::optional<std::uint64_t> file_size);

}  // namespace loaders::wtf
