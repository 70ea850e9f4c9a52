#include "loaders/other_files.h"

namespace loaders {
namespace {

using namespace std::string_view_literals;

struct OtherFile {
  std::size_t offset;
  std::string_view bytes;  // at least four: a file of apitrace that Brotli packed may begin with anything
  std::string_view name;
};
constexpr OtherFile kOtherFiles[] = {
    {0, "RDOC"sv, "a capture of RenderDoc, which only RenderDoc reads"},
    {0, "GFXR"sv, "a capture of GFXReconstruct (Vulkan or Direct3D, no OpenGL)"},
    {0, "\x89PNG\r\n\x1a\n"sv, "a PNG picture"},
    {0, "\xff\xd8\xff\xe0"sv, "a JPEG picture"},
    {0, "\xff\xd8\xff\xe1"sv, "a JPEG picture"},
    {0, "GIF8"sv, "a GIF picture"},
    {8, "WEBPVP8"sv, "a WebP picture"},
    {4, "ftyp"sv, "a film (MP4)"},
    {0, "\x1a\x45\xdf\xa3"sv, "a film (Matroska or WebM)"},
    {0,
     "\x7f"
     "ELF"sv,
     "a program or a library: what was recorded, not the recording"},
    {0, "PK\3\4"sv, "a ZIP archive: unpack the recording first"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive: unpack the recording first"},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     "packed with xz: unpack it first"},
    {0, "%PDF"sv, "a PDF document"},
    {0, "<!DOCTYPE"sv, "a web page: it may be what a server sent instead of the recording"},
    {0, "version https://git-lfs"sv, "a pointer of Git LFS: 'git lfs pull' gets the file itself"},
};

}  // namespace

std::string_view name_of_other_file(std::span<const std::byte> start) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  for (const OtherFile& file : kOtherFiles) {
    if (text.size() >= file.offset && text.substr(file.offset).starts_with(file.bytes)) return file.name;
  }
  return {};
}

}  // namespace loaders
