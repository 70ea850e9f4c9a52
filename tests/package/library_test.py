#!/usr/bin/env python3
"""Uses libreplay as others do, from Python and from C: library_test.py LIBREPLAY SOURCES RECORDING REFERENCE PROGRAM.

RECORDING is data/cubes_v00_zlib.wip15, and REFERENCE the MD5 of its frame 120."""
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

library, sources, recording, reference, program = sys.argv[1:]
os.environ["REPLAY_LIBRARY"] = library
sys.path.insert(0, str(pathlib.Path(sources) / "replay/library"))
import replay  # noqa: E402


def md5_of_rgb(width, height, rgba):
    assert len(rgba) == 4 * width * height
    return hashlib.md5(b"".join(rgba[at : at + 3] for at in range(0, len(rgba), 4))).hexdigest()


def test_calls():
    dumped = subprocess.run([program, "dump", recording], check=True, capture_output=True).stdout.decode(
        errors="replace"
    )
    calls = list(replay.open(recording))
    assert "".join(f"{call}\n" for call in calls) == dumped
    swaps = [call for call in calls if call.function == "glXSwapBuffers"]
    assert [call.frame for call in swaps] == list(range(len(swaps))) and len(swaps) == 200
    clear = next(call for call in calls if call.function == "glClear")
    assert "GL_COLOR_BUFFER_BIT" in clear.arguments["mask"] and not clear.is_derived


def test_pictures():
    with replay.open(recording) as opened:
        assert opened.picture() is None and opened.state() is None
        assert opened.play_to_frame(120)
        assert md5_of_rgb(*opened.picture()) == reference
        assert opened.state()["framebuffers"]
        assert not opened.play_to_frame(100000)
        assert opened.play_to_call(80) and opened.picture()[:2] == (320, 240)
    try:
        opened.picture()
        raise AssertionError("a closed recording has no pictures")
    except replay.Error:
        pass


def test_errors():
    try:
        replay.open("/nowhere/x.trace")
        raise AssertionError("there is no such file")
    except replay.Error as error:
        assert "No such file" in str(error)


def test_example():
    """The example is compiled as C99 without extensions, and a program that uses replay.hpp as C++17."""
    with tempfile.TemporaryDirectory() as folder:
        headers = pathlib.Path(folder) / "include/replay"
        headers.mkdir(parents=True)
        for name in ("replay.h", "replay.hpp"):
            (headers / name).write_bytes((pathlib.Path(sources) / "replay/library" / name).read_bytes())
        flags = ["-I", str(headers.parent), "-Wall", "-Wextra", "-Werror"]
        example = str(pathlib.Path(sources) / "replay/library/example.c")
        subprocess.run(["cc", "-std=c99", *flags, example, library, "-o", f"{folder}/example"], check=True)
        environment = dict(os.environ, LD_LIBRARY_PATH=str(pathlib.Path(library).parent))
        done = subprocess.run([f"{folder}/example", recording, "120"], capture_output=True, check=True, env=environment)
        assert done.stderr.count(b"\n") >= 199
        header, pixels = done.stdout.split(b"\n255\n", 1)
        assert header == b"P6\n320 240" and hashlib.md5(pixels).hexdigest() == reference
        user = pathlib.Path(folder) / "user.cc"
        user.write_text(
            "#include <replay/replay.hpp>\n#include <cstdio>\n"
            "int main(int, char** argv) {\n"
            "  libreplay::Recording recording(argv[1]);\n"
            "  int calls = 0;\n"
            "  while (recording.next_call()) ++calls;\n"
            "  if (!recording.play_to_frame(3) || !recording.picture() || recording.state() == nullptr) return 1;\n"
            '  std::printf("%d\\n", calls);\n'
            '  try { libreplay::Recording none("/nowhere"); } catch (const std::runtime_error&) { return 0; }\n'
            "  return 1;\n}\n"
        )
        subprocess.run(["c++", "-std=c++17", *flags, str(user), library, "-o", f"{folder}/user"], check=True)
        done = subprocess.run([f"{folder}/user", recording], capture_output=True, check=True, env=environment)
        assert int(done.stdout) == len(list(replay.open(recording)))


def test_symbols():
    names = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    defined = {line.split()[-1].split("@")[0] for line in names.splitlines()}
    assert all(name.startswith("replay_") or name == "REPLAY_1" for name in defined), defined


for test in (test_calls, test_pictures, test_errors, test_example, test_symbols):
    test()
