#!/usr/bin/env python3
"""The table of docs/validation/flexible_track.md of wheel forces on irregular track, rigid and flexible.

    flexible_track_irregular.py FLANGEWAY [FOLDER]

Runs models/cases/flexible_r500_rigid.toml and flexible_r500_tight_flexible.toml on the irregularities of ERRI B176
(low) from 0.6 to 25 m, the same on both, and prints the standard deviation of the lateral position of each wheelset on
the straight (0.3 to 2.3 s), and the root of the mean square of forces of the leading wheelset in bands of frequency: Q
of its left wheel on the straight (0.8 to 2.3 s), the force on its right flange in the circular curve (6 to 8.5 s).
"""
import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy

from flexible_track_plots import read
from flexible_track_ripple import CASES, FLANGE, TRACKS

SPECTRUM = ('{ fade = 10, spectrum = { quality = "erri_b176_low", seed = 1, '
            'min_wavelength = 0.6, max_wavelength = 25 } }')
PARTS = {"Q of the left wheel, straight": ("wheelset1.left.Q", 0.8, 2.3),
         "force on the right flange, curve": (FLANGE, 6, 8.5)}
POSITIONS = [f"wheelset{number}.y" for number in (1, 2, 3, 4)]
BANDS = ((0.5, 20), (20, 45), (45, 60))  # Hz; sleepers pass at 51, and so do waves of 0.6 m


def run(program, case, folder):
    result = str(Path(folder) / Path(case).name.replace(".toml", ".h5"))
    subprocess.run([program, "run", str(CASES / case), "-o", result, "--force", "--quiet", "--set",
                    "track.irregularity_step=0.05", "--set", f"track.irregularities={SPECTRUM}"],
                   check=True, capture_output=True)
    return read(program, result, [channel for channel, _, _ in PARTS.values()] + POSITIONS)


def between(channels, name, begin, end):
    time = numpy.array(channels["t"])
    return numpy.array(channels[name])[(time > begin) & (time < end)]


def in_bands(channels, name, begin, end):
    """The root of the mean square in each band, with a window of Hann (mean square 3/8)."""
    time, part = channels["t"], between(channels, name, begin, end)
    power = numpy.abs(numpy.fft.rfft((part - part.mean()) * numpy.hanning(len(part)))) ** 2
    frequency = numpy.fft.rfftfreq(len(part), time[1] - time[0])
    scale = 2 / (3 / 8) / len(part) ** 2
    return [numpy.sqrt(scale * power[(frequency >= low) & (frequency < high)].sum()) for low, high in BANDS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program flangeway")
    parser.add_argument("folder", nargs="?", help="where the results are kept")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        runs = {track: run(arguments.program, case, arguments.folder or scratch) for track, case in TRACKS.items()}
    print("| track | " + " | ".join(POSITIONS) + " |\n| --- " + "| --- " * len(POSITIONS) + "|")
    for track, channels in runs.items():
        swings = [1e3 * between(channels, position, 0.3, 2.3).std() for position in POSITIONS]
        print(f"| {track} | " + " | ".join(f"{swing:.2f} mm" for swing in swings) + " |")
    print("\n| force | track | " + " | ".join(f"{low} to {high} Hz" for low, high in BANDS) + " |")
    print("| --- " * (len(BANDS) + 2) + "|")
    for part, where in PARTS.items():
        for track, channels in runs.items():
            forces = in_bands(channels, *where)
            print(f"| {part} | {track} | " + " | ".join(f"{force:.0f} N" for force in forces) + " |")


if __name__ == "__main__":
    main()
