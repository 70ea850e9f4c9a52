#include "replay/seek/unused_arrays.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using loaders::Value;

// Builds a batch of calls, in which all draws except those of made_draw() are dead, and says which calls are left out.
class Calls {
 public:
  Calls& pointer(Id function = Id::glVertexPointer, std::uint64_t size = 2) {
    return add(function, {uint(size), uint(GL_FLOAT), sint(0), builder_.blob("12345678")});
  }
  Calls& generic(std::uint64_t index) {
    return add(Id::glVertexAttribPointer,
               {uint(index), uint(2), uint(GL_FLOAT), uint(0), sint(0), builder_.blob("12345678")});
  }
  Calls& offset() { return add(Id::glVertexPointer, {uint(2), uint(GL_FLOAT), sint(0), Value::of_pointer(16)}); }
  Calls& draw() { return add(Id::glDrawArrays, {uint(GL_TRIANGLES), sint(0), sint(3)}); }
  Calls& made_draw() {
    draw();
    dead_.back() = 0;
    return *this;
  }
  Calls& add(Id function, std::vector<Value> arguments = {}) {
    batch_.calls.push_back(builder_.add(function, std::move(arguments)));
    batch_.calls.back().thread = thread_;
    dead_.push_back(1);
    return *this;
  }
  Calls& thread(std::uint32_t thread) {
    thread_ = thread;
    return *this;
  }
  Calls& incomplete() {
    batch_.calls.back().flags |= loaders::kIncomplete;
    return *this;
  }

  std::vector<std::size_t> unused() const {
    UnusedArrays arrays;
    arrays.find(batch_, dead_);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < batch_.calls.size(); ++i) {
      if (arrays.contains(i)) found.push_back(i);
    }
    return found;
  }

 private:
  CallBuilder builder_;
  loaders::Batch batch_;
  std::vector<std::uint8_t> dead_;
  std::uint32_t thread_ = 0;
};

using Indices = std::vector<std::size_t>;

TEST(UnusedArrays, OnlyTheLastDeclarationStaysWhenTheDrawsAreDead) {
  EXPECT_EQ(Calls().pointer().draw().pointer().draw().pointer().draw().unused(), (Indices{0, 2}));
}

TEST(UnusedArrays, ADrawThatIsIssuedUsesTheArray) {
  EXPECT_EQ(Calls().pointer().made_draw().pointer().draw().pointer().unused(), Indices{2});
}

TEST(UnusedArrays, EachArrayIsTrackedByItself) {
  EXPECT_EQ(Calls().pointer().pointer(Id::glTexCoordPointer).draw().pointer().draw().unused(), Indices{0});
  EXPECT_EQ(Calls().generic(1).generic(2).draw().generic(1).draw().unused(), Indices{0});
}

TEST(UnusedArrays, ADeclarationOfAnotherFormReplacesNone) {
  EXPECT_EQ(Calls().pointer(Id::glVertexPointer, 3).draw().pointer(Id::glVertexPointer, 77).draw().unused(), Indices{});
}

TEST(UnusedArrays, OffsetsIntoBuffersStay) {
  EXPECT_EQ(Calls().pointer().draw().offset().draw().unused(), Indices{});
  EXPECT_EQ(Calls().offset().draw().pointer().draw().unused(), Indices{});
}

TEST(UnusedArrays, CallsInBetweenMustBeKnownNotToUseArrays) {
  EXPECT_EQ(Calls().pointer().draw().add(Id::glGetError).add(Id::glLoadIdentity).pointer().unused(), Indices{0});
  for (const Id function :
       {Id::glPushClientAttrib, Id::glClientActiveTexture, Id::glBindVertexArray, Id::glArrayElement, Id::glNewList,
        Id::glXMakeCurrent, Id::glXSwapBuffers, Id::glBegin, Id::glCallList, Id::glInterleavedArrays}) {
    EXPECT_EQ(Calls().pointer().draw().add(function, {uint(0)}).pointer().unused(), Indices{})
        << static_cast<int>(function);
  }
}

TEST(UnusedArrays, EachThreadHasItsOwnArrays) {
  EXPECT_EQ(Calls().pointer().draw().thread(1).pointer().draw().unused(), Indices{});
}

TEST(UnusedArrays, ADeclarationThatIsNotIssuedReplacesNone) {
  EXPECT_EQ(Calls().pointer().draw().pointer().incomplete().unused(), Indices{});
}

}  // namespace
}  // namespace replay
