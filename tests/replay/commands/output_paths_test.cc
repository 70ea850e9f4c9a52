// Where results are written, and what the program says when that fails. Only the user chooses paths, and the trace is
// never overwritten.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class OutputPaths : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    Scene scene;
    scene.window(64, 64).clear(kRedColor).swap().clear(kGreenColor).swap().clear(kBlueColor).swap();
    bytes = scene.bytes();
    write("t.wip15", bytes);
  }

  std::string text_of(const fs::path& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void expect_trace_is_whole() const { EXPECT_EQ(text_of(path("t.wip15")), bytes); }
  // Expects exit code 125, a message that contains `sentence`, and that no temporary file is left.
  void expect_cannot(const std::vector<std::string>& arguments, const std::string& sentence,
                     Output output = Output::kCaptured) const {
    const Outcome outcome = run(arguments, output);
    EXPECT_EQ(outcome.code, 125) << outcome.err << outcome.out;
    EXPECT_TRUE(contains(outcome.err, sentence)) << outcome.err;
    EXPECT_EQ(files(), before);
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) names.insert(entry.path().string());
    return names;
  }

  std::string bytes;
  std::set<std::string> before;
};

TEST_F(OutputPaths, AFullDiskIsReportedWhateverIsPrinted) {
  const std::vector<std::string> commands[] = {{"t.wip15"},
                                               {"t.wip15", "--sandbox"},
                                               {"t.wip15", "--frame", "0-", "--hash"},
                                               {"t.wip15", "--json", "-"},
                                               {"t.wip15", "--state", "6"},
                                               {"info", "t.wip15"},
                                               {"info", "t.wip15", "--json"},
                                               {"dump", "t.wip15"},
                                               {"dump", "t.wip15", "--sandbox"},
                                               {"--help"}};
  before = files();
  for (const auto& arguments : commands) expect_cannot(arguments, "cannot write to ", Output::kFullDisk);
}

TEST_F(OutputPaths, AFullDiskIsReportedWhateverIsSaved) {
  before = files();
  const std::string sentence = "cannot write '/dev/full': No space left on device";
  expect_cannot({"t.wip15", "--frame", "0", "-o", "/dev/full"}, sentence);
  expect_cannot({"t.wip15", "--json", "/dev/full"}, sentence);
  expect_cannot({"t.wip15", "--state", "6", "--state-file", "/dev/full"}, sentence);
}

// A limit on the size of files makes a write fail in the middle of a file, like a disk that becomes full.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t most) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{most, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit before_{};
};

TEST_F(OutputPaths, AFileThatCannotBeWrittenCompletelyDoesNotExist) {
  Scene().window(900, 900).clear(kRedColor).swap().write(path("large.wip15"));
  before = files();
  const SizeLimit limit(2000);
  expect_cannot({"t.wip15", "--state", "6", "--state-file", "state.json"}, "cannot write 'state.json': File too large");
  expect_cannot({"large.wip15", "--frame", "0", "-o", "large.png"}, "cannot write 'large.png': File too large");
}

TEST_F(OutputPaths, ADiskThatBecomesFullKeepsEarlierFiles) {
  const fs::path disk = path("disk");
  fs::create_directory(disk);
  if (::mount("none", disk.c_str(), "tmpfs", 0, "size=12k") != 0) GTEST_SKIP() << "only root can mount a small disk";
  Scene scene;
  scene.window(64, 64);
  for (int frame = 0; frame < 40; ++frame) scene.clear(kRedColor).swap();
  scene.write(path("many.wip15"));
  const Outcome outcome = run({"many.wip15", "--frame", "0-", "-o", "disk/", "--json", "summary.json"});
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(disk)) there.insert(entry.path().filename().string());
  std::set<std::string> told;
  const auto summary = nlohmann::json::parse(std::ifstream(path("summary.json")));
  for (const auto& picture : summary["pictures"]) {
    if (picture.contains("file")) told.insert(fs::path(picture["file"].get<std::string>()).filename().string());
  }
  for (const std::string& name : there) EXPECT_EQ(pixel_of(read_png(disk / name), 0, 0), kRed) << name;
  ::umount(disk.c_str());
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "more of this kind")) << outcome.err;
  EXPECT_FALSE(there.empty());
  EXPECT_LT(there.size(), 40u);
  EXPECT_EQ(there, told);
}

// No user may make a file or a folder of so long a name, not even root, and in no container.
TEST_F(OutputPaths, APlaceThatTakesNoFilesIsReported) {
  before = files();
  const std::string name(300, 'a');
  expect_cannot({"t.wip15", "--frame", "0", "-o", name}, "cannot write '" + name + "': ");
  expect_cannot({"t.wip15", "--frame", "0-", "-o", name + "/"}, "cannot make the folder '" + name + "/': ");
  expect_cannot({"t.wip15", "--json", name}, "cannot write '" + name + "': ");
  expect_cannot({"t.wip15", "--state", "6", "--state-pictures", name}, name);
}

// Other names of the trace

TEST_F(OutputPaths, TheTraceIsNotOverwrittenUnderAnyOfItsNames) {
  fs::create_symlink("t.wip15", path("symbolic"));
  fs::create_hard_link(path("t.wip15"), path("hard"));
  for (const char* name : {"t.wip15", "./t.wip15", "symbolic", "hard"}) {
    const std::vector<std::string> wrong[] = {{"t.wip15", "--frame", "0", "-o", name},
                                              {"t.wip15", "--json", name},
                                              {"t.wip15", "--state", "6", "--state-file", name}};
    for (const auto& arguments : wrong) EXPECT_EQ(run(arguments).code, 2) << name;
  }
  expect_trace_is_whole();
}

