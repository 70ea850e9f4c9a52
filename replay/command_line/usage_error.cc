#include "replay/command_line/usage_error.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay/command_line/nearest_word.h"

namespace replay {
namespace {

// What a placeholder of the help stands for, where that is more than "a number".
struct Placeholder {
  std::string_view name, meaning;
};
constexpr Placeholder kNumbers[] = {{"N", "a whole number"}, {"S", "a number of seconds"}, {"MIB", "a number of MiB"}};

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining();
  const auto option = std::find_if(rest.begin(), rest.end(),
                                   [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); });
  if (option == rest.end()) return fmt::format("the argument '{}' was not expected", rest.empty() ? "" : rest.front());
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("there is no option {}{}", name, did_you_mean(name, option_names(app)));
}

// CLI11 says "Could not convert: --loop = x" or "--frame: 1 required SET missing", and does not say of which type.
std::string name_between(const std::string& text, std::string_view before, std::string_view after) {
  const auto begin = text.find(before), from = begin == std::string::npos ? text.size() : begin + before.size();
  return text.substr(from, text.find(after, from) - from);
}

std::string not_converted(const std::string& text, const CLI::App& app) {
  const std::string name = name_between(text, ": ", " = ");
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr) return text;
  const auto* number = std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](const Placeholder& placeholder) {
    return placeholder.name == option->get_type_name();
  });
  const std::string_view meaning = number == std::end(kNumbers) ? "a number" : number->meaning;
  return fmt::format("{} '{}': {} was expected", name, name_between(text, " = ", "\n"), meaning);
}

// An option that takes one value has none or several.
std::string wrong_count(const std::string& text, const CLI::App& app) {
  const std::string name = name_between(text, "", ":");
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option != nullptr && option->count() > 1) return fmt::format("{} is given {} times", name, option->count());
  return option == nullptr ? text : fmt::format("{} lacks its value: {} {}", name, name, option->get_type_name());
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  const std::string nearest = nearest_word(typed, words);
  return nearest.empty() ? "" : fmt::format(": did you mean '{}'?", nearest);
}

std::string problem_of(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(app);
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return not_converted(error.what(), app);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return wrong_count(error.what(), app);
  return error.what();
}

}  // namespace replay
