#!/usr/bin/env python3
"""Holds `replay bisect` against brute force: a hash of the picture after every drawing call of both drivers.

    brute_force.py REPLAY TRACE... --bad LP_PERF=no_blend [--good ...]

Brute force sees the first colour attachment only; bisect's answer for colour is what has to agree. Prints a line a trace;
exit code 1 when one disagrees. For checks by hand: it takes as long as brute force takes.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def environment(text):
    return {**os.environ, **dict(word.split("=", 1) for word in text.split())}


def brute_force(replay, trace, good, bad):
    runs = [subprocess.Popen([replay, trace, "--headless", "-q", "--call", "draw", "--hash"], env=environment(env), text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for env in (good, bad)]
    first, calls = None, 0
    for a, b in zip(runs[0].stdout, runs[1].stdout):
        calls += 1
        if first is None and a != b:
            first = int(re.match(r"call (\d+) ", a).group(1))
    return first, calls, [run.wait() for run in runs]


def bisect(replay, trace, good, bad):
    with tempfile.TemporaryDirectory() as folder:
        code = subprocess.run([replay, "bisect", trace, "--good", good, "--bad", bad, "-o", folder, "-q"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
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
        begin = time.time()
        expected, calls, codes = brute_force(options.replay, trace, options.good, options.bad)
        brute_seconds = time.time() - begin
        begin = time.time()
        code, found = bisect(options.replay, trace, options.good, options.bad)
        seconds = time.time() - begin
        first = found.get("first", {})
        visible = any(i["differs"] and "color" in i["name"] for i in first.get("images", []))
        color = first if visible else found.get("first_color", {})
        agrees = color.get("call") == expected
        wrong += not agrees
        print(f"{'ok ' if agrees else 'BAD'} {os.path.basename(trace):34} brute {expected} ({calls} draws, {brute_seconds:.1f} s, "
              f"{codes}) bisect {color.get('call')} (any: {first.get('call')}, {found.get('read_backs')} read-backs, "
              f"{seconds:.1f} s, code {code}) x{brute_seconds / seconds:.1f}", flush=True)
    return 1 if wrong else 0


sys.exit(main())
