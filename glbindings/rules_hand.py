"""Functions with a handler in replay/handlers/, by family. rules.py explains the rows.

The name of a handler is the function's name in snake_case, without "gl" and the vendor's suffix: glMapBufferRange ->
map_buffer_range. The suffix stays when the function without it has different parameters: glGetTextureImageEXT ->
get_texture_image_ext.
"""

from rules import Hand

BINDINGS = [
    Hand(
        "glBindBuffer glBindBufferBase glBindBufferRange glDeleteBuffers",
        "which buffers are bound decides whether a pointer is an offset",
    ),
    Hand(
        "glBindBuffer(Base|Range)(EXT|NV) glBindBufferOffset(EXT|NV)",
        "which buffers are bound decides whether a pointer is an offset",
    ),
    Hand(
        "glBindVertexArray(APPLE)? glDeleteVertexArrays(APPLE)? glVertexArrayElementBuffer glClientActiveTexture",
        "which vertex array is bound decides whether a pointer is an offset, too",
    ),
    Hand("glBindFramebuffer(EXT|OES)? glDeleteFramebuffers(EXT|OES)?", "framebuffer 0 is not always the driver's 0"),
    Hand(
        "glDrawBuffer glDrawBuffers(NV)? glReadBuffer(NV)? glNamedFramebufferDrawBuffer glNamedFramebufferDrawBuffers"
        " glNamedFramebufferReadBuffer glFramebufferDrawBuffers?EXT glFramebufferReadBufferEXT",
        "GL_BACK means something else where an object stands for the window",
    ),
    Hand("glPopAttrib", "restores which buffers of the window are drawn into and read"),
]

PROGRAMS = [
    Hand(
        "glUseProgram glBindProgramPipeline(EXT)? glDeleteProgramPipelines(EXT)? glActiveShaderProgram(EXT)?",
        "uniform locations belong to the program that is current",
    ),
    Hand(
        "glLinkProgram glProgramBinary glCreateShaderProgramv(EXT)? glUseProgramStages(EXT)?",
        "after linking, locations can be matched",
    ),
    Hand(
        "glAttachShader glDetachShader glBindAttribLocation",
        "a program that asks for locations late is linked again with the recorded ones, with its shaders",
    ),
    Hand("glShaderSource", "the lengths of the strings are checked together with the strings"),
    Hand("glShaderBinary", "drivers trust binaries of their own formats"),
    Hand("glUniformSubroutinesuiv", "indices by stage, which the driver numbers"),
    Hand(
        "glGetUniformLocation glGetAttribLocation glGetUniformBlockIndex glGetProgramResourceIndex"
        " glGetProgramResourceLocation glGetSubroutineIndex glGetSubroutineUniformLocation glGetFragDataLocation"
        " glGetActiveUniform glGetActiveUniformName glGetActiveUniformsiv glGetUniformIndices glGetActiveAttrib"
        " glGetActiveUniformBlockName glGetActiveUniformBlockiv glGetProgramResourceName glGetProgramResourceiv"
        " glGetActiveSubroutineName glGetActiveSubroutineUniformName",
        "the answer of the recording driver is mapped to the answer of the live one",
    ),
]

MEMORY = [
    Hand(
        "glMapBuffer glMapBufferRange glMapNamedBuffer(EXT)? glMapNamedBufferRange(EXT)? glUnmapBuffer glUnmapNamedBuffer(EXT)?"
        " glFlushMappedBufferRange glFlushMappedNamedBufferRange(EXT)? glFlushMappedBufferRangeAPPLE",
        "recorded addresses lead to live memory",
    ),
    Hand("glMultiDrawElements glMultiDrawElementsBaseVertex", "an array of offsets or of client memory"),
    Hand(
        "glMultiModeDrawArraysIBM glMultiModeDrawElementsIBM",
        "each draw has a mode of its own, with a stride",
        handler="multi_mode_draw",
    ),
    Hand(
        "glPixelStore[if] glPushClientAttrib glPopClientAttrib glClientAttribDefaultEXT glPushClientAttribDefaultEXT",
        "sizes of images follow from the pixel store state",
    ),
    Hand("glGetBufferSubData glGetNamedBufferSubData(EXT)?", "they write into memory of the traced program"),
    Hand(
        "glGetTexImage glGetnTexImage(ARB)? glGetTextureImage(EXT)? glGetTextureSubImage glGetMultiTexImageEXT"
        " glGetCompressedTexImage glGetnCompressedTexImage(ARB)? glGetCompressedTextureImage(EXT)?"
        " glGetCompressedTextureSubImage glGetCompressedMultiTexImageEXT",
        "writing into a pixel buffer matters, writing into client memory does not",
    ),
    Hand("glFeedbackBuffer glSelectBuffer glRenderMode", "GL writes into the memory later"),
]

