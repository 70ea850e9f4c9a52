// Draws frames of 1920x1080 with many shaded, textured quads, or turned meshes of 81 to 1316 vertices, and depth tests:
// something to measure `replay inspect` with.
//
//   g++ -O1 tools/large_frame.cc -o large_frame -lSDL2 -lGL
//   xvfb-run -s '-screen 0 1920x1080x24' apitrace trace -o large.trace ./large_frame 2000 3      (draws, frames)
//   ... ./large_frame 2000 3 meshes
#define GL_GLEXT_PROTOTYPES
#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#include <SDL2/SDL_opengl_glext.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kWidth = 1920, kHeight = 1080, kSide = 256, kTextures = 4;

// The same numbers in each frame and each run.
struct Random {
  std::uint32_t state = 12345;
  float operator()() {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8) * (1.0F / 16777216.0F);
  }
};

constexpr const char* kVertices =
    "uniform vec4 box; uniform float z, turn; attribute vec3 p; varying vec2 t;"
    "void main() {"
    "  t = p.xy;"
    "  float x = (p.x - 0.5) * cos(turn) + p.z * sin(turn), depth = p.z * cos(turn) - (p.x - 0.5) * sin(turn);"
    "  gl_Position = vec4(box.xy + vec2(x + 0.5, p.y) * box.zw, z + 0.1 * depth, 1.0);"
    "}";
constexpr const char* kFragments =
    "uniform vec4 col; uniform sampler2D s; varying vec2 t;"
    "void main() {"
    "  float light = 0.6 + 0.4 * sin(20.0 * t.x) * cos(13.0 * t.y);"
    "  gl_FragColor = vec4(col.rgb * light * texture2D(s, t).rgb, 1.0); }";

GLuint make_program() {
  const GLuint program = glCreateProgram();
  for (const auto& [type, source] :
       {std::pair{GL_VERTEX_SHADER, kVertices}, std::pair{GL_FRAGMENT_SHADER, kFragments}}) {
    const GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glBindAttribLocation(program, 0, "p");
  glLinkProgram(program);
  glUseProgram(program);
  return program;
}

void make_textures(GLuint (&textures)[kTextures]) {
  glGenTextures(kTextures, textures);
  std::vector<std::uint8_t> pixels(std::size_t{4} * kSide * kSide);
  for (std::size_t i = 0; i < kTextures; ++i) {
    for (std::size_t k = 0; k < pixels.size(); ++k)
      pixels[k] = static_cast<std::uint8_t>(128 + ((k / 4 % kSide) ^ (k / 4 / kSide)) / (i + 2));
    glBindTexture(GL_TEXTURE_2D, textures[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, kSide, kSide, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  }
}

// Something to draw: a strip of 4 corners, or triangles with indices.
struct Shape {
  GLuint vertices = 0, indices = 0;
  GLsizei count = 4;
};

GLuint make_buffer(GLenum target, const void* bytes, std::size_t size) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(target, buffer);
  glBufferData(target, static_cast<GLsizeiptr>(size), bytes, GL_STATIC_DRAW);
  return buffer;
}

Shape make_quad() {
  constexpr float kCorners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  return {.vertices = make_buffer(GL_ARRAY_BUFFER, kCorners, sizeof kCorners)};
}

// A ball with a waist, of so many rows and columns.
Shape make_mesh(int rows, int columns) {
  std::vector<float> points;
  std::vector<std::uint16_t> indices;
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      const double up = M_PI * row / rows, around = 2 * M_PI * column / columns;
      const double radius = 0.5 * std::sin(up) * (1 - 0.3 * std::sin(3 * up));
      points.push_back(static_cast<float>(0.5 + radius * std::cos(around)));
      points.push_back(static_cast<float>(0.5 - 0.5 * std::cos(up)));
      points.push_back(static_cast<float>(radius * std::sin(around)));
      if (row == rows || column == columns) continue;
      const int at = row * (columns + 1) + column, below = at + columns + 1;
      for (const int corner : {at, below, at + 1, at + 1, below, below + 1})
        indices.push_back(static_cast<std::uint16_t>(corner));
    }
  }
  return {.vertices = make_buffer(GL_ARRAY_BUFFER, points.data(), points.size() * sizeof(float)),
          .indices = make_buffer(GL_ELEMENT_ARRAY_BUFFER, indices.data(), indices.size() * sizeof(std::uint16_t)),
          .count = static_cast<GLsizei>(indices.size())};
}

void draw(const Shape& shape) {
  glBindBuffer(GL_ARRAY_BUFFER, shape.vertices);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, shape.indices);
  if (shape.indices == 0) glDrawArrays(GL_TRIANGLE_STRIP, 0, shape.count);
  else glDrawElements(GL_TRIANGLES, shape.count, GL_UNSIGNED_SHORT, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const int draws = argc > 1 ? std::atoi(argv[1]) : 2000, frames = argc > 2 ? std::atoi(argv[2]) : 3;
  const bool has_meshes = argc > 3 && std::strcmp(argv[3], "meshes") == 0;
  SDL_Init(SDL_INIT_VIDEO);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
  SDL_Window* window = SDL_CreateWindow("large_frame", 0, 0, kWidth, kHeight, SDL_WINDOW_OPENGL);
  if (SDL_GL_CreateContext(window) == nullptr) {
    std::fprintf(stderr, "%s\n", SDL_GetError());
    return 1;
  }
  const GLuint program = make_program();
  const GLint box = glGetUniformLocation(program, "box"), depth = glGetUniformLocation(program, "z"),
              color = glGetUniformLocation(program, "col"), turn = glGetUniformLocation(program, "turn");
  GLuint textures[kTextures] = {};
  std::vector<Shape> shapes;
  if (!has_meshes) shapes.push_back(make_quad());
  for (int i = 0; has_meshes && i < 20; ++i) shapes.push_back(make_mesh(8 + i, 8 + 2 * i));
  glEnableVertexAttribArray(0);
  make_textures(textures);
  glEnable(GL_DEPTH_TEST);
  glViewport(0, 0, kWidth, kHeight);
  glClearColor(.2F, .3F, .4F, 1);
  for (int frame = 0; frame < frames; ++frame) {
    Random random;
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int i = 0; i < draws; ++i) {
      const bool is_far = i < 10;
      const float by_chance = random() * random();
      const float size = is_far ? 1.6F : 0.02F + 0.25F * by_chance;
      const float x = random() * 2 - 1 - size / 2, y = random() * 2 - 1 - size / 2;
      glBindTexture(GL_TEXTURE_2D, textures[i % kTextures]);
      glUniform4f(box, x, y, size, size * 1.5F);
      glUniform1f(depth, is_far ? .99F - static_cast<float>(i) * .001F : random() * 1.8F - .9F);
      const float red = random(), green = random(), blue = random();
      glUniform4f(color, red, green, blue, 1);
      glUniform1f(turn, has_meshes ? static_cast<float>(i) * 0.1F + static_cast<float>(frame) * 0.05F : 0.0F);
      draw(shapes[static_cast<std::size_t>(i) % shapes.size()]);
    }
    SDL_GL_SwapWindow(window);
  }
}
