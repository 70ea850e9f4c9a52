"""Chooses the name that a dump prints for an enum value.

Names are looked up by group first (the registry says which group a parameter takes), because one number has many
names: 0x1 is GL_ONE to glBlendFunc, GL_LINES to glDrawArrays, and GL_CURRENT_BIT to glPushAttrib. Within a group, and
for values without a group, core names come before extension suffixes and old versions before new ones.
"""

import re

VENDOR_ORDER = ["ARB", "KHR", "EXT", "OES"]  # then all others
SUFFIX = re.compile(r"_([A-Z][A-Z0-9]{1,7})$")
VENDORS = set(
    "ARB KHR EXT OES NV NVX AMD ATI APPLE SGIS SGIX SGI INTEL IBM SUN HP IMG QCOM ARM ANGLE MESA OML PGI WIN"
    " REND INGR VIV FJ DMP OVR MESAX GREMEDY ANDROID HI NOK TIZEN WL".split()
)

# Groups whose members are names of plain numbers.
NUMERIC_GROUPS = {"SpecialNumbers", "Boolean"}

# Numbers below this are printed as numbers when their group has no name for them: each has too many names elsewhere.
FIRST_UNAMBIGUOUS = 0x100

# Attribute lists of window systems have no groups in the XML. For these parameters, all names of the API are one group.
NAMESPACE_GROUP_PARAMS = re.compile(
    r"attrib(ute|s|List|_list)?|attr_list|i(Pixel)?Attribute|pi?AttribI?List|piAttributes"
)

# Parameters that are an enum or a number, depending on another parameter. The registry gives them no group, but a
# dump should not show glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, 9729). So they have this group, which has
# no members.
ENUM_OR_NUMBER = "EnumOrNumber"
ENUM_OR_NUMBER_FUNCTIONS = re.compile(
    r"gl((Multi)?Tex(ture)?(Parameter|Env|Gen)|SamplerParameter|Fog|LightModel|ConvolutionParameter)I?iv?([A-Z]+)?"
)


# Booleans of the window systems, by their C type. The XML gives these parameters no groups, and X11's and Windows' names
# are not in it at all.
BOOLEANS = {
    "EGLBoolean": ["EGL_FALSE", "EGL_TRUE"],
    "Bool": ["False", "True"],
    "BOOL": ["FALSE", "TRUE"],
}


def rank(enum):
    """Sort key: the best name of a value comes first."""
    suffix = SUFFIX.search(enum.name)
    vendor = suffix[1] if suffix and suffix[1] in VENDORS else ""
    vendor_rank = 0 if not vendor else 1 + (VENDOR_ORDER.index(vendor) if vendor in VENDOR_ORDER else len(VENDOR_ORDER))
    return (vendor_rank, enum.version, len(enum.name), enum.name)


def best_names(enums):
    """[(value, name)], ascending, one name for each value."""
    best = {}
    for enum in sorted(enums, key=rank):
        best.setdefault(enum.value, enum.name)
    return sorted(best.items())


class EnumTables:
    """The groups, numbered from 1 in the order of their names. `anywhere` is for values that a group does not name."""

    def __init__(self, registry):
        members = {ENUM_OR_NUMBER: []}
        for enum in registry.enums["GL"].values():
            for group in enum.groups:
                members.setdefault(group, []).append(enum)
        named = {
            ns: [e for e in enums.values() if not NUMERIC_GROUPS & set(e.groups)]
            for ns, enums in registry.enums.items()
        }
        for namespace in ("GLX", "EGL", "WGL"):
            members[namespace] = [e for e in named[namespace] if not e.is_bit]
        self.groups = [(name, best_names(members[name])) for name in sorted(members)]
        self.groups += [(name, list(enumerate(names))) for name, names in BOOLEANS.items()]
        self.index = {name: i + 1 for i, (name, _) in enumerate(self.groups)}
        anywhere = {}
        for namespace in ("GL", "GLX", "EGL", "WGL"):
            usable = [e for e in named[namespace] if not e.is_bit and e.value >= FIRST_UNAMBIGUOUS]
            for value, name in best_names(usable):
                anywhere.setdefault(value, name)
        self.anywhere = sorted(anywhere.items())

    def group_of(self, function, param):
        """The number of a parameter's group; 0 when it has none, or one without members (CheckedInt32)."""
        if function.api in ("glx", "egl", "wgl") and (
            param.ctype == "EGLenum" or NAMESPACE_GROUP_PARAMS.fullmatch(param.name)
        ):
            return self.index[function.api.upper()]
        if param.ctype in BOOLEANS and not param.indirection:
            return self.index[param.ctype]
        if ENUM_OR_NUMBER_FUNCTIONS.fullmatch(function.name) and re.fullmatch("params?", param.name):
            return self.index[ENUM_OR_NUMBER]
        return self.index.get(param.group, 0)
