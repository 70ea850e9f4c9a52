"""Functions that no Khronos registry has: those that only file formats have, those that our loaders derive, and CGL.

Each has a C prototype and one line of explanation. It gets a FunctionId and a Signature like any other function, and
rules.py says what the replayer does with it.
"""

NON_REGISTRY = [
    # apitrace records memory of the traced program. GL traces contain only memcpy, which writes to a mapped buffer.
    ("void memcpy(void* dest, const void* src, size_t n)", "n bytes of a mapped buffer changed"),
    ("void* malloc(size_t size)", "client memory that later memcpy calls write to"),
    ("void free(void* ptr)", "the program freed such memory"),
    ("void* realloc(void* ptr, size_t size)", "the program changed the size of such memory"),
    # WIP15 has the tracer's own calls, and the wip15Expect family of checks, which its test-suite writes.
    (
        "void wip15DrawableSize(GLint width, GLint height)",
        "the current drawable's size from here on; -1, -1 without a drawable",
    ),
    ("void wip15BeginTest(const GLchar* name)", "the calls up to wip15EndTest are one test"),
    ("void wip15EndTest()", "end of a test"),
    ("void wip15PrintTestResults()", "the tracer's own replayer prints how many tests passed"),
    (
        "void wip15TestFB(const GLchar* name, const void* color, const void* depth)",
        "the back buffer holds these RGBA8 and 32-bit depth values, bottom row first",
    ),
    (
        "void wip15ExpectPropertyi64(GLenum objType, GLuint object, const GLchar* property, GLuint64 index, GLint64 value)",
        "the integer state that an object must have; objType 0 stands for the context",
    ),
    (
        "void wip15ExpectPropertyd(GLenum objType, GLuint object, const GLchar* property, GLuint64 index, GLdouble value)",
        "the same for floating-point state",
    ),
    (
        "void wip15ExpectPropertybv(GLenum objType, GLuint object, const GLchar* property, GLuint64 index, GLsizeiptr size,"
        " const void* data)",
        "the same for bytes",
    ),
    (
        "void wip15ExpectAttachment(const GLchar* text)",
        "the call before must have made the tracer's own replayer print this",
    ),
    ("void glDrawableSizeWIP15(GLint width, GLint height)", "old name of wip15DrawableSize"),
    ("void glCurrentTestWIP15(const GLchar* name)", "old name of wip15BeginTest"),
    ("void glTestFBWIP15(const GLchar* name, const void* color, const void* depth)", "old name of wip15TestFB"),
    ("void glSetContextCapsWIP15()", "written once for each context, without a meaning"),
    # Our own functions, which loaders derive from what a file says in addition to its calls (CallFlag::kDerived).
    ("void replayDrawableSize(XID drawable, GLint width, GLint height)", "a drawable's size from here on"),
    (
        "void replayUniformLocation(GLuint program, const GLchar* name, GLint location)",
        "location that the recording driver gave",
    ),
    (
        "void replayUniformBlockIndex(GLuint program, const GLchar* name, GLuint index)",
        "index that the recording driver gave",
    ),
    (
        "void replaySubroutineIndex(GLuint program, GLenum stage, const GLchar* name, GLuint index)",
        "the same for a subroutine",
    ),
    (
        "void replaySubroutineUniformLocation(GLuint program, GLenum stage, const GLchar* name, GLint location)",
        "the same for a subroutine uniform",
    ),
    (
        "void replayBufferContents(GLenum target, GLintptr offset, const void* data)",
        "bytes the program wrote through a map",
    ),
    (
        "void replayNamedBufferContents(GLuint buffer, GLintptr offset, const void* data)",
        "the same for a buffer by name",
    ),
    (
        "void replayBacktrace(const GLchar* const* frames)",
        "where the program made the call that follows, innermost frame first",
    ),
    ("void replayFrameEnd()", "a frame end that no call of the recording marks"),
    # Our own functions for what WTF records of a web page in addition to GL calls.
    ("void replayEvent()", "an event that calls nothing of GL; the arguments are the file's"),
    ("void replayMark(const GLchar* name, const GLchar* value)", "a place that the recorded program gave a name"),
    (
        "void replayUnknownObject()",
        "a call about an object whose making was not recorded; the arguments are the file's",
    ),
    (
        "void replayCreateCanvas(GLuint canvas, GLboolean alpha, GLboolean depth, GLboolean stencil, GLboolean antialias,"
        " GLboolean preserve)",
        "a WebGL context with its drawing buffer; preserve: showing the buffer does not clear it",
    ),
    (
        "void replayBindCanvas(GLuint canvas, GLsizei width, GLsizei height)",
        "the canvas that all calls from here on are for, and its size; 0 x 0: that is not known",
    ),
    (
        "void replayPresentCanvases(GLuint frame, GLsizei count, const GLuint* canvases)",
        "the browser shows what was drawn into these",
    ),
    (
        "void replayGuardedDrawArrays(GLenum mode, GLint first, GLsizei count, GLsizei instances, GLsizei short_count,"
        " const GLuint* short_arrays)",
        "nothing is drawn if the program reads one of these attributes: their arrays are too short",
    ),
    (
        "void replayGuardedDrawElements(GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instances,"
        " GLsizei short_count, const GLuint* short_arrays)",
        "the same with indices",
    ),
    (
        "void replayZeroBuffer(GLenum target, GLsizeiptr size)",
        "the storage that the bound buffer has just got is all zeros",
    ),
    ("void replayZeroRenderbuffer(GLenum target)", "the same for a renderbuffer: colours and stencil 0, depth 1"),
]

