"""What the tools share that try a command on many recordings: tools/check_*.py."""
import argparse
import os
import pathlib
import subprocess

ENDINGS = (".trace", ".wip15", ".wtf-trace", ".wtf-json")


def in_folder(folder):
    """The recordings in a folder and in the folders below it, by their names."""
    return sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS)


def run(*command, timeout=600, text=True, env=None):
    """Runs a command to its end, or for `timeout` seconds. `env` is added to the environment."""
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=text,
            errors="replace" if text else None,
            timeout=timeout,
            env=os.environ | (env or {}),
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 125, "" if text else b"", "it took too long" if text else b"")


def parser_of(description):
    """Reads REPLAY FILE_OR_FOLDER... [--peer] from the command line; a tool adds its own options."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replay")
    parser.add_argument("traces", nargs="+", type=pathlib.Path)
    parser.add_argument("--peer", action="store_true")
    return parser


def parse_arguments(parser):
    """`traces` of what it returns are files: each file that was named, and the recordings of each folder."""
    options = parser.parse_args()
    options.traces = [file for path in options.traces for file in (in_folder(path) if path.is_dir() else [path])]
    return options
