#!/usr/bin/env python3
"""The figures of docs/validation/symbolic_locomotive.md from a record of the generated locomotive.

    feve3000_plots.py RECORD.csv FOLDER
"""
import csv
import math
import sys
from pathlib import Path

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 760, 190, 80, 20, 30, 50
COLOURS = ["#1f5f9e", "#c4561b", "#2b8a3e", "#7b3fa0"]


def ticks(low, high):
    """Four to ten round numbers between."""
    span = high - low
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * k for k in (10, 5, 2, 1) if span / (power * k) >= 4)
    return [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def panel(y0, title, x, series, x_label):
    low_x, high_x = min(x), max(x)
    low = min(min(v) for v in series.values())
    high = max(max(v) for v in series.values())
    margin = 0.06 * (high - low) or 1.0
    low, high = low - margin, high + margin
    width, height = WIDTH - LEFT - RIGHT, PANEL - GAP
    px = lambda v: LEFT + width * (v - low_x) / (high_x - low_x)
    py = lambda v: y0 + TOP + height * (high - v) / (high - low)
    out = [f'<text x="{LEFT}" y="{y0 + 20}" font-weight="bold">{title}</text>',
           f'<rect x="{LEFT}" y="{y0 + TOP}" width="{width}" height="{height}" fill="none" stroke="#888"/>']
    for t in ticks(low, high):
        out.append(f'<line x1="{LEFT}" x2="{LEFT + width}" y1="{py(t):.1f}" y2="{py(t):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{py(t) + 4:.1f}" text-anchor="end">{t:.6g}</text>')
    for t in [t for t in ticks(low_x, high_x) if px(t) < LEFT + width - 7 * len(x_label) - 12]:  # not under the title of the axis
        out.append(f'<text x="{px(t):.1f}" y="{y0 + TOP + height + 15}" text-anchor="middle">{t:.6g}</text>')
    for i, (name, values) in enumerate(series.items()):
        points = " ".join(f"{px(a):.1f},{py(b):.1f}" for a, b in zip(x, values))
        out.append(f'<polyline fill="none" stroke="{COLOURS[i]}" stroke-width="1.2" points="{points}"/>')
        if name:
            out.append(f'<text x="{LEFT + width - 8 - 90 * (len(series) - 1 - i)}" y="{y0 + 20}" text-anchor="end" '
                       f'fill="{COLOURS[i]}">{name}</text>')
    out.append(f'<text x="{LEFT + width}" y="{y0 + TOP + height + 15}" text-anchor="end" fill="#555">{x_label}</text>')
    return out


def figure(file, panels):
    height = PANEL * len(panels) + 10
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    for i, (title, x, series, x_label) in enumerate(panels):
        out += panel(PANEL * i, title, x, series, x_label)
    Path(file).write_text("\n".join(out + ["</svg>"]) + "\n", encoding="utf-8")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    r = {key: [float(row[key]) for row in rows] for key in rows[0]}
    folder = Path(sys.argv[2])
    x = r["xWAG"]
    mm, deg = 1e3, 57.29577951308232
    figure(folder / "feve3000_trajectory.svg", [
        ("main body, y in m", x, {"": r["yWAG"]}, "x in m"),
        ("main body, z in m", x, {"": r["zWAG"]}, "x in m"),
        ("main body, roll and yaw in degrees", x,
         {"roll": [deg * v for v in r["aWAG"]], "yaw": [deg * v for v in r["cWAG"]]}, "x in m")])
    exit_ = [i for i, v in enumerate(x) if v >= 240]
    figure(folder / "feve3000_hunting.svg", [
        ("main body after the second curve, y - 1 m in mm", [x[i] for i in exit_],
         {"": [mm * (r["yWAG"][i] - 1) for i in exit_]}, "x in m"),
        ("rear bogie's front wheels: u on the wheel in mm", [x[i] for i in exit_],
         {"left": [mm * r["RFL_u_wheel"][i] for i in exit_], "right": [mm * r["RFR_u_wheel"][i] for i in exit_]}, "x in m")])
    figure(folder / "feve3000_creep.svg", [
        ("rear bogie, front right wheel: creepages in 1e-3", x,
         {"longitudinal": [mm * v for v in r["RFR_xi"]], "lateral": [mm * v for v in r["RFR_eta"]]}, "x in m"),
        ("spin in 1/m", x, {"": r["RFR_phi"]}, "x in m"),
        ("creep forces in kN", x, {"longitudinal": [v / mm for v in r["RFR_Fx"]], "lateral": [v / mm for v in r["RFR_Fy"]]},
         "x in m"),
        ("creep moment in N m", x, {"": r["RFR_Mz"]}, "x in m")])
    figure(folder / "feve3000_iterations.svg", [
        ("corrections of the contact coordinates", x, {"": r["contact_iterations"]}, "x in m"),
        ("corrections of the coordinates", x, {"": r["iterations"]}, "x in m")])


if __name__ == "__main__":
    main()
