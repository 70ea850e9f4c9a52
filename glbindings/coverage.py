"""Writes coverage.txt, which counts how the replayer treats the functions.

It has a summary by group, then a line for each function. The summary is compared to
tests/glbindings/coverage_expected.txt, so that a changed rule shows in review as changed numbers.
"""

SOURCES = ["generated", "policy", "hand", "ignored", "unsupported"]


def group(function):
    """Returns the line of the summary in which a function is counted."""
    if function.api != "gl":
        return {"glx": "GLX", "egl": "EGL", "wgl": "WGL", "cgl": "CGL", "non-registry": "non-registry"}[function.api]
    if function.in_core:
        return "GL core"
    if "gl" in function.versions:
        return "GL compatibility"
    if function.versions:
        return "GL ES"
    return "extension " + (function.extensions[0].split("_")[1] if function.extensions else "none")


def summary(entries):
    counts = {}
    for entry in entries:
        for line in ("total", group(entry.function)):
            counts.setdefault(line, dict.fromkeys(SOURCES, 0))[entry.source] += 1
    first = ["total", "GL core", "GL compatibility", "GL ES"]
    last = ["GLX", "EGL", "WGL", "CGL", "non-registry"]
    order = first + sorted(set(counts) - set(first) - set(last)) + last
    rows = [f"{'':20}{''.join(f'{s:>13}' for s in SOURCES)}"]
    rows += [f"{line:20}{''.join(f'{counts[line][s]:13}' for s in SOURCES)}" for line in order if line in counts]
    return "\n".join(rows) + "\n"


def report(entries):
    return summary(entries) + "\n" + "".join(f"{entry.function.name} {entry.source}\n" for entry in entries)
