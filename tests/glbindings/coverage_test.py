"""Compares the summary of coverage.txt with the expected one.

    coverage_test.py GENERATED EXPECTED [--update]

When a change of the rules is meant to change the numbers, build the target `update_coverage_expected` (or give --update)
and commit the new coverage_expected.txt with the rules: the reviewer sees how many functions moved.
"""

import difflib
import pathlib
import sys


def main():
    generated, expected = (pathlib.Path(name) for name in sys.argv[1:3])
    summary = generated.read_text().split("\n\n")[0] + "\n"
    if "--update" in sys.argv[3:]:
        expected.write_text(summary)
        return 0
    differences = list(
        difflib.unified_diff(
            expected.read_text().splitlines(), summary.splitlines(), str(expected), str(generated), lineterm=""
        )
    )
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
