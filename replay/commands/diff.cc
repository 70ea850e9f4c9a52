#include "replay/commands/diff.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/picture/comparison.h"
#include "replay/picture/encode.h"
#include "replay/picture/png_reader.h"
#include "replay/picture/thumbnail.h"
#include "replay/report/page.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr int kThumbnailWidth = 96, kThumbnailHeight = 72;

struct Pair {
  std::string name;  // its name in messages
  fs::path first, second;
};

std::set<std::string> pictures_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".png") {
      names.insert(entry.path().lexically_relative(folder).string());
    }
  }
  return names;
}

// A picture that only one folder has gets a second path that does not exist. Reading it gives an error, which is
// reported.
std::vector<Pair> pairs_of(const DiffOptions& options) {
  const fs::path first = options.first, second = options.second;
  if (fs::is_directory(first) != fs::is_directory(second)) {
    throw CannotJudge(fmt::format("'{}' and '{}': one is a folder, the other is not", options.first, options.second));
  }
  if (!fs::is_directory(first)) return {{first.filename().string(), first, second}};
  std::set<std::string> names = pictures_in(first);
  names.merge(pictures_in(second));
  if (names.empty())
    throw CannotJudge(fmt::format("neither '{}' nor '{}' has a PNG file", options.first, options.second));
  std::vector<Pair> pairs;
  for (const std::string& name : names) pairs.push_back({name, first / name, second / name});
  return pairs;
}

class Diff {
 public:
  Diff(const DiffOptions& options, std::size_t pairs)
      : options_(options),
        is_alone_(pairs == 1),
        page_(fmt::format("{} against {}", options.first, options.second)) {}

  void look_at(const Pair& pair) {
    nlohmann::json entry = {{"name", pair.name}};
    for (const fs::path& path : {pair.first, pair.second}) never_overwrite(path);
    const auto first = read_png_file(pair.first), second = read_png_file(pair.second);
    if (first && second) judge(pair, *first, *second, entry);
    else cannot_judge(pair, first ? second.error() : first.error(), entry);
    entries_.push_back(std::move(entry));
  }

  int finish() {
    const std::string total = fmt::format("{} within the tolerance {}, {} not, {} not comparable", counts_[kGood],
                                          to_string(options_.tolerance), counts_[kDiffers], counts_[kCannotJudge]);
    if (entries_.size() > 1) say(total);
    page_.paragraph(total);
    if (rows_.size() > 1) page_.index({"", "picture", "what differs"}, rows_);
    if (!options_.html.empty())
      verdict_first(page_.write(options_.html, options_.embed ? Embed::kAll : Embed::kAsFits));
    if (options_.json) print_out("{}", json_text({{"pictures", entries_}}));
    if (counts_[kDiffers] > 0) return kDiffers;
    return counts_[kCannotJudge] > 0 || lost_files_ ? kCannotJudge : kGood;
  }

 private:
  void judge(const Pair& pair, const Picture& first, const Picture& second, nlohmann::json& entry) {
    const Comparison comparison = compare(first, second, options_.tolerance);
    ++counts_[comparison.passes ? kGood : kDiffers];
    entry.update(to_json(comparison));
    const char* verdict = comparison.passes ? "same" : "differs";
    say(fmt::format("{}  {}: {}", verdict, pair.name, to_string(comparison)));
    rows_.push_back({.as = comparison.passes ? ShownAs::kGood : ShownAs::kWrong,
                     .status = verdict,
                     .cells = {pair.name, to_string(comparison)},
                     .part = comparison.passes ? "" : part()});
    if (!comparison.passes) verdict_first(show(pair, first, second, to_string(comparison)));
  }

  void cannot_judge(const Pair& pair, const loaders::Error& error, nlohmann::json& entry) {
    ++counts_[kCannotJudge];
    entry["error"] = error.problem;
    spdlog::error("{}", error.problem);
    rows_.push_back({.as = ShownAs::kUnknown, .status = "not comparable", .cells = {pair.name, error.problem}});
    if (entries_.empty()) page_.paragraph(error.problem);
  }

  std::string part() const { return fmt::format("pair-{}", entries_.size() + 1); }

  // A difference stays one when the picture that shows it cannot be written.
  void verdict_first(const loaders::Status& written) {
    if (written) return;
    lost_files_ = true;
    spdlog::error("{}", written.error().problem);
  }

  void say(const std::string& line) const {
    if (!options_.json) print_out("{}\n", line);
  }

  loaders::Status show(const Pair& pair, const Picture& first, const Picture& second, const std::string& what) {
    loaders::Status written;
    if (!options_.output.empty()) {
      const fs::path path = fs::path(options_.output) / pair.name;
      written = make_folder(path.parent_path());
      if (written) written = write_picture_file(path, difference_picture(first, second));
    }
    if (!written || options_.html.empty()) return written;
    rows_.back().thumbnail = thumbnail(second, kThumbnailWidth, kThumbnailHeight);
    page_.begin_part(part(), pair.name, ShownAs::kWrong, /*is_open=*/is_alone_);
    page_.paragraph(what);
    page_.difference({pair.first.string(), first}, {pair.second.string(), second});
    page_.end_part();
    return written;
  }

  const DiffOptions& options_;
  const bool is_alone_;  // there is one pair only
  Page page_;
  std::vector<IndexRow> rows_;
  nlohmann::json entries_ = nlohmann::json::array();
  std::map<int, int> counts_;
  bool lost_files_ = false;
};

}  // namespace

int run_diff(const DiffOptions& options) {
  const std::vector<Pair> pairs = pairs_of(options);
  Diff diff(options, pairs.size());
  for (const Pair& pair : pairs) diff.look_at(pair);
  return diff.finish();
}

}  // namespace replay
