#include "tests/fuzz/seeds.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "tests/container_packers.h"
#include "tests/image_files.h"
#include "tests/small_traces.h"
#include "tests/webgl_page.h"

namespace tests {
namespace {

using loaders::Container;
using Seeds = std::vector<Seed>;

// Small seeds are read more often; what makes a file large is rarely what makes it different.
constexpr std::size_t kMaxBytes = std::size_t{16} << 10;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void add_samples(Seeds& seeds, const char* ending) {
  for (const auto& entry : std::filesystem::directory_iterator(DATA_DIR)) {
    if (entry.path().extension() != ending) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    seeds.push_back({entry.path().filename(), bytes.substr(0, kMaxBytes)});
  }
}

Seeds wip15() {
  Seeds seeds;
  for (const Generation generation : kGenerations) {
    for (const bool big_endian : {false, true}) {
      auto trace = every_value(generation, big_endian);
      seeds.push_back({"generation_" + std::to_string(static_cast<int>(generation)) + (big_endian ? "_big" : ""),
                       text_of(trace.file())});
    }
  }
  add_samples(seeds, ".wip15");
  return seeds;
}

// Calls that agree with a template after the first call of each function.
std::string alike_calls() {
  using namespace at;
  ApitraceBuilder trace;
  for (int i = 0; i < 8; ++i) {
    trace.call("glVertex2f(x, y)", {0.5 * i, 1.0}).call("glColor3ub(red, green, blue)", {i, 200 + i, 255});
    trace.call("glUniform2fv(location, count, value)", {1, 1, items({0.5, 0.25 * i})});
    trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), i, 5, blob("hello")}).call("glEnd()", {});
    trace.call("glGetError()", {}).returns(0).call("glFlush()", {}).fake();
  }
  return trace.stream();
}

Seeds apitrace() {
  using namespace at;
  Seeds seeds;
  for (std::uint64_t version = 0; version <= 6; ++version) {
    ApitraceBuilder trace = small_program(version);
    trace.call("foo()", {null(), boolean(false), -5, real(0.1), wide({0x41, 0x20ac, 0x1f600}), repr("five", 5),
                         structure("S", {1, items({"a", blob("b")})}), blob(std::string(1500, 'x'))});
    if (version >= 5) trace.detail(std::string("\x04\x01\x00\x02\x01m\x01\x01\x66\x04\x07\x00", 12));
    seeds.push_back({"version_" + std::to_string(version), trace.stream()});
  }
  seeds.push_back({"alike", alike_calls()});
  return seeds;
}

constexpr WtfKind kBinary[] = {WtfKind::kChunked, WtfKind::kLegacy};
constexpr WtfKind kJson[] = {WtfKind::kList1, WtfKind::kList2, WtfKind::kJsonChunks, WtfKind::kJsonLines};

Seeds pages(std::span<const WtfKind> kinds) {
  Seeds seeds;
  for (const WtfKind kind : kinds) {
    seeds.push_back({"page_" + std::to_string(static_cast<int>(kind)), text_of(small_page(kind).file(kind))});
  }
  return seeds;
}

// The numbers that buffers have in their list are none of a texture.
std::vector<std::byte> handle_made_again() {
  WebglPage page;
  page.canvas(1, 8, 4).call("createTexture", {10}).call("bindTexture", {kTexture2d, 10});
  for (int i = 0; i < 300; ++i) page.call("createBuffer", {100 + i});
  page.call("createBuffer", {10}).call("texParameteri", {kTexture2d, 0x2801, 0x2601});
  return page.file(WtfKind::kChunked);
}

Seeds webgl() {
  Seeds seeds;
  seeds.push_back({"handle_made_again", text_of(handle_made_again())});
  for (const WtfKind kind : {WtfKind::kChunked, WtfKind::kLegacy, WtfKind::kList2, WtfKind::kJsonChunks}) {
    seeds.push_back({"webgl_" + std::to_string(static_cast<int>(kind)), text_of(painted_page().file(kind))});
  }
  add_samples(seeds, ".wtf-trace");
  return seeds;
}

Seeds packed(Container container) {
  Seeds seeds;
  for (const std::size_t piece : {std::size_t{50}, std::size_t{1} << 20}) {
    seeds.push_back({"pieces_of_" + std::to_string(piece), pack(container, small_program(6).stream(), piece)});
  }
  const std::string page = text_of(small_page(WtfKind::kChunked).file(WtfKind::kChunked));
  seeds.push_back({"page", pack(container, page)});
  seeds.push_back({"nothing", pack(container, "")});
  seeds.push_back({"zeros", pack(container, small_program(5).stream() + std::string(2000, '\0'))});
  return seeds;
}

Seeds images() {
  const std::vector<std::uint8_t> pixels = {255, 0, 0, 100, 0, 255, 0, 255};
  return {{"png", png_file(pixels)},
          {"webp", webp_file(pixels)},
          {"jpeg", grey_jpeg_file()},
          {"url", "data:image/png;base64," + base64(png_file(pixels))},
          {"escaped", "data:,%41%zz%"}};
}

Seeds files() {
  Seeds all;
  for (const char* kind : {"wip15", "wtf_trace", "wtf_json", "webgl", "snappy", "gzip", "zstd", "brotli"}) {
    for (Seed& seed : seeds_of(kind)) all.push_back({std::string(kind) + "_" + seed.name, std::move(seed.bytes)});
  }
  return all;
}

}  // namespace

std::vector<Seed> seeds_of(std::string_view kind) {
  if (kind == "wip15") return wip15();
  if (kind == "apitrace") return apitrace();
  if (kind == "wtf_trace") return pages(kBinary);
  if (kind == "wtf_json") return pages(kJson);
  if (kind == "webgl") return webgl();
  if (kind == "images") return images();
  if (kind == "files") return files();
  for (const Container container : kContainers) {
    if (kind == loaders::container_name(container)) return packed(container);
  }
  return {};
}

}  // namespace tests
