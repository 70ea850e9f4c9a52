#!/usr/bin/env python3
"""Prints an example of docs/corpus.md as a file, so that what is documented is what is tried.

    tools/clusters/documented_example.py SECTION [NUMBER]     the first example of the section, or the NUMBERth

An example is a block that is indented by four spaces."""
import pathlib
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "corpus.md"


def examples_of(section):
    """The indented blocks below a heading, up to the next heading."""
    lines = PAGE.read_text().splitlines()
    headings = [number for number, line in enumerate(lines) if line.startswith("#")]
    begin = next((n for n in headings if lines[n].lstrip("# ") == section), None)
    if begin is None:
        sys.exit(f"{PAGE.name} has no section '{section}'")
    end = next((n for n in headings if n > begin and not lines[n - 1].startswith("    ")), len(lines))
    blocks, block = [], []
    for line in [*lines[begin + 1 : end], ""]:
        if line.startswith("    ") or (block and not line):
            block.append(line[4:])
        elif block:
            blocks.append("\n".join(block).rstrip() + "\n")
            block = []
    if block:
        blocks.append("\n".join(block).rstrip() + "\n")
    return blocks


def example(section, number=1):
    blocks = examples_of(section)
    if not 1 <= number <= len(blocks):
        sys.exit(f"'{section}' of {PAGE.name} has {len(blocks)} examples, and not {number}")
    return blocks[number - 1]


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    print(example(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1), end="")
