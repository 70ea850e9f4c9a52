// ManifestInFolder: tests of manifests that are read from a file.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/corpus/manifest.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {

class ManifestInFolder : public testing::Test {
 protected:
  explicit ManifestInFolder(std::string name) : name_(std::move(name)) {}

  Manifest read(const std::string& text, std::string device = "gl-x") const {
    std::ofstream(folder.path() / name_, std::ios::binary) << text;
    return read_manifest(folder.path() / name_, device);
  }
  // Returns what the reader says of a text that is no manifest; "" when it is one.
  std::string problem(const std::string& text) const {
    try {
      read(text);
    } catch (const CannotJudge& error) {
      return error.what();
    }
    return "";
  }
  ScratchFolder folder;

 private:
  std::string name_;
};

}  // namespace replay
