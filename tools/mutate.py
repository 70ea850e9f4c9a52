#!/usr/bin/env python3
"""Damages traces at random and runs the whole program on each: replay without a window, info, dump.

    tools/mutate.py --replay build/release/replay --count 5000 [--seed N] [--jobs N] [--keep FOLDER] TRACE-OR-FOLDER...
    tools/mutate.py --replay ... --cuts 4096 TRACE...       cuts each trace at its first and last 4096 bytes instead

A run is a finding in these cases: its exit code is not 0, 1 or 125; a signal ends it, or the program says that one would have; a
sanitizer reports something; the program says nothing on standard error although it cannot judge; it takes more CPU time or memory
than it may; it leaves a file that was not asked for. Each finding is kept in --keep, as a file and a text that says what happened;
the file can be made again from --seed and its number alone. Prints a line per finding and a count at the end. The exit code is 1
when there are findings.

A file that is compressed as a whole is unpacked, damaged and compressed again: otherwise the container would detect all damage.
Only the standard library is needed. For zstd files the program `zstd` is needed; without it, their compressed bytes are damaged.
"""

import argparse
import collections
import concurrent.futures
import gzip
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

GOOD_CODES = {0, 1, 125}
LONGEST_INPUT = 1 << 20  # bytes; a longer trace is cut, which is damage as well


def unsnappy(data):
    size = shift = i = 0
    while True:
        size |= (data[i] & 127) << shift
        shift += 7
        i += 1
        if data[i - 1] < 128:
            break
    out = bytearray()
    while i < len(data):
        tag = data[i]
        i += 1
        kind, length = tag & 3, tag >> 2
        if kind == 0:
            if length >= 60:
                extra = length - 59
                length = int.from_bytes(data[i : i + extra], "little")
                i += extra
            out += data[i : i + length + 1]
            i += length + 1
            continue
        extra = (None, 1, 2, 4)[kind]
        offset = int.from_bytes(data[i : i + extra], "little")
        i += extra
        if kind == 1:
            offset |= (length >> 3) << 8
            length = (length & 7) + 4
        else:
            length += 1
        for _ in range(length):
            out.append(out[-offset])
    return bytes(out)


def unpack(data):
    """Returns the unpacked bytes, and a function that packs them again."""
    as_it_is = lambda payload: payload
    pack = lambda payload: gzip.compress(payload, 1)  # all formats accept gzip
    if data[:2] == b"at":
        at, out = 2, bytearray()
        while at + 4 <= len(data) and len(out) < LONGEST_INPUT:
            size = struct.unpack_from("<I", data, at)[0]
            out += unsnappy(data[at + 4 : at + 4 + size])
            at += 4 + size
        return bytes(out), pack
    if data[:2] == b"\x1f\x8b":
        return zlib.decompressobj(31).decompress(data), pack
    if data[:4] == b"\x28\xb5\x2f\xfd" and shutil.which("zstd"):
        return subprocess.run(["zstd", "-dc"], input=data, capture_output=True).stdout, pack
    return data, as_it_is


class Corpus:
    def __init__(self, paths):
        self.files = []  # name, payload, pack
        for path in paths:
            path = pathlib.Path(path)
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.suffix in (".trace", ".wip15", ".wtf-trace", ".wtf-json"):
                    payload, pack = unpack(file.read_bytes())
                    self.files.append((file.name, payload[:LONGEST_INPUT], pack))
        if not self.files:
            sys.exit("no traces there")

    def mutant(self, seed, number):
        random_ = random.Random(f"{seed} {number}")
        name, payload, pack = random_.choice(self.files)
        data = bytearray(payload)
        for _ in range(random_.choice((1, 1, 1, 2, 3, 8, 30))):
            random_.choice(MUTATIONS)(random_, data, self)
        return name, pack(bytes(data))


INTERESTING = [
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x100000000,
    16384,
    1 << 24,
    1 << 40,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
]


