#include "replay/command_line/options_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "replay/base/pattern.h"
#include "replay/process/launch.h"

namespace replay {

void put_in_group(const char* group, std::initializer_list<CLI::Option*> options) {
  for (CLI::Option* option : options) option->group(group);
}

void put_in_group(const char* group, const std::vector<CLI::Option*>& options) {
  for (CLI::Option* option : options) option->group(group);
}

void add_trace(CLI::App& app, std::string& trace) { app.add_option("TRACE", trace)->required(); }

void add_general(CLI::App& app, Raw& raw) {
  app.add_flag("-v,--verbose", raw.verbose,
               "Tell on standard error of windows, contexts, calls that are skipped and what SDL\n"
               "and EGL say; twice: of each call of a replay before it is made")
      ->group("General");
  app.add_flag("-q,--quiet", raw.quiet, "Tell only of errors: no summary, no progress")->group("General");
  app.set_help_flag("-h,--help", "Print this text and stop")->group("General");
}

CLI::Option* add_set(CLI::App& app, const char* name, const char* placeholder, std::vector<std::string>& texts,
                     const char* help) {
  return app.add_option(name, texts, help)->allow_extra_args(false)->type_name(placeholder);
}

CallSet parse_sets(const char* option, const std::vector<std::string>& texts,
                   loaders::Result<CallSet> (*parse)(std::string_view)) {
  CallSet set;
  for (const std::string& text : texts) {
    const auto parsed = parse(text);
    if (!parsed) throw Refused(fmt::format("{} '{}': {}", option, text, parsed.error().problem));
    set.add(*parsed);
  }
  return set;
}

std::optional<CallRange> range_of(const char* option, const std::vector<std::string>& texts,
                                  loaders::Result<CallSet> (*parse)(std::string_view)) {
  if (texts.empty()) return std::nullopt;
  const CallSet set = parse_sets(option, texts, parse);
  const auto last = set.last();
  const std::uint64_t first = set.next(0);
  if (!last || set.empty()) throw Refused(fmt::format("{} needs a number or a range with an end", option));
  return CallRange{.first = first, .last = *last};
}

Supervision supervision_of(const CLI::App& app, const Raw& raw, std::vector<std::string> words) {
  Supervision supervision{.sandbox = sandbox_of(raw), .memory_limit = memory_limit_of(raw), .words = std::move(words)};
  if (app.get_option_no_throw("--timeout") != nullptr) supervision.timeout = timeout_of(app, raw);
  supervision.crash = crash_of(raw);
  supervision.in_child = supervision.sandbox != Sandbox::kOff || supervision.memory_limit != 0 || supervision.timeout;
  return supervision;
}

Supervision confinement_of(const Raw& raw) {
  const Supervision confinement{.sandbox = sandbox_of(raw), .memory_limit = memory_limit_of(raw)};
  if (confinement.memory_limit != 0 && confinement.sandbox == Sandbox::kOff)
    throw Refused("--memory-limit is a part of --sandbox here, which is not given");
  return confinement;
}

std::vector<std::string> words_of(const Supervision& supervision) {
  std::vector<std::string> words;
  if (supervision.sandbox != Sandbox::kOff)
    words.emplace_back(supervision.sandbox == Sandbox::kRequire ? "--sandbox=require" : "--sandbox=try");
  if (supervision.memory_limit != 0) {
    constexpr double kMib = 1024 * 1024;
    words.insert(words.end(), {"--memory-limit", fmt::to_string(static_cast<double>(supervision.memory_limit) / kMib)});
  }
  return words;
}

void check_spares_trace(const std::string& target, const std::string& trace) {
  std::error_code no_such_file;  // without such a file, nothing can be overwritten
  if (std::filesystem::equivalent(target, trace, no_such_file)) {
    throw Refused(fmt::format("'{}' is the trace itself, it would be overwritten", target));
  }
}

void check_not_empty(const CLI::App& app, const std::string& option, const std::string& value) {
  if (app.count(option) != 0 && value.empty()) throw Refused(fmt::format("{} needs a name, not an empty text", option));
}

void check_launch(const char* option, const std::string& text) {
  const auto launch = parse_launch(text);
  if (!launch) throw Refused(fmt::format("{} {}", option, launch.error().problem));
}

void check_regex(const std::string& option, const std::string& value) {
  const auto pattern = Pattern::compile(value);
  if (!pattern) throw Refused(fmt::format("{} {}", option, pattern.error().problem));
}

CLI::Option* add_tolerance(CLI::App& app, Raw& raw) {
  return app
      .add_option("--tolerance", raw.tolerance,
                  "exact (the default); N[:PERCENT]: channels may differ by N of 255, and PERCENT\n"
                  "of the pixels by more; ssim[:SCORE]: structural similarity, 0.99 if not given")
      ->type_name("HOW");
}

CLI::Option* add_sandbox(CLI::App& app, Raw& raw) {
  return app.add_flag("--sandbox{try}", raw.sandbox,
                      "For files from strangers: read and replay in a child process without network,\n"
                      "that makes no other processes, writes only where the results go, and has\n"
                      "limits of memory and time. With --sandbox=require, 125 where the kernel lacks\n"
                      "any of it; otherwise a warning says what it lacks");
}

CLI::Option* add_memory_limit(CLI::App& app, Raw& raw) {
  return app.add_option("--memory-limit", raw.memory_limit, "MiB of private memory for a trace")->type_name("MIB");
}

namespace {

template <class Limits>
void list_limits(std::string& help, std::span<const loaders::NamedLimit<Limits>> limits) {
  for (const auto& limit : limits) {
    help += fmt::format("  {:<16} {:>13}  {}\n", limit.name, Limits().*limit.value, limit.bounds);
  }
}

std::string all_limits() {
  std::string help = "What a file may ask of the loaders, which --limit NAME=VALUE raises:\n";
  list_limits(help, loaders::named_limits());
  help += "And of the driver:\n";
  list_limits(help, named_driver_limits());
  return help;
}

}  // namespace

CLI::Option* add_limits(CLI::App& app, Raw& raw) {
  CLI::Option* limit = app.add_option("--limit", raw.limits,
                                      "Raise a limit on what a file may ask of the loaders or the driver\n"
                                      "(K, M, G, T: powers of 1024)")
                           ->allow_extra_args(false)
                           ->type_name("NAME=VALUE");
  app.add_flag_callback(
         "--help-limits", [] { throw Answer{all_limits()}; }, "Print the limits and stop")
      ->group("General");
  return limit;
}

// The largest side of a surface. WindowSystem has the same limit.
constexpr int kLargestSide = 16384;

CLI::Option* add_size(CLI::App& app, Raw& raw) {
  return app
      .add_option("--size", raw.size,
                  "Give windows this size, whatever the recording says or leaves to be guessed;\n"
                  "pbuffers and canvases keep the size that they are made with")
      ->type_name("WxH");
}

std::optional<WindowSize> size_of(const Raw& raw) {
  if (raw.size.empty()) return std::nullopt;
  WindowSize size;
  const char* end = raw.size.data() + raw.size.size();
  const auto width = std::from_chars(raw.size.data(), end, size.width);
  const bool has_both = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = has_both ? std::from_chars(width.ptr + 1, end, size.height) : width;
  if (!has_both || height.ec != std::errc() || height.ptr != end || !size.is_set() ||
      std::max(size.width, size.height) > kLargestSide) {
    throw Refused(fmt::format("--size needs a width and a height of 1 to {}, as in 800x600", kLargestSide));
  }
  return size;
}

CLI::Option* add_compression(CLI::App& app, Raw& raw) {
  return app
      .add_option("--compression", raw.compression,
                  "snappy (the default), zlib, zstd (apitrace reads it since 2025), brotli,\nnone")
      ->type_name("NAME");
}

loaders::Packing packing_of(const Raw& raw) {
  if (const auto packing = loaders::find_packing(raw.compression)) return *packing;
  throw Refused(fmt::format("--compression '{}': it is 'snappy', 'zlib', 'zstd', 'brotli' or 'none'", raw.compression));
}

AllLimits limits_of(const Raw& raw) {
  AllLimits limits;
  for (const std::string& text : raw.limits) {
    const loaders::LimitText limit = loaders::parse_limit(text);
    const loaders::Status set = find_limit(named_driver_limits(), limit.name) != nullptr
                                    ? set_limit(limits.driver, named_driver_limits(), limit)
                                    : set_limit(limits.loaders, loaders::named_limits(), limit);
    if (!set) throw Refused("--limit: " + set.error().problem);
  }
  return limits;
}

Sandbox sandbox_of(const Raw& raw) {
  if (raw.sandbox.empty()) return Sandbox::kOff;
  if (raw.sandbox == "try") return Sandbox::kTry;
  if (raw.sandbox == "require") return Sandbox::kRequire;
  throw Refused(fmt::format("--sandbox '{}': it is --sandbox or --sandbox=require", raw.sandbox));
}

std::uint64_t memory_limit_of(const Raw& raw) {
  const double mib = raw.memory_limit;
  if (!std::isfinite(mib) || mib < 0 || mib > 1e9) throw Refused("--memory-limit needs a number of MiB");
  return static_cast<std::uint64_t>(mib * 1024 * 1024);
}

std::uint64_t number_of(const char* option, const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end) return number;
  throw Refused(fmt::format("{} '{}': a number of 0 or above was expected", option, text));
}

Tolerance tolerance_of(const Raw& raw) {
  const auto tolerance = parse_tolerance(raw.tolerance);
  if (!tolerance) throw Refused("--tolerance " + tolerance.error().problem);
  return *tolerance;
}

CrashVerdict crash_of(const Raw& raw) {
  if (raw.crash == "bad") return CrashVerdict::kBad;
  if (raw.crash == "skip") return CrashVerdict::kSkip;
  throw Refused(fmt::format("--crash '{}': a crash is 'bad' or 'skip'", raw.crash));
}

std::optional<double> timeout_of(const CLI::App& app, const Raw& raw) {
  if (app.count("--timeout") == 0) return std::nullopt;
  if (!std::isfinite(raw.timeout) || raw.timeout <= 0) throw Refused("--timeout needs a number of seconds above 0");
  return raw.timeout;
}

}  // namespace replay
