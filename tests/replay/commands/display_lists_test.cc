// Display lists that call others, by their recorded names, by a base, and before the others exist; and that bind
// textures.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class DisplayLists : public ProgramTest {
 public:
  static constexpr int kBase = 1000, kLetter = 'A', kText = 5;

  // List 'A' draws blue, and list base + 'A' draws green.
  DisplayLists() {
    scene.window(8, 8).clear(kRedColor);
    scene.trace.call("glGenLists(range)", {128}).returns(kBase);
    list(kLetter, [&] { scene.fill(kBlueColor); });
    list(kBase + kLetter, [&] { scene.fill(kGreenColor); });
  }

  template <class Contents>
  void list(int name, const Contents& contents) {
    constexpr int kCompile = 0x1300;
    scene.trace.call("glNewList(list, mode)", {name, en(kCompile)});
    contents();
    scene.trace.call("glEndList()", {});
  }
  void base(int base) { scene.trace.call("glListBase(base)", {base}); }
  void text(const std::string& letters) {
    constexpr int kUnsignedByte = 0x1401;
    scene.trace.call("glCallLists(n, type, lists)", {letters.size(), en(kUnsignedByte), blob(letters)});
  }
  void call(int name) { scene.trace.call("glCallList(list)", {name}); }
  void push() {
    constexpr int kListBit = 0x20000;
    scene.trace.call("glPushAttrib(mask)", {bits(kListBit)});
  }
  void pop() { scene.trace.call("glPopAttrib()", {}); }

  Pixel seen(const std::vector<std::string>& more = {"--strict"}) {
    const unsigned last = scene.trace.enter("glFlush()", {});
    scene.trace.leave(last);
    write("scene.trace", scene.bytes());
    std::vector<std::string> arguments = {"scene.trace", "--call", std::to_string(last), "-o", "picture.png"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome.code == 0 ? pixel_of(read_png(path("picture.png")), 3, 3) : Pixel{};
  }

  ApitraceScene scene;
  Outcome outcome;
};

TEST_F(DisplayLists, AreCalledByABase) {
  base(kBase);
  text("A");
  EXPECT_EQ(seen(), kGreen);
}

TEST_F(DisplayLists, TheAttributeStackRestoresTheBase) {
  push();
  base(kBase);
  pop();
  text("A");
  EXPECT_EQ(seen(), kBlue);
}

TEST_F(DisplayLists, ABaseInAListIsNotSetBeforeTheListIsCalled) {
  list(kText, [&] { base(kBase); });
  text("A");
  EXPECT_EQ(seen(), kBlue);
  call(kText);
  text("A");
  EXPECT_EQ(seen(), kGreen);
}

TEST_F(DisplayLists, AListThatSetsTheBaseCallsByIt) {
  list(kText, [&] {
    push();
    base(kBase);
    text("A");
    pop();
  });
  call(kText);
  EXPECT_EQ(seen(), kGreen);
  text("A");
  EXPECT_EQ(seen(), kBlue) << "the list restores the base";
}

TEST_F(DisplayLists, AListCallsByTheBaseAtTheTimeOfItsCall) {
  list(kText, [&] { text("A"); });
  base(kBase);
  call(kText);
  EXPECT_EQ(seen(), kGreen);
}

TEST_F(DisplayLists, AListMayCallAListThatIsMadeLater) {
  constexpr int kLater = 6;
  list(kText, [&] { call(kLater); });
  call(kText);
  EXPECT_EQ(seen(), kRed);
  list(kLater, [&] { scene.fill(kGreenColor); });
  call(kText);
  EXPECT_EQ(seen(), kGreen);
}

TEST_F(DisplayLists, AListThatWasDeletedDrawsNothing) {
  scene.trace.call("glDeleteLists(list, range)", {kBase, 128});
  base(kBase);
  text("A");
  EXPECT_EQ(seen(), kRed);
}

// Whether the list calls itself depends on the base, which is set after the list was made.
TEST_F(DisplayLists, AListThatCallsItselfByABaseIsNotCalled) {
  list(kBase, [&] { text(std::string(8, '\0')); });
  base(kBase);
  call(kBase);
  EXPECT_EQ(seen({}), kRed);
  EXPECT_TRUE(contains(outcome.out, "glCallList")) << outcome.out;
}

// A glPopAttrib in the list restores the base 0.
TEST_F(DisplayLists, AListThatCallsItselfByABaseFromTheStackIsNotCalled) {
  list(kText, [&] { text(std::string(8, static_cast<char>(kText))); });
  list(kText + 1, [&] {
    pop();
    call(kText);
  });
  push();
  base(kBase);
  call(kText + 1);
  EXPECT_EQ(seen({}), kRed);
  EXPECT_TRUE(contains(outcome.out, "glCallList")) << outcome.out;
}

class TexturesInLists : public DisplayLists {
 public:
  static constexpr int kTexture2d = 0x0DE1, kTexture = 700;

  TexturesInLists() {
    bind(kTexture);
    image(kGreenColor);
    list(kText, [&] { bind(kTexture); });
  }
  void bind(int texture) { scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), texture}); }
  void remove() { scene.trace.call("glDeleteTextures(n, textures)", {1, items({kTexture})}); }
  // Of one pixel.
  void image(const Color& color) {
    constexpr int kRgba = 0x1908, kUnsignedByte = 0x1401, kMinFilter = 0x2801, kNearest = 0x2600;
    std::string pixel;
    for (const double channel : {color.red, color.green, color.blue, 1.0}) pixel += static_cast<char>(channel * 255);
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(kTexture2d), 0, en(kRgba), 1, 1, 0, en(kRgba), en(kUnsignedByte), blob(pixel)});
    scene.trace.call("glTexParameteri(target, pname, param)", {en(kTexture2d), en(kMinFilter), en(kNearest)});
  }
  // The texture that the list binds.
  Pixel seen_through_list() {
    bind(0);
    call(kText);
    return seen_through_texture();
  }
  Pixel seen_through_texture() {
    scene.trace.call("glEnable(cap)", {en(kTexture2d)});
    scene.fill({1, 1, 1});
    return seen();
  }
};

TEST_F(TexturesInLists, AListBindsTheTextureThatWasMadeAgainWithItsName) {
  remove();
  bind(kTexture);
  image(kBlueColor);
  EXPECT_EQ(seen_through_list(), kBlue);
}

TEST_F(TexturesInLists, AListBindsTheTextureThatGotItsName) {
  remove();
  scene.trace.call("glGenTextures(n, textures)", {1, items({kTexture})});
  bind(kTexture);
  image(kBlueColor);
  EXPECT_EQ(seen_through_list(), kBlue);
}

TEST_F(TexturesInLists, AListMakesADeletedTextureAnew) {
  remove();
  call(kText);
  image(kBlueColor);
  bind(0);
  bind(kTexture);
  EXPECT_EQ(seen_through_texture(), kBlue);
}

TEST_F(TexturesInLists, ATextureThatAListHasMadeCanBeDeleted) {
  remove();
  call(kText);
  image(kBlueColor);
  remove();
  EXPECT_EQ(seen_through_texture(), (Pixel{255, 255, 255, 255})) << "no texture is bound";
}

}  // namespace
}  // namespace replay
