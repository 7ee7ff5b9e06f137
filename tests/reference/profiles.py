"""Wheel and rail profiles, rolling radius differences, equivalent conicities and flange dimensions by NumPy, without
the program's code. Lengths are in mm, y points to the field side of a left-hand profile, z up."""

import numpy as np

# 60E1 of EN 13674-1: radii of the head and the y where each ends; the side of the head is inclined by 1:20.
RADII_60E1, ENDS_60E1, SIDE, FOOT = (300.0, 80.0, 13.0), (20.456 / 2, 52.053 / 2), 1 / 20, -34.0

# TSI LOC&PAS (EU) 1302/2014, 4.2.3.5.2.2, table 2: (diameters above, least, greatest).
FLANGE_LIMITS = {"flange thickness Sd": [(840, 22, 33), (760, 25, 33), (330, 27.5, 33)],
                 "flange height Sh": [(760, 27.5, 36), (630, 29.5, 36), (330, 31.5, 36)],
                 "flange steepness qR": [(330, 6.5, None)]}
# Limits of the equivalent conicity up to a speed in km/h: tables 11 of LOC&PAS, 10 and 14 of TSI INF 1299/2014.
CONICITY_LIMITS = {"wheelset in design": [(60, None), (190, 0.3), (230, 0.25), (280, 0.2), (1e9, 0.1)],
                   "track in design": [(60, None), (200, 0.25), (280, 0.2), (1e9, 0.1)],
                   "track in service, mean over 100 m": [(60, None), (120, 0.4), (160, 0.35), (230, 0.3), (1e9, 0.25)]}


def points_of(path):
    with open(path, encoding="utf-8") as file:
        return np.array([[float(cell) for cell in line.split(",")] for line in file if not line.startswith("#")])


