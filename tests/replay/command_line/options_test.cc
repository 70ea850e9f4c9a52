#include "replay/command_line/options.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "glbindings/signature.h"
#include "replay/command_line/help_table.h"
#include "replay/command_line/version.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

std::variant<CommandLine, Answer, UsageError> parse(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv = {"replay"};
  argv.insert(argv.end(), arguments);
  return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

// Returns the problem, or an empty text, so that a failed test shows it.
std::string problem_of(std::initializer_list<const char*> arguments) {
  const auto parsed = parse(arguments);
  const auto* error = std::get_if<UsageError>(&parsed);
  return error ? error->problem : "";
}

template <class Options>
Options options_of(std::initializer_list<const char*> arguments) {
  auto parsed = parse(arguments);
  if (const auto* error = std::get_if<UsageError>(&parsed)) ADD_FAILURE() << error->problem;
  return std::get<Options>(std::get<CommandLine>(std::move(parsed)).command);
}

std::string answer_of(std::initializer_list<const char*> arguments) { return std::get<Answer>(parse(arguments)).text; }

TEST(Options, ATraceAloneIsReplayedWithTheDefaults) {
  const auto options = options_of<ReplayOptions>({"cubes.wip15"});
  EXPECT_EQ(options.trace, "cubes.wip15");
  EXPECT_EQ(options.window, WindowChoice::kAuto);
  EXPECT_EQ(options.loop, 1);
  EXPECT_FALSE(options.fps);
  EXPECT_TRUE(options.seek);
  EXPECT_FALSE(options.hash || options.benchmark || options.strict || options.self_check || options.allow_lower);
  EXPECT_FALSE(options.reads_pictures());
  EXPECT_FALSE(options.writes_pictures());
}

TEST(Options, EveryOptionOfReplayIsRead) {
  const auto options = options_of<ReplayOptions>({"t", "--frame", "120", "--call", "5/draw", "-o", "out/", "--hash",
                                                  "--headless", "--fps", "29.5", "--loop", "3", "--json", "s.json",
                                                  "--strict", "--self-check", "--allow-lower"});
  EXPECT_EQ(options.frames.only(), 120u);
  EXPECT_TRUE(options.calls.contains(5, glbindings::kRenders));
  EXPECT_EQ(options.output, "out/");
  EXPECT_TRUE(options.hash && options.strict && options.self_check && options.allow_lower);
  EXPECT_EQ(options.window, WindowChoice::kHeadless);
  EXPECT_EQ(options.fps, 29.5);
  EXPECT_EQ(options.loop, 3);
  EXPECT_EQ(options.json, "s.json");
  EXPECT_EQ(options_of<ReplayOptions>({"t", "--window"}).window, WindowChoice::kWindow);
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--benchmark"}).benchmark);
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--frame", "3", "--no-seek"}).seek);
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--profile"}).profile);
  EXPECT_EQ(options_of<ReplayOptions>({"--frame", "1", "t"}).trace, "t");
}

TEST(Options, OnlyTheFirstArgumentCanBeACommand) {
  EXPECT_EQ(options_of<InfoOptions>({"info", "t"}).trace, "t");
  EXPECT_EQ(options_of<DumpOptions>({"dump", "t"}).trace, "t");
  EXPECT_EQ(options_of<InfoOptions>({"info", "dump"}).trace, "dump");
  EXPECT_EQ(options_of<ReplayOptions>({"./info"}).trace, "./info");
  EXPECT_EQ(options_of<ReplayOptions>({"--", "-odd-name"}).trace, "-odd-name");
  EXPECT_EQ(problem_of({"t", "info"}), "the argument 'info' was not expected");
}

TEST(Options, CommandsHaveTheirOwnOptions) {
  EXPECT_FALSE(options_of<InfoOptions>({"info", "t"}).json);
  EXPECT_TRUE(options_of<InfoOptions>({"info", "t", "--json"}).json);
  const auto dump = options_of<DumpOptions>({"dump", "--call", "3-4", "t", "--frame", "7", "--json"});
  EXPECT_EQ(dump.calls.last(), 4u);
  EXPECT_EQ(dump.frames.only(), 7u);
  EXPECT_TRUE(dump.json);
  EXPECT_NE(problem_of({"info", "t", "--hash"}), "");
  EXPECT_NE(problem_of({"dump", "t", "-o", "x"}), "");
}

TEST(Options, ARepeatedSetIsAUnion) {
  const auto options =
      options_of<ReplayOptions>({"--frame", "1,3", "--frame", "2-5/3", "t", "--call", "draw", "--call", "9"});
  for (const std::uint64_t frame : {1, 2, 3, 5}) EXPECT_TRUE(options.frames.contains(frame)) << frame;
  EXPECT_FALSE(options.frames.contains(4));
  EXPECT_TRUE(options.calls.contains(9));
  EXPECT_TRUE(options.calls.contains(4, glbindings::kRenders));
}

TEST(Options, KnowsWhetherThereAreSeveralPictures) {
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--frame", "120"}).several_pictures());
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--call", "120"}).several_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "1,2"}).several_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "5-"}).several_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--call", "frame"}).several_pictures());
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--frame", "1-", "--call", "1"}).several_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "1", "--call", "draw"}).several_pictures());
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--frame", "last"}).several_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "1,last"}).several_pictures());
}

