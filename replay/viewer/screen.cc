#include "replay/viewer/screen.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>

#include "replay/platform/sdl_library.h"
#include "replay/platform/sdl_video.h"

namespace replay {
namespace {

constexpr int kComfortableWidth = 640, kComfortableHeight = 480;  // the keys can be read in such a window
constexpr int kLeastWidth = 160, kLeastHeight = 120;
constexpr Uint32 kFormat = SDL_PIXELFORMAT_RGB888;  // 0x00RRGGBB

// A surface of SDL over memory of ours.
class Over {
 public:
  Over(std::uint32_t* pixels, int width, int height)
      : surface_(sdl::CreateRGBSurfaceWithFormatFrom(pixels, width, height, 32, width * 4, kFormat)) {}
  ~Over() { sdl::FreeSurface(surface_); }
  Over(const Over&) = delete;
  Over& operator=(const Over&) = delete;
  SDL_Surface* get() const { return surface_; }

 private:
  SDL_Surface* surface_;
};

Placed first_size(int width, int height) {
  SDL_Rect usable{0, 0, kComfortableWidth, kComfortableHeight};
  sdl::GetDisplayUsableBounds(0, &usable);
  int times = 1;
  while (width * times < kComfortableWidth && height * times < kComfortableHeight && width * (times + 1) <= usable.w &&
         height * (times + 1) <= usable.h)
    ++times;
  Placed placed{0, 0, width * times, height * times};
  if (placed.width > usable.w || placed.height > usable.h) placed = place_of_picture(width, height, usable.w, usable.h);
  return placed;
}

std::vector<std::uint32_t> words_of(const Picture& picture) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  std::uint32_t* to = words.data();
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.row(y);
    for (int x = 0; x < picture.width; ++x, from += 4)
      *to++ = static_cast<std::uint32_t>(from[0]) << 16 | static_cast<std::uint32_t>(from[1]) << 8 | from[2];
  }
  return words;
}

}  // namespace

Placed place_of_picture(int width, int height, int window_width, int window_height) {
  const double scale = std::min(static_cast<double>(window_width) / width, static_cast<double>(window_height) / height);
  Placed place;
  place.width = std::clamp(static_cast<int>(width * scale + 0.5), 1, window_width);
  place.height = std::clamp(static_cast<int>(height * scale + 0.5), 1, window_height);
  place.x = (window_width - place.width) / 2;
  place.y = (window_height - place.height) / 2;
  return place;
}

loaders::Result<std::unique_ptr<Screen>> Screen::open(const Platform& platform, const std::string& title, int width,
                                                      int height) {
  if (platform.is_headless()) return loaders::Error{"there is no display to open a window on"};
  if (auto loaded = sdl::load_for_screens(); !loaded) return std::move(loaded).error();
  const char* driver = sdl::GetCurrentVideoDriver();
  // Without this, SDL shows pictures on X11 by a context of GL.
  if (driver != nullptr && std::string_view(driver) == "x11") sdl::SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  const Placed size = first_size(width, height);
  const RestoreCurrent restore(*Video::running());
  SDL_Window* window = sdl::CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                         std::max(size.width, kLeastWidth), std::max(size.height, kLeastHeight),
                                         SDL_WINDOW_SHOWN | SDL_WINDOW_RESIZABLE);
  if (window == nullptr)
    return loaders::Error{fmt::format("cannot open a window of {}x{}: {}", size.width, size.height, take_sdl_error())};
  std::unique_ptr<Screen> screen(new Screen(window));
  sdl::SetWindowMinimumSize(window, kLeastWidth, kLeastHeight);
  sdl::StartTextInput();
  if (sdl::GetWindowSurface(window) == nullptr)
    return loaders::Error{"a window has no pixels to draw into: " + take_sdl_error()};
  return screen;
}

Screen::~Screen() {
  const RestoreCurrent restore(*Video::running());
  sdl::DestroyWindow(window_);
}

void Screen::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  sdl::SetWindowTitle(window_, title.c_str());
}

void Screen::toggle_fullscreen() {
  const bool is_full = (sdl::GetWindowFlags(window_) & SDL_WINDOW_FULLSCREEN) != 0;
  sdl::SetWindowFullscreen(window_, is_full ? 0U : static_cast<Uint32>(SDL_WINDOW_FULLSCREEN_DESKTOP));
}

bool Screen::copy(const std::string& text) { return sdl::SetClipboardText(text.c_str()) == 0; }

Pixels Screen::draw(const Picture& picture) {
  sdl::GetWindowSize(window_, &width_, &height_);
  width_ = std::max(width_, 1);
  height_ = std::max(height_, 1);
  pixels_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
  std::vector<std::uint32_t> from = words_of(picture);
  scale(from, picture, place_of_picture(picture.width, picture.height, width_, height_));
  return {pixels_.data(), width_, height_};
}

// Whole multiples show each pixel as a square. In between, and when a picture is made smaller, some pixels would be
// twice as large as others, or missing.
void Screen::scale(std::vector<std::uint32_t>& from, const Picture& picture, const Placed& place) {
  const Over source(from.data(), picture.width, picture.height), target(pixels_.data(), width_, height_);
  if (source.get() == nullptr || target.get() == nullptr) return;
  const bool is_whole = place.width % picture.width == 0 && place.height % picture.height == 0;
  SDL_Rect box{place.x, place.y, place.width, place.height};
  const SDL_Rect all{0, 0, picture.width, picture.height};
  if (is_whole || picture.width < 2 || picture.height < 2 || place.width < 2 || place.height < 2)
    sdl::UpperBlitScaled(source.get(), &all, target.get(), &box);
  else sdl::SoftStretchLinear(source.get(), &all, target.get(), &box);
}

void Screen::show() {
  const RestoreCurrent restore(*Video::running());
  SDL_Surface* surface = sdl::GetWindowSurface(window_);
  if (surface == nullptr) return;
  const Over all(pixels_.data(), width_, height_);
  sdl::UpperBlit(all.get(), nullptr, surface, nullptr);
  sdl::UpdateWindowSurface(window_);
}

}  // namespace replay
