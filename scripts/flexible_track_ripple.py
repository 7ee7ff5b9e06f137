#!/usr/bin/env python3
"""The table of docs/validation/flexible_track.md of how a ripple of the rails swings the force on the flange.

    flexible_track_ripple.py FLANGEWAY [--wavelength METRES]… [FOLDER]

Runs models/cases/flexible_r500_rigid.toml and flexible_r500_tight_flexible.toml from 85 m on, where the transition
begins, with a sine of alignment of 0.02 mm, and prints the standard deviation of the force on the flange of the outer
leading wheel from 4 to 6 s, which is in the circular curve.
"""
import argparse
import statistics
import subprocess
import tempfile
from pathlib import Path

from flexible_track_plots import read

CASES = Path(__file__).resolve().parent.parent / "models/cases"
TRACKS = {"rigid": "flexible_r500_rigid.toml", "flexible": "flexible_r500_tight_flexible.toml"}
FLANGE = "wheelset1.right.flange.normal_force"
AMPLITUDE, SPEED = 2e-5, 30.5556  # m, m/s
BEGIN, END = 4, 6  # s


def swing(program, case, wavelength, folder):
    """Standard deviation of the force, N; no ripple where the wavelength is 0."""
    result = Path(folder) / f"{Path(case).stem}_{wavelength}.h5"
    command = [program, "run", str(CASES / case), "-o", str(result), "--force", "--quiet",
               "--set", "track.irregularity_step=0.02",
               "--set", "initial.s=85", "--set", f"integration.duration={END}"]
    if wavelength > 0:
        wave = f'{{ channel = "alignment", amplitude = {AMPLITUDE}, wavelength = {wavelength} }}'
        command += ["--set", f"track.irregularities={{ harmonic = [{wave}] }}"]
    subprocess.run(command, check=True, capture_output=True)
    channels = read(program, str(result), [FLANGE])
    return statistics.pstdev(f for t, f in zip(channels["t"], channels[FLANGE]) if t > BEGIN)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program flangeway")
    parser.add_argument("folder", nargs="?", help="where the results are kept")
    parser.add_argument("--wavelength", type=float, action="append", help="m (default 0.6, 1, 2 and no ripple)")
    arguments = parser.parse_args()
    print("| wavelength | frequency | " + " | ".join(TRACKS) + " |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        for wavelength in arguments.wavelength or [0.6, 1.0, 2.0, 0.0]:
            swings = [swing(arguments.program, case, wavelength, arguments.folder or scratch)
                      for case in TRACKS.values()]
            ripple = f"{wavelength} m | {SPEED / wavelength:.0f} Hz" if wavelength > 0 else "none | –"
            print(f"| {ripple} | " + " | ".join(f"{force:.0f} N" for force in swings) + " |", flush=True)


if __name__ == "__main__":
    main()
