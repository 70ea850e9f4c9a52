#!/usr/bin/env python3
"""Shrinks recordings with `replay shrink` to the calls that show a fault, and says how small they get, and how long that takes.

    tools/check_shrink.py REPLAY FILE_OR_FOLDER... [--peer] [--fault NAME]... [--broken-driver LIBRARY] [--seconds S]
        [--keep FOLDER]

The faults are those that Mesa can be told to have: settings of LP_PERF, and an extension that is missing. With --broken-driver
(libbroken_driver.so, which the tests build) there is one more: a driver that crashes in a draw with blending. A recording that does
not show a fault is not counted for it. With --peer (Debian's apitrace) glretrace or eglretrace draws each result with both drivers,
and it is said whether its pictures differ as well. The last lines have the medians and the worst. Exit code 1 when a command failed,
a result has more than 100 calls, or a search took more than S seconds (120). Processor time is told as well, because other load on the
machine makes the time longer. --keep leaves the results in a folder."""
import os
import pathlib
import re
import resource
import statistics
import sys
import tempfile
import time

import apitrace_peer
import recordings
from recordings import run

MESA_FAULTS = {name: {"LP_PERF": name} for name in ("no_depth", "no_blend", "no_tex", "no_linear", "no_mipmap")}
MESA_FAULTS["no_anisotropy"] = {"MESA_EXTENSION_OVERRIDE": "-GL_EXT_texture_filter_anisotropic"}
GL_BLEND = 3042
NO_CACHE = {"MESA_SHADER_CACHE_DISABLE": "true"}  # Mesa would draw with shaders that the other side has compiled
MOST_CALLS = 100
NOT_SHOWN = ("no call differs", "does not crash")


def faults_of(options):
    faults = {name: (env, []) for name, env in MESA_FAULTS.items()}
    if options.broken_driver:
        env = {"SDL_VIDEO_EGL_DRIVER": str(options.broken_driver.resolve()), "BROKEN_DRIVER": f"enabled={GL_BLEND}"}
        faults["crash"] = (env, ["--crash"])
    return {name: faults[name] for name in options.fault or faults}


def peer_says(env, small):
    """Whether the last picture of apitrace's replayer differs between both drivers, and is the same in two runs of one. Before, it may
    show a window that has no size yet."""
    retrace = apitrace_peer.retracer(small)
    good, again, bad = (apitrace_peer.pictures(retrace, small, env=e | NO_CACHE)[-1:] for e in ({}, {}, env))
    if not good or good != again:
        return f"{retrace} does not draw it"
    return f"{retrace} shows it" if good != bad else f"{retrace} does not show it"


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shrink(options, trace, env, how, small):
    """The calls left, the seconds, the seconds of processors, and what to say."""
    bad = " ".join(f"{name}={value}" for name, value in env.items())
    begin, used = time.monotonic(), processor_time()
    done = run(options.replay, "shrink", trace, "-o", small, "--bad", bad, *how, timeout=20 * options.seconds)
    seconds, used = time.monotonic() - begin, processor_time() - used
    left = re.search(r"^left +(\d+) of (\d+) calls", done.stdout, re.M)
    if not left or done.returncode != 0:
        return None, seconds, used, "".join(done.stderr.strip().splitlines()[-1:]) or f"exit code {done.returncode}"
    return int(left[1]), seconds, used, f"{left[0]} in {seconds:.0f} s ({used:.0f} s of processors)"


def parse_arguments():
    parser = recordings.parser_of(__doc__)
    parser.add_argument("--fault", action="append", choices=[*MESA_FAULTS, "crash"])
    parser.add_argument("--broken-driver", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--keep", type=pathlib.Path)
    return recordings.parse_arguments(parser)


def try_fault(options, trace, name, env, how):
    with tempfile.TemporaryDirectory() as folder:
        small = (options.keep or pathlib.Path(folder)) / f"{trace.stem}.{name}.trace"
        left, seconds, used, said = shrink(options, trace, env, how, small)
        if left is not None and options.peer and not how:
            said += ", " + peer_says(env, small)
    print(f"{trace.stem:26} {name:14} {said}", flush=True)
    return left, seconds, used, left is None and not any(words in said for words in NOT_SHOWN)


def main():
    options = parse_arguments()
    tries = [try_fault(options, t, name, *how) for t in options.traces for name, how in faults_of(options).items()]
    failed = sum(has_failed for *_, has_failed in tries)
    shrunk = [result for result in tries if result[0] is not None]
    print(f"{len(shrunk)} faults shrunk, {failed} commands failed")
    for what, column in zip(("calls left", "seconds", "seconds of processors"), zip(*shrunk)):
        print(f"{what}: median {statistics.median(column):.0f}, most {max(column):.0f}")
    is_bad = any(left > MOST_CALLS or seconds > options.seconds for left, seconds, *_ in shrunk)
    return 1 if failed or is_bad else 0


if __name__ == "__main__":
    for display in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        os.environ.pop(display, None)
    os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
    sys.exit(main())
