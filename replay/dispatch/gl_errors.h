// GlErrors: GL errors of this run, held against what the recorded run was told of its own.
//
// Where the driver has debug output, it names the call of each error at once and for nothing; else the error flags are read
// at frame ends. A recorded glGetError tells whether the recorded run had an error since the one before: if it had none, ours
// since then are news; if it had one, they are the same mistake of the program. Errors that no recorded glGetError follows are
// kept apart: whether the recorded run had them nobody knows.
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

// "GL_INVALID_ENUM"; empty for a number that is no error of GL.
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
  // Keyed by GL error and by index into the recording's function table.
  using Findings = std::map<std::pair<std::uint32_t, std::uint32_t>, Finding>;

  // `current` is where the call being issued can be read; it must outlive this object.
  explicit GlErrors(const loaders::Call* const* current) : current_(current) {}
  GlErrors(const GlErrors&) = delete;
  GlErrors& operator=(const GlErrors&) = delete;

  // The context, just made and current, reports to this object from now on.
  void watch(const GladGLContext& gl);

  // `context` is any number that tells contexts apart; 0 for none.
  void context_changed(std::uint64_t context) { context_ = context; }

  enum class Answer : std::uint8_t {
    kNotTold,  // inside glBegin GL does not tell, neither here nor there
    kSame,     // an error, or none, on both sides, or one only here
    kMissing,  // the recorded run had an error that this run lacks
  };
  // Asks the driver as the recorded program did. `recorded` is what the program got.
  Answer recorded_get_error(const GladGLContext& gl, std::uint32_t recorded);

  // Before the replayer does what may set the error flag: what a recorded call left there is kept for the next recorded
  // glGetError. drop_flag() takes away what is the replayer's own.
  void keep_flag(const GladGLContext& gl);
  static void drop_flag(const GladGLContext& gl);

  // Whether a recorded call of the current context had an error that no recorded glGetError has asked for yet.
  bool is_pending() const;

  // The recording says that it meant this mistake: what is pending in the current context is none of ours.
  void expected() { settle(context_, true); }

  // For drivers without debug output: takes the errors that their flags hold.
  void frame_ends(const GladGLContext& gl);

  // Errors that the recorded run did not have.
  const Findings& findings() const { return findings_; }
  // Errors that no recorded glGetError follows.
  Findings unasked() const;
  // Whether a context is lost, by an error that says so.
  bool context_lost() const { return context_lost_; }
  // The driver had no memory for a call. Whether the recorded one had is no matter: pictures lack something.
  const Finding& out_of_memory() const { return out_of_memory_; }

  // While one lives, errors are of the replayer's own making and are not counted. Its end takes the flag of one away.
  class Mute {
   public:
    explicit Mute(GlErrors& errors, const GladGLContext& gl);
    // Where another context than the recorded program's is current for a while: `context` is its number.
    Mute(GlErrors& errors, const GladGLContext& gl, std::uint64_t context);
    ~Mute();
    Mute(const Mute&) = delete;
    Mute& operator=(const Mute&) = delete;

   private:
    GlErrors& errors_;
    const GladGLContext& gl_;
    bool was_muted_;
  };

  // While one lives, the replayer asks for state. The driver may refuse to tell, as it does inside glBegin, and tells nobody of
  // its error flag there: what the flag holds is not counted when a recorded glGetError finds it.
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
  std::set<std::uint64_t> own_flags_;  // contexts whose error flag may be of our own making
  std::set<std::uint64_t> refusals_;   // contexts whose error flag may be of a recorded glGetError inside glBegin
  bool context_lost_ = false;
  Finding out_of_memory_;
  std::map<std::uint64_t, Findings> pending_;  // by context: since its last recorded glGetError
  Findings findings_;
  Findings unasked_;  // of contexts that are gone
};

}  // namespace replay
