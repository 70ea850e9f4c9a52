// The examples of docs/output.md are what the program writes.
//
// A line "    $ replay ..." is run as it stands, in a folder that has data/. "    $ cat FILE" and "    $ head -n 1
// FILE" read what it wrote. The indented lines below are the JSON that comes out. Objects have the same keys there, and
// values of the same kind; what is read from a recording alone is the same. Lists may be cut.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr std::string_view kPrompt = "    $ ";

struct Example {
  std::vector<std::string> words;  // of the command
  std::string output;              // as documented; empty: not shown
};

std::vector<std::string> lines_of_page() {
  std::ifstream in(DATA_DIR "/../docs/output.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> examples() {
  std::vector<Example> found;
  bool inside = false;
  for (const std::string& line : lines_of_page()) {
    if (line.starts_with(kPrompt)) {
      std::istringstream words(line.substr(kPrompt.size()));
      Example& example = found.emplace_back();
      for (std::string word; words >> word;) example.words.push_back(word);
      inside = true;
    } else if (inside && line.starts_with("    ")) {
      found.back().output += line.substr(4) + "\n";
    } else {
      inside = false;
    }
  }
  return found;
}

// One document, or one for each line of NDJSON.
std::vector<json> documents(const std::string& text) {
  if (json whole = json::parse(text, nullptr, false); !whole.is_discarded()) return {whole};
  std::vector<json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line, nullptr, false));
  return lines;
}

bool is_same_kind(const json& a, const json& b) { return a.type() == b.type() || (a.is_number() && b.is_number()); }

void expect_like(const json& documented, const json& real, bool is_exact, const std::string& where) {
  ASSERT_TRUE(is_same_kind(documented, real)) << where << ": " << documented << " and " << real;
  if (documented.is_object()) {
    for (const auto& [key, value] : documented.items()) {
      if (!real.contains(key)) ADD_FAILURE() << where << "/" << key << " is documented, and not written";
      else expect_like(value, real[key], is_exact, where + "/" + key);
    }
    // What a program is linked with, and nothing else, depends on who made it.
    if (where.ends_with("/libraries")) return;
    for (const auto& [key, value] : real.items())
      EXPECT_TRUE(documented.contains(key)) << where << "/" << key << " is written, and not documented";
  } else if (documented.is_array()) {
    EXPECT_LE(documented.size(), real.size()) << where;
    EXPECT_EQ(documented.empty(), real.empty()) << where;
    for (std::size_t i = 0; i < std::min(documented.size(), real.size()); ++i)
      expect_like(documented[i], real[i], is_exact, where + "/" + std::to_string(i));
  } else if (is_exact || where.ends_with("/schema")) {
    EXPECT_EQ(documented, real) << where;
  }
}

class OutputDoc : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::filesystem::create_directory_symlink(std::filesystem::absolute(DATA_DIR), path("data"));
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string output_of(const std::vector<std::string>& words) const {
    if (words.front() == "cat") return text_of(words.back());
    if (words.front() == "head") {
      const std::string text = text_of(words.back());
      return text.substr(0, text.find('\n'));
    }
    const Outcome outcome = run({words.begin() + 1, words.end()});
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 1) << outcome.err;
    return outcome.out;
  }
};

TEST_F(OutputDoc, ItsExamplesAreWhatTheProgramWrites) {
  const std::vector<Example> all = examples();
  ASSERT_GT(all.size(), 10u);
  // No driver has a say in these.
  const std::set<std::string> exact = {"info", "dump", "diff"};
  for (const Example& example : all) {
    std::string command;
    for (const std::string& word : example.words) command += (command.empty() ? "" : " ") + word;
    const std::string output = output_of(example.words);
    if (example.output.empty()) continue;
    const std::vector<json> documented = documents(example.output), real = documents(output);
    ASSERT_EQ(documented.size(), real.size()) << command;
    for (std::size_t i = 0; i < real.size(); ++i) {
      EXPECT_TRUE(real[i].contains("schema")) << command;
      expect_like(documented[i], real[i], exact.contains(example.words[1]), command + ": ");
    }
  }
}

// The table of the keys of a state names all that there are.
TEST_F(OutputDoc, ItsTableNamesTheKeysOfAState) {
  std::set<std::string> documented, real;
  bool inside = false;
  for (const std::string& line : lines_of_page()) {
    if (line.starts_with("| key of the state")) inside = true;
    else if (!line.starts_with("|")) inside = false;
    if (!inside || !line.starts_with("| `")) continue;
    const std::string names = line.substr(0, line.find('|', 1));
    for (std::size_t at = 0; (at = names.find('`', at)) != std::string::npos;) {
      const std::size_t end = names.find('`', at + 1);
      documented.insert(names.substr(at + 1, end - at - 1));
      at = end + 1;
    }
  }
  const json state = json::parse(run({"data/cubes_v00_zlib.wip15", "--headless", "--state", "80"}).out, nullptr, false);
  ASSERT_TRUE(state.is_object());
  for (const auto& [key, value] : state.items()) real.insert(key);
  EXPECT_EQ(documented, real);
}

// NDJSON and states that another schema has are refused, and not misread.
TEST_F(OutputDoc, ALaterSchemaIsRefused) {
  write("new.json", R"({"schema": 2, "values": {}})");
  write("old.json", R"({"values": {}})");
  const Outcome state = run({"diff-state", "old.json", "new.json"});
  EXPECT_EQ(state.code, 125);
  EXPECT_TRUE(contains(state.err, "new.json: its schema is 2, and this program knows 1 only")) << state.err;
  EXPECT_EQ(run({"diff-state", "old.json", "old.json"}).code, 0);
  write("results.ndjson",
        "{\"schema\": 2, \"test\": \"a\", \"status\": \"Pass\"}\n{\"test\": \"b\", \"status\": \"Pass\"}\n");
  const Outcome merged = run({"merge", "results.ndjson", "-o", "merged"});
  EXPECT_EQ(merged.code, 125);
  EXPECT_TRUE(contains(merged.err, "its schema is 2")) << merged.err;
  write("errors.json", R"({"schema": 2})");
  const Outcome known = run({"data/cubes_v00_zlib.wip15", "--headless", "--strict", "--known-errors", "errors.json"});
  EXPECT_EQ(known.code, 125);
  EXPECT_TRUE(contains(known.err, "its schema is 2")) << known.err;
}

}  // namespace
}  // namespace replay
