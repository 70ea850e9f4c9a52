#include "replay/inspect/page_writer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include "loaders/container/output_file.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/inspect/base91.h"
#include "replay/inspect/inspect_files.h"
#include "replay/report/content_policy.h"
#include "replay/report/page_frame.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLinesBlock = std::size_t{256} << 10;  // bytes of lines that are packed together
constexpr std::string_view kGenerator = "<meta name=\"generator\" content=\"replay inspect\">";

void put(loaders::OutputFile& file, std::string_view text) {
  need(file.write(std::as_bytes(std::span(text.data(), text.size()))));
}

// The name of a file of data: 16 digits that tell pages apart, a dash, and what it is.
bool is_data_file(const std::string& name) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool is_hidden = name.starts_with('.') && name.ends_with(".tmp");  // of a page that was not finished
  const std::string_view visible = std::string_view(name).substr(is_hidden ? 1 : 0);
  return visible.size() > 17 && std::all_of(visible.begin(), visible.begin() + 16, is_digit) && visible[16] == '-' &&
         (is_hidden || visible.ends_with(".js"));
}

bool is_page_of_ours(const fs::path& page) {
  std::ifstream file(page, std::ios::binary);
  std::array<char, 4096> head{};
  file.read(head.data(), head.size());
  return std::string_view(head.data(), static_cast<std::size_t>(file.gcount())).find(kGenerator) !=
         std::string_view::npos;
}

// Returns the name of something in the folder that no page has left; empty: there is none.
std::string foreign_in(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name == "index.html" && is_page_of_ours(entry.path())) continue;
    if (name.starts_with(".index.html.") && name.ends_with(".tmp")) continue;
    if (name != "data" || !entry.is_directory()) return name;
    for (const auto& data : fs::directory_iterator(entry.path(), error)) {
      if (!is_data_file(data.path().filename().string())) return "data/" + data.path().filename().string();
    }
  }
  return "";
}

// Gives `take` the blocks of a part: (kind, number in its kind, packed bytes).
template <class Take>
void each_block(const PagePart& part, const Take& take) {
  const StoredPage stored(part.folder);
  const std::string prefix = part.name.empty() ? "" : part.name + "-";
  std::string text;
  std::size_t number = 0;
  const auto flush = [&] {
    if (text.empty()) return;
    take(prefix + "lines", number++, std::span<const std::uint8_t>(packed(text)));
    text.clear();
  };
  stored.read_lines([&](std::string_view line) {
    if (line.starts_with("[\"block\",")) return;
    text += line;
    text += '\n';
    if (text.size() >= kLinesBlock) flush();
  });
  flush();
  for (std::size_t i = 0; i < stored.blocks(); ++i)
    take(prefix + "bytes", i, std::span<const std::uint8_t>(stored.block(i)));
}

// What the script of the page has to know of its data: how many blocks of each kind there are, and where.
struct Contents {
  std::vector<std::pair<std::string, std::size_t>> kinds;  // in the order in which they come
  std::uint64_t bytes = 0;                                 // as text
  std::uint64_t hash = 0;

  void add(const std::string& kind, std::span<const std::uint8_t> block) {
    if (kinds.empty() || kinds.back().first != kind) kinds.emplace_back(kind, 0);
    ++kinds.back().second;
    bytes += base91_length(block.size());
    hash = XXH3_64bits_withSeed(block.data(), block.size(), hash);
  }
  std::string text() const {
    std::string text;
    for (const auto& [kind, count] : kinds) text += fmt::format("{}{} {}", text.empty() ? "" : " ", kind, count);
    return text;
  }
};

Contents contents_of(const std::vector<PagePart>& parts) {
  Contents contents;
  for (const PagePart& part : parts) {
    each_block(part, [&](const std::string& kind, std::size_t, std::span<const std::uint8_t> block) {
      contents.add(kind, block);
    });
  }
  return contents;
}

// `beside` is where the data lies, for the script of the page; empty: in the page.
FramedPage framed(const std::string& title, const Contents& contents, const std::string& beside) {
  FramedPage page = frame_page({.title = title,
                                .generator = "replay inspect",
                                .meta = fmt::format("<meta name=\"data\" content=\"{}\" data-beside=\"{}\">\n",
                                                    contents.text(), html_escaped(beside)),
                                .style = inspect_css(),
                                .script = inspect_js(),
                                .scripts = beside.empty() ? PageScripts::kInside : PageScripts::kLoadedByItsOwn});
  page.before += inspect_html();
  return page;
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(file, none);
  return none ? 0 : size;
}

