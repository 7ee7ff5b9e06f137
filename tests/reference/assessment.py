#!/usr/bin/env python3
"""Recomputes every number of assessments from the raw record, by NumPy and without the program's code; and conditions
of the zones, conicities and flange dimensions with their verdicts.

  assessment.py FLANGEWAY                      a synthetic record after all rules for runs
  assessment.py FLANGEWAY RECORD.csv RULE...   a record of your own

The rules are read from their data files. Exit code 1 where a number differs by more than 1e-3 of its size, 77 (a
skipped test) without NumPy.
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

try:
    import numpy as np
except ImportError:
    print("NumPy is missing: nothing is recomputed")
    sys.exit(77)

import profiles

WHEEL = pathlib.Path(__file__).parents[2] / "models/profiles/worn_type_wheel.csv"
RULES = pathlib.Path(__file__).parents[2] / "src/flangeway/acceptance/rules"
UNITS = {"s": 1, "m": 1, "N": 1, "kN": 1e3, "1/m": 1, "m/s^2": 1, "g": 9.80665}
GRAVITY, KIP, TOLERANCE = 9.80665, 4448.2216152605, 1e-3


def synthetic(path):
    """Two wheelsets, a body and a bogie at 17 to 23 m/s and 250 Hz: a straight, and a curve of 500 m. The left wheel is
    without load for 0.2 s; Y and Q have errors above the filters."""
    rate, speed, duration = 250, 20.0, 80.0
    t = np.arange(int(rate * duration)) / rate
    x = speed * t + 40 * (1 - np.cos(2 * np.pi * t / 80))
    curvature = np.where(x < 790.25, 0.0, 0.002)
    random = np.random.default_rng(7)
    noise = lambda size: size * random.standard_normal(t.size)
    wave = np.sin(0.21 * x) + 0.6 * np.sin(0.131 * x + 2 * np.sin(0.011 * x))
    q = [50e3 + 9e3 * wave + noise(12e3), 50e3 - 7e3 * wave + noise(12e3)]
    y = [9e3 + 4e3 * wave + 5e3 * np.sin(2 * np.pi * 5 * t) + noise(3e3), 2e3 - 3e3 * wave + noise(3e3)]
    gap = (x > 1010) & (x < 1014)
    q[0][gap] = 0
    y[0][gap] = 0
    other = np.cos(0.17 * x) + 0.4 * np.sin(0.097 * x)
    q += [52e3 + 6e3 * other + noise(8e3), 47e3 - 8e3 * other + noise(8e3)]
    y += [-6e3 + 3e3 * other + 12e3 * np.sin(2 * np.pi * 4.2 * t) + noise(3e3), -5e3 + 5e3 * other + noise(3e3)]
    columns = {
        "t [s]": t, "distance [m]": x, "track.curvature [1/m]": curvature, "track.cant [m]": 25 * curvature,
        "a.left.Q [N]": q[0], "a.right.Q [N]": q[1], "a.left.Y [N]": y[0], "a.right.Y [N]": y[1],
        "b.left.Q [N]": q[2], "b.right.Q [N]": q[3], "b.left.Y [N]": y[2], "b.right.Y [N]": y[3],
        "body1.ay [m/s^2]": 0.4 * wave + 0.3 * np.sin(2 * np.pi * 2.3 * t) + noise(0.3),
        "body1.az [m/s^2]": 0.5 * np.cos(2 * np.pi * 1.1 * t) + noise(0.4),
        "bogie1.ay [m/s^2]": 2 * np.sin(2 * np.pi * 5 * t) + noise(1.0)}
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(columns) + "\n")
        for row in zip(*columns.values()):
            file.write(",".join(f"{value:.12g}" for value in row) + "\n")


def read(path):
    with open(path, encoding="utf-8") as file:
        names = [name.strip().rsplit(" [", 1) for name in file.readline().split(",")]
        rows = np.array([[float(cell) for cell in line.split(",")] for line in file])
    return {name: rows[:, i] * UNITS[unit.rstrip("]")] for i, (name, unit) in enumerate(names)}


FILTERED = {}  # several quantities want the same


def butterworth(values, step, low, high, order=4):
    key = values.tobytes(), step, low, high, order
    if key not in FILTERED:
        FILTERED[key] = filtered_afresh(values, step, low, high, order)
    return FILTERED[key]


def filtered_afresh(values, step, low, high, order):
    """Fourth order, edges prewarped, in the direction of time, steady before the first value. First-order sections
    with complex numbers."""
    warp = lambda f: 2 / step * math.tan(math.pi * f * step)
    prototype = np.exp(1j * np.pi * (2 * np.arange(order) + order + 1) / (2 * order))
    if low and high:
        a, b = warp(low), warp(high)
        half = prototype * (b - a) / 2
        root = np.sqrt(half ** 2 - a * b)
        poles, zeros = np.concatenate([half + root, half - root]), np.array([1] * order + [-1] * order)
        at = np.exp(1j * 2 * math.atan(math.sqrt(a * b) * step / 2))
    elif high:
        poles, zeros, at = warp(high) * prototype, -np.ones(order), 1
    else:
        poles, zeros, at = warp(low) / prototype, np.ones(order), -1
    poles = (2 + poles * step) / (2 - poles * step)
    gain = 1 / abs(np.prod((at - zeros) / (at - poles)))
    signal = values.astype(complex)
    for zero, pole in zip(zeros, poles):
        before, out = signal[0], signal[0] * (1 - zero) / (1 - pole)
        result = np.empty_like(signal)
        for i, value in enumerate(signal.tolist()):
            out = value - zero * before + pole * out
            before, result[i] = value, out
        signal = result
    return gain * signal.real


def sliding_mean(x, values, length):
    """Centred mean of the broken line through the values; what the series covers counts."""
    area = np.concatenate([[0], np.cumsum(np.diff(x) * (values[1:] + values[:-1]) / 2)])

    def integral(place):
        i = np.clip(np.searchsorted(x, place, side="right") - 1, 0, x.size - 2)
        part = place - x[i]
        return area[i] + part * (values[i] + part / 2 * (values[i + 1] - values[i]) / (x[i + 1] - x[i]))

    low, high = np.maximum(x - length / 2, x[0]), np.minimum(x + length / 2, x[-1])
    return (integral(high) - integral(low)) / (high - low)


def wheelsets_of(record):
    return sorted({name.split(".")[0] for name in record if name.endswith(".left.Q")})


def series_of(record, quantity, axle_loads):
    """item -> (values, denominator or None, axle load, static load that the denominator replaces); of a sum of two
    quotients, lists of both."""
    if quantity.endswith("acceleration"):
        ending = ".az" if "vertical" in quantity else ".ay"
        return {name[:-3]: (values, None, 0, 0) for name, values in record.items()
                if name.endswith(ending) and name.startswith("bogie") == quantity.startswith("bogie")}
    wheelsets, found = wheelsets_of(record), {}
    if quantity.startswith("truck_side"):
        for one, two in zip(wheelsets[0::2], wheelsets[1::2]):
            loads = axle_loads[one] + axle_loads[two]
            for side in ("left", "right"):
                y, q = (record[f"{one}.{side}.{letter}"] + record[f"{two}.{side}.{letter}"] for letter in "YQ")
                found[f"{one} + {two}, {side}"] = (q / (loads / 2), None, loads / 2, 0) \
                    if quantity == "truck_side_load" else (y, q, axle_loads[one], loads / 2)
        return found
    for name in wheelsets:
        sides, axle_load = (("left", 1), ("right", -1)), axle_loads[name]
        y, q = ({side: record[f"{name}.{side}.{letter}"] for side, _ in sides} for letter in "YQ")
        if quantity in ("sum_of_lateral_forces", "net_axle_ratio"):
            total = (y["left"] + y["right"]) / (axle_load if quantity == "net_axle_ratio" else 1)
            found[name] = (total, None, axle_load, 0)
        elif quantity == "axle_sum_ratio":
            found[name] = ([y["left"], y["right"]], [q["left"], q["right"]], axle_load, axle_load / 2)
        else:
            made = {"vertical_force": lambda s, o: (q[s], None), "lateral_force": lambda s, o: (o * y[s], None),
                    "force_ratio": lambda s, o: (o * y[s], q[s]),
                    "unloading": lambda s, o: (1 - 2 * q[s] / axle_load, None),
                    "vertical_load_ratio": lambda s, o: (2 * q[s] / axle_load, None)}
            for s, o in sides:
                found[f"{name}.{s}"] = (*made[quantity](s, o), axle_load, axle_load / 2)
    return found


LOWER = ("vertical_load_ratio", "truck_side_load")  # limits that are lower ones


def student_quantile(probability, freedom):
    """By the integral of the density, trapezoids on a grid that is fine at the middle."""
    x = np.sinh(np.linspace(0, 12, 200001))
    density = (1 + x ** 2 / freedom) ** (-(freedom + 1) / 2)
    scale = math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(freedom * math.pi)
    area = np.concatenate([[0], np.cumsum(np.diff(x) * (density[1:] + density[:-1]) / 2)]) * scale
    return float(np.interp(probability - 0.5, area, x))


def upper_estimate(places, values, at, k):
    """Line with the least squares, and k standard errors of a further value above it."""
    slope, intercept = np.polyfit(places, values, 1)
    n, rest = values.size, values - intercept - slope * places
    error = math.sqrt(np.sum(rest ** 2) / (n - 2))
    spread = np.sum((places - places.mean()) ** 2)
    return intercept + slope * at + k * error * math.sqrt(1 + 1 / n + (at - places.mean()) ** 2 / spread)


def signed(quantity):
    return quantity not in ("vertical_force", "unloading", "axle_sum_ratio", *LOWER)


def peak_to_peak(values, count, shortest):
    """What `shortest` samples in a row all reach, highest less lowest within the window."""
    rows = np.lib.stride_tricks.sliding_window_view(values, shortest)
    high, low = rows.min(axis=1), rows.max(axis=1)
    places = count - shortest + 1
    view = np.lib.stride_tricks.sliding_window_view
    out = np.zeros(values.size)
    out[count - 1:] = np.maximum(view(high, places).max(axis=1) - view(low, places).min(axis=1), 0)
    return out


def detrended(values, count):
    """Standard deviation about the line with the least squares of each window."""
    line = np.linalg.qr(np.vander(np.arange(count), 2))[0]
    rows, out = np.lib.stride_tricks.sliding_window_view(values, count), np.zeros(values.size)
    for first in range(0, len(rows), 1000):
        part = rows[first:first + 1000]
        rest = part - part @ line @ line.T
        out[count - 1 + first:count - 1 + first + len(part)] = np.sqrt(np.mean(rest ** 2, axis=1))
    return out


class Grid:
    def __init__(self, record, step):
        self.x, self.step = record["distance"], step
        self.places = self.x[0] + step * np.arange(int((self.x[-1] - self.x[0]) / step * (1 + 1e-12)) + 1)

    def points(self, values):
        return np.interp(self.places, self.x, values)

    def worst(self, values, choose):
        """The extreme of the samples within half a step of each place."""
        nearest = np.minimum(np.floor((self.x - self.x[0]) / self.step + 0.5).astype(int), self.places.size - 1)
        out = self.points(values)
        for place in np.unique(nearest):
            out[place] = choose(values[nearest == place])
        return out


def on_grid(record, grid, spec, values, divisor, no_contact):
    step = float(np.median(np.diff(record["t"])))
    low, high, measure = spec.get("high_pass", 0), spec.get("low_pass", 0), spec.get("measure", "percentile")
    if measure == "sliding_rms":
        power = np.abs(np.fft.rfft(values - values.mean())) ** 2
        frequency = np.fft.rfftfreq(values.size, step)
        middle = frequency[np.argmax(np.where(frequency >= 0.5, power, 0))]
        band = butterworth(values, step, middle - spec["band_width"], middle + spec["band_width"])
        return grid.points(sliding_mean(record["distance"], band ** 2, grid.step))
    filtered = lambda series: butterworth(series, step, low, high) if low or high else series

    def quotient(force, weight):
        load = filtered(weight)
        return np.where(load > no_contact, filtered(force) / np.where(load == 0, 1, load), np.nan)

    if isinstance(values, list):
        smooth = sum(np.abs(quotient(force, weight)) for force, weight in zip(values, divisor))
    else:
        smooth = filtered(values) if divisor is None else quotient(values, divisor)
    if spec.get("mean_length"):
        absent = np.isnan(smooth)
        mean = sliding_mean(record["distance"], np.where(absent, 0, smooth), spec["mean_length"])
        lost = sliding_mean(record["distance"], absent.astype(float), spec["mean_length"]) > 1e-12
        smooth = np.where(lost | absent, np.nan, mean)
    count = max(2, round(spec.get("window_time", 1) / step))
    if measure == "peak_to_peak":
        smooth = peak_to_peak(smooth, count, max(1, round(spec.get("shortest_peak", 0) / step)))
    if measure == "detrended_rms":
        smooth = detrended(smooth, count)
    if measure in ("peak", "peak_to_peak", "detrended_rms"):
        return grid.worst(smooth, lambda part: np.abs(part).max())
    if measure == "percentile" and spec.get("percentile", 100) == 100:
        if spec["quantity"] in LOWER:
            return grid.worst(smooth, np.min)
        return grid.worst(smooth, (lambda part: part[np.argmax(np.abs(part))]) if signed(spec["quantity"]) else np.max)
    return grid.points(smooth)


def section_value(values, spec, step):
    measure, percentile = spec.get("measure", "percentile"), spec.get("percentile", 100)
    if np.isnan(values).any():
        return math.nan
    if measure == "rms":
        return float(np.sqrt(np.mean(values ** 2)))
    if measure == "sliding_rms":
        count, stride = min(values.size, round(spec["rms_length"] / step)), round(spec["rms_step"] / step)
        return math.sqrt(max(values[i:i + count].mean() for i in range(0, values.size - count + 1, stride)))
    if measure != "percentile":
        return float(values.max())
    if spec["quantity"] in LOWER:
        return float(np.percentile(values, 100 - percentile))
    high = float(np.percentile(values, percentile))
    if not signed(spec["quantity"]):
        return high
    return max(abs(high), abs(float(np.percentile(values, 100 - percentile))))


def sections_of(curvature, zone, step, margin):
    length, apart = zone.get("section_length", 0), round(margin / step)
    if not length:
        return [(0, curvature.size)]
    size = max(1, round(length / step))
    found, first = [], 0
    while first < curvature.size:
        start, last = curvature[first], first
        while last < curvature.size and abs(curvature[last] - start) <= max(2e-5, 0.02 * abs(start)):
            last += 1
        small, large = zone.get("min_radius", 0), zone.get("max_radius", 0)
        inside = (not small or abs(start) * small <= 1) and (not large or abs(start) * large > 1)
        begin = 0 if first == 0 else first + apart
        end = curvature.size if last == curvature.size else last - min(last, apart)
        while inside and begin + size <= end:
            found.append((begin, begin + size))
            begin += size
        first = last
    return found


def limit_of(spec, axle_load, speed, curvature, bogie_mass):
    value, factor, kind = spec.get("value", 0), spec.get("factor", 1), spec.get("limit", "constant")
    bound = math.inf
    if spec.get("over_speed"):
        bound = float(np.interp(speed, *np.array(spec["over_speed"]).T))
    slope = math.tan(math.radians(spec.get("flange_angle_deg", 70)))
    return {"constant": lambda: min(value, bound), "axle_load": lambda: factor * (value + axle_load / 3),
            "wheel_load": lambda: min(value + axle_load / 2, bound),
            "kips": lambda: value + factor / (axle_load / KIP),
            "radius": lambda: value + factor * abs(curvature),
            "bogie_mass": lambda: factor * (value - bogie_mass / 5000),
            "static_load": lambda: value * (1 + axle_load / 2 / 100e3),
            "nadal": lambda: (slope - value) / (1 + value * slope),
            "weinstock": lambda: (slope - value) / (1 + value * slope) + value}[kind]()


def judge(record, rule, axle_loads, bogie_mass, cant_deficiency):
    """(quantity, zone, item) -> what the program's JSON has of it."""
    grid = Grid(record, rule.get("step", 0.5))
    speed = np.gradient(record["distance"], record["t"])
    cant = record.get("track.cant", np.zeros(speed.size))
    bend = record.get("track.curvature", np.zeros(speed.size))
    curvature, speeds, cants = grid.points(bend), grid.points(speed), grid.points(cant)
    result = {}
    for spec in rule["quantities"]:
        spec = {"rms_length": 100, "rms_step": 10, "band_width": 2} | spec
        series = series_of(record, spec["quantity"], axle_loads)
        for item, (values, divisor, axle_load, static_load) in series.items():
            line = on_grid(record, grid, spec, values, divisor, 0.01 * static_load)
            for zone in rule["zones"]:
                if spec.get("zones") and zone["name"] not in spec["zones"]:
                    continue
                places = [(a, b) for a, b in sections_of(curvature, zone, grid.step, rule.get("section_margin", 0))
                          if speeds[a:b].mean() > spec.get("min_speed", 0) and
                          speeds[a:b].mean() <= (spec.get("max_speed", 0) or math.inf)]
                if not places:
                    continue
                found = np.array([section_value(line[a:b], spec, grid.step) for a, b in places])
                kept = found[~np.isnan(found)]
                entry = {"section_count": len(places), "sections_without_contact": int(np.isnan(found).sum()),
                         "values": found.tolist()}
                mean_speed = [speeds[a:b].mean() for a, b in places]
                bends = [curvature[a:b].mean() for a, b in places]
                entry["deficiency"] = [
                    math.copysign(1, k) * (rule.get("rail_distance", 1.5) * v * v * k / GRAVITY - cants[a:b].mean())
                    for (a, b), v, k in zip(places, mean_speed, bends)]
                entry["limit"] = limit_of(spec, axle_load, np.mean(mean_speed), np.mean(np.abs(bends)), bogie_mass)
                if kept.size:
                    entry["mean"] = float(kept.mean())
                    entry["standard_deviation"] = float(kept.std(ddof=1)) if kept.size > 1 else 0.0
                    places_of = np.array(entry["deficiency"])[~np.isnan(found)]
                    spread = np.ptp(places_of)
                    regresses = spec.get("confidence", 0) > 0 and cant_deficiency is not None and len(places) > 2 and \
                        abs(bends[0]) > 1e-4 and spread >= 5e-3 and \
                        places_of.min() - spread <= cant_deficiency <= places_of.max() + spread
                    if regresses:
                        k = student_quantile(spec["confidence"] / 100, kept.size - 2)
                        entry["estimate"] = float(upper_estimate(places_of, kept, cant_deficiency, k))
                    elif spec.get("estimate") == "one_dimensional":
                        entry["estimate"] = entry["mean"] + spec.get("factor_k", 0) * entry["standard_deviation"]
                    else:
                        entry["estimate"] = float(kept.min() if spec["quantity"] in LOWER else kept.max())
                    sign = -1 if spec["quantity"] in LOWER else 1
                    entry["margin"] = sign * (entry["limit"] - entry["estimate"]) / entry["limit"]
                result[spec["title"], zone["title"], item] = entry
    return result


