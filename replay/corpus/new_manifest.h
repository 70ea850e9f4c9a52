// A manifest of the recordings that are in a folder: where a corpus begins.
#pragma once

#include <filesystem>
#include <string>

#include "replay/corpus/manifest.h"

namespace replay {

// Returns a manifest of all files of the folder that are recordings, at any depth, which expects nothing of them. What
// is a recording is told by its content. Throws CannotJudge when there is none.
Manifest manifest_of_folder(const std::filesystem::path& folder);

// Returns the text of such a manifest in TOML, for one device. A run with --update writes the checksums. Throws
// CannotJudge likewise.
std::string new_manifest(const std::filesystem::path& folder, const std::string& device);

}  // namespace replay