LISTS = [
    Hand(
        "glNewList glEndList glCallList glCallLists glGenLists glDeleteLists glListBase",
        "names are a base and an offset, and lists may call each other without end",
    ),
]

SYNCS_AND_QUERIES = [
    Hand("glClientWaitSync", "the recording waited for so long; the replay waits for the same result"),
    Hand(
        "glGetQueryObject(iv|uiv|i64v|ui64v)(EXT)? glGetQueryBufferObject(iv|uiv|i64v|ui64v) glGetSynciv",
        "a program may have waited in a loop for the result",
    ),
    Hand("glBeginConditionalRender(NVX?)?", "pictures are taken beside it", handler="begin_conditional_render"),
    Hand("glEndConditionalRender(NVX?)?", "the same", handler="end_conditional_render"),
    Hand("glGetError", "the recorded answer shows which of our errors are new"),
    Hand("glGetString glGetStringi glGetIntegerv", "the answers show what the recorded driver had"),
    Hand(
        "glXGetProcAddress(ARB)? eglGetProcAddress wglGetProcAddress",
        "the answers show what the recorded driver had",
        handler="get_proc_address",
    ),
]

BINDLESS = [
    Hand("glGetTextureHandle(ARB|NV) glGetImageHandle(ARB|NV) glGetTextureSamplerHandle(ARB|NV)", "64-bit names"),
    Hand("glMake(Texture|Image)Handle(Non)?Resident(ARB|NV|IMG)?", "64-bit names"),
    Hand("gl(Program)?UniformHandleui64v?(ARB|NV|IMG) glGetTexture(Sampler)?HandleIMG", "64-bit names"),
]

IMAGES = [
    Hand(
        "glEGLImageTargetTexture2DOES glEGLImageTargetRenderbufferStorageOES glEGLImageTargetTexStorageEXT"
        " glEGLImageTargetTextureStorageEXT",
        "they use images of another API",
    ),
    Hand("glTexImage2D", "recorders write one for the contents of an image of another API"),
]

ARRAYS = [
    Hand("glEnableClientState glEnableVertexAttribArray(ARB)?", "an array without storage would be read at address 0"),
    Hand("glArrayElement(EXT)?", "recorders lose the arrays that it reads, and drivers do not check how long they are"),
    Hand("glBegin glEnd", "glArrayElement depends on whether a primitive is open"),
]

ACCUMULATION = [
    Hand("glAccum glClear", "surfaces without a display have no accumulation buffer"),
]

STATE = [
    Hand("glEnable glDisable", "the replayer uses the debug output itself"),
    Hand(
        "glDebugMessageCallback(ARB|KHR|AMD)? glDebugMessageControl(ARB|KHR)?",
        "the replayer uses the debug output itself",
    ),
]

NON_REGISTRY = [
    Hand("memcpy", "writes through mapped buffers", handler="recorded_memcpy"),
    Hand("malloc", "memory of the recorded process", handler="recorded_malloc"),
    Hand("free", "memory of the recorded process", handler="recorded_free"),
    Hand("realloc", "memory of the recorded process", handler="recorded_realloc"),
    Hand(
        "wip15(DrawableSize|BeginTest|EndTest|TestFB|Expect.*) gl(DrawableSize|CurrentTest|TestFB)WIP15",
        "WIP15's own calls",
    ),
    Hand("replay(?!Event$|Mark$|Backtrace$)[A-Z].*", "loaders derive these calls"),
]

GLX = [
    Hand(
        "glXCreateContext glXCreateContextAttribsARB glXCreateNewContext glXCreateContextWithConfigSGIX glXDestroyContext",
        "contexts",
    ),
    Hand("glXMakeCurrent glXMakeContextCurrent glXMakeCurrentReadSGI", "the current context and its drawables"),
    Hand("glXSwapBuffers glXSwapBuffersMscOML", "the frame's end"),
    Hand("glXCreatePbuffer glXCreateGLXPbufferSGIX", "drawables that say their size"),
    Hand(
        "glXCreateWindow glXCreatePixmap glXCreateGLXPixmapWithConfigSGIX",
        "drawables that say their config",
        handler="glx_create_drawable",
    ),
    Hand("glXChooseVisual", "the attributes of configs"),
    Hand("glXChooseFBConfig(SGIX)?", "the attributes of configs", handler="glx_choose_fb_config"),
    Hand("glXGetConfig glXGetFBConfigAttrib(SGIX)?", "the attributes of configs", handler="config_answer"),
    Hand("glXGetVisualFromFBConfig(SGIX)?", "two names of a config", handler="glx_get_visual_from_fb_config"),
    Hand("glXGetFBConfigFromVisualSGIX", "two names of a config", handler="glx_get_fb_config_from_visual"),
    Hand("glXBindTexImageEXT", "recorders write a glTexImage2D of what X has", handler="glx_bind_tex_image"),
    Hand(
        "glXReleaseTexImageEXT",
        "here it shows that the recorder wrote no such glTexImage2D",
        handler="glx_release_tex_image",
    ),
    Hand("glXDestroy(Window|Pixmap|GLXPixmap|Pbuffer|GLXPbufferSGIX)", "drawables", handler="glx_destroy_drawable"),
]

