// The script that `git bisect run` runs at each commit.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "replay/base/print_out.h"
#include "replay/commands/bisect.h"
#include "replay/picture/reference.h"
#include "replay/process/child_process.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// Quotes a word for a shell, which still expands $: "$PWD/install" and "$(git rev-parse HEAD)" are evaluated at each
// commit.
std::string in_double_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '`') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string in_single_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string file_word(const std::string& path) {
  return in_single_quotes(fs::absolute(path).lexically_normal().string());
}

// Replays one frame and holds it against what it should be.
constexpr const char* kJudgePicture = R"({environment}{program} {trace} --headless \
    --frame {frame} --expect {expect} \
    --timeout {timeout} --crash {crash} -o "$results/{picture}"{more})";

// Compares the speed with that of the good side.
constexpr const char* kJudgeSpeed = R"({program} compare {trace} \
    --good {good} --bad {bad} \
    --slower-than {slower_than} --verdict-only --timeout {timeout} \
    --json "$results/{name}.json"{keep}{more})";

std::string expected_word(const std::string& text) {
  return is_md5(text) && !fs::exists(text) ? text : file_word(text);
}

// Without --output the script makes a folder and removes it at its end.
constexpr const char* kTemporary = R"(results=$(mktemp -d "${TMPDIR:-/tmp}/replay-bisect.XXXXXX") || {
  echo "no temporary folder can be made: this ends here" >&2; exit 255
}
trap 'rm -rf "$results"' EXIT
trap 'exit 255' HUP INT TERM
)";

constexpr const char* kScript = R"(#!/bin/sh
# At each commit: build it, then replay a trace with it. For
#
#     git bisect start BAD GOOD && git bisect run {script}
#
# 0 is good, 1 is bad, 125 is a commit that cannot be judged. Everything else would be taken for bad, or end the bisection.

# What is written on the way goes here, and never into the repository, where it would stand in the way of the next commit.
{results}
# A commit that cannot be built cannot be judged. In a shell of its own, so that what it sets stays there.
( {build} ) || exit 125

{command}
code=$?

case $code in
  0 | 1 | 125) exit $code ;;
  2) echo "replay was used wrongly: every commit would look bad, so this ends here" >&2; exit 255 ;;
  126 | 127) echo "replay could not be run: this ends here" >&2; exit 255 ;;
  *) echo "replay itself died ($code): that says nothing of the driver" >&2; exit 125 ;;
esac
)";

}  // namespace

int run_bisect_script(const BisectScriptOptions& options) {
  std::string more;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) more += fmt::format(" \\\n    {} {}", name, in_double_quotes(value));
  };
  add("--tolerance", options.tolerance == Tolerance{} ? "" : to_string(options.tolerance));
  add("--size", options.size ? fmt::format("{}x{}", options.size->width, options.size->height) : "");
  std::string measures;
  for (const Measure measure : options.measures)
    measures += (measures.empty() ? "" : ",") + std::string(to_word(measure));
  add("--measure", measures);
  add("--frames", options.measured ? fmt::format("{}-{}", options.measured->first, options.measured->last) : "");
  add("--require-renderer", options.require_renderer);
  add("--require-version", options.require_version);
  const bool keeps = !options.output.empty();
  const std::string results =
      keeps ? fmt::format("results={}\nmkdir -p \"$results\"\n", file_word(options.output)) : kTemporary;
  // This text is not quoted, so that the shell that runs the script can expand it.
  const std::string environment = options.environment.empty() ? "" : options.environment + " \\\n    ";
  const std::string name = keeps ? "$(git rev-parse --short HEAD)" : "result";
  const std::string program = in_single_quotes(own_program()), trace = file_word(options.trace);
  // Counts do not depend on what else the machine does, so the good side is measured once.
  const std::string keep =
      options.measures == std::vector{Measure::kInstructions}
          ? " \\\n    --keep-good \"$(git rev-parse --absolute-git-dir)/replay-good.json\" --no-where"
          : " --no-where";
  const double timeout = options.timeout.value_or(300);
  const std::string command =
      options.slower_than
          ? fmt::format(fmt::runtime(kJudgeSpeed), fmt::arg("program", program), fmt::arg("trace", trace),
                        fmt::arg("good", in_double_quotes(options.good)),
                        fmt::arg("bad", in_double_quotes(options.environment)),
                        fmt::arg("slower_than", *options.slower_than), fmt::arg("timeout", timeout),
                        fmt::arg("name", name), fmt::arg("keep", keep), fmt::arg("more", more))
          : fmt::format(fmt::runtime(kJudgePicture), fmt::arg("environment", environment), fmt::arg("program", program),
                        fmt::arg("trace", trace), fmt::arg("frame", options.frame),
                        fmt::arg("expect", expected_word(options.expect)), fmt::arg("timeout", timeout),
                        fmt::arg("crash", options.crash == CrashVerdict::kBad ? "bad" : "skip"), fmt::arg("more", more),
                        fmt::arg("picture", (keeps ? name : "frame") + ".png"));
  print_out(fmt::runtime(kScript), fmt::arg("script", "./bisect.sh"), fmt::arg("build", options.build),
            fmt::arg("command", command), fmt::arg("results", results));
  return kGood;
}

}  // namespace replay