// Removes the files of data that do not begin with `kept`, and then what is empty.
void remove_data(const fs::path& folder, const std::string& kept) {
  std::error_code ignored;
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_data_file(name) && (kept.empty() || !name.starts_with(kept))) old.push_back(entry.path());
  }
  for (const fs::path& file : old) fs::remove(file, ignored);
  if (kept.empty()) fs::remove(folder, ignored);
}

WrittenPage write_one_file(PagePlace& place, const std::string& title, const std::vector<PagePart>& parts,
                           const Contents& contents) {
  loaders::OutputFile out = need(loaders::OutputFile::create(place.page()));
  const FramedPage page = framed(title, contents, "");
  put(out, page.before);
  for (const PagePart& part : parts) {
    each_block(part, [&](const std::string& kind, std::size_t, std::span<const std::uint8_t> block) {
      put(out, fmt::format("<script type=\"text/plain\" class=\"{}\">", kind));
      put(out, base91(block));
      put(out, "</script>\n");
    });
  }
  put(out, page.behind);
  need(out.commit());
  place.keep();
  remove_data(place.data(), "");  // of an earlier page
  return {.bytes = size_of(place.page()), .is_one_file = true};
}

WrittenPage write_beside(PagePlace& place, const std::string& title, const std::vector<PagePart>& parts,
                         const Contents& contents) {
  const std::string id = fmt::format("{:016x}-", contents.hash);
  WrittenPage written{.is_one_file = false};
  for (const PagePart& part : parts) {
    each_block(part, [&](const std::string& kind, std::size_t number, std::span<const std::uint8_t> block) {
      const std::string name = fmt::format("{}{}-{}.js", id, kind, number);
      const std::string text = fmt::format("takeData(\"{}-{}\", \"{}\");\n", kind, number, base91(block));
      need(write_whole_file(place.data() / name, text));
      written.bytes += text.size();
    });
  }
  loaders::OutputFile out = need(loaders::OutputFile::create(place.page()));
  const FramedPage page = framed(title, contents, place.data().filename().string() + "/" + id);
  put(out, page.before);
  put(out, page.behind);
  need(out.commit());
  place.keep();
  remove_data(place.data(), id);  // of an earlier page
  written.bytes += size_of(place.page());
  return written;
}

}  // namespace

PagePlace::PagePlace(const std::string& output) {
  std::error_code ignored;
  fs::path path = output;
  is_folder_ = output.ends_with('/') || fs::is_directory(path, ignored);
  if (!is_folder_) {
    page_ = path;
    data_ = path.parent_path() / (path.stem().string() + "_data");
    return;
  }
  if (!path.has_filename()) path = path.parent_path();
  is_new_ = !fs::exists(path, ignored);
  if (const std::string name = foreign_in(path); !name.empty())
    throw CannotJudge(fmt::format("'{}' has '{}' in it, which no page has left: name a new folder", output, name));
  page_ = path / "index.html";
  data_ = path / "data";
  need(make_folder(data_));
}

std::vector<fs::path> PagePlace::writable() const {
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(fs::absolute(page_), ignored).parent_path();
  return {fs::exists(fs::status(page_, ignored)) && !fs::is_regular_file(page_, ignored) ? page_ : folder};
}

PagePlace::~PagePlace() {
  if (!is_kept_) remove_unfinished();
}

void PagePlace::remove_unfinished() const {
  loaders::OutputFile::remove_unfinished(page_);
  if (!is_folder_ || !is_new_) return;
  std::error_code ignored;
  if (fs::exists(page_, ignored)) return;
  remove_data(data_, "");
  fs::remove(page_.parent_path(), ignored);
}

std::string page_policy(bool is_one_file) {
  return content_policy(inspect_js(), inspect_css(), PagePictures::kNone,
                        is_one_file ? PageScripts::kInside : PageScripts::kLoadedByItsOwn);
}

WrittenPage write_page(PagePlace& place, const std::string& title, const std::vector<PagePart>& parts,
                       std::uint64_t most_in_one_file) {
  const Contents contents = contents_of(parts);
  if (place.is_folder()) return write_beside(place, title, parts, contents);
  if (contents.bytes <= most_in_one_file) return write_one_file(place, title, parts, contents);
  std::error_code ignored;
  const bool is_file = !fs::exists(place.page(), ignored) || fs::is_regular_file(place.page(), ignored);
  if (is_file && make_folder(place.data())) return write_beside(place, title, parts, contents);
  spdlog::warn("the page has {} MB in one file, because no folder can be made beside it", contents.bytes / 1'000'000);
  return write_one_file(place, title, parts, contents);
}

}  // namespace replay
