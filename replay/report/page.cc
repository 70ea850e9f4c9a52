#include "replay/report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <sstream>

#include "replay/base/base64.h"
#include "replay/base/whole_file.h"
#include "replay/picture/png_encoder.h"
#include "replay/report/page_files.h"
#include "replay/report/page_frame.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// Pictures up to so many bytes, as those of a table, are always inside of the page.
constexpr std::size_t kSmallPicture = std::size_t{8} << 10;

pugi::xml_node add(pugi::xml_node parent, const char* name, const std::string& text = "") {
  pugi::xml_node node = parent.append_child(name);
  if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(text.c_str());
  return node;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

const char* class_of(ShownAs as) {
  switch (as) {
    case ShownAs::kGood: return "good";
    case ShownAs::kUnknown: return "unknown";
    case ShownAs::kWrong: return "wrong";
    case ShownAs::kPlain: break;
  }
  return "";
}

// What write() names the pictures of a page that lie beside it.
bool is_ours(const std::string& name) {
  return name.ends_with(".png") && name.size() >= 8 &&
         std::all_of(name.begin(), name.end() - 4, [](char c) { return c >= '0' && c <= '9'; });
}

// A path as a link: names of traces may have any letter.
std::string as_link(const std::string& path) {
  std::string link;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                          c == '.' || c == '_' || c == '-';
    if (is_plain) link += c;
    else link += fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
  }
  return link;
}

}  // namespace

struct Page::Document {
  // A picture of the page, compressed. Where it is shown from is known when the page is written.
  struct Stored {
    pugi::xml_node image;
    std::vector<std::uint8_t> png;
    std::string file;  // where it lies already, relative to the page; empty: nowhere
  };

  std::string title;
  pugi::xml_document xml;
  pugi::xml_node body;
  pugi::xml_node current;     // what is added to: the body, or a part that was begun
  pugi::xml_node first_part;  // none: there is no part
  std::vector<Stored> pictures;

  // What belongs to no part stands above the parts, also when it is known last.
  pugi::xml_node add(const char* name, const std::string& text = "") {
    pugi::xml_node node =
        current == body && first_part ? body.insert_child_before(name, first_part) : current.append_child(name);
    if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(text.c_str());
    return node;
  }

  void add_picture(pugi::xml_node parent, const std::string& caption, const Picture& picture, const std::string& file) {
    pugi::xml_node image = parent.append_child("img");
    set(image, "alt", caption);
    set(image, "width", std::to_string(picture.width));
    set(image, "height", std::to_string(picture.height));
    if (auto png = encode_png(picture)) pictures.push_back({image, *std::move(png), file});
  }

  void show_from(const Stored& picture, const std::string& source) const {
    pugi::xml_node image = picture.image;
    if (!image.attribute("src")) image.append_attribute("src");
    image.attribute("src").set_value(source.c_str());
  }

  std::string text() const {
    std::ostringstream out;
    for (const pugi::xml_node node : body.children())
      node.print(out, "", pugi::format_raw | pugi::format_no_empty_element_tags);
    const FramedPage page = frame_page(
        {.title = title, .style = page_css(), .script = page_js(), .pictures = PagePictures::kInsideAndBeside});
    return page.before + out.str() + page.behind;
  }
};

Page::Page(const std::string& title) : document_(std::make_unique<Document>()) {
  document_->title = title;
  document_->body = document_->current = document_->xml.append_child("body");
  add(document_->body, "h1", title);
}

Page::Page(Page&&) noexcept = default;
Page::~Page() = default;

void Page::heading(const std::string& text) { document_->add("h2", text); }

void Page::paragraph(const std::string& text) { document_->add("p", text); }

void Page::facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  pugi::xml_node table = document_->add("table");
  set(table, "class", "facts");
  for (const auto& [name, value] : rows) {
    pugi::xml_node row = table.append_child("tr");
    add(row, "th", name);
    add(row, "td", value);
  }
}

void Page::table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  pugi::xml_node table = document_->add("table");
  pugi::xml_node titles = table.append_child("tr");
  for (const std::string& title : head) add(titles, "th", title);
  for (const auto& row : rows) {
    pugi::xml_node line = table.append_child("tr");
    for (const std::string& cell : row) add(line, "td", cell);
  }
}

void Page::index(const std::vector<std::string>& head, const std::vector<IndexRow>& rows) {
  const bool has_thumbnails =
      std::any_of(rows.begin(), rows.end(), [](const IndexRow& row) { return bool(row.thumbnail); });
  pugi::xml_node around = document_->add("div");
  set(around, "class", "wide");
  pugi::xml_node table = around.append_child("table");
  set(table, "class", "index");
  pugi::xml_node titles = table.append_child("thead").append_child("tr");
  for (const std::string& title : head) add(titles, "th", title);
  if (has_thumbnails) titles.append_child("th");
  pugi::xml_node body = table.append_child("tbody");
  for (const IndexRow& row : rows) {
    pugi::xml_node line = body.append_child("tr");
    set(line, "class", class_of(row.as));
    set(line, "data-status", row.status);
    add(line, "td", row.status);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (i > 0 || row.part.empty()) add(line, "td", row.cells[i]);
      else set(add(line.append_child("td"), "a", row.cells[i]), "href", "#" + row.part);
    }
    if (!has_thumbnails) continue;
    pugi::xml_node cell = line.append_child("td");
    if (row.thumbnail) document_->add_picture(cell, "", *row.thumbnail, "");
  }
}

