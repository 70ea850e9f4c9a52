"""What the tools share that compare our results with those of Debian's apitrace."""
import hashlib
import re

from recordings import run


def retracer(trace):
    """The name of apitrace's replayer for this recording."""
    egl = b"eglMakeCurrent" in run("apitrace", "dump", "--calls=0-4000", trace, text=False).stdout
    return "eglretrace" if egl else "glretrace"


def pictures(retrace, trace, env=None):
    """The hash of each frame that apitrace's replayer draws. It writes all pictures, as PNM, to standard output."""
    data = run(retrace, "--headless", "-s", "-", "-S", "frame", trace, text=False, env=env).stdout
    hashes, at = [], 0
    header = re.compile(rb"P6\n(?:#.*\n)*(\d+) (\d+)\n(?:#.*\n)*\d+\n")
    while found := header.search(data, at):  # messages come between pictures
        end = found.end() + int(found[1]) * int(found[2]) * 3
        hashes.append(hashlib.md5(found[1] + b"x" + found[2] + data[found.end() : end]).hexdigest())
        at = end
    return hashes