EGL = [
    Hand(
        "eglBindAPI eglCreateContext eglDestroyContext eglMakeCurrent eglReleaseThread eglCreatePbufferSurface eglDestroySurface"
        " eglSwapBuffers",
        "contexts and surfaces",
    ),
    Hand(
        "eglCreateWindowSurface eglCreatePlatform(Window|Pixmap)Surface(EXT)? eglCreatePixmapSurface",
        "surfaces that say their config",
        handler="egl_create_window_surface",
    ),
    Hand("eglChooseConfig", "the attributes of configs"),
    Hand("eglGetConfigAttrib", "the attributes of configs", handler="config_answer"),
    Hand("eglCreateImage(KHR)?", "textures that share their storage", handler="egl_create_image"),
    Hand("eglDestroyImage(KHR)?", "textures that share their storage", handler="egl_destroy_image"),
    Hand("eglBindTexImage", "a texture of what a pbuffer has", handler="egl_bind_tex_image"),
    Hand("eglReleaseTexImage", "such a texture loses its image", handler="egl_release_tex_image"),
    Hand("eglSwapBuffersWithDamage(EXT|KHR)", "the damage is a hint", handler="egl_swap_buffers"),
]

# A device context, or the context itself, stands for the window.
WGL_CGL = [
    Hand("wglCreateContext wglCreateLayerContext", "contexts", handler="wgl_create_context"),
    Hand("wglCreateContextAttribsARB", "contexts", handler="wgl_create_context_attribs"),
    Hand("wglDeleteContext wglShareLists wglMakeCurrent", "contexts"),
    Hand("wglMakeContextCurrent(ARB|EXT)", "as wglMakeCurrent", handler="wgl_make_context_current"),
    Hand("wglChoosePixelFormat(ARB|EXT)", "the attributes of formats", handler="wgl_choose_pixel_format_attribs"),
    Hand("wglGetPixelFormatAttribiv(ARB|EXT)", "the attributes of formats", handler="config_answer"),
    Hand("(wgl)?ChoosePixelFormat", "the attributes of formats", handler="wgl_choose_pixel_format"),
    Hand("(wgl)?SetPixelFormat", "the format of a window", handler="wgl_set_pixel_format"),
    Hand("wglCreatePbuffer(ARB|EXT)", "drawables that say their size", handler="wgl_create_pbuffer"),
    Hand("wglGetPbufferDC(ARB|EXT)", "the name by which a pbuffer is drawn to", handler="wgl_get_pbuffer_dc"),
    Hand("wglBindTexImageARB", "a texture of what a pbuffer has", handler="wgl_bind_tex_image"),
    Hand("wglReleaseTexImageARB", "such a texture loses its image", handler="wgl_release_tex_image"),
    Hand("wglDestroyPbuffer(ARB|EXT)", "drawables", handler="wgl_destroy_pbuffer"),
    Hand("wglSwapBuffers wglSwapLayerBuffers", "the frame's end", handler="wgl_swap_buffers"),
    Hand("CGLCreateContext", "contexts", handler="cgl_create_context"),
    Hand("CGLDestroyContext CGLReleaseContext", "contexts", handler="cgl_destroy_context"),
    Hand("CGLSetCurrentContext", "contexts", handler="cgl_set_current_context"),
    Hand("CGLFlushDrawable", "the frame's end", handler="cgl_flush_drawable"),
]

HAND = (
    BINDINGS
    + PROGRAMS
    + MEMORY
    + ARRAYS
    + IMAGES
    + ACCUMULATION
    + LISTS
    + SYNCS_AND_QUERIES
    + BINDLESS
    + STATE
    + NON_REGISTRY
    + GLX
    + EGL
    + WGL_CGL
)