def place(random_, data):
    """Prefers the front of a file, where most of what matters is: declarations, contexts, sizes."""
    span = random_.choice((256, 4096, len(data), len(data)))
    return random_.randrange(max(1, min(span, len(data))))


def flip_bit(random_, data, _):
    if data:
        data[place(random_, data)] ^= 1 << random_.randrange(8)


def set_byte(random_, data, _):
    if data:
        data[place(random_, data)] = random_.choice((0, 1, 0x7F, 0x80, 0xFF, random_.randrange(256)))


def set_number(random_, data, _):
    size = random_.choice((2, 4, 4, 8))
    value = random_.choice(INTERESTING) & ((1 << 8 * size) - 1)
    at = place(random_, data)
    data[at : at + size] = value.to_bytes(size, "little")


def leb128(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return out + bytes([value])


def set_varint(random_, data, _):
    """Replaces the number that may be there."""
    at = end = place(random_, data)
    while end < len(data) and data[end] > 127:
        end += 1
    data[at : end + 1] = leb128(random_.choice(INTERESTING))


def cut(random_, data, _):
    del data[place(random_, data) :]


def remove(random_, data, _):
    at = place(random_, data)
    del data[at : at + random_.choice((1, 4, random_.randrange(1, 4096)))]


def repeat(random_, data, _):
    at = place(random_, data)
    piece = data[at : at + random_.randrange(1, 2048)]
    data[at:at] = piece * random_.choice((1, 2, 50))


def move(random_, data, _):
    at, to = place(random_, data), place(random_, data)
    piece = data[at : at + random_.randrange(1, 2048)]
    data[to:to] = piece


def splice(random_, data, corpus):
    _, other, _ = random_.choice(corpus.files)
    start = random_.randrange(len(other) or 1)
    at = place(random_, data)
    data[at : at + random_.choice((0, 64))] = other[start : start + random_.randrange(1, 4096)]


MUTATIONS = [
    flip_bit,
    flip_bit,
    set_byte,
    set_byte,
    set_number,
    set_number,
    set_varint,
    set_varint,
    cut,
    remove,
    repeat,
    move,
    splice,
]

# The command lines that are used in turn. OUT is a folder for the files that they write.
COMMANDS = [
    ["TRACE", "--headless", "--frame", "0-", "-o", "OUT/"],
    ["TRACE", "--headless", "--no-seek", "--json", "-"],
    ["TRACE", "--headless", "--frame", "last", "--hash"],
    ["TRACE", "--headless", "--self-check", "--strict"],
    ["TRACE", "--headless", "--call", "*/draw", "--hash"],
    ["TRACE", "--sandbox", "--frame", "0,2", "-o", "OUT/", "--timeout", "20"],
    ["dump", "TRACE"],
    ["info", "TRACE", "--json"],
]
BAD_WORDS = (b"crashed (", b"AddressSanitizer", b"runtime error:", b"LeakSanitizer", b"terminate called", b"Assertion")


class Runner:
    def __init__(self, options):
        self.options = options
        self.environment = dict(
            os.environ,
            LIBGL_ALWAYS_SOFTWARE="1",
            GALLIUM_DRIVER="llvmpipe",
            LP_NUM_THREADS="1",
            MESA_SHADER_CACHE_DISABLE="true",
            ASAN_OPTIONS="detect_leaks=0",
        )
        self.codes = collections.Counter()
        self.worst_memory = self.worst_time = 0

    def run(self, name, data, command):
        """Returns what is wrong, or None."""
        with tempfile.TemporaryDirectory(prefix="mutate.") as scratch:
            folder = pathlib.Path(scratch)
            trace, cwd = folder / f"mutant{pathlib.Path(name).suffix}", folder / "cwd"
            trace.write_bytes(data)
            cwd.mkdir()
            words = [str(pathlib.Path(self.options.replay).resolve())]
            words += [word.replace("TRACE", str(trace)).replace("OUT", "out") for word in command]
            problem = self.watch(words, cwd, folder / "err")
            return problem or self.leftovers(trace, data, cwd)

    def watch(self, words, cwd, err):
        with open(err, "wb") as errors:
            child = subprocess.Popen(
                words,
                cwd=cwd,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
            deadline = time.monotonic() + self.options.timeout
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid or time.monotonic() > deadline:
                    break
                time.sleep(0.01)
            hung = not pid
            if hung:
                os.killpg(child.pid, signal.SIGKILL)
                _, status, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        said = err.read_bytes()
        seconds = usage.ru_utime + usage.ru_stime
        self.worst_memory = max(self.worst_memory, usage.ru_maxrss >> 10)
        self.worst_time = max(self.worst_time, seconds)
        if hung:
            return f"hung: {seconds:.0f} s of CPU time, {usage.ru_maxrss >> 10} MiB"
        if os.WIFSIGNALED(status):
            return f"signal {os.WTERMSIG(status)}"
        code = os.WEXITSTATUS(status)
        self.codes[code] += 1
        tail = said.decode(errors="replace").strip().split("\n")[-1][:200]
        if code not in GOOD_CODES:
            return f"exit code {code}: {tail}"
        for word in BAD_WORDS:
            if word in said:
                line = next(line for line in said.split(b"\n") if word in line)
                return line.decode(errors="replace")[:200]
        if code == 125 and not said:
            return "125 without a message"
        if usage.ru_maxrss >> 10 > self.options.memory:
            return f"{usage.ru_maxrss >> 10} MiB"
        return None

    def leftovers(self, trace, data, cwd):
        if trace.read_bytes() != data:
            return "the trace was changed"
        for path in cwd.rglob("*"):
            name = path.relative_to(cwd).as_posix()
            if name != "out" and not (name.startswith(("out/frame_", "out/call_")) and name.endswith(".png")):
                return f"left behind: {name}"
        return None


def jobs_of(options, corpus):
    if not options.cuts:
        for number in range(options.first, options.first + options.count):
            name, data = corpus.mutant(options.seed, number)
            yield number, name, data, COMMANDS[number % len(COMMANDS)]
        return
    number = 0
    for name, payload, pack in corpus.files:
        size = len(payload)
        for at in sorted(set(range(min(options.cuts, size))) | set(range(max(0, size - options.cuts), size))):
            yield number, name, pack(payload[:at]), COMMANDS[number % len(COMMANDS)]
            number += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--replay", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number to begin with")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=30, help="seconds for a run")
    parser.add_argument("--memory", type=int, default=512, help="MiB that a run may have resident")
    parser.add_argument("--keep", default="findings")
    parser.add_argument("traces", nargs="+")
    options = parser.parse_args()
    corpus, runner = Corpus(options.traces), Runner(options)
    found = done = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = collections.deque()

        def settle():
            nonlocal found, done
            number, name, data, command, future = waiting.popleft()
            done += 1
            if done % 1000 == 0:
                print(f"{done} runs, {found} findings", flush=True)
            problem = future.result()
            if not problem:
                return
            found += 1
            kept = pathlib.Path(options.keep)
            kept.mkdir(parents=True, exist_ok=True)
            file = kept / f"{options.seed}-{number}-{name}"
            file.write_bytes(data)
            print(f"{problem}\n    replay {' '.join(command).replace('TRACE', str(file))}", flush=True)

        for number, name, data, command in jobs_of(options, corpus):
            waiting.append((number, name, data, command, pool.submit(runner.run, name, data, command)))
            if len(waiting) > 4 * options.jobs:
                settle()
        while waiting:
            settle()
    codes = ", ".join(f"{count} with {code}" for code, count in sorted(runner.codes.items()))
    print(
        f"{done} runs, {found} findings; {codes}; at most {runner.worst_memory} MiB and {runner.worst_time:.1f} s of CPU time"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
