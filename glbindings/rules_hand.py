"""Functions with a handler in replay/handlers/, by family. See rules.py for what a row means.

The handler is the function's name in snake_case, without "gl" and the vendor's suffix: glMapBufferRange -> map_buffer_range. A
suffix stays where the function without it has other parameters: glGetTextureImageEXT -> get_texture_image_ext.
"""

from rules import Hand

BINDINGS = [
    Hand("glBindBuffer glBindBufferBase glBindBufferRange glBindBuffersBase glBindBuffersRange glDeleteBuffers",
         "which buffers are bound decides whether a pointer is an offset"),
    Hand("glBindBuffer(Base|Range)(EXT|NV) glBindBufferOffset(EXT|NV)", "the same"),
    Hand("glBindVertexArray(APPLE)? glDeleteVertexArrays(APPLE)? glVertexArrayElementBuffer", "so does the vertex array"),
    Hand("glBindFramebuffer(EXT|OES)? glDeleteFramebuffers(EXT|OES)?", "framebuffer 0 is not always the driver's 0"),
    Hand("glDrawBuffer glDrawBuffers(NV)? glReadBuffer(NV)? glNamedFramebufferDrawBuffer glNamedFramebufferDrawBuffers"
         " glNamedFramebufferReadBuffer glFramebufferDrawBuffers?EXT glFramebufferReadBufferEXT",
         "GL_BACK means something else where an object stands for the window"),
]

PROGRAMS = [
    Hand("glUseProgram glBindProgramPipeline(EXT)? glDeleteProgramPipelines(EXT)? glActiveShaderProgram(EXT)?",
         "uniform locations belong to the program that is current"),
    Hand("glLinkProgram glProgramBinary glCreateShaderProgramv(EXT)?", "after linking, locations can be matched"),
    Hand("glShaderSource", "strings and lengths in one"),
    Hand("glDeleteProgram glDeleteShader glDeleteObjectARB", "maps that hang off the program"),
    Hand("glUniformSubroutinesuiv", "indices by stage, which the driver numbers"),
    Hand("glTransformFeedbackVaryings(EXT)?", "an array of strings that some files have lost"),
    Hand("glGetUniformLocation glGetAttribLocation glGetUniformBlockIndex glGetUniformIndices glGetProgramResourceIndex"
         " glGetProgramResourceLocation(Index)? glGetSubroutineIndex glGetSubroutineUniformLocation glGetFragDataLocation"
         " glGetFragDataIndex glGetProgramResourceLocationIndexEXT glGetFragDataIndexEXT",
         "what the recording driver answered is matched with what the live one does"),
]

MEMORY = [
    Hand("glMapBuffer glMapBufferRange glMapNamedBuffer(EXT)? glMapNamedBufferRange(EXT)? glUnmapBuffer glUnmapNamedBuffer(EXT)?"
         " glFlushMappedBufferRange glFlushMappedNamedBufferRange(EXT)? glFlushMappedBufferRangeAPPLE",
         "recorded addresses lead to live memory"),
    Hand("glMultiDrawElements glMultiDrawElementsBaseVertex", "an array of offsets or of client memory"),
    Hand("glArrayElement glInterleavedArrays", "client arrays"),
    Hand("glPixelStore[if] glPushClientAttrib glPopClientAttrib glClientAttribDefaultEXT glPushClientAttribDefaultEXT",
         "sizes of images follow from the pixel store state"),
    Hand("glGetBufferSubData glGetNamedBufferSubData(EXT)?", "into memory of the traced program"),
    Hand("glGetTexImage glGetnTexImage(ARB)? glGetTextureImage(EXT)? glGetTextureSubImage glGetMultiTexImageEXT"
         " glGetCompressedTexImage glGetnCompressedTexImage(ARB)? glGetCompressedTextureImage(EXT)?"
         " glGetCompressedTextureSubImage glGetCompressedMultiTexImageEXT",
         "into a pixel buffer they count, into client memory they do not"),
    Hand("glFeedbackBuffer glSelectBuffer glRenderMode", "GL writes into the memory later"),
]

LISTS = [
    Hand("glNewList glEndList glCallList glCallLists glGenLists glDeleteLists glListBase", "names by base and offset"),
]

SYNCS_AND_QUERIES = [
    Hand("glClientWaitSync", "the recording waited for so long; the replay waits for the same result"),
    Hand("glGetQueryObject(iv|uiv|i64v|ui64v)(EXT)? glGetQueryBufferObject(iv|uiv|i64v|ui64v) glGetSynciv",
         "a program may have waited in a loop for the result"),
]

BINDLESS = [
    Hand("glGetTextureHandle(ARB|NV) glGetImageHandle(ARB|NV) glGetTextureSamplerHandle(ARB|NV)", "64-bit names"),
    Hand("glMake(Texture|Image)Handle(Non)?Resident(ARB|NV|IMG)?", "64-bit names"),
    Hand("gl(Program)?UniformHandleui64v?(ARB|NV|IMG) glGetTexture(Sampler)?HandleIMG", "64-bit names"),
]

STATE = [
    Hand("glEnable glDisable", "debug output stays ours"),
    Hand("glDebugMessageCallback(ARB|KHR|AMD)? glDebugMessageControl(ARB|KHR)?", "debug output stays ours"),
    Hand("glEGLImageTarget.*", "the image is another program's; what it showed may be in the file"),
]

PSEUDO = [
    Hand("memcpy malloc free realloc", "apitrace's regions of memory"),
    Hand("wip15(DrawableSize|BeginTest|EndTest|TestFB|Expect.*) gl(DrawableSize|CurrentTest|TestFB)WIP15", "WIP15's own calls"),
    Hand("replay[A-Z].*", "what loaders derive"),
]

GLX = [
    Hand("glXCreateContext glXCreateContextAttribsARB glXCreateNewContext glXCreateContextWithConfigSGIX glXDestroyContext"
         " glXImportContextEXT glXFreeContextEXT", "contexts"),
    Hand("glXMakeCurrent glXMakeContextCurrent glXMakeCurrentReadSGI", "the current context and its drawables"),
    Hand("glXSwapBuffers glXSwapBuffersMscOML", "the frame's end"),
    Hand("glXChooseFBConfig(SGIX)? glXGetFBConfigs glXGetFBConfigAttrib glXGetFBConfigAttribSGIX glXChooseVisual glXGetConfig"
         " glXGetVisualFromFBConfig(SGIX)?", "what they said of a config is how the drawable has to be"),
    Hand("glXCreateWindow glXDestroyWindow glXCreatePixmap glXDestroyPixmap glXCreateGLXPixmap glXCreateGLXPixmapWithConfigSGIX"
         " glXDestroyGLXPixmap glXCreatePbuffer glXDestroyPbuffer glXCreateGLXPbufferSGIX glXDestroyGLXPbufferSGIX", "drawables"),
    Hand("glXCreateGLXPixmapMESA", "as glXCreateGLXPixmap, and a colour map", handler="glx_create_glx_pixmap"),
    Hand("glXUseXFont glXBindTexImageEXT glXReleaseTexImageEXT glXCopyContext", "what X has is not in the file"),
]

HAND = BINDINGS + PROGRAMS + MEMORY + LISTS + SYNCS_AND_QUERIES + BINDLESS + STATE + PSEUDO + GLX
