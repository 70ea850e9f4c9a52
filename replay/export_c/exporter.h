// Exporter: hears what a replay does to the driver, and writes it as a C program. The program makes the calls that the
// replay made: with names that exist, lengths that were checked, and in an order that one thread can keep.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/dispatch/dispatcher.h"
#include "replay/export_c/arguments.h"
#include "replay/export_c/folder.h"
#include "replay/export_c/script.h"
#include "replay/export_c/surfaces.h"
#include "replay/export_c/variables.h"
#include "replay/export_c/wrapped_table.h"
#include "replay/platform/listener.h"

namespace replay {

class Exporter final : public Listener {
 public:
  // `folder` is borrowed. After `most_calls` calls it only counts the rest.
  Exporter(ExportFolder& folder, std::uint64_t most_calls);
  ~Exporter() override;
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  // To be called when there is a dispatcher, and before its first call.
  void begin(Dispatcher& dispatcher);

  // The functions that follow are named after the frame.
  void begin_frame(std::uint64_t frame);
  void end_frame();
  // While a picture is read, the calls are those that read it. `title` is what the program prints before its MD5, and
  // `file` is where it writes it, or
  // empty when there is no picture; both are ours.
  void begin_picture();
  void end_picture(const std::string& title, const std::string& file);
  // Nothing more is heard.
  void end();
  // The same when the driver never comes back from a call, which becomes the last one of the program.
  void end_in_call();

  std::uint64_t calls() const { return calls_; }
  bool has_too_many() const { return calls_ > most_calls_; }
  // What went wrong, for which there is no program.
  const std::optional<std::string>& problem() const { return problem_; }

  struct About {
    std::string recording;              // its file name
    std::vector<std::string> pictures;  // what `replay` prints of them: "frame 3 MD5"
  };
  // Writes repro.c. Throws CannotJudge.
  void write_program(const About& about);

  void wrap(GladGLContext& table) override { wrap_table(table); }
  void made_current(const LiveSurface& drawn, const LiveSurface& read, const LiveContext& context) override;
  void replaced(std::uint32_t old, const LiveSurface& made) override;
  void wrote(const std::byte* live, std::span<const std::byte> data) override;
  void made_image(const void* image, std::uint32_t context, std::uint32_t target, std::uint32_t name,
                  std::span<const std::int32_t> attributes) override;

 private:
  static void heard(glbindings::FunctionId function, LiveArguments arguments);
  static void answered(glbindings::FunctionId function, LiveArguments arguments, std::uint64_t result);

  bool is_wanted(glbindings::FunctionId function, LiveArguments arguments);
  void before(glbindings::FunctionId function, LiveArguments arguments);
  void after(glbindings::FunctionId function, LiveArguments arguments, std::uint64_t result);
  void make_current_in_program();
  std::string with_names(const WrittenCall& written, const glbindings::Signature& signature, LiveArguments arguments);
  std::string result_text(glbindings::FunctionId function, LiveArguments arguments, std::uint64_t result);
  void follow(glbindings::FunctionId function, LiveArguments arguments);
  void label(glbindings::FunctionId function, LiveArguments arguments);
  void forget_mapping(glbindings::FunctionId function, LiveArguments arguments);
  std::string recorded_name(glbindings::ObjectKind kind, std::size_t index) const;
  std::string comment(glbindings::FunctionId function) const;
  void add(const std::string& statement, const std::string& comment = {});
  void write_head(std::string& out, const About& about) const;
  void write_functions(std::string& out) const;
  void write_main(std::string& out) const;

  ExportFolder& folder_;
  std::uint64_t most_calls_, calls_ = 0, draws_ = 0, pictures_ = 0;
  Variables variables_;
  Used used_;
  ExportedSurfaces surfaces_{variables_};
  Script script_;
  Dispatcher* dispatcher_ = nullptr;
  std::optional<Arguments> arguments_;
  // The call that the driver has got, and has not answered.
  struct Pending {
    glbindings::FunctionId function;
    std::vector<std::uint64_t> arguments;
    WrittenCall written;
  };
  std::optional<Pending> pending_;
  std::optional<std::string> problem_;
  bool is_picture_ = false;

  std::map<const std::byte*, std::size_t> mapped_;  // where a buffer was mapped -> variable
  std::vector<std::size_t> unmapped_;               // variables whose buffers are not mapped any more
};

}  // namespace replay
