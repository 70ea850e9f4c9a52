"""Rules for what the registry does not say: how to treat a parameter or a function. Start here to support a function.

Most functions need no rule: plan.py finds a policy for a scalar, an object name (`class=`), an array with a length
(`len=`) and a string by itself. The generator stops with a list of the parameters for which it finds none. Each of
them needs one of these, the first that is possible:

  1. Does the parameter name an object that the registry has no class= for? A row in objects.py.
  2. Can the parameter be described? A row in PARAMETERS below, ideally one that serves all functions of its kind.
  3. Does the function need code of its own? A row in rules_hand.py, and a handler in replay/handlers/.
  4. Must it not be issued, or do we not know how to issue it? A row in rules_left_out.py, with the reason.

Policies are C++ types of replay/dispatch/policies/; VOCABULARY in plan.py lists them. In a policy, {width} is the
position of the parameter `width`, {depth?} is that of `depth`, or -1 when the function has none, and $kind is the
kind of object that the parameter names.

Patterns are regular expressions for whole names, separated by blanks. A row also applies to the aliases, as the
registry lists them, of a function that it matches: a row for glBufferData also applies to glBufferDataARB. The first
row that matches is used. A row that matches nothing, or only what earlier rows have matched, is an error.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Param:
    """The policy for the parameters whose names match `params`, of the functions whose names match `functions`."""

    functions: str
    params: str
    policy: str
    why: str


@dataclasses.dataclass(frozen=True)
class Result:
    """The policy for a function's result."""

    functions: str
    policy: str
    why: str


@dataclasses.dataclass(frozen=True)
class Hand:
    """Functions with a handler of their own in replay/handlers/."""

    functions: str
    why: str
    handler: str = ""  # default: the function's name in snake_case, without "gl" and vendor


@dataclasses.dataclass(frozen=True)
class Ignored:
    """Functions that are not issued again, because nothing is lost without them."""

    functions: str
    why: str


@dataclasses.dataclass(frozen=True)
class Unsupported:
    """Functions that cannot be issued, so that the picture may be wrong: replay counts and names them."""

    functions: str
    why: str


# Aliases that the registry does not list. Handlers need them only where the names differ by more than a suffix.
ALIASES = {
    "glFramebufferDrawBufferEXT": "glNamedFramebufferDrawBuffer",
    "glFramebufferDrawBuffersEXT": "glNamedFramebufferDrawBuffers",
    "glFramebufferReadBufferEXT": "glNamedFramebufferReadBuffer",
    "glDrawableSizeWIP15": "wip15DrawableSize",
    "glCurrentTestWIP15": "wip15BeginTest",
    "glTestFBWIP15": "wip15TestFB",
}

# Parameters that make or delete a name.
NAMES = [
    Param(
        "glBind(Texture|MultiTexture|Renderbuffer|Sampler|TransformFeedback|Program)(ARB|EXT|OES|NV)?",
        "texture|renderbuffer|sampler|id|buffer|program",
        "BindName<$kind>",
        "binding a new name makes the object",
    ),
    Param("glBind(FragmentShaderATI|VertexShaderEXT)", "id", "BindName<$kind>", "binding a new name makes the object"),
    Param(
        "glBegin(OcclusionQuery|Query|QueryIndexed)(ARB|EXT|NV)? glQueryCounter(EXT)?",
        "id",
        "BindName<$kind>",
        "the first use of a query name makes the query",
    ),
    Param("glLoadProgramNV", "id", "BindName<$kind>", "assembly programs come to life when they are loaded"),
    Param("glSetFence(NV|APPLE)", "fence", "BindName<$kind>", "fences come to life when they are set"),
    Param(
        "gl(Compressed|Copy)?Texture.*EXT glNamed(Buffer|Renderbuffer|Program|Framebuffer).*EXT glGenerateTextureMipmapEXT",
        "texture|buffer|renderbuffer|program|framebuffer",
        "BindName<$kind>",
        "EXT_direct_state_access makes objects of unused names as binding does",
    ),
    Param(
        "glBind(Textures|Samplers|ImageTextures|BuffersBase|BuffersRange)",
        "textures|samplers|buffers",
        "BindNames<$kind,Arg<{count}>>",
        "NULL unbinds the whole range",
    ),
    Param(
        "glDeleteSync glDelete(FragmentShaderATI|VertexShaderEXT|PerfQueryINTEL)",
        "sync|id|queryHandle",
        "DeleteName<$kind>",
        "one name, not an array",
    ),
    Param("glCreateMemoryObjectsEXT", "memoryObjects", "NewNames<$kind,Arg<{n}>>", "the registry says no length"),
    Param("glCreatePerfQueryINTEL", "queryHandle", "NewNames<$kind,Fixed<1>>", "the registry says no length"),
    Param(
        "gl(Signal|Wait)SemaphoreEXT", "buffers", "Names<$kind,Arg<{numBufferBarriers}>>", "the registry has COMPSIZE()"
    ),
    Param(
        "gl(Signal|Wait)SemaphoreEXT",
        "textures",
        "Names<$kind,Arg<{numTextureBarriers}>>",
        "the registry has COMPSIZE()",
    ),
    Param("glDeletePathsNV", "path", "DeleteNameRange<$kind,Arg<{range}>>", "consecutive names, as of glGenPathsNV"),
    Result("glCreateShader glCreateProgram glCreateShaderProgramEXT glFenceSync", "NewName<$kind>", "makes an object"),
    Result(
        "glGen(FragmentShadersATI|VertexShadersEXT|PathsNV)",
        "NewNameRange<$kind,Arg<{range}>>",
        "the first of `range` consecutive names",
    ),
]

