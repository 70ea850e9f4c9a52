// What a seek plan may guess, and what happens where a guess is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace replay {

// Thrown where a guess turns out to be wrong. What was left out because of it has to be made: the replay has to begin
// again, with SeekGuesses::without() this one.
struct WrongGuess : std::runtime_error {
  enum class About : std::uint8_t { kDrawing, kCopy, kState };

  explicit WrongGuess(const std::string& what, std::optional<std::uint16_t> not_redrawn = std::nullopt)
      : std::runtime_error(what),
        destination(not_redrawn) {}
  WrongGuess(const std::string& what, About what_about) : std::runtime_error(what), about(what_about) {}

  About about = About::kDrawing;
  // The destination (liveness.h) that was guessed to be drawn anew. None: the guess was another.
  std::optional<std::uint16_t> destination;
};

struct SeekGuesses {
  // After so many destinations that are not redrawn, no others are tried.
  static constexpr std::size_t kMaxNotRedrawn = 4;

  bool calls = true;    // clears kill what they seem to, programs that were linked become current
  bool copies = true;   // copies to textures write all that they seem to; this counts only with `calls`
  bool redraws = true;  // frames draw all of a destination anew
  bool state = true;    // GL accepts calls that are like those that it has accepted (state_history.h)
  std::vector<std::uint16_t> not_redrawn{};  // but not of these destinations
  // How many runs of draws a guess about draws has to save. To prove it, a few draws are made twice, and what they draw
  // into is read. Tests take 0, to have everything proven.
  std::size_t least_saved = 8;

  static SeekGuesses none() {
    return {.calls = false, .copies = false, .redraws = false, .state = false, .not_redrawn = {}};
  }

  SeekGuesses without(const WrongGuess& wrong) const {
    SeekGuesses others = *this;
    if (wrong.about != WrongGuess::About::kDrawing) {
      (wrong.about == WrongGuess::About::kState ? others.state : others.copies) = false;
      return others;
    }
    if (!wrong.destination) return none();
    others.not_redrawn.push_back(*wrong.destination);
    others.redraws = others.not_redrawn.size() < kMaxNotRedrawn;
    return others;
  }
};

}  // namespace replay
