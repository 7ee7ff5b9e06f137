#!/usr/bin/env python3
"""Writes worn_wheel.whl, track_recording.csv and track_geometry.csv: what measuring devices would have written.

    python3 models/measured/make_recordings.py [PROGRAM]

All are made up. The wheel is models/profiles/s1002_hollow_2mm.csv, a wheel S1002 with a hollow of 2 mm, as a MiniProf
device gives it: from the flange back, downwards, with noise of 5 um. The recording has four channels every 0.5 m over
200 m, each a sum of waves between 3 and 25 m whose amplitudes grow with their length, like those of real tracks.
track_geometry.csv has the quantities of EN 13848-1 over 1 km, with a dip of both rails at 480 m and a gap at 700 m.
With the program flangeway, also wheelset_motion.csv, from which `flangeway identify` finds the speed again: the lateral
motion of models/cases/wheelset_r500.toml at 11 m/s, every 50 ms, with noise of 0.02 mm.
"""
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WAVES, SHORTEST, LONGEST = 60, 3.0, 25.0  # m
STEP, LENGTH = 0.5, 200.0                 # m
DEVIATIONS = {"alignment": 1.2, "vertical_profile": 1.5, "gauge_variation": 0.8, "cross_level": 1.0}  # mm


def wheel():
    rng = random.Random(1)
    lines = (HERE.parent / "profiles" / "s1002_hollow_2mm.csv").read_text().splitlines()
    points = [tuple(map(float, line.split(","))) for line in lines if line[:1] in "-0123456789"]
    out = ["ProgramName=MiniProf", "Comment=made up for the tutorial of Flangeway", "ColumnDef=X,Y",
           f"XYPoints={len(points)}", ""]
    for y, z in points:
        out.append(f"{y + 70 + rng.gauss(0, 0.005):.4f} {-z + rng.gauss(0, 0.005):.4f}")
    return "\n".join(out) + "\n"


def channel(rng, deviation):
    """Values in mm every STEP; amplitudes grow with the wavelength."""
    waves = [(SHORTEST * (LONGEST / SHORTEST) ** rng.random(), 2 * math.pi * rng.random()) for _ in range(WAVES)]
    values = [sum(length * math.sin(2 * math.pi * i * STEP / length + phase) for length, phase in waves)
              for i in range(int(LENGTH / STEP) + 1)]
    spread = math.sqrt(sum(v * v for v in values) / len(values))
    return [deviation * v / spread for v in values]


def recording():
    rng = random.Random(2)
    columns = [channel(rng, deviation) for deviation in DEVIATIONS.values()]
    out = ["# made up for the tutorial of Flangeway", "s [m], " + ", ".join(f"{name} [mm]" for name in DEVIATIONS)]
    for i, row in enumerate(zip(*columns)):
        out.append(f"{i * STEP:.1f}, " + ", ".join(f"{value:.3f}" for value in row))
    return "\n".join(out) + "\n"


def geometry():
    rng = random.Random(3)
    names = {"alignment_left": 1.0, "alignment_right": 1.0, "longitudinal_level_left": 1.6,
             "longitudinal_level_right": 1.6, "cross_level": 1.2}
    waves = {name: [(3 * 50 ** rng.random(), 2 * math.pi * rng.random()) for _ in range(80)] for name in names}
    out = ["# made up for the example of flangeway recording",
           "s [m]; " + "; ".join(f"{name} [mm]" for name in names) + "; gauge [mm]"]
    for i in range(2001):
        s = i * 0.5
        if 700 < s < 706:
            continue
        row = []
        for name, size in names.items():
            value = 0.03 * size * sum(math.sqrt(length) * math.sin(2 * math.pi * s / length + phase)
                                      for length, phase in waves[name])
            row.append(value - (45 * math.exp(-((s - 480) / 2.5) ** 2) if "level_" in name else 0))
        out.append(f"{s:.1f}; " + "; ".join(f"{value:.2f}" for value in row)
                   + f"; {1435.5 + math.sin(s / 9):.2f}")
    return "\n".join(out) + "\n"


def motion(program):
    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        result = str(Path(folder, "run.h5"))
        subprocess.run([program, "run", HERE.parent / "cases/wheelset_r500.toml", "--set", "contact.method=kec", "--set", "speed=11",
                        "--set", "initial.s=30", "--set", "integration.duration=1.1", "-o", result, "--quiet"], check=True)
        rows = subprocess.run([program, "results", result, "--channel", "wheelset.y", "--csv", "--every", "5", "--to", "1"],
                              check=True, capture_output=True, text=True).stdout.splitlines()[1:]
    out = ["# made up for the example of flangeway identify", "t [s],wheelset.y [mm]"]
    for row in rows:
        t, _, y = map(float, row.split(","))
        out.append(f"{t:.3f},{1e3 * y + rng.gauss(0, 0.02):.4f}")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    (HERE / "worn_wheel.whl").write_text(wheel())
    (HERE / "track_recording.csv").write_text(recording())
    (HERE / "track_geometry.csv").write_text(geometry())
    if len(sys.argv) == 2:
        (HERE / "wheelset_motion.csv").write_text(motion(sys.argv[1]))
