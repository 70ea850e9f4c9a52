#include "replay/bisect/side.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

using nlohmann::json;

// Joins adjacent calls to ranges: a trace of many drawing calls has few ranges.
json ranges_of(const std::vector<std::uint64_t>& calls) {
  json ranges = json::array();
  for (std::size_t i = 0; i < calls.size();) {
    std::size_t end = i;
    while (end + 1 < calls.size() && calls[end + 1] == calls[end] + 1) ++end;
    ranges.push_back({calls[i], calls[end]});
    i = end + 1;
  }
  return ranges;
}

Observation observation_of(const json& text) {
  Observation look{.call = text.at("call"), .frame = text.at("frame"), .images = {}};
  for (const json& image : text.at("images")) {
    look.images.push_back({.name = image.at("name"),
                           .width = image.at("width"),
                           .height = image.at("height"),
                           .form = static_cast<AttachmentImage::Form>(image.at("form").get<int>()),
                           .level = image.at("level").get<int>(),
                           .hash = image.at("hash")});
  }
  return look;
}

}  // namespace

Side::Side(const std::string& name, const Launch& launch, const std::vector<std::string>& trace_arguments,
           const std::vector<std::uint64_t>& calls, std::optional<double> timeout)
    : name_(name),
      child_(own_command(launch, "probe", trace_arguments)),
      timeout_(timeout) {
  send_message(child_.channel(), {.text = {{"calls", ranges_of(calls)}}});
}

void Side::go() {
  if (!lost_) send_message(child_.channel(), {.text = {{"go", true}}});
}

std::optional<Message> Side::receive() {
  if (lost_) return std::nullopt;
  const double begin = child_.seconds();
  auto message = receive_message(child_.channel(), timeout_);
  if (!message) lose(timeout_ && child_.seconds() - begin >= *timeout_);
  return message;
}

// The side hangs, or it closed the connection. In the second case it is about to end, which takes a while on a busy
// machine.
void Side::lose(bool hung) {
  if (asked_to_end() != 0) throw CannotJudge("the search was asked to end");
  const double time_to_die = hung ? 0.5 : 30;
  lost_ = child_.wait(child_.seconds() + time_to_die);
  if (lost_->how == ChildEnding::How::kExited && is_exit_code(lost_->code)) {
    throw CannotJudge(fmt::format("the {} side {} without saying why", name_, describe(*lost_)));
  }
}

// A driver may crash while its contexts are destroyed.
void Side::end() {
  const ChildEnding ending = child_.wait(timeout_ ? std::optional(child_.seconds() + *timeout_) : std::nullopt);
  if (ending.how != ChildEnding::How::kExited || ending.code != kGood) lost_ = ending;
}

std::optional<Observation> Side::next_observation() {
  const auto message = receive();
  if (!message) return std::nullopt;
  check_no_problem(*message, name_);
  if (message->text.contains("end")) {
    renderer_ = message->text.value("renderer", "");
    end();
    return std::nullopt;
  }
  return observation_of(message->text);
}

std::vector<AttachmentImage> Side::images(const Observation& look) {
  send_message(child_.channel(), {.text = {{"images", true}}});
  std::vector<AttachmentImage> images;
  for (const Observation::Image& image : look.images) {
    auto message = receive();
    if (!message) throw CannotJudge(fmt::format("the {} side {} while it sent its images", name_, describe(*lost_)));
    images.push_back({.name = image.name,
                      .width = image.width,
                      .height = image.height,
                      .form = image.form,
                      .level = image.level,
                      .bytes = std::move(message->bytes)});
  }
  return images;
}

nlohmann::json Side::state() {
  send_message(child_.channel(), {.text = {{"state", true}}});
  auto message = receive();
  return message ? std::move(message->text) : json::object();
}

}  // namespace replay
