#!/usr/bin/env python3
"""Installs a build into a folder of its own and tries what a package brings: install_test.py CMAKE BUILD_FOLDER.

Exit code 77: not everything is built, so nothing can be installed."""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.dom.minidom

COMMANDS = "help info index dump diff run bisect".split()


def completions(script, words):
    line = f'source {script}; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _replay; echo "${{COMPREPLY[@]}}"'
    return subprocess.run(["bash", "-c", line], check=True, capture_output=True, text=True).stdout.split()


def check(prefix):
    program = prefix / "bin/replay"
    assert subprocess.run([program, "--version"], check=True, capture_output=True).stdout.startswith(b"replay ")
    bash = prefix / "share/bash-completion/completions/replay"
    assert completions(bash, ["replay", "ind"]) == ["index"]
    assert set(COMMANDS) <= set(completions(bash, ["replay", "''"]))
    assert completions(bash, ["replay", "dump", "--gr"]) == ["--grep"]
    assert "--expect" in completions(bash, ["replay", "x.trace", "--"])
    fish = (prefix / "share/fish/vendor_completions.d/replay.fish").read_text()
    assert "-n '__fish_seen_subcommand_from dump' -l grep -x" in fish
    (zsh,) = prefix.glob("share/zsh/*/_replay")
    assert zsh.read_text().startswith("#compdef replay")
    xml.dom.minidom.parse(str(prefix / "share/mime/packages/replay.xml"))
    assert (prefix / "share/doc/replay/docs/verdicts.md").exists()
    pages = prefix / "share/man/man1"
    for command in COMMANDS[1:]:
        page = gzip.decompress((pages / f"replay-{command}.1.gz").read_bytes()).decode()
        help_text = subprocess.run([program, command, "--help"], check=True, capture_output=True, text=True).stdout
        for word in help_text.split():
            if word.startswith("--") and word.isascii() and word.strip("-").isalpha():
                assert word.replace("-", "\\-") in page, f"{command}: {word}"
    assert b"\\fB\\-\\-frame, \\-\\-frames\\fR" in gzip.decompress((pages / "replay.1.gz").read_bytes())
    complaints = (
        [
            subprocess.run(
                ["man", "-l", "--warnings", page], capture_output=True, env=dict(os.environ, MANWIDTH="100")
            ).stderr
            for page in pages.iterdir()
        ]
        if pathlib.Path("/usr/bin/groff").exists()
        else []
    )
    assert not any(complaints), complaints


def main():
    cmake, build = sys.argv[1:]
    if not (pathlib.Path(build) / "tools/package/pages/_replay").exists():
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "usr"
        done = subprocess.run([cmake, "--install", build, "--prefix", prefix], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        check(prefix)


main()
