"""Finds the FunctionTrait bits of a function by its name.

kEndsFrame, kRenders and kSetsTarget follow apitrace's naming rules, because users give call sets such as `*/draw` and
expect the same calls from every tool. kRendersBeside is our own: other functions that change pixels, which a search
for the first bad call needs.
"""

import re

ROWS = [
    (trait, re.compile(pattern))
    for trait, pattern in [
        ("kEndsFrame", r"glXSwapBuffers(MscOML)?|eglSwapBuffers(WithDamage(EXT|KHR))?|wglSwap(Layer|Multiple)?Buffers"),
        ("kEndsFrame", r"CGLFlushDrawable|glFrameTerminatorGREMEDY|replayFrameEnd|replayPresentCanvases"),
        ("kRenders", r"gl([A-Z][a-z]+)*Draw(Range|Mesh)?(Arrays|Elements)([A-Z][a-zA-Z]*)?"),
        ("kRenders", r"gl(CallLists?|Clear|End|DrawPixels|BlitFramebuffer|Rect[dfis]v?|EvalMesh[12])[A-Z]*"),
        ("kRenders", r"glDrawTransformFeedback([A-Z][a-z]+)*[A-Z]*|replayGuardedDraw(Arrays|Elements)"),
        ("kRendersBeside", r"glClear(NamedFrameb|B)uffer(iv|uiv|fv|fi)|glClearTex(Sub)?Image(EXT)?"),
        ("kRendersBeside", r"glBlitNamedFramebuffer|glBlitFramebufferLayers?EXT|glMulticastBlitFramebufferNV"),
        ("kRendersBeside", r"glDispatchCompute.*|gl(Multi)?DrawMeshTasks.*"),
        ("kRendersBeside", r"glCopy(Pixels|(Multi)?Tex(ture)?(Sub)?Image[123]D|ImageSubData|TextureLevels)[A-Z]*"),
        ("kRendersBeside", r"glGenerate(Texture|MultiTex)?Mipmap[A-Z]*"),
        ("kRendersBeside", r"glBitmap(xOES)?|glAccum(xOES)?|glRectxv?OES|glDrawTex[fisx]v?OES|glDrawTextureNV"),
        (
            "kRendersBeside",
            r"gl(Multi)?Draw(Range)?ElementArray(APPLE|ATI)|glDrawVkImageNV|glDrawCommands.*NV|glCallCommandListNV",
        ),
        ("kRendersBeside", r"gl(Stencil|Cover|StencilThenCover)(Fill|Stroke)Path(Instanced)?NV"),
        ("kSetsTarget", r"glBindFramebuffer(EXT|OES)?"),
        # Programs call these because tracers offer their extensions, even if the driver does not.
        ("kAnnotates", r"glStringMarkerGREMEDY|gl(InsertEvent|PushGroup|PopGroup)MarkerEXT|glLabelObjectEXT"),
        (
            "kAnnotates",
            r"gl(PushDebugGroup|PopDebugGroup|ObjectLabel|ObjectPtrLabel)(KHR)?|glDebugMessageInsert(AMD|ARB|KHR)?",
        ),
    ]
]

QUERIES = re.compile(
    "|".join(
        [
            r"gl(Get|Is[A-Z]|Are(Programs|Textures)Resident|Check(Named)?FramebufferStatus|Query(Matrixx|Resource)|Test(Fence|Object)).*",
            r"glX(Get|Is[A-Z]|Query).*",
            r"egl(Get|Query).*",
            r"wgl(Describe|Enum|Get|Is[A-Z]|Query).*",
            r"CGL(Describe|ErrorString|Get|Is[A-Z]|Query).*",
        ]
    )
)

# These look like queries but leave a trace: they write into a bound buffer, wait, make a handle, or clear what they
# return.
NO_QUERIES = re.compile(
    "|".join(
        [
            r"glGetn?(Compressed)?(Multi)?Tex(ture)?(Sub)?Image.*",
            r"glGetn?(ColorTable|ConvolutionFilter|Histogram|Minmax|PixelMap|PolygonStipple|SeparableFilter)(?!Parameter).*",
            r"glGetQuery(Buffer)?Object.*|glGet(Named)?BufferSubData.*|glGet(Image|Texture)(Sampler)?Handle.*",
            r"glGetError|eglGetError|glGetGraphicsResetStatus.*|glGetDebugMessageLog.*",
        ]
    )
)


def traits(name):
    """The FunctionTrait enumerators of the function `name`, without repetition."""
    found = {trait for trait, pattern in ROWS if pattern.fullmatch(name)}
    if QUERIES.fullmatch(name) and not NO_QUERIES.fullmatch(name):
        found.add("kNoSideEffects")
    return sorted(found)
