// What a seek plan may guess, and what happens where a guess is wrong.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "replay/seek/call_places.h"

namespace replay {

// A destination (liveness.h) that is not drawn anew by any call up to this one.
struct NotRedrawn {
  std::uint16_t destination = 0;
  CallPlace last_call = 0;
  bool in_part = false;  // this is about the scissor box in which a frame begins, and not about all of it

  bool is_about(std::uint16_t other, bool part_of_it) const { return destination == other && in_part == part_of_it; }
  bool operator==(const NotRedrawn&) const = default;
};

// Thrown where a guess turns out to be wrong. What was left out because of it has to be made: the replay has to begin
// again, with SeekGuesses::without() this one.
struct WrongGuess : std::runtime_error {
  enum class About : std::uint8_t { kDrawing, kCopy, kState };

  explicit WrongGuess(const std::string& what) : std::runtime_error(what) {}
  WrongGuess(const std::string& what, NotRedrawn so_far, std::set<std::uint16_t> proven_before)
      : std::runtime_error(what),
        not_redrawn(so_far),
        proven(std::move(proven_before)) {}
  WrongGuess(const std::string& what, About what_about) : std::runtime_error(what), about(what_about) {}

  About about = About::kDrawing;
  // What was guessed to be drawn anew, with the last call that was to do it. None: the guess was another.
  std::optional<NotRedrawn> not_redrawn;
  std::set<std::uint16_t> proven{};  // destinations that were drawn anew where that was guessed
};

struct SeekGuesses {
  // After so many destinations that are not redrawn, no others are tried but those that were proven to be. Programs may
  // have many textures that they fill in part, and a window of which they draw all.
  static constexpr std::size_t kMaxNotRedrawn = 4;
  // A program may draw over everything only after its menus. So a guess that was wrong at a call is made again for
  // calls so many times as far from the first. Then the work that is lost stays a small part of what the last try
  // costs.
  static constexpr std::uint64_t kNextTry = 4;

  bool calls = true;    // clears kill what they seem to, programs that were linked become current, named units exist
  bool copies = true;   // copies to textures write all that they seem to; this counts only with `calls`
  bool redraws = true;  // frames draw all of a destination anew
  bool state = true;    // GL accepts calls that are like those that it has accepted (state_history.h)
  std::vector<NotRedrawn> not_redrawn{};  // but not these destinations, up to a call
  std::set<std::uint16_t> proven{};       // destinations for which that was right so far
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
    if (!wrong.not_redrawn) return none();
    NotRedrawn so_far = *wrong.not_redrawn;
    so_far.last_call = so_far.last_call < UINT64_MAX / kNextTry ? so_far.last_call * kNextTry : UINT64_MAX;
    const auto known = std::ranges::find_if(
        others.not_redrawn, [&](const NotRedrawn& each) { return each.is_about(so_far.destination, so_far.in_part); });
    if (known != others.not_redrawn.end()) *known = so_far;
    else others.not_redrawn.push_back(so_far);
    if (tries_others()) others.proven.insert(wrong.proven.begin(), wrong.proven.end());
    others.proven.erase(so_far.destination);
    others.redraws = others.tries_others() || !others.proven.empty();
    return others;
  }

  // Whether destinations are tried for which nothing was proven yet.
  bool tries_others() const { return not_redrawn.size() < kMaxNotRedrawn; }
  bool tries(std::uint16_t destination) const { return tries_others() || proven.contains(destination); }
};

}  // namespace replay
