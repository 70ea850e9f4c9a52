#include "replay/seek/list_effects.h"

#include <gtest/gtest.h>

#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;

class Lists : public testing::Test {
 protected:
  void call(Id function, std::vector<loaders::Value> arguments = {}) {
    effects.follow(calls.add(function, std::move(arguments)), seek_roles()[static_cast<std::size_t>(function)], nullptr,
                   &group);
  }
  void begin(std::uint64_t list) { call(Id::glNewList, {uint(list), uint(0x1300)}); }
  void vertex() { call(Id::glVertex2f, {f32(0), f32(0)}); }
  void normal(float z) { call(Id::glNormal3f, {f32(0), f32(0), f32(z)}); }

  std::string names(std::uint64_t list) const {
    const auto found = effects.of(list, &group);
    if (!found) return "call it";
    std::string text;
    for (const loaders::Call& each : *found) text += std::string(glbindings::signature(each.function).name()) + " ";
    return text;
  }

  int group = 0;
  CallBuilder calls;
  ListEffects effects;
};

TEST_F(Lists, TheLastValueOfEachKindRemains) {
  begin(1);
  call(Id::glColor3f, {f32(1), f32(0), f32(0)});
  call(Id::glBegin, {uint(4)});
  for (float z : {1.0f, 2.0f, 3.0f}) {
    normal(z);
    vertex();
  }
  call(Id::glEnd);
  call(Id::glEndList);
  EXPECT_EQ(names(1), "glColor3f glNormal3f ");
  EXPECT_EQ((*effects.of(1, &group))[1].args[2].f, 3.0f);
}

TEST_F(Lists, ValuesThatOtherStateMayDependOnStay) {
  begin(1);
  normal(1);
  call(Id::glRasterPos2f, {f32(0), f32(0)});
  normal(2);
  call(Id::glEndList);
  EXPECT_EQ(names(1), "glNormal3f glRasterPos2f glNormal3f ");
}

TEST_F(Lists, APrimitiveTakesItsColourBeforeAnotherMaterialIsChosen) {
  const auto color = [&] { call(Id::glColor3f, {f32(1), f32(0), f32(0)}); };
  const auto choose = [&] { call(Id::glColorMaterial, {uint(0x404), uint(0x1201)}); };
  const auto primitive = [&] {
    call(Id::glBegin, {uint(4)});
    vertex();
    call(Id::glEnd);
  };
  begin(1);
  primitive();
  color();
  primitive();
  primitive();
  choose();
  primitive();
  choose();
  call(Id::glEndList);
  EXPECT_EQ(names(1), "glColor3f glBegin glEnd glColorMaterial glColorMaterial ");
  begin(2);
  primitive();
  color();
  choose();
  call(Id::glBegin, {uint(4)});
  color();
  vertex();
  call(Id::glEnd);
  choose();
  call(Id::glEndList);
  EXPECT_EQ(names(2), "glColor3f glColorMaterial glColor3f glBegin glEnd glColorMaterial ");
  EXPECT_EQ(effects.drawn_by(2, &group), ListEffects::Drawn::kUnknown);
}

// The second call finds the state that the first has left.
TEST_F(Lists, AListThatSetsStateBeforeItDrawsIsAlikeWhenItIsCalledAgain) {
  using Drawn = ListEffects::Drawn;
  const auto draw = [&] {
    call(Id::glBegin, {uint(4)});
    vertex();
    call(Id::glEnd);
  };
  const auto bind = [&] { call(Id::glBindTexture, {uint(0x0DE1), uint(3)}); };
  const auto enable = [&](std::uint64_t capability) { call(Id::glEnable, {uint(capability)}); };
  const auto drawn = [&](auto&&... contents) {
    begin(1);
    (contents(), ...);
    call(Id::glEndList);
    return effects.drawn_by(1, &group);
  };
  EXPECT_EQ(drawn(bind, draw), Drawn::kAlike);
  EXPECT_EQ(drawn(draw, bind), Drawn::kUnknown);
  EXPECT_EQ(drawn(draw, bind, draw), Drawn::kUnknown);
  EXPECT_EQ(drawn([&] { enable(0x0DE1); }, draw), Drawn::kAlike) << "GL_TEXTURE_2D";
  EXPECT_EQ(drawn([&] { enable(0x0BE2); }, draw), Drawn::kUnknown) << "a proof depends on blending";
  EXPECT_EQ(drawn([&] { enable(0x0B57); }, draw), Drawn::kUnknown) << "colours become materials";
  EXPECT_EQ(drawn([&] { call(Id::glActiveTexture, {uint(0x84C1)}); }, bind, draw), Drawn::kUnknown);
  begin(2);
  bind();
  draw();
  call(Id::glEndList);
  const auto call_other = [&] { call(Id::glCallList, {uint(2)}); };
  EXPECT_EQ(drawn(call_other, draw), Drawn::kAlike);
  EXPECT_EQ(drawn(draw, call_other), Drawn::kUnknown);
  EXPECT_EQ(drawn(call_other, call_other), Drawn::kUnknown);
}

