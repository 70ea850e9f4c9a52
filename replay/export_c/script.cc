#include "replay/export_c/script.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

constexpr std::size_t kLongGroup = 200, kLongFunction = 200;

}  // namespace

Script::Script(const std::filesystem::path& file) : out_(file, std::ios::binary), path_(file.string()) {
  if (!out_) throw CannotJudge(fmt::format("cannot write '{}'", path_));
}

void Script::begin_part(std::string_view name) {
  end_group("");
  end_function();
  part_ = name;
  number_ = 0;
}

void Script::add(std::string_view statement, std::string_view comment) {
  for (std::size_t begin = 0; begin <= statement.size();) {
    const std::size_t end = std::min(statement.find('\n', begin), statement.size());
    group_ += "  ";
    group_ += statement.substr(begin, end - begin);
    if (end == statement.size() && !comment.empty()) group_ += fmt::format("  /* {} */", comment);
    group_ += '\n';
    begin = end + 1;
  }
  if (++group_size_ >= kLongGroup) end_group("");
}

void Script::end_group(std::string_view heading) {
  if (group_size_ == 0) return;
  begin_function();
  out_ << (function_size_ == 0 ? "" : "\n");
  if (!heading.empty()) out_ << "  /* ---- " << heading << " ---- */\n";
  out_ << group_;
  function_size_ += group_size_;
  group_.clear();
  group_size_ = 0;
  if (function_size_ >= kLongFunction) end_function();
}

void Script::begin_function() {
  if (is_open_) return;
  is_open_ = true;
  functions_.push_back(number_ == 0 ? part_ : fmt::format("{}_part_{}", part_, number_ + 1));
  ++number_;
  out_ << "\nstatic void " << functions_.back() << "(void) {\n";
}

void Script::end_function() {
  if (!is_open_) return;
  is_open_ = false;
  function_size_ = 0;
  out_ << "}\n";
}

void Script::finish() {
  end_group("");
  end_function();
  out_.close();
  if (!out_) throw CannotJudge(fmt::format("cannot write '{}'", path_));
}

}  // namespace replay
