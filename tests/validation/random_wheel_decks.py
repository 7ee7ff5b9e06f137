#!/usr/bin/env python3
"""Writes legal decks of module 1 at random, over the control digits of the format, and solves them in several
notations of the same.

    random_wheel_decks.py FLANGEWAY [--first SEED] [--count N] [--keep FOLDER]

Profiles are written by this script, in all formats of files. Each deck is solved as it is, in another notation (numbers,
comments, degrees, lines that are broken), with its profiles in other files (scaled, mirrored, in reverse order), with
slices of a rail that does not vary, and for the other side of the track. Ends with exit code 1 if a deck is not read,
ends with a crash or takes longer than a minute, if a case is bad input, if more than one case in fifty finds no solution,
or if the results of two ways to write the same differ.
"""
import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# Forces are the same but for the digits in which profiles are written; slices are splines through splines.
SAME, SAME_OF_SLICES = 3e-4, 3e-2


def rail_height(y):
    """z of the rail in mm, down, over y to the field side: a crown and two shoulders."""
    return y * y / 600 + 12 * max(0.0, (abs(y) - 20) / 16) ** 3


def wheel_height(y):
    """z of the wheel in mm, down: a tread of 1:40, hollow by its root, and a flange."""
    tip = 0.02 * min(0.0, y + 56) ** 2
    return -y / 40 + 14.5 * (1 + math.tanh((-y - 43) / 4.0)) - tip


RAIL = [(y / 2, rail_height(y / 2)) for y in range(-72, 73)]
WHEEL = [(y / 2, wheel_height(y / 2)) for y in range(120, -135, -1)]


def simpack(points, kind, unit=1000.0, mirror=False, inverted=False):
    sign = -1 if mirror else 1
    lines = ["header.begin", " version = 1", f" type = {0 if kind == 'rail' else 1}", "header.end", "spline.begin",
             f" units.len.f = {unit}", f" mirror.y = {1 if mirror else 0}", " mirror.z = 0 ! a remark",
             f" inversion = {1 if inverted else 0}", " point.begin"]
    ordered = points[::-1] if inverted else points
    lines += [f"  {sign * y * unit / 1000:.9f} {z * unit / 1000:.9f} 1.0" for y, z in ordered]
    return "\n".join(lines + [" point.end", "spline.end", ""])


def miniprof(points, mirror_z=False, offset=0.0, third=False):
    sign = -1 if mirror_z else 1
    lines = ["FileName=A remark", f"ColumnDef=X,Y{',A' if third else ''}", f"XOffset={-offset}", "Gauge=1435", "", ]
    return "\n".join(lines + [f"{y + offset:.9f} {sign * z:.9f}{' 0.1' if third else ''}" for y, z in points] + [""])


def columns(points, separator=" ", reverse=False):
    return "\n".join(f"{y:.9f}{separator}{z:.9f}" for y, z in (points[::-1] if reverse else points)) + "\n"


def write_profiles(folder):
    """Files of the same two profiles: (rail or wheel) → [(file, MIRRORY, SCALEYZ, MIRRORZ)]"""
    files = {}
    for kind, points, simpack_end, mini_end in (("rail", RAIL, "prr", "ban"), ("wheel", WHEEL, "prw", "whl")):
        mirrored = [(-y, z) for y, z in points]
        contents = {
            f"plain_{kind}.{simpack_end}": (simpack(points, kind), 0, 1.0, 0),
            f"metres_{kind}.{simpack_end.upper()}": (simpack(points, kind, 1.0), 0, 1.0, 0),
            f"mirror_{kind}.{simpack_end}": (simpack(points, kind, 1000.0, True), 0, 1.0, 0),
            f"undone_{kind}.{simpack_end}": (simpack(mirrored, kind), 1, 1.0, -1),
            f"inverted_{kind}.{simpack_end}": (simpack(points, kind, 1000.0, False, True), 0, 1.0, 0),
            f"mini_{kind}.{mini_end}": (miniprof(points), 0, 1.0, 0),
            f"mini up_{kind}.{mini_end}": (miniprof(points, True, 12.5, True), 0, 1.0, 1),
            f"found_{kind}.{mini_end}": (miniprof(points, True), -1, 1.0, 0),
            f"columns_{kind}.txt": (columns(points), 0, 1.0, -1),
            f"columns_{kind}.csv": (columns([(y / 1000, z / 1000) for y, z in points], ",", True), 0, 1000.0, 0),
            f"other_{kind}": (columns(mirrored, "\t"), 1, 1.0, 0),
        }
        for name, (text, *_rest) in contents.items():
            (folder / name).write_text(text, encoding="latin-1")
        files[kind] = [(name, *rest) for name, (_, *rest) in contents.items()]
    write_slices(folder)
    return files


