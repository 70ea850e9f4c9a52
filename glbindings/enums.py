"""Which name a dump prints for an enum value.

Names are looked up by group first (the registry says which group a parameter takes), because one number has many names:
0x1 is GL_ONE to glBlendFunc, GL_LINES to glDrawArrays and GL_POINT_BIT to nobody who reads a dump. Within a group, and for values
without a group, core names come before extension suffixes and old versions before new ones.
"""

import re

VENDOR_ORDER = ["ARB", "KHR", "EXT", "OES"]  # then everybody else
SUFFIX = re.compile(r"_([A-Z][A-Z0-9]{1,7})$")
VENDORS = {"ARB", "KHR", "EXT", "OES", "NV", "NVX", "AMD", "ATI", "APPLE", "SGIS", "SGIX", "SGI", "INTEL", "IBM", "SUN", "HP", "IMG", "QCOM",
           "ARM", "ANGLE", "MESA", "3DFX", "OML", "PGI", "WIN", "REND", "INGR", "VIV", "FJ", "DMP", "OVR", "MESAX", "S3", "GREMEDY"}

# Groups whose members are numbers rather than names.
NUMERIC_GROUPS = {"SpecialNumbers", "Boolean"}

# Numbers below this are printed as numbers when no group names them: as names they are too ambiguous to help.
FIRST_UNAMBIGUOUS = 0x100

# Window-system attribute lists have no groups in the XML: all names of the API are one group, for the parameters below.
NAMESPACE_GROUP_PARAMS = re.compile(r"attrib|attribute|attribs|attribList|attrib_list|attr_list|i(Pixel)?Attribute|pi?AttribI?List|piAttributes")


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
    """Groups, numbered from 1 in the order of their names; `anywhere` is used when the group has no name for a value."""

    def __init__(self, registry):
        members = {}
        for enum in registry.enums["GL"].values():
            for group in enum.groups:
                members.setdefault(group, []).append(enum)
        named = {ns: [e for e in enums.values() if not NUMERIC_GROUPS & set(e.groups)] for ns, enums in registry.enums.items()}
        for namespace in ("GLX", "EGL", "WGL"):
            members[namespace] = [e for e in named[namespace] if not e.is_bit]
        self.groups = [(name, best_names(members[name])) for name in sorted(members)]
        self.index = {name: i + 1 for i, (name, _) in enumerate(self.groups)}
        anywhere = {}
        for namespace in ("GL", "GLX", "EGL", "WGL"):
            usable = [e for e in named[namespace] if not e.is_bit and e.value >= FIRST_UNAMBIGUOUS]
            for value, name in best_names(usable):
                anywhere.setdefault(value, name)
        self.anywhere = sorted(anywhere.items())

    def group_of(self, function, param):
        """The number of a parameter's group; 0 when it has none, or one without members (CheckedInt32)."""
        if function.api in ("glx", "egl", "wgl") and (param.ctype == "EGLenum" or NAMESPACE_GROUP_PARAMS.fullmatch(param.name)):
            return self.index[function.api.upper()]
        return self.index.get(param.group, 0)
