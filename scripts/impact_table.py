#!/usr/bin/env python3
"""The tables of docs/validation/impacts.md.

    impact_table.py FLANGEWAY flat [rigid|tight] [STEP] [CASE SETTINGS...]
    impact_table.py FLANGEWAY joint [rigid|tight] [STEP] [CASE SETTINGS...]

Runs models/cases/wheel_flat.toml, or the same wagon over models/tracks/dipped_joint.toml, at several speeds and prints
a row for each. Forces are those of the leading left wheel.
"""
import math
import subprocess
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


def run(program, sets, folder, channels):
    file = f"{folder}/run.h5"
    command = [program, "run", str(CASE), "-o", file, "--force", "--quiet"]
    for one in sets:
        command += ["--set", one]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return read(program, file, channels + ["vehicle.energy_residual", "vehicle.drive_work", "wheelset1.s"])


def flat_row(speed, result):
    q, lift = result["wheelset1.left.Q"], result["wheelset1.left.lift"]
    dt = result["t"][1] - result["t"][0]
    print(f"{speed:g}, {max(q) / 1e3:.1f}, {1e3 * dt * sum(v > 0 for v in lift):.2f}, {1e3 * max(lift):.3f}, "
          f"{max(map(abs, result['vehicle.energy_residual'])):.2g}, {result['vehicle.drive_work'][-1]:.3g}", flush=True)


def p2_rise(speed, stiffness, unsprung=1813 / 2, angle=0.020, track_mass=245, damping=55.4e3):
    """assess/p2_force.hpp less the static load, N."""
    together = unsprung + track_mass
    damped = 1 - math.pi * damping / (4 * math.sqrt(stiffness * together))
    return angle * speed * math.sqrt(unsprung / together) * damped * math.sqrt(stiffness * unsprung)


def joint_row(speed, result):
    t, s, q = result["t"], result["wheelset1.s"], result["wheelset1.left.Q"]
    at = min(range(len(s)), key=lambda i: abs(s[i] - 60.3))

    def within(begin, end):
        return [q[i] for i in range(at, len(q)) if begin <= t[i] - t[at] <= end]

    before = q[at - round(0.0007 / (t[1] - t[0]))]
    later = within(0.8e-3, 4e-3)
    p2 = max(later)
    flank = "*" if p2 in (later[0], later[-1]) else ""  # of P1, or of something later
    rail = result.get("wheelset1.left.rail_z", [0])[0]
    own = -q[0] / rail if rail else math.inf
    print(f"{speed:g}, {before / 1e3:.1f}, {max(within(0, 0.8e-3)) / 1e3:.1f}, {p2 / 1e3:.1f}{flank}, {(p2 - before) / 1e3:.1f}, "
          f"{p2_rise(speed, 62e6) / 1e3:.1f}, {own / 1e6:.0f}, {p2_rise(speed, own) / 1e3:.1f}", flush=True)


HEADERS = {"flat": "speed m/s, largest Q kN, off the rail ms, largest lift mm, energy residual J, drive work J",
           "joint": "speed m/s, Q before kN, P1 kN, P2 kN, rise to P2 kN, of GM/TT0088 kN, stiffness of the track "
                    "MN/m, rise with it kN"}


def main(program, kind, track="rigid", step="5e-5", *more):
    print(HEADERS[kind])
    with tempfile.TemporaryDirectory() as folder:
        for speed in SPEEDS[kind]:
            sets = settings(kind, track, step, speed) + list(more)
            channels = ["Q", "lift"] + (["rail_z"] if track == "tight" else [])
            result = run(program, sets, folder, ["wheelset1.left." + name for name in channels])
            (flat_row if kind == "flat" else joint_row)(speed, result)


if __name__ == "__main__":
    main(*sys.argv[1:])
