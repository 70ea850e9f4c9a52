// The parts of an exported program around its statements.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "replay/base/cannot_judge.h"
#include "replay/export_c/c_text.h"
#include "replay/export_c/exporter.h"
#include "replay/export_c/runtime.h"

namespace replay {
namespace {

using glbindings::ParamInfo;
using glbindings::Signature;

// gl.h declares these, and libGL exports them.
bool is_in_gl_h(const Signature& signature) {
  const std::string_view extensions = signature.extensions();
  const bool is_old = signature.gl_version >= 10 && signature.gl_version <= 13;
  return is_old || extensions.find("GL_ARB_multitexture") != extensions.npos ||
         extensions.find("GL_ARB_imaging") != extensions.npos;
}

std::string declared_type(const ParamInfo& param) {
  return fmt::format("{}{}{}", param.is_const ? "const " : "", c_type(param.type),
                     param.indirection == 0   ? ""
                     : param.indirection == 1 ? " *"
                     : param.is_const         ? " *const *"
                                              : " **");
}

// static void (*glUseProgram)(GLuint program);
std::string declaration(const Signature& signature) {
  std::string params;
  for (const ParamInfo& param : signature.params())
    params += fmt::format("{}{} {}", params.empty() ? "" : ", ", declared_type(param), param.name());
  return fmt::format("static {} (APIENTRY *{})({});\n", declared_type(signature.result), signature.name(),
                     params.empty() ? "void" : params);
}

}  // namespace

void Exporter::write_head(std::string& out, const About& about) const {
  out += fmt::format("/* repro.c: what {} draws, as a program of its own. 'replay export-c' made it.\n",
                     c_comment(about.recording));
  out += R"(
     cc -o repro repro.c -lEGL -lGL && ./repro

   It needs no display. It prints the MD5 of the picture as 'replay --hash' does, and writes the picture as PPM.
)";
  for (const std::string& picture : about.pictures) out += fmt::format("   replay shows: {}\n", c_comment(picture));
  out += R"(
   The calls of the recording begin where the objects are declared, after the functions that every such program has. A
   comment behind a call has the number of the recorded call, and its name where that is another one. A surface without a
   display has one colour buffer, for which GL_FRONT_LEFT stands. */

)";
  out += export_runtime();
}

void Exporter::write_functions(std::string& out) const {
  out += "\n/* ---- Functions and names that libraries or headers may lack. ---- */\n\n";
  for (const auto& [name, value] : used_.enums)
    out += fmt::format("#ifndef {0}\n#define {0} {1:#x}\n#endif\n", name, value);
  std::string loads;
  for (const glbindings::FunctionId function : used_.functions) {
    const Signature& signature = glbindings::signature(function);
    if (is_in_gl_h(signature)) continue;
    out += declaration(signature);
    loads += fmt::format("  LOAD({});\n", signature.name());
  }
  out += fmt::format("\nstatic void load_functions(void) {{\n{}}}\n", loads);
}

void Exporter::write_main(std::string& out) const {
  out += "\nint main(int argc, char **argv) {\n  if (argc > 0) program_name = argv[0];\n  display = open_display();\n";
  out += "  load_functions();\n";
  for (const std::string& function : script_.functions()) out += fmt::format("  {}();\n", function);
  out += "  return 0;\n}\n";
}

void Exporter::write_program(const About& about) {
  script_.finish();
  variables_.choose_names();
  std::string text;
  write_head(text, about);
  write_functions(text);
  text += "\n/* ---- Objects of the recording. ---- */\n\n";
  text += surfaces_.formats();
  text += variables_.declarations();

  const std::filesystem::path path = folder_.unfinished(), body = folder_.hidden() / "script.tmp";
  std::ofstream out(path, std::ios::binary);
  out << text;
  std::ifstream in(body, std::ios::binary);
  for (std::string line; std::getline(in, line);) out << variables_.resolve(line) << '\n';
  text.clear();
  write_main(text);
  out << text;
  out.close();
  std::error_code error;
  std::filesystem::remove(body, error);
  if (!out) throw CannotJudge(fmt::format("cannot write '{}'", path.string()));
}

}  // namespace replay
