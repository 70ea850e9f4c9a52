// Page: one HTML file for people. Pictures, style and script are in it, so it can be mailed, kept as an artifact of a
// job and opened without a network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loaders/base/result.h"
#include "replay/picture/comparison.h"
#include "replay/picture/picture.h"

namespace replay {

// ShownPicture: one of several pictures of the same thing, side by side. Moving the mouse over one magnifies the same
// place in all.
struct ShownPicture {
  std::string caption;
  Picture picture;
};

// A line of text of which pieces are highlighted. `style` is a class of page.css: "removed", "added", "hunk" or "".
struct ShownLine {
  const char* style = "";
  std::vector<std::pair<std::string, bool>> pieces;  // text, and whether it is highlighted
};

// ShownSeries: a line of a chart. `style` is a class of page.css: "good" or "bad".
struct ShownSeries {
  const char* style = "";
  std::string name;
  std::vector<double> values;
};

class Page {
 public:
  explicit Page(const std::string& title);
  Page(Page&&) noexcept;
  ~Page();

  // All texts are plain text; this class escapes them.
  void heading(const std::string& text);  // the heading of a section
  void paragraph(const std::string& text);
  void facts(const std::vector<std::pair<std::string, std::string>>& rows);  // each row is a name and a value
  void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);
  // `marked` is the line to be highlighted, counted from 0.
  void code(const std::string& text, std::optional<std::size_t> marked = std::nullopt);
  void folded_code(const std::string& summary, const std::string& text);
  void lines(const std::vector<ShownLine>& shown);
  // Draws the values of each series as a line, over their index. The values of all series have one scale, which begins
  // at 0.
  void chart(const std::string& caption, const std::vector<ShownSeries>& shown);
  // `at` is the pixel to be pointed out, counted from the top left.
  void pictures(const std::vector<ShownPicture>& shown, std::optional<std::pair<int, int>> at = std::nullopt);
  // Shows the first picture, the difference, and the second picture, side by side.
  void difference(const std::string& first_caption, const Picture& first, const std::string& second_caption,
                  const Picture& second);

  std::string html() const;
  loaders::Status write(const std::string& path) const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace replay
