#!/usr/bin/env python3
"""Writes legal decks of module 3 at random, over the control digits of the format, and solves them.

    random_decks.py FLANGEWAY [--first SEED] [--count N] [--keep FOLDER]

Each deck has one to three cases; the later ones start anew or continue the case before. Ends with exit code 1 if a
deck is not read, ends with a crash or takes longer than a minute, if a case is bad input or has a number that is not
finite, or if more than one case in a hundred finds no solution. One reason for bad input is not known to the generator
and is no fault: `EXPECTED`.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# Strips need three elements along x.
EXPECTED = ("need three elements",)


class Deck:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.later = random.Random(seed + 1000000)  # of what was added later: the rest of a deck stays as it was
        self.lines = []
        for number in range(self.random.randint(1, 3)):
            self.add_case(number == 0 or self.random.random() < 0.5)
        self.lines.append(" 0 MODULE")

    def text(self):
        return "\n".join(self.lines) + "\n"

    def line(self, *values):
        self.lines.append("  " + " ".join(f"{v:.6g}" if isinstance(v, float) else str(v) for v in values))

    def add_case(self, first):
        choose = self.random.choice
        if first:
            self.tangential = choose((0, 1, 2, 3, 3))
            self.kind = choose((1, 2, 3, -1, -2, -3))
            self.size = self.random.randint(3, 20), self.random.randint(1, 16)
            self.half = choose((0.5, 2.0, 6.0)), choose((0.5, 2.0, 6.0))
            self.approach = 10 ** self.random.uniform(-3.3, -1.7)
        normal, force = choose((0, 1)), choose((0, 0, 1, 2)) if self.tangential else 0
        simple = self.tangential == 3 and choose((True, False, False))
        material = choose((2, 3, 5)) if simple and not force else 0
        bound = choose((0, 0, 0, 1, *((2, 3) if self.kind < 0 else ()),
                        *((5, 6) if normal == 0 and self.kind > 0 and self.size[1] > 2 else ())))
        law, influence, extra = choose((0, 0, 2, 3, 4)), choose((2, 2, 3, 4)), choose((0, 0, 2, 3))
        if bound in (5, 6):
            influence = 2
        if self.tangential == 3 and material == 0 and self.later.random() < 0.25:
            material = 1
        if self.tangential in (1, 2) and not force and self.later.random() < 0.25:
            material = self.later.choice((2, 3, 5))
        damped = self.later.random() < 0.1
        previous, new = (2, 2) if first else (choose((0, 1, 3)), 0)
        solver = choose((0, 2, 3, 4))
        self.line(3, "MODULE")
        self.line(f"{previous}{bound}{self.tangential}{normal}{force}0")
        self.line(f"{law}{new}{influence}{material}{new}{extra}", *(("02",) if damped else ()))
        self.line(f"0{solver}{0 if first else choose((0, 1, 2, 3))}00{choose((1, 2))}1")
        self.add_iteration(solver)
        self.add_loads(normal, force)
        self.add_friction(law)
        self.add_material(influence, material, bound)
        if damped:
            self.line("1e-3 1e-3 1e6 1e6")
        if first:
            self.add_grid()

    def add_iteration(self, solver):
        self.line(999, 100, 30, self.random.choice((1, 20)), self.random.choice(("1e-5", "1e-7")))
        if solver in (2, 3):
            self.line(0.9, 1.0, 0, 0.5)
        if solver == 4:
            self.line(self.random.choice((-1, 0, 1)), 0.5)

    def add_loads(self, normal, force):
        rolls, sign = self.tangential >= 2, self.random.choice((-1, 1))
        creepages = [sign * 10 ** self.random.uniform(-4.5, -1.5) * (1 if rolls else 3) for _ in range(2)]
        for k in range(force):
            creepages[k] = self.random.uniform(-0.65, 0.65)
        load = 10 ** self.random.uniform(1, 5) if normal else self.approach
        self.line(load, *creepages, self.random.choice((0.0, self.random.uniform(-1e-3, 1e-3))))

    def add_friction(self, law):
        if law == 0:
            coefficient = round(self.random.uniform(0.05, 0.6), 3)
            self.line(coefficient, coefficient)
        else:
            self.line(self.random.uniform(0.1, 0.3), self.random.uniform(0, 0.3), self.random.uniform(10, 2000), 0.1, 200.0)
            self.line(self.later.choice((0.0, 0.0, 10 ** self.later.uniform(-3, 1))), 1.0)

    def add_material(self, influence, material, bound):
        if self.tangential >= 2:
            step = 2.4 * self.half[0] / self.size[0]
            self.line(self.random.choice(("0d", "180d")), step, self.random.choice((1000.0, 30000.0)))
        if influence == 4:
            self.line(self.random.choice((0, 1)), self.random.choice((1, 2, 3, 4)), 3)
            self.line("-3. -0.2 0. 0. 3. 0.3")
        poisson, shear = self.random.uniform(0, 0.45), 10 ** self.random.uniform(3.5, 5)
        other = (self.later if influence == 4 else self.random).random() < 0.4
        self.line(poisson, self.random.uniform(0, 0.5) if other else poisson, shear, shear * (2.5 if other else 1))
        if bound == 1:
            self.line("1e-6")
        if material == 1:
            self.line(*(self.later.choice((0.0, 10 ** self.later.uniform(-1, 1.3))) for _ in range(2)),
                      *(self.later.choice((0.0, 10 ** self.later.uniform(-5, -1))) for _ in range(2)))
        if material == 2:
            self.line("4e-6", 1.0, 1.0, 1.0)
        if material in (3, 5):
            self.line(self.random.uniform(0.1, 1), self.random.uniform(0, 1), 1.3)

    def add_grid(self):
        (nx, ny), (a, b) = self.size, self.half
        dx, dy = 2.4 * a / nx, 2.4 * b / ny
        self.line(self.kind)
        self.line(nx, ny, *{1: (-1.2 * a, -1.2 * b, dx, dy), 2: (-1.2 * a, -1.2 * b, 1.2 * a, 1.2 * b),
                            3: (-1.2 * a + dx / 2, -1.2 * b + dy / 2, dx, dy), -1: (1e-3, 10 ** self.random.uniform(-4, -2), 1.1),
                            -2: (1e-3, 10 ** self.random.uniform(-0.8, 0.8), 1.1), -3: (a, b, 1.1)}[self.kind])
        if self.kind < 0:
            return
        base, planform = self.random.choice((1, 2, 3, 9)), self.random.choice((1, 1, 2, 3))
        if planform == 1 and self.later.random() < 0.3:
            planform = 4
        self.line(base, planform)
        curvature = self.approach / a**2, self.approach / b**2
        if base == 1:
            self.line(curvature[0], 0.0, curvature[1], 0.0, 0.0, 0.0)
        elif base == 2:
            self.line(5, 0.0, 0.5 / curvature[0], -1.2 * b, 0.6 * b)
            self.line(*(curvature[1] * (0.6 * b * (i - 2)) ** 2 for i in range(5)))
        elif base == 3:
            self.line(self.approach / 10, 1.0, 0.0, 0.0, 1.0, 0.0, 1 / curvature[0], 1 / curvature[1])
        else:
            for j in range(ny):
                self.line(*(curvature[0] * ((i + 0.5 - nx / 2) * dx) ** 2 + curvature[1] * ((j + 0.5 - ny / 2) * dy) ** 2
                            for i in range(nx)))
        if planform == 2:
            self.line(1 / a**2, 0.0, 1 / b**2, 0.0, 0.0, -1.0)
        if planform == 3:
            self.line(-a, 0.0, -b, b, 0.1 * a, a, -b, b)
        if planform == 4:
            self.line(3)
            self.line(-2 * a, 2 * a, -2 * b, 0.1 * b)
            self.line(-2 * a, 0.2 * a, 0.1 * b, 2 * b)
            self.line(0.2 * a, 2 * a, 0.1 * b, 2 * b)
            self.line(self.later.uniform(0, 1), self.later.uniform(0, 1))
            self.line(self.later.uniform(0, 1))


def faults_of(flangeway, file):
    """(what is wrong, number of cases, number of those without a solution)"""
    try:
        done = subprocess.run([flangeway, "contact", str(file), "--json", "--threads", "1"], capture_output=True, text=True,
                              timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return [f"{file}: longer than a minute"], 0, 0
    if done.returncode not in (0, 2, 3) or not done.stdout:
        return [f"{file}: exit code {done.returncode}: {done.stderr.strip()[:300]}"], 0, 0
    faults, unsolved = [], 0
    cases = json.loads(done.stdout)["cases"]
    for case in cases:
        status, message = case.get("status", "solved"), case.get("message", "")
        unsolved += status == "not converged"
        if status == "bad input" and not any(reason in message for reason in EXPECTED):
            faults.append(f"{file} case {case['case']}: {status}: {message}")
        patch = (case.get("patches") or [{}])[0]
        if status == "solved" and any(patch.get(key) is None for key in ("FN", "FX", "FS", "MN", "approach", "pmax")):
            faults.append(f"{file} case {case['case']}: a number is missing")
    return faults, len(cases), unsolved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flangeway")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    faults, cases, unsolved = [], 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(arguments.first, arguments.first + arguments.count):
            file = folder / f"{seed}.inp"
            file.write_text(Deck(seed).text(), encoding="utf-8")
            found, count, open_cases = faults_of(arguments.flangeway, file)
            faults += found
            cases += count
            unsolved += open_cases
    print("\n".join(faults) or "no faults")
    print(f"{cases} cases, {unsolved} without a solution")
    return 1 if faults or unsolved > 0.01 * cases else 0


if __name__ == "__main__":
    sys.exit(main())
