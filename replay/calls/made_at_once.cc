#include "replay/calls/made_at_once.h"

#include <bitset>
#include <string_view>

#include "replay/calls/function_list.h"

namespace replay {
namespace {

// Lists for for_each_function(). Calls that are missing here count as part of the list.
constexpr std::string_view kMadeAtOnce[] = {
    "gl{Vertex,Normal,Color,Index,EdgeFlag,TexCoord}Pointer gl{SecondaryColor,FogCoord}Pointer{,EXT} "
    "glInterleavedArrays",
    "glVertexAttribPointer{,ARB} glVertexAttribIPointer{,EXT} gl{Enable,Disable}VertexAttribArray{,ARB}",
    "gl{Enable,Disable}ClientState glClientActiveTexture{,ARB} gl{Push,Pop}ClientAttrib",
    "glGenerateMipmap{,EXT} glPixelStore{f,i} glFinish glFlush glGetError",
    "glGen{Lists,Textures} glIs{Enabled,List,Texture} glGetString glGet{Boolean,Double,Float,Integer}v",
    "glBindBuffer{,ARB} gl{Gen,Delete}Buffers{,ARB} glBufferData{,ARB} glBufferSubData{,ARB} glMapBuffer{,ARB} "
    "glUnmapBuffer{,ARB}",
    "glBindBuffer{Base,Range}{,EXT} glMapBufferRange glFlushMappedBufferRange glCopyBufferSubData glBufferStorage",
    "glBindVertexArray gl{Gen,Delete}VertexArrays gl{Gen,Delete}{Framebuffers,Renderbuffers}{,EXT} "
    "glBind{Framebuffer,Renderbuffer}{,EXT} glFramebuffer{Texture{,1D,2D,3D},Renderbuffer}{,EXT} "
    "glRenderbufferStorage{,EXT,Multisample} glCheckFramebufferStatus{,EXT}",
};

using Functions = std::bitset<static_cast<std::size_t>(glbindings::FunctionId::kCount)>;

Functions functions() {
  Functions functions;
  for (const std::string_view list : kMadeAtOnce) {
    for_each_function(list, [&](glbindings::FunctionId id) { functions.set(static_cast<std::size_t>(id)); });
  }
  return functions;
}

}  // namespace

bool is_made_at_once_in_lists(glbindings::FunctionId function) {
  static const Functions kFunctions = functions();
  return kFunctions.test(static_cast<std::size_t>(function));
}

}  // namespace replay
