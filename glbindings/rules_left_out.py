"""Functions that are not issued, because nothing is lost (Ignored) or because we do not know how to (Unsupported).

Queries that leave no trace in GL (traits.py: kNoSideEffects) are ignored without a row here, unless rules_hand.py has
a row for them. rules.py explains the rows.
"""

from rules import Ignored, Unsupported

IGNORED = [
    Ignored("eglGetError", "SDL makes surfaces and contexts, and asks for itself"),
    Ignored("glGetFragDataIndex(EXT)? glGetProgramResourceLocationIndex(EXT)?", "numbers that only queries use"),
    Ignored("glXUseXFont glXCopyContext", "the file does not contain what X has"),
    Ignored("glGetDebugMessageLog(AMD|ARB|KHR)? glDebugMessageEnableAMD", "the replayer uses the debug output itself"),
    Ignored("glGetGraphicsResetStatus(ARB|EXT|KHR)?", "it asks about the driver"),
    Ignored(
        "glGetn?(ColorTable|ConvolutionFilter|Histogram|Minmax|SeparableFilter)(ARB|EXT|SGI)?"
        " glGetn?(PixelMap(f|ui|us|x)v|PolygonStipple)(ARB)?",
        "they write into memory of the traced program",
    ),
    Ignored("glMulticastGetQueryObject.*NV", "it writes into memory of the traced program"),
    Ignored(
        "gl.*Instruments(Buffer)?SGIX gl(Gen|Delete)QueryResourceTagNV glPointAlongPathNV", "queries by other names"
    ),
    Ignored("glFinishObjectAPPLE glFinishAsyncSGIX", "waits for what was ignored or is finished anyway"),
    Ignored("glObject(Unp|P)urgeableAPPLE", "would let the driver drop the contents"),
    Ignored("glFrameTerminatorGREMEDY glHintPGI", "only debuggers and old drivers need them"),
    Ignored("replayBacktrace", "only people need it"),
    Ignored("glSetContextCapsWIP15 wip15PrintTestResults replayEvent replayMark", "they do nothing"),
    Ignored(
        "gl(Flush)?(VertexArrayRange|PixelDataRange)(APPLE|NV) glVertexArrayParameteriAPPLE glTextureRangeAPPLE",
        "where client memory lies: a hint for speed",
    ),
    Ignored("glSetMultisamplefvAMD", "sample positions are the driver's"),
]

# Rows in rules_hand.py come before these. Queries are ignored because of their trait.
WINDOW_SYSTEM = [
    Unsupported(
        "wglCopyContext wglUseFont(Bitmaps|Outlines).* wgl.*AssociatedContext.*AMD",
        "the file does not contain what Windows has",
    ),
    Unsupported("wglSwapMultipleBuffers", "an array of structures"),
    Unsupported(
        "CGLCopyContext CGLTexImage.* CGL(Create|Destroy|Set|Retain|Release)P[Bb]uffer CGLSet(OffScreen|FullScreen.*)",
        "surfaces of Apple's window system",
    ),
    Ignored(
        "eglCreatePixmapSurfaceHI egl(Create|Destroy)(Image|Sync).* eglCopyBuffers",
        "images of other devices and syncs are not in the file",
    ),
    Unsupported(
        "glX.*AssociatedContext.*AMD glXBlitContextFramebufferAMD glX(Named)?Copy(Buffer|Image)SubDataNV",
        "they copy from one context to another",
    ),
    Ignored(
        "glX.* egl.* wgl.* CGL.* (Get|GetEnhMetaFile|Describe)PixelFormat SwapBuffers",
        "display, events and gdi32's names: nothing that GL keeps",
    ),
]

UNSUPPORTED = [
    Unsupported(
        "gl.*(Memory|Semaphore)(Fd|Win32Handle|Win32Name)EXT gl(Acquire|Release)KeyedMutexWin32EXT glImportSyncEXT",
        "handles of another process",
    ),
    Unsupported("gl(Named)?BufferStorageExternalEXT", "memory of another program"),
    Unsupported("glVDPAU.*", "surfaces of another program"),
    Unsupported("glCreateSyncFromCLeventARB", "an object of OpenCL"),
    Unsupported("glDrawVkImageNV gl(Signal|Wait)Vk(Semaphore|Fence)NV", "objects of Vulkan"),
    Unsupported(
        "gl.*(DrawCommands|CommandList).*NV glStateCaptureNV gl(Create|Delete)StatesNV",
        "command lists hold GPU addresses",
    ),
    Unsupported("gl.*Bindless(Count)?NV glBufferAddressRangeNV", "GPU addresses"),
    Unsupported("gl.*VideoCapture.*NV glPresentFrame.*NV", "video hardware"),
    Unsupported(
        "glAsync.*NVX gl.*Semaphoreui64NVX glUploadGpuMaskNVX glCreateProgressFenceNVX glLGPU.*NVX",
        "several GPUs, experimental",
    ),
    Unsupported("glSelectPerfMonitorCountersAMD gl(Map|Unmap|Sync)Texture(2D)?INTEL", "the driver's numbers or memory"),
    # Names that the maps of objects do not cover.
    Unsupported(
        "gl(New|Update|Free|Map|Unmap)ObjectBufferATI gl(Variant|VertexAttrib)?ArrayObjectATI",
        "object buffers have a name space of their own",
    ),
    Unsupported(
        "gl(Variant.*|Set(Invariant|LocalConstant)|GenSymbols|Bind.*Parameter|(En|Dis)ableVariantClientState)EXT",
        "symbols of EXT_vertex_shader",
    ),
    Unsupported("gl(ShaderOp[123]|Swizzle|WriteMask|(Insert|Extract)Component)EXT", "symbols of EXT_vertex_shader"),
    Unsupported("gl.*NamesAMD glQueryObjectParameteruiAMD", "names of kinds that another argument says"),
    Unsupported("glTransformFeedback(StreamAttribs|Varyings)NV", "varyings by a number that the driver chose"),
    Unsupported(
        "gl(Stencil|Cover|StencilThenCover)(Fill|Stroke)PathInstancedNV", "path names in arrays of varying type"
    ),
    Unsupported("glPath(Memory)?Glyph.*NV", "fonts of another machine"),
    Unsupported("gl.*AsyncMarkers?SGIX glPollAsyncSGIX", "markers of one vendor's hardware"),
    # Memory of a shape that no policy describes.
    Unsupported(
        "gl(Multi)?Draw(Range)?ElementArray(APPLE|ATI) glElementPointer(APPLE|ATI)", "an element array set as a pointer"
    ),
    Unsupported("gl.*PointervINTEL gl.*PointerListIBM", "arrays of pointers"),
    Unsupported(
        "glMapControlPointsNV glMapVertexAttrib[12][df]APPLE glDeformationMap3[df]SGIX", "evaluators of one vendor"
    ),
    Unsupported("glTex(Sub)?Image4DSGIS", "four dimensions"),
    Unsupported("glShadingRateSampleOrderCustomNV", "length by rate and samples"),
    Unsupported("glReplacementCode.*SUN glIglooInterfaceSGIX glFeedbackBufferxOES", "never seen"),
    Unsupported("glExt(Get|Is|TexObject).*QCOM", "a debugger's queries"),
]

LEFT_OUT = IGNORED + WINDOW_SYSTEM + UNSUPPORTED
