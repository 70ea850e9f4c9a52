// Writes the page of `inspect`: one file, or a page with its data in files beside it.
//
// All that comes from a recording is packed data, which a script of ours unpacks and shows as text and pixels. In one
// file it stands in elements that a browser neither shows nor runs. Beside the page it is the argument of a call, in
// files of scripts: a page that is opened as a file may load neighbours in no other way. The page's policy lets only
// our own script load them, so that no text of a recording can.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "replay/inspect/page_file.h"

namespace replay {

// Where a page is to be written: a file ("frame.html"), or a folder ("frame/"), which gets index.html and data/.
class PagePlace {
 public:
  // `output` is taken for a folder when it ends with a slash or is one. Makes the folder. Throws CannotJudge when there
  // is something in it that no earlier page has left.
  explicit PagePlace(const std::string& output);
  ~PagePlace();  // without keep() nothing stays that was not there before
  PagePlace(const PagePlace&) = delete;
  PagePlace& operator=(const PagePlace&) = delete;

  void keep() { is_kept_ = true; }  // the page is there
  bool is_folder() const { return is_folder_; }
  const std::filesystem::path& page() const { return page_; }
  const std::filesystem::path& data() const { return data_; }  // the folder for files beside the page
  // Where files are made and removed.
  std::vector<std::filesystem::path> writable() const;

  // For a process that a signal ends: removes what there is of a page that was not finished.
  void remove_unfinished() const;

 private:
  std::filesystem::path page_, data_;
  bool is_folder_ = false, is_new_ = false, is_kept_ = false;
};

// A page of a file above this size has its data beside it.
constexpr std::uint64_t kMostInOneFile = 40'000'000;

struct WrittenPage {
  std::uint64_t bytes = 0;  // of all files
  bool is_one_file = true;
};

// The data of a driver. With two drivers, one is named "good" and the other "bad"; what belongs to both has no name.
struct PagePart {
  std::string name;
  std::filesystem::path folder;  // of a PageFile
};

// The page is there whole or not at all. Throws CannotJudge.
WrittenPage write_page(PagePlace& place, const std::string& title, const std::vector<PagePart>& parts,
                       std::uint64_t most_in_one_file = kMostInOneFile);

// For tests: the Content-Security-Policy of the page, which allows its own script and style and nothing else.
std::string page_policy(bool is_one_file);

}  // namespace replay
