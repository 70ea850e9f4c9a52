#include "replay/session/trace_facts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "glbindings/signature.h"
#include "replay/calls/context_attributes.h"
#include "replay/calls/frame_calls.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;

constexpr std::uint64_t kEglOpenGlApi = 0x30A2;

class Gatherer {
 public:
  explicit Gatherer(const loaders::FunctionTable& functions) : functions_(functions) {}

  void follow(const Call& call) {
    if (!call.is(loaders::kDerived)) count(call);
    if (!unswapped_.has_swap()) unswapped_.follow(call);
    if (call.is(loaders::kEndsFrame)) count_frame();
    if (call.is(loaders::kEndsFrame) || facts_.swaps == 0) facts_.end_of_last_frame = call.number;
    if (const auto change = change_of_current(call)) {
      current_[call.thread] = change->drawable;
      if (change->drawable != 0) drawable(change->drawable);
      return;
    }
    if (const auto drawable = drawable_of_swap(call)) {
      ++this->drawable(*drawable).swaps;
      return;
    }
    switch (call.function) {
      case FunctionId::eglBindAPI: apis_[call.thread] = call.args[0].u == kEglOpenGlApi ? Api::kGl : Api::kGles2; break;
      case FunctionId::wip15DrawableSize:
      case FunctionId::glDrawableSizeWIP15: set_size(current_[call.thread], call.args[0].i, call.args[1].i); break;
      case FunctionId::replayBindCanvas:
        if (!facts_.drawables.contains(call.args[0].u))
          ++facts_.contexts[{kWebGl.major, kWebGl.minor, profile_name(kWebGl)}];
        drawable(call.args[0].u);
        [[fallthrough]];
      case FunctionId::replayDrawableSize: set_size(call.args[0].u, call.args[1].i, call.args[2].i); break;
      case FunctionId::glXCreatePbuffer:
      case FunctionId::glXCreateGLXPbufferSGIX:
      case FunctionId::eglCreatePbufferSurface:
        if (const auto made = size_hint(call)) set_size(made->drawable, made->width, made->height);
        break;
      case FunctionId::replayPresentCanvases:
        for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) ++drawable(canvas).swaps;
        break;
      default:
        if (const auto request = requested_context(call, api_of(call.thread))) {
          ++facts_.contexts[{request->major, request->minor, profile_name(*request)}];
        }
    }
  }

  TraceFacts finish() {
    if (facts_.frames == 0 && facts_.calls > 0) facts_.frames = 1;
    facts_.unswapped = unswapped_.place();
    if (facts_.unswapped) facts_.end_of_last_frame = facts_.unswapped->call;
    for (std::uint32_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      facts_.calls_by_function[functions_[i].name] += counts_[i];
      if (functions_[i].id == FunctionId::kUnknown) facts_.unknown_functions.insert(functions_[i].name);
      else count_origin(glbindings::signature(functions_[i].id));
    }
    return std::move(facts_);
  }

 private:
  // A damaged file can name any number of drawables and threads. Those above this number are counted as one.
  static constexpr std::size_t kMaxNamed = 4096;

  DrawableFacts& drawable(std::uint64_t id) {
    const auto known = facts_.drawables.find(id);
    if (known != facts_.drawables.end()) return known->second;
    return facts_.drawables.size() < kMaxNamed ? facts_.drawables[id] : other_drawables_;
  }

  void count(const Call& call) {
    ++facts_.calls;
    const bool is_named = facts_.calls_by_thread.size() < kMaxNamed || facts_.calls_by_thread.contains(call.thread);
    ++(is_named ? facts_.calls_by_thread[call.thread] : other_calls_);
    if (call.recorded >= counts_.size()) counts_.resize(call.recorded + 1);
    ++counts_[call.recorded];
  }

  void count_frame() {
    ++facts_.frames;
    ++facts_.swaps;
  }

  void count_origin(const glbindings::Signature& signature) {
    facts_.gl_version = std::max<int>(facts_.gl_version, signature.gl_version);
    facts_.es_version = std::max<int>(facts_.es_version, signature.es_version);
    const bool only_es =
        !facts_.contexts.empty() && std::all_of(facts_.contexts.begin(), facts_.contexts.end(),
                                                [](const auto& c) { return std::get<2>(c.first) == "es"; });
    const int version = only_es ? signature.es_version : signature.gl_version;
    const std::string_view extensions = signature.extensions(), extension = extensions.substr(0, extensions.find(' '));
    if (version == 0 && extension.starts_with("GL_")) facts_.extensions.emplace(extension);
  }

  Api api_of(std::uint32_t thread) const {
    const auto found = apis_.find(thread);
    return found == apis_.end() ? Api::kGles2 : found->second;
  }

  void set_size(std::uint64_t drawable, std::int64_t width, std::int64_t height) {
    if (drawable == 0 || width <= 0 || height <= 0) return;
    DrawableFacts& facts = this->drawable(drawable);
    facts.width = static_cast<int>(width);
    facts.height = static_cast<int>(height);
  }

  const loaders::FunctionTable& functions_;
  TraceFacts facts_;
  UnswappedFrame unswapped_;
  DrawableFacts other_drawables_;
  std::uint64_t other_calls_ = 0;
  std::vector<std::uint64_t> counts_;  // the number of calls, by recorded function
  std::unordered_map<std::uint32_t, std::uint64_t> current_;
  std::unordered_map<std::uint32_t, Api> apis_;  // what eglBindAPI has set, by thread
};

}  // namespace

TraceFacts gather_facts(loaders::CallSource& source) {
  Gatherer gatherer(source.functions());
  loaders::Batch batch;
  while (source.read(batch) == loaders::ReadStatus::kBatch) {
    for (const Call& call : batch.calls) gatherer.follow(call);
  }
  return gatherer.finish();
}

}  // namespace replay
