"""Worn wheels on a new rail, each solved on planes chosen in ways of its own and on the curved surface: how far is L/V
of each way from that of the curved surface? After [Vollebregt2021, section 4.2, Table 3].

    examples/04_planar_or_curved.py [WHEELS] [THREADS]
"""
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import flangeway

METHODS = {  # surface, position, angle, power
    "curved, weighted (reference)": ("curved", "weighted", "weighted", 2),
    "curved, deepest": ("curved", "deepest", "weighted", 2),
    "wgt-loc, linear": ("planar", "weighted", "local", 1),
    "wgt-loc, squared": ("planar", "weighted", "local", 2),
    "wgt-angle, linear": ("planar", "weighted", "weighted", 1),
    "wgt-angle, squared": ("planar", "weighted", "weighted", 2),
    "icp-loc": ("planar", "deepest", "local", 2),
    "icp-angle, linear": ("planar", "deepest", "weighted", 1),
    "icp-angle, squared": ("planar", "deepest", "weighted", 2)}


def situation(rng):
    """A leading wheel of a freight wagon in a curve: load, place, yaw, speed and friction at random."""
    speed = max(3.0, rng.normal(10, 4))
    top = float(np.clip(rng.normal(0.35, 0.16), 0.05, 0.8))
    side = max(0.05, rng.normal(0.20, 0.0167))
    return {"vertical_force": float(np.clip(rng.normal(90e3, 40e3), 25e3, 170e3)),
            "rail_place": {"inclination_angle": 0.025},
            "wheelset": {"y": rng.normal(3e-3, 2.5e-3), "yaw": rng.normal(-3e-3, 3e-3), "speed": speed,
                         "velocity_pitch": speed / 0.46 * rng.normal(1, 2e-3)},
            "friction": {"coefficient": top, "over_inclination": [[np.radians(20), top], [np.radians(30), side]]}}


def lateral_over_vertical(wheel_file, base, method):
    """L/V of the wheel on the rail; NaN without a solution."""
    surface, position, angle, power = method
    greedy = surface == "curved"  # the curved surface takes all parts together
    elements = {"dx": 5e-4, "ds": 5e-4, "combine_distance": 30e-3 if greedy else 4e-3,
                "separate_distance": 30e-3 if greedy else 8e-3}
    case, = flangeway.solve_contact({"wheel_on_rail": {
        **base, "wheel": wheel_file, "rail": "60e1", "elements": elements,
        "reference": {"surface": surface, "position": position, "angle": angle, "power": power}}}, fields=False)
    if case["status"] != "solved":
        return np.nan
    force = case["values"]["total_force_on_rail"]
    return force[1] / force[2]


def solve_wheel(seed_and_use):
    """The wheel after its use, by all methods."""
    seed, use = seed_and_use
    worn = flangeway.worn_wheel(WHEEL, RAIL, **use)
    base = situation(np.random.default_rng(1000 + seed))
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(worn.csv())
        file.flush()
        return [lateral_over_vertical(file.name, base, method) for method in METHODS.values()]


WHEEL, RAIL = flangeway.load_profile("s1002"), flangeway.load_profile("60e1")
wheels = int(sys.argv[1]) if len(sys.argv) > 1 else 10
threads = int(sys.argv[2]) if len(sys.argv) > 2 else 2
begin = time.monotonic()
with ThreadPoolExecutor(threads) as team:  # a solution runs without the interpreter's lock
    rows = np.array(list(team.map(solve_wheel, enumerate(flangeway.random_uses(wheels, 1)))))
seconds = time.monotonic() - begin

print(f"{'L/V against the reference':<30} {'mean':>9} {'mean |.|':>10} {'rms':>9} {'max |.|':>9}")
for name, values in list(zip(METHODS, rows.T))[1:]:
    difference = values - rows[:, 0]
    print(f"{name:<30} {np.nanmean(difference):>9.4f} {np.nanmean(abs(difference)):>10.4f} "
          f"{np.sqrt(np.nanmean(difference**2)):>9.4f} {np.nanmax(abs(difference)):>9.4f}")
print(f"{wheels} wheels, {rows.size} situations in {seconds:.1f} s on {threads} threads; "
      f"{np.isnan(rows).any(axis=1).sum()} wheels without a solution by every method")
