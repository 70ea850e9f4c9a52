// Handles that are used for two objects, also of different kinds. No tracer does that, but damaged files do.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/loaders/load_text.h"
#include "tests/webgl_page.h"

namespace loaders::wtf::webgl {
namespace {

using tests::WebglPage;
using namespace tests;  // GL's numbers

constexpr int kHandle = 10, kOtherProgram = 11, kLocation = 12;

struct Kind {
  const char* name;
  std::function<void(WebglPage&, int)> make;
  std::function<void(WebglPage&)> bind;  // what has kHandle
};

const Kind kKinds[] = {
    {"buffer", [](WebglPage& page, int handle) { page.call("createBuffer", {handle}); },
     [](WebglPage& page) {
       page.call("bindBuffer", {kArrayBuffer, kHandle});
     }},
    {"element buffer", [](WebglPage& page, int handle) { page.call("createBuffer", {handle}); },
     [](WebglPage& page) {
       page.call("bindBuffer", {kElementArrayBuffer, kHandle});
     }},
    {"framebuffer", [](WebglPage& page, int handle) { page.call("createFramebuffer", {handle}); },
     [](WebglPage& page) {
       page.call("bindFramebuffer", {0x8d40, kHandle});
     }},
    {"renderbuffer", [](WebglPage& page, int handle) { page.call("createRenderbuffer", {handle}); },
     [](WebglPage& page) {
       page.call("bindRenderbuffer", {0x8d41, kHandle});
     }},
    {"texture", [](WebglPage& page, int handle) { page.call("createTexture", {handle}); },
     [](WebglPage& page) {
       page.call("bindTexture", {kTexture2d, kHandle});
     }},
    {"cube map", [](WebglPage& page, int handle) { page.call("createTexture", {handle}); },
     [](WebglPage& page) {
       page.call("bindTexture", {0x8513, kHandle});
     }},
    {"vertex array", [](WebglPage& page, int handle) { page.call("createVertexArrayOES", {handle}); },
     [](WebglPage& page) { page.call("bindVertexArrayOES", {kHandle}); }},
    {"shader",
     [](WebglPage& page, int handle) {
       page.call("createShader", {0x8b31, handle});
     },
     [](WebglPage& page) {
       page.call("shaderSource", {kHandle, "attribute vec4 a; void main() { gl_Position = a; }"});
       page.call("attachShader", {kOtherProgram, kHandle});
     }},
    {"program", [](WebglPage& page, int handle) { page.call("createProgram", {handle}); },
     [](WebglPage& page) {
       page.link(kHandle, nullptr).call("getUniformLocation", {kHandle, "u", kLocation});
       page.call("useProgram", {kHandle});
     }},
    {"location",
     [](WebglPage& page, int handle) {
       page.call("getUniformLocation", {kOtherProgram, "u" + std::to_string(handle), handle});
     },
     [](WebglPage& page) {
       page.call("useProgram", {kOtherProgram}).call("uniform1f", {kHandle, 1.5});
     }},
};

// Calls that use what is bound, attached or in use.
void use_everything(WebglPage& page) {
  for (const auto target : {kArrayBuffer, kElementArrayBuffer}) {
    page.call("bufferData", {target, 100, nullptr, kStaticDraw});
    page.call("bufferSubData", {target, 4, bytes("0123")});
  }
  page.call("vertexAttribPointer", {0, 2, kFloat, 0, 0, 0}).call("enableVertexAttribArray", {0});
  for (const auto target : {kTexture2d, 0x8513u})
    page.call("texParameteri", {target, 0x2801, 0x2601}).call("generateMipmap", {target});
  page.call("texImage2D", {kTexture2d, 0, kRgba, 3, 3, 0, kRgba, kUnsignedByte, nullptr, "null"});
  page.call("renderbufferStorage", {0x8d41, 0x8056, 8, 8});
  page.call("uniform1f", {kLocation, 1.5}).call("uniform1f", {kHandle, 1.5});
  page.link(kOtherProgram, nullptr).call("detachShader", {kOtherProgram, kHandle}).call("linkProgram", {kHandle});
  page.call("drawArrays", {kTriangles, 0, 3})
      .call("drawElements", {kTriangles, 3, kUnsignedShort, 0})
      .call("clear", {kColorBit});
  for (const char* kind : {"Buffer", "Framebuffer", "Renderbuffer", "Texture", "Shader", "Program"}) {
    page.call(std::string("delete") + kind, {kHandle});
  }
  page.call("deleteVertexArrayOES", {kHandle}).call("clear", {kColorBit});
}

// The list of the bound kind is shorter than those of the other kinds, so an index of one of those would be beyond its
// end.
TEST(Handles, MadeAgainAsAnotherKind) {
  constexpr int kMany = 5000;
  for (const Kind& first : kKinds) {
    for (const Kind& second : kKinds) {
      SCOPED_TRACE(std::string(first.name) + ", then " + second.name);
      WebglPage page;
      page.canvas(1, 8, 4).call("createProgram", {kOtherProgram}).link(kOtherProgram, nullptr);
      first.make(page, kHandle);
      first.bind(page);
      for (int i = 0; i < kMany; ++i) second.make(page, 100 + i);
      second.make(page, kHandle);
      use_everything(page);
      second.bind(page);
      use_everything(page);
      const tests::Loaded loaded = tests::load(page.file(WtfKind::kChunked));
      EXPECT_FALSE(loaded.error);
      EXPECT_FALSE(loaded.refused);
    }
  }
}

// The object that was bound under the handle stays bound, as in GL. Its size is remembered, and the new object has
// none.
TEST(Handles, TheOldObjectStaysBound) {
  WebglPage page;
  page.canvas(1, 8, 4).call("createTexture", {kHandle}).call("bindTexture", {kTexture2d, kHandle});
  page.call("texImage2D", {kTexture2d, 0, kRgba, 3, 3, 0, kRgba, kUnsignedByte, nullptr, "null"});
  page.call("createTexture", {kHandle}).call("generateMipmap", {kTexture2d}).call("bindTexture", {kTexture2d, kHandle});
  page.call("generateMipmap", {kTexture2d});
  const std::string text = tests::load(page.file()).text;
  const std::size_t refused = text.find("generateMipmap(target = 3553)");
  const std::size_t made = text.find("generateMipmap(target = GL_TEXTURE_2D)");
  EXPECT_NE(refused, text.npos) << "3 x 3 pixels have no mipmaps\n" << text;
  EXPECT_NE(made, text.npos) << text;
  EXPECT_LT(refused, made);
}

}  // namespace
}  // namespace loaders::wtf::webgl
