// The HTML around the body of every page: reports and the page of `inspect` have it from one file, page/page.html, and
// share page/base.css and the widgets beside it.
#pragma once

#include <string>
#include <string_view>

#include "replay/report/content_policy.h"

namespace replay {

struct PageFrame {
  std::string title;
  std::string generator = "replay";  // the command
  std::string meta{};                // elements of the head, ready for HTML
  const char* style = "";
  const char* script = "";
  PagePictures pictures = PagePictures::kNone;
  PageScripts scripts = PageScripts::kInside;
};

// What stands before the body and behind it.
struct FramedPage {
  std::string before, behind;
};
FramedPage frame_page(const PageFrame& frame);

// Text for an element or an attribute.
std::string html_escaped(std::string_view text);

}  // namespace replay
