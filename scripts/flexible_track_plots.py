#!/usr/bin/env python3
"""The figures of docs/validation/flexible_track.md, which are those of figures 16 to 23 of the paper.

    flexible_track_plots.py FLANGEWAY RIGID.h5 COSIM_FLEXIBLE.h5 FOLDER

Results of models/cases/flexible_r500_rigid.toml and flexible_r500_cosim_flexible.toml.
"""
import csv
import io
import math
import subprocess
import sys
from pathlib import Path

from feve3000_plots import figure

MM, KN, DEGREES = 1e3, 1e-3, 180 / math.pi


def read(program, file, channels):
    """Channel -> numbers, and "t"."""
    command = [program, "results", file, "--csv", "--channel", ",".join(["t", *channels])]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = list(csv.reader(line for line in io.StringIO(text) if not line.startswith("#")))
    names = [name.split(" ")[0] for name in rows[0]]
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(names)}


def extremes(values, count=8):
    """The least and the largest of each so many numbers, in their order: what a line of full length shows."""
    result = []
    for begin in range(0, len(values) - count + 1, count):
        part = range(begin, begin + count)
        ends = sorted([min(part, key=values.__getitem__), max(part, key=values.__getitem__)])
        result += [values[i] for i in ends]
    return result


def main(program, rigid_file, flexible_file, folder):
    wheels = ["left", "right"]
    places = [f"track.{place}m.{side}.rail_{axis}" for place in (66, 255) for side in wheels for axis in "yz"]
    shared = ["wheelset1.y", "wheelset1.yaw", "wheelset1.z"]
    shared += [f"wheelset1.{side}.{name}" for side in wheels for name in ("Y", "Q", "flange.normal_force")]
    rigid, flexible = read(program, rigid_file, shared), read(program, flexible_file, shared + places)

    def during(result, channel, scale, begin, end):
        return [scale * v for t, v in zip(result["t"], result[channel]) if begin <= t <= end]

    def settled(result, channel, scale):
        return extremes(during(result, channel, scale, 0.25, math.inf))

    def both(title, channel, scale):
        time = during(rigid, "t", 1, 0.25, math.inf)
        middle = [time[i] for begin in range(0, len(time) - 7, 8) for i in (begin + 2, begin + 6)]
        return (title, middle,
                {"flexible": settled(flexible, channel, scale), "rigid": settled(rigid, channel, scale)}, "t in s")

    def part(title, names, scale, begin, end):
        return (title, during(flexible, "t", 1, begin, end),
                {name: during(flexible, channel, scale, begin, end) for name, channel in names.items()}, "t in s")

    def rails(place, begin, end):
        return [part(f"rails at {place} m, {name} in mm",
                     {side: f"track.{place}m.{side}.rail_{axis}" for side in wheels}, MM, begin, end)
                for axis, name in (("y", "to the left"), ("z", "upwards"))]

    folder = Path(folder)
    figure(folder / "flexible_r500_motion.svg", [
        both("leading wheelset, y in mm", "wheelset1.y", MM),
        both("angle of attack in degrees", "wheelset1.yaw", DEGREES),
        both("z in mm", "wheelset1.z", MM),
        part("z in mm on the flexible track, straight", {"": "wheelset1.z"}, MM, 1, 1.3)])
    figure(folder / "flexible_r500_forces.svg", [
        both(f"leading {side} wheel, {name} in kN", f"wheelset1.{side}.{name}", KN) for name in "YQ" for side in wheels]
        + [part("leading left wheel on the flexible track, straight, Q in kN", {"": "wheelset1.left.Q"}, KN, 1, 1.3)])
    figure(folder / "flexible_r500_flange.svg", [
        both("leading right wheel, force on the flange in kN", "wheelset1.right.flange.normal_force", KN)]
        + [(f"the same where the wheel strikes, entry of the transition, {name} track", during(result, "t", 1, 2.65, 2.85),
            {"": during(result, "wheelset1.right.flange.normal_force", KN, 2.65, 2.85)}, "t in s")
           for name, result in (("rigid", rigid), ("flexible", flexible))])
    figure(folder / "flexible_r500_rails.svg", rails(66, 1.2, 2.8) + rails(255, 7.4, 9.0))


if __name__ == "__main__":
    main(*sys.argv[1:])