TEST(Options, HashAloneWritesNoPictures) {
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "1"}).writes_pictures());
  EXPECT_FALSE(options_of<ReplayOptions>({"t", "--frame", "1", "--hash"}).writes_pictures());
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "--frame", "1", "--hash", "-o", "x"}).writes_pictures());
}

TEST(Options, VerbosityIsCounted) {
  EXPECT_EQ(std::get<CommandLine>(parse({"t"})).verbosity, 0);
  EXPECT_EQ(std::get<CommandLine>(parse({"t", "-vv"})).verbosity, 2);
  EXPECT_EQ(std::get<CommandLine>(parse({"info", "t", "-q"})).verbosity, -1);
}

TEST(Options, WrongUsageSaysWhatIsWrong) {
  EXPECT_EQ(problem_of({}), "no trace is given");
  EXPECT_EQ(problem_of({"dump"}), "no trace is given");
  EXPECT_EQ(problem_of({"a", "b"}), "the argument 'b' was not expected");
  EXPECT_EQ(problem_of({"t", "--no-such"}), "there is no option --no-such: did you mean '--no-seek'?");
  EXPECT_EQ(problem_of({"t", "--headless", "--window"}), "--headless excludes --window");
  EXPECT_EQ(problem_of({"t", "--frame"}), "--frame lacks its value: --frame SET");
  EXPECT_EQ(problem_of({"t", "--frame", "5-3"}), "--frame '5-3': 5-3 runs backwards");
  EXPECT_EQ(problem_of({"t", "--frame", "draw"}),
            "--frame 'draw': 'draw' picks calls, a set of frames has numbers and 'last' only");
  EXPECT_EQ(problem_of({"t", "--call", "1/0"}), "--call '1/0': a step of 0 would never move on");
  EXPECT_EQ(problem_of({"t", "--frame", ""}), "--frame '': it is empty");
}

TEST(Options, NumbersAreChecked) {
  for (const char* fps : {"0", "-1", "nan", "inf"}) {
    EXPECT_EQ(problem_of({"t", "--fps", fps}), "--fps needs a number above 0") << fps;
  }
  EXPECT_EQ(problem_of({"t", "--fps", "fast"}), "--fps 'fast': a number was expected");
  for (const char* loop : {"0", "-3"}) {
    EXPECT_EQ(problem_of({"t", "--loop", loop}), "--loop needs a number of at least 1") << loop;
  }
  EXPECT_EQ(problem_of({"t", "--loop", "1.5"}), "--loop '1.5': a whole number was expected");
}

