// The WTF loader: makes batches of calls from events.
//
// Every event becomes a call. Unless it is a method of WebGL (webgl/methods.h), the call is one of a function that has
// the name of the event, with its arguments. The zone of the event is the thread, nested scopes are nested calls, and
// each wtf.timing#frameEnd ends a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "loaders/container/input_window.h"
#include "loaders/stream/call_source.h"

namespace loaders::wtf {

// The first bytes tell the kinds of files apart. Any JSON may be a trace; open() checks whether it is one.
bool is_chunked(std::span<const std::byte> start);
bool is_legacy(std::span<const std::byte> start);
bool is_json(std::span<const std::byte> start);

// `window` is at the start of a stream for which one of these is true.
OpenResult open(InputWindow window, const std::string& file);

// Does the same for a stream that is unpacked from a file of `file_size` bytes, if that is known.
OpenResult open_packed(InputWindow window, const std::string& file, const char* container,
                       std::optional<std::uint64_t> file_size);

}  // namespace loaders::wtf
