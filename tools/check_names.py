#!/usr/bin/env python3
"""Checks that no two types of one namespace have the same name. C++ would take them for one type, in silence, and the linker would keep
one of two destructors.

    tools/check_names.py        exit code 1 and one line for each name that is used twice

Types in namespaces without a name, and types inside of other types, do not count."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPE = re.compile(r"^(?:class|struct|enum class|enum|union) (\w+)(?: final)?(?: ?:(?!:)[^;{]*)? ?\{", re.M)
ANONYMOUS = re.compile(r"^namespace \{.*?^\}  // namespace$", re.M | re.S)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)


def types_of(path):
    text = ANONYMOUS.sub("", path.read_text())
    spaces = NAMESPACE.findall(text)
    return {f"{spaces[0]}::{name}" for name in TYPE.findall(text)} if spaces else set()


def main():
    files = collections.defaultdict(list)
    for folder in ("glbindings", "loaders", "replay"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                for name in types_of(path):
                    files[name].append(str(path.relative_to(ROOT)))
    twice = {name: paths for name, paths in files.items() if len(paths) > 1}
    for name, paths in sorted(twice.items()):
        print(f"{name}: {', '.join(paths)}")
    print(
        f"names: {len(twice)} of {len(files)} types share a name"
        if twice
        else f"names: {len(files)} types, no two share one"
    )
    sys.exit(bool(twice))


if __name__ == "__main__":
    main()
