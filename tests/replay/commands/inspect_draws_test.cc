// What is told of a draw: labels, blocks of uniforms, textures, vertices; in the page of `replay inspect`, and as
// files.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/replay/commands/inspect_page.h"

namespace replay {
namespace {

using namespace tests::at;

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

class InspectDraws : public InspectPage {
 protected:
  void buffer(int target, int name, const std::string& bytes) {
    scene.trace.call("glGenBuffers(n, buffers)", {1}).out(1, items({name}));
    scene.trace.call("glBindBuffer(target, buffer)", {en(target), name});
    scene.trace.call("glBufferData(target, size, data, usage)",
                     {en(target), static_cast<int>(bytes.size()), blob(bytes), en(GL_STATIC_DRAW)});
  }

  // The state of GL after the draw that is the last call but the swap.
  nlohmann::json state_at(const std::string& call) {
    write("t.trace", scene.bytes());
    const Outcome outcome = run({"t.trace", "--headless", "--state", call});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }
};

TEST_F(InspectDraws, LabelsStandBesideNamesAndAreFound) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.window(8, 4);
  program("void main() { gl_Position = gl_Vertex; }\n", "void main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }\n");
  buffer(GL_ARRAY_BUFFER, 71, "some bytes");
  label(GL_PROGRAM, kProgram, "the sky");
  label(GL_BUFFER, 71, "<b>clouds</b>");
  scene.clear(kRedColor).fill(kGreenColor);
  scene.trace.call("glBindBuffer(target, buffer)", {en(GL_ARRAY_BUFFER), 71});
  scene.trace.call("glDeleteBuffers(n, buffers)", {1, items({71})});
  scene.trace.call("glBindBuffer(target, buffer)", {en(GL_ARRAY_BUFFER), 71});
  scene.swap();
  page();
  EXPECT_TRUE(contains(in_browser("#tab=shaders"), "program 33 “the sky”: GL_VERTEX_SHADER"));
  EXPECT_TRUE(contains(in_browser("#tab=state"), "“&lt;b&gt;clouds&lt;/b&gt;”"));
  const auto found = [&](const std::string& text) {
    browser->ask("byId('find').value = '" + text + "', byId('find').dispatchEvent(new Event('input'))");
    return browser->ask("[...document.querySelectorAll('.row.hit')].map((row) => row.textContent)");
  };
  const auto clouds = found("clouds");
  // The clear and the draw with the buffer bound, what gives it the label and binds it; not what comes after its end.
  EXPECT_EQ(clouds.size(), 4u) << clouds;
  EXPECT_TRUE(contains(clouds.dump(), "buffer 71 “<b>clouds</b>”")) << clouds;
  EXPECT_GE(found("the sky").size(), 2u);
}

TEST_F(InspectDraws, UniformsInBlocksHaveTheirValues) {
  scene.window(8, 4);
  program(R"(#version 140
layout(std140) uniform Scene {
  float one;
  vec3 color;
  layout(row_major) mat2 turn;
  vec2 places[2];
  ivec2 whole;
};
void main() { gl_Position = vec4(one + turn[1][0] + places[1].x, color.xy, 1.0 + float(whole.y)); }
)",
          "#version 140\nout vec4 color;\nvoid main() { color = vec4(0.0, 0.0, 1.0, 1.0); }\n");
  std::vector<float> values(28);
  values[4] = 0.5F;                                                    // where the range begins
  values[8] = 1, values[9] = 2, values[10] = 3;                        // color, at 16
  values[12] = 10, values[13] = 20, values[16] = 30, values[17] = 40;  // rows of turn, at 32
  values[20] = 5, values[21] = 6, values[24] = 7, values[25] = 8;      // places, at 64
  std::string bytes = bytes_of(values);
  bytes += bytes_of(std::vector<int>{-1, 9});
  buffer(GL_UNIFORM_BUFFER, 72, bytes);
  scene.trace.call("glGetUniformBlockIndex(program, uniformBlockName)", {kProgram, "Scene"}).returns(0);
  scene.trace.call("glUniformBlockBinding(program, uniformBlockIndex, uniformBlockBinding)", {kProgram, 0, 2});
  // The alignment of offsets is 16 with llvmpipe; drivers that need more refuse this, and have no value.
  scene.trace.call("glBindBufferRange(target, index, buffer, offset, size)",
                   {en(GL_UNIFORM_BUFFER), 2, 72, 16, static_cast<int>(bytes.size()) - 16});
  scene.clear(kRedColor);
  const auto state = state_at("*/render");
  const auto& block = state["blocks"]["uniform_blocks"]["Scene"];
  ASSERT_TRUE(block.is_object()) << state;
  EXPECT_EQ(block["binding"], 2);
  EXPECT_EQ(block["buffer"], 72);
  EXPECT_EQ(block["offset"], 16);
  EXPECT_EQ(block["members"]["one"]["value"], 0.5);
  EXPECT_EQ(block["members"]["color"]["value"], (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(block["members"]["turn"]["value"], (std::vector<float>{10, 30, 20, 40}));  // column after column
  EXPECT_EQ(block["members"]["places[0]"]["value"], (std::vector<std::vector<float>>{{5, 6}, {7, 8}}));
  EXPECT_EQ(block["members"]["whole"]["value"], (std::vector<int>{-1, 9}));
}

// An indexed draw with a base vertex, whose positions are whole numbers; the last vertex lies outside of the buffer.
class InspectVertices : public InspectDraws {
 protected:
  void SetUp() override {
    InspectDraws::SetUp();
    scene.window(8, 4);
    program(
        "attribute vec2 place;\nuniform float size;\n"
        "void main() { gl_Position = vec4(place * size, 0.25, 1.0); }\n",
        "void main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }\n");
    scene.trace.call("glGetAttribLocation(program, name)", {kProgram, "place"}).returns(0);
    scene.trace.call("glGetUniformLocation(program, name)", {kProgram, "size"}).returns(0);
    scene.trace.call("glUniform1f(location, v0)", {0, 0.5});
    buffer(GL_ARRAY_BUFFER, 71, bytes_of(std::vector<short>{99, 99, 2, -2, -2, 2, 2, 2}));
    scene.trace.call("glVertexAttribPointer(index, size, type, normalized, stride, pointer)",
                     {0, 2, en(GL_SHORT), boolean(false), 4, null()});
    scene.trace.call("glEnableVertexAttribArray(index)", {0});
    buffer(GL_ELEMENT_ARRAY_BUFFER, 73, bytes_of(std::vector<unsigned short>{0, 1, 2, 0, 2, 7}));
    scene.clear(kRedColor);
    scene.trace.call("glDrawElementsBaseVertex(mode, count, type, indices, basevertex)",
                     {en(GL_TRIANGLES), 6, en(GL_UNSIGNED_SHORT), null(), 1});
  }
};

TEST_F(InspectVertices, ThePageHasThemAsTheyGoInAndComeOut) {
  if (!Browser::is_installed()) GTEST_SKIP() << "chromium is not installed";
  scene.swap();
  page();
  const std::string shown = in_browser("#tab=vertices");
  EXPECT_TRUE(contains(shown, "GL_TRIANGLES, 6 elements, indices GL_UNSIGNED_SHORT")) << shown;
  EXPECT_TRUE(contains(shown, "2 x GL_SHORT, buffer 71, offset 0, stride 4")) << shown;
  EXPECT_TRUE(contains(shown, "place: 1 of 4 elements lie outside of its buffer.")) << shown;
  EXPECT_TRUE(contains(shown, "<td>1</td><td>2</td><td>-2, 2</td>")) << shown;  // element 1 is vertex 2
  EXPECT_TRUE(contains(shown, "<td>5</td><td>8</td><td>?, ?</td>")) << shown;
  EXPECT_TRUE(contains(shown, "Positions as they come out (GL_TRIANGLES)")) << shown;
  EXPECT_TRUE(contains(shown, "<td>0</td><td>1, -1, 0.25, 1</td>")) << shown;
  EXPECT_FALSE(contains(shown, "99, 99")) << "a vertex that the draw does not read";
  // The mesh is drawn, and a key turns it.
  const std::string pixels = "document.querySelector('.mesh').toDataURL()";
  browser->wait_for(pixels + ".length > 1000");
  const auto before = browser->ask(pixels);
  browser->ask("document.querySelector('.mesh').focus()");
  browser->press("ArrowRight");
  browser->wait_for(pixels + " !== " + before.dump());
  EXPECT_EQ(browser->problems(), std::vector<std::string>{});
}

TEST_F(InspectVertices, StateFilesHaveWhatTheDrawReads) {
  scene.trace.call("glGenTextures(n, textures)", {1}).out(1, items({74}));
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 74});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(GL_TEXTURE_2D), 0, en(GL_RGBA8), 1, 2, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob("abcdABCD")});
  scene.trace.call("glGenTextures(n, textures)", {1}).out(1, items({75}));
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_3D), 75});
  scene.trace.call(
      "glTexImage3D(target, level, internalformat, width, height, depth, border, format, type, pixels)",
      {en(GL_TEXTURE_3D), 0, en(GL_RGBA32F), 1, 1, 2, 0, en(GL_RGBA), en(GL_FLOAT), blob(std::string(32, 'x'))});
  scene.trace.call("glDrawElementsBaseVertex(mode, count, type, indices, basevertex)",
                   {en(GL_TRIANGLES), 3, en(GL_UNSIGNED_SHORT), null(), 1});
  scene.swap();
  write("t.trace", scene.bytes());
  const Outcome outcome =
      run({"t.trace", "--headless", "--state", "*/draw", "--state-file", "states.ndjson", "--state-files", "files"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::ifstream states(path("states.ndjson"));
  std::vector<int> calls;
  for (std::string line; std::getline(states, line);) calls.push_back(nlohmann::json::parse(line)["call"].get<int>());
  ASSERT_EQ(calls.size(), 3u);  // the clear and two draws
  const auto text = [&](const std::string& name) {
    std::ifstream file(path("files/call_" + std::string(10 - std::to_string(calls[2]).size(), '0') +
                            std::to_string(calls[2]) + "/" + name),
                       std::ios::binary);
    std::ostringstream whole;
    whole << file.rdbuf();
    return whole.str();
  };
  EXPECT_EQ(text("vertices.csv"), "element,vertex,place.x,place.y\n0,1,2,-2\n1,2,-2,2\n2,3,2,2\n");
  EXPECT_EQ(text("vertices.obj"),
            "# vertices as they go in, written by replay\nv 2 -2 0\nv -2 2 0\nv 2 2 0\nf 1 2 3\n");
  EXPECT_EQ(text("buffer_73.bin"), bytes_of(std::vector<unsigned short>{0, 1, 2, 0, 2, 7}));
  EXPECT_TRUE(contains(text("program_33.vert"), "attribute vec2 place;"));
  EXPECT_TRUE(contains(text("program_33.frag"), "gl_FragColor"));
  EXPECT_TRUE(contains(text("texture_74_level_0.png"), "PNG"));
  EXPECT_TRUE(contains(text("texture_75.ktx2"), "KTX 20"));
  EXPECT_TRUE(contains(text("texture_75.ktx2"), std::string(32, 'x')));
  EXPECT_EQ(run({"t.trace", "--headless", "--state", "999999-"}).code, 125);
}

}  // namespace
}  // namespace replay
