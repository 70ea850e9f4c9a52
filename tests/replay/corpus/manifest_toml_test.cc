// Manifests in the TOML of gpu-trace-perf.
#include <gtest/gtest.h>

#include <fstream>

#include "replay/corpus/manifest.h"
#include "replay/corpus/manifest_reader.h"
#include "replay/corpus/update.h"
#include "tests/replay/corpus/manifest_in_folder.h"

namespace replay {
namespace {

const std::string kTomlA(64, 'a'), kTomlB(64, 'b'), kTomlC(64, 'c');

class TomlManifest : public ManifestInFolder {
 protected:
  TomlManifest() : ManifestInFolder("m.toml") {}
};

TEST_F(TomlManifest, ReadsTracesAndTheirDevices) {
  const Manifest manifest = read(
      "[traces_db]\ndownload_url = \"https://example.org/\"\n[devices]\ngl-x = { vram = 100, sysmem = 8000 }\n"
      "[[traces]]\npath = \"b/b.trace\"\nsysmem = 500\nreplay_args = [\"--allow-lower\"]\n"
      "devices = { gl-x = { checksum = \"" +
      kTomlA +
      "\", singlethread = true, replay_args = [\"-v\"] } }\n"
      "[[traces]]\npath = \"a.trace\"\nnonloopable = true\n[traces.devices]\ngl-x = { skip = true }\ngl-y = { checksum "
      "= \"" +
      kTomlB +
      "\" }\n[[traces]]\npath = \"c.trace\"\n[traces.devices.gl-x]\nsinglethread = false\n"
      "[[traces]]\npath = \"d.trace\"\n");
  EXPECT_EQ(manifest.download_url, "https://example.org/");
  EXPECT_EQ(manifest.devices, (std::vector<std::string>{"gl-x", "gl-y"}));
  EXPECT_EQ(manifest.capacity.vram, 100u);
  EXPECT_EQ(manifest.capacity.sysmem, 8000u);
  ASSERT_EQ(manifest.traces.size(), 4u);
  const TraceEntry& first = manifest.traces[0];
  EXPECT_EQ(first.path, "b/b.trace");
  ASSERT_EQ(first.frames.size(), 1u);
  EXPECT_FALSE(first.frames[0].frame);
  EXPECT_TRUE(first.frames[0].sha256);
  EXPECT_EQ(first.frames[0].checksums, std::vector<std::string>{kTomlA});
  EXPECT_EQ(first.arguments, (std::vector<std::string>{"--allow-lower", "-v"}));
  EXPECT_EQ(first.needs.sysmem, 500u);
  EXPECT_TRUE(first.runs_alone);
  EXPECT_EQ(manifest.traces[1].labels, std::vector<std::string>{"skip"});
  EXPECT_TRUE(manifest.traces[2].frames.at(0).is_open());
  EXPECT_FALSE(manifest.traces[2].runs_alone);
  EXPECT_FALSE(manifest.traces[3].for_device);
}

TEST_F(TomlManifest, TheOnlyDeviceNeedNotBeNamed) {
  std::ofstream(folder.path() / "m") << "# of CI\n\n[[traces]]\npath = \"a\"\ndevices.gl-z.checksum = \"" + kTomlA +
                                            "\"\n";
  std::string device;
  const Manifest manifest = read_manifest(folder.path() / "m", device);
  EXPECT_EQ(device, "gl-z");
  EXPECT_EQ(manifest.traces.at(0).frames.at(0).checksums, std::vector<std::string>{kTomlA});
}

TEST(ManifestFormat, IsToldByTheContent) {
  for (const char* toml : {"[devices]", "\xef\xbb\xbf[devices]", "# x: y\n\n  [[traces]]", "traces = []", "traces=[]",
                           "[traces_db] # a: b"}) {
    EXPECT_TRUE(is_toml(toml)) << toml;
  }
  for (const char* yaml : {"", "\n", "%YAML 1.2\n---\ntraces:\n", "traces: {a: b}", "traces:\n  a=b:\n", "{traces: []}",
                           "# [x]\ntraces-db :\n"}) {
    EXPECT_FALSE(is_toml(yaml)) << yaml;
  }
}

TEST_F(TomlManifest, NamesTheLineOfAMistake) {
  const std::string trace = "[[traces]]\npath = \"a\"\n", device = trace + "devices = { gl-x = { ";
  const std::pair<std::string, std::string> cases[] = {
      {"[traces_db\n", "m.toml:1: "},
      {"[devices]\n", "it has no [[traces]]"},
      {"[trace_db]\n" + trace, "m.toml:1: 'trace_db' is not a key here; the nearest is 'traces_db'"},
      {"[traces_db]\ndownload-url = \"x\"\n" + trace, "m.toml:2: 'download-url' is not a key here"},
      {"[devices]\ngl-x = { vran = 1 }\n" + trace, "m.toml:2: 'vran' is not a key here; the nearest is 'vram'"},
      {"[devices]\ngl-x = { vram = -1 }\n" + trace, "m.toml:2: vram must be a whole number of MB"},
      {"[devices]\ngl-x = 3\n" + trace, "m.toml:2: a device must be a table"},
      {"traces = 3\n", "m.toml:1: traces must be a list"},
      {"[[traces]]\nnonloopable = true\n", "m.toml:1: a trace must have a 'path'"},
      {"[[traces]]\npath = 3\n", "m.toml:2: path must be a string"},
      {trace + trace, "m.toml:4: 'a' appears twice"},
      {trace + "nonlopable = true\n", "m.toml:3: 'nonlopable' is not a key here; the nearest is 'nonloopable'"},
      {trace + "nonloopable = 1\n", "m.toml:3: nonloopable must be true or false"},
      {device + "cheksum = \"" + kTomlA + "\" } }\n",
       "m.toml:3: 'cheksum' is not a key here; the nearest is 'checksum'"},
      {device + "checksum = \"12\" } }\n", "m.toml:3: '12' is not an MD5"},
      {trace + "devices = { gl-y = { checksum = \"12\" } }\n", "m.toml:3: '12' is not an MD5"},
      {device + "replay_args = \"-v\" } }\n", "m.toml:3: replay_args must be a list"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_NE(problem(text).find(message), std::string::npos) << text << problem(text);
}

TEST_F(TomlManifest, ATraceThatADeviceHasNoMemoryForIsAMistake) {
  const std::string small = "[devices]\ngl-x = { sysmem = 400 }\n", trace = "[[traces]]\npath = \"a\"\nsysmem = 500\n";
  const std::string entry = "devices = { gl-x = { checksum = \"" + kTomlA + "\" } }\n";
  EXPECT_NE(
      problem(small + trace + entry).find("m.toml:3: 'a' needs 0 MB of vram and 500 MB of sysmem, and device 'gl-x'"),
      std::string::npos);
  EXPECT_NE(problem(trace + entry).find("has 0 and 0"), std::string::npos) << "a device that is not described has none";
  EXPECT_EQ(problem(small + trace), "") << "it does not run there";
}

TEST_F(TomlManifest, UpdateChangesNothingElse) {
  const std::string head = "# gr\u00fc\u00dfe\n[[traces]]\npath = \"a\"  # odd\n";
  const auto updated = [&](const std::string& text) {
    const Manifest manifest = read(text);
    std::vector<ChecksumChange> changes;
    for (const TraceEntry& entry : manifest.traces) changes.push_back({&entry, &entry.frames.at(0), kTomlC});
    return with_checksums(manifest, changes);
  };
  const std::pair<std::string, std::string> cases[] = {
      {"devices = { \"gl-\u00fc\" = {}, gl-x = { checksum = \"" + kTomlA + "\" } }  # why\n",
       "devices = { \"gl-\u00fc\" = {}, gl-x = { checksum = \"" + kTomlC + "\" } }  # why\n"},
      {"[traces.devices]\ngl-x = { checksum = '" + kTomlA + "' }\ngl-y = { checksum = \"" + kTomlA + "\" }\n",
       "[traces.devices]\ngl-x = { checksum = '" + kTomlC + "' }\ngl-y = { checksum = \"" + kTomlA + "\" }\n"},
      {"devices.gl-x.checksum = \"\"\"" + kTomlA + "\"\"\"\n", "devices.gl-x.checksum = \"\"\"" + kTomlC + "\"\"\"\n"},
      {"devices = { gl-x = {} }", "devices = { gl-x = { checksum = \"" + kTomlC + "\" } }"},
      {"devices = { gl-x = { singlethread = true } }",
       "devices = { gl-x = { checksum = \"" + kTomlC + "\", singlethread = true } }"},
      {"[traces.devices.gl-x]  # new\nsinglethread = true\n",
       "[traces.devices.gl-x]  # new\nchecksum = \"" + kTomlC + "\"\nsinglethread = true\n"},
      {"[traces.devices.gl-x]", "[traces.devices.gl-x]\nchecksum = \"" + kTomlC + "\""},
      {"devices.gl-x.singlethread = true\n", "devices.gl-x.singlethread = true\n"},
      {"devices.gl-x.checksum = \"\\u0061" + kTomlA.substr(1) + "\"\n",
       "devices.gl-x.checksum = \"\\u0061" + kTomlA.substr(1) + "\"\n"},
  };
  for (const auto& [before, after] : cases) {
    EXPECT_EQ(updated(head + before), head + after);
    const bool has_place = before != after;
    EXPECT_EQ(read(head + after).traces.at(0).frames.at(0).checksums == std::vector<std::string>{kTomlC}, has_place)
        << after;
  }
}

}  // namespace
}  // namespace replay
