#include "replay/bisect/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/base/json_text.h"
#include "replay/base/whole_file.h"
#include "replay/picture/encode.h"
#include "replay/report/page.h"
#include "replay/state/state_dump.h"

namespace replay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string framebuffer_of(const FoundDifference& found) {
  const auto name = found.good_state.value("draw_framebuffer", std::uint32_t{0});
  return name == 0 ? "0, the window" : std::to_string(name);
}

std::string program_of(const FoundDifference& found) {
  const auto name = found.good_state.value("program", std::uint32_t{0});
  return name == 0 ? "none" : std::to_string(name);
}

// Says in a clause why a side has none of the images. The clause is empty when the framebuffer is not the reason.
std::string incomplete(const json& state, const char* side) {
  const auto name = state.value("draw_framebuffer", std::uint32_t{0});
  const json::json_pointer path(fmt::format("/framebuffers/{}/status", name));
  const std::string status = state.contains(path) ? state.at(path).get<std::string>() : "GL_FRAMEBUFFER_COMPLETE";
  return status == "GL_FRAMEBUFFER_COMPLETE" ? ""
                                             : fmt::format("; framebuffer {} is {} on the {} side", name, status, side);
}

std::string verdict_of(const ImageDifference& image, const FoundDifference& found) {
  if (!image.good) return "only the bad side has it" + incomplete(found.good_state, "good");
  if (!image.bad) return "only the good side has it" + incomplete(found.bad_state, "bad");
  std::string text = to_string(*image.comparison);
  if (image.differs && image.comparison->differing == 0) {
    text += image.good->form == AttachmentImage::Form::kRgba8 ? " in its colours, only in alpha"
                                                              : " by as much as a step of 8 bits";
  }
  return text;
}

// Adds one row for each image that differs, with the size of the difference.
void add_images(const FoundDifference& found, std::vector<std::pair<std::string, std::string>>& rows) {
  for (const ImageDifference& image : found.images) {
    if (image.differs) rows.emplace_back("differs", image.name + ": " + verdict_of(image, found));
  }
}

std::string looks_of(const SearchResult& result) {
  return fmt::format("{} read-backs on each side for {} drawing calls, in {} {}", result.looks, result.drawing_calls,
                     result.passes, result.passes == 1 ? "pass" : "passes");
}

std::vector<std::pair<std::string, std::string>> facts_of(const BisectReport& report) {
  const SearchResult& result = report.result;
  std::vector<std::pair<std::string, std::string>> rows = {
      {"trace", report.trace},
      {"good", report.good.empty() ? "the plain environment" : report.good},
      {"bad", report.bad.empty() ? "the plain environment" : report.bad},
      {"tolerance", report.tolerance}};
  if (result.first) {
    rows.emplace_back("frame", std::to_string(result.first->frame));
    rows.emplace_back("call", report.calls.text);
    rows.emplace_back("program", program_of(*result.first));
    rows.emplace_back("draws into", "framebuffer " + framebuffer_of(*result.first));
    add_images(*result.first, rows);
  }
  if (result.first_color) {
    rows.emplace_back("first colour",
                      fmt::format("frame {}, call {}", result.first_color->frame, report.color_calls.text));
    add_images(*result.first_color, rows);
  }
  if (result.bad_lost) {
    rows.emplace_back("bad side", describe(*result.bad_lost));
    if (!result.bad_lost->calls_before.empty()) rows.emplace_back("calls before", result.bad_lost->calls_before);
  }
  if (!result.first && !result.bad_lost) rows.emplace_back("verdict", "no drawing call differs");
  rows.emplace_back("compared", looks_of(result));
  if (result.skipped_calls) {
    rows.emplace_back("note", "some of the calls before it were compared only together; --exhaustive compares each");
  }
  return rows;
}

json json_of(const FoundDifference& found, const RecordedCalls& calls) {
  json out = {{"frame", found.frame}, {"call", found.call}, {"text", calls.text}, {"images", json::array()}};
  out["program"] = found.good_state.value("program", 0);
  out["draw_framebuffer"] = found.good_state.value("draw_framebuffer", 0);
  for (const ImageDifference& image : found.images) {
    json entry = {{"name", image.name}, {"differs", image.differs}};
    if (image.comparison) entry["comparison"] = to_json(*image.comparison);
    out["images"].push_back(std::move(entry));
  }
  return out;
}

std::string file_name(const std::string& image) {
  std::string name = image;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '/'; }, '_');
  return name;
}

