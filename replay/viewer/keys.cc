#include "replay/viewer/keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace replay {
namespace {

constexpr KeyRow kRows[] = {
    {"space", "pause, go on", key_of(' '), false, ViewerAction::kPause},
    {"right, left", "one frame on, back", Key::kRight, false, ViewerAction::kNext},
    {"", "", Key::kLeft, false, ViewerAction::kPrevious},
    {"shift+right, left", "ten frames on, back", Key::kRight, true, ViewerAction::kTenOn},
    {"", "", Key::kLeft, true, ViewerAction::kTenBack},
    {"Home, End", "first frame, last frame", Key::kHome, false, ViewerAction::kFirst},
    {"", "", Key::kEnd, false, ViewerAction::kLast},
    {"digits Enter", "go to the frame with this number", Key::kEnter, false, ViewerAction::kGo},
    {"", "", Key::kBackspace, false, ViewerAction::kEraseDigit},
    {"] [", "one draw call on, back", key_of(']'), false, ViewerAction::kNextDraw},
    {"", "", key_of('['), false, ViewerAction::kPreviousDraw},
    {"+ -", "faster, slower", key_of('+'), false, ViewerAction::kFaster},
    {"", "", key_of('='), false, ViewerAction::kFaster},
    {"", "", key_of('-'), false, ViewerAction::kSlower},
    {"L", "loop from here; again: to here; again: no loop", key_of('l'), false, ViewerAction::kLoop},
    {"W", "wireframe, overdraw, as recorded", key_of('w'), false, ViewerAction::kLook},
    {"Tab", "next window or canvas of the recording", Key::kTab, false, ViewerAction::kNextWindow},
    {"F", "full screen, window", key_of('f'), false, ViewerAction::kFullscreen},
    {"S", "save the picture", key_of('s'), false, ViewerAction::kSave},
    {"C", "copy the command that shows this again", key_of('c'), false, ViewerAction::kCopy},
    {"?", "show, hide these keys", key_of('?'), false, ViewerAction::kHelp},
    {"q, Escape", "end", key_of('q'), false, ViewerAction::kEnd},
    {"", "", Key::kEscape, false, ViewerAction::kLeave},
    {"", "", Key::kClose, false, ViewerAction::kEnd},
};

bool is_move(ViewerAction action) {
  return (action >= ViewerAction::kNext && action <= ViewerAction::kTenBack) || action == ViewerAction::kNextDraw ||
         action == ViewerAction::kPreviousDraw || action == ViewerAction::kFaster || action == ViewerAction::kSlower ||
         action == ViewerAction::kEraseDigit;
}

}  // namespace

std::span<const KeyRow> key_rows() { return kRows; }

ViewerAction action_of(const KeyPress& press) {
  if (press.key >= key_of('0') && press.key <= key_of('9')) return ViewerAction::kDigit;
  const bool is_arrow = press.key == Key::kLeft || press.key == Key::kRight;
  const auto* row = std::ranges::find_if(
      kRows, [&](const KeyRow& one) { return one.key == press.key && (!is_arrow || one.shift == press.shift); });
  if (row == std::end(kRows) || (press.repeats && !is_move(row->action))) return ViewerAction::kNone;
  return row->action;
}

std::vector<std::string> help_lines() {
  std::vector<std::string> lines;
  for (const KeyRow& row : kRows) {
    if (row.keys[0] != '\0') lines.push_back(fmt::format("{:<18} {}", row.keys, row.does));
  }
  return lines;
}

}  // namespace replay
