"""Says which parameter names which kind of object.

For most of the core the registry says it with `class=`. For most extensions it says nothing, and it is wrong when one
class stands for two name spaces: assembly programs have the class "program". The rows below are used first, then
`class=`.
"""

import re

# class= of the registry -> enumerator of glbindings::ObjectKind
KIND_OF_CLASS = {
    "buffer": "kBuffer",
    "texture": "kTexture",
    "renderbuffer": "kRenderbuffer",
    "sampler": "kSampler",
    "program": "kProgram",
    "shader": "kShader",
    "sync": "kSync",
    "display list": "kDisplayList",
    "framebuffer": "kFramebuffer",
    "vertex array": "kVertexArray",
    "program pipeline": "kProgramPipeline",
    "transform feedback": "kTransformFeedback",
    "query": "kQuery",
}

# (function, parameter, kind), where the parameter "" is the result. The regular expressions match whole names. The
# first row that matches is used.
ROWS = [
    (re.compile(function), re.compile(parameter), kind)
    for function, parameter, kind in [
        # Assembly programs, which have a name space of their own.
        (r"gl(Bind|Is|Delete|Gen|Execute|Load)Programs?(ARB|NV)", r"program|programs|id", "kArbProgram"),
        (r"glRequestResidentProgramsNV|glAreProgramsResidentNV", r"programs", "kArbProgram"),
        (r"gl(Get)?ProgramNamedParameter.*NV|glGetProgram(iv|String)NV", r"id", "kArbProgram"),
        (r"gl(Get)?NamedProgram.*EXT", r"program", "kArbProgram"),
        # The objects of ARB_shader_objects are programs and shaders, which share one name space. An obj may be either.
        (r"gl.*ARB", r"programObj|containerObj", "kProgram"),
        (r"gl.*ARB", r"shaderObj|attachedObj", "kShader"),
        (r"glAttachObjectARB", r"obj", "kShader"),
        (r"glCreateProgramObjectARB|glGetHandleARB", r"", "kProgram"),
        (r"glCreateShaderObjectARB", r"", "kShader"),
        (
            r"gl(DeleteObject|GetInfoLog|GetObjectParameter[fi]v|GetShaderSource|GetAttachedObjects)ARB",
            r"obj",
            "kProgram",
        ),
        # Vendors' objects.
        (r"gl(Bind|Delete)FragmentShaderATI", r"id", "kAtiFragmentShader"),
        (r"glGenFragmentShadersATI", r"", "kAtiFragmentShader"),
        (r"gl(Bind|Delete)VertexShaderEXT", r"id", "kExtVertexShader"),
        (r"glGenVertexShadersEXT", r"", "kExtVertexShader"),
        (r"gl.*Fences?(iv)?(NV|APPLE)", r"fences?", "kFenceNv"),
        (r"gl.*PerfMonitor.*AMD", r"monitors?", "kPerfMonitorAmd"),
        (r"gl.*PerfQuery.*INTEL", r"queryHandle", "kPerfQueryIntel"),
        (r"gl.*NV", r"(result|src)?[pP]ath|paths|path(A|B|Base|ParameterTemplate)|firstPathName", "kPathNv"),
        (r"glGenPathsNV", r"", "kPathNv"),
        (r"gl.*OcclusionQuer.*NV", r"ids?", "kQuery"),
        (r"glCopyTextureLevelsAPPLE", r"(source|destination)Texture", "kTexture"),
        (r"glVDPAURegister.*NV", r"textureNames", "kTexture"),
        (r"gl.*ATI", r"buffer", "kBuffer"),
        (r"glNewObjectBufferATI", r"", "kBuffer"),
        # Memory and semaphores shared with other APIs.
        (r"gl.*(EXT|NV|NVX)", r"memory|memoryObjects?", "kMemoryObject"),
        (r"gl.*(EXT|NV|NVX)", r"semaphores?|(wait|signal)?[sS]emaphoreArray", "kSemaphore"),
        # Queries and display lists that the registry leaves out.
        (r"glBeginConditionalRender(NVX?)?|gl(Begin|End|Is|Get)?Quer.*", r"id", "kQuery"),
        (r"gl(NewList|CallList|DeleteLists|IsList|(Get)?ListParameter.*SGIX)", r"list", "kDisplayList"),
        (r"glGenLists", r"", "kDisplayList"),
        (r"gl.*", r"sync", "kSync"),
    ]
]


def object_kind(function, param):
    """The enumerator of ObjectKind for a parameter (or the result) of `function`; "kNone" when it names no object."""
    if param.type not in ("kU32", "kI32", "kHandle"):
        return "kNone"
    for function_re, param_re, kind in ROWS:
        if function_re.fullmatch(function.name) and param_re.fullmatch(param.name):
            return kind
    return KIND_OF_CLASS[param.object_class] if param.object_class else "kNone"
