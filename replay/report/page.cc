#include "replay/report/page.h"

#include <fmt/format.h>
#include <nettle/base64.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "replay/base/whole_file.h"
#include "replay/picture/png_encoder.h"
#include "replay/report/page_files.h"

namespace replay {
namespace {

std::string base64(const std::vector<std::uint8_t>& bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), bytes.data());
  return text;
}

pugi::xml_node add(pugi::xml_node parent, const char* name, const std::string& text = "") {
  pugi::xml_node node = parent.append_child(name);
  if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(text.c_str());
  return node;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

// Adds a style or a script. XML escapes the content of such elements, and HTML takes it as it is. CDATA inside of
// comments of the language works for both.
void add_raw(pugi::xml_node parent, const char* name, const char* open, const char* content, const char* close) {
  pugi::xml_node node = parent.append_child(name);
  node.append_child(pugi::node_pcdata).set_value(open);
  node.append_child(pugi::node_cdata).set_value(fmt::format("{}\n{}\n{}", close, content, open).c_str());
  node.append_child(pugi::node_pcdata).set_value(close);
}

}  // namespace

struct Page::Document {
  pugi::xml_document xml;
  pugi::xml_node body;
};

Page::Page(const std::string& title) : document_(std::make_unique<Document>()) {
  document_->xml.append_child(pugi::node_doctype).set_value("html");
  pugi::xml_node html = document_->xml.append_child("html");
  set(html, "lang", "en");
  pugi::xml_node head = html.append_child("head");
  set(head.append_child("meta"), "charset", "utf-8");
  pugi::xml_node viewport = head.append_child("meta");
  set(viewport, "name", "viewport");
  set(viewport, "content", "width=device-width");
  add(head, "title", title);
  add_raw(head, "style", "/*", page_css(), "*/");
  document_->body = html.append_child("body");
  add(document_->body, "h1", title);
}

Page::Page(Page&&) noexcept = default;
Page::~Page() = default;

void Page::heading(const std::string& text) { add(document_->body, "h2", text); }

void Page::paragraph(const std::string& text) { add(document_->body, "p", text); }

void Page::facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  pugi::xml_node table = document_->body.append_child("table");
  set(table, "class", "facts");
  for (const auto& [name, value] : rows) {
    pugi::xml_node row = table.append_child("tr");
    add(row, "th", name);
    add(row, "td", value);
  }
}

void Page::table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  pugi::xml_node table = document_->body.append_child("table");
  pugi::xml_node titles = table.append_child("tr");
  for (const std::string& title : head) add(titles, "th", title);
  for (const auto& row : rows) {
    pugi::xml_node line = table.append_child("tr");
    for (const std::string& cell : row) add(line, "td", cell);
  }
}

void Page::code(const std::string& text, std::optional<std::size_t> marked) {
  pugi::xml_node code = document_->body.append_child("pre");
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 0; std::getline(lines, line); ++number) {
    if (number == marked) add(code, "mark", line + "\n");
    else code.append_child(pugi::node_pcdata).set_value((line + "\n").c_str());
  }
}

void Page::folded_code(const std::string& summary, const std::string& text) {
  pugi::xml_node details = document_->body.append_child("details");
  add(details, "summary", summary);
  add(details, "pre", text);
}

void Page::lines(const std::vector<ShownLine>& shown) {
  pugi::xml_node code = document_->body.append_child("pre");
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
  pugi::xml_node figure = document_->body.append_child("figure");
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
  pugi::xml_node group = document_->body.append_child("div");
  set(group, "class", "pictures");
  if (at) {
    set(group, "data-x", std::to_string(at->first));
    set(group, "data-y", std::to_string(at->second));
  }
  for (const auto& [caption, picture] : shown) {
    pugi::xml_node figure = group.append_child("figure");
    pugi::xml_node image = figure.append_child("img");
    set(image, "alt", caption);
    set(image, "width", std::to_string(picture.width));
    set(image, "height", std::to_string(picture.height));
    if (const auto png = encode_png(picture)) set(image, "src", "data:image/png;base64," + base64(*png));
    pugi::xml_node lens = figure.append_child("canvas");
    set(lens, "width", "240");
    set(lens, "height", "160");
    add(figure, "figcaption", caption);
  }
  pugi::xml_node note = document_->body.append_child("p");
  set(note, "class", "at");
}

void Page::difference(const std::string& first_caption, const Picture& first, const std::string& second_caption,
                      const Picture& second) {
  const Comparison comparison = compare(first, second, Tolerance{});
  paragraph(to_string(comparison));
  std::optional<std::pair<int, int>> at;
  if (comparison.differing > 0) at = std::pair(comparison.x, comparison.y);
  pictures({{first_caption, first}, {"difference", difference_picture(first, second)}, {second_caption, second}}, at);
}

std::string Page::html() const {
  std::ostringstream out;
  pugi::xml_document whole;
  whole.reset(document_->xml);
  add_raw(whole.child("html").child("body"), "script", "/*", page_js(), "*/");
  whole.save(out, "", pugi::format_raw | pugi::format_no_declaration | pugi::format_no_empty_element_tags);
  return out.str();
}

loaders::Status Page::write(const std::string& path) const { return write_whole_file(path, html()); }

}  // namespace replay
