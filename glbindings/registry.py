"""Reads the Khronos XML registries into plain records.

This file knows the XML and C declarations only; it has no rules and writes nothing. glad reads the same files but
drops the attributes that a replayer needs: `class=` (which object a parameter names), `len=` (how long an array is)
and `group=` (which enums it takes). So they are read here, once, into `Function` and `Enum`.
"""

import dataclasses
import re
import xml.etree.ElementTree as ET

# C types by how they are stored: an enumerator of glbindings::Type. The generator stops at a type that is not listed.
STORED_AS = {
    "kVoid": "void GLvoid VOID",
    "kBool": "GLboolean",
    "kI8": "GLbyte",
    "kU8": "GLubyte",
    "kI16": "GLshort",
    "kU16": "GLushort GLhalf GLhalfARB GLhalfNV USHORT",
    "kI32": "GLint GLsizei GLfixed GLclampx int Bool Status BOOL INT INT32 int32_t EGLint EGLNativeFileDescriptorKHR CGLError",
    "kU32": "GLuint GLhandleARB UINT DWORD COLORREF EGLBoolean GLXVideoDeviceNV CGLPixelFormatAttribute CGLContextParameter"
    " CGLContextEnable CGLPBufferAttribute CGLGlobalOption CGLRendererProperty uint32_t",
    "kI64": "GLint64 GLint64EXT GLintptr GLintptrARB GLsizeiptr GLsizeiptrARB GLvdpauSurfaceNV INT64 int64_t EGLAttrib"
    " EGLAttribKHR EGLsizeiANDROID EGLnsecsANDROID",
    "kU64": "GLuint64 GLuint64EXT size_t EGLTime EGLTimeKHR EGLTimeNV EGLuint64KHR EGLuint64NV EGLNativeWindowType"
    " EGLNativePixmapType XID Window Pixmap Font Colormap GLXDrawable GLXWindow GLXPixmap GLXPbuffer GLXContextID"
    " GLXPbufferSGIX GLXVideoCaptureDeviceNV GLXVideoSourceSGIX",
    "kF32": "GLfloat GLclampf float FLOAT",
    "kF64": "GLdouble GLclampd",
    "kEnum": "GLenum EGLenum",
    "kBitfield": "GLbitfield",
    "kChar": "GLchar GLcharARB char",
    "kHandle": "GLsync GLeglImageOES GLeglClientBufferEXT GLXContext GLXFBConfig GLXFBConfigSGIX VLServer VLPath VLNode DMbuffer"
    " EGLDisplay EGLContext EGLConfig EGLSurface EGLImage EGLImageKHR EGLSync EGLSyncKHR EGLSyncNV EGLStreamKHR"
    " EGLClientBuffer EGLDeviceEXT EGLLabelKHR EGLObjectKHR EGLOutputLayerEXT EGLOutputPortEXT EGLNativeDisplayType"
    " HDC HGLRC HANDLE HPBUFFERARB HPBUFFEREXT HGPUNV PGPU_DEVICE HVIDEOINPUTDEVICENV HVIDEOOUTPUTDEVICENV"
    " HPVIDEODEV HENHMETAFILE"
    " CGLContextObj CGLPixelFormatObj CGLPBufferObj CGLShareGroupObj CGLRendererInfoObj IOSurfaceRef",
    "kFunction": "GLDEBUGPROC GLDEBUGPROCARB GLDEBUGPROCKHR GLDEBUGPROCAMD GLVULKANPROCNV EGLDEBUGPROCKHR EGLSetBlobFuncANDROID"
    " EGLGetBlobFuncANDROID __GLXextFuncPtr __eglMustCastToProperFunctionPointerType PROC",
}
STORAGE = {name: kind for kind, names in STORED_AS.items() for name in names.split()}

# Types whose pointer is hidden in the name: the type pointed to, and whether it is const.
POINTER_TYPES = {
    "LPCSTR": ("char", True),
    "LPVOID": ("void", False),
    "LPGLYPHMETRICSFLOAT": ("GLYPHMETRICSFLOAT", False),
}

# Pointers to these are handles of a window system, whose contents do not matter.
OPAQUE_STRUCTS = set(
    "Display XVisualInfo GLXHyperpipeConfigSGIX GLXHyperpipeNetworkSGIX DMparams PIXELFORMATDESCRIPTOR"
    " LAYERPLANEDESCRIPTOR GLYPHMETRICSFLOAT".split()
)


class RegistryError(Exception):
    """The XML holds something that this reader does not understand."""


@dataclasses.dataclass
class Param:
    """A parameter, or a result (whose name is "")."""

    name: str
    ctype: str  # the C type without const and *: "GLuint"
    type: str  # an enumerator of glbindings::Type
    indirection: int = 0
    is_const: bool = False
    object_class: str = ""  # "texture"
    length: str = ""  # "count*4", "COMPSIZE(pname)"
    group: str = ""  # "TextureTarget"


@dataclasses.dataclass
class Function:
    name: str
    api: str  # "gl", "glx", "egl", "wgl", "cgl", "non-registry"
    result: Param
    params: list
    alias: str = ""  # the function that it is another name of
    in_core: bool = False  # the desktop core profile has it
    loadable: bool = False  # glad has a pointer to it: some GL or GL ES version or extension requires it
    # API of a feature -> its lowest version that has the function: {"gl": (1, 1), "gles2": (2, 0)}
    versions: dict = dataclasses.field(default_factory=dict)
    extensions: list = dataclasses.field(default_factory=list)  # names, in the order of the registry

    def index(self, param_name):
        """The position of a parameter; None when there is none of that name."""
        return next((i for i, p in enumerate(self.params) if p.name == param_name), None)