def compare(program, record, name, bogie_mass=0, axle_load=0, cant_deficiency=None):
    rule = tomllib.loads((RULES / f"{name}.toml").read_text(encoding="utf-8"))
    options = [word for option, value in (("--bogie-mass", bogie_mass or None), ("--axle-load", axle_load or None),
                                          ("--cant-deficiency", cant_deficiency)) if value is not None
               for word in (option, str(value))]
    said = json.loads(subprocess.run([program, "assess", str(record), "--rule", name, "--json", *options], check=True,
                                     capture_output=True, text=True).stdout)
    columns = read(record)
    loads = {one: axle_load or columns[f"{one}.left.Q"].mean() + columns[f"{one}.right.Q"].mean()
             for one in wheelsets_of(columns)}
    ours, wrong, count = judge(columns, rule, loads, bogie_mass, cant_deficiency), [], 0

    def check(where, theirs, mine, size):
        nonlocal count
        count += 1
        gone = theirs is None or isinstance(mine, float) and math.isnan(mine)
        if (theirs is not None or not math.isnan(mine)) if gone else abs(theirs - mine) > TOLERANCE * size:
            wrong.append(f"{name}: {where}: the program has {theirs}, the reference {mine}")

    for entry in said["entries"]:
        typical = abs(entry["mean"] or entry["limit"])
        key = entry["quantity"], entry["zone"], entry["of"]
        mine = ours.pop(key)
        for number in ("section_count", "sections_without_contact"):
            check((*key, number), entry[number], mine[number], 0.1)
        for number in ("limit", "mean", "standard_deviation", "estimate", "margin"):
            size = 1 if number == "margin" else abs(entry["limit"]) if number == "limit" else typical
            check((*key, number), entry[number], mine.get(number, math.nan), size)
        for section, value, deficiency in zip(entry["sections"], mine["values"], mine["deficiency"]):
            check((*key, section["begin"]), section["value"], value, typical)
            check((*key, section["begin"], "cant deficiency"), section["cant_deficiency"], deficiency, 1e-1)
    wrong += [f"{name}: the program lacks {key}" for key in ours]
    print(f"{name}: {count} numbers of {len(said['entries'])} entries recomputed, {len(wrong)} differ")
    return wrong


