#include "replay/platform/gl_context.h"

#include "tests/replay/platform/each_video_test.h"

namespace replay {
namespace {

using GlContextTest = EachVideoTest;

TEST_P(GlContextTest, CoreHasItsVersionAndProfile) {
  const auto on = window();
  const auto made = context(*on, {.major = 3, .minor = 3, .profile = Profile::kCore});
  EXPECT_GE(made->version(), (GlVersion{3, 3}));
  EXPECT_FALSE(made->version_text().empty());
  EXPECT_FALSE(made->renderer().empty());
  EXPECT_EQ(integer(made->gl(), GL_CONTEXT_PROFILE_MASK), GL_CONTEXT_CORE_PROFILE_BIT);
  EXPECT_EQ(made->format(), on->format());
  EXPECT_EQ(four(made->gl(), GL_VIEWPORT), (std::array{0, 0, 64, 48}));
}

TEST_P(GlContextTest, CompatibilityAndLegacyHaveImmediateMode) {
  const auto on = window();
  for (const ContextRequest& request :
       {ContextRequest{}, ContextRequest{.major = 2, .minor = 1}, ContextRequest{.major = 3, .minor = 1},
        ContextRequest{.major = 3, .minor = 2, .profile = Profile::kCompatibility}}) {
    const auto made = context(*on, request);
    ASSERT_TRUE(made) << to_string(request);
    const GladGLContext& gl = made->gl();
    gl.Color3f(0, 1, 0);
    gl.Rectf(-1, -1, 1, 1);
    EXPECT_EQ(pixel_at(gl, 32, 24), kGreen) << to_string(request);
    EXPECT_EQ(gl.GetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
}

// The context says what it is, regardless of what was requested.
TEST_P(GlContextTest, SaysWhetherItHasTheOldFunctions) {
  const auto on = window();
  const auto is_core = [&](const ContextRequest& request) { return context(*on, request)->is_core(); };
  EXPECT_TRUE(is_core({.major = 3, .minor = 3, .profile = Profile::kCore}));
  EXPECT_TRUE(is_core({.major = 3, .minor = 1, .forward_compatible = true}));
  EXPECT_FALSE(is_core({.major = 3, .minor = 1}));
  EXPECT_FALSE(is_core({}));
  EXPECT_FALSE(is_core({.major = 3, .minor = 2, .profile = Profile::kCompatibility}));
  EXPECT_FALSE(is_core({.api = Api::kGles2, .major = 3, .minor = 1}));
}

TEST_P(GlContextTest, ContextsOfEveryApiExistSideBySide) {
  const auto on = window();
  const auto desktop = context(*on, {.major = 3, .minor = 3, .profile = Profile::kCore});
  const auto es1 = context(*on, {.api = Api::kGles1, .major = 1, .minor = 1});
  const auto es2 = context(*on, {.api = Api::kGles2, .major = 2, .minor = 0});
  const auto es31 = context(*on, {.api = Api::kGles2, .major = 3, .minor = 1});
  EXPECT_EQ(es1->version().major, 1);
  EXPECT_GE(es2->version(), (GlVersion{2, 0}));
  EXPECT_GE(es31->version(), (GlVersion{3, 1}));
  EXPECT_TRUE(es1->gl().Color4x);
  EXPECT_FALSE(desktop->gl().Color4x);
  for (const auto* each : {desktop.get(), es1.get(), es31.get(), es2.get(), desktop.get()}) {
    make_current(*on, *each);
    fill(each->gl(), 1, 0, 0);
    EXPECT_EQ(pixel_at(each->gl(), 63, 47), kRed) << each->version_text();
    fill(each->gl(), 0, 0, 0);
  }
}

TEST_P(GlContextTest, TheContextHasTheRequestedFlags) {
  const auto on = window();
  const auto made = context(
      *on,
      {.major = 3, .minor = 3, .profile = Profile::kCore, .debug = true, .forward_compatible = true, .robust = true});
  const int flags = integer(made->gl(), GL_CONTEXT_FLAGS);
  EXPECT_TRUE(flags & GL_CONTEXT_FLAG_DEBUG_BIT);
  EXPECT_TRUE(flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT);
  // Some drivers lack this flag, and there is a warning then.
  EXPECT_EQ((flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT) != 0, platform->warnings().empty());
  const auto legacy = context(*on, {.debug = true});
  EXPECT_TRUE(integer(legacy->gl(), GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_DEBUG_BIT);
  EXPECT_GE(legacy->version(), (GlVersion{2, 1}));
}

TEST_P(GlContextTest, UnsupportedFlagsAreLeftOutWithAWarning) {
  const auto on = window();
  const auto made = context(*on, {.api = Api::kGles2, .major = 3, .minor = 0, .robust = true});
  ASSERT_TRUE(made);
  // SDL cannot ask for it, and EGL alone can where the driver has it.
  if (GetParam() == VideoKind::kSdl) {
    EXPECT_FALSE(made->request().robust);
  }
  EXPECT_EQ(platform->warnings().size(), made->request().robust ? 0U : 1U);
}

TEST_P(GlContextTest, SharesWithTheRequestedContext) {
  const auto on = window(), elsewhere = window(10, 10);
  const auto first = context(*on, {.major = 3, .minor = 3, .profile = Profile::kCore});
  const auto stranger = context(*on);
  // `first` is not current now.
  const auto second = context(*elsewhere, {.major = 3, .minor = 3, .profile = Profile::kCore}, first.get());
  make_current(*on, *first);
  GLuint texture = 0;
  first->gl().GenTextures(1, &texture);
  first->gl().BindTexture(GL_TEXTURE_2D, texture);
  make_current(*elsewhere, *second);
  EXPECT_TRUE(second->gl().IsTexture(texture));
  make_current(*on, *stranger);
  EXPECT_FALSE(stranger->gl().IsTexture(texture));
}

TEST_P(GlContextTest, SharesAcrossFormats) {
  const auto on = window(), elsewhere = window(10, 10, {.alpha = 0, .depth = 0, .stencil = 0});
  const auto first = context(*on);
  GLuint texture = 0;
  first->gl().GenTextures(1, &texture);
  first->gl().BindTexture(GL_TEXTURE_2D, texture);
  ASSERT_TRUE(platform->make_current(nullptr, nullptr));
  const auto second = context(*elsewhere, {}, first.get());
  EXPECT_TRUE(second->gl().IsTexture(texture));
}

TEST_P(GlContextTest, ARefusalSaysWhatWasRequestedAndWhatIsSupported) {
  const auto on = window();
  const auto current = context(*on);
  fill(current->gl(), 0, 1, 0);
  std::string error =
      problem_of(platform->create_context(*on, {.major = 9, .minor = 9, .profile = Profile::kCore}, nullptr));
  EXPECT_NE(error.find("OpenGL 9.9 core"), std::string::npos) << error;
  EXPECT_NE(error.find("it has OpenGL "), std::string::npos) << error;
  EXPECT_EQ(pixel_at(current->gl(), 1, 1), kGreen) << "the same context is still current";
  error = problem_of(platform->create_context(*on, {.api = Api::kGles2, .major = 7, .minor = 1}, nullptr));
  EXPECT_NE(error.find("OpenGL ES 7.1"), std::string::npos) << error;
}

TEST_P(GlContextTest, KnowsTheHighestVersions) {
  const auto on = window();
  EXPECT_GE(platform->highest_version(*on, Api::kGl, Profile::kCore), (GlVersion{3, 3}));
  EXPECT_GE(platform->highest_version(*on, Api::kGles2, Profile::kNone), (GlVersion{3, 0}));
}

TEST_P(GlContextTest, MayBeDestroyedWhileCurrent) {
  const auto on = window();
  { const auto made = context(*on); }
  const auto next = context(*on);
  fill(next->gl(), 1, 0, 0);
  EXPECT_EQ(pixel_at(next->gl(), 0, 0), kRed);
}

WITH_EACH_VIDEO(GlContextTest);

}  // namespace
}  // namespace replay
