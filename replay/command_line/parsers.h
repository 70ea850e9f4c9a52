// The parsers of the commands. They throw the exceptions of CLI11, or Refused. Only options.cc calls them.
#pragma once

#include <string>
#include <vector>

#include "replay/command_line/options_parts.h"

namespace replay {

ReplayOptions parse_replay(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
InfoOptions parse_info(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
IndexOptions parse_index(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
DumpOptions parse_dump(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
DiffCallsOptions parse_diff_calls(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
ConvertOptions parse_convert(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
ExportOptions parse_export_c(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
TrimOptions parse_trim(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
DiffOptions parse_diff(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
RunOptions parse_run(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
MergeOptions parse_merge(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
BisectOptions parse_bisect(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
BisectScriptOptions parse_bisect_script(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
ShrinkOptions parse_shrink(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
CandidatesOptions parse_candidates(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
DiffStateOptions parse_diff_state(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
CompareOptions parse_compare(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
MeasureOptions parse_measure_command(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
InspectSideOptions parse_inspect_side(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
InspectOptions parse_inspect(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
PixelOptions parse_pixel(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
DriverOptions parse_driver(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
FetchOptions parse_fetch(CLI::App& app, Raw& raw, std::vector<std::string> arguments);
ProbeOptions parse_probe(CLI::App& app, Raw& raw, std::vector<std::string> arguments);

}  // namespace replay
