// GlErrors: compares the GL errors of this run to those that the recorded program saw.
//
// A driver with debug output names the call of each error at once, at no cost. With other drivers the error flags are
// read at frame ends. A recorded glGetError shows whether the recorded run had an error since the previous one. If it
// had none, the errors of this run since then are new. If it had one, they are the same mistake of the program.
// Errors that no recorded glGetError follows are counted separately, because it is not known whether the recorded run
// had them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "loaders/stream/call.h"

struct GladGLContext;

namespace replay {

// Returns "GL_INVALID_ENUM", for example, or an empty text for a number that is not an error of GL.
std::string_view gl_error_name(std::uint32_t error);

class GlErrors {
 public:
  struct Finding {
    std::uint64_t count = 0;
    std::uint64_t first_call = 0;

    void add(const Finding& other) {
      first_call = count == 0 ? other.first_call : std::min(first_call, other.first_call);
      count += other.count;
    }
  };
  // The key is a GL error and an index into the recording's function table.
  using Findings = std::map<std::pair<std::uint32_t, std::uint32_t>, Finding>;

  // `current` points to the call that is being issued. It must outlive this object.
  explicit GlErrors(const loaders::Call* const* current) : current_(current) {}
  GlErrors(const GlErrors&) = delete;
  GlErrors& operator=(const GlErrors&) = delete;

  // Lets a new context, which is current, report to this object.
  void watch(const GladGLContext& gl);

  // `context` is a number that identifies the context, or 0 when none is current.
  void context_changed(std::uint64_t context) { context_ = context; }

  enum class Answer : std::uint8_t {
    kNotTold,  // inside glBegin GL does not answer, in the recording and here
    kSame,     // both runs had an error, or none, or only this run had one
    kMissing,  // the recorded run had an error that this run lacks
  };
  // Asks the driver as the recorded program did. `recorded` is the answer that the program got.
  Answer recorded_get_error(const GladGLContext& gl, std::uint32_t recorded);

  // To be called before the replayer makes calls that may set the error flag. An error that a recorded call left is
  // kept for the next recorded glGetError. drop_flag() removes the replayer's own error.
  void keep_flag(const GladGLContext& gl);
  static void drop_flag(const GladGLContext& gl);

  // Whether a recorded call of the current context had an error that no recorded glGetError has asked for yet.
  bool is_pending() const;

  // The recording says that it expected this error, so the pending errors of the current context are forgotten.
  void expected() { settle(context_, true); }

  // Reads the error flags of drivers without debug output.
  void frame_ends(const GladGLContext& gl);

  // Errors that the recorded run did not have.
  const Findings& findings() const { return findings_; }
  // How many errors calls had so far, whether or not the recorded run had them.
  std::uint64_t seen() const { return seen_; }
  // The last of them. GL_NO_ERROR: there was none.
  std::uint32_t last_seen() const { return last_seen_; }
  // Errors that no recorded glGetError follows.
  Findings unasked() const;
  // Whether a context is lost, by an error that says so.
  bool context_lost() const { return context_lost_; }
  // The driver had no memory for a call. Pictures lack something then, whether or not the recorded driver had the
  // memory.
  const Finding& out_of_memory() const { return out_of_memory_; }

  // While a Mute exists, errors are caused by the replayer itself and are not counted. At its end it removes such an
  // error.
  class Mute {
   public:
    explicit Mute(GlErrors& errors, const GladGLContext& gl);
    // For a time in which another context than the recorded program's is current. `context` is its number.
    Mute(GlErrors& errors, const GladGLContext& gl, std::uint64_t context);
    ~Mute();
    Mute(const Mute&) = delete;
    Mute& operator=(const Mute&) = delete;

   private:
    GlErrors& errors_;
    const GladGLContext& gl_;
    bool was_muted_;
  };

  // While an Asking exists, the replayer makes queries. The driver may refuse them inside glBegin, where the error
  // flag cannot be read. Such an error is not counted when a recorded glGetError finds it later.
  class Asking {
   public:
    explicit Asking(GlErrors& errors) : errors_(errors), was_muted_(errors.muted_) { errors_.muted_ = true; }
    ~Asking() { errors_.muted_ = was_muted_; }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

   private:
    GlErrors& errors_;
    bool was_muted_;
  };

 private:
  static void on_message(std::uint32_t source, std::uint32_t type, std::uint32_t id, std::uint32_t severity,
                         std::int32_t length, const char* message, const void* self);
  void add(std::uint32_t error);
  void settle(std::uint64_t context, bool recording_had_one);

  const loaders::Call* const* current_;
  void keep_flag(const GladGLContext& gl, std::uint64_t context);
  std::uint32_t kept_or(std::uint32_t error);

  std::uint64_t context_ = 0;
  std::map<std::uint64_t, std::uint32_t> kept_;  // by context
  bool muted_ = false;
  std::set<std::uint64_t> own_flags_;  // contexts whose error flag the replayer may have set
  std::set<std::uint64_t> refusals_;   // contexts whose error flag a recorded glGetError inside glBegin may have set
  bool context_lost_ = false;
  Finding out_of_memory_;
  std::uint64_t seen_ = 0;
  std::uint32_t last_seen_ = 0;
  std::map<std::uint64_t, Findings> pending_;  // by context: the errors since its last recorded glGetError
  Findings findings_;
  Findings unasked_;  // of destroyed contexts
};

}  // namespace replay