def zone_values(record, rule, zone, speed, deficiency):
    """name of a condition -> (numbers of its text, outcome)."""
    grid = Grid(record, rule.get("step", 0.5))
    curvature = grid.points(record["track.curvature"])
    speeds = grid.points(np.gradient(record["distance"], record["t"]))
    cants = grid.points(record["track.cant"])
    length = zone["section_length"]
    for bound, longer in zone.get("section_lengths", []):
        length = longer if speed >= bound else length
    places = sections_of(curvature, zone | {"section_length": length}, grid.step, rule.get("section_margin", 0))
    verdict = lambda met: "met" if met else "not met"
    found = {"sections": ([len(places), len(places) * length], verdict(len(places) >= zone["min_sections"]))}
    if not places:
        return found
    bends = np.array([curvature[a:b].mean() for a, b in places])
    fast = np.array([speeds[a:b].mean() for a, b in places])
    lacking = np.sign(bends) * (rule.get("rail_distance", 1.5) * fast ** 2 * bends / GRAVITY -
                                np.array([cants[a:b].mean() for a, b in places]))
    found["length of a section"] = [length], "met"
    if "mean_radius" in zone:
        mean, (low, high) = np.mean(1 / np.abs(bends)), zone["mean_radius"]
        found["mean radius"] = [mean], verdict(low <= mean <= high)
    ends = [1e3 * lacking.min(), 1e3 * lacking.max()]
    if "max_cant_deficiency" in zone:
        found["cant deficiency"] = ends, verdict(np.all(np.abs(lacking) <= zone["max_cant_deficiency"]))
    if "deficiency_range" in zone:
        low, high = zone["deficiency_range"]
        found["cant deficiency"] = ends, verdict(np.all((lacking >= low * deficiency) & (lacking <= high * deficiency)))
    if "speed_range" in zone:
        low, high = zone["speed_range"]
        found["speed"] = [3.6 * fast.min(), 3.6 * fast.max()], verdict(
            np.all((fast >= low * speed) & (fast <= high * speed)))
    return found


