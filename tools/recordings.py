"""What the tools share that try a command on many recordings: tools/check_*.py."""
import argparse
import pathlib

ENDINGS = (".trace", ".wip15", ".wtf-trace", ".wtf-json")


def in_folder(folder):
    """The recordings in a folder and in the folders below it, by their names."""
    return sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS)


def parse_arguments(description):
    """Reads REPLAY FILE_OR_FOLDER... [--peer] from the command line. `traces` of what it returns are files: each file that was
    named, and the recordings of each folder."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replay")
    parser.add_argument("traces", nargs="+", type=pathlib.Path)
    parser.add_argument("--peer", action="store_true")
    options = parser.parse_args()
    options.traces = [file for path in options.traces for file in (in_folder(path) if path.is_dir() else [path])]
    return options