# Numbers that the driver has chosen, so they differ between drivers.
LOCATIONS = [
    Param("glUniform(Matrix)?[1-4].* glUniformui64v?NV", "location", "Location", "of the current program"),
    Param(
        "glProgramUniform.* glUniformBufferEXT glProgramPathFragmentInputGenNV",
        "location",
        "LocationOf<{program}>",
        "of a program by name",
    ),
    Param("glUniformBlockBinding", "uniformBlockIndex", "UniformBlock<{program}>", "the driver numbers them"),
    Param("glShaderStorageBlockBinding", "storageBlockIndex", "StorageBlock<{program}>", "the driver numbers them"),
]

# Names of objects whose kind another argument says.
TYPED_NAMES = [
    Param("gl.*CopyImageSubData.*", "srcName", "ImageName<{srcTarget}>", "a texture or a renderbuffer"),
    Param("gl.*CopyImageSubData.*", "dstName", "ImageName<{dstTarget}>", "a texture or a renderbuffer"),
    Param("glObjectLabel", "name", "NameOfIdentifier<{identifier}>", "any object"),
    Param("glLabelObjectEXT", "object", "NameOfIdentifier<{type}>", "any object; enums of EXT_debug_label"),
    Param("glObjectPtrLabel(KHR)?", "ptr", "Name<Kind::kSync>", "syncs are the only objects that are pointers"),
]

# Text. Tracers cut it to the length that the program gave, so the length for the driver is that of the text.
TEXT = [
    Param(
        "glPushDebugGroup glDebugMessageInsert(AMD|KHR)? glObjectLabel glObjectPtrLabel(KHR)? glLabelObjectEXT",
        "length",
        "LengthOf<{message|buf|label}>",
        "never longer than the text that was recorded",
    ),
    Param("glInsertEventMarkerEXT glPushGroupMarkerEXT", "length", "LengthOf<{marker}>", "as above"),
    Param("glStringMarkerGREMEDY", "len", "LengthOf<{string}>", "as above"),
    Param("glStringMarkerGREMEDY", "string", "String", "void* in the registry"),
    Param("gl(Delete)?NamedStringARB", "namelen", "LengthOf<{name}>", "as above"),
    Param("glNamedStringARB", "stringlen", "LengthOf<{string}>", "as above"),
    Param("glCompileShaderIncludeARB", "length", "Null", "the paths end in NUL"),
    Param("glProgramNamedParameter4.*NV", "name", "In<Arg<{len}>>", "bytes with a length; the registry says 1"),
]

# Images. Which bytes GL reads or writes depends on the pixel store state, on the pixel buffers, and on these arguments.
UNPACK = "UnpackPixels<{width},{height?},{depth?},{format},{type}>"
PIXELS = [
    Param("gl(Multi)?Tex(ture)?(Sub)?Image[123]D(EXT|OES)? glDrawPixels", "pixels", UNPACK, "an image"),
    Param("glColorTable glConvolutionFilter[12]D", "table|image", UNPACK, "an image of one or two dimensions"),
    Param("glColorSubTable", "data", "UnpackPixels<{count},-1,-1,{format},{type}>", "a row"),
    Param("glSeparableFilter2D", "row", "UnpackPixels<{width},-1,-1,{format},{type}>", "a row"),
    Param(
        "glSeparableFilter2D",
        "column",
        "UnpackPixels<{height},-1,-1,{format},{type}>",
        "a row, though it is called a column",
    ),
    Param("glBitmap glBitmapxOES", "bitmap", "UnpackPixels<{width},{height},-1,-1,-1>", "one bit a pixel"),
    Param("glPolygonStipple", "mask", "UnpackStipple", "32 x 32 bits"),
    Param(
        "glPixelMap(fv|uiv|usv|x)",
        "values",
        "UnpackElements<Arg<{mapsize|size}>>",
        "an array, by way of the unpack buffer",
    ),
    Param(
        "glCompressed.*Image.*",
        "data|bits",
        "UnpackBlock<{internalformat|format},{imageSize},{width?},{height?},{depth?}>",
        "compressed blocks",
    ),
    Param(
        "glReadPixels glReadnPixels",
        "pixels|data",
        "PackPixels<{width},{height},-1,{format},{type}>",
        "the framebuffer's pixels",
    ),
    Param(
        "glClear(Named)?Buffer(Sub)?Data(EXT)? glClearTex(Sub)?Image",
        "data",
        "ClearValue<{format},{type}>",
        "one texel, or NULL for zeros",
    ),
]

