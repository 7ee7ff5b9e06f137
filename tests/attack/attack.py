#!/usr/bin/env python3
"""Tries of an attacker on the program: odd files, devices, streams, places, limits, names, options, FMUs, damaged
folders, kills, full disks and shared folders.

  attack.py EXECUTABLE SOURCE_FOLDER [--tries N] [--first N] [--seconds S] [--seed N] [--only KIND]… [--faults LIBRARY]
  attack.py EXECUTABLE SOURCE_FOLDER --faults LIBRARY --every-call VERB…

Ends after N tries or S seconds; --first goes on at the try that the last line of an earlier part names. A try may end
only in the exit codes that its command has for it, without a text of the libraries, and with at most 2 s of processor
time beyond the undisturbed command. Its files are the files of the undisturbed command, or none, or it reports the
difference; files that were there before stay. Each try has a seed of its own, which is printed where something is wrong:
--seed SEED --only KIND --tries 1 does it again. Exit code 1 if anything was wrong. The kinds are functions of kinds.py,
with their texts. With --damage, damage of single files (tests/damage) is tried, too. --every-call draws nothing: the
disk is full from the first call of the command of a verb that changes it, from the second, and so on to the last; and
each call alone fails. With --each-kind only calls of each function on each type of file.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import lab as laboratory
import kinds

import damage_test

DAMAGE = {"inputs": damage_test.try_inputs, "results": damage_test.try_results, "commands": damage_test.try_commands}


class Score:
    def __init__(self):
        self.tries, self.failures, self.next_try = {}, 0, 1

    def add(self, name, problem="", count=1):
        self.tries[name] = self.tries.get(name, 0) + count
        if problem:
            self.failures += 1
            print(problem.encode(errors="backslashreplace").decode(), flush=True)


def one_try(lab, kind, seed, score):
    rng = random.Random(seed)
    try:
        kind(lab, rng)
        problem = ""
    except laboratory.Problem as wrong:
        problem = f"--only {kind.__name__} --seed {seed}: {wrong}\n    {lab.last}"
    except (OSError, ValueError, IndexError, KeyError, MemoryError, AssertionError, subprocess.SubprocessError) as wrong:
        problem = f"--only {kind.__name__} --seed {seed}: the try itself failed: {wrong!r}"
    score.add(kind.__name__, problem)


def every_call(lab, verb, part, score):
    """The disk is full from each call in turn, and each call alone fails; `part`: (K, N), every Nth call from the Kth on,
    or None: the calls of each kind, of which every other one fails alone."""
    calls = kinds.calls_of(lab, verb)
    if part:
        faults = [f"{kind}:{number}" for number in range(part[0], len(calls) + 1, part[1]) for kind in ("full", "error")]
    else:
        faults = [f"{('full', 'error')[i % 2]}:{number}" for i, number in enumerate(kinds.one_of_each_kind(calls))]
    for fault in faults:
        try:
            kinds.full_disk(lab, verb, fault)
            score.add(verb)
        except laboratory.Problem as wrong:
            score.add(verb, f"--every-call {verb}, {fault}: {wrong}\n    {lab.last}")


def damage_tries(lab, name, seed, count, score):
    trial = damage_test.Trial(lab.executable, None, lab.slowness)
    DAMAGE[name](trial, lab.source, count, random.Random(seed))
    score.add(f"damaged {name}", count=count)
    score.failures += trial.failures
    for code, times in trial.codes.items():
        lab.codes[code] = lab.codes.get(code, 0) + times


def attack(lab, arguments, score):
    usable = {kind: weight for kind, weight in kinds.KINDS.items()
              if (lab.faults or kind not in kinds.WITH_FAULTS) and (lab.python or kind != kinds.dask_kills) and (not arguments.only or kind.__name__ in arguments.only)}
    draw, until = random.Random(arguments.seed), time.monotonic() + arguments.seconds
    if arguments.tries == 1:
        return one_try(lab, next(iter(usable)), arguments.seed, score)
    each = list(usable) if not arguments.only else []  # all kinds once, and then at random

    def tries():
        for number in range(arguments.tries):
            if time.monotonic() > until:
                return
            kind = each[number] if number < len(each) else draw.choices(list(usable), list(usable.values()))[0]
            seed = draw.randrange(1 << 48)
            if number + 1 >= arguments.first:
                yield number + 1, kind, seed

    for number, kind, seed in tries():
        one_try(lab, kind, seed, score)
        score.next_try = number + 1
    if not arguments.only and arguments.damage:
        for name in DAMAGE:
            damage_tries(lab, name, draw.randrange(1 << 48), arguments.damage, score)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable")
    parser.add_argument("source", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--tries", type=int, default=1 << 30)
    parser.add_argument("--first", type=int, default=1, help="number of the first try; those before it are drawn, not made")
    parser.add_argument("--damage", type=int, default=0, help="damaged inputs, results and commands, of each so many")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--every-call", action="append", default=[], metavar="VERB",
                        help=f"a full disk at each call that changes it: {', '.join(dict.fromkeys(kinds.FAULTY))}")
    parser.add_argument("--part", type=lambda text: tuple(map(int, text.split("/"))), default=(1, 1), metavar="K/N",
                        help="with --every-call: every Nth call from the Kth on")
    parser.add_argument("--each-kind", action="store_true", help="with --every-call: only calls of each kind")
    parser.add_argument("--faults", default="", help="library of tests/attack/faults.c; without it disks are never full")
    parser.add_argument("--python", nargs=2, metavar=("PYTHON", "FOLDER"), default=("", ""),
                        help="an interpreter with Dask, and the folder of the module; without them Dask is not tried")
    parser.add_argument("--slowness", type=float, default=1, help="of a build with sanitizers")
    arguments = parser.parse_args()
    if unknown := set(arguments.only) - {kind.__name__ for kind in kinds.KINDS}:
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    score = Score()
    with tempfile.TemporaryDirectory(prefix="attack-home-") as home:
        lab = laboratory.Lab(arguments.executable, arguments.source, home, arguments.faults, arguments.slowness)
        lab.python, lab.python_path = arguments.python
        for verb in arguments.every_call:
            every_call(lab, verb, None if arguments.each_kind else arguments.part, score)
        if not arguments.every_call:
            attack(lab, arguments, score)
        codes = ", ".join(f"{count} times {code}" for code, count in sorted(lab.codes.items(), key=str))
    print("; ".join(f"{name} {count}" for name, count in sorted(score.tries.items())))
    print(f"{sum(score.tries.values())} tries, seed {arguments.seed}, exit codes: {codes}; {score.failures} failures"
          + (f"; goes on with --first {score.next_try}" if 1 < score.next_try <= arguments.tries < 1 << 30 else ""))
    return 1 if score.failures else 0


if __name__ == "__main__":
    sys.exit(main())