def compare_zones(program, record, speed, deficiency):
    rule, wrong, count = tomllib.loads((RULES / "en14363.toml").read_text(encoding="utf-8")), [], 0
    said = json.loads(subprocess.run(
        [program, "assess", str(record), "--rule", "en14363", "--json", "--admissible-speed", f"{3.6 * speed}",
         "--cant-deficiency", f"{deficiency}"], check=True, capture_output=True, text=True).stdout)
    columns = read(record)
    for zone in rule["zones"]:
        ours = zone_values(columns, rule, zone, speed, deficiency)
        theirs = {check["name"]: check for check in said["zone_checks"] if check["zone"] == zone["title"]}
        if set(ours) != set(theirs):
            wrong.append(f"{zone['title']}: the program checks {sorted(theirs)}, the reference {sorted(ours)}")
        for name in set(ours) & set(theirs):
            numbers, outcome = ours[name]
            text = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", theirs[name]["found"])][:len(numbers)]
            count += len(numbers) + 1
            if outcome != theirs[name]["outcome"] or not np.allclose(text, numbers, rtol=1e-3, atol=0.06):
                wrong.append(f"{zone['title']}: {name}: the program has {theirs[name]}, the reference {ours[name]}")
    print(f"zones at {3.6 * speed:g} km/h and {1e3 * deficiency:g} mm: {count} numbers recomputed, {len(wrong)} differ")
    return wrong


