"""Functions that are not issued again: rightly (Ignored), or because nobody has taught us (Unsupported).

What leaves no trace in GL (traits.py: kNoSideEffects) is ignored without a row here, unless rules_hand.py has it.
See rules.py for what a row means.
"""

from rules import Ignored, Unsupported

IGNORED = [
    Ignored("glGetError eglGetError", "the driver's own errors are looked at after each call"),
    Ignored("glGetDebugMessageLog(ARB|KHR|AMD)? glDebugMessageEnableAMD", "debug output stays ours"),
    Ignored("glGetGraphicsResetStatus.* glGetPerf.* glGetFirstPerf.*", "about the driver"),
    Ignored("glGet(n)?(Histogram|Minmax|SeparableFilter|ConvolutionFilter|PixelMap|PolygonStipple|ColorTable)(fv|uiv|usv|xv)?(ARB|EXT|SGI)?",
            "memory of the traced program"),
    Ignored("glMulticastGetQueryObject.*NV", "the results went to the traced program"),
    Ignored("glFinishObjectAPPLE glFinishAsyncSGIX", "waits for what was ignored or is finished anyway"),
    Ignored("glObject(Unp|P)urgeableAPPLE", "would let the driver drop the contents"),
    Ignored("glFrameTerminatorGREMEDY glHintPGI", "for debuggers and old drivers"),
    Ignored("glSetContextCapsWIP15 wip15PrintTestResults", "they say nothing"),
    Ignored("glVertexArrayRange(NV|APPLE) glFlushVertexArrayRange(NV|APPLE) glVertexArrayParameteriAPPLE glTextureRangeAPPLE",
            "where client memory lies: a hint for speed"),
    Ignored("gl(Flush)?PixelDataRangeNV", "where client memory lies: a hint for speed"),
    Ignored("gl.*Instruments(Buffer)?SGIX gl(Gen|Delete)?QueryResourceTagNV glPointAlongPathNV", "queries by other names"),
    Ignored("glSetMultisamplefvAMD", "sample positions are the driver's"),
]

UNSUPPORTED = [
    Unsupported("gl.*(Memory|Semaphore)(Fd|Win32Handle|Win32Name)EXT gl(Acquire|Release)KeyedMutexWin32EXT glImportSyncEXT",
                "handles of another process"),
    Unsupported("glVDPAU.*", "surfaces of another program"),
    Unsupported("glCreateSyncFromCLeventARB", "an object of OpenCL"),
    Unsupported("glDrawVkImageNV glGetVkProcAddrNV gl(Signal|Wait)Vk(Semaphore|Fence)NV", "objects of Vulkan"),
    Unsupported("gl(Named)?BufferStorageExternalEXT", "memory of another program"),
    Unsupported(
        "gl(NewObjectBuffer|UpdateObjectBuffer|FreeObjectBuffer|ArrayObject|VariantArrayObject|VertexAttribArrayObject|MapObjectBuffer"
        "|UnmapObjectBuffer)ATI", "object buffers have a name space of their own"),
    Unsupported("gl(Variant.*|SetInvariant|SetLocalConstant|GenSymbols|Bind.*Parameter|ShaderOp[123]|Swizzle|WriteMask|InsertComponent"
                "|ExtractComponent|EnableVariantClientState|DisableVariantClientState)EXT", "symbols of EXT_vertex_shader"),
    Unsupported("gl(Element|DrawElementArray|DrawRangeElementArray|MultiDrawElementArray|MultiDrawRangeElementArray)(Pointer)?(APPLE|ATI)",
                "an element array set as a pointer"),
    Unsupported("gl(Color|Normal|TexCoord|Vertex)PointervINTEL gl.*PointerListIBM glMultiModeDraw.*IBM", "arrays of pointers"),
    Unsupported("glReplacementCode.*SUN", "never seen"),
    Unsupported("glMap(ControlPoints|VertexAttrib[12][fd])(NV|APPLE) glDeformationMap3[fd]SGIX", "evaluators of one vendor"),
    Unsupported("glTex(Sub)?Image4DSGIS", "four dimensions"),
    Unsupported("glIglooInterfaceSGIX gl.*AsyncMarkers?SGIX glPollAsyncSGIX", "never seen"),
    Unsupported("gl.*(DrawCommands|CommandList).*NV glStateCaptureNV gl(Create|Delete)StatesNV", "command lists hold GPU addresses"),
    Unsupported("gl.*BindlessNV gl.*BindlessCountNV glBufferAddressRangeNV", "GPU addresses"),
    Unsupported("gl.*VideoCapture.*NV glPresentFrame.*NV", "video hardware"),
    Unsupported("glTransformFeedback(StreamAttribs|Varyings)NV", "varyings by a number that the driver chose"),
    Unsupported("gl(Stencil|Cover|StencilThenCover)(Fill|Stroke)PathInstancedNV glPath(Glyphs|GlyphRange|GlyphIndexArray|GlyphIndexRange"
                "|MemoryGlyphIndexArray)NV", "path names in arrays of varying type; fonts of another machine"),
    Unsupported("glShadingRateSampleOrderCustomNV", "length by rate and samples"),
    Unsupported("glAsync.*NVX gl.*Semaphoreui64NVX glUploadGpuMaskNVX glCreateProgressFenceNVX glLGPU.*NVX", "several GPUs, experimental"),
    Unsupported("gl.*NamesAMD glQueryObjectParameteruiAMD", "names of kinds that another argument says"),
    Unsupported("glSelectPerfMonitorCountersAMD glMapTexture2DINTEL glUnmapTexture2DINTEL glSyncTextureINTEL", "the driver's numbers or memory"),
    Unsupported("glEx(t|tGet).*QCOM", "a debugger's queries"),
]

# EGL, WGL and CGL wait for their handlers; GLX is in rules_hand.py. Queries are ignored by their trait.
WINDOW_SYSTEM = [
    Unsupported("egl(Create|Destroy)(Context|.*Surface.*) eglMakeCurrent eglSwapBuffers.* eglBindAPI eglReleaseThread eglCopyBuffers",
                "no EGL handlers yet"),
    Unsupported("egl(Create|Destroy)(Image|Sync).* egl(Bind|Release)TexImage", "no EGL handlers yet"),
    Unsupported("wgl(Create|Delete|Destroy)(Layer|Pbuffer)?Context.* wglDeleteContext wglMake(Context)?Current.* wglShareLists wglSwap.*Buffers"
                " wglCopyContext", "no WGL handlers yet"),
    Unsupported("wgl(Create|Destroy)Pbuffer.* wglUseFont(Bitmaps|Outlines).* wgl(Bind|Release)TexImageARB wgl(Choose|Set)PixelFormat.*",
                "no WGL handlers yet"),
    Unsupported("CGL(Create|Destroy|Retain|Release)(Context|PBuffer) CGLSetCurrentContext CGLFlushDrawable CGLChoosePixelFormat"
                " CGLTexImage.* CGLSet(PBuffer|OffScreen|FullScreen.*) CGLCopyContext", "no CGL handlers yet"),
    Unsupported("glX.*AssociatedContext.*AMD glXBlitContextFramebufferAMD glX(Named)?Copy(Image|Buffer)SubDataNV",
                "from one context to another"),
    Ignored("glX.* egl.* wgl.* CGL.* (Choose|Describe|Get|Set|GetEnhMetaFile)PixelFormat SwapBuffers", "display, events and queries: nothing that GL keeps"),
]

LEFT_OUT = IGNORED + WINDOW_SYSTEM + UNSUPPORTED
