// Calls as JSON, one object per line:
//
//     {"schema":1,"call":123,"function":"glBindTexture","args":{"target":"GL_TEXTURE_2D","texture":5}}
//
// "result", "derived", "fake", "incomplete", "thread", "time_us" and "nested" are there only where there is something
// to say. Arguments without a name are called arg0, arg1, ... A blob is {"blob": bytes}, a pointer "0x10"; floats that
// JSON lacks are "nan", "inf" and "-inf".
#pragma once

#include <string>

#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace loaders {

// Appends the line of `call`, with its newline.
void append_call_json(std::string& out, const Call& call, const FunctionTable& functions);

}  // namespace loaders