def write_slices(folder):
    """The rail as slices along the track that are all the same, without and with features."""
    places = range(-400, 1401, 300)
    lengths = [0.0]
    for a, b in zip(RAIL, RAIL[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))
    for name, features in (("rail.slcs", 0), ("rail with features.slcs", 3)):
        lines = ["0. 1.  U_OFFSET, U_SCALE", f"{len(places)}  NSLC", f"{features} 0 0  NFEAT, NKINK, NACCEL", "1  U_INTPOL"]
        lines += [f"{u} 'plain_rail.prr'" for u in places]
        if features:
            lines += [f"{u} 0. {lengths[60]:.6f} {lengths[-1]:.6f}" for u in places]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="latin-1")


class Angle(float):
    """rad"""


class Whole(int):
    """An integer, but of a control word"""


class Deck:
    """A list of groups of values; the notation comes later."""

    def __init__(self, seed, thorough=True):
        self.random = random.Random(seed)
        self.groups = []
        self.element = self.random.choice((None, None, 3, 999))
        self.count = self.random.randint(1, 4)
        self.before = None
        for number in range(self.count):
            self.add_case(number)
        self.groups.append(("module", 0))

    def pick(self, *values):
        return self.random.choice(values)

    def add(self, *values):
        self.groups.append(("values", *values))

    def add_case(self, number):
        first, pick, uniform = number == 0, self.pick, self.random.uniform
        module_line = first or self.before["R"] in (1, 3)
        d = {"P": 2, "S": 0, "X": pick(0, 0, 0, 1), "A": pick(0, 0, 1, 2), "O": pick(1, 2, 3, 4, 5), "W": pick(0, 3, 9)}
        if first:
            self.roller, self.right, self.by_gauge = pick(0, 0, 4), pick(0, 1), pick(True, False)
            self.t, self.law_v = pick(0, 1, 2, 3, 3, 3), pick(0, 0, 1, 2)
        d["1"] = self.roller + self.right
        d["T"] = self.t
        d["N"] = pick(0, 1)
        d["F"] = pick(0, 0, 1 if d["N"] == 1 and self.t == 3 else 0, 3)
        d["B"] = pick(0, 0, 0, 1, 5, 6)
        d["M"] = pick(0, 0, 0, *((1, 2, 3, 4, 5) if self.t == 3 else (2, 3, 4) if self.t else ()))
        if d["M"] in (1, 4):
            d["B"] = 0
        d["V"] = self.law_v
        d["H"] = pick(0, 0, 0, 3) if self.t == 3 and d["M"] in (0, 4) else 0
        d["L"] = pick(0, 0, 2, 3, 4, *((6,) if d["H"] and d["M"] == 0 else ()))
        d["D"], d["C"] = pick(2, 2, 3, 4, 5, 6, 7, 8, 9), pick(2, 2, 3, 4)
        if d["D"] != 4 and d["C"] == 4 or d["M"] in (1, 2, 3, 4, 5) or d["B"] in (1, 5, 6):
            d["C"] = 2
        if d["F"] == 1 or d["M"] in (1,) or self.roller:
            d["D"] = pick(2, 7)
        d["Z"], d["E"] = 3, pick(3, 5)
        d["G"], d["I"], d["R"] = pick(0, 2, 3, 4), 0, pick(0, 1, 1)
        if not first:
            d["P"] = pick(0, 1, 2, 3) if self.t in (1, 2) else pick(0, 2)
            d["D"] = pick(0, 1)
            d["C"] = pick(0, 1) if d["M"] == self.before["M"] and d["B"] == self.before["B"] else 2
            d["L"] = 1 if d["H"] == self.before["H"] and pick(True, False) and (d["H"] or self.law != 6) else d["L"]
            d["Z"], d["E"] = pick(0, 1, 2, 3), pick(2, 2, 3, 4, 5)
            if d["F"] == 3 and self.before["F"] != 3:
                d["Z"] = pick(2, 3)
            d["G"], d["I"] = pick(0, 1), pick(0, 1, 2, 3)
        if number == self.count - 1:
            d["R"] = 1
        d["S"] = pick(0, 0, 3) if first or not self.points else pick(0, 1, 2, 3)
        if first:
            self.points = False
        if self.t in (1, 2) and d["M"] == 1:
            d["M"] = 0
        if module_line:
            self.groups.append(("module", 1, *((self.element,) if self.element is not None else ())))
        m2 = pick(None, None, 0, 1, 2, 10, 22)
        self.groups.append(("word", "".join(str(d[k]) for k in "1PBTNFS")))
        self.groups.append(("word", "".join(str(d[k]) for k in "VLDCMZE"), *((m2,) if m2 is not None else ())))
        self.groups.append(("word", "".join(str(d[k]) for k in "XHGIAOWR")))
        if d["X"]:
            self.add(Whole(1010000))
        if d["G"] != 1:
            self.add_iteration(d["G"])
        if d["L"] != 1:
            self.add_friction(d)
        if d["C"] >= 2:
            self.add_material(d)
        if m2 in (2, 22):
            self.add(0.001, 0.001, 1e6, 1e6)
        if d["H"] == 3:
            self.add(20.0, 450.0, 0.05, 8e-6)
            self.add(30.0, 450.0, 0.05, 8e-6)
            if d["M"] == 4:
                self.add(0.7)
        if d["D"] >= 2:
            more = pick((), (12.0,), (12.0, -1.0))
            self.add(pick(0.5, 0.7), pick(0.4, 0.6), pick(1.0, 1.0, 0.5), Angle(pick(0.35, 1.6)), 6.0, 3.0, *more)
        self.add_track(d)
        self.add_wheel(d)
        if d["S"] >= 2:
            self.add(Whole(0), Whole(0))
        if d["S"] == 3:
            self.points = True
            self.add(Whole(2))
            self.add(Whole(2), Whole(2), Whole(6))
            self.add(Whole(1), Whole(3), Whole(9))
            self.add(Whole(2), 0.0, 0.5)
            self.add(Whole(9))
            self.add(Whole(2), Whole(1), Whole(2))
            self.add(-0.5, 0.5)
            self.add(0.1)
            self.add(-1.0, 1.0)
            self.add(Whole(0))
        self.before = d

    def add_iteration(self, solver):
        self.add(Whole(999), Whole(100), Whole(30), Whole(self.pick(1, 10)), self.pick(1e-5, 1e-6), *self.pick((), (Whole(20000),)))
        if solver in (2, 3):
            self.add(0.9, 1.0, Whole(0), 0.9)
        if solver == 4:
            self.add(Whole(1), 0.9)

    def add_friction(self, d):
        sets = [()] if d["V"] == 0 else [(Angle(-0.6),), (Angle(-0.3),), (Angle(0.1),)] if d["V"] == 1 else [(0.0,), (500.0,)]
        if d["V"]:
            self.add(Whole(len(sets)))
        self.law = d["L"]
        for place in sets:
            mu = round(self.random.uniform(0.15, 0.5), 3)
            if d["L"] == 0:
                self.add(*place, mu, mu)
            elif d["L"] == 6:
                self.add(*place, mu, 100.0, -0.1, 500.0)
            else:
                self.add(*place, mu, 0.1, 500.0, 0.0, 0.0)
        if d["L"] >= 2:
            self.add(self.pick(0.0, 0.01), 1.0)

    def add_material(self, d):
        if d["C"] == 4:
            self.add(Whole(self.pick(0, 1)), Whole(self.pick(1, 2, 3, 4)))
        self.add(0.28, 0.28, 82000.0, 82000.0)
        if d["B"] == 1:
            self.add(1e-7)
        if d["M"] == 1:
            self.add(0.5, 0.5, 1e-5, 1e-5)
        if d["M"] == 2:
            self.add(2e-5, 1.0, 1.0, 1.0)
        if d["M"] in (3, 5):
            self.add(1.0, 0.5, 1.0)
        if d["M"] == 4:
            self.add(8200.0, 0.02, self.pick(0.0, 300.0), 0.0)

    def add_track(self, d):
        z, uniform = d["Z"], self.random.uniform
        if z in (1, 3):
            self.groups.append(("track", self.roller, self.right, self.by_gauge, self.pick((), (uniform(-1, 1) / 500000,))))
        if z == 3:
            self.groups.append(("profile", "rail", self.pick(0.0, 0.0, 1.0), self.pick(0, 0, 1, 2)))
        if z >= 2:
            self.groups.append(("deviation", uniform(-0.5, 0.5), uniform(-0.2, 0.2), uniform(-0.01, 0.01), 0.0, 0.0, 0.0))
            if d["F"] == 3:
                self.groups.append(("springs", 1e4, uniform(-1e3, 1e3), 5e4, 0.0, self.pick((), (0.5,))))

    def add_wheel(self, d):
        e, uniform = d["E"], self.random.uniform
        if e in (3, 5):
            self.add(1360.0, -70.0, 460.0, *self.pick((), (0.0,)))
            self.groups.append(("profile", "wheel", 0.0, self.pick(0, 0, 1)))
        third = uniform(2e4, 9e4) if d["N"] == 1 else 0.25
        if e >= 1:
            self.groups.append(("position", 0.0 if self.roller else uniform(0, 600) if self.t != 1 else 0.2 * len(self.groups),
                                uniform(-3, 3), third, uniform(-2e-3, 2e-3), uniform(-4e-3, 4e-3), 0.1))
        if e >= 2:
            speed = 20000.0
            pitch = -speed / 460 * (1 + uniform(-2e-3, 2e-3))
            if self.roller:
                forward = speed / 500
            else:
                forward = speed
            if self.t == 1:
                forward, pitch = (0.0 if self.roller else 0.3), -0.31 / 460
            last = uniform(-2e3, 2e3) if d["F"] == 1 else pitch
            self.groups.append(("velocity", self.roller, d["F"], forward, *((uniform(-3, 3), 0.0, 0.0, 1e-3) if self.t != 1
                               else (0.01, 0.0, 0.0, 0.0)), last))
        if e >= 4:
            self.groups.append(("flexible", *(uniform(-0.1, 0.1) for _ in range(3)), *(uniform(-1e-3, 1e-3) for _ in range(2)), 0.0))
            self.groups.append(("flexible", *(0.0 for _ in range(6))))


