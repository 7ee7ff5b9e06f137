#!/usr/bin/env python3
"""Normal modes of a free uniform beam by finite elements, as a universal file (datasets 164, 2411, 2414).

    beam_modes.py > models/vehicles/manchester_carbody.unv

The beam is the carbody of models/vehicles/manchester_flexible.toml: 32 t, 24 m, first bending at 10 Hz vertically and
at 14 Hz laterally. Its elements are those of Bernoulli and Euler with cubic shapes. The places where the suspension ends
are nodes of their own, on rigid arms. The origin is the centre of gravity, x points forwards, y to the left, z upwards.
"""
import math

MASS, LENGTH = 32000.0, 24.0
FREQUENCY = {"z": 10.0, "y": 14.0}
FIRST_ROOT = 4.730040744862704  # of cos x cosh x = 1
HEIGHT = 1.8  # of the centre of gravity
# x, y, z of the ends in the vehicle file, with y of their mirror images
ENDS = [(x, y, z) for x, ys, z in [(9.5, (1.0, -1.0), 0.8275), (9.5, (1.3, -1.3), 1.13), (9.73, (0.5,), 0.65),
                                   (9.27, (-0.5,), 0.65), (9.5, (0.0,), 0.65)] for y in ys]
ENDS += [(x - 19.0, y, z) for x, y, z in ENDS] + [(8.0, 0.0, 0.6), (-8.0, 0.0, 0.6)]
MODES = 4  # of each plane, with two of a rigid body


def beam_matrices(stations, stiffness, line_mass):
    """K and M over displacement and slope of each station."""
    size = 2 * len(stations)
    k, m = ([[0.0] * size for _ in range(size)] for _ in range(2))
    for e in range(len(stations) - 1):
        h = stations[e + 1] - stations[e]
        spring = [[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h],
                  [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h * h, -6 * h, 4 * h * h]]
        inertia = [[156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h],
                   [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]]
        for i in range(4):
            for j in range(4):
                k[2 * e + i][2 * e + j] += stiffness / h**3 * spring[i][j]
                m[2 * e + i][2 * e + j] += line_mass * h / 420 * inertia[i][j]
    return k, m


def factorise(a):
    """Cholesky factor."""
    n = len(a)
    low = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = a[i][j] - sum(low[i][k] * low[j][k] for k in range(j))
            low[i][j] = math.sqrt(rest) if i == j else rest / low[j][j]
    return low


def solve(low, b):
    n, x = len(low), list(b)
    for i in range(n):
        x[i] = (x[i] - sum(low[i][k] * x[k] for k in range(i))) / low[i][i]
    for i in reversed(range(n)):
        x[i] = (x[i] - sum(low[k][i] * x[k] for k in range(i + 1, n))) / low[i][i]
    return x


def times(a, x):
    return [sum(p * q for p, q in zip(row, x)) for row in a]


def dot(x, y):
    return sum(p * q for p, q in zip(x, y))


def normal_modes(k, m, count):
    """Frequency and mass-normalised shape of the lowest modes, by inverse iteration from a shift below 0."""
    shift = (2 * math.pi * 3.0) ** 2
    low = factorise([[p + shift * q for p, q in zip(*rows)] for rows in zip(k, m)])
    found = []
    for number in range(count):
        x = [math.sin(1.0 + 0.7 * i * (number + 1)) for i in range(len(k))]
        for _ in range(200):
            x = solve(low, times(m, x))
            for _, other in found:
                share = dot(other, times(m, x))
                x = [p - share * q for p, q in zip(x, other)]
            size = math.sqrt(dot(x, times(m, x)))
            x = [p / size for p in x]
        square = dot(x, times(k, x))
        found.append((math.sqrt(max(square, 0.0)) / (2 * math.pi), x))
    return found


def number(value, width, digits, letter="E"):
    return f"{value:{width}.{digits}E}".replace("E", letter)


def print_dataset(kind, lines):
    print(f"{-1:6d}\n{kind:6d}")
    print("\n".join(lines))
    print(f"{-1:6d}")


def main():
    stations = sorted({-LENGTH / 2 + i for i in range(int(LENGTH) + 1)} | {round(x, 3) for x, _, _ in ENDS})
    nodes = [(x, 0.0, 0.0) for x in stations] + [(x, y, z - HEIGHT) for x, y, z in ENDS]
    print_dataset(164, [f"{1:10d}{'SI: Meter (newton)':20s}{2:10d}",
                        "".join(number(v, 25, 17, "D") for v in (1, 1, 1)), number(273.15, 25, 17, "D")])
    lines = []
    for label, place in enumerate(nodes, 1):
        lines.append("".join(f"{v:10d}" for v in (label, 1, 1, 11)))
        lines.append("".join(number(v, 25, 16, "D") for v in place))
    print_dataset(2411, lines)
    label = 0
    for plane in ("z", "y"):
        root = 2 * math.pi * FREQUENCY[plane] / FIRST_ROOT**2
        stiffness = root**2 * MASS / LENGTH * LENGTH**4
        for frequency, x in normal_modes(*beam_matrices(stations, stiffness, MASS / LENGTH), MODES):
            label += 1
            print_mode(label, plane, frequency if frequency > 0.01 else 0.0, x, stations, nodes)


def print_mode(label, plane, frequency, x, stations, nodes):
    lines = [f"{label:10d}", f"mode {label}", f"{1:10d}"] + ["NONE"] * 5
    lines.append("".join(f"{v:10d}" for v in (1, 2, 3, 8, 2, 6)))
    lines.append("".join(f"{v:10d}" for v in (1, 0, 1, 0, 0, label, 0, 0)))
    lines.append(f"{0:10d}{0:10d}")
    eigenvalue = (2 * math.pi * frequency) ** 2
    lines.append("".join(number(v, 13, 5) for v in (0, frequency, eigenvalue, 1, 0.02, 0)))
    lines.append("".join(number(0, 13, 5) for _ in range(6)))
    for n, (at, y, z) in enumerate(nodes, 1):
        station = stations.index(round(at, 3))
        shift, slope = x[2 * station], x[2 * station + 1]
        if plane == "z":  # the section turns about y by -slope
            values = (-slope * z, 0, shift, 0, -slope, 0)
        else:  # about z by slope
            values = (-slope * y, shift, 0, 0, 0, slope)
        lines.append(f"{n:10d}")
        lines.append("".join(number(v, 13, 5) for v in values))
    print_dataset(2414, lines)


if __name__ == "__main__":
    main()