@dataclasses.dataclass
class Enum:
    name: str
    value: int
    groups: list
    is_bit: bool
    version: tuple = (99, 0)  # lowest version of the API that has it; (99, 0): only extensions


def parse_declaration(text, name):
    """The Param for C text such as "const GLchar *const*string" or "GLuint baseAndCount[2]"."""
    array = re.search(r"\[(\d+)\]", text)
    words = re.sub(r"\[\d+\]", " ", text)
    words = re.sub(rf"\b{re.escape(name)}\b(?!.*\b{re.escape(name)}\b)", " ", words) if name else words
    stars = words.count("*") + (1 if array else 0)
    base = " ".join(w for w in words.replace("*", " ").split() if w not in ("const", "struct"))
    is_const = bool(re.match(r"\s*(const\b|\w+\s+const\s*\*)", words))
    if base in POINTER_TYPES:
        base, is_const = POINTER_TYPES[base]
        stars += 1
    base = {"unsigned int": "UINT", "unsigned long": "XID", "long": "int64_t", "unsigned char": "GLubyte"}.get(
        base, base
    )
    is_struct = base not in STORAGE and ("struct" in words.split() or base in OPAQUE_STRUCTS)
    if is_struct and stars > 0:
        return Param(name, base + " *", "kHandle", stars - 1, is_const and stars > 1)
    if base not in STORAGE:
        raise RegistryError(f'the type "{base}" of "{text.strip()}" is not in STORED_AS (glbindings/registry.py)')
    return Param(name, base, STORAGE[base], stars, is_const and stars > 0, length=array[1] if array else "")


def parse_prototype(text, api):
    """Returns the Function for a C prototype, as non-registry functions and CGL have: "void glFoo(GLenum target)"."""
    head, _, tail = text.rstrip("; ").partition("(")
    name = head.replace("*", " ").split()[-1]
    params = []
    for part in filter(None, (p.strip() for p in tail.rstrip(")").split(","))):
        if part != "void":
            params.append(parse_declaration(part, re.search(r"(\w+)(\[\d+\])?$", part)[1]))
    return Function(name, api, parse_declaration(head[: head.rindex(name)], ""), params)


def _param_of_element(element):
    name = element.find("name").text
    param = parse_declaration("".join(element.itertext()), name)
    param.object_class = element.get("class", "")
    param.length = element.get("len", param.length)
    param.group = element.get("group", "")
    return param


def _result_of_element(proto):
    name = proto.find("name").text
    text = "".join(proto.itertext())
    result = parse_declaration(text[: text.rindex(name)], "")
    result.object_class = proto.get("class", "")
    result.group = proto.get("group", "")
    if result.ctype == "GLubyte" and result.is_const:
        result.type = "kChar"  # glGetString returns text, although the header says GLubyte
    return result


class Registry:
    """All functions (by name) and enums of the XML files that were read."""

    def __init__(self):
        self.functions = {}
        self.enums = {}  # namespace ("GL", "GLX", ...) -> {name: Enum}

    def read(self, path, api):
        root = ET.parse(path).getroot()
        self._read_enums(root, api.upper())
        for element in root.findall("commands/command"):
            function = Function(
                element.find("proto/name").text,
                api,
                _result_of_element(element.find("proto")),
                [_param_of_element(p) for p in element.findall("param")],
            )
            alias = element.find("alias")
            function.alias = alias.get("name") if alias is not None else ""
            self.functions.setdefault(function.name, function)  # wgl.xml repeats a few
        for feature in root.findall("feature"):
            self._read_feature(feature, api.upper())
        for extension in root.findall("extensions/extension"):
            self._read_extension(extension)

    def add(self, functions):
        for function in functions:
            self.functions[function.name] = function

    def _read_enums(self, root, namespace):
        enums = self.enums.setdefault(namespace, {})
        for block in root.findall("enums"):
            if block.get("namespace") != namespace:
                continue  # GLX's error codes and masks are never values of an enum parameter
            for element in block.findall("enum"):
                try:
                    value = int(element.get("value"), 0) & (1 << 64) - 1
                except ValueError:
                    continue  # EGL_CAST(EGLint,-1), a string
                groups = element.get("group", "") or block.get("group", "")
                # Several APIs may give one name different values; the first is that of desktop GL.
                enums.setdefault(
                    element.get("name"),
                    Enum(
                        element.get("name"), value, [g for g in groups.split(",") if g], block.get("type") == "bitmask"
                    ),
                )

    def _read_feature(self, feature, namespace):
        api = feature.get("api")
        version = tuple(int(n) for n in feature.get("number").split("."))
        for require in feature.findall("require"):
            for command in require.findall("command"):
                function = self.functions[command.get("name")]
                function.versions.setdefault(api, version)
                function.loadable |= api in ("gl", "gles1", "gles2")
                if api == "gl" and require.get("profile") != "compatibility":
                    function.in_core = True
            for element in require.findall("enum"):
                enum = self.enums[namespace].get(element.get("name"))
                if enum and api != "gles1":
                    # GL ES has version numbers of its own; names that only ES has come after those of desktop GL.
                    enum.version = min(enum.version, version if api != "gles2" else (version[0] + 10, version[1]))
        for remove in feature.findall("remove"):
            for command in remove.findall("command"):
                if remove.get("profile") == "core":
                    self.functions[command.get("name")].in_core = False

    def _read_extension(self, extension):
        for require in extension.findall("require"):
            for command in require.findall("command"):
                function = self.functions[command.get("name")]
                if extension.get("name") not in function.extensions:
                    function.extensions.append(extension.get("name"))
                supported = extension.get("supported", "").split("|")
                function.loadable |= bool({"gl", "glcore", "gles1", "gles2"} & set(supported)) and function.api == "gl"