def compare_profiles(program):
    """Rolling radius differences, conicities and flange of a wheel of this project on 60E1 1:40."""
    call = lambda *words: json.loads(subprocess.run([program, *words, "--json"], check=True, capture_output=True,
                                                    text=True).stdout)
    wheel, wrong, count = profiles.points_of(WHEEL), [], 0
    at = np.arange(-4.0, 4.01, 0.1)
    ours = profiles.radius_differences(wheel, profiles.place_rail(profiles.rail_60e1(1 / 40), 1435), 1500, at)
    said = call("conicity", "--wheel", str(WHEEL), "--rail", "60e1", "--amplitude", "1:1:4")
    theirs = {round(1e4 * row["y"]): 1e3 * row["value"] for row in said["delta_r"]}
    for y, mine in zip(at, ours):
        count += 1
        if abs(theirs[round(10 * y)] - mine) > 1e-3 * np.abs(ours).max():
            wrong.append(f"radius difference at {y:g} mm: the program has {theirs[round(10 * y)]}, the reference {mine}")
    for row in said["conicity"]:
        mine, count = profiles.conicity(at, ours, 1e3 * row["amplitude"]), count + 1
        if abs(row["nonlinear"] / mine - 1) > TOLERANCE:
            wrong.append(f"conicity: the program has {row}, the reference {mine}")
    for speed in (50, 160, 320):
        for one in call("conicity", "--wheel", str(WHEEL), "--rail", "60e1", "--speed", str(speed))["limits"]:
            mine = profiles.conicity(at, ours, 1e3 * one["amplitude"]) if one["value"] is not None else math.nan
            count += 1
            if one["verdict"] != profiles.conicity_verdict(one["subject"], mine, speed):
                wrong.append(f"conicity at {speed} km/h: the program has {one}, the reference {mine}")
    flange = profiles.flange(wheel)
    for diameter in (0.92, 0.7, 0.3):
        for one in call("profile", str(WHEEL), "--kind", "wheel", "--diameter", str(diameter))["limits"]:
            mine, count = flange[one["name"]], count + 2
            verdict = profiles.flange_verdict(one["name"], mine, 1e3 * diameter)
            if abs(1e3 * one["value"] / mine - 1) > TOLERANCE or one["verdict"] != verdict:
                wrong.append(f"wheel of {diameter} m: the program has {one}, the reference {mine}, {verdict}")
    print(f"profiles: {count} numbers and verdicts recomputed, {len(wrong)} differ")
    return wrong


def main():
    program, arguments = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        record, rules = pathlib.Path(folder) / "record.csv", ["en14363", "gbt5599", "fra213", "cfr238", "wheel_climb"]
        if arguments:
            record, rules = pathlib.Path(arguments[0]), arguments[1:]
        else:
            synthetic(record)
        wrong = [line for rule in rules for line in compare(program, record, rule)]
        if not arguments:
            wrong += compare(program, record, "en14363_simplified", bogie_mass=3100)
            wrong += compare(program, record, "twist", axle_load=95e3)
            wrong += compare(program, record, "en14363", cant_deficiency=0.06)
            for speed, deficiency in ((19.8, 0.07), (18.5, 0.02), (62.0, 0.5)):
                wrong += compare_zones(program, record, speed, deficiency)
            wrong += compare_profiles(program)
    print("\n".join(wrong[:40]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
