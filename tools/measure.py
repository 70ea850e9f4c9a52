#!/usr/bin/env python3
"""Measures what a replay costs, side by side with glretrace and with the recorded program run bare, and prints the table.

    tools/measure.py --traces FOLDER [--replay PATH] [--rows NAME ...] [--runs N]

Only ratios are printed, because only they are the same on another machine. Instructions are counted by callgrind under
GALLIUM_NOOP=1: Mesa's front end runs, but nothing is drawn. They are the difference between a long and a short trace, so the
start of the programs does not count. Times are CPU times: the programs run in turn, A B A B, and the median counts. A row says so
where it is about wall time or memory.

FOLDER holds s_{uniform,buffer,immediate}_{2,12}.trace, gears3000.trace and manydraws.cpp, whose program is built here, run bare
and recorded with `apitrace trace` where a row needs a longer trace. Needs apitrace, Xvfb, valgrind, g++ and the development files of
SDL2. A row whose tool or trace is missing says so, and the other rows are still measured.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROWS = {}  # name -> function(Bench), which yields (what, measured, target)


def row(function):
    ROWS[function.__name__] = function
    return function


class Missing(Exception):
    """A tool or a trace that a row needs."""


class Cost:
    """What one run of a program took."""

    def __init__(self, wall, usage):
        self.wall = wall
        self.cpu = usage.ru_utime + usage.ru_stime
        self.mib = usage.ru_maxrss / 1024


class Bench:
    def __init__(self, arguments):
        self.replay_program = str(pathlib.Path(arguments.replay).resolve())
        self.traces = pathlib.Path(arguments.traces).resolve()
        self.runs = arguments.runs
        self.scratch = pathlib.Path(arguments.scratch or tempfile.mkdtemp(prefix="measure-"))
        self.scratch.mkdir(exist_ok=True)
        self.keep = arguments.scratch is not None
        self.server = None

    def close(self):
        if self.server is not None:
            self.server.terminate()
            self.server.wait()
        if not self.keep:
            shutil.rmtree(self.scratch, ignore_errors=True)

    # The contestants, as command lines.

    def replay(self, trace, *options):
        return [self.replay_program, "-q", "--headless", *options, str(trace)]

    def info(self, trace):
        return [self.replay_program, "info", str(trace)]

    def glretrace(self, trace, *options):
        self.start_server()
        return [self.tool("glretrace"), "-b", *options, str(trace)]

    def native(self, draws, frames, mode):
        program = self.scratch / "manydraws"
        if not program.exists():
            flags = subprocess.check_output([self.tool("pkg-config"), "--cflags", "--libs", "sdl2"], text=True).split()
            subprocess.check_call([self.tool("g++"), "-O2", self.trace("manydraws.cpp"), *flags, "-lGL", "-o", program])
        return [str(program), str(draws), str(frames), mode]

    def recorded(self, draws, frames, mode):
        """Records a trace of that run of the program."""
        trace = self.scratch / f"{mode}_{draws}x{frames}.trace"
        if not trace.exists():
            self.start_server()
            command = [self.tool("apitrace"), "trace", "-o", str(trace), *self.native(draws, frames, mode)]
            self.run(command, noop=True, display=True)
        return trace

    def trace(self, name):
        path = self.traces / name
        if not path.exists():
            raise Missing(f"no {path}")
        return path

    @staticmethod
    def tool(name):
        path = shutil.which(name)
        if path is None:
            raise Missing(f"no {name}")
        return path

    # Running the programs.

    def start_server(self):
        if self.server is not None:
            return
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            [
                self.tool("Xvfb"),
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                "1280x1024x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.display = ":" + answer.readline().strip()

    def environment(self, noop, display):
        environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "vblank_mode": "0"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            environment.pop(name, None)
        if noop:
            environment["GALLIUM_NOOP"] = "1"
        if display:
            environment["DISPLAY"] = self.display
        return environment

    def run(self, command, noop=False, display=None):
        """Runs a command, which must succeed. Only glretrace needs the X server."""
        if display is None:
            display = "glretrace" in command[0]
        before = time.monotonic()
        with tempfile.TemporaryFile() as messages:
            child = subprocess.Popen(
                command,
                env=self.environment(noop, display),
                cwd=self.scratch,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=messages,
            )
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0:
                messages.seek(0)
                last = messages.read().decode(errors="replace").strip().splitlines()[-1:]
                raise Missing(f"exit code {child.returncode} of {' '.join(command)}: {' '.join(last)}")
        return Cost(time.monotonic() - before, usage)

    def ratio(self, ours, others, figure="cpu", noop=False, runs=None):
        """The median of the ratios of runs that come right after each other."""
        self.run(ours, noop)
        ratios = []
        for _ in range(runs or self.runs):
            a, b = self.run(ours, noop), self.run(others, noop)
            ratios.append(getattr(a, figure) / getattr(b, figure))
        return statistics.median(ratios)

    def instructions(self, command):
        output = self.scratch / "callgrind.out"
        self.run(
            [self.tool("valgrind"), "--tool=callgrind", f"--callgrind-out-file={output}", *command],
            noop=True,
            display="glretrace" in command[0],
        )
        return int(re.search(r"^(?:summary|totals): (\d+)", output.read_text(), re.MULTILINE)[1])

    def per_call(self, command_of, calls_per_frame):
        """Counts instructions; `command_of` makes a command from a number of frames."""
        return (self.instructions(command_of(12)) - self.instructions(command_of(2))) / (10 * calls_per_frame)


def blob_trace(blobs):
    """An apitrace file, version 4, of so many glBufferData(GL_ARRAY_BUFFER, 1 MiB, random bytes, GL_STATIC_DRAW)."""

    def number(value):
        out = bytearray()
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        return bytes([*out, value])

    def text(value):
        return number(len(value)) + value.encode()

    def unsigned(value):
        return b"\4" + number(value)

    def chunk(data):  # Snappy: literals of 64 KiB
        packed = number(len(data)) + b"".join(
            b"\xf4" + struct.pack("<H", len(piece) - 1) + piece
            for piece in (data[i : i + 65536] for i in range(0, len(data), 65536))
        )
        return struct.pack("<I", len(packed)) + packed

    mib = 1 << 20
    names = ("target", "size", "data", "usage")
    signature = text("glBufferData") + number(len(names)) + b"".join(map(text, names))
    stream = bytearray(number(4))
    for call in range(blobs):
        values = [unsigned(0x8892), unsigned(mib), b"\x08" + number(mib) + os.urandom(mib), unsigned(0x88E4)]
        stream += b"\0" + number(0) + number(0) + (signature if call == 0 else b"")
        stream += b"".join(b"\1" + number(i) + value for i, value in enumerate(values)) + b"\0"
        stream += b"\1" + number(call) + b"\0"
    return b"at" + b"".join(chunk(stream[i : i + mib]) for i in range(0, len(stream), mib))


# Gives GL a buffer of 1 MiB in each of 300 frames: the same word throughout a frame ("flat"), or random ones.
UPLOADS = """
#define GL_GLEXT_PROTOTYPES
#include <SDL2/SDL.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <string>
#include <vector>
int main(int, char** arguments) {
  const bool flat = arguments[1] == std::string("flat");
  SDL_Init(SDL_INIT_VIDEO);
  SDL_Window* window = SDL_CreateWindow("", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
  SDL_GL_CreateContext(window);
  GLuint buffer;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  std::vector<unsigned> words(1 << 18);
  unsigned random = 1;
  for (unsigned frame = 0; frame < 300; ++frame) {
    for (unsigned& word : words) word = flat ? frame : (random = random * 1664525u + 1013904223u);
    glBufferData(GL_ARRAY_BUFFER, 1 << 20, words.data(), GL_STREAM_DRAW);
    glClear(GL_COLOR_BUFFER_BIT);
    SDL_GL_SwapWindow(window);
  }
}
"""

CALLS_PER_FRAME = {"uniform": 20000, "buffer": 15000, "immediate": 25000}
TARGETS = {"uniform": 0.22, "buffer": 0.30, "immediate": 0.22}


@row
def instructions(bench):
    for mode, calls in CALLS_PER_FRAME.items():
        trace = lambda frames: bench.trace(f"s_{mode}_{frames}.trace")
        ours = bench.per_call(lambda frames: bench.replay(trace(frames)), calls)
        theirs = bench.per_call(lambda frames: bench.glretrace(trace(frames)), calls)
        bare = bench.per_call(lambda frames: bench.native(5000, frames, mode), calls)
        yield (
            f"instructions per call without drawing, {mode}: replay {ours:.0f}, glretrace {theirs:.0f}, "
            f"program {bare:.0f}; against glretrace",
            ours / theirs,
            TARGETS[mode],
        )


@row
def million_calls(bench):
    for mode, frames in [("uniform", 50), ("buffer", 67), ("immediate", 40)]:
        trace, program = bench.recorded(5000, frames, mode), bench.native(5000, frames, mode)
        for name, other, target in [("glretrace", bench.glretrace(trace), 0.33), ("the program", program, 1.6)]:
            yield (
                f"CPU time without drawing, 1 M calls, {mode}, against {name}",
                bench.ratio(bench.replay(trace), other, noop=True),
                target,
            )


@row
def drawing(bench):
    for mode in CALLS_PER_FRAME:
        trace, program = bench.recorded(5000, 30, mode), bench.native(5000, 30, mode)
        for name, other, target in [("the program", program, 1.15), ("glretrace", bench.glretrace(trace), 0.75)]:
            yield f"CPU time with llvmpipe, {mode}, against {name}", bench.ratio(bench.replay(trace), other), target


@row
def many_frames(bench):
    trace = bench.trace("gears3000.trace")
    yield (
        "3000 frames of gears against glretrace, wall time",
        bench.ratio(bench.replay(trace), bench.glretrace(trace), "wall"),
        0.5,
    )
    yield "3000 frames of gears, peak memory in MiB", bench.run(bench.replay(trace)).mib, 150


@row
def info(bench):
    trace = bench.recorded(5000, 50, "uniform")
    yield (
        "reading every call (info), 1 M calls, against apitrace info, CPU time",
        bench.ratio(bench.info(trace), [bench.tool("apitrace"), "info", str(trace)]),
        0.2,
    )
    trace = bench.scratch / "blobs.trace"
    if not trace.exists():
        trace.write_bytes(blob_trace(300))
    yield (
        "the same, 300 blobs of 1 MiB that hardly compress",
        bench.ratio(bench.info(trace), [bench.tool("apitrace"), "info", str(trace)]),
        0.8,
    )


@row
def memory(bench):
    for frames in (60, 300):
        trace, program = bench.recorded(1000, frames, "uniform"), bench.native(1000, frames, "uniform")
        more = statistics.median(bench.run(bench.replay(trace)).mib - bench.run(program).mib for _ in range(3))
        yield f"peak memory, {frames} frames, MiB above the program's", more, 24


@row
def pictures(bench):
    trace = bench.trace("bsu.trace")
    ours = bench.replay(trace, "--frame", "*", "-o", str(bench.scratch / "shots") + "/")
    theirs = bench.glretrace(trace, "-s", str(bench.scratch / "their_"))
    for figure, name, target in [("wall", "wall time", 0.4), ("cpu", "CPU time", 0.6)]:
        yield f"a PNG of every frame, {name} against glretrace -s", bench.ratio(ours, theirs, figure, runs=3), target


@row
def start_up(bench):
    trace = bench.recorded(1, 1, "uniform")
    for figure, name in [("wall", "wall time"), ("cpu", "CPU time")]:
        yield (
            f"a trace of one frame, {name} against glretrace",
            bench.ratio(bench.replay(trace), bench.glretrace(trace), figure),
            1.0,
        )


@row
def decode_ahead(bench):
    """Compares with a run on one processor, where the thread that decodes has to take turns with the one that issues calls.

    Mesa's noop driver has a thread of its own where there are two processors, and on one it has none: without it in both.
    """
    ours = ["env", "GALLIUM_THREAD=0", *bench.replay(bench.recorded(5000, 300, "uniform"))]
    yield (
        "6 M calls without drawing, wall time against one processor",
        bench.ratio(ours, [bench.tool("taskset"), "-c", "0", *ours], "wall", noop=True),
        0.8,
    )


@row
def unpack_ahead(bench):
    """On one processor there is no thread that unpacks, so the same program tells what the thread brings and costs."""
    ours = bench.info(bench.recorded(5000, 200, "immediate"))
    alone = [bench.tool("taskset"), "-c", "0", *ours]
    for figure, name, target in [("wall", "wall time", 0.6), ("cpu", "CPU time", 1.02)]:
        yield f"info of 5 M calls, {name} against one processor", bench.ratio(ours, alone, figure), target


@row
def uploads(bench):
    for kind, target in [("flat", 0.6), ("random", 0.6)]:
        trace = bench.scratch / f"up_{kind}.trace"
        if not trace.exists():
            source, program = bench.scratch / "uploads.cpp", bench.scratch / "uploads"
            source.write_text(UPLOADS)
            flags = subprocess.check_output([bench.tool("pkg-config"), "--cflags", "--libs", "sdl2"], text=True).split()
            subprocess.check_call([bench.tool("g++"), "-O2", str(source), *flags, "-lGL", "-o", str(program)])
            bench.start_server()
            command = [bench.tool("apitrace"), "trace", "-o", str(trace), str(program), kind]
            bench.run(command, noop=True, display=True)
        yield (
            f"300 frames of 1 MiB of buffer data, {kind}, without drawing, CPU time against glretrace",
            bench.ratio(bench.replay(trace), bench.glretrace(trace), noop=True),
            target,
        )


@row
def real_memory(bench):
    for name in ("godot3_gles3", "osgsharedarray", "osgtessellationshaders", "osgvertexprogram", "pyglet"):
        trace = bench.trace(f"../real/{name}.trace")
        yield (
            f"peak memory of {name} against glretrace",
            bench.ratio(bench.replay(trace), bench.glretrace(trace), "mib", runs=1),
            1.05,
        )


@row
def small_traces(bench):
    """A corpus of 60 small recordings, made of those in data/. Their pictures are those that the manifest names."""
    folder = bench.scratch / "small"
    folder.mkdir(exist_ok=True)
    manifest = "traces:\n"
    recordings = ["getstring_v00a_raw8", "mapbuf_v00seed_lz4", "dsa45_v00_lz4", "xfb_v00_lz4", "multictx_v00_none"]
    for number in range(60):
        name = f"t{number}.wip15"
        if not (folder / name).exists():
            data = pathlib.Path(__file__).resolve().parent.parent / "data"
            (folder / name).symlink_to(data / f"{recordings[number % len(recordings)]}.wip15")
        manifest += f"  {name}: {{any: {{text: '', frames: {{0: {{checksum: {'0' * 32}}}}}}}}}\n"
    (folder / "manifest.yml").write_text(manifest)
    ours = [
        "sh",
        "-c",
        '"$@" >/dev/null; [ $? -le 1 ]',
        "sh",
        bench.replay_program,
        "run",
        str(folder / "manifest.yml"),
    ]
    ours += ["--device", "any", "-o", str(bench.scratch / "results")]
    bench.run([*ours, "--update"])  # otherwise all of them fail, and what fails is replayed twice
    yield "run over 60 small recordings, wall time against -j 1", bench.ratio(ours, [*ours, "-j", "1"], "wall"), 0.6


@row
def seek(bench):
    for name, frame, target in [
        ("bsu", 116, 0.15),
        ("gears3000", 2999, 0.25),
        ("xs_flurry", 161, None),
        ("../real/osgsharedarray", 1943, 0.25),
        ("../real/osgtessellationshaders", 1565, 0.25),
        ("../real/osgvertexprogram", 701, 0.25),
        ("../real/pyglet", 240, 0.5),
        ("../real/godot3_gles3", 120, 0.25),
    ]:
        trace = bench.trace(f"{name}.trace")
        wanted = ["--frame", str(frame), "-o", str(bench.scratch / "sought.png")]
        yield (
            f"{name} to frame {frame} against the same with --no-seek, CPU time",
            bench.ratio(bench.replay(trace, *wanted), bench.replay(trace, "--no-seek", *wanted)),
            target,
        )


def cells(rows):
    for name in rows:
        try:
            yield from ROWS[name](BENCH)
        except (Missing, subprocess.CalledProcessError) as problem:
            yield f"{name}: not measured, {problem}", None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--traces", required=True, help="folder of the traces")
    parser.add_argument("--replay", default="build/release/replay")
    parser.add_argument("--rows", nargs="*", choices=ROWS, default=list(ROWS))
    parser.add_argument("--runs", type=int, default=5, help="runs of each command for a ratio")
    parser.add_argument("--scratch", help="keep recordings and programs in this folder, to be used again")
    global BENCH
    arguments = parser.parse_args()
    BENCH = Bench(arguments)
    try:
        print("| what | measured | target |\n|---|---|---|")
        for what, measured, target in cells(arguments.rows):
            number = "-" if measured is None else f"{measured:.2f}" if measured < 10 else f"{measured:.0f}"
            print(f"| {what} | {number} | {'-' if target is None else target} |", flush=True)
    finally:
        BENCH.close()


if __name__ == "__main__":
    sys.exit(main())
