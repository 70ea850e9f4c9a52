// Script: the statements of an exported program, in functions of a length that compilers and people can bear. They are
// written to a file as they come, because an export with --force may have millions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

class Script {
 public:
  // Throws CannotJudge when the file cannot be written.
  explicit Script(const std::filesystem::path& file);

  // The functions that follow are named after it: "frame_3". Ends the group.
  void begin_part(std::string_view name);
  // Adds a statement, which may have several lines. `comment` stands behind it, unless it is empty; it must be
  // harmless.
  void add(std::string_view statement, std::string_view comment = {});
  // Ends a group of statements, which gets this heading. The heading must be harmless.
  void end_group(std::string_view heading);
  // Ends the last function. Throws CannotJudge when something was not written.
  void finish();

  // The functions in their order.
  const std::vector<std::string>& functions() const { return functions_; }

 private:
  void begin_function();
  void end_function();

  std::ofstream out_;
  std::string path_;
  std::string part_ = "start";
  std::size_t number_ = 0;  // of the function in the part
  std::string group_;
  std::size_t group_size_ = 0, function_size_ = 0;  // statements
  bool is_open_ = false;
  std::vector<std::string> functions_;
};

}  // namespace replay