TEST(Options, CombinationsThatMakeNoSenseAreRefused) {
  EXPECT_NE(problem_of({"t", "-o", "x.png"}), "");
  EXPECT_NE(problem_of({"t", "--hash"}), "");
  EXPECT_NE(problem_of({"t", "--benchmark", "--frame", "1"}), "");
  EXPECT_NE(problem_of({"t", "--frame", "1", "--hash", "--json", "-"}), "");
  EXPECT_EQ(problem_of({"t", "--frame", "1", "--hash", "--json", "x"}), "");
}

TEST(Options, EmptyNamesAreRefused) {
  EXPECT_EQ(problem_of({"t", "--frame", "1", "-o", ""}), "--output needs a name, not an empty text");
  EXPECT_EQ(problem_of({"t", "--output=", "--frame", "1"}), "--output= lacks its value");
  EXPECT_EQ(problem_of({"t", "--json", ""}), "--json needs a name, not an empty text");
  EXPECT_EQ(options_of<ReplayOptions>({"t", "--frame=1", "--output=a="}).output, "a=");
}

TEST(Options, TheTraceIsNeverATarget) {
  const auto trace = std::filesystem::temp_directory_path() / ("options_test." + std::to_string(::getpid()));
  std::ofstream(trace) << "recorded";
  const std::string other_name = (trace.parent_path() / "." / trace.filename()).string();
  EXPECT_NE(problem_of({trace.c_str(), "--frame", "1", "-o", other_name.c_str()}), "");
  EXPECT_NE(problem_of({trace.c_str(), "--json", other_name.c_str()}), "");
  EXPECT_EQ(problem_of({trace.c_str(), "--json", "other"}), "");
  std::filesystem::remove(trace);
}

TEST(Options, HelpNamesEveryOption) {
  const std::string help = answer_of({"--help"});
  for (const char* option : {"--frame,--frames SET",
                             "--call CALLSET",
                             "-o,--output PATH",
                             "--hash",
                             "--headless",
                             "--window",
                             "--fps RATE",
                             "--loop N",
                             "--no-seek",
                             "--benchmark",
                             "--profile",
                             "--json FILE",
                             "--strict",
                             "--self-check",
                             "--allow-lower",
                             "-v,--verbose",
                             "-q,--quiet",
                             "--version",
                             "replay info TRACE",
                             "replay dump TRACE"}) {
    EXPECT_NE(help.find(option), std::string::npos) << option;
  }
  EXPECT_NE(answer_of({"info", "--help"}).find("replay info TRACE"), std::string::npos);
  EXPECT_NE(answer_of({"dump", "-h"}).find("--call CALLSET"), std::string::npos);
}

TEST(Options, TheVersionTellsWhatWasBuilt) {
  const std::string text = answer_of({"--version"});
  const auto json = nlohmann::json::parse(answer_of({"--version", "--json"}));
  EXPECT_TRUE(text.starts_with("replay " + json["version"].get<std::string>())) << text;
  EXPECT_NE(text.find(json["commit"].get<std::string>()), std::string::npos);
  ASSERT_EQ(json["formats"].size(), 3u);
  EXPECT_EQ(json["formats"][2]["name"], "apitrace");
  EXPECT_FALSE(json["libraries"]["zlib"].get<std::string>().empty());
  for (const auto& [name, number] : json["libraries"].items()) EXPECT_NE(number, "") << name;
}

TEST(Options, TheChangelogBeginsWithTheVersionOfTheProject) {
  std::ifstream changelog(DATA_DIR "/../CHANGELOG.md");
  std::string line;
  while (std::getline(changelog, line) && !line.starts_with("## ")) {
  }
  EXPECT_TRUE(line.starts_with("## " + std::string(version()))) << line;
}

