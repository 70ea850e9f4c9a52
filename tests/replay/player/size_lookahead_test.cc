// When batches leave the look-ahead, and which sizes they carry.
//
// flow() writes the batches that each push releases, separated by '|', and after '.' those that the end of the
// recording releases. A batch is written as its number and its sizes: "0{7=300x200}". A size that does not apply from
// the first call on has the call from which it applies: "0{7=300x200@4}". "-" stands for no batch.
#include "replay/player/size_lookahead.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/replay/player/recording.h"

namespace replay {
namespace {

std::string size_text(const DrawableSize& size) {
  return std::to_string(size.drawable) + "=" + std::to_string(size.width) + "x" + std::to_string(size.height) +
         (size.at != 0 ? "@" + std::to_string(size.at) : "");
}

class Flow {
 public:
  std::string of(const Recording& recording) {
    for (std::size_t i = 0; i < recording.batches(); ++i) {
      auto batch = std::make_unique<loaders::Batch>();
      recording.fill(*batch, i);
      numbers_[batch.get()] = i;
      lookahead_.push(std::move(batch), ready_);
      text_.append(i == 0 ? "" : " | ").append(take());
    }
    lookahead_.finish(ready_);
    return text_ + " . " + take();
  }

 private:
  std::string take() {
    std::string text;
    for (const PlannedBatch& planned : ready_) {
      std::string sizes;
      for (const DrawableSize& size : planned.sizes) sizes.append(sizes.empty() ? "" : " ").append(size_text(size));
      text.append(text.empty() ? "" : " ").append(std::to_string(numbers_.at(planned.batch.get())));
      if (!sizes.empty()) text.append("{").append(sizes).append("}");
    }
    // Keeps the batches, so that no address is used twice.
    for (PlannedBatch& planned : ready_) kept_.push_back(std::move(planned));
    ready_.clear();
    return text.empty() ? "-" : text;
  }

  SizeLookahead lookahead_;
  std::vector<PlannedBatch> ready_, kept_;
  std::map<const loaders::Batch*, std::size_t> numbers_;
  std::string text_;
};

std::string flow(const Recording& recording) { return Flow().of(recording); }

TEST(SizeLookahead, ASizeBeforeMakeCurrentDelaysNothing) {
  Recording program;
  program.derived_size(7, 300, 200).make_current(7).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "0 | 1 . -") << "the player issues the derived call itself";
}

TEST(SizeLookahead, ASizeRightAfterMakeCurrentIsMovedInFrontOfIt) {
  Recording program;
  program.make_current(7).tell_size(300, 200).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "0{7=300x200} | 1 . -");
}

TEST(SizeLookahead, ASizeInALaterBatchIsMovedToTheBatchOfMakeCurrent) {
  Recording program;
  program.draw().cut();
  program.make_current(7).cut();
  program.viewport(0, 0, 10, 10).cut();
  program.tell_size(300, 200).draw().swap(7);
  EXPECT_EQ(flow(program), "0 | - | - | 1{7=300x200} 2 3 . -");
}

TEST(SizeLookahead, ASizeAfterTheFirstSwapIsMovedToTheFirstBatch) {
  Recording program;
  program.make_current(7).draw().swap(7);
  program.tell_size(300, 200).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{7=300x200} . 2{7=300x200}");
}

TEST(SizeLookahead, AViewportOfTheNewSizeShowsThatTheResizeWasRecordedOneFrameLate) {
  Recording program;
  program.make_current(7).draw().swap(7);
  program.tell_size(300, 200).draw().swap(7);
  program.viewport(0, 0, 400, 100).draw().swap(7);
  program.tell_size(400, 100).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{7=300x200} | 2{7=400x100} . 3{7=400x100}");
}

TEST(SizeLookahead, WithoutSuchAViewportTheResizeCameAfterTheSwap) {
  Recording program;
  program.make_current(7).draw().swap(7);
  program.tell_size(300, 200).draw().swap(7);
  program.viewport(0, 0, 200, 100).viewport(5, 0, 400, 100).draw().swap(7);
  program.tell_size(400, 100).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{7=300x200} | 2{7=300x200} . 3{7=400x100}");
}

TEST(SizeLookahead, TheViewportOfAnEarlierFrameShowsNothing) {
  Recording program;
  program.make_current(7).viewport(0, 0, 400, 100).draw().swap(7);
  program.tell_size(300, 200).draw().swap(7);
  program.draw().swap(7);
  program.tell_size(400, 100).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{7=300x200} | 2{7=300x200} . 3{7=400x100}");
}

// A recording that has the first size in time has resizes in time as well. They are issued where they are recorded.
TEST(SizeLookahead, AWindowWhoseSizeWasRecordedInTimeIsNeverWaitedForAgain) {
  Recording program;
  program.make_current(7).tell_size(300, 200).draw().swap(7);
  program.tell_size(400, 100).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "0{7=300x200} | 1 | 2 . -");
}

