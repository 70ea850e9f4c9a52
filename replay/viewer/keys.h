// What the keys of the viewer do. This is the only list of them: the help over the picture is made from it, and a test
// compares docs/window.md with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "replay/platform/input.h"

namespace replay {

enum class ViewerAction : std::uint8_t {
  kNone,
  kEnd,
  kLeave,  // the help when it is shown, otherwise the same as kEnd
  kPause,
  kNext,
  kPrevious,
  kTenOn,
  kTenBack,
  kFirst,
  kLast,
  kNextDraw,
  kPreviousDraw,
  kDigit,
  kEraseDigit,
  kGo,
  kFaster,
  kSlower,
  kLoop,
  kFullscreen,
  kSave,
  kCopy,
  kLook,
  kNextWindow,
  kHelp,
};

struct KeyRow {
  const char* keys;  // for people; empty: the row belongs to the one before
  const char* does;
  Key key;
  bool shift;  // it needs the shift key; letters and signs do not care
  ViewerAction action;
};

std::span<const KeyRow> key_rows();

// Repetitions of a key that is held down count for moves only.
ViewerAction action_of(const KeyPress& press);

// A line for each row that has a text.
std::vector<std::string> help_lines();

}  // namespace replay