TEST(Options, TheHintNamesTheHelpOfTheCommand) {
  EXPECT_EQ(std::get<UsageError>(parse({})).hint, "Try 'replay --help'.");
  EXPECT_EQ(std::get<UsageError>(parse({"info"})).hint, "Try 'replay info --help'.");
}

TEST(Options, FlagsTakeNoValues) {
  EXPECT_EQ(problem_of({"t", "--hash=0"}), "--hash takes no value");
  EXPECT_EQ(problem_of({"t", "--no-seek=false"}), "--no-seek takes no value");
  EXPECT_EQ(problem_of({"t", "--quiet=require"}), "--quiet takes no value");
  EXPECT_EQ(problem_of({"t", "--frame"}), "--frame lacks its value: --frame SET");
}

TEST(Options, TheSandboxIsAChildWithoutAWindow) {
  const auto options = options_of<ReplayOptions>({"t", "--sandbox", "--memory-limit", "100"});
  EXPECT_EQ(options.supervision.sandbox, Sandbox::kTry);
  EXPECT_TRUE(options.supervision.in_child);
  EXPECT_EQ(options.supervision.memory_limit, 100u << 20);
  EXPECT_EQ(options.supervision.words, (std::vector<std::string>{"t", "--sandbox", "--memory-limit", "100"}));
  EXPECT_EQ(options.window, WindowChoice::kHeadless);
  EXPECT_EQ(options_of<ReplayOptions>({"--sandbox=require", "t"}).supervision.sandbox, Sandbox::kRequire);
  EXPECT_EQ(options_of<ReplayOptions>({"t"}).supervision.sandbox, Sandbox::kOff);
  EXPECT_FALSE(options_of<ReplayOptions>({"t"}).supervision.in_child);
  EXPECT_NE(problem_of({"t", "--sandbox=perhaps"}), "");
  EXPECT_NE(problem_of({"t", "--sandbox", "--window"}), "");
  EXPECT_EQ(options_of<InfoOptions>({"info", "t", "--sandbox"}).supervision.words,
            (std::vector<std::string>{"info", "t", "--sandbox"}));
  EXPECT_EQ(options_of<DumpOptions>({"dump", "t", "--sandbox"}).supervision.crash, CrashVerdict::kSkip);
  EXPECT_EQ(options_of<RunOptions>({"run", "m.yml", "--sandbox=require"}).sandbox, Sandbox::kRequire);
}