class Writer:
    """One notation of a deck. `mirror`: for the other side of the track."""

    def __init__(self, files, seed=0, odd=False, other_files=False, slices=False, mirror=False):
        self.files, self.random = files, random.Random(seed)
        self.odd, self.other_files, self.slices, self.mirror = odd, other_files, slices, mirror
        self.lines, self.right = [], True

    def number(self, value):
        if isinstance(value, Whole):
            return f"{value}." if self.odd and self.random.random() < 0.05 else f"{int(value)}"
        if isinstance(value, Angle):
            if not self.odd:
                return f"{float(value):.10g}"
            return self.random.choice((f"{float(value):.10g}r", f"{math.degrees(value):.12g}d", f"{math.degrees(value):.12g}D"))
        if not self.odd:
            return f"{value:.10g}"
        text = f"{value:.10e}"
        mantissa, exponent = text.split("e")
        forms = [text, text.replace("e", "D"), text.replace("e", "d"), text.replace("e", "E"), mantissa + exponent]
        if value == int(value) and abs(value) < 1e6:
            forms += [f"{int(value)}", f"{int(value)}.", f"+{int(value)}" if value >= 0 else f"{int(value)}"]
        if 0 < value < 1:
            forms.append(f"{value:.12f}".lstrip("0"))
        return self.random.choice(forms)

    def group(self, values, optional=0):
        """The last `optional` values stay on the line of the one before."""
        texts = [v if isinstance(v, str) else self.number(v) for v in values]
        if not self.odd:
            self.lines.append("  " + " ".join(texts) + "   VALUES, of a group")
            return
        line, last = " ", len(texts) - 1 - optional
        for i, text in enumerate(texts):
            line += text + self.random.choice((" ", "  ", "\t", ",", " = ", ", "))
            if i < last and self.random.random() < 0.15:
                self.lines.append(line + self.random.choice(("", "% more: 1 2 3", "")))
                self.lines += self.random.choice(([], ["% a remark"], ["", "   % 'it is'"]))
                line = "\t"
        self.lines.append(line + self.random.choice(("% 1 2 3", "", "remark 1 2" if optional == 0 else "remark", "'quoted'")))

    def mirrored(self, values, flips):
        return [type(v)(-v) if flip and self.mirror else v for v, flip in zip(values, flips)]

    def text(self, deck):
        for kind, *values in deck.groups:
            getattr(self, kind)(*values)
        end = "\r\n" if self.odd and self.random.random() < 0.5 else "\n"
        after = end + " 3 MODULE that is never read" if self.odd else ""
        return end.join(self.lines) + after + end

    def module(self, number, *element):
        self.lines.append("  " + " ".join(str(v) for v in (number, *element)) + "  MODULE")

    def word(self, digits, *more):
        if self.mirror and len(digits) == 7 and not more and self.expect_first():
            digits = str(int(digits[0]) ^ 1) + digits[1:]
        text = digits.lstrip("0") or "0"
        text = text if self.odd else digits
        self.lines.append("  " + " ".join([text, *(str(m) for m in more)]) + ("" if more else "   C-P-B-T") )
        self.words = getattr(self, "words", 0) + 1

    def expect_first(self):
        return getattr(self, "words", 0) % 3 == 0

    def values(self, *values):
        optional = 0
        if len(values) in (7, 8) and isinstance(values[3], Angle):
            optional = len(values) - 6
        if len(values) == 6 and all(isinstance(v, Whole) for v in values[:4]) and isinstance(values[4], float) and not isinstance(values[3], Angle):
            optional = 1
        if len(values) == 4 and values[0] == 1360.0:
            optional = 1
        self.group(values, optional)

    def track(self, roller, right, by_gauge, curve):
        curve = self.mirrored(curve, (True,))
        last = 500.0 if roller else Angle(0.025)
        side = 1 if right != self.mirror else -1
        place = [14.0, 0.0, 1435.0] if by_gauge else [-1.0, side * 753.5, 0.0]
        self.group([*place, last, *curve], len(curve))

    def profile(self, kind, smoothing, option):
        if self.slices and kind == "rail":
            name, mirror_y, scale, mirror_z = self.random.choice(("rail.slcs", "rail with features.slcs")), 0, 1.0, -1
        else:
            name, mirror_y, scale, mirror_z = self.file_of(kind)
        values = [f"'{name}'", Whole(mirror_y), scale, smoothing, Whole(mirror_z), Whole(option)]
        short = option == 0 and mirror_z == 0
        self.group(values[:4] if short else values, 0 if short else 2)
        if option >= 1:
            self.group([Whole(0), Angle(2.6), Angle(0.5), Angle(0.1), 2.0])
        if option >= 2:
            self.group([Whole(0), 0.5])

    def file_of(self, kind):
        return self.random.choice(self.files[kind]) if self.other_files else self.files[kind][0]

    def deviation(self, *values):
        y, z, roll, *rest = self.mirrored(values, (True, False, True, True, False, True))
        self.group([y, z, Angle(roll), *rest[:2], Angle(rest[2])])

    def springs(self, ky, fy, kz, fz, step):
        self.group([ky, *self.mirrored([fy], [True]), kz, fz, *step], len(step))

    def position(self, *values):
        s, y, third, roll, yaw, pitch = self.mirrored(values, (False, True, False, True, True, False))
        self.group([s, y, third, Angle(roll), Angle(yaw), Angle(pitch)])

    def velocity(self, roller, force, *values):
        first, vy, vz, vroll, vyaw, last = self.mirrored(values, (False, True, False, True, True, False))
        self.group([Angle(first) if roller else first, vy, vz, Angle(vroll), Angle(vyaw), last if force == 1 else Angle(last)])

    def flexible(self, *values):
        x, y, z, roll, yaw, pitch = self.mirrored(values, (False, True, False, True, True, False))
        self.group([x, y, z, Angle(roll), Angle(yaw), Angle(pitch)])


