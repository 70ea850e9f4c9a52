#include "replay/process/build_ids.h"

#include <fmt/format.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <span>

namespace replay {
namespace {

constexpr std::size_t round_up(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

// A segment of notes is a row of: size of the name, size of the contents, type, name, contents. The dynamic linker has
// mapped it, so all of it can be read.
std::string build_id_in(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t name = sizeof note, contents = name + round_up(note.n_namesz);
    const std::size_t end = contents + round_up(note.n_descsz);
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(&notes[name], "GNU", 4) == 0) {
      const auto id = notes.subspan(contents, note.n_descsz);
      std::string text;
      for (const std::byte byte : id) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
      return text;
    }
    notes = notes.subspan(end);
  }
  return "";
}

int take_object(dl_phdr_info* object, std::size_t, void* found) {
  std::string id;
  for (int i = 0; i < object->dlpi_phnum && id.empty(); ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    id = build_id_in({reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz});
  }
  static_cast<std::map<std::string, std::string>*>(found)->emplace(object->dlpi_name, id);
  return 0;
}

std::string size_and_time(const std::string& path) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  const auto time = std::filesystem::last_write_time(path, none).time_since_epoch().count();
  return none ? "" : fmt::format("{} bytes of {}", size, time);
}

}  // namespace

std::vector<std::string> builds_of_libraries(const std::vector<std::string>& paths) {
  std::map<std::string, std::string> ids;
  ::dl_iterate_phdr(take_object, &ids);
  std::vector<std::string> builds;
  for (const std::string& path : paths) {
    const auto found = ids.find(path);
    if (found == ids.end()) builds.emplace_back();
    else builds.push_back(found->second.empty() ? size_and_time(path) : found->second);
  }
  return builds;
}

std::vector<std::string> builds_of_this_program() {
  std::map<std::string, std::string> ids;
  ::dl_iterate_phdr(take_object, &ids);
  std::vector<std::string> builds;
  for (const auto& [path, id] : ids) {
    if (!path.empty() && path.front() != '/') continue;  // what the kernel puts into each process
    builds.push_back(!id.empty() ? id : size_and_time(path.empty() ? "/proc/self/exe" : path));
  }
  return builds;
}

}  // namespace replay
