#include "replay/export_c/folder.h"

#include <fmt/format.h>
#include <nettle/md5.h>
#include <unistd.h>

#include <array>
#include <system_error>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/whole_file.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// Two blobs that a hostile recording gives the same MD5 show a wrong picture, and nothing worse.
std::string key_of(std::span<const std::byte> bytes) {
  md5_ctx context;
  md5_init(&context);
  md5_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, MD5_DIGEST_SIZE> digest;
  md5_digest(&context, digest.size(), digest.data());
  return fmt::format("{} {:02x}", bytes.size(), fmt::join(digest, ""));
}

fs::path without_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

}  // namespace

ExportFolder::ExportFolder(fs::path wanted, Role role) : role_(role), wanted_(without_slash(wanted)) {
  const pid_t owner = role == Role::kChild ? ::getppid() : ::getpid();
  hidden_ = wanted_.parent_path() / fmt::format(".{}.{}.tmp", wanted_.filename().string(), owner);
  if (role == Role::kChild) return;
  std::error_code error;
  if (fs::exists(wanted_, error) && (!fs::is_directory(wanted_, error) || !fs::is_empty(wanted_, error)))
    throw CannotJudge(fmt::format("'{}' is there already: give a folder that is new or empty", wanted_.string()));
  need(make_folder(hidden_ / "blobs"));
}

void ExportFolder::remove() {
  std::error_code error;
  if (!is_finished_ && role_ != Role::kChild) fs::remove_all(hidden_, error);
}

std::size_t ExportFolder::blob(std::span<const std::byte> bytes) {
  const auto [place, is_new] = blobs_.try_emplace(key_of(bytes), blobs_.size() + 1);
  if (is_new) {
    const fs::path file = hidden_ / "blobs" / fmt::format("{:04}.bin", place->second);
    need(write_whole_file(file, std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())));
  }
  return place->second;
}

void ExportFolder::finish() {
  std::error_code error;
  fs::rename(unfinished(), hidden_ / "repro.c", error);
  if (error) throw CannotJudge(fmt::format("cannot write '{}': {}", unfinished().string(), error.message()));
  if (role_ != Role::kChild) give_name();
}

void ExportFolder::finish_what_child_wrote() {
  std::error_code error;
  if (fs::exists(hidden_ / "repro.c", error)) give_name();
}

void ExportFolder::give_name() {
  std::error_code error;
  const fs::path blobs = hidden_ / "blobs";
  if (fs::is_empty(blobs, error)) fs::remove(blobs, error);
  fs::rename(hidden_, wanted_, error);
  if (error) throw CannotJudge(fmt::format("cannot make the folder '{}': {}", wanted_.string(), error.message()));
  is_finished_ = true;
}

}  // namespace replay
