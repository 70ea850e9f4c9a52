// BlobFiles: the bytes that calls have as arguments, such as the contents of buffers and textures, as files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "loaders/stream/call.h"
#include "loaders/stream/recorded_function.h"

namespace replay {

// The file is CALL_ARGUMENT.bin, "126_data.bin". Elements of arrays have their index behind that: "130_indices_0.bin".
// Calls that the loader derived from call 126 are 126+1, 126+2, ...
class BlobFiles {
 public:
  // The folder exists.
  explicit BlobFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Writes all blobs of the call. Calls come in the order of the recording. Throws CannotJudge.
  void write(const loaders::Call& call, const loaders::FunctionTable& functions);

 private:
  void write(const std::string& name, const loaders::Value& value) const;

  std::filesystem::path folder_;
  std::uint64_t last_call_ = 0, derived_ = 0;  // of the last call
};

}  // namespace replay
