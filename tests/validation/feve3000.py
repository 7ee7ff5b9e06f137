#!/usr/bin/env python3
"""What must hold for the generated locomotive FEVE 3000 (docs/validation/004.md).

    feve3000.py RUNNER
"""
import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

WHEELS = ["RFL", "RFR", "RRL", "RRR", "FFL", "FFR", "FRL", "FRR"]
WEIGHT = 9.81 * (22608.0 + 2 * 1507.86 + 4 * 1222.0 + 8 * 67.72 + 2 * 461.0 + 4 * 568.8)  # N


def run(*options):
    """The report of a run, and its record as columns of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        record, report = Path(folder) / "r.csv", Path(folder) / "r.json"
        done = subprocess.run([RUNNER, "--record", record, "--json", report, *options], capture_output=True, text=True)
        rows = list(csv.DictReader(record.read_text().splitlines()))
        columns = {key: [float(row[key]) for row in rows] for key in rows[0]}
        return done.returncode, json.loads(report.read_text()), columns


class TheLocomotive(unittest.TestCase):
    def test_wheels_carry_its_weight(self):
        """After two seconds on straight track, within the forces of the irregularities."""
        _, _, r = run("--duration", "2")
        mean = {w: sum(r[f"{w}_N"][1000:]) / len(r[f"{w}_N"][1000:]) for w in WHEELS}
        self.assertAlmostEqual(sum(mean.values()) / WEIGHT, 1, delta=1e-3)
        for axle in ("RF", "RR", "FF", "FR"):
            self.assertAlmostEqual(mean[axle + "L"] / mean[axle + "R"], 1, delta=0.02)
        self.assertGreater(mean["RFL"], mean["FFL"])  # the motors sit in the rear bogie

    def test_imex_is_stable_at_1_ms_and_explicit_euler_is_not(self):
        """Explicit creep forces swing from one friction limit to the other, where the true ones are 805 N."""
        def largest_force(*options):
            code, report, r = run("--duration", "1", *options)
            self.assertEqual((code, report["status"]), (0, "runs"))
            return max(abs(f) for wheel in WHEELS for f in r[f"{wheel}_Fx"][len(r["time"]) // 2:])
        fine = largest_force("--step", "1e-4")
        self.assertAlmostEqual(largest_force("--step", "1e-3") / fine, 1, delta=0.02)
        self.assertAlmostEqual(largest_force("--step", "1e-3", "--method", "trapezoidal") / fine, 1, delta=0.02)
        self.assertGreater(largest_force("--step", "1e-3", "--method", "explicit") / fine, 10)

    def test_first_order_in_the_step(self):
        """IMEX Euler against a run with a quarter of the smallest step."""
        def end(step):
            _, _, r = run("--duration", "0.2", "--step", step, "--every", str(round(0.2 / float(step))))
            return [r[key][-1] for key in ("zWAG", "aWAG", "yWAG", "bWAG")]
        reference = end("2.5e-5")
        errors = [max(abs(a - b) for a, b in zip(end(step), reference)) for step in ("4e-4", "2e-4", "1e-4")]
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(coarse / fine, 2, delta=0.7)

    def test_energy_without_dampers_gears_torque_and_friction(self):
        """On the straight, smooth contact of a rolling vehicle nothing then takes energy: drift falls with the step."""
        options = []
        for name in ("C_S1", "C_S2", "C_SSr", "Kgear", "Cgear", "torque_front", "torque_rear"):
            options += ["--set", f"{name}=0"]
        drifts = []
        for step in ("1e-3", "5e-4"):
            _, _, r = run("--duration", "0.5", "--step", step, "--every", "100", *options)
            energy = [a + b for a, b in zip(r["kinetic_energy"], r["potential_energy"])]
            drifts.append(abs(energy[-1] - energy[0]) / r["kinetic_energy"][0])
        self.assertLess(drifts[0], 2e-4)

    def test_projections_need_one_iteration(self):
        _, _, r = run("--duration", "2")
        self.assertEqual(sorted(r["iterations"])[len(r["iterations"]) // 2], 1)
        self.assertEqual(sorted(r["contact_iterations"])[len(r["iterations"]) // 2], 1)


if __name__ == "__main__":
    RUNNER = sys.argv.pop(1)
    unittest.main()