# Parameters that decide how much memory or time the driver needs. The limits are in replay/base/limits.h.
COSTS = [
    Param(
        "gl(Copy|Compressed)?(Multi)?Tex(ture)?(Image|Storage).* gl(Named)?RenderbufferStorage.*",
        "internal[fF]ormat",
        "ImageStorage<{texture|renderbuffer|target},{width},{height?},{depth?},{levels?},{level?},{samples?}>",
        "an image of gigabytes takes a call of a few bytes",
    ),
    Param("glEvalMesh1", "mode", "Mesh<{i1},{i2},-1,-1>", "points by the million"),
    Param("glEvalMesh2", "mode", "Mesh<{i1},{i2},{j1},{j2}>", "as above"),
    Param(
        "glDispatchCompute(GroupSizeARB)?",
        "num_groups_x",
        "Groups<{num_groups_x},{num_groups_y},{num_groups_z}>",
        "2^96 work groups",
    ),
    Param("glGenFragmentShadersATI", "range", "NewCount<Kind::kAtiFragmentShader>", "each takes memory"),
    Param("glGenVertexShadersEXT", "range", "NewCount<Kind::kExtVertexShader>", "as above"),
    Param("glGenPathsNV", "range", "NewCount<Kind::kPathNv>", "as above"),
    Param(
        "glDraw(Range)?(Arrays|Elements).*",
        "mode",
        "Draw<{count?},{instancecount?|primcount}>",
        "vertices times instances, and arrays without storage",
    ),
    Param("glMultiDraw(Arrays|Elements).* glDrawTransformFeedback.*", "mode", "Draw<-1,-1>", "arrays without storage"),
    Param("glMultiDrawArrays(EXT)?", "count", "Counts<Arg<{drawcount|primcount}>>", "the vertices of all draws"),
]

# Buffers, arrays, and what draws read from them.
BUFFERS = [
    Param(
        "glBindVertexBuffer glVertexArrayVertexBuffer glVertexArrayBindVertexBufferEXT",
        "buffer",
        "ArrayBuffer",
        "arrays may lose their storage",
    ),
    Param(
        "glBindVertexBuffers glVertexArrayVertexBuffers",
        "buffers",
        "ArrayBuffers<Arg<{count}>>",
        "NULL unbinds the whole range, and arrays lose their storage",
    ),
    Param("glVertexArray.*OffsetEXT", "buffer", "OffsetBuffer<{offset}>", "without a buffer the offset is an address"),
    Param(
        "glVertexAttribBinding glEnableClientState(Indexed|i)EXT gl(Vertex)?Array(Attrib|VertexAttrib)Binding(EXT)?"
        " glVertexArray(Vertex)?AttribBinding(EXT)? glEnableVertexArray.*",
        "attribindex|array|index",
        "ArrayChange",
        "an array may be without storage now",
    ),
    Param("gl(Named)?Buffer(Data|Storage)(EXT)?", "data", "BufferBytes<{size}>", "NULL reserves memory only"),
    Param("glNamedBufferSubDataEXT", "data", "InBytes<Arg<{size}>>", "as glBufferSubData"),
    Param("glMulticastBufferSubDataNV", "data", "InBytes<Arg<{size}>>", "as glBufferSubData"),
    Param(
        "glDraw(Range)?Elements.*",
        "indices",
        "Indices<{count},{type}>",
        "an offset in the element buffer, or client memory",
    ),
    Param("glDrawArraysIndirect", "indirect", "Indirect<16>", "count, instanceCount, first, baseInstance"),
    Param("glDrawElementsIndirect", "indirect", "Indirect<20>", "and baseVertex"),
    Param(
        "glMultiDrawArraysIndirect.*",
        "indirect",
        "MultiIndirect<{maxdrawcount|drawcount|primcount},{stride},16>",
        "an array of them; a drawcount beside maxdrawcount is an offset",
    ),
    Param(
        "glMultiDrawElementsIndirect.*",
        "indirect",
        "MultiIndirect<{maxdrawcount|drawcount|primcount},{stride},20>",
        "as above",
    ),
    Param("glInterleavedArrays", "pointer", "ArrayPointer<-1,-1,{stride}>", "as the pointers that it sets"),
    Param(
        "gl(Weight|VertexWeight|MatrixIndex|Tangent|Binormal|Element|ReplacementCode)Pointer.* glVertexAttribPointerNV",
        "pointer",
        "UnseenArrayPointer<{size?},{type?},{stride?}>",
        "the same, for arrays that no draw is asked about",
    ),
    Param(
        "gl.*Pointer(EXT|ARB|OES|NV)?",
        "pointer",
        "ArrayPointer<{size?|fsize?},{type?},{stride?}>",
        "an offset in the array buffer, or client memory that a draw reads later",
    ),
]

