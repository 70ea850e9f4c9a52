#include "replay/corpus/manifest.h"

#include <gtest/gtest.h>

#include "replay/corpus/update.h"
#include "tests/replay/corpus/manifest_in_folder.h"

namespace replay {
namespace {

const std::string kA(32, 'a'), kB(32, 'b'), kC(32, 'c');

class ManifestTest : public ManifestInFolder {
 protected:
  ManifestTest() : ManifestInFolder("m.yml") {}
};

TEST_F(ManifestTest, ReadsPiglitsMap) {
  const Manifest manifest = read(
      "%YAML 1.2\n---\ntraces-db:\n  download-url: \"https://example.org/\"\n\ntraces:\n  a/b.trace:\n    gl-x:\n      "
      "checksum: " +
      kA + "\n    gl-y:\n      checksum: " + kB +
      "\n  c.trace:\n    gl-x:\n      label: [skip, slow]\n      text: why\n  d.trace:\n    gl-y:\n      label: "
      "unsupported\n");
  EXPECT_EQ(manifest.download_url, "https://example.org/");
  EXPECT_EQ(manifest.devices, (std::vector<std::string>{"gl-x", "gl-y"}));
  ASSERT_EQ(manifest.traces.size(), 3u);
  EXPECT_EQ(manifest.traces[0].path, "a/b.trace");
  ASSERT_EQ(manifest.traces[0].frames.size(), 1u);
  EXPECT_FALSE(manifest.traces[0].frames[0].frame);
  EXPECT_EQ(manifest.traces[0].frames[0].checksums, std::vector<std::string>{kA});
  EXPECT_EQ(manifest.traces[1].labels, (std::vector<std::string>{"skip", "slow"}));
  EXPECT_EQ(manifest.traces[1].text, "why");
  EXPECT_FALSE(manifest.traces[2].for_device);
}

TEST_F(ManifestTest, ReadsPiglitsList) {
  const Manifest manifest =
      read("traces:\n  - path: a.trace\n    expectations:\n      - device: gl-y\n        checksum: " + kB +
           "\n      - device: gl-x\n        checksum: " + kA + "\n  - path: b.trace\n");
  ASSERT_EQ(manifest.traces.size(), 2u);
  EXPECT_EQ(manifest.traces[0].frames.at(0).checksums, std::vector<std::string>{kA});
  EXPECT_FALSE(manifest.traces[1].for_device);
}

TEST_F(ManifestTest, ReadsOurAdditions) {
  const Manifest manifest = read("traces:\n  a.trace:\n    size: 123\n    sha256: " + std::string(64, 'D') +
                                 "\n    tolerance: 3\n    gl-x:\n      timeout: 2.5\n      arguments: "
                                 "[--allow-lower]\n      frames:\n        0: " +
                                 kA + "\n        60: {reference: [p.png, q.png], tolerance: 8:0.1}\n        last: [" +
                                 kA + ", " + kB + "]\n");
  const TraceEntry& entry = manifest.traces.at(0);
  EXPECT_EQ(entry.size, 123u);
  EXPECT_EQ(entry.sha256, std::string(64, 'd'));
  EXPECT_EQ(entry.timeout, 2.5);
  EXPECT_EQ(entry.arguments, std::vector<std::string>{"--allow-lower"});
  ASSERT_EQ(entry.frames.size(), 3u);
  EXPECT_EQ(entry.frames[0].frame, 0u);
  EXPECT_EQ(entry.frames[0].tolerance, *parse_tolerance("3"));
  EXPECT_EQ(entry.frames[1].pictures, (std::vector<std::string>{folder.path() / "p.png", folder.path() / "q.png"}));
  EXPECT_EQ(entry.frames[1].tolerance, *parse_tolerance("8:0.1"));
  EXPECT_FALSE(entry.frames[2].frame);
  EXPECT_EQ(entry.frames[2].checksums.size(), 2u);
}

TEST_F(ManifestTest, NamesTheLineOfAMistake) {
  EXPECT_NE(problem("traces:\n  a.trace:\n    gl-x:\n      checksum: 12345\n").find("m.yml:4: '12345' is not an MD5"),
            std::string::npos);
  EXPECT_NE(problem("traces:\n  a.trace: 3\n").find("m.yml:2: "), std::string::npos);
  EXPECT_NE(problem("traces:\n  a.trace:\n    checksum: x\n").find("m.yml:3: 'checksum' is neither"),
            std::string::npos);
  for (const char* text : {"", "a: b", "traces: 3", "- a", "traces: [3]", "traces:\n  a.trace:\n    size: many\n", "{",
                           "a: &x [*x]", "traces:\n  a.trace:\n    gl-x:\n      tolerance: much\n"}) {
    EXPECT_NE(problem(text), "") << text;
  }
  std::string device;
  EXPECT_THROW(read_manifest(folder.path() / "none.yml", device), CannotJudge);
}

// A misspelled key must not be ignored: a trace without a checksum would be skipped.
TEST_F(ManifestTest, AnUnknownKeyIsAMistake) {
  const std::string device = "traces:\n  a.trace:\n    gl-x:\n      ", good = "checksum: " + kA + "\n";
  const std::pair<std::string, std::string> cases[] = {
      {device + "cheksum: " + kA + "\n", "m.yml:4: 'cheksum' is not a key here; the nearest is 'checksum'"},
      {device + good + "      timeuot: 5\n", "m.yml:5: 'timeuot' is not a key here; the nearest is 'timeout'"},
      {device + "frames:\n        0: {refrence: a.png}\n",
       "m.yml:5: 'refrence' is not a key here; the nearest is 'reference'"},
      {"traces:\n  a.trace:\n    toleranse: 3\n    gl-x: {" + good + "}", "m.yml:3: 'toleranse' is neither"},
      {"traces:\n  a.trace:\n    frames:\n      0: " + kA + "\n",
       "m.yml:3: 'frames' is neither a device nor a property of a trace; it belongs to a device"},
      {"tracse-db:\n  download-url: x\n" + device + good,
       "m.yml:1: 'tracse-db' is not a key here; the nearest is 'traces-db'"},
      {"traces-db:\n  download_url: x\n" + device + good,
       "m.yml:2: 'download_url' is not a key here; the nearest is 'download-url'"},
      {"traces:\n  - path: a.trace\n    expectation:\n      - device: gl-x\n",
       "m.yml:3: 'expectation' is not a key here; the nearest is 'expectations'"},
      {"traces:\n  - path: a.trace\n    expectations:\n      - device: gl-y\n        checksumm: x\n",
       "m.yml:5: 'checksumm' is not a key here"},
      {"traces:\n  a.trace:\n    gl-y:\n      lable: [skip]\n",
       "m.yml:4: 'lable' is not a key here; the nearest is 'label'"},
      {device + good + "      " + good, "m.yml:5: 'checksum' appears twice"},
      {device + good + "  a.trace:\n    gl-x: {" + good + "}", "m.yml:5: 'a.trace' appears twice"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_NE(problem(text).find(message), std::string::npos) << text << problem(text);
  EXPECT_EQ(problem(".more:\n  a: b\n" + device + good), "");
}

TEST_F(ManifestTest, AnEmptyExpectationIsAMistake) {
  for (const char* nothing : {"checksum: []", "reference: []", "checksum:", "frames: {}", "frames:", "frames: {0: []}",
                              "frames: {0: {}}", "frame: 3", "frames: {0: {tolerance: 3}}"}) {
    EXPECT_NE(problem(std::string("traces:\n  a.trace:\n    gl-x:\n      ") + nothing + "\n"), "") << nothing;
  }
}

TEST_F(ManifestTest, ChecksumsAreMd5OrSha256) {
  const std::string start = "traces:\n  a.trace:\n    gl-x:\n      checksum: ", sha256(64, 'e');
  EXPECT_FALSE(read(start + kA + "\n").traces[0].frames[0].sha256);
  EXPECT_TRUE(read(start + "[" + sha256 + ", " + sha256 + "]\n").traces[0].frames[0].sha256);
  EXPECT_NE(problem(start + "[" + sha256 + ", " + kA + "]\n").find("m.yml:4: the checksums of a frame must be all"),
            std::string::npos);
}

TEST_F(ManifestTest, UpdateChangesNothingElse) {
  const std::string text = "# mine\ntraces:\n  a.trace:   # odd   spacing\n    gl-x: {checksum: '" + kA +
                           "'} # why\n  b.trace:\n    gl-x:\n      checksum:\n        - " + kA + "\n        - " + kB +
                           "  # new\n  c.trace:\n    gl-x:\n      checksum: [" + kA + "]\n";
  const Manifest manifest = read(text);
  std::vector<ChecksumChange> changes;
  for (const TraceEntry& entry : manifest.traces) changes.push_back({&entry, &entry.frames[0], kC});
  EXPECT_EQ(with_checksums(manifest, changes),
            "# mine\ntraces:\n  a.trace:   # odd   spacing\n    gl-x: {checksum: '" + kC +
                "'} # why\n  b.trace:\n    gl-x:\n      checksum:\n        - " + kA + "\n        - " + kB +
                "\n        - " + kC + "  # new\n  c.trace:\n    gl-x:\n      checksum: [" + kA + ", " + kC + "]\n");
}

TEST_F(ManifestTest, UpdateFillsInWhatIsExpected) {
  const std::string text =
      "traces:\n  a.trace:\n    gl-x:\n      label: slow  # very\n  b.trace:\n    gl-x: {label: slow}\n  c.trace:\n    "
      "gl-x: {}\n  d.trace:\n    gl-y: {}\n";
  const Manifest manifest = read(text);
  std::vector<ChecksumChange> changes;
  for (const TraceEntry& entry : manifest.traces) {
    EXPECT_EQ(entry.frames.size(), entry.for_device ? 1u : 0u);
    for (const FrameExpectation& frame : entry.frames) {
      EXPECT_TRUE(frame.is_open());
      changes.push_back({&entry, &frame, kC});
    }
  }
  const std::string updated = with_checksums(manifest, changes);
  EXPECT_EQ(updated, "traces:\n  a.trace:\n    gl-x:\n      checksum: " + kC +
                         "\n      label: slow  # very\n  b.trace:\n    gl-x: {checksum: " + kC +
                         ", label: slow}\n  c.trace:\n    gl-x: {checksum: " + kC + "}\n  d.trace:\n    gl-y: {}\n");
  for (const TraceEntry& entry : read(updated).traces) {
    if (entry.for_device) {
      EXPECT_EQ(entry.frames.at(0).checksums, std::vector<std::string>{kC}) << entry.path;
    }
  }
}

}  // namespace
}  // namespace replay
