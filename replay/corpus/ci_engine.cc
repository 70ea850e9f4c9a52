#include "replay/corpus/ci_engine.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <utility>

#include "replay/base/print_out.h"
#include "replay/base/printable.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

std::string one_line(std::string_view text) {
  std::string line(text);
  make_printable(line);
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  return line;
}

std::string random_word() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

// "\x1b[0K" before and after hides the marker from who reads the log as text.
void print_gitlab_marker(const char* what, const std::string& name, const std::string& title) {
  print_out("\x1b[0Ksection_{}:{}:{}\r\x1b[0K{}\n", what, std::time(nullptr), name, title);
}

}  // namespace

CiEngine ci_engine_of(const std::function<std::string(const char*)>& variable) {
  if (variable("GITHUB_ACTIONS") == "true")
    return {.kind = CiEngine::Kind::kGithub, .step_summary = variable("GITHUB_STEP_SUMMARY")};
  if (variable("GITLAB_CI") == "true") return {.kind = CiEngine::Kind::kGitlab, .project = variable("CI_PROJECT_DIR")};
  if (!variable("JENKINS_URL").empty()) return {.kind = CiEngine::Kind::kJenkins};
  return {};
}

CiEngine ci_engine_of_environment() {
  return ci_engine_of([](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
  });
}

std::string attachment_path(const CiEngine& engine, const fs::path& folder, const std::string& picture) {
  if (engine.is(CiEngine::Kind::kJenkins)) return fs::absolute(folder / picture).lexically_normal().string();
  if (!engine.is(CiEngine::Kind::kGitlab) || engine.project.empty()) return picture;
  const fs::path path = fs::weakly_canonical(folder / picture).lexically_relative(fs::weakly_canonical(engine.project));
  return path.empty() || *path.begin() == ".." ? picture : path.string();
}

LogSection::LogSection(const CiEngine& engine, std::string name, std::string_view title)
    : kind_(engine.kind),
      name_(std::move(name)) {
  if (kind_ == CiEngine::Kind::kGitlab) print_gitlab_marker("start", name_ + "[collapsed=true]", one_line(title));
  if (kind_ == CiEngine::Kind::kGithub) {
    resume_ = random_word();
    print_out("::group::{}\n::stop-commands::{}\n", one_line(title), resume_);
  }
}

LogSection::~LogSection() {
  if (kind_ == CiEngine::Kind::kGitlab) print_gitlab_marker("end", name_, "");
  if (kind_ == CiEngine::Kind::kGithub) print_out("::{}::\n::endgroup::\n", resume_);
  std::fflush(stdout);
}

}  // namespace replay
