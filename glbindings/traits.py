"""FunctionTrait bits by function name.

kEndsFrame, kRenders and kSetsTarget follow apitrace's naming rules, because users give call sets such as `*/draw` and expect the
same calls from every tool. kRendersBeside is ours: what changes pixels too, for a search for the first bad call.
"""

import re

ROWS = [(trait, re.compile(pattern)) for trait, pattern in [
    ("kEndsFrame", r"glXSwapBuffers(MscOML)?|eglSwapBuffers(WithDamage(EXT|KHR))?|wglSwapBuffers|wglSwapLayerBuffers"
                   r"|wglSwapMultipleBuffers|CGLFlushDrawable|glFrameTerminatorGREMEDY|replayFrameEnd"),
    ("kRenders", r"gl([A-Z][a-z]+)*Draw(Range|Mesh)?(Arrays|Elements)([A-Z][a-zA-Z]*)?"),
    ("kRenders", r"gl(CallLists?|Clear|End|DrawPixels|DrawTransformFeedback([A-Z][a-z]+)*|BlitFramebuffer|Rect[dfis]v?|EvalMesh[12])"
                 r"[A-Z]*"),
    ("kRendersBeside", r"glClearBuffer(iv|uiv|fv|fi)|glClearNamedFramebuffer(iv|uiv|fv|fi)|glClearTex(Sub)?Image(EXT)?"),
    ("kRendersBeside", r"gl(BlitNamedFramebuffer|BlitFramebufferLayers?EXT|MulticastBlitFramebufferNV)"),
    ("kRendersBeside", r"glDispatchCompute.*"),
    ("kRendersBeside", r"glCopy(Pixels|(Multi)?Tex(ture)?(Sub)?Image[123]D|ImageSubData|TextureLevels)[A-Z]*"),
    ("kRendersBeside", r"gl(Bitmap|Accum|WindowPos.*Draw)|glAccumxOES|glBitmapxOES|glRectxv?OES|glDrawTex.*OES|glDrawTextureNV"),
    ("kRendersBeside", r"gl(Multi)?Draw(Range)?ElementArray(APPLE|ATI)|gl(Multi)?DrawMeshTasks.*|glMultiModeDraw.*"),
    ("kRendersBeside", r"gl(Stencil|Cover|StencilThenCover)(Fill|Stroke)Path.*NV|glDrawVkImageNV|glDrawCommands.*NV|glCallCommandListNV"),
    ("kRendersBeside", r"glGenerate(Texture|MultiTex)?Mipmap[A-Z]*"),
    ("kSetsTarget", r"glBindFramebuffer(EXT|OES)?"),
]]

# Queries, and the "queries" that change something: they write into a bound buffer or clear what they return.
QUERY = re.compile(r"gl(Get|Is[A-Z]|Are(Textures|Programs)Resident|Check(Named)?FramebufferStatus|TestFence|TestObject|QueryMatrixx|"
                   r"QueryResource).*|glX(Get|Query|Is[A-Z]).*|egl(Get|Query).*|wgl(Get|Query|Is[A-Z]).*|CGL(Get|Describe|Query|Is[A-Z]).*"
                   r"|CGLErrorString|wglEnum.*|wglDescribe.*")
NO_QUERY = re.compile(r"glGet(n)?(Compressed)?(Multi)?Tex(ture)?(Sub)?Image.*|glGet(n)?(Histogram|Minmax|SeparableFilter|ConvolutionFilter|"
                      r"PixelMap|PolygonStipple|ColorTable)(?!Parameter).*|glGetQuery(Buffer)?Object.*|glGetError|glGet(Texture|Image)(Sampler)?Handle.*|"
                      r"glGet(Named)?BufferSubData.*|glGetDebugMessageLog.*|glGetGraphicsResetStatus.*|eglGetError|CGLGetPBuffer")


def traits(name):
    """The FunctionTrait enumerators of the function `name`, without repetition."""
    found = {trait for trait, pattern in ROWS if pattern.fullmatch(name)}
    if QUERY.fullmatch(name) and not NO_QUERY.fullmatch(name):
        found.add("kNoSideEffects")
    return sorted(found)