TEST(SizeLookahead, WithoutARecordedSizeTheLargestViewportAtTheCornerDecides) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).viewport(0, 0, 10, 40).viewport(100, 50, 60, 40).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=30x40} . 1{7=30x40}");
}

TEST(SizeLookahead, WithoutAViewportAtTheCornerTheFarthestDecides) {
  Recording program;
  program.make_current(7).viewport(10, 0, 30, 20).viewport(100, 50, 60, 40).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=160x90}");
}

TEST(SizeLookahead, TheTracersViewportIsTheSizeAndOtherViewportsArePartsOfIt) {
  Recording program;
  program.make_current(7)
      .tracer_viewport(516, 258)
      .viewport(258, 0, 322, 322)
      .triangles()
      .viewport(0, 0, 12, 12)
      .triangles()
      .swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=516x258}");
}

TEST(SizeLookahead, AViewportWithoutADrawLeavesTheTracersSize) {
  Recording program;
  program.make_current(7).tracer_viewport(30, 20).viewport(0, 0, 512, 512).bind_framebuffer(3).triangles();
  program.bind_framebuffer(0).viewport(0, 0, 30, 20).triangles().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20}");
}

// The smaller window was there first, and a larger size would be wrong for its frames.
TEST(SizeLookahead, AWindowGrowsAfterTheTracersViewport) {
  Recording program;
  program.make_current(7).tracer_viewport(30, 20).viewport(0, 0, 40, 30).triangles().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20 7=40x30}");
}

// OpenSceneGraph sets a viewport of 800 x 600 when it has drawn.
TEST(SizeLookahead, AWindowDoesNotGrowForAViewportAfterItsOnlyClear) {
  Recording program;
  program.make_current(7).tracer_viewport(300, 200).viewport(0, 0, 301, 200).draw().viewport(0, 0, 800, 600).swap(7);
  program.viewport(0, 0, 301, 200).draw().viewport(0, 0, 800, 600).swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200 7=301x200} . 1{7=301x200}");
}

// Armagetron sets a viewport of 1023 x 1023 at the end of each frame, whatever its window has. Some frames only clear.
TEST(SizeLookahead, AFrameThatOnlyClearsKeepsTheSizeWhereItsViewportIsSet) {
  Recording program;
  program.make_current(7).tracer_viewport(300, 200).triangles().viewport(0, 0, 255, 255).swap(7);
  program.draw().viewport(0, 0, 300, 200).viewport(0, 0, 255, 255).swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} . 1{7=300x200}");
}

TEST(SizeLookahead, TheTracersSizeIsKeptForAWindowThatIsNotDrawnInto) {
  Recording program;
  program.add(Recording::Id::glFlush, {})
      .make_current(7)
      .tracer_viewport(300, 200)
      .make_current(8)
      .tracer_viewport(40, 30)
      .draw()
      .swap(8);
  EXPECT_EQ(flow(program), "- . 0{7=300x200@1 8=40x30@3}");
}

TEST(SizeLookahead, TheFirstViewportOfAnotherContextIsTheSizeAtThatTime) {
  Recording program;
  program.make_current(7).tracer_viewport(30, 20).draw().swap(7);
  program.make_current(7).tracer_viewport(20, 10).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=30x20} . 1{7=20x10}");
}

TEST(SizeLookahead, AnotherWindowOfAContextHasTheViewportOfItsClear) {
  Recording program;
  program.make_current(7).tracer_viewport(50, 40).draw().make_current(8).draw().swap(7).swap(8);
  EXPECT_EQ(flow(program), "- | - . 0{7=50x40 8=50x40@3} 1{7=50x40}");
}

// The numbers of surfaces are addresses, which may be used again.
TEST(SizeLookahead, ASizeEndsWithTheSurfaceWhenItsNumberIsUsedAgain) {
  Recording program;
  program.make_current(7).tracer_viewport(1, 1).make_current(0);
  program.add(Recording::Id::glXDestroyWindow, {pointer(0x10), uint(7)});
  program.make_current(7).bind_framebuffer(3).viewport(0, 0, 512, 512).triangles();
  program.bind_framebuffer(0).viewport(0, 0, 921, 691).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=1x1 7=921x691@4}");
}

TEST(SizeLookahead, AViewportOfTheLargestPossibleSizeSaysNothing) {
  for (const int most : {4096, 16384}) {
    Recording program;
    program.make_current(7).tracer_viewport(80, 60);
    if (most < 16384) program.answered(0x0D3A, {most, most});
    program.viewport(0, 0, most, most).triangles().swap(7);
    EXPECT_EQ(flow(program), "- . 0{7=80x60}");
  }
}

