#!/usr/bin/env python3
"""Checks the verdicts of `replay compare` on drivers whose speed is known.

    tools/check_compare.py REPLAY SLOW_DRIVER TRACE --frames A-B [--bisections 20] [--selves 50] [--measure instructions]

SLOW_DRIVER is libslow_driver.so, which the tests build: a layer that adds work to each draw. Frames A-B are measured.

First the layer is made 5 % slow: it is measured with some work, and the work is scaled. Then, for each bisection, a
repository of 20 commits is made. One of the commits, chosen by chance, makes the driver slow, and some commits do not
build. `replay bisect-script` writes a script, and `git bisect run` has to name the commit; where the one before it does
not build, git can only say that it is one of the two. Last, the driver is compared with itself. No comparison may say that it is slower.

Exit code 1 when a verdict is wrong. One line is printed for each bisection and comparison, with its time."""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

COMMITS = 20
LIMIT = 1.025  # between 1 and the 5 % that are planted


def git(folder, *words):
    done = subprocess.run(
        ["git", "-C", folder, "-c", "user.name=check", "-c", "user.email=check@example.org", *words],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0 and words[0] != "bisect":
        sys.exit(f"git {' '.join(words)}: {done.stderr}")
    return done.stdout


class Check:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.trace = os.path.abspath(args.trace)
        self.layer = os.path.abspath(args.slow_driver)

    def driver(self, steps):
        return f"SDL_VIDEO_EGL_DRIVER={self.layer} SLOW_DRIVER={steps}"

    def compare(self, good, bad, *more):
        """The exit code of a comparison, and the result of its measure."""
        report = os.path.join(self.folder, "report.json")
        words = [
            self.args.replay,
            "compare",
            self.trace,
            "--frames",
            self.args.frames,
            "--measure",
            self.args.measure,
            "--good",
            good,
            "--bad",
            bad,
            "--slower-than",
            str(LIMIT),
            "--verdict-only",
            "--no-where",
            "--json",
            report,
            "--timeout",
            str(self.args.timeout),
            *more,
        ]
        done = subprocess.run(words, capture_output=True, text=True)
        with open(report) as text:
            result = json.load(text)["traces"][0]
        if "measures" not in result:
            sys.exit(done.stderr)
        return done.returncode, result["measures"][self.args.measure]

    def calibrate(self):
        """The steps of work for each draw that make 5 %."""
        steps = 10000
        for _ in range(4):
            ratio = self.compare(self.driver(0), self.driver(steps))[1]["ratio"]
            if 1.045 <= ratio <= 1.055:
                break
            steps = round(steps * 0.05 / max(ratio - 1, 0.001))
        print(f"the slow driver takes {(ratio - 1) * 100:.2f} % more ({steps} steps of work for each draw)", flush=True)
        return steps

    def make_repository(self, folder, steps, slow_from, broken):
        """Commit N is tagged cN. The file `driver` says how the driver is started, and `build` builds it."""
        git(self.folder, "init", "-q", folder)
        for number in range(COMMITS):
            pathlib.Path(folder, "driver").write_text(self.driver(steps if number >= slow_from else 0) + "\n")
            pathlib.Path(folder, "build").write_text(f"exit {1 if number in broken else 0}\n")
            pathlib.Path(folder, "notes").write_text(f"change {number}\n")
            git(folder, "add", "-A")
            git(folder, "commit", "-q", "-m", f"Change {number}")
            git(folder, "tag", f"c{number}")

    def bisect(self, steps, chance):
        """Returns whether the planted commit was found, and a line that says so."""
        slow_from = chance.randrange(1, COMMITS)
        broken = {number for number in range(1, COMMITS - 1) if number != slow_from and chance.random() < 0.1}
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.make_repository(folder, steps, slow_from, broken)
            script = subprocess.run(
                [
                    self.args.replay,
                    "bisect-script",
                    self.trace,
                    "--frames",
                    self.args.frames,
                    "--measure",
                    self.args.measure,
                    "--slower-than",
                    str(LIMIT),
                    "--good",
                    self.driver(0),
                    "--build",
                    "sh build",
                    "--env",
                    "$(cat driver)",
                    "--timeout",
                    str(self.args.timeout),
                ],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            path = pathlib.Path(self.folder, "bisect.sh")
            path.write_text(script)
            path.chmod(0o755)
            git(folder, "bisect", "start", f"c{COMMITS - 1}", "c0")
            begin = time.monotonic()
            said = git(folder, "bisect", "run", str(path))
            planted = git(folder, "rev-parse", f"c{slow_from}").strip()
            found = f"{planted} is the first bad commit" in said
            # Where the commit before the planted one does not build, either of them may be the first slow one.
            among = slow_from - 1 in broken and "The first bad commit could be any of" in said and planted in said
            log = git(folder, "bisect", "log").splitlines()
            judged = sum(line.startswith(("# good:", "# bad:")) for line in log) - 2  # the first two were told
            how = "found" if found else "found among those that do not build" if among else f"WRONG: {said}"
            return found or among, (
                f"planted in commit {slow_from} of {COMMITS}, {len(broken)} do not build: {how} "
                f"after {judged} verdicts, {time.monotonic() - begin:.0f} s"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replay")
    parser.add_argument("slow_driver")
    parser.add_argument("trace")
    parser.add_argument("--frames", required=True)
    parser.add_argument("--bisections", type=int, default=20)
    parser.add_argument("--selves", type=int, default=50)
    parser.add_argument("--measure", default="instructions")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for a comparison")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.replay = os.path.abspath(args.replay)
    chance = random.Random(args.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        check = Check(args, folder)
        steps = check.calibrate() if args.bisections else 0
        found = 0
        for number in range(1, args.bisections + 1):
            is_right, line = check.bisect(steps, chance)
            found += is_right
            wrong += not is_right
            print(f"bisection {number}: {line}; load {os.getloadavg()[0]:.1f}; {found} of {number} found", flush=True)
        codes = {0: 0, 1: 0, 125: 0}
        for number in range(1, args.selves + 1):
            keep = ["--keep-good", os.path.join(folder, "good.json")] if args.measure == "instructions" else []
            code, result = check.compare(check.driver(0), check.driver(0), *keep)
            codes[code] += 1
            wrong += code == 1
            print(
                f"itself {number}: {result['ratio']:.4f} [{result['low']:.4f}, {result['high'] or 99:.4f}] {code}; "
                f"load {os.getloadavg()[0]:.1f}; not slower {codes[0]}, slower {codes[1]}, cannot tell {codes[125]}",
                flush=True,
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
