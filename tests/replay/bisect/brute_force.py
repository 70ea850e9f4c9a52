#!/usr/bin/env python3
"""Compares `replay bisect` to brute force: to `--exhaustive`, which compares all that every drawing call writes, and to
hashes of the picture after every drawing call of both drivers.

    brute_force.py REPLAY TRACE... --bad LP_PERF=no_blend [--good ...]

The hashes cover the first colour attachment only. What bisect says about colour has to agree, unless it names an
earlier call that writes something else. The script prints a line for each trace, with seconds of CPU time, and exits
with 1 when one disagrees. It is for checks by hand, because brute force takes long.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile


def environment(text):
    return {**os.environ, **dict(word.split("=", 1) for word in text.split())}


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def brute_force(replay, trace, good, bad):
    runs = [
        subprocess.Popen(
            [replay, trace, "--headless", "-q", "--call", "draw", "--hash"],
            env=environment(env),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for env in (good, bad)
    ]
    first, calls = None, 0
    for a, b in zip(runs[0].stdout, runs[1].stdout):
        calls += 1
        if first is None and a != b:
            first = int(re.match(r"call (\d+) ", a).group(1))
    return first, calls, [run.wait() for run in runs]


def bisect(replay, trace, good, bad, *more):
    with tempfile.TemporaryDirectory() as folder:
        code = subprocess.run(
            [replay, "bisect", trace, "--good", good, "--bad", bad, "-o", folder, "-q", *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ).returncode
        path = os.path.join(folder, "bisect.json")
        return code, json.load(open(path)) if os.path.exists(path) else {}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("replay")
    parser.add_argument("traces", nargs="+")
    parser.add_argument("--good", default="")
    parser.add_argument("--bad", required=True)
    options = parser.parse_args()
    wrong = 0
    for trace in options.traces:
        begin = cpu_seconds()
        expected, calls, codes = brute_force(options.replay, trace, options.good, options.bad)
        brute_seconds = cpu_seconds() - begin
        begin = cpu_seconds()
        code, found = bisect(options.replay, trace, options.good, options.bad)
        seconds = cpu_seconds() - begin
        _, exhaustive = bisect(options.replay, trace, options.good, options.bad, "--exhaustive")
        first = found.get("first", {})
        visible = any(i["differs"] and "color" in i["name"] for i in first.get("images", []))
        color = first if visible else found.get("first_color", {})
        earlier = not color and first and (expected is None or first["call"] < expected)
        agrees = first.get("call") == exhaustive.get("first", {}).get("call") and (
            color.get("call") == expected or earlier
        )
        wrong += not agrees
        print(
            f"{'ok ' if agrees else 'BAD'} {os.path.basename(trace):34} brute {expected} ({calls} draws, {brute_seconds:.1f} s, "
            f"{codes}) bisect {color.get('call')} (any: {first.get('call')}, {found.get('read_backs')} read-backs, "
            f"{seconds:.1f} s, code {code}) x{brute_seconds / seconds:.1f}",
            flush=True,
        )
    return 1 if wrong else 0


sys.exit(main())