def solve(flangeway, file):
    """(cases, fault)"""
    try:
        done = subprocess.run([flangeway, "contact", str(file), "--json", "--threads", "1"], capture_output=True, text=True,
                              timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None, "longer than a minute"
    if done.returncode not in (0, 2, 3) or not done.stdout:
        return None, f"exit code {done.returncode}: {done.stderr.strip()[:400]}"
    return json.loads(done.stdout)["cases"], None


def differences(cases, others, sign, same):
    """What two ways to write the same deck do not have in common; sign: of what is across the track."""
    for case, other in zip(cases, others):
        if case.get("status") != other.get("status"):
            yield f"case {case['case']}: {case.get('status')} {case.get('message')} and {other.get('status')} {other.get('message')}"
            continue
        if case.get("status"):
            continue
        if len(case["patches"]) != len(other["patches"]):
            yield f"case {case['case']}: {len(case['patches'])} and {len(other['patches'])} patches"
            continue
        for number, (a, b) in enumerate(zip(case["patches"], other["patches"]), 1):
            for key, factor in (("FN", 1), ("FX", 1), ("FS", sign), ("approach", 1), ("pmax", 1)):
                size = abs(a["FN"]) if key.startswith("F") else abs(a[key])
                if abs(a[key] - factor * b[key]) > same * size:
                    yield f"case {case['case']} patch {number}: {key} = {a[key]:.8g} and {factor * b[key]:.8g}"


def faults_of(flangeway, folder, files, seed):
    deck, faults, unsolved = Deck(seed), [], 0
    base = None
    ways = {"plain": {}, "odd": {"odd": True}, "files": {"other_files": True}, "mirror": {"mirror": True}}
    if not deck.by_gauge and not deck.roller:
        ways["slices"] = {"slices": True}
    for name, options in ways.items():
        file = folder / f"{seed}_{name}.inp"
        file.write_text(Writer(files, seed, **options).text(deck), encoding="latin-1", newline="")
        cases, fault = solve(flangeway, file)
        if fault:
            faults.append(f"{file}: {fault}")
            continue
        for case in cases:
            if case.get("status") == "bad input":
                faults.append(f"{file} case {case['case']}: {case['status']}: {case.get('message')}")
        if base is None:
            base = cases
            unsolved = [f"{file} case {c['case']}: {c['status']}: {c.get('message')}" for c in cases if c.get("status") and c["status"] != "no contact"]
        else:
            faults += [f"{file}: {what}" for what in differences(
                base, cases, -1 if name == "mirror" else 1, SAME_OF_SLICES if name == "slices" else SAME)]
    return faults, deck.count, unsolved or []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flangeway")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    faults, unsolved, cases = [], [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        files = write_profiles(folder)
        for seed in range(arguments.first, arguments.first + arguments.count):
            found, count, open_cases = faults_of(arguments.flangeway, folder, files, seed)
            faults += found
            unsolved += open_cases
            cases += count
    print("\n".join(faults) or "no faults")
    print("\n".join(unsolved))
    print(f"{cases} cases, {len(unsolved)} without a solution")
    return 1 if faults or len(unsolved) > 0.02 * cases else 0


if __name__ == "__main__":
    sys.exit(main())
