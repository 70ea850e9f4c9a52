// Calls as JSON, one object a line:
//
//     {"call":123,"function":"glBindTexture","args":{"target":"GL_TEXTURE_2D","texture":5}}
//
// "result", "derived", "fake", "incomplete", "thread", "time_us", "nested" stand only where there is something to say.
// Arguments without a name are arg0, arg1, ... Blobs are {"blob": bytes}, pointers "0x10", floats that JSON lacks "nan",
// "inf", "-inf".
#pragma once

#include <string>

#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

// Appends the line of `call`, with its newline.
void append_call_json(std::string& out, const Call& call, const FunctionTable& functions);

}  // namespace loaders