// VTK draws into a framebuffer object and resizes it.
TEST(SizeLookahead, AWindowThatIsOnlyCopiedIntoHasTheSizeOfTheCopy) {
  Recording program;
  program.make_current(7).tracer_viewport(300, 200).blit(0, 0, 300, 200).swap(7);
  program.blit(0, 0, 200, 150).swap(7);
  program.blit(0, 0, 200, 150).blit(50, 50, 60, 60).swap(7);
  program.blit(0, 0, 100, 50).viewport(0, 0, 10, 10).triangles().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{7=200x150} | 2{7=200x150} . 3{7=200x150}");
}

TEST(SizeLookahead, ACopyAmongDrawsMayBeLargerThanTheWindow) {
  Recording program;
  program.make_current(7).tracer_viewport(300, 200).blit(0, 0, 250, 250).viewport(150, 0, 10, 10).triangles().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=300x200}");
}

TEST(SizeLookahead, ADeletedFramebufferIsBoundNoLonger) {
  for (const std::uint32_t deleted : {3, 4}) {
    Recording program;
    program.make_current(7).tracer_viewport(30, 20).bind_framebuffer(3).deleted_framebuffer(deleted);
    program.viewport(0, 0, 40, 40).triangles().swap(7);
    EXPECT_EQ(flow(program), deleted == 3 ? "- . 0{7=30x20 7=40x40}" : "- . 0{7=30x20}");
  }
}

TEST(SizeLookahead, AContextOfTheSameNumberIsAnotherOne) {
  Recording program;
  program.make_current(7).tracer_viewport(30, 20).bind_framebuffer(3).make_current(0);
  const loaders::Value context = pointer(0x30);
  program.add(Recording::Id::glXCreateContext, {pointer(0x10), null(), null(), uint(1)}, 0, &context);
  program.make_current(7).viewport(0, 0, 40, 40).triangles().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20 7=40x40@5}");
}

// A damaged file may name 4,000 windows and threads. Memory and time must stay below the limit.
TEST(SizeLookahead, TheNumberOfTrackedWindowsIsLimited) {
  Recording program;
  for (std::uint32_t i = 1; i <= 4000; ++i) {
    program.thread(i).make_current(i).derived_size(10000 + i, 5, 5).draw().swap(20000 + i);
  }
  SizeLookahead lookahead;
  std::vector<PlannedBatch> ready;
  std::size_t sizes = 0;
  for (std::size_t i = 0; i < program.batches(); ++i) {
    auto batch = std::make_unique<loaders::Batch>();
    program.fill(*batch, i);
    lookahead.push(std::move(batch), ready);
    for (const PlannedBatch& planned : ready) sizes += planned.sizes.size();
    ready.clear();
  }
  EXPECT_LE(sizes, SizeLookahead::kMaxDrawables);
  EXPECT_LE(lookahead.followed(), SizeLookahead::kMaxDrawables);
}

TEST(SizeLookahead, TheEndOfTheRecordingDecidesWithWhatIsKnown) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).draw();
  EXPECT_EQ(flow(program), "- . 0{7=30x20}");
}

TEST(SizeLookahead, WithoutARecordedSizeAndAViewportThereIsNoSize) {
  Recording program;
  program.make_current(7).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0");
}

TEST(SizeLookahead, ViewportsOfFramebufferObjectsDoNotCount) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20);
  program.bind_framebuffer(3).viewport(0, 0, 1024, 1024).draw();
  program.bind_framebuffer(0).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20}");
}

TEST(SizeLookahead, AFramebufferForReadingOnlyLeavesTheViewportToTheWindow) {
  Recording program;
  program.make_current(7);
  program.add(Recording::Id::glBindFramebuffer, {uint(0x8CA8), uint(3)});
  program.viewport(0, 0, 30, 20).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20}");
}

TEST(SizeLookahead, SizesWithoutADrawableDoNotCount) {
  Recording program;
  program.make_current(7).tell_size(-1, -1).derived_size(7, 0, 20).viewport(0, 0, 30, 20).draw().swap(7);
  EXPECT_EQ(flow(program), "- . 0{7=30x20}");
}

TEST(SizeLookahead, NumbersBeyondAnyWindowDoNotOverflow) {
  Recording program;
  program.make_current(7).add(Recording::Id::glViewport, {sint(INT64_MAX), sint(INT64_MAX), sint(INT64_MAX), sint(5)});
  program.draw().swap(7);
  EXPECT_NE(flow(program).find("0{7="), std::string::npos);
}

