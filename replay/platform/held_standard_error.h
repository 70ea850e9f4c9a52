// HeldStandardError: keeps what is written to standard error until its end, and logs it then for those who want to know
// more. SDL and EGL try one driver or window system after the other, and the libraries of those that are not there
// complain on their own.
#pragma once

namespace replay {

class HeldStandardError {
 public:
  // `who` begins each line of the log: a literal.
  explicit HeldStandardError(const char* who);
  ~HeldStandardError();
  HeldStandardError(const HeldStandardError&) = delete;
  HeldStandardError& operator=(const HeldStandardError&) = delete;

 private:
  void log() const;

  const char* who_;
  int held_, before_;
};

}  // namespace replay