// Writes files until one of them cannot be written.
class Files {
 public:
  explicit Files(const fs::path& folder) : folder_(folder), status_(make_folder(folder)) {}

  void text(const std::string& name, const std::string& content) {
    if (status_) status_ = write_whole_file(folder_ / name, content);
  }
  void picture(const std::string& name, const Picture& picture) {
    if (status_) status_ = write_picture_file(folder_ / name, picture);
  }
  void page(const std::string& name, const Page& page) {
    if (status_) status_ = page.write((folder_ / name).string());
  }

  const loaders::Status& status() const { return status_; }

 private:
  const fs::path& folder_;
  loaders::Status status_;
};

void write_pictures(const FoundDifference& found, const std::string& prefix, Files& files) {
  for (const ImageDifference& image : found.images) {
    if (!image.differs) continue;
    const std::string name = prefix + file_name(image.name) + ".png";
    if (image.good) files.picture("good_" + name, to_picture(*image.good));
    if (image.bad) files.picture("bad_" + name, to_picture(*image.bad));
    if (image.good && image.bad) {
      files.picture("difference_" + name, difference_picture(to_picture(*image.good), to_picture(*image.bad)));
    }
  }
}

void show_images(Page& page, const FoundDifference& found) {
  for (const ImageDifference& image : found.images) {
    if (!image.differs) continue;
    page.heading(image.name);
    page.paragraph(verdict_of(image, found));
    if (image.good && image.bad) page.difference({"good", to_picture(*image.good)}, {"bad", to_picture(*image.bad)});
  }
}

void show_calls(Page& page, const RecordedCalls& calls) {
  std::string text;
  for (const std::string& line : calls.before) text += line + "\n";
  page.code(text + calls.text + "\n", calls.before.size());
}

std::string title_of(const BisectReport& report) {
  if (report.result.first) return fmt::format("{}: call {} differs", report.trace, report.result.first->call);
  return report.trace + (report.result.bad_lost ? ": the bad side was lost" : ": no difference");
}

Page page_of(const BisectReport& report) {
  Page page(title_of(report));
  page.facts(facts_of(report));
  if (!report.result.first) return page;
  show_images(page, *report.result.first);
  if (report.result.first_color) {
    page.heading(fmt::format("The first call that differs in colour: {}", report.color_calls.text));
    show_images(page, *report.result.first_color);
  }
  page.heading("The calls before it");
  show_calls(page, report.calls);
  page.heading("State that differs, good | bad");
  const std::string differences = to_text(diff_states(report.result.first->good_state, report.result.first->bad_state));
  page.code(differences.empty() ? "none\n" : differences);
  page.heading(fmt::format("Program {}", program_of(*report.result.first)));
  if (report.calls.shaders.empty()) page.paragraph("no shaders: it draws with fixed functions or a program binary");
  for (const RecordedShader& shader : report.calls.shaders) page.folded_code(shader.stage, shader.source);
  page.folded_code("State of the good side", json_text(report.result.first->good_state));
  page.folded_code("State of the bad side", json_text(report.result.first->bad_state));
  return page;
}

}  // namespace

std::string to_text(const BisectReport& report) {
  std::string text;
  for (const auto& [name, value] : facts_of(report)) text += fmt::format("{:<12} {}\n", name, value);
  return text;
}

nlohmann::json to_json(const BisectReport& report) {
  const SearchResult& result = report.result;
  json out = {{"trace", report.trace},
              {"good", report.good},
              {"bad", report.bad},
              {"tolerance", report.tolerance},
              {"drawing_calls", result.drawing_calls},
              {"read_backs", result.looks},
              {"passes", result.passes},
              {"every_call_checked", !result.skipped_calls}};
  if (result.first) out["first"] = json_of(*result.first, report.calls);
  if (result.first_color) out["first_color"] = json_of(*result.first_color, report.color_calls);
  if (result.bad_lost) out["bad_lost"] = describe(*result.bad_lost);
  return out;
}

loaders::Status write_report(const BisectReport& report, const fs::path& folder) {
  Files files(folder);
  if (const auto& first = report.result.first) {
    write_pictures(*first, "", files);
    files.text("state_good.json", json_text(first->good_state));
    files.text("state_bad.json", json_text(first->bad_state));
    files.text("state.diff", to_text(diff_states(first->good_state, first->bad_state)));
  }
  if (report.result.first_color) write_pictures(*report.result.first_color, "first_color_", files);
  files.text("bisect.json", json_text(to_json(report)));
  files.page("report.html", page_of(report));
  return files.status();
}

}  // namespace replay
