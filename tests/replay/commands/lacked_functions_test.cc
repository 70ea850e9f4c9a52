// Calls of functions that the recorded driver lacked. Tracers return a pointer for each function that they know.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kVersion = 0x1F02, kExtensions = 0x1F03, kNumExtensions = 0x821D;

class LackedFunctions : public ProgramTest {
 protected:
  LackedFunctions() { scene.window(8, 8).clear(kRedColor); }

  void told(int name, const char* text) { scene.trace.call("glGetString(name)", {en(name)}).returns(text); }
  void call_combiner() {
    scene.trace.call("glCombinerParameteriNV(pname, param)", {en(0x854E), 1});  // llvmpipe does not have it
  }
  void call_unsupported() { scene.trace.call("glVDPAUFiniNV()", {}); }
  Outcome strict() {
    scene.swap();
    write("scene.trace", scene.bytes());
    return run({"scene.trace", "--strict"});
  }

  ApitraceScene scene;
};

TEST_F(LackedFunctions, AFunctionThatTheRecordedDriverHadIsMissed) {
  told(kVersion, "2.1 NVIDIA");
  told(kExtensions, "GL_ARB_multitexture GL_NV_register_combiners GL_NV_vdpau_interop");
  call_combiner();
  call_unsupported();
  const Outcome outcome = strict();
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "glCombinerParameteriNV x1: the driver has no such function in this context"))
      << outcome.out;
}

TEST_F(LackedFunctions, AFunctionThatTheRecordedDriverLackedIsNotMissed) {
  told(kVersion, "2.1 Mesa 22.3.6");
  told(kExtensions, "GL_ARB_multitexture GL_EXT_abgr");
  call_combiner();
  call_unsupported();
  const Outcome outcome = strict();
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "glCombinerParameteriNV x1: the recorded driver had no such function either"))
      << outcome.out;
}

TEST_F(LackedFunctions, NothingIsKnownWithoutItsExtensions) {
  told(kVersion, "2.1 Mesa 22.3.6");
  call_combiner();
  EXPECT_EQ(strict().code, 1);
}

TEST_F(LackedFunctions, ExtensionsMayBeQueriedOneByOne) {
  told(kVersion, "4.5 (Core Profile) Mesa 22.3.6");
  scene.trace.call("glGetIntegerv(pname, params)", {en(kNumExtensions), none()}).out(1, items({2}));
  for (int i = 0; i < 2; ++i)
    scene.trace.call("glGetStringi(name, index)", {en(kExtensions), i}).returns(i == 0 ? "GL_ARB_a" : "GL_ARB_b");
  call_combiner();
  const Outcome outcome = strict();
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

TEST_F(LackedFunctions, AFunctionWithoutAnAddressIsNotMissed) {
  scene.trace.call("glXGetProcAddressARB(procName)", {"glCombinerParameteriNV"}).returns(null());
  call_combiner();
  EXPECT_EQ(strict().code, 0);
}

TEST_F(LackedFunctions, AFunctionWithAnAddressIsMissed) {
  scene.trace.call("glXGetProcAddressARB(procName)", {"glCombinerParameteriNV"}).returns(ptr(0x7f1234567890));
  call_combiner();
  EXPECT_EQ(strict().code, 1);
}

}  // namespace
}  // namespace replay
