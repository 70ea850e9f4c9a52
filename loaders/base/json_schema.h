// The number that says what the program's JSON looks like.
#pragma once

namespace loaders {

// Each object of JSON that the program writes, and each line of NDJSON, has this key. docs/output.md lists the other
// keys.
constexpr const char* kJsonSchemaKey = "schema";

// The number grows when a key goes away or means something else. A new key leaves it as it is.
constexpr int kJsonSchema = 1;

}  // namespace loaders
