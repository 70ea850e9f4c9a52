#include "replay/seek/rules.h"

#include <gtest/gtest.h>

#include "glbindings/signature.h"

namespace replay {
namespace {

SeekRole role(std::string_view name) {
  const auto id = glbindings::find_function(name);
  EXPECT_NE(id, glbindings::FunctionId::kUnknown) << name;
  return seek_roles()[static_cast<std::size_t>(id)];
}

TEST(SeekRules, BracesStandForAlternatives) {
  for (const char* name :
       {"glDrawArrays", "glDrawArraysInstancedARB", "glDrawRangeElementsBaseVertexOES", "glEvalMesh2"}) {
    EXPECT_EQ(role(name), SeekRole::kDraw) << name;
  }
  for (const char* name : {"glVertex2f", "glVertex4dv", "glVertex3hvNV", "glEvalCoord2fv"}) {
    EXPECT_EQ(role(name), SeekRole::kVertex) << name;
  }
  EXPECT_EQ(role("glVertexAttrib4Nub"), SeekRole::kVertexAttrib);
  EXPECT_EQ(role("glScissorExclusiveNV"), SeekRole::kEndsSeeking);
}

TEST(SeekRules, FunctionsThatAreNotListedAreIssued) {
  EXPECT_EQ(role("glGenTextures"), SeekRole::kNone);
  EXPECT_EQ(role("glInterleavedArrays"), SeekRole::kNone);
  EXPECT_EQ(role("glVertexAttribs1fvNV"), SeekRole::kNone);
}

TEST(SeekRules, DrawsThatAreNotListedMayReadEverything) {
  EXPECT_EQ(role("glStencilFillPathNV"), SeekRole::kUnclear);
  EXPECT_EQ(role("glAccum"), SeekRole::kUnclear);
  EXPECT_EQ(role("glDrawCommandsNV"), SeekRole::kUnclear);
}

// Every function whose name says that it can resize a texture or renderbuffer, or change a framebuffer object, has a
// role.
TEST(SeekRules, StorageAndFramebuffersAreTracked) {
  for (std::size_t i = 0; i < seek_roles().size(); ++i) {
    const std::string_view name = glbindings::signature(static_cast<glbindings::FunctionId>(i)).name();
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    if (!name.starts_with("gl") || name.starts_with("glX") || has("Get") || has("SubImage") || has("ClearTexImage") ||
        has("Invalidate"))
      continue;
    const bool storage = has("TexImage") || has("TextureImage") || has("TexStorage") || has("TextureStorage") ||
                         has("RenderbufferStorage") || has("TextureView") || name.starts_with("glDeleteTextures") ||
                         name.starts_with("glDeleteRenderbuffers");
    const bool framebuffer = name.starts_with("glFramebuffer") || name.starts_with("glNamedFramebuffer");
    if ((storage || framebuffer) && !has("Barrier")) {
      EXPECT_NE(seek_roles()[i], SeekRole::kNone) << name;
    }
  }
}

// A function that apitrace counts as a draw and that seeking leaves out must be a draw by its name as well.
TEST(SeekRules, OnlyDrawsAreLeftOut) {
  for (std::size_t i = 0; i < seek_roles().size(); ++i) {
    const SeekRole of = seek_roles()[i];
    if (of != SeekRole::kDraw && of != SeekRole::kRectangle && of != SeekRole::kClear && of != SeekRole::kClearBuffer)
      continue;
    const glbindings::Signature& signature = glbindings::signature(static_cast<glbindings::FunctionId>(i));
    EXPECT_TRUE(signature.has(glbindings::kRenders) || signature.has(glbindings::kRendersBeside)) << signature.name();
  }
}

}  // namespace
}  // namespace replay
