#include "replay/remap/recorded_configs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace replay {
namespace {

enum class Field : std::uint8_t {
  kRed,
  kGreen,
  kBlue,
  kAlpha,
  kDepth,
  kStencil,
  kSamples,
  kSrgb,
  kDoubleBuffer,
  kNone
};

struct Attribute {
  std::int64_t number;
  Field field;
};

// The attributes of GLX 1.4, GLX_ARB_multisample and GLX_ARB_framebuffer_sRGB.
constexpr Attribute kGlx[] = {{5, Field::kDoubleBuffer}, {8, Field::kRed},          {9, Field::kGreen},
                              {10, Field::kBlue},        {11, Field::kAlpha},       {12, Field::kDepth},
                              {13, Field::kStencil},     {100001, Field::kSamples}, {0x20B2, Field::kSrgb}};
// The attributes of EGL 1.5. Whether a surface is sRGB is an attribute of its creation.
constexpr Attribute kEgl[] = {{0x3024, Field::kRed},    {0x3023, Field::kGreen}, {0x3022, Field::kBlue},
                              {0x3021, Field::kAlpha},  {0x3025, Field::kDepth}, {0x3026, Field::kStencil},
                              {0x3031, Field::kSamples}};
// The attributes of WGL_ARB_pixel_format, WGL_ARB_multisample and WGL_ARB_framebuffer_sRGB.
constexpr Attribute kWgl[] = {{0x2011, Field::kDoubleBuffer}, {0x2015, Field::kRed},     {0x2017, Field::kGreen},
                              {0x2019, Field::kBlue},         {0x201B, Field::kAlpha},   {0x2022, Field::kDepth},
                              {0x2023, Field::kStencil},      {0x2042, Field::kSamples}, {0x20A9, Field::kSrgb}};

template <std::size_t N>
Field find(const Attribute (&attributes)[N], std::int64_t number) {
  const auto* found = std::find_if(std::begin(attributes), std::end(attributes),
                                   [number](const Attribute& attribute) { return attribute.number == number; });
  return found == std::end(attributes) ? Field::kNone : found->field;
}

Field field_of(ConfigKind kind, std::int64_t attribute) {
  switch (kind) {
    case ConfigKind::kFbConfig:
    case ConfigKind::kVisual: return find(kGlx, attribute);
    case ConfigKind::kEglConfig: return find(kEgl, attribute);
    default: return find(kWgl, attribute);
  }
}

// PixelFormat and LeastSizes have the same names for their members.
template <class Sizes>
void set(Sizes& sizes, Field field, std::int64_t value) {
  const int number = static_cast<int>(std::clamp<std::int64_t>(value, 0, 64));
  switch (field) {
    case Field::kRed: sizes.red = number; break;
    case Field::kGreen: sizes.green = number; break;
    case Field::kBlue: sizes.blue = number; break;
    case Field::kAlpha: sizes.alpha = number; break;
    case Field::kDepth: sizes.depth = number; break;
    case Field::kStencil: sizes.stencil = number; break;
    case Field::kSamples: sizes.samples = number > 1 ? number : 0; break;
    case Field::kSrgb: sizes.srgb = number != 0; break;
    case Field::kDoubleBuffer: sizes.double_buffer = number != 0; break;
    case Field::kNone: break;
  }
}

bool is_of_glx(ConfigKind kind) { return kind == ConfigKind::kFbConfig || kind == ConfigKind::kVisual; }

// Returns the format that a window system usually gives for such a request.
PixelFormat usual_format(const LeastSizes& sizes) {
  const auto channel = [](int least) { return std::max(least, 8); };
  return {.red = channel(sizes.red),
          .green = channel(sizes.green),
          .blue = channel(sizes.blue),
          .alpha = sizes.alpha > 0 ? channel(sizes.alpha) : 0,
          .depth = sizes.depth > 0 ? std::max(sizes.depth, 24) : 0,
          .stencil = sizes.stencil > 0 ? 8 : 0,
          .samples = sizes.samples,
          .srgb = sizes.srgb,
          .double_buffer = sizes.double_buffer};
}

std::int64_t get(const PixelFormat& format, Field field) {
  switch (field) {
    case Field::kRed: return format.red;
    case Field::kGreen: return format.green;
    case Field::kBlue: return format.blue;
    case Field::kAlpha: return format.alpha;
    case Field::kDepth: return format.depth;
    case Field::kStencil: return format.stencil;
    case Field::kSamples: return format.samples;
    case Field::kSrgb: return format.srgb;
    default: return format.double_buffer;
  }
}

constexpr std::uint32_t bit(Field field) { return 1u << static_cast<unsigned>(field); }

template <class Action>
void for_each_field(const Action& action) {
  for (auto field = Field::kRed; field != Field::kNone; field = static_cast<Field>(static_cast<int>(field) + 1))
    action(field);
}

template <class Config>
void learn(Config& config, Field field, std::int64_t value) {
  set(config.format, field, value);
  config.told |= bit(field);
  if (field == Field::kDepth) config.format.deepest = false;
}

}  // namespace

RecordedConfigs::Config* RecordedConfigs::find_or_add(ConfigKey key) {
  const auto found = configs_.find(key);
  if (found != configs_.end()) return &found->second;
  return configs_.size() < kMax ? &configs_[key] : nullptr;
}

void RecordedConfigs::note_answer(ConfigKey key, std::int64_t attribute, std::int64_t value) {
  const Field field = field_of(key.kind, attribute);
  Config* config = field == Field::kNone ? nullptr : find_or_add(key);
  if (config != nullptr) learn(*config, field, value);
}

void RecordedConfigs::chosen(ConfigKey key, const LeastSizes& sizes) {
  Config* config = find_or_add(key);
  if (config == nullptr) return;
  const PixelFormat usual = usual_format(sizes);
  for_each_field([&](Field field) {
    if ((config->told & bit(field)) == 0) set(config->format, field, get(usual, field));
  });
  config->format.deepest = is_of_glx(key.kind) && sizes.depth > 0 && (config->told & bit(Field::kDepth)) == 0;
}

void RecordedConfigs::same(ConfigKey key, ConfigKey other) {
  const auto found = configs_.find(other);
  if (found == configs_.end()) return;
  const Config copy = found->second;
  Config* config = find_or_add(key);
  if (config == nullptr) return;
  const Config before = std::exchange(*config, copy);
  for_each_field([&](Field field) {
    if ((before.told & bit(field)) != 0) learn(*config, field, get(before.format, field));
  });
}

PixelFormat RecordedConfigs::format(ConfigKey key) const {
  const auto found = configs_.find(key);
  return found == configs_.end() ? PixelFormat{} : found->second.format;
}

void add_attribute(LeastSizes& sizes, ConfigKind kind, std::int64_t attribute, std::int64_t value) {
  constexpr std::int64_t kDontCare = -1, kGlxDontCare = 0xFFFFFFFF;
  if (value == kDontCare || value == kGlxDontCare) return;
  set(sizes, field_of(kind, attribute), value);
}

}  // namespace replay