void Page::begin_part(const std::string& id, const std::string& title, ShownAs as, bool is_open) {
  pugi::xml_node part = document_->body.append_child("details");
  set(part, "class", fmt::format("part {}", class_of(as)));
  set(part, "id", id);
  if (is_open) set(part, "open", "");
  add(part, "summary", title);
  document_->current = part;
  if (!document_->first_part) document_->first_part = part;
}

void Page::end_part() { document_->current = document_->body; }

void Page::code(const std::string& text, std::optional<std::size_t> marked) {
  pugi::xml_node code = document_->add("pre");
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 0; std::getline(lines, line); ++number) {
    if (number == marked) add(code, "mark", line + "\n");
    else code.append_child(pugi::node_pcdata).set_value((line + "\n").c_str());
  }
}

void Page::folded_code(const std::string& summary, const std::string& text) {
  pugi::xml_node details = document_->add("details");
  add(details, "summary", summary);
  add(details, "pre", text);
}

void Page::lines(const std::vector<ShownLine>& shown) {
  pugi::xml_node code = document_->add("pre");
  set(code, "class", "lines");
  for (const ShownLine& line : shown) {
    pugi::xml_node row = add(code, "span");
    if (line.style[0] != '\0') set(row, "class", line.style);
    for (const auto& [text, highlighted] : line.pieces) {
      if (highlighted) add(row, "b", text);
      else row.append_child(pugi::node_pcdata).set_value(text.c_str());
    }
    row.append_child(pugi::node_pcdata).set_value("\n");
  }
}

void Page::chart(const std::string& caption, const std::vector<ShownSeries>& shown) {
  constexpr double kWidth = 1000, kHeight = 300;
  double most = 0;
  std::size_t count = 0;
  for (const ShownSeries& series : shown) {
    for (const double value : series.values) most = std::max(most, value);
    count = std::max(count, series.values.size());
  }
  pugi::xml_node figure = document_->add("figure");
  set(figure, "class", "chart");
  pugi::xml_node drawing = figure.append_child("svg");
  set(drawing, "viewBox", fmt::format("0 0 {} {}", kWidth, kHeight));
  set(drawing, "preserveAspectRatio", "none");
  for (const ShownSeries& series : shown) {
    std::string points;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      const double x = count > 1 ? static_cast<double>(i) * kWidth / static_cast<double>(count - 1) : kWidth / 2;
      const double y = most > 0 ? kHeight - std::max(series.values[i], 0.0) * kHeight / most : kHeight;
      points += fmt::format("{}{:.2f},{:.2f}", i == 0 ? "" : " ", x, y);
    }
    pugi::xml_node line = drawing.append_child("polyline");
    set(line, "class", series.style);
    set(line, "points", points);
    add(line, "title", series.name);
  }
  pugi::xml_node text = add(figure, "figcaption", fmt::format("{}; the top is {:.3f}. ", caption, most));
  for (const ShownSeries& series : shown) set(add(text, "span", series.name + " "), "class", series.style);
}

void Page::pictures(const std::vector<ShownPicture>& shown, std::optional<std::pair<int, int>> at) {
  pugi::xml_node group = document_->add("div");
  set(group, "class", "pictures");
  if (at) {
    set(group, "data-x", std::to_string(at->first));
    set(group, "data-y", std::to_string(at->second));
  }
  set(group, "tabindex", "0");
  pugi::xml_node views = group.append_child("div");
  set(views, "class", "views");
  for (const auto& [caption, picture, file] : shown) {
    pugi::xml_node figure = views.append_child("figure");
    document_->add_picture(figure, caption, picture, file);
    add(figure, "figcaption", caption);
  }
  pugi::xml_node note = document_->add("p");
  set(note, "class", "at");
}

void Page::difference(const ShownPicture& first, const ShownPicture& second) {
  const Comparison comparison = compare(first.picture, second.picture, Tolerance{});
  std::optional<std::pair<int, int>> at;
  if (comparison.differing > 0) at = std::pair(comparison.x, comparison.y);
  pictures({first, {"difference", difference_picture(first.picture, second.picture)}, second}, at);
}

std::string Page::html() const {
  for (const Document::Stored& picture : document_->pictures)
    document_->show_from(picture, "data:image/png;base64," + base64(picture.png));
  return document_->text();
}

loaders::Status Page::write(const std::string& path, Embed embed) const {
  const fs::path page = path, folder = page.parent_path() / (page.stem().string() + "_pictures");
  std::error_code ignored;
  for (const auto& old : fs::directory_iterator(folder, ignored)) {
    if (is_ours(old.path().filename().string())) fs::remove(old.path(), ignored);
  }
  fs::remove(folder, ignored);  // when nothing else is in it
  std::size_t bytes = 0;
  for (const Document::Stored& picture : document_->pictures) bytes += picture.png.size();
  if (embed == Embed::kAll || bytes <= kMostEmbedded) return write_whole_file(path, html());
  if (const auto made = make_folder(folder); !made) return made;
  std::size_t number = 0;
  for (const Document::Stored& picture : document_->pictures) {
    if (picture.png.size() <= kSmallPicture) {
      document_->show_from(picture, "data:image/png;base64," + base64(picture.png));
    } else if (!picture.file.empty()) {
      document_->show_from(picture, as_link(picture.file));
    } else {
      const std::string name = fmt::format("{:04}.png", number++);
      if (const auto written = write_whole_file(folder / name, picture.png); !written) return written;
      document_->show_from(picture, as_link((folder.filename() / name).string()));
    }
  }
  return write_whole_file(path, document_->text());
}

}  // namespace replay
