// Arguments: the arguments of a live call as C. GL has not got the call yet, or has just answered: what pointers lead
// to is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "glbindings/signature.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/export_c/folder.h"
#include "replay/export_c/forms.h"
#include "replay/export_c/object_names.h"
#include "replay/export_c/uniforms.h"

namespace replay {

// Functions and enums that the text of a program names, and that it has to declare.
struct Used {
  std::set<glbindings::FunctionId> functions;
  std::map<std::string, std::uint64_t> enums;  // of extensions, which headers may lack
};

struct WrittenCall {
  std::vector<std::string> arguments;
  std::vector<std::string> before;  // statements that the arguments need
  // The parameter through which GL gives new names, and how many.
  struct NewNames {
    std::size_t parameter = 0, count = 0;
  };
  std::vector<NewNames> names;
};

class Arguments {
 public:
  Arguments(Dispatcher& dispatcher, Variables& variables, ExportFolder& folder, Used& used)
      : objects(variables),
        uniforms(dispatcher, variables),
        dispatcher_(dispatcher),
        folder_(folder),
        used_(used) {}

  WrittenCall write(glbindings::FunctionId function, LiveArguments arguments);

  // A pointer to a copy of `bytes`: an array in the text, or a blob.
  std::string memory(const glbindings::ParamInfo& param, std::span<const std::byte> bytes);
  // The same for bytes of which nothing more is known.
  std::string memory(std::span<const std::byte> bytes);

  // While it is set, glReadPixels reads the picture.
  bool reads_picture = false;
  ObjectNames objects;
  Uniforms uniforms;
  std::map<std::uint64_t, std::size_t> handles;  // of bindless textures, and EGLImages: value -> variable

 private:
  struct Call {
    glbindings::FunctionId function;
    const glbindings::Signature& signature;
    LiveArguments arguments;
    WrittenCall& out;
  };

  std::string argument(Call& call, std::size_t i);
  std::string value(Call& call, std::size_t i, const Form& form);
  std::string location(Call& call, std::size_t i, std::size_t program_argument, bool is_current);
  std::string block(Call& call, std::size_t i, const Form& form);
  std::string pointer(Call& call, std::size_t i, const Form& form);
  std::string array(Call& call, std::size_t i, std::uint64_t count);
  std::string parameters(Call& call, std::size_t i);
  std::string names(const glbindings::ParamInfo& param, const void* from, std::uint64_t count);
  std::string pixels(Call& call, std::size_t i, const Form& form);
  std::string packed(Call& call, std::size_t i, const Form& form);
  std::string indirect(Call& call, std::size_t i, const Form& form);
  std::string evaluator(Call& call, std::size_t i, const Form& form);
  std::string by_registry(Call& call, std::size_t i);
  std::string text(Call& call, std::size_t i);
  std::string texts(Call& call, std::size_t i);
  std::string many_indices(Call& call, std::size_t i);
  std::string bytes_at(Call& call, std::size_t i, std::uint64_t count);

  bool takes_offset(BufferTarget target, std::uint32_t binding);
  PixelStore store(bool packs);
  void note_enums(const glbindings::ParamInfo& param, const std::string& text, std::uint64_t value);

  Dispatcher& dispatcher_;
  ExportFolder& folder_;
  Used& used_;
};

}  // namespace replay
