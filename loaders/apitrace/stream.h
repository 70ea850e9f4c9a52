// The stream of an apitrace file, unpacked, with its header read.
#pragma once

#include <memory>
#include <string>

#include "loaders/apitrace/header.h"
#include "loaders/base/load_error.h"
#include "loaders/container/input_window.h"
#include "loaders/stream/call_source.h"

namespace loaders::apitrace {

struct Stream {
  InputWindow window;  // at the first event
  Header header;
  TraceInfo info;
  std::shared_ptr<Passages> passages;  // null where the container has no chunks that can be passed over
};

// `packed` is at the start of the compressed file.
Result<Stream, LoadError> open_stream(InputWindow packed, const std::string& file);

}  // namespace loaders::apitrace