TEST(Options, LimitsAreSetByName) {
  EXPECT_EQ(options_of<ReplayOptions>({"a.wip15", "--size", "800x600"}).size, (WindowSize{800, 600}));
  EXPECT_EQ(options_of<BisectOptions>({"bisect", "a.wip15", "--size", "16384x1"}).size, (WindowSize{16384, 1}));
  for (const char* bad : {"800", "800x", "x600", "0x5", "-3x5", "800x600x2", "16385x5", "99999999999x5", "8 x6"}) {
    EXPECT_NE(problem_of({"a.wip15", "--size", bad}).find("--size needs"), std::string::npos) << bad;
  }
  const auto replayed = options_of<ReplayOptions>({"a.wip15", "--limit", "elements=7", "--limit", "call-bytes=1G"});
  EXPECT_EQ(replayed.limits.loaders.elements, 7u);
  EXPECT_EQ(replayed.limits.loaders.call_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(replayed.limits.loaders.nesting, loaders::Limits().nesting);
  EXPECT_EQ(options_of<ReplayOptions>({"a.wip15", "--limit", "storage=2G"}).limits.driver.storage,
            std::uint64_t{2} << 30);
  EXPECT_EQ(options_of<InfoOptions>({"info", "--limit=nesting=9", "a.wip15"}).limits.loaders.nesting, 9u);
  EXPECT_EQ(options_of<DumpOptions>({"dump", "a.wip15", "--limit", "ids=9"}).limits.loaders.ids, 9u);
  EXPECT_EQ(problem_of({"a.wip15", "--limit", "colour=1"}),
            "--limit: there is no limit 'colour'; --help-limits lists them");
  EXPECT_EQ(problem_of({"dump", "a.wip15", "--limit", "ids"}),
            "--limit: 'ids' needs a number above 0: ids=1000, ids=64M");
}

TEST(Options, HelpForLimitsListsEveryLimit) {
  for (const char* command : {"t", "info", "dump", "trim"}) {
    const std::string help = answer_of({command, "--help-limits"});
    for (const auto& limit : loaders::named_limits()) EXPECT_NE(help.find(limit.name), std::string::npos) << limit.name;
    for (const auto& limit : named_driver_limits()) EXPECT_NE(help.find(limit.name), std::string::npos) << limit.name;
  }
  EXPECT_EQ(answer_of({"--help"}).find("unpacked"), std::string::npos) << "the help itself is long enough";
}

TEST(Options, HelpIsACommandToo) {
  EXPECT_EQ(answer_of({"help"}), answer_of({"--help"}));
  EXPECT_EQ(answer_of({"help", "bisect"}), answer_of({"bisect", "--help"}));
  EXPECT_EQ(options_of<ReplayOptions>({"./help"}).trace, "./help");
}

TEST(Options, MistypedWordsAreGuessed) {
  EXPECT_EQ(problem_of({"inof", "t"}), "there is no command 'inof': did you mean 'info'?");
  EXPECT_EQ(problem_of({"help", "bisct"}), "there is no command 'bisct': did you mean 'bisect'?");
  EXPECT_EQ(problem_of({"bisct", "t", "--good", "A=1"}), "there is no command 'bisct': did you mean 'bisect'?");
  EXPECT_EQ(problem_of({"--fram", "3", "t"}), "there is no option --fram: did you mean '--frame'?");
  EXPECT_EQ(problem_of({"dump", "t", "--gerp=x"}), "there is no option --gerp: did you mean '--grep'?");
  EXPECT_EQ(problem_of({"t", "--zzzzzzz"}), "there is no option --zzzzzzz");
  EXPECT_EQ(problem_of({"t", "cubes"}), "the argument 'cubes' was not expected");
  EXPECT_EQ(std::get<CommandLine>(parse({"inof"})).hint, "there is no command 'inof': did you mean 'info'?");
  EXPECT_EQ(std::get<CommandLine>(parse({"./cubes.trace"})).hint, "");
}

// docs/window.md has the list.
TEST(Options, AWindowIsHeldWhereSomebodyLooks) {
  const auto is_held = [](std::initializer_list<const char*> words) {
    return options_of<ReplayOptions>(words).is_look();
  };
  EXPECT_TRUE(is_held({"t"}));
  EXPECT_TRUE(is_held({"t", "--frame", "3"}));
  EXPECT_TRUE(is_held({"t", "--call", "12"}));
  EXPECT_TRUE(is_held({"t", "--paused"}));
  EXPECT_TRUE(is_held({"t", "--json", "x", "--wait"}));
  EXPECT_TRUE(is_held({"t", "--exit-at-end"}));
  EXPECT_FALSE(is_held({"t", "--frame", "3", "-o", "x.png"}));
  EXPECT_FALSE(is_held({"t", "--frame", "3", "--hash"}));
  EXPECT_FALSE(is_held({"t", "--frame", "3", "--expect", "c1907478c28829d20d70d372e59b294f"}));
  EXPECT_FALSE(is_held({"t", "--strict"}));
  EXPECT_FALSE(is_held({"t", "--self-check"}));
  EXPECT_FALSE(is_held({"t", "--benchmark"}));
  EXPECT_FALSE(is_held({"t", "--profile"}));
  EXPECT_FALSE(is_held({"t", "--json", "x"}));
  EXPECT_FALSE(is_held({"t", "--state", "12"}));
  EXPECT_FALSE(is_held({"t", "--mark", "a", "-o", "x/"}));
  EXPECT_FALSE(is_held({"t", "--timeout", "5"}));
  EXPECT_FALSE(is_held({"t", "--crash", "bad"}));
  EXPECT_FALSE(is_held({"t", "--frame", "3,4"}));
  EXPECT_FALSE(is_held({"t", "--call", "draw"}));
}

TEST(Options, SayWhichValueTheyExpected) {
  EXPECT_TRUE(problem_of({"t", "--state", "x"}).starts_with("--state 'x': "));
  EXPECT_TRUE(problem_of({"t", "--state", "-1"}).starts_with("--state '-1': "));
  EXPECT_EQ(problem_of({"t", "--state", "10,20-30,5/draw"}), "");
  EXPECT_EQ(problem_of({"t", "--state-files", "x"}), "--state-file, --state-pictures and --state-files need --state");
  EXPECT_EQ(problem_of({"t", "--timeout", "soon"}), "--timeout 'soon': a number of seconds was expected");
  EXPECT_EQ(problem_of({"t", "--memory-limit", "1x"}), "--memory-limit '1x': a number of MiB was expected");
  EXPECT_EQ(problem_of({"run", "m", "-j", "x"}), "--jobs 'x': a whole number was expected");
  EXPECT_EQ(problem_of({"bisect", "t", "--good"}), "--good lacks its value: --good ENV");
  EXPECT_EQ(problem_of({"inspect", "t", "--frame", "1", "-o", "x", "--bad", "A=1", "--bad", "B=2"}),
            "--bad is given 2 times");
}

TEST(Options, APictureIsWhatItsNameSays) {
  EXPECT_EQ(problem_of({"t", "--frame", "1", "-o", "x.jpg"}),
            "-o x.jpg: pictures are written as png, qoi, ppm, y4m, rgb; with --format, under any name");
  EXPECT_NE(problem_of({"t", "--frame", "1-", "-o", "x.MP4"}), "");
  for (const char* name : {"x.png", "x.PNG", "x.qoi", "x", "a.b/x", "x.jpg/", "x.dat", "/dev/null"})
    EXPECT_EQ(problem_of({"t", "--frame", "1", "-o", name}), "") << name;
  EXPECT_EQ(problem_of({"t", "--frame", "1", "--format", "png", "-o", "x.tmp"}), "");
  EXPECT_EQ(problem_of({"t", "--frame", "1-", "-o", "shots.d"}), "") << "a folder";
}

TEST(Options, TheFirstHelpNamesAllCommands) {
  const std::vector<CommandHelp> commands = help_of_commands();
  for (const CommandHelp& command : commands) {
    const std::string row = command.name.empty() ? "replay TRACE " : "replay " + command.name + " ";
    EXPECT_NE(commands[0].about.find(row), std::string::npos) << row;
  }
}

TEST(Options, NamesOfApitraceMeanTheSame) {
  const auto options = options_of<ReplayOptions>({"-s", "shots/", "-S", "draw", "-D", "7", "-w", "-d", "t"});
  EXPECT_EQ(options.output, "shots/");
  EXPECT_TRUE(options.calls.contains(1, glbindings::kRenders));
  EXPECT_EQ(options.states.only(), 7u);
  EXPECT_TRUE(options.wait && options.self_check);
  EXPECT_TRUE(options_of<ReplayOptions>({"t", "-b"}).benchmark);
  EXPECT_EQ(options_of<ReplayOptions>({"t", "--snapshot=5", "--snapshot-prefix=a.png"}).calls.only(), 5u);
  EXPECT_EQ(options_of<DumpOptions>({"dump", "--calls=3-4", "t"}).calls.last(), 4u);
  EXPECT_EQ(options_of<ReplayOptions>({"--", "-S"}).trace, "-S");
  EXPECT_NE(problem_of({"t", "--snapshots", "5"}), "") << "only whole names";
}

}  // namespace
}  // namespace replay
