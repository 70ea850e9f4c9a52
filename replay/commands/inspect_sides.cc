#include "replay/commands/inspect_sides.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/base/print_out.h"
#include "replay/base/scratch_folder.h"
#include "replay/base/whole_file.h"
#include "replay/inspect/page_writer.h"
#include "replay/inspect/side_differences.h"
#include "replay/process/child_process.h"
#include "replay/process/shader_caches.h"
#include "replay/process/signals.h"
#include "replay/process/wire.h"
#include "replay/session/last_frame.h"
#include "replay/session/stored_stream.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// A side of the page.
struct InspectedSide {
  std::string name;      // "good"
  std::string as_given;  // environment and command
  Launch launch;
  fs::path folder;  // what it has stored
  std::size_t first_block = 0;
  std::string renderer{};  // empty: it did not come to the end of the frame
  std::uint64_t writes = 0;
  std::string problem{};  // a clause: what it lacks, and why; empty: nothing
};

std::vector<std::string> words_of(const InspectOptions& options, const std::string& trace, std::uint64_t frame,
                                  const InspectedSide& side) {
  std::vector<std::string> words = {trace,
                                    "--frame",
                                    std::to_string(frame),
                                    "--folder",
                                    side.folder.string(),
                                    "--first-block",
                                    std::to_string(side.first_block)};
  const InspectedSides& sides = *options.sides;
  for (const std::string& limit : sides.limit_arguments) words.insert(words.end(), {"--limit", limit});
  if (options.size)
    words.insert(words.end(), {"--size", fmt::format("{}x{}", options.size->width, options.size->height)});
  if (options.allow_lower) words.emplace_back("--allow-lower");
  if (!options.seek) words.emplace_back("--no-seek");
  if (!options.times) words.emplace_back("--no-times");
  if (options.supervision.sandbox == Sandbox::kTry) words.emplace_back("--sandbox");
  if (options.supervision.sandbox == Sandbox::kRequire) words.emplace_back("--sandbox=require");
  return words;
}

// A side that is lost or that cannot go on has stored what it saw until then.
void replay_side(InspectedSide& side, const std::vector<std::string>& words, double timeout,
                 std::uint64_t memory_limit) {
  ChildOptions options = own_command(side.launch, "inspect-side", words);
  options.memory_limit = memory_limit;
  ChildProcess child(options);
  const auto answer = receive_message(child.channel(), timeout);
  if (asked_to_end() != 0) throw CannotJudge("the replay was asked to end");
  const bool is_hung = !answer && child.seconds() >= timeout;
  constexpr double kTimeToDie = 30;  // seconds, on a busy machine
  const ChildEnding ending = child.wait(child.seconds() + (is_hung ? 0.5 : kTimeToDie));
  if (answer && answer->text.contains("problem")) {
    side.problem = answer->text.value("problem", "");
  } else if (answer) {
    side.renderer = answer->text.value("renderer", "") + ", " + answer->text.value("version", "");
    side.writes = answer->text.value("writes", std::uint64_t{0});
    side.problem = answer->text.value("damage", "");
  }
  if (!answer || ending.how != ChildEnding::How::kExited) side.problem = describe(ending);
}

nlohmann::json about(const InspectedSide& side) {
  return {{"launch", side.as_given.empty() ? "the plain environment" : side.as_given},
          {"renderer", side.renderer},
          {"problem", side.problem}};
}

// What the page says of both, and what its script compares.
nlohmann::json comparison(const InspectedSide& good, const InspectedSide& bad, const SideDifferences& found) {
  nlohmann::json line = {
      {"good", about(good)}, {"bad", about(bad)}, {"compared", found.compared}, {"differing", found.differing}};
  if (found.first) line["first"] = *found.first;
  if (found.first_color) line["first_color"] = *found.first_color;
  if (found.cut_at) line["cut_at"] = *found.cut_at;
  return line;
}

void print_result(const PagePlace& place, const WrittenPage& written, std::uint64_t frame, const InspectedSide& good,
                  const InspectedSide& bad, const SideDifferences& found) {
  print_summary("{:<10} {} (frame {}, {} calls that draw, {} bytes{})\n", "inspect", place.page().string(), frame,
                std::max(good.writes, bad.writes), written.bytes,
                written.is_one_file ? "" : ", with the files in " + place.data().string());
  const std::string colors = !found.first_color || found.first_color == found.first
                                 ? ""
                                 : fmt::format(", and {} in colours", *found.first_color);
  for (const InspectedSide* side : {&good, &bad})
    if (!side->renderer.empty()) print_out("{:<10} {}\n", side->name, side->renderer);
  if (found.compared == 0) print_out("{:<10} no call could be compared\n", "differs");
  else if (!found.first) print_out("{:<10} no call that was compared exceeds the tolerance\n", "differs");
  else
    print_out("{:<10} call {} is the first{}; calls that do: {}\n", "differs", *found.first, colors, found.differing);
}

}  // namespace

int run_inspect_sides(const InspectOptions& options) {
  never_overwrite(options.trace);
  const InspectedSides& sides = *options.sides;
  const std::string trace = stored_stream(options.trace);
  const std::uint64_t frame = options.frame ? *options.frame : find_last_frame(trace, options.limits.loaders).number;
  PagePlace place(options.output);
  const ScratchFolder scratch;
  const ShaderCaches caches;
  const LastWill will = caches.removed_at_a_signal([&](const Ending& ending) {
    char space[32];
    scratch.remove();
    place.remove_unfinished();
    spdlog::error("{}: nothing was written, because of {}", options.output, name_of_signal(ending.signal, space));
  });
  InspectedSide good{.name = "good",
                     .as_given = sides.good,
                     .launch = need(parse_launch(sides.good)),
                     .folder = scratch.path() / "good"};
  InspectedSide bad{.name = "bad",
                    .as_given = sides.bad,
                    .launch = need(parse_launch(sides.bad)),
                    .folder = scratch.path() / "bad",
                    .first_block = kBlocksOfBadSide};
  if (is_same_launch(good.launch, bad.launch))
    spdlog::warn("both sides have the same environment: only what a driver does by chance can differ");
  const fs::path joint = scratch.path() / "joint";
  need(make_folder(joint));
  // One after the other: each is measured.
  for (InspectedSide* side : {&good, &bad}) {
    side->launch = caches.of_its_own(side->launch, side->name);
    need(make_folder(side->folder));
    replay_side(*side, words_of(options, trace, frame, *side), sides.timeout, options.supervision.memory_limit);
    if (!side->problem.empty()) spdlog::warn("the {} side: {}", side->name, side->problem);
  }
  PageFile page(joint);
  const SideDifferences found = compare_sides(good.folder, bad.folder, sides.tolerance, page);
  if (found.compared == 0 && !found.cut_at && good.renderer.empty() && bad.renderer.empty()) {
    throw CannotJudge(
        fmt::format("neither side came to the frame; the good side: {}; the bad side: {}", good.problem, bad.problem));
  }
  const std::string name = fs::path(options.trace).filename().string();
  nlohmann::json line = comparison(good, bad, found);
  line.update({{"trace", name}, {"frame", frame}, {"tolerance", to_string(sides.tolerance)}});
  page.add_line({"sides", std::move(line)});
  page.sync();
  const WrittenPage written = write_page(place, fmt::format("{}, frame {}, two drivers", name, frame),
                                         {{"good", good.folder}, {"bad", bad.folder}, {"", joint}});
  print_result(place, written, frame, good, bad, found);
  return good.problem.empty() && bad.problem.empty() ? kGood : kCannotJudge;
}

}  // namespace replay