# Lengths that the registry does not state: it has COMPSIZE(count), nothing at all, or a wrong number.
LENGTHS = [
    Param(
        "gl(Multicast)?(Scissor|Viewport|ScissorExclusive)Arrayv(NV|NVX|OES)? glWindowRectanglesEXT",
        "v|box",
        "In<ArgTimes<{count},4>>",
        "x, y, width, height",
    ),
    Param("glDepthRangeArray(v|dvNV|fvNV|fvOES)", "v", "In<ArgTimes<{count},2>>", "near, far"),
    Param("gl.*FramebufferSampleLocationsfv(ARB|NV)", "v", "In<ArgTimes<{count},2>>", "x, y"),
    Param("gl(Named)?FramebufferSamplePositionsfvAMD", "values", "In<ArgTimes<{numsamples},2>>", "x, y"),
    Param("glTransformFeedbackAttribsNV", "attribs", "In<ArgTimes<{count},3>>", "attribute, components, index"),
    Param("glClear(Named)?(Frame)?[bB]uffer(i|ui|f)v", "value", "ParamValues", "four for a colour, otherwise one"),
    Param("glVertexAttribs2hvNV", "v", "In<ArgTimes<{n},2>>", "the registry forgets the components"),
    Param("glVertexAttribs3hvNV", "v", "In<ArgTimes<{n},3>>", "the registry forgets the components"),
    Param("glVertexAttribs4hvNV", "v", "In<ArgTimes<{n},4>>", "the registry forgets the components"),
    Param("glCullParameter[df]vEXT", "params", "ParamValues", "an input; the registry lacks the const"),
    Param("glMatrix(Load|Mult)(Transpose)?3x3fNV", "m", "In<Fixed<9>>", "a matrix"),
    Param("glMatrix(Load|Mult)3x2fNV", "m", "In<Fixed<6>>", "a matrix"),
    Param("glVertexAttribL1ui64v(ARB|NV)", "v", "In<Fixed<1>>", "the registry says nothing"),
    Param("glSpecializeShader", "pEntryPoint", "String", "the registry says nothing"),
    Param(
        "glSpecializeShader",
        "pConstantIndex|pConstantValue",
        "In<Arg<{numSpecializationConstants}>>",
        "the registry says it of one name only",
    ),
    Param("gl(MemoryObject|Semaphore)Parameter.*v(EXT|NV)", "params", "ParamValues", "by pname"),
    Param("gl(Signal|Wait)SemaphoreEXT", "dstLayouts|srcLayouts", "In<Arg<{numTextureBarriers}>>", "one a texture"),
    Param("glTexStorageAttribs[23]DEXT", "attrib_list", "ParamValues", "pairs that end with GL_NONE, which is zero"),
    Param(
        "glPath(Sub)?(Commands|Coords)NV",
        "coords",
        "InBytes<Typed<{numCoords},{coordType}>>",
        "coordType says how wide one is",
    ),
    Param(
        "glPath(ColorGen|TexGen)NV glProgramPathFragmentInputGenNV glTransformPathNV",
        "coeffs|transformValues",
        "ParamValues",
        "up to sixteen, by mode",
    ),
    Param(
        "glMap1[fd]",
        "points",
        "EvaluatorPoints<{target},{stride},{order},-1,-1>",
        "components of the target at each point",
    ),
    Param(
        "glMap2[fd]",
        "points",
        "EvaluatorPoints<{target},{ustride},{uorder},{vstride},{vorder}>",
        "components of the target at each point",
    ),
    Param("glMapParameter[if]vNV", "params", "ParamValues", "by pname"),
]

PARAMETERS = NAMES + LOCATIONS + TYPED_NAMES + TEXT + PIXELS + COSTS + BUFFERS + LENGTHS
