// Arguments: the arguments of a live call as C. GL has not got the call yet, or has just answered: what pointers lead
// to is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "glbindings/signature.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/export_c/constants.h"
#include "replay/export_c/forms.h"
#include "replay/export_c/object_names.h"
#include "replay/export_c/uniforms.h"

namespace replay {

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
        constants(folder, used),
        dispatcher_(dispatcher),
        used_(used) {}

  WrittenCall write(glbindings::FunctionId function, LiveArguments arguments);

  // While it is set, glReadPixels reads the picture.
  bool reads_picture = false;
  ObjectNames objects;
  Uniforms uniforms;
  Constants constants;
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

  Dispatcher& dispatcher_;
  Used& used_;
};

}  // namespace replay
