#include "replay/observe/states.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>

#include "glbindings/signature.h"
#include "replay/base/cannot_judge.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/handlers/programs/attached_shaders.h"
#include "replay/picture/encode.h"
#include "replay/state/state_dump.h"
#include "replay/state/state_files.h"

namespace replay {

States::States(const CallSet& calls, StatePlaces places) : calls_(calls), places_(std::move(places)) {
  if (!places_.files.empty()) handlers::keep_shaders();
}

std::filesystem::path States::folder_in(const std::string& place, const loaders::Call& call) const {
  const std::filesystem::path folder = calls_.is_single()
                                           ? std::filesystem::path(place)
                                           : std::filesystem::path(place) / fmt::format("call_{:010}", call.number);
  need(make_folder(folder));
  return folder;
}

void States::write_line(const std::string& text) {
  if (places_.file == "-") return print_out("{}", text);
  if (!file_) {
    need(check_not_spared(places_.file));
    file_.emplace(need(loaders::OutputFile::create(places_.file)));
  }
  need(file_->write(std::as_bytes(std::span(text.data(), text.size()))));
}

void States::call_done(Dispatcher& dispatcher, const loaders::Call& call) {
  if (!calls_.contains(call.number, glbindings::signature(call.function).traits)) return;
  TakeStatePicture take;
  if (!places_.pictures.empty()) {
    const std::filesystem::path folder = folder_in(places_.pictures, call);
    take = [folder](const std::string& name, const Picture& picture) {
      need(write_picture_file(folder / (name + ".png"), picture));
    };
  }
  const nlohmann::json state = dump_state(dispatcher, take);
  if (!places_.files.empty()) write_state_files(dispatcher, call, folder_in(places_.files, call));
  if (calls_.is_single()) text_ = json_text(state);
  else write_line(json_line(state));
  ++count_;
}

void States::finish() {
  if (count_ == 0) {
    const auto call = calls_.only();
    throw CannotJudge(call ? fmt::format("no state of call {}: the recording does not come so far", *call)
                           : "no state: the recording makes none of the calls");
  }
  if (file_) need(file_->commit());
  if (text_.empty()) return;
  if (places_.file == "-") print_out("{}", text_);
  else need(write_whole_file(places_.file, text_));
}

}  // namespace replay
