#!/usr/bin/env python3
"""Writes wheel profiles that are made of a cone 1:20, arcs and a flange of 70 degrees.

    python3 models/profiles/wheels.py one_point_wheel > models/profiles/one_point_wheel.csv
    python3 models/profiles/wheels.py cone_1_20 > models/profiles/cone_1_20.csv
    python3 models/profiles/wheels.py worn_type_wheel > models/profiles/worn_type_wheel.csv

one_point_wheel touches rail 60E1, inclined by 0.05, in one point everywhere. A wheel rolls over a rail without a
jump if its radius of curvature is everywhere larger than the rail's at the same
slope. An inclined 60E1 head has R 300 mm up to a slope of 4.82 deg, R 80 up to 16.25 deg and R 13 beyond [EN13674-1].
The fillets below stay above that and change at slopes a little beyond the rail's, because the wheelset rolls.

cone_1_20 is the plain cone of older wheels: it ends in a root of 14 mm, so that tread and flange touch that rail in two
points. Flange of the thickness of S1002, 32.5 mm: 37.5 mm from the tape circle 10 mm below it.

worn_type_wheel is turned to a shape that wheels wear to: its tread curves more and more towards a root of 14 mm, which
nearly follows the gauge corner of 13 mm of that rail. Same flange.

Curvature is continuous: the tangent angle is averaged over 1 mm of arc length.

Coordinates in mm: y to the field side from the tape circle, z up, as for the left wheel of a pair.
"""
import sys
from math import atan, cos, radians, sin, tan

TREAD = atan(1 / 20)  # cone 1:20
FIELD_SIDE = 60.0     # y at which the profile ends
BACK = radians(-88)   # slope at which the rounded tip goes over into the sheer back
FLANGE = radians(70.0)
# y at which the cone ends towards the flange; pieces from there to the back: radius, and slope at the end of the
# piece; None: straight with a length; the first line of the file.
DESIGNS = {
    "one_point_wheel": (
        -1.0, [(350.0, radians(5.0)), (95.0, radians(16.9)), (18.0, FLANGE), (None, 4.0), (-12.0, BACK)],
        "Wheel for one-point contact on rail 60e1 inclined by 0.05: cone 1:20, fillets R 350, 95 and 18 mm,"),
    "worn_type_wheel": (
        -5.95, [(450.0, radians(4.0)), (120.0, radians(10.0)), (14.0, FLANGE), (None, 6.0), (-12.0, BACK)],
        "Worn-type wheel: cone 1:20, tread R 450 and 120 mm, root R 14 mm,"),
    "cone_1_20": (-25.22, [(14.0, FLANGE), (None, 10.0), (-12.0, BACK)], "Plain wheel: cone 1:20, root R 14 mm,"),
}
RAMP = 1.0            # length over which the curvature changes
STEP = 0.25           # spacing of the points


def corners(pieces):
    """Arc length from the end of the cone and slope there, at both ends of each piece."""
    s, angle = 0.0, TREAD
    out = [(-10.0, angle), (s, angle)]
    for radius, end in pieces:
        s += end if radius is None else (end - angle) * radius
        angle = angle if radius is None else end
        out.append((s, angle))
    return out + [(s + 10.0, angle)]


def mean_angle(nodes, s):
    """Slope averaged over s +- RAMP/2 of the piecewise linear slope."""
    count = 20
    total = 0.0
    for i in range(count):
        at = s + RAMP * ((i + 0.5) / count - 0.5)
        for (s0, a0), (s1, a1) in zip(nodes, nodes[1:]):
            if at <= s1:
                total += a0 + (a1 - a0) * (at - s0) / (s1 - s0)
                break
    return total / count


def points(end, pieces):
    nodes = corners(pieces)
    length = nodes[-2][0] + RAMP / 2
    y, z = end + RAMP / 2 * cos(TREAD), (end + RAMP / 2 * cos(TREAD)) * tan(TREAD)
    out, s, fine = [], -RAMP / 2, STEP / 10
    field = FIELD_SIDE
    while field > y + STEP / 2:
        out.append((field, field * tan(TREAD)))
        field -= 4 * STEP
    step = 0
    while s < length:
        if step % 10 == 0:
            out.append((y, z))
        angle = mean_angle(nodes, s + fine / 2)
        y, z, s, step = y - fine * cos(angle), z - fine * sin(angle), s + fine, step + 1
    return out[::-1]


def main(name):
    end, pieces, title = DESIGNS[name]
    shape = points(end, pieces)
    print("# " + title)
    print("# flange of 70 deg, tip R 12 mm. Our own design, made by wheels.py beside this file.")
    print("# y (to the field side from the tape circle), z in mm")
    print("# z up")
    print("# origin: tape circle")
    for y, z in shape:
        print(f"{y:.5f},{z:.5f}")


if len(sys.argv) != 2 or sys.argv[1] not in DESIGNS:
    sys.exit("usage: wheels.py " + "|".join(DESIGNS))
main(sys.argv[1])