def natural_spline(knots, values, at):
    """Solves for the second derivatives as a dense system: profiles have a few hundred points."""
    h, count = np.diff(knots), knots.size
    matrix, right = np.eye(count), np.zeros(count)
    for i in range(1, count - 1):
        matrix[i, i - 1:i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        right[i] = 6 * ((values[i + 1] - values[i]) / h[i] - (values[i] - values[i - 1]) / h[i - 1])
    bend = np.linalg.solve(matrix, right)
    i = np.clip(np.searchsorted(knots, at) - 1, 0, count - 2)
    low, high = (knots[i + 1] - at) / h[i], (at - knots[i]) / h[i]
    return (low * values[i] + high * values[i + 1] +
            ((low ** 3 - low) * bend[i] + (high ** 3 - high) * bend[i + 1]) * h[i] ** 2 / 6)


def fine(points, spacing=0.005):
    length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.arange(0, length[-1], spacing)
    return np.column_stack([natural_spline(length, points[:, k], at) for k in range(2)])


def rail_60e1(inclination):
    """Head of the left rail, inclined towards the middle of the track, its top at z = 0."""
    angles, centre, half = [0.0], np.array([0.0, -RADII_60E1[0]]), []
    ends = [np.arcsin(ENDS_60E1[0] / RADII_60E1[0])]
    for i, radius in enumerate(RADII_60E1):
        if i > 0:
            centre = centre + (RADII_60E1[i - 1] - radius) * np.array([np.sin(ends[-1]), np.cos(ends[-1])])
            angles.append(ends[-1])
            ends.append(np.arcsin((ENDS_60E1[1] - centre[0]) / radius) if i == 1 else np.pi / 2 - np.arctan(SIDE))
        turn = np.linspace(angles[-1], ends[-1], 8000)
        half.append(centre + radius * np.column_stack([np.sin(turn), np.cos(turn)]))
    corner = half[-1][-1]
    down = np.linspace(0, corner[1] - FOOT, 4000)
    half.append(np.column_stack([corner[0] + SIDE * down, corner[1] - down]))
    half = np.concatenate(half)
    head = np.concatenate([half[::-1] * [-1, 1], half])
    turn = np.arctan(inclination)
    head = head @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return head - [0, head[:, 1].max()]


def place_rail(head, gauge):
    """The gauge face, 14 mm below the top, is half the gauge beside the middle."""
    side = head[head[:, 0] < head[np.argmax(head[:, 1]), 0]]
    order = np.argsort(side[:, 1])
    return head + [gauge / 2 - np.interp(-14.0, side[order, 1], side[order, 0]), 0]


def envelope(points, upper, grid):
    """Outermost z over y of a profile that may turn back at its faces."""
    steps, nothing = np.diff(points[:, 0]), -np.inf if upper else np.inf
    found = np.full(grid.size, nothing)
    for sign in (1, -1):
        changes = np.flatnonzero(np.diff(np.concatenate([[0], (sign * steps > 0).astype(int), [0]])))
        for begin, end in zip(changes[::2], changes[1::2]):
            piece = points[begin:end + 1][::sign]
            heights = np.interp(grid, piece[:, 0], piece[:, 1], left=nothing, right=nothing)
            found = np.maximum(found, heights) if upper else np.minimum(found, heights)
    return found


def radius_differences(wheel, rail, tape_circle, displacements):
    """r_left − r_right in mm of a level wheelset that touches each rail where the vertical gap is least."""
    spacing = 0.005
    grid = np.arange(wheel[:, 0].min(), wheel[:, 0].max(), spacing)
    tread = envelope(fine(wheel), False, grid)

    def depth(shift):
        head = envelope(rail - [tape_circle / 2 + shift, 0], True, grid)
        gap = np.where(np.isfinite(head) & np.isfinite(tread), tread - head, np.inf)
        i = int(np.argmin(gap))
        if 0 < i < gap.size - 1 and np.all(np.isfinite(gap[i - 1:i + 2])):
            bend = gap[i - 1] - 2 * gap[i] + gap[i + 1]
            move = 0.5 * (gap[i - 1] - gap[i + 1]) / bend if bend > 0 else 0.0
            return -np.interp(grid[i] + move * spacing, grid, tread)
        return -tread[i]

    return np.array([depth(y) - depth(-y) for y in displacements])


def conicity(displacements, differences, amplitude):
    """From the wavelength of y'' = −Δr(y), integrated by Runge–Kutta from rest at the amplitude to rest on the other
    side: (π/half wavelength)²/2."""
    force = lambda y: -np.interp(y, displacements, differences)
    step = np.pi / np.sqrt(-force(amplitude) / amplitude) / 4000
    y, v, x = amplitude, 0.0, 0.0
    while True:
        a1 = force(y)
        v2, a2 = v + step / 2 * a1, force(y + step / 2 * v)
        v3, a3 = v + step / 2 * a2, force(y + step / 2 * v2)
        v4, a4 = v + step * a3, force(y + step * v3)
        next_y, next_v = y + step / 6 * (v + 2 * v2 + 2 * v3 + v4), v + step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        if next_v >= 0 and x > 0:
            return (np.pi / (x + step * v / (v - next_v))) ** 2 / 2
        y, v, x = next_y, next_v, x + step


def flange(wheel):
    """Sd, Sh and qR: 10 mm below the tread at the tape circle, 2 mm above the tip."""
    points = fine(wheel)
    tread = envelope(points, False, np.array([0.0]))[0]
    tip = int(np.argmin(points[:, 1]))
    face = points[tip:]

    def face_at(level):
        i = int(np.flatnonzero(face[:, 1] >= level)[0])
        share = (level - face[i - 1, 1]) / (face[i, 1] - face[i - 1, 1])
        return face[i - 1, 0] + share * (face[i, 0] - face[i - 1, 0])

    thick, near_tip = face_at(tread - 10), face_at(points[tip, 1] + 2)
    return {"flange thickness Sd": thick + 70, "flange height Sh": tread - points[tip, 1],
            "flange steepness qR": thick - near_tip}


def flange_verdict(name, value, diameter):
    for above, least, greatest in FLANGE_LIMITS[name]:
        if diameter > above:
            return "met" if value >= least and (greatest is None or value <= greatest) else "not met"
    return "not judged"


def conicity_verdict(subject, value, speed):
    limit = next(limit for bound, limit in CONICITY_LIMITS[subject] if speed <= bound)
    return "not judged" if limit is None else "met" if value <= limit else "exceeded"
