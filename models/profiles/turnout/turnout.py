#!/usr/bin/env python3
"""Writes the rails of a turnout 60E1, R 500 m, 1:12, as profiles and slices files, into the folder of this script.

    python3 models/profiles/turnout/turnout.py

Drawn from stated dimensions, not from a drawing of a real turnout. A rail that begins is a head 60E1 [EN13674-1] of
the width w: its gauge side is that of 60E1, its other side the mirror image, and the top between them is rounded. So
a narrow head is low by itself; beyond that it is lowered by the drop below.

The switch rail lies with its gauge face on the gauge line and with its other side against the stock rail, which
leaves on a circle of R = 500 m: w = x^2/(2 R), x from the beginning of the circle. The toe is 2 mm wide and 22 mm low,
so that a flange meets its side (assumed). The nose grows with 1:12: w = x/12, x from the theoretical point. Its drops
are assumed: 3 to 6 mm at the tip and full height where it is 30 to 40 mm wide, for which no printed source was
found. They let a new S1002 pass from the wing rail, which the track
file raises by up to 3 mm, to the nose where it is 28 mm wide: docs/howto/switches_and_crossings.md.

Coordinates in mm: y to the field side from the middle of the full head, z up, as for the left rail.
"""
from math import atan, atan2, cos, pi, sin, sqrt
from pathlib import Path

HEAD = 72.0      # mm, width of 60E1 where its sides begin
DEPTH = 34.0     # mm, down to which the sides are drawn
STEP = 0.05      # mm
RADIUS = 500e3   # mm, of the diverging circle
CROSSING = 12    # 1:12
# width, drop in mm
SWITCH = [(2, 12), (4, 10.5), (6, 10), (8, 9.5), (12, 8), (18, 5), (25, 2.4), (32, 1.0), (40, 0.3), (48, 0), (60, 0),
          (72, 0)]
NOSE = [(10, 3.6), (14, 2.6), (20, 1.4), (27, 0.6), (34, 0.2), (42, 0.03), (50, 0), (60, 0), (72, 0)]


def gauge_side():
    """Points from the bottom of the gauge side to the middle of the head."""
    points = [(0.0, 0.0)]
    y, angle = 0.0, 0.0  # from the middle outwards: slope of the surface
    pieces = [(300.0, 10.228), (80.0, 26.0265), (13.0, None)]
    steepest = pi / 2 - atan(1 / 20)
    z = 0.0
    for radius, end in pieces:
        while (y < end) if end else (angle < steepest):
            angle_after = min(angle + STEP / radius, steepest)
            middle = (angle + angle_after) / 2
            length = (angle_after - angle) * radius
            y, z, angle = y + length * cos(middle), z - length * sin(middle), angle_after
            points.append((-y, z))
    while z > -DEPTH:
        y, z = y + STEP * cos(steepest), z - STEP * sin(steepest)
        points.append((-y, z))
    return points[::-1]


def directions(points):
    return [atan2(b[1] - a[1], b[0] - a[0]) for a, b in zip(points, points[1:])]


def head(width, drop):
    """Points every 0.25 mm, and the lengths at which the straight sides end and the middle lies."""
    half = gauge_side()
    limit = -HEAD / 2 + width / 2
    half = [p for p in half if p[0] <= limit or p[1] < -16]
    angles = directions(half)
    angles += [-a for a in reversed(angles)]
    window = 0 if width == HEAD else int(min(0.5 * width, 6.0) / STEP / 2)
    middle = len(angles) // 2
    mean = list(angles)
    for i in range(max(middle - 3 * window, 0), min(middle + 3 * window, len(angles))):
        part = angles[max(i - window, 0):i + window + 1] if window else [angles[i]]
        mean[i] = sum(part) / len(part)
    y, z = half[0]
    z -= 0.0151  # what the sum of steps is too high in the middle of the full head
    points = [(y, z - drop)]
    for a in mean:
        y, z = y + STEP * cos(a), z + STEP * sin(a)
        points.append((y, z - drop))
    rows = points[::5]
    if rows[-1] != points[-1]:
        rows.append(points[-1])
    lengths = [0.0]
    for a, b in zip(rows, rows[1:]):
        lengths.append(lengths[-1] + sqrt((b[0] - a[0])**2 + (b[1] - a[1])**2))
    side = (DEPTH - 14) / cos(atan(1 / 20))
    whole = lengths[-1]
    return rows, [0.0, side, whole / 2, whole - side, whole]


def write(folder, name, rows):
    text = f"# 60E1 head, {name}: y, z in mm. Written by turnout.py\ny,z\n"
    text += "".join(f"{y:.4f},{z:.4f}\n" for y, z in rows)
    (folder / f"{name}.csv").write_text(text)


def slices(folder, name, heads, place, end):
    text = f"% {name} of a turnout 60E1 R 500 m 1:12, written by turnout.py; places in mm\n"
    text += f"0.0 1.0          % U_OFFSET, U_SCALE\n{len(heads) + 1}               % NSLC\n"
    text += "5 0 0            % NFEAT, NKINK, NACCEL\n1                % U_INTPOL\n"
    features = ""
    for width, drop in heads:
        rows, lengths = head(width, drop)
        file = f"{name}_{width}"
        write(folder, file, rows)
        text += f"{place(width):.3f} '{file}.csv'\n"
        features += f"{place(width):.3f} " + " ".join(f"{length:.5f}" for length in lengths) + "\n"
    rest = features.splitlines()[-1].split(" ", 1)[1]
    text += f"{end:.3f} '{file}.csv'\n"
    features += f"{end:.3f} {rest}\n"
    (folder / f"{name}.slcs").write_text(text + features)
    print(name, "lengths of the parts of the last slice:", [round(length, 5) for length in lengths])


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    slices(here, "switch_rail", SWITCH, lambda width: sqrt(2 * RADIUS * width), 36900)
    slices(here, "nose", NOSE, lambda width: CROSSING * width, 3000)