TEST(SizeLookahead, AWindowThatIsNeverDrawnIntoDelaysNothing) {
  Recording program;
  program.make_current(1).viewport(0, 0, 32, 32).cut();
  program.make_current(7).tell_size(300, 200).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{1=32x32} 1{7=300x200} | 2 . -");
}

// Toolkits make a window current, so that the recorder writes its size as a viewport, and release it before they draw.
TEST(SizeLookahead, AWindowThatIsNotDrawnIntoAndLeftKeepsItsViewports) {
  Recording program;
  program.make_current(7).viewport(0, 0, 300, 200).make_current(0).cut();
  program.make_current(7).draw().swap(7);
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "0{7=300x200} | - | 1{7=300x200} . 2{7=300x200}");
}

TEST(SizeLookahead, AWindowThatIsDrawnIntoAndLeftIsStillWaitedFor) {
  Recording program;
  program.make_current(1).draw().cut();
  program.make_current(7).tell_size(300, 200).draw().swap(7);
  program.make_current(1).tell_size(40, 30).draw().swap(1);
  EXPECT_EQ(flow(program), "- | - | 0{1=40x30} 1{7=300x200} 2 . -");
}

// glClearBuffer* is not a draw call for apitrace, but it changes the window's pixels as well.
TEST(SizeLookahead, AClearOfABufferDrawsToo) {
  Recording program;
  program.make_current(1).add(Recording::Id::glClearBufferfv, {uint(0x1800), sint(0), null()}).cut();
  program.make_current(7).tell_size(300, 200).draw().swap(7);
  program.make_current(1).tell_size(40, 30).draw().swap(1);
  EXPECT_EQ(flow(program), "- | - | 0{1=40x30} 1{7=300x200} 2 . -");
}

TEST(SizeLookahead, EachOfTwoWindowsGetsItsOwnSize) {
  Recording program;
  program.make_current(7).draw().swap(7);
  program.tell_size(300, 200).make_current(8).draw().swap(8);
  program.tell_size(40, 30).make_current(7).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{8=40x30@1} . 2{7=300x200@1}");
}

TEST(SizeLookahead, AWindowThatBecomesCurrentAgainMayHaveBeenResized) {
  Recording program;
  program.make_current(7).draw().swap(7);
  program.tell_size(300, 200).make_current(8).draw().swap(8);
  program.tell_size(40, 30).make_current(7).viewport(0, 0, 400, 100).draw().swap(7);
  program.tell_size(400, 100).draw().swap(7);
  EXPECT_EQ(flow(program), "- | 0{7=300x200} | 1{8=40x30@1} | 2{7=400x100@1} . 3{7=400x100}");
}

TEST(SizeLookahead, EachThreadHasItsOwnWindow) {
  Recording program;
  program.thread(0).make_current(7).thread(1).make_current(8);
  program.thread(0).tell_size(300, 200).thread(1).tell_size(40, 30).draw().swap(8);
  EXPECT_EQ(flow(program), "0{7=300x200 8=40x30@1} . -");
}

TEST(SizeLookahead, WhatComesAfterASwapIsHeldFromTheBatchOnThatDrawsIntoTheWindow) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).cut();
  program.draw().swap(7);
  program.viewport(0, 0, 60, 40).cut();
  program.viewport(0, 0, 60, 40).cut();
  program.draw().cut();
  program.draw().swap(7);
  EXPECT_EQ(flow(program), "- | - | 0{7=30x20} 1 | 2 | 3 | - . 4{7=60x40} 5");
}

TEST(SizeLookahead, HeldBatchesAreReleasedWhenTheirNumberReachesTheLimit) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).draw().cut();
  for (std::size_t i = 0; i < SizeLookahead::kMaxHeldBatches; ++i) program.draw().cut();
  program.draw().cut();
  std::string all = "0{7=30x20}";
  for (std::size_t i = 1; i <= SizeLookahead::kMaxHeldBatches; ++i) all.append(" ").append(std::to_string(i));
  std::string expected = "-";
  for (std::size_t i = 1; i < SizeLookahead::kMaxHeldBatches; ++i) expected += " | -";
  EXPECT_EQ(flow(program), expected + " | " + all + " | 257 . -");
}

TEST(SizeLookahead, HeldBatchesAreReleasedWhenTheirBytesReachTheLimit) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).draw().cut();
  SizeLookahead lookahead;
  std::vector<PlannedBatch> ready;
  for (const std::size_t bytes : {SizeLookahead::kMaxHeldBytes / 2, SizeLookahead::kMaxHeldBytes}) {
    EXPECT_TRUE(ready.empty());
    auto batch = std::make_unique<loaders::Batch>();
    program.fill(*batch, 0);
    batch->pinned_bytes = bytes;
    lookahead.push(std::move(batch), ready);
  }
  EXPECT_EQ(ready.size(), 2u);
}

}  // namespace
}  // namespace replay