# Functions that opengl32.dll exports. The registry only has gdi32's functions, which have the same names without "wgl".
WGL = [
    "BOOL wglSwapBuffers(HDC hdc)",
    "DWORD wglSwapMultipleBuffers(UINT n, const void* ps)",
    "INT wglChoosePixelFormat(HDC hdc, const PIXELFORMATDESCRIPTOR* ppfd)",
    "INT wglDescribePixelFormat(HDC hdc, INT iPixelFormat, UINT nBytes, PIXELFORMATDESCRIPTOR* ppfd)",
    "INT wglGetPixelFormat(HDC hdc)",
    "BOOL wglSetPixelFormat(HDC hdc, INT iPixelFormat, const PIXELFORMATDESCRIPTOR* ppfd)",
]

# Apple's window-system interface, as far as tracers record it. CGLError is an int.
CGL = [
    "CGLError CGLChoosePixelFormat(const CGLPixelFormatAttribute* attribs, CGLPixelFormatObj* pix, GLint* npix)",
    "CGLError CGLDestroyPixelFormat(CGLPixelFormatObj pix)",
    "CGLError CGLDescribePixelFormat(CGLPixelFormatObj pix, GLint pix_num, CGLPixelFormatAttribute attrib, GLint* value)",
    "CGLPixelFormatObj CGLRetainPixelFormat(CGLPixelFormatObj pix)",
    "void CGLReleasePixelFormat(CGLPixelFormatObj pix)",
    "GLuint CGLGetPixelFormatRetainCount(CGLPixelFormatObj pix)",
    "CGLPixelFormatObj CGLGetPixelFormat(CGLContextObj ctx)",
    "CGLError CGLCreateContext(CGLPixelFormatObj pix, CGLContextObj share, CGLContextObj* ctx)",
    "CGLError CGLDestroyContext(CGLContextObj ctx)",
    "CGLContextObj CGLRetainContext(CGLContextObj ctx)",
    "void CGLReleaseContext(CGLContextObj ctx)",
    "GLuint CGLGetContextRetainCount(CGLContextObj ctx)",
    "CGLError CGLCopyContext(CGLContextObj src, CGLContextObj dst, GLbitfield mask)",
    "CGLError CGLSetCurrentContext(CGLContextObj ctx)",
    "CGLContextObj CGLGetCurrentContext()",
    "CGLShareGroupObj CGLGetShareGroup(CGLContextObj ctx)",
    "CGLError CGLFlushDrawable(CGLContextObj ctx)",
    "CGLError CGLClearDrawable(CGLContextObj ctx)",
    "CGLError CGLUpdateContext(CGLContextObj ctx)",
    "CGLError CGLSetFullScreen(CGLContextObj ctx)",
    "CGLError CGLSetFullScreenOnDisplay(CGLContextObj ctx, uint32_t display_mask)",
    "CGLError CGLSetOffScreen(CGLContextObj ctx, GLsizei width, GLsizei height, GLint rowbytes, void* baseaddr)",
    "CGLError CGLGetOffScreen(CGLContextObj ctx, GLsizei* width, GLsizei* height, GLint* rowbytes, void** baseaddr)",
    "CGLError CGLSetSurface(CGLContextObj gc, GLint cid, GLint wid, GLint sid)",
    "CGLError CGLGetSurface(CGLContextObj gc, GLint* cid, GLint* wid, GLint* sid)",
    "CGLError CGLCreatePBuffer(GLsizei width, GLsizei height, GLenum target, GLenum internalFormat, GLint max_level,"
    " CGLPBufferObj* pbuffer)",
    "CGLError CGLDestroyPBuffer(CGLPBufferObj pbuffer)",
    "CGLError CGLDescribePBuffer(CGLPBufferObj obj, GLsizei* width, GLsizei* height, GLenum* target, GLenum* internalFormat,"
    " GLint* mipmap)",
    "CGLPBufferObj CGLRetainPBuffer(CGLPBufferObj pbuffer)",
    "void CGLReleasePBuffer(CGLPBufferObj pbuffer)",
    "GLuint CGLGetPBufferRetainCount(CGLPBufferObj pbuffer)",
    "CGLError CGLTexImagePBuffer(CGLContextObj ctx, CGLPBufferObj pbuffer, GLenum source)",
    "CGLError CGLSetPBuffer(CGLContextObj ctx, CGLPBufferObj pbuffer, GLenum face, GLint level, GLint screen)",
    "CGLError CGLGetPBuffer(CGLContextObj ctx, CGLPBufferObj* pbuffer, GLenum* face, GLint* level, GLint* screen)",
    "CGLError CGLTexImageIOSurface2D(CGLContextObj ctx, GLenum target, GLenum internal_format, GLsizei width, GLsizei height,"
    " GLenum format, GLenum type, IOSurfaceRef ioSurface, GLuint plane)",
    "CGLError CGLQueryRendererInfo(GLuint display_mask, CGLRendererInfoObj* rend, GLint* nrend)",
    "CGLError CGLDestroyRendererInfo(CGLRendererInfoObj rend)",
    "CGLError CGLDescribeRenderer(CGLRendererInfoObj rend, GLint rend_num, CGLRendererProperty prop, GLint* value)",
    "CGLError CGLEnable(CGLContextObj ctx, CGLContextEnable pname)",
    "CGLError CGLDisable(CGLContextObj ctx, CGLContextEnable pname)",
    "CGLError CGLIsEnabled(CGLContextObj ctx, CGLContextEnable pname, GLint* enable)",
    "CGLError CGLSetParameter(CGLContextObj ctx, CGLContextParameter pname, const GLint* params)",
    "CGLError CGLGetParameter(CGLContextObj ctx, CGLContextParameter pname, GLint* params)",
    "CGLError CGLSetVirtualScreen(CGLContextObj ctx, GLint screen)",
    "CGLError CGLGetVirtualScreen(CGLContextObj ctx, GLint* screen)",
    "CGLError CGLSetGlobalOption(CGLGlobalOption pname, const GLint* params)",
    "CGLError CGLGetGlobalOption(CGLGlobalOption pname, GLint* params)",
    "CGLError CGLSetOption(CGLGlobalOption pname, GLint param)",
    "CGLError CGLGetOption(CGLGlobalOption pname, GLint* param)",
    "CGLError CGLLockContext(CGLContextObj ctx)",
    "CGLError CGLUnlockContext(CGLContextObj ctx)",
    "void CGLGetVersion(GLint* majorvers, GLint* minorvers)",
    "const char* CGLErrorString(CGLError error)",
]
