#!/usr/bin/env python3
"""Checks that #include lines point one way: a file may include files of its own layer and of the layers below it.

    tools/check_layers.py        exit code 1 and one line for each include that points up

docs/architecture.md draws the layers."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# From the bottom to the top. Folders on one line do not know of each other. A folder covers its sub-folders, except those that
# have a place of their own here.
LAYERS = [
    ["glbindings"],
    ["loaders/base"],
    ["loaders/container"],
    ["loaders/stream"],
    ["loaders/apitrace", "loaders/wip15", "loaders/wtf"],
    ["loaders"],
    ["replay/base"],
    ["replay/process"],
    ["replay/download", "replay/picture", "replay/platform"],
    ["replay/report", "replay/remap"],
    ["replay/calls"],
    ["replay/dispatch"],
    ["replay/readback"],
    ["replay/handlers", "replay/state", "replay/output"],
    ["replay/observe", "replay/command_line"],
    ["replay/seek"],
    ["replay/slice"],
    ["replay/profile"],
    ["replay/player"],
    ["replay/standard_calls", "replay/viewer"],
    ["replay/session"],
    ["replay/bisect", "replay/corpus", "replay/diff_calls", "replay/export_c", "replay/trim"],
    ["replay/shrink", "replay/compare", "replay/inspect"],
    ["replay/commands", "replay/library"],
    ["replay"],
]
LAYER_OF = {folder: layer for layer, folders in enumerate(LAYERS) for folder in folders}


def room(path):
    """The folder of LAYERS that a file lies in; None for generated files and those of other trees."""
    folder = path.parent
    while folder.as_posix() not in LAYER_OF:
        if folder == folder.parent:
            return None
        folder = folder.parent
    return folder.as_posix()


def upward_includes():
    for source in sorted(ROOT.glob("*/**/*")):
        path = source.relative_to(ROOT)
        if source.suffix not in (".h", ".cc") or (here := room(path)) is None:
            continue
        for number, line in enumerate(source.read_text().splitlines(), 1):
            match = re.match(r'#include "([^"]+)"', line)
            there = room(pathlib.PurePosixPath(match[1])) if match else None
            if there is None or there == here:
                continue
            if LAYER_OF[there] >= LAYER_OF[here]:
                yield f"{path}:{number}: {here}/ must not know of {there}/: {line.strip()}"


def main():
    wrong = list(upward_includes())
    print("\n".join(wrong) if wrong else "layers: every include points down")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
