#include "glbindings/signature.h"

#include <gtest/gtest.h>

#include <string_view>

namespace glbindings {
namespace {

const ParamInfo& param(FunctionId function, std::size_t index) { return signature(function).params()[index]; }

TEST(FindFunction, KnowsEveryApi) {
  EXPECT_EQ(find_function("glBindTexture"), FunctionId::glBindTexture);
  EXPECT_EQ(find_function("glXSwapBuffers"), FunctionId::glXSwapBuffers);
  EXPECT_EQ(find_function("eglMakeCurrent"), FunctionId::eglMakeCurrent);
  EXPECT_EQ(find_function("wglMakeCurrent"), FunctionId::wglMakeCurrent);
  EXPECT_EQ(find_function("CGLFlushDrawable"), FunctionId::CGLFlushDrawable);
  EXPECT_EQ(find_function("wip15DrawableSize"), FunctionId::wip15DrawableSize);
  EXPECT_EQ(find_function("memcpy"), FunctionId::memcpy);
}

TEST(FindFunction, NeedsTheWholeName) {
  for (const char* name : {"", "gl", "glBindTextur", "glBindTextureX", "glbindtexture", "zzz", "AAA"})
    EXPECT_EQ(find_function(name), FunctionId::kUnknown) << name;
  EXPECT_EQ(find_function(std::string_view("glBindTexture\0", 14)), FunctionId::kUnknown);
}

TEST(FindFunction, InvertsTheNamesOfAllSignatures) {
  for (int i = 1; i < static_cast<int>(FunctionId::kCount); ++i) {
    const auto id = static_cast<FunctionId>(i);
    EXPECT_EQ(find_function(signature(id).name()), id) << signature(id).name();
  }
}

TEST(Signature, OfTheUnknownFunctionIsEmpty) {
  EXPECT_STREQ(signature(FunctionId::kUnknown).name(), "");
  EXPECT_TRUE(signature(FunctionId::kUnknown).params().empty());
}

TEST(Signature, HasTypesAndConstness) {
  const Signature& s = signature(FunctionId::glShaderSource);
  EXPECT_STREQ(s.name(), "glShaderSource");
  EXPECT_EQ(s.result.type, Type::kVoid);
  EXPECT_EQ(s.result.indirection, 0);
  ASSERT_EQ(s.params().size(), 4u);
  EXPECT_STREQ(s.params()[2].name(), "string");
  EXPECT_EQ(s.params()[2].type, Type::kChar);
  EXPECT_EQ(s.params()[2].indirection, 2);
  EXPECT_TRUE(s.params()[2].is_const);
  EXPECT_STREQ(s.params()[3].len(), "count");
  EXPECT_EQ(s.params()[3].type, Type::kI32);
  EXPECT_FALSE(param(FunctionId::glGenTextures, 1).is_const);
}

TEST(Signature, HasObjectKinds) {
  EXPECT_EQ(param(FunctionId::glBindTexture, 1).object, ObjectKind::kTexture);
  EXPECT_EQ(param(FunctionId::glGenTextures, 1).object, ObjectKind::kTexture);
  EXPECT_EQ(param(FunctionId::glUseProgramObjectARB, 0).object, ObjectKind::kProgram);
  EXPECT_EQ(param(FunctionId::glBindProgramARB, 1).object, ObjectKind::kArbProgram);
  EXPECT_EQ(param(FunctionId::glCallList, 0).object, ObjectKind::kDisplayList);
  EXPECT_EQ(param(FunctionId::glSetFenceNV, 0).object, ObjectKind::kFenceNv);
  EXPECT_EQ(param(FunctionId::glClientWaitSync, 0).object, ObjectKind::kSync);
  EXPECT_EQ(param(FunctionId::glTexStorageMem2DEXT, 5).object, ObjectKind::kMemoryObject);
  EXPECT_EQ(signature(FunctionId::glCreateShader).result.object, ObjectKind::kShader);
  EXPECT_EQ(signature(FunctionId::glFenceSync).result.object, ObjectKind::kSync);
  EXPECT_EQ(param(FunctionId::glDebugMessageInsert, 2).object, ObjectKind::kNone);
}

TEST(Signature, OfWindowSystemsHasHandlesAndNumbers) {
  const Signature& s = signature(FunctionId::glXMakeCurrent);
  EXPECT_EQ(s.params()[0].type, Type::kHandle);
  EXPECT_EQ(s.params()[0].indirection, 0);
  EXPECT_EQ(s.params()[1].type, Type::kU64);
  EXPECT_EQ(s.params()[2].type, Type::kHandle);
  EXPECT_EQ(signature(FunctionId::glXChooseFBConfig).result.type, Type::kHandle);
  EXPECT_EQ(signature(FunctionId::glXChooseFBConfig).result.indirection, 1);
  EXPECT_EQ(signature(FunctionId::glXChooseVisual).result.indirection, 0);
  EXPECT_EQ(signature(FunctionId::glXGetProcAddress).result.type, Type::kFunction);
}

TEST(Traits, FollowTheNamingRules) {
  const auto traits = [](FunctionId id) { return signature(id).traits; };
  EXPECT_EQ(traits(FunctionId::glXSwapBuffers), kEndsFrame);
  EXPECT_EQ(traits(FunctionId::CGLFlushDrawable), kEndsFrame);
  EXPECT_EQ(traits(FunctionId::glFrameTerminatorGREMEDY), kEndsFrame);
  for (auto id :
       {FunctionId::glDrawArrays, FunctionId::glMultiDrawElementsIndirect, FunctionId::glDrawRangeElementsEXT,
        FunctionId::glEnd, FunctionId::glClear, FunctionId::glCallLists, FunctionId::glRectiv,
        FunctionId::glBlitFramebufferEXT, FunctionId::glEvalMesh2, FunctionId::glDrawTransformFeedbackStreamInstanced})
    EXPECT_EQ(traits(id), kRenders) << signature(id).name();
  for (auto id : {FunctionId::glClearBufferfv, FunctionId::glDispatchCompute, FunctionId::glCopyImageSubData,
                  FunctionId::glDrawTexiOES, FunctionId::glCopyTexSubImage2D, FunctionId::glBlitNamedFramebuffer})
    EXPECT_EQ(traits(id), kRendersBeside) << signature(id).name();
  EXPECT_EQ(traits(FunctionId::glBindFramebufferOES), kSetsTarget);
  EXPECT_EQ(traits(FunctionId::glBindFramebuffer), kSetsTarget);
  EXPECT_EQ(traits(FunctionId::glGetIntegerv), kNoSideEffects);
  EXPECT_EQ(traits(FunctionId::glObjectLabelKHR), kAnnotates);
  EXPECT_EQ(traits(FunctionId::glStringMarkerGREMEDY), kAnnotates);
  EXPECT_EQ(traits(FunctionId::glDebugMessageControl), 0);
  EXPECT_EQ(traits(FunctionId::glIsEnabled), kNoSideEffects);
  EXPECT_EQ(traits(FunctionId::glGetTexImage), 0);
  EXPECT_EQ(traits(FunctionId::glBindTexture), 0);
  EXPECT_EQ(traits(FunctionId::glClearColor), 0);
  EXPECT_EQ(traits(FunctionId::glCallCommandListNV), kRendersBeside);
}

}  // namespace
}  // namespace glbindings
