// Page: one HTML file for people, that needs nothing but itself: pictures, style and script are in it, so it can be mailed,
// kept as an artifact of a job and opened without a network.
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

// One of several pictures of the same thing, side by side. Moving the mouse over one magnifies the same place in all.
struct ShownPicture {
  std::string caption;
  Picture picture;
};

class Page {
 public:
  explicit Page(const std::string& title);
  Page(Page&&) noexcept;
  ~Page();

  // All texts are plain, they are escaped here.
  void heading(const std::string& text);  // of a section
  void paragraph(const std::string& text);
  void facts(const std::vector<std::pair<std::string, std::string>>& rows);  // name and value
  void table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);
  // `marked`: the line to stand out, counted from 0.
  void code(const std::string& text, std::optional<std::size_t> marked = std::nullopt);
  void folded_code(const std::string& summary, const std::string& text);
  // `at`: the pixel to point out, from the top left.
  void pictures(const std::vector<ShownPicture>& shown, std::optional<std::pair<int, int>> at = std::nullopt);
  // Expected, difference, actual.
  void difference(const std::string& first_caption, const Picture& first, const std::string& second_caption,
                  const Picture& second);

  std::string html() const;
  loaders::Status write(const std::string& path) const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace replay