TEST_F(OutputPaths, TheTraceIsNotOverwrittenByAPicture) {
  fs::create_directory(path("shots"));
  fs::create_hard_link(path("t.wip15"), path("shots/frame_0001.png"));
  fs::create_symlink("../t.wip15", path("shots/texture_7_level_0.png"));
  const Outcome outcome = run({"t.wip15", "--frame", "0-", "-o", "shots/"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "cannot write 'shots/frame_0001.png': it is being read")) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("shots/frame_0002.png")), 0, 0), kBlue);
  expect_trace_is_whole();
}

TEST_F(OutputPaths, PicturesThatAreComparedAreNotOverwritten) {
  ASSERT_EQ(run({"t.wip15", "--frame", "0-1", "-o", "shots/"}).code, 0);
  fs::create_directory(path("a"));
  fs::create_directory(path("b"));
  fs::rename(path("shots/frame_0000.png"), path("a/x.png"));
  fs::rename(path("shots/frame_0001.png"), path("b/x.png"));
  const Outcome outcome = run({"diff", "a", "b", "-o", "a"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "cannot write 'a/x.png': it is being read")) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("a/x.png")), 0, 0), kRed);
}

// Manifests

class ManifestPaths : public OutputPaths {
 protected:
  // Returns the entry of a trace whose checksum is wrong, so that its pictures are kept.
  static std::string entry(const std::string& name, const std::string& more = "") {
    return "  " + name + ":\n    here:\n      checksum: " + std::string(32, '0') + "\n      frame: 0\n" + more;
  }
  nlohmann::json results() const {
    nlohmann::json all;
    std::ifstream in(path("in/results/results.ndjson"));
    for (std::string line; std::getline(in, line);) {
      const auto result = nlohmann::json::parse(line);
      all[result["test"].get<std::string>()] = result;
    }
    return all;
  }
  Outcome run_manifest(const std::string& entries) const {
    fs::create_directory(path("in"));
    write("in/m.yml", "traces:\n" + entries);
    return run_program({"run", "m.yml", "--db-path", "."}, path("in"));
  }
};

TEST_F(ManifestPaths, NamesOfTracesDoNotLeadOutOfTheResults) {
  fs::create_directories(path("in/a"));
  for (const char* copy : {"in/a/b.wip15", "in/a__b.wip15", "in/.hidden.wip15"})
    fs::copy_file(path("t.wip15"), path(copy));
  const std::string absolute = path("t.wip15").string();
  before = files();
  const Outcome outcome = run_manifest(entry("../t.wip15") + entry(absolute) + entry("a/b.wip15") +
                                       entry("a__b.wip15") + entry("a/../../t.wip15") + entry(".hidden.wip15"));
  EXPECT_EQ(outcome.code, 1) << outcome.err << outcome.out;
  const auto told = results();
  std::set<std::string> pictures;
  for (const auto& [name, result] : told.items()) {
    EXPECT_EQ(result["status"], "Fail") << name;
    pictures.insert(result["frames"][0]["actual_picture"].get<std::string>());
  }
  EXPECT_EQ(pictures.size(), 6u);
  for (const std::string& file : files()) {
    EXPECT_TRUE(before.contains(file) || file.starts_with(path("in/results").string()) ||
                file == path("in/m.yml").string())
        << file;
  }
  expect_trace_is_whole();
}

TEST_F(ManifestPaths, ArgumentsWriteNoFiles) {
  const std::string arguments[] = {"[-o, ../stolen.png]",
                                   "[--json, ../stolen.json]",
                                   "[--state, '5', --state-file, ../stolen.json]",
                                   "[--expect, ../t.wip15]",
                                   "[--help]",
                                   "[--nonsense]"};
  for (const std::string& words : arguments) {
    fs::remove_all(path("in"));
    EXPECT_EQ(run_manifest(entry("../t.wip15", "      arguments: " + words + "\n")).code, 125) << words;
    EXPECT_TRUE(contains(results()["../t.wip15"]["reason"].get<std::string>(), "its arguments are wrong")) << results();
    EXPECT_FALSE(exists("stolen.png") || exists("stolen.json"));
  }
  fs::remove_all(path("in"));
  run_manifest(entry("../t.wip15", "      arguments: [--allow-lower]\n"));
  EXPECT_TRUE(contains(results()["../t.wip15"]["reason"].get<std::string>(), "frame 0")) << results();
}

// The folder of a trace's pictures is emptied before each run.
TEST_F(ManifestPaths, ATraceAmongTheResultsIsKept) {
  fs::create_directories(path("in/results/pictures/x.wip15"));
  fs::copy_file(path("t.wip15"), path("in/results/pictures/x.wip15/real.wip15"));
  fs::create_symlink("results/pictures/x.wip15/real.wip15", path("in/x.wip15"));
  run_manifest(entry("x.wip15"));
  EXPECT_EQ(text_of(path("in/x.wip15")), bytes);
  EXPECT_TRUE(contains(results()["x.wip15"]["reason"].get<std::string>(), "the trace lies in it")) << results();
}

}  // namespace
}  // namespace replay
