#include "replay/report/page_frame.h"

#include "replay/report/page_files.h"

namespace replay {
namespace {

// Puts `content` where the name stands first. To be called for the last name of page.html first, so that no name is met
// in a content.
void fill(std::string& html, const std::string& name, std::string_view content) {
  html.replace(html.find("@" + name + "@"), name.size() + 2, content);
}

}  // namespace

FramedPage frame_page(const PageFrame& frame) {
  std::string html = page_html();
  const std::string_view body = "@BODY@";
  std::string behind = html.substr(html.find(body) + body.size());
  std::string before = html.substr(0, html.find(body));
  fill(behind, "SCRIPT", frame.script);
  fill(before, "STYLE", frame.style);
  fill(before, "TITLE", html_escaped(frame.title));
  fill(before, "META", frame.meta);
  fill(before, "GENERATOR", html_escaped(frame.generator));
  fill(before, "POLICY", content_policy(frame.script, frame.style, frame.pictures, frame.scripts));
  return {std::move(before), std::move(behind)};
}

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += letter;
    }
  }
  return out;
}

}  // namespace replay