TEST_F(Lists, MaterialsAreDistinguishedByFaceAndParameter) {
  begin(1);
  for (std::uint64_t parameter : {0x1200, 0x1201, 0x1200}) {
    call(Id::glMaterialfv, {uint(0x404), uint(parameter), calls.floats({1, 2, 3, 4})});
  }
  call(Id::glEndList);
  EXPECT_EQ(names(1), "glMaterialfv glMaterialfv ");
}

TEST_F(Lists, ArraysAreCopied) {
  float color[] = {1, 2, 3};
  begin(1);
  call(Id::glColor3fv, {loaders::Value::of_memory(loaders::ValueKind::kArray, color, 3, loaders::Elem::kF32)});
  call(Id::glEndList);
  color[1] = 9;
  EXPECT_EQ((*effects.of(1, &group))[0].args[0].array<float>()[1], 2);
}

TEST_F(Lists, AListWithPixelsOrCallsThatAreNotKnownIsCalled) {
  begin(1);
  call(Id::glBitmap, {});
  call(Id::glEndList);
  begin(2);
  call(Id::glUniform1f, {});
  call(Id::glEndList);
  EXPECT_EQ(names(1), "call it");
  EXPECT_EQ(names(2), "call it");
  EXPECT_EQ(names(3), "call it") << "the list is unknown";
}

// GL makes these calls while the list is compiled. The list itself has the normal only.
TEST_F(Lists, CallsThatAreMadeAtOnceAreNoPartOfAList) {
  begin(1);
  call(Id::glEnableClientState, {uint(0x8074)});
  call(Id::glGenTextures, {sint(1), calls.names({1})});
  normal(1);
  call(Id::glEndList);
  EXPECT_EQ(names(1), "glNormal3f ");
}

// A call of a list costs as much as the lists that it calls. Their 2^59 calls must not be counted one by one.
TEST_F(Lists, AListThatLeadsToTooManyCallsIsNotShort) {
  for (std::uint64_t list = 1; list <= 60; ++list) {
    begin(list);
    if (list == 1) normal(1);
    for (int twice = 0; list > 1 && twice < 2; ++twice) call(Id::glCallList, {uint(list - 1)});
    call(Id::glEndList);
  }
  EXPECT_TRUE(effects.is_short(8, &group));
  EXPECT_FALSE(effects.is_short(60, &group));
  call(Id::glDeleteLists, {uint(40), sint(1)});
  EXPECT_FALSE(effects.is_short(60, &group)) << "the remaining lists are still called 2^19 times";
  call(Id::glDeleteLists, {uint(50), sint(1)});
  EXPECT_TRUE(effects.is_short(60, &group)) << "a deleted list costs nothing";
}

TEST_F(Lists, AListThatCallsItselfIsNotShort) {
  begin(1);
  call(Id::glCallList, {uint(1)});
  call(Id::glEndList);
  EXPECT_FALSE(effects.is_short(1, &group));
}

// Each value is compared to those before it, so their number is limited.
TEST_F(Lists, AListOfTooManyValuesIsCalled) {
  for (const std::uint64_t most : {ListEffects::kMaxValues, ListEffects::kMaxValues + 1}) {
    begin(1);
    for (std::uint64_t unit = 0; unit < most; ++unit) call(Id::glMultiTexCoord2f, {uint(unit), f32(0), f32(0)});
    call(Id::glEndList);
    EXPECT_EQ(names(1) == "call it", most > ListEffects::kMaxValues);
  }
}

TEST_F(Lists, ListsMayBeDeletedAndMadeAgain) {
  for (std::uint64_t list : {1, 2, 3}) {
    begin(list);
    call(Id::glEndList);
  }
  call(Id::glDeleteLists, {uint(1), sint(2)});
  EXPECT_EQ(names(1), "call it");
  EXPECT_EQ(names(2), "call it");
  EXPECT_EQ(names(3), "");
  begin(3);
  normal(1);
  call(Id::glEndList);
  EXPECT_EQ(names(3), "glNormal3f ");
  int other = 0;
  EXPECT_FALSE(effects.of(3, &other)) << "the list belongs to a context that shares nothing";
}

}  // namespace
}  // namespace replay
