// CiEngine: the engine of continuous integration that runs this program as part of a job, and how a log and paths look
// for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace replay {

struct CiEngine {
  enum class Kind : std::uint8_t { kNone, kGithub, kGitlab, kJenkins };
  Kind kind = Kind::kNone;
  std::filesystem::path project{};       // GitLab: where the repository is checked out
  std::filesystem::path step_summary{};  // GitHub: the file of Markdown that the page of the job shows; empty: none

  bool is(Kind other) const { return kind == other; }
};

// Asks the variables that an engine sets for each job: GITHUB_ACTIONS, GITLAB_CI, JENKINS_URL. `variable` returns the
// value of a variable, "" when it is not set.
CiEngine ci_engine_of(const std::function<std::string(const char*)>& variable);

// Asks the environment of this process.
CiEngine ci_engine_of_environment();

// Returns how a report names a picture so that the engine finds it. GitLab wants a path below the project and Jenkins
// an absolute one. For all others, and when the file is outside of the project, it is `picture` itself: relative to
// `folder`, where the reports are.
std::string attachment_path(const CiEngine& engine, const std::filesystem::path& folder, const std::string& picture);

// LogSection: a part of the log, on standard output, that the page of a job shows folded. Other engines and terminals
// see the lines alone. Inside, GitHub takes no commands, because the lines come from traces and drivers.
class LogSection {
 public:
  // `name` may have letters, digits, '.', '_' and '-', and no other section is called the same. `title` is what is
  // seen.
  LogSection(const CiEngine& engine, std::string name, std::string_view title);
  ~LogSection();
  LogSection(const LogSection&) = delete;
  LogSection& operator=(const LogSection&) = delete;

 private:
  CiEngine::Kind kind_;
  std::string name_;
  std::string resume_;  // the word that lets GitHub take commands again; nobody else can know it
};

}  // namespace replay
