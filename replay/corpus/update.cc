#include "replay/corpus/update.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "replay/picture/reference.h"

namespace replay {
namespace {

bool can_be_written(const ChecksumChange& change) { return !change.checksum.empty() && change.frame->place; }

void add_changes(const TraceEntry& entry, const Result& result, std::vector<ChecksumChange>& changes) {
  if (result.status == Status::kCrash || result.status == Status::kTimeout) {
    for (const FrameExpectation& frame : entry.frames) changes.push_back({&entry, &frame, ""});
    return;
  }
  const bool fails = result.status == Status::kFail, same_twice = result.hashes.empty();
  for (std::size_t i = 0; i < result.frames.size() && i < entry.frames.size(); ++i) {
    const FrameExpectation& expected = entry.frames[i];
    const FrameResult& frame = result.frames[i];
    const bool is_wrong = fails && !frame.good && !expected.checksums.empty();
    if (is_wrong || (expected.is_open() && !frame.actual.empty()))
      changes.push_back({&entry, &expected, same_twice ? frame.actual : ""});
  }
}

}  // namespace

std::vector<ChecksumChange> checksum_changes(const Manifest& manifest, const std::vector<Result>& results) {
  std::vector<ChecksumChange> changes;
  for (const TraceEntry& entry : manifest.traces) {
    const auto result =
        std::find_if(results.begin(), results.end(), [&](const Result& one) { return one.test == entry.path; });
    if (result != results.end()) add_changes(entry, *result, changes);
  }
  return changes;
}

bool lacks_its_picture(const FrameExpectation& frame) {
  return frame.checksums.empty() && frame.pictures.size() == 1 && !Reference::has_picture(frame.pictures.front());
}

std::vector<PictureChange> picture_changes(const Manifest& manifest, const std::vector<Result>& results,
                                           const std::filesystem::path& folder) {
  std::vector<PictureChange> changes;
  for (const TraceEntry& entry : manifest.traces) {
    const auto result = std::ranges::find(results, entry.path, &Result::test);
    if (result == results.end() || !result->hashes.empty()) continue;
    for (std::size_t i = 0; i < result->frames.size() && i < entry.frames.size(); ++i) {
      const FrameExpectation& expected = entry.frames[i];
      const FrameResult& frame = result->frames[i];
      const bool is_only_picture = expected.checksums.empty() && expected.pictures.size() == 1;
      const bool is_wrong = result->status == Status::kFail && !frame.good;
      if (!is_only_picture || frame.actual.empty() || frame.actual_picture.empty()) continue;
      if (frame.actual_picture.find(".ctx") != std::string::npos) continue;
      if (is_wrong || lacks_its_picture(expected))
        changes.push_back({&entry, folder / frame.actual_picture, expected.pictures.front()});
    }
  }
  return changes;
}

std::string with_checksums(const Manifest& manifest, std::vector<ChecksumChange> changes) {
  std::string text = manifest.content;
  std::erase_if(changes, [](const ChecksumChange& change) { return !can_be_written(change); });
  // Changes are made from the end of the text, so that the earlier positions stay valid.
  std::sort(changes.begin(), changes.end(), [](const ChecksumChange& a, const ChecksumChange& b) {
    return a.frame->place->offset > b.frame->place->offset;
  });
  for (const ChecksumChange& change : changes) {
    const ChecksumPlace& place = *change.frame->place;
    text.replace(place.offset, place.length, place.before + change.checksum + place.after);
  }
  return text;
}

nlohmann::json to_json(const std::vector<ChecksumChange>& changes, const std::string& device) {
  nlohmann::json list = nlohmann::json::array();
  for (const ChecksumChange& change : changes) {
    const bool only_pictures = change.frame->checksums.empty() && !change.frame->is_open();
    if (change.frame->frame || only_pictures) continue;
    list.push_back({{"device", device},
                    {"trace", change.entry->path},
                    {"old_checksum", change.frame->is_open() ? "" : change.frame->checksums.back()},
                    {"new_checksum", change.checksum}});
  }
  return list;
}

}  // namespace replay
