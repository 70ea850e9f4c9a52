#include "replay/trim/pictures.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "replay/base/scratch_folder.h"
#include "replay/process/child_process.h"
#include "replay/seek/guesses_json.h"

namespace replay {
namespace {

std::string text_of(const CallRange& range) { return fmt::format("{}-{}", range.first, range.last); }

}  // namespace

ShownPictures shown_pictures(const std::string& trace, const SliceOf& of, const std::vector<std::string>& arguments) {
  const ScratchFolder folder;
  const std::string summary = (folder.path() / "summary.json").string();
  ChildOptions options{.words = {own_program(), trace, "--headless", "--hash", "-q", "--json", summary,
                                 of.frames ? "--frame" : "--call", text_of(of.frames ? *of.frames : *of.calls)},
                       .capture = true};
  options.words.insert(options.words.end(), arguments.begin(), arguments.end());
  ChildProcess child(options);
  const ChildEnding ending = child.wait();
  if (ending.how != ChildEnding::How::kExited) spdlog::info("{}: the replay {}", trace, describe(ending));
  ShownPictures shown;
  try {
    const auto told = nlohmann::json::parse(std::ifstream(summary));
    for (const auto& picture : told.at("pictures"))
      shown.pictures.push_back({picture.at("md5"), {picture.at("width"), picture.at("height")}});
    if (told.contains("seek_guesses")) shown.guesses = guesses_of(told.at("seek_guesses"));
  } catch (const nlohmann::json::exception&) {
    return {};  // the replay wrote no summary, or a picture has not been taken
  }
  return shown;
}

}  // namespace replay
