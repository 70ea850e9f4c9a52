#include "replay/observe/state_at_call.h"

#include <filesystem>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"
#include "replay/picture/encode.h"
#include "replay/state/state_dump.h"

namespace replay {

void StateAtCall::call_done(Dispatcher& dispatcher, const loaders::Call& call) {
  if (call.number != call_) return;
  TakeStatePicture take;
  if (!pictures_.empty()) {
    need(make_folder(pictures_));
    take = [&](const std::string& name, const Picture& picture) {
      need(write_picture_file(std::filesystem::path(pictures_) / (name + ".png"), picture));
    };
  }
  state_ = dump_state(dispatcher, take);
}

}  // namespace replay
