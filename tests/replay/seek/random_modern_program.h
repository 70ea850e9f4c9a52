// RandomModernProgram: a random program for the dialects of GL that have shaders and no glBegin. Besides drawing, it
// mostly makes calls that seeking tracks: clears, framebuffer objects, draw buffers, textures and masks. Some of them
// have arguments that GL refuses.
#pragma once

#include <initializer_list>
#include <memory>
#include <random>
#include <vector>

#include "loaders/stream/call_source.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/seek/asked_program.h"
#include "tests/replay/seek/crossing_calls.h"

namespace replay {

class RandomModernProgram {
 public:
  // kShared45 is kDsa45 with two contexts that share textures.
  enum Dialect : unsigned { kCore33, kDsa45, kEs3, kShared45 };
  static constexpr int kFrames = 6;

  RandomModernProgram(unsigned seed, const Answers& answers, unsigned dialect);

  std::unique_ptr<loaders::CallSource> source() const;
  const std::vector<std::byte>& file() const { return file_; }  // the recording

 private:
  static constexpr int kSize = 8;
  static constexpr int kTextures = 4, kDepths = 2, kObjects = 3, kUnits = 2;
  static constexpr int kCubeMap = 9;  // a texture of another kind
  static constexpr std::uint64_t kSecondContext = ApitraceScene::kContext + 0x100;
  struct Object {
    int color = 0, second = 0, depth = 0;
  };
  // Of a context.
  struct Bindings {
    Object objects[kObjects + 1];
    int draw = 0, read = 0, unit = 0;
    int bound[kUnits] = {};
  };

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  bool one_in(int n) { return below(n) == 0; }
  double shade() { return below(5) / 4.0; }
  void call(const char* signature, std::initializer_list<tests::at::Item> arguments) {
    calls_.call(scene_.trace, signature, arguments);
  }
  bool is_es() const { return dialect_ == kEs3; }
  bool has_names() const { return dialect_ == kDsa45 || is_shared(); }
  bool is_shared() const { return dialect_ == kShared45; }
  // Each context has programs of its own: Mesa may draw with old uniforms when another context has set them.
  int program(int name) const { return is_in_second_ ? name + 20 : name; }
  // Of a framebuffer object. Mesa shares them between contexts, which GL does not, so no name means two.
  int name_of(int object) const { return object != 0 && is_in_second_ ? object + 10 : object; }

  void begin();
  void make_context(std::uint64_t handle, std::uint64_t share);
  void make_objects();
  void switch_context();
  void make_programs();
  void make_program(int program, const char* fragments);
  void shader(int program, int name, int type, const char* text);
  void storage(int texture);
  void swap();
  void frame();
  void set_back();
  void step();
  void draw();
  void clear();
  void clear_parts();
  void viewport();
  void whole_viewport();
  void clear_buffer();
  void bind(int target, int object);
  void attach();
  void attach_depth(int depth);
  void draw_buffers();
  void bind_texture(int texture);
  void untangle();
  void copy();
  void copy_between();
  void store();
  void blit();
  void state();
  void query();
  void named();
  void refused();

  std::mt19937 random_;
  Answers answers_;
  unsigned dialect_;
  ApitraceScene scene_;
  CrossingCalls calls_;
  std::vector<std::byte> file_;
  Bindings now_, other_;
  bool is_in_second_ = false, has_used_second_ = false;
};

}  // namespace replay
