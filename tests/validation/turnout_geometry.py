#!/usr/bin/env python3
"""Where a wheel passes from stock to switch rail and from wing rail to nose: runs against plane geometry.

    python3 tests/validation/turnout_geometry.py build/release/bin/flangeway

A second way to the same places, which shares no code with the program: sections between stations by straight lines,
S1002 by its polynomials [EN13715, annex B], and for each rail the height at which the wheel, where the run has it,
stands on it alone. The wheel passes over where the second rail carries it higher than the first.
"""
import csv
import subprocess
import sys
import tempfile
import tomllib
from math import atan, cos, dist, sin
from pathlib import Path

MODELS = Path(__file__).resolve().parents[2] / "models"
LAYOUT = tomllib.loads((MODELS / "layouts/turnout_60e1_1_12.toml").read_text())
POINTS = 400
POSITION = 750.0     # mm, of the tape circle beside the middle of the wheelset
BEGIN = 20.0         # m, where the layout lies in the track
PLACES = {"stock rail to switch rail": (0, 1, 3.0, 10.0, 0.12), "wing rail to nose": (1, 2, 38.0, 39.0, 0.03)}
# from rail, to rail, between these places of the layout in m, tolerance in m

TREAD = [  # upper end in mm, polynomial of the depth below the tape circle
    (-26.0, [-4.320221063e3, -1.038384026e3, -1.065501873e2, -6.051367875, -2.054332446e-1, -4.169739389e-3,
             -4.687195829e-5, -2.252755540e-7]),
    (32.15796, [0, -3.358537058e-2, 1.565681624e-3, -2.810427944e-5, 5.844240864e-8, -1.562379023e-8,
                5.309217349e-15, -5.957839843e-12, 2.646656573e-13]),
    (60.0, [1.364323640, -0.066666667])]


def below_tape_circle(y):
    """Of the tread, mm; None beside it."""
    if y < -35:
        return None
    for end, polynomial in TREAD:
        if y <= end:
            return sum(c * y**i for i, c in enumerate(polynomial))
    return None


def read_head(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return [tuple(map(float, row)) for row in csv.reader(lines[1:])]


def evenly(points):
    """POINTS + 1 points of equal distance along the line."""
    lengths = [0.0]
    for a, b in zip(points, points[1:]):
        lengths.append(lengths[-1] + dist(a, b))
    made, k = [], 0
    for i in range(POINTS + 1):
        at = lengths[-1] * i / POINTS
        while k + 2 < len(lengths) and lengths[k + 1] < at:
            k += 1
        part = (at - lengths[k]) / (lengths[k + 1] - lengths[k])
        made.append(tuple(u + part * (v - u) for u, v in zip(points[k], points[k + 1])))
    return made


def inclined(points, angle=atan(0.025)):
    return [(cos(angle) * y - sin(angle) * z, sin(angle) * y + cos(angle) * z) for y, z in points]


def slices(path):
    lines = [line.split("%")[0].split() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    count = int(lines[1][0])
    return [(1e-3 * float(place), path.parent / name.strip("'")) for place, name in lines[4:4 + count]]


def origin(head):
    """Of rail profiles in the track: the gauge of 1435 mm is taken 14 mm below the top."""
    top = max(z for _, z in head)
    return 717.5 - min(y for y, z in head if z >= top - 14), -top


def rail(name):
    """[place in m, points in mm] of a rail of the layout."""
    folder = MODELS / "layouts"
    full = MODELS / "profiles/turnout/nose_72.csv"
    y0, z0 = origin(inclined(read_head(full)))
    made = []
    for station in LAYOUT["stations"]:
        if station.get("name", "") != name:
            continue
        file = full if station["profile"] == "60e1" else folder / station["profile"]
        files = slices(file) if file.suffix == ".slcs" else [(0.0, file)]
        dy, dz = y0 + 1e3 * station.get("y", 0), z0 + 1e3 * station.get("z", 0)
        made += [(station["s"] + place, [(y + dy, z + dz) for y, z in inclined(evenly(read_head(one)))])
                 for place, one in files]
    return made


RAILS = [rail(""), rail("switch rail"), rail("nose")]


def section(stations, s):
    for (a, points), (b, others) in zip(stations, stations[1:]):
        if a <= s <= b and b > a:
            t = (s - a) / (b - a)
            return [(u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1])) for u, v in zip(points, others)]
    return []


def height(stations, s, y):
    """At which a wheel y mm aside stands on the rail, mm."""
    heights = []
    for at, z in section(stations, s):
        depth = below_tape_circle(at - POSITION - y)
        if depth is not None:
            heights.append(z + depth)
    return max(heights, default=-1e9)


def handover(first, second, low, high, y):
    for _ in range(30):
        middle = (low + high) / 2
        if height(RAILS[second], middle, y) < height(RAILS[first], middle, y):
            low = middle
        else:
            high = middle
    return low


def run(program, speed, folder):
    """Rows (place in the layout in m, lateral place in mm, number of the rail) of the first left wheel."""
    file = folder / f"{speed}.h5"
    subprocess.run([program, "run", str(MODELS / "cases/turnout.toml"), "--set", f"speed={speed}", "--set",
                    f"integration.duration={44 / speed}", "--set", f"output.interval={5e-3 / speed}", "--set",
                    "integration.step=1.25e-4", "-o", str(file), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    text = subprocess.run([program, "results", str(file), "--csv", "--channel",
                           "wheelset1.s,wheelset1.y,wheelset1.left.carrying_rail"], check=True,
                          capture_output=True, text=True).stdout
    rows = list(csv.reader(text.splitlines()))
    columns = [[name.split(" ")[0] for name in rows[0]].index(name)
               for name in ("wheelset1.s", "wheelset1.y", "wheelset1.left.carrying_rail")]
    return [tuple(float(row[c]) for c in columns) for row in rows[1:]]


def main():
    program, failed = sys.argv[1], False
    with tempfile.TemporaryDirectory() as folder:
        for speed in (10, 20, 30):
            rows = run(program, speed, Path(folder))
            for name, (first, second, low, high, tolerance) in PLACES.items():
                changes = [(b[0] - BEGIN, 1e3 * b[1]) for a, b in zip(rows, rows[1:]) if (a[2], b[2]) == (first, second)]
                near = [change for change in changes if low <= change[0] <= high]
                if not near:
                    print(f"{speed} m/s, {name}: the wheel never passes over")
                    failed = True
                    continue
                place, y = near[0]
                expected = handover(first, second, low, high, y)
                bad = abs(place - expected) > tolerance
                failed = failed or bad
                print(f"{speed} m/s, {name}: at {place:.3f} m of the layout, geometry {expected:.3f} m with the wheelset "
                      f"{y:.2f} mm aside" + (": WRONG" if bad else ""))
    sys.exit(failed)


if __name__ == "__main__":
    main()
