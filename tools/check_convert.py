#!/usr/bin/env python3
"""Converts recordings with `replay convert` and compares the pictures of all frames before and after.

    tools/check_convert.py REPLAY FILE_OR_FOLDER... [--peer]

A frame of a web page with two canvases is two frames of the converted file, so the pictures are compared in their order. With --peer,
Debian's apitrace (eglretrace, or glretrace under a display) draws the converted file as well, and it is said how many of its pictures
are the same. Exit code 1 when a picture of ours differs."""
import pathlib
import re
import sys
import tempfile

import apitrace_peer
import recordings
from recordings import run


def hashes(replay, trace):
    """The MD5 of each picture, in their order."""
    done = run(replay, "--hash", "--frame", "*", "--headless", trace)
    return re.findall(r"^frame \S+ ([0-9a-f]{32})$", done.stdout, re.M), done


def pictures(replay, trace, folder):
    folder.mkdir()
    run(replay, "--frame", "*", "--headless", "-o", folder, trace)
    return sorted(folder.glob("*.png"), key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)])


def peer_pictures(trace, folder):
    """What apitrace's own replayer draws; it writes one picture for each frame, named by the call."""
    folder.mkdir()
    done = run(apitrace_peer.retracer(trace), "--headless", "-s", f"{folder}/", "-S", "frame", trace)
    return sorted(folder.glob("*.png")), done


def compare_with_peer(replay, converted, folder):
    ours = pictures(replay, converted, folder / "ours")
    theirs, done = peer_pictures(converted, folder / "theirs")
    same = sum(run(replay, "diff", "--tolerance", "1", a, b).returncode == 0 for a, b in zip(ours, theirs))
    text = f"; apitrace draws {len(theirs)} of {len(ours)}, {same} the same"
    return text if done.returncode == 0 else f"{text} (exit code {done.returncode}: {done.stderr.strip()[-150:]})"


def check(replay, trace, folder, peer):
    converted = folder / (trace.name + ".trace")
    done = run(replay, "convert", trace, "-o", converted)
    if done.returncode not in (0, 125) or not converted.exists():
        return f"NOT CONVERTED ({done.returncode}): {done.stderr.strip()}"
    before, _ = hashes(replay, trace)
    after, second = hashes(replay, converted)
    same = sum(a == b for a, b in zip(before, after))
    verdict = "same" if before == after else "DIFFERENT"
    text = f"{verdict}: {len(before)} pictures, {len(after)} after, {same} the same"
    if done.returncode == 125:
        text += " (damaged)"
    if second.returncode not in (0, 1, 125):
        text += f" (exit code {second.returncode})"
    return text + (compare_with_peer(replay, converted, folder) if peer else "")


def main():
    options = recordings.parse_arguments(recordings.parser_of(__doc__))
    bad = 0
    for trace in options.traces:
        with tempfile.TemporaryDirectory() as folder:
            text = check(options.replay, trace, pathlib.Path(folder), options.peer)
        bad += not text.startswith("same")
        print(f"{trace.name:40} {text}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
