#!/usr/bin/env python3
"""Fake GL entry points that touch the memory which GL would touch, from the Khronos XML.

    fake_entries.py --xml FOLDER --glbindings FOLDER --out FILE --aliases FILE --names FILE

One line a function: an assignment to a member of glad's table. What is touched follows from `len=` of the registry and, where that
says COMPSIZE or nothing, from the rows below: they are written from the specification and know nothing of the policies
under test. What has state is written by hand (fake_entries.h) and replaces the line made here.
"""

import argparse
import pathlib
import re
import sys

# (function, parameter, C++ statement), the first that fits; {p} is the pointer. Functions are in fake_memory.h.
ROWS = [
    (re.compile(f), re.compile(p), text)
    for f, p, text in [
        (
            r".*",
            r".*params?v?|attrib_list|value|coeffs|transformValues",
            "{rw}({p}, 1)",
        ),  # COMPSIZE(pname): one at least
        (r"gl(Signal|Wait)SemaphoreEXT", r"buffers", "read({p}, numBufferBarriers)"),
        (r"gl(Signal|Wait)SemaphoreEXT", r"textures|.*Layouts", "read({p}, numTextureBarriers)"),
        (r"glWindowRectanglesEXT", r"box", "read({p}, 4 * std::int64_t{{count}})"),
        (r"gl.*(Viewport|Scissor).*Arrayv.*", r"v", "read({p}, 4 * std::int64_t{{count}})"),
        (r"glDepthRangeArray.*", r"v", "read({p}, 2 * std::int64_t{{count}})"),
        (r"glVertexAttribs([1-4])hvNV", r"v", "read({p}, n)"),
        (
            r"glPath(Sub)?(Commands|Coords)NV",
            r"coords",
            "read_bytes({p}, std::int64_t{{numCoords}} * scalar(coordType))",
        ),
        (r"glCallLists", r"lists", "read_bytes({p}, n)"),
    ]
]


# Of these NULL unbinds the whole range, and the arrays beside it are not looked at.
RANGES = re.compile(
    r"gl(Bind(Textures|Samplers|ImageTextures|VertexBuffers|BuffersBase|BuffersRange)|VertexArrayVertexBuffers)"
)
RANGE_NAMES = ("textures", "samplers", "buffers")

# Where GL takes NULL.
NULLABLE = [
    (re.compile(f), p)
    for f, p in [
        (r"gl(Named)?Buffer(Data|Storage)\w*", "data"),  # reserves memory only
        (r"glCompileShaderIncludeARB", "length"),  # strings that end with a NUL
    ]
]


# What they are given is kept; draws read it.
POINTERS = re.compile(r"gl\w*Pointer(v|i)?(ARB|EXT|IBM|INTEL|MESA|NV|OES)?")


def length_of(param, function):
    """A C++ expression for the number of elements, or None."""
    text = param.length
    if re.fullmatch(r"\d+", text):
        return text
    match = re.fullmatch(r"(\w+)(?:\s*([*/])\s*(\w+))?", text)
    if not match or function.index(match[1]) is None:
        return None
    if function.params[function.index(match[1])].indirection:
        return None
    first = f"std::int64_t({match[1]})"
    if not match[2]:
        return first
    if not match[3].isdigit() and function.index(match[3]) is None:
        return None
    return f"{first} {match[2]} {match[3]}"


# Uploads, by name or by target: what is read depends on the pixel-store state (fake_images.cc).
UPLOADS = re.compile(r"gl(Compressed)?(Multi)?Tex(ture)?(Sub)?Image([123])D(ARB|EXT|OES|SGIS)?")
UPLOADED = ("pixels", "data", "bits", "texels", "img")


def upload(function, param):
    match = UPLOADS.fullmatch(function.name)
    dimensions = int(match[5])
    sizes = ", ".join(name if dimensions > i else "1" for i, name in enumerate(("width", "height", "depth")))
    if match[1]:
        return f"compressed_upload({dimensions}, {sizes}, imageSize, {param.name})"
    return f"upload({dimensions}, {sizes}, format, type, {param.name})"


def touch(function, param):
    if UPLOADS.fullmatch(function.name):
        return upload(function, param) if param.name in UPLOADED else ""
    rw = "read" if param.is_const else "write"
    if param.type == "kChar" and param.indirection == 1 and param.is_const:
        named = [p.name for p in function.params if p.name == param.length or p.name in ("length", "len", "namelen")]
        length = param.length if param.length in named else named[0] if named else "-1"
        return f"text({param.name}, {length})"
    if param.type == "kChar" and param.indirection == 2:
        length = length_of(param, function)
        return f"texts({param.name}, {length})" if length else ""
    if param.indirection != 1 or POINTERS.fullmatch(function.name):
        return ""
    length = length_of(param, function)
    if length:
        if not param.is_const and re.match(r"gl(Gen|Create)", function.name) and param.type == "kU32":
            return f"new_names({param.name}, {length})"
        if any(functions.fullmatch(function.name) and param.name == name for functions, name in NULLABLE):
            return f"if ({param.name} != nullptr) read({param.name}, {length})"
        if RANGES.fullmatch(function.name):
            names = next(p.name for p in function.params if p.name in RANGE_NAMES)
            return f"if ({names} != nullptr) read({param.name}, {length})"
        return f"{rw}({param.name}, {length})"
    for functions, params, text in ROWS:
        if functions.fullmatch(function.name) and params.fullmatch(param.name):
            return text.format(p=param.name, rw=rw)
    return ""


def line(function):
    member = function.name[2:]
    args = ", ".join(f"[[maybe_unused]] auto {p.name}" for p in function.params)
    body = "; ".join(t for t in (touch(function, p) for p in function.params) if t)
    if not body:
        return f"  nothing(table.{member});"
    # Parameter types come from glad's member, so that nothing of them is repeated here.
    return f"  set(table.{member}, []({args}) {{ {body}; }});"


def same_shape(one, other):
    shape = [[(p.type, p.indirection) for p in f.params] for f in (one, other)]
    return shape[0] == shape[1]


def alias_lines(functions, known):
    """What is written by hand holds for other names of the same function as well."""
    for function in functions:
        base, seen = function, set()
        while base.alias and base.alias in known and base.alias not in seen:
            seen.add(base.alias)
            base = known[base.alias]
        if base is not function and base.loadable and same_shape(function, base):
            yield f"  alias(table.{function.name[2:]}, table.{base.name[2:]});"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xml", type=pathlib.Path, required=True)
    parser.add_argument("--glbindings", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument(
        "--aliases", type=pathlib.Path, required=True, help="a second file, to be included behind what is by hand"
    )
    parser.add_argument(
        "--names", type=pathlib.Path, required=True, help="a third file: the entries of a table by name"
    )
    options = parser.parse_args()
    sys.path.insert(0, str(options.glbindings))
    import generate  # noqa: the registry's reader, not the plan

    known = generate.read_registry(options.xml)
    functions = [f for f in sorted(known.functions.values(), key=lambda f: f.name) if f.loadable and f.api == "gl"]
    names = (
        f'  if (table.{f.name[2:]} != nullptr) names["{f.name}"] = reinterpret_cast<void*>(table.{f.name[2:]});'
        for f in functions
    )
    for file, lines in (
        (options.names, names),
        (options.out, map(line, functions)),
        (options.aliases, alias_lines(functions, known.functions)),
    ):
        file.write_text("// Generated by fake_entries.py. Not to be edited.\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
