#include "replay/remap/recorded_configs.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

constexpr ConfigKey kConfig{ConfigKind::kFbConfig, 0x55}, kVisual{ConfigKind::kVisual, 0x21};
constexpr std::int64_t kGlxRed = 8, kGlxAlpha = 11, kGlxDepth = 12, kGlxStencil = 13, kGlxSamples = 100001;

TEST(RecordedConfigs, AnUnknownConfigHasTheUsualFormat) { EXPECT_EQ(RecordedConfigs().format(kConfig), PixelFormat{}); }

TEST(RecordedConfigs, BuffersThatWereNotRequestedAreMissing) {
  RecordedConfigs configs;
  configs.chosen(kConfig, {.red = 1, .depth = 1});
  const PixelFormat format = configs.format(kConfig);
  EXPECT_EQ(format.red, 8);
  EXPECT_EQ(format.alpha, 0);
  EXPECT_EQ(format.depth, 24) << "nearly all configs have at least as much";
  EXPECT_TRUE(format.deepest) << "GLX prefers it";
  EXPECT_EQ(format.stencil, 0);
}

TEST(RecordedConfigs, AnswersTakePrecedenceOverRequests) {
  RecordedConfigs configs;
  configs.note_answer(kConfig, kGlxAlpha, 8);
  configs.note_answer(kConfig, kGlxDepth, 16);
  configs.chosen(kConfig, {.red = 8, .stencil = 1});
  const PixelFormat format = configs.format(kConfig);
  EXPECT_EQ(format.alpha, 8);
  EXPECT_EQ(format.depth, 16);
  EXPECT_EQ(format.stencil, 8);
}

TEST(RecordedConfigs, OnlyARequestedDepthIsTheDeepest) {
  RecordedConfigs configs;
  configs.chosen(kConfig, {.red = 1});
  EXPECT_FALSE(configs.format(kConfig).deepest);
  configs.chosen(kConfig, {.depth = 1});
  EXPECT_TRUE(configs.format(kConfig).deepest);
  configs.note_answer(kConfig, kGlxDepth, 24);
  EXPECT_FALSE(configs.format(kConfig).deepest) << "the depth is known";
  configs.chosen(kConfig, {.depth = 1});
  EXPECT_FALSE(configs.format(kConfig).deepest) << "the depth is still known";
  const ConfigKey of_egl{ConfigKind::kEglConfig, 1};
  configs.chosen(of_egl, {.depth = 1});
  EXPECT_FALSE(configs.format(of_egl).deepest) << "EGL prefers the shallowest";
}

TEST(RecordedConfigs, AVisualHasTheAttributesThatItWasChosenBy) {
  RecordedConfigs configs;
  configs.note_answer(kVisual, kGlxDepth, 16);
  configs.chosen(kConfig, {.alpha = 1, .depth = 1});
  configs.same(kVisual, kConfig);
  EXPECT_EQ(configs.format(kVisual).depth, 16);
  EXPECT_EQ(configs.format(kVisual).alpha, 8);
  EXPECT_FALSE(configs.format(kVisual).deepest);
}

TEST(RecordedConfigs, AVisualHasTheFormatOfItsFbConfig) {
  RecordedConfigs configs;
  configs.note_answer(kConfig, kGlxSamples, 4);
  configs.same(kVisual, kConfig);
  EXPECT_EQ(configs.format(kVisual).samples, 4);
}

TEST(RecordedConfigs, AbsurdNumbersAreLimited) {
  RecordedConfigs configs;
  configs.note_answer(kConfig, kGlxStencil, INT64_MAX);
  configs.note_answer(kConfig, kGlxRed, INT64_MIN);
  EXPECT_EQ(configs.format(kConfig).stencil, 64);
  EXPECT_EQ(configs.format(kConfig).red, 0);
}

TEST(RecordedConfigs, DontCareIsNoRequest) {
  LeastSizes sizes;
  add_attribute(sizes, ConfigKind::kFbConfig, kGlxDepth, -1);
  add_attribute(sizes, ConfigKind::kFbConfig, kGlxDepth, 0xFFFFFFFF);
  EXPECT_EQ(sizes.depth, 0);
}

TEST(RecordedConfigs, TheirNumberIsLimited) {
  RecordedConfigs configs;
  for (std::uint64_t id = 0; id <= RecordedConfigs::kMax; ++id)
    configs.note_answer({ConfigKind::kEglConfig, id}, 0x3025, 16);
  EXPECT_TRUE(configs.knows({ConfigKind::kEglConfig, RecordedConfigs::kMax - 1}));
  EXPECT_FALSE(configs.knows({ConfigKind::kEglConfig, RecordedConfigs::kMax}));
}

}  // namespace
}  // namespace replay
