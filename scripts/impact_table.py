#!/usr/bin/env python3
"""The tables of docs/validation/impacts.md.

    impact_table.py FLANGEWAY flat [rigid|tight] [STEP] [CASE SETTINGS...]
    impact_table.py FLANGEWAY joint [rigid|tight] [STEP] [CASE SETTINGS...]

Runs models/cases/wheel_flat.toml, or the same wagon over models/tracks/dipped_joint.toml, at several speeds and prints
a row for each: the force of the leading left wheel, how long it was off its rail, and the energy balance.
"""
import sys
import tempfile
from pathlib import Path

from flexible_track_plots import read

SPEEDS = {"flat": [5, 10, 20, 30, 40], "joint": [10, 20, 30, 40, 55.88]}
CASE = Path(__file__).resolve().parent.parent / "models/cases/wheel_flat.toml"


def settings(kind, track, step, speed):
    """Of a run from a little before the impact to a little after it."""
    sets = [f"speed={speed}", f"integration.step={step}", f"output.interval={step}"]
    if track == "tight":
        sets += ["coupling.method=tight", "output.deformed_track_interval=0"]
    if kind == "flat":
        sets += [f"integration.duration={2.2 / speed + 0.03}"]
    else:
        start = 60.3 - 10.78 - 0.15 * speed - 1.5
        sets += ["wheels=[]", "track=" + str(CASE.parent.parent / "tracks/dipped_joint.toml"),
                 f"initial.s={start}", f"integration.duration={(1.5 + 0.15 * speed) / speed + 0.06}"]
    return sets


def run(program, sets, folder):
    import subprocess
    file = f"{folder}/run.h5"
    command = [program, "run", str(CASE), "-o", file, "--force", "--quiet"]
    for one in sets:
        command += ["--set", one]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wheel = "wheelset1.left."
    return read(program, file, [wheel + "Q", wheel + "lift", wheel + "wheel_deviation", wheel + "rail_deviation",
                                "vehicle.energy_residual", "vehicle.drive_work", "wheelset1.s"])


def main(program, kind, track="rigid", step="5e-5", *more):
    print("speed m/s, largest Q kN, least Q kN, off the rail ms, largest lift mm, energy residual J, drive work J")
    with tempfile.TemporaryDirectory() as folder:
        for speed in SPEEDS[kind]:
            result = run(program, settings(kind, track, step, speed) + list(more), folder)
            q, lift = result["wheelset1.left.Q"], result["wheelset1.left.lift"]
            dt = result["t"][1] - result["t"][0]
            print(f"{speed:g}, {max(q) / 1e3:.1f}, {min(q) / 1e3:.1f}, {1e3 * dt * sum(v > 0 for v in lift):.2f}, "
                  f"{1e3 * max(lift):.3f}, {max(map(abs, result['vehicle.energy_residual'])):.2g}, "
                  f"{result['vehicle.drive_work'][-1]:.3g}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
