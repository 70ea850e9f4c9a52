// The program: command line, logging, one command, exit code.
//
// Results go to standard output. When it cannot be written (a full disk, closed by the parent), the results are lost,
// so the exit code is 125, whatever the command found. A pipe whose reader has gone away is no such failure.
#include <fcntl.h>
#include <poll.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <variant>

#include "loaders/base/own_thread.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/printable.h"
#include "replay/base/progress_line.h"
#include "replay/command_line/options.h"
#include "replay/commands/bisect.h"
#include "replay/commands/candidates.h"
#include "replay/commands/compare.h"
#include "replay/commands/convert.h"
#include "replay/commands/diff.h"
#include "replay/commands/diff_calls.h"
#include "replay/commands/driver.h"
#include "replay/commands/dump.h"
#include "replay/commands/export_c.h"
#include "replay/commands/fetch.h"
#include "replay/commands/index.h"
#include "replay/commands/info.h"
#include "replay/commands/inspect.h"
#include "replay/commands/inspect_side.h"
#include "replay/commands/measure.h"
#include "replay/commands/merge.h"
#include "replay/commands/pixel.h"
#include "replay/commands/probe.h"
#include "replay/commands/replay.h"
#include "replay/commands/run.h"
#include "replay/commands/shrink.h"
#include "replay/commands/trim.h"
#include "replay/process/last_call.h"
#include "replay/process/signals.h"
#include "replay/process/standard_streams.h"

namespace replay {
namespace {

// A parent may start this program with descriptors 0 to 2 closed. The next file that is opened would then become
// standard output. So they are opened here, the wrong way round: reading and writing them is still an error.
void keep_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) (void)::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

// Prints a message with control characters replaced, because a part of it may come from a file.
class PrintableMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    std::string text(message.payload.data(), message.payload.size());
    make_printable(text);
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<PrintableMessage>(); }
};

// Messages on standard error, without the line of progress.
class Messages final : public spdlog::sinks::stderr_color_sink_mt {
 public:
  void log(const spdlog::details::log_msg& message) override {
    clear_progress();
    spdlog::sinks::stderr_color_sink_mt::log(message);
  }
};

void set_up_logging(int verbosity) {
  auto logger = std::make_shared<spdlog::logger>("replay", std::make_shared<Messages>());
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableMessage>('*').set_pattern("%n: %^%l%$: %*");
  logger->set_formatter(std::move(formatter));
  const auto level = verbosity < 0    ? spdlog::level::err
                     : verbosity == 0 ? spdlog::level::info
                     : verbosity == 1 ? spdlog::level::debug
                                      : spdlog::level::trace;
  logger->set_level(level);
  spdlog::set_default_logger(std::move(logger));
}

int run(const CommandLine& line) {
  struct Commands {
    int operator()(const ReplayOptions& options) const { return run_replay(options); }
    int operator()(const InfoOptions& options) const { return run_info(options); }
    int operator()(const IndexOptions& options) const { return run_index(options); }
    int operator()(const DumpOptions& options) const { return run_dump(options); }
    int operator()(const ExportOptions& options) const { return run_export_c(options); }
    int operator()(const DiffOptions& options) const { return run_diff(options); }
    int operator()(const BisectOptions& options) const { return run_bisect(options); }
    int operator()(const BisectScriptOptions& options) const { return run_bisect_script(options); }
    int operator()(const DiffStateOptions& options) const { return run_diff_state(options); }
    int operator()(const DiffCallsOptions& options) const { return run_diff_calls(options); }
    int operator()(const ConvertOptions& options) const { return run_convert(options); }
    int operator()(const ShrinkOptions& options) const { return run_shrink(options); }
    int operator()(const CandidatesOptions& options) const { return run_candidates(options); }
    int operator()(const TrimOptions& options) const { return run_trim(options); }
    int operator()(const InspectOptions& options) const { return run_inspect(options); }
    int operator()(const InspectSideOptions& options) const { return run_inspect_side(options); }
    int operator()(const PixelOptions& options) const { return run_pixel(options); }
    int operator()(const DriverOptions& options) const { return run_driver(options); }
    int operator()(const FetchOptions& options) const { return run_fetch(options); }
    int operator()(const ProbeOptions& options) const { return run_probe(options); }
    int operator()(const CompareOptions& options) const { return run_compare(options); }
    int operator()(const MeasureOptions& options) const { return run_measure(options); }
    int operator()(const RunOptions& options) const { return run_corpus(options); }
    int operator()(const MergeOptions& options) const { return run_merge(options); }
  };
  set_up_logging(line.verbosity);
  if (!line.hint.empty()) spdlog::warn("{}", line.hint);
  try {
    return std::visit(Commands{}, line.command);
  } catch (const std::bad_alloc&) {
    spdlog::error(kOutOfMemory);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
  }
  return kCannotJudge;
}

void tell_of_lost_streams(const LostStreams& lost) {
  LastCallPage& page = last_call_page();
  page.lost_output = lost.output;
  page.lost_error = lost.error;
  if (lost.output) spdlog::warn("the driver closed standard output; it was opened again");
  if (lost.error) spdlog::warn("the driver closed standard error; what was said until now is lost");
}

int answer(const Answer& answer) {
  std::fputs(answer.text.c_str(), stdout);
  return kGood;
}

// From here on stdio is used, not fmt, which throws: when standard error cannot be written, nothing more can be
// reported.
int complain(const UsageError& error) {
  std::fprintf(stderr, "replay: %s\n%s\n", error.problem.c_str(), error.hint.c_str());
  return kWrongUsage;
}

bool nobody_reads_output() {
  pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int with_output_written(int code) {
  const bool failed_before = std::ferror(stdout) != 0, nobody_reads = nobody_reads_output();
  if (std::fclose(stdout) == 0 && !failed_before) return code;
  if (nobody_reads) return code;  // `replay dump t | head -1`: whoever closed the pipe has all that he wanted
  std::fprintf(stderr, "replay: cannot write to standard output%s%s\n", failed_before ? "" : ": ",
               failed_before ? "" : std::strerror(errno));
  return kCannotJudge;
}

}  // namespace
}  // namespace replay

int main(int argc, char** argv) {
  using namespace replay;
  keep_standard_descriptors();
  remember_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // when a reader has gone away, the write fails instead
  std::signal(SIGXFSZ, SIG_IGN);  // likewise when a file becomes too large
  watch_for_crashes();
  loaders::prepare_threads_with(prepare_own_thread);
  const auto parsed = parse_command_line(argc, argv);
  const auto* line = std::get_if<CommandLine>(&parsed);
  int code = kGood;
  if (line != nullptr) code = run(*line);
  if (const auto* text = std::get_if<Answer>(&parsed)) code = answer(*text);
  if (const auto* error = std::get_if<UsageError>(&parsed)) code = complain(*error);
  clear_progress();
  tell_of_lost_streams(restore_standard_streams());
  code = with_output_written(code);
  // A shell that waits for this program ends its loop when the signal ends it. A run says 125 instead, because engines
  // of CI read its exit code and its reports.
  const bool is_run = line != nullptr && std::holds_alternative<RunOptions>(line->command);
  if (asked_to_end() == SIGINT && !is_run) die_of(SIGINT);
  last_call_page().has_code = true;
  return code;
}
