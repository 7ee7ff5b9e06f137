#!/usr/bin/env python3
"""Recomputes comfort indices by NumPy, with weightings in the frequency domain, and compares them with the program.

  comfort.py FLANGEWAY

The program filters over time by digital filters that have the weightings within 0.5 %, so numbers may differ by 1 %.
Exit code 1 where one differs by more, 77 (a skipped test) without NumPy.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("NumPy is missing: nothing is recomputed")
    sys.exit(77)

RATE, DURATION, TOLERANCE = 200, 1500, 0.01
# Band limits, transition, step, gain: ISO 2631-1:1997 and EN 12299, as in standards that print them.
SHAPES = {"wb": (0.4, 100, 16, 16, 0.63, 2.5, 0.8, 4, 0.8, 0.4), "wd": (0.4, 100, 2, 2, 0.63, 0, 0, 0, 0, 1),
          "wc": (0.4, 100, 8, 8, 0.63, 0, 0, 0, 0, 1),
          "wf": (0.08, 0.63, 0, 0.25, 0.86, 0.0625, 0.8, 0.1, 0.8, None)}


def response(name, frequency):
    f1, f2, f3, f4, q4, f5, q5, f6, q6, gain = SHAPES[name]
    s, w = 2j * np.pi * frequency, lambda f: 2 * np.pi * f
    pair = lambda f, q: s ** 2 + w(f) / q * s + w(f) ** 2
    half = np.sqrt(0.5)
    h = s ** 2 / pair(f1, half) * w(f2) ** 2 / pair(f2, half)
    h = h * (1 + s / w(f3) if f3 else 1) * w(f4) ** 2 / pair(f4, q4)
    if f5:
        h = h * pair(f5, q5) / pair(f6, q6) * (f6 / f5) ** 2
    return h * (gain if gain is not None else 0.390625)


def weighted(values, name):
    spectrum = np.fft.rfft(values)
    frequency = np.fft.rfftfreq(values.size, 1 / RATE)
    return np.fft.irfft(spectrum * response(name, frequency), values.size)


def windows(values, name):
    rows = weighted(values, name).reshape(-1, 5 * RATE)
    return np.sqrt(np.mean(rows ** 2, axis=1))


def motion(seed, size):
    """Sines with whole numbers of periods, each rising and falling over the record: the windows differ."""
    random, t = np.random.default_rng(seed), np.arange(RATE * DURATION) / RATE
    values = np.zeros(t.size)
    for frequency in np.concatenate([[0.15, 0.2, 0.3], np.linspace(0.5, 12, 24)]):
        cycles = round(frequency * DURATION)
        swell = 1 + 0.8 * np.sin(2 * np.pi * (random.integers(2, 9) * t / DURATION + random.random()))
        values += size * swell * np.sin(2 * np.pi * (cycles * t / DURATION + random.random()))
    return t, values


def numbers_of(program, file, rule):
    out = subprocess.run([program, "assess", str(file), "--rule", rule, "--json"], check=True, capture_output=True,
                         text=True).stdout
    return {row["name"]: row["value"] for row in json.loads(out)[0]["values"]}


def main():
    program = sys.argv[1]
    names = ["ax", "ay", "az", "seat.ay", "seat.az", "backrest.ax"]
    columns = {name: motion(i + 1, size)[1] for i, (name, size) in
               enumerate(zip(names, (0.03, 0.05, 0.08, 0.05, 0.06, 0.04)))}
    t = motion(1, 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "ride.csv"
        with open(file, "w", encoding="utf-8") as out:
            out.write("t [s]," + ",".join(f"{name} [m/s^2]" for name in names) + "\n")
            for row in zip(t, *columns.values()):
                out.write(",".join(f"{value:.9g}" for value in row) + "\n")
        said = numbers_of(program, file, "en12299") | numbers_of(program, file, "iso2631")
    x, y, z = windows(columns["ax"], "wd"), windows(columns["ay"], "wd"), windows(columns["az"], "wb")
    high = lambda values: np.percentile(values, 95)
    middle = lambda values: np.percentile(values, 50)
    dose = np.sqrt(np.sum(weighted(columns["az"], "wf") ** 2) / RATE)
    ours = {
        "N_MV": 6 * np.sqrt(high(x) ** 2 + high(y) ** 2 + high(z) ** 2),
        "N_VD": 3 * np.sqrt(16 * middle(x) ** 2 + 4 * middle(y) ** 2 + middle(z) ** 2) + 5 * high(y),
        "N_VA": 4 * high(z) + 2 * np.hypot(high(windows(columns["seat.ay"], "wd")),
                                           high(windows(columns["seat.az"], "wb")))
        + 4 * high(windows(columns["backrest.ax"], "wc")),
        "MSDV_z": dose, "VI": dose / 3}
    wrong = []
    for name, value in ours.items():
        theirs = said[name]
        print(f"{name}: program {theirs:.5g}, reference {value:.5g}")
        if theirs is None or abs(theirs - value) > TOLERANCE * abs(value):
            wrong.append(name)
    print(f"{len(ours)} numbers recomputed, {len(wrong)} differ: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
