"""Runs a case file and prints the lateral displacement of its first wheelset ten times, then what the wheels carried.

    PYTHONPATH=build/release/python python3 examples/01_run_a_case.py models/cases/wheelset_r500.toml
"""
import sys

import flangeway

if len(sys.argv) != 2:
    sys.exit(f"usage: {sys.argv[0]} CASE.toml")
try:
    case = flangeway.load_case(sys.argv[1], {"output.interval": 1.0})
except flangeway.BadInput as error:
    print(error, file=sys.stderr)
    sys.exit(2)

result = case.run()
wheelset = next(name for name in case.bodies if name.startswith("wheelset"))
for distance, y, yaw in zip(result["distance"], result[f"{wheelset}.y"], result[f"{wheelset}.yaw"]):
    print(f"{distance:6.1f} m  y = {1e3 * y:7.3f} mm  yaw = {1e3 * yaw:7.3f} mrad")

summary = result.summary
print(f"{result.status} after {summary['distance']:.1f} m, "
      f"{summary['integration']['integrator_evaluations']} evaluations")
for name, wheel in summary["wheels"].items():
    print(f"{name}: Q up to {wheel['Q_max'] / 1e3:.2f} kN, Y/Q up to {wheel['YQ_max']:.3f}")
for warning in result.warnings:
    print("warning:", warning)
