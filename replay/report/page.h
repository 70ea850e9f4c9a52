// Page: one HTML file for people, which is opened without a network. Style and script are in it, and so are pictures
// unless they are many: a page that is small can be mailed. No text acts in it (content_policy.h).
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

// ShownPicture: one of several pictures of the same thing, side by side. Pointing at one magnifies the same place in
// all.
struct ShownPicture {
  std::string caption;
  Picture picture;
  std::string file{};  // where it lies already, relative to the page; empty: nowhere
};

// How a row of the index, or a part, looks: what went wrong is what the keys j and k go through.
enum class ShownAs : std::uint8_t { kPlain, kGood, kUnknown, kWrong };

// IndexRow: a line of the table that leads to the parts of a page.
struct IndexRow {
  ShownAs as = ShownAs::kPlain;
  std::string status;              // the first cell, and what the table can be filtered by
  std::vector<std::string> cells;  // the others; the first of them is the link
  std::string part{};              // where the link leads; empty: nowhere
  std::optional<Picture> thumbnail{};
};

// Whether a page may have pictures beside it.
enum class Embed : std::uint8_t { kAsFits, kAll };

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
  // A table that can be sorted and filtered. `head` names the status and the cells. Thumbnails have a column where
  // there are any.
  void index(const std::vector<std::string>& head, const std::vector<IndexRow>& rows);
  // All that follows, up to end_part(), is folded until somebody opens it, as a link to #id does. Parts have no parts.
  // What is added outside of parts stands above all of them.
  void begin_part(const std::string& id, const std::string& title, ShownAs as, bool is_open = false);
  void end_part();
  // `marked` is the line to be highlighted, counted from 0.
  void code(const std::string& text, std::optional<std::size_t> marked = std::nullopt);
  void folded_code(const std::string& summary, const std::string& text);
  void lines(const std::vector<ShownLine>& shown);
  // Draws the values of each series as a line, over their index. The values of all series have one scale, which begins
  // at 0.
  void chart(const std::string& caption, const std::vector<ShownSeries>& shown);
  // `at` is the pixel to be pointed out, counted from the top left.
  void pictures(const std::vector<ShownPicture>& shown, std::optional<std::pair<int, int>> at = std::nullopt);
  // Shows the first picture, the difference, and the second picture: side by side, or one over the other.
  void difference(const ShownPicture& first, const ShownPicture& second);

  // The page with all of its pictures inside.
  std::string html() const;
  // Writes the page. When its pictures are above kMostEmbedded bytes, they become files: those that lie nowhere yet go
  // into a folder beside the page, "report_pictures" for "report.html". What an earlier page left in that folder goes.
  loaders::Status write(const std::string& path, Embed embed = Embed::kAsFits) const;

  static constexpr std::size_t kMostEmbedded = std::size_t{4} << 20;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace replay
