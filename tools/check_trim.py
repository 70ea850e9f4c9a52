#!/usr/bin/env python3
"""Trims recordings with `replay trim` and says how small they get.

    tools/check_trim.py REPLAY FILE_OR_FOLDER... [--peer]

The frame in the middle of each recording is kept. `replay trim` itself compares the pictures. With --peer (Debian's apitrace; it needs a
display, for example Xvfb) `apitrace gltrim` keeps the same frame, and apitrace's own replayer draws the frame of the recording, of our
file and of theirs. Then the last lines are the medians of our sizes by theirs, over the recordings where gltrim shows the right picture.
Exit code 1 when a recording cannot be trimmed, although it shows a picture."""
import pathlib
import re
import statistics
import sys
import tempfile

import apitrace_peer
import recordings
from recordings import run


def frames_of(replay, trace):
    found = re.search(r"^frames +(\d+)", run(replay, "info", trace).stdout, re.M)
    return int(found[1]) if found else 0


def calls_of(trace):
    return len(re.findall(rb"^\d+ ", run("apitrace", "dump", "--verbose", trace, text=False).stdout, re.M))


def compare(trace, ours, frame, folder, ratios):
    theirs = folder / "theirs.trace"
    run("apitrace", "gltrim", "-f", str(frame), "-o", theirs, trace)
    retrace = apitrace_peer.retracer(trace)
    whole = apitrace_peer.pictures(retrace, trace)
    if frame >= len(whole):
        return f"{retrace} does not draw the frame"
    sizes = {}
    for name, file in (("ours", ours), ("gltrim", theirs)):
        shown = apitrace_peer.pictures(retrace, file)[-1:] if file.exists() else []
        sizes[name] = (
            shown == [whole[frame]],
            calls_of(file) if file.exists() else 0,
            file.stat().st_size if file.exists() else 0,
        )
    if sizes["gltrim"][0]:
        ratios.append([sizes["ours"][i] / sizes["gltrim"][i] for i in (1, 2)])
    said = (
        f"{name}: {'right' if right else 'wrong'}, {calls} calls, {size} bytes"
        for name, (right, calls, size) in sizes.items()
    )
    return f"by {retrace}: " + "; ".join(said)


def main():
    options = recordings.parse_arguments(recordings.parser_of(__doc__))
    failed, ratios = 0, []
    for trace in options.traces:
        frame = frames_of(options.replay, trace) // 2
        with tempfile.TemporaryDirectory() as scratch:
            ours = pathlib.Path(scratch) / "ours.trace"
            done = run(options.replay, "trim", trace, "--frame", str(frame), "-o", ours)
            said = " ".join((done.stderr + done.stdout).split()).replace(str(ours), "it")
            print(f"{trace.name}, frame {frame}: {said}", flush=True)
            failed += done.returncode != 0 and "shows no picture" not in done.stderr
            if options.peer and done.returncode == 0:
                print("    " + compare(trace, ours, frame, pathlib.Path(scratch), ratios), flush=True)
    print(f"{len(options.traces)} recordings, {failed} failed")
    if ratios:
        calls, size = (statistics.median(column) for column in zip(*ratios))
        print(f"medians over {len(ratios)} recordings: {calls:.2f} of gltrim's calls, {size:.2f} of its bytes")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
