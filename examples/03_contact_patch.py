"""One elliptic contact patch: the forces of the fast laws beside those of boundary elements, in per cent of μN (moments
of μN√(ab)). The C++ example has FASTSIM, too.
"""
import numpy as np

import flangeway

LOAD, MU, SPEED, ELEMENTS = 82e3, 0.3, 30, 88  # N, -, m/s, in each direction
STEEL = flangeway.Material(2 * 1.28 * 82e9, 0.28)
LAWS = ("kalker_table", "polach", "shen_hedrick_elkins", "kalker_linear")
CREEPAGES = [(5e-4, 0, 0), (2e-3, 0, 0), (5e-4, 5e-4, 0), (0, 0, 0.3), (0, -6.25e-4, 0.625), (1e-3, 1e-3, 0.3)]


def boundary_elements(cx, cy, creepages):
    """Forces on the upper body (N, N, N m). Gap ½(cx x² + cy y²), curvatures in 1/m."""
    body = {"shear_modulus": STEEL.shear_modulus, "poisson_ratio": STEEL.poisson_ratio}
    longitudinal, lateral, spin = creepages
    case, = flangeway.solve_contact({"patch": {
        "normal_force": LOAD, "speed": SPEED, "longitudinal_creepage": longitudinal, "lateral_creepage": lateral,
        "spin": spin, "friction": {"coefficient": MU}, "upper": body, "lower": body,
        "surface": {"curvatures": [cx, cy]}, "elements": {"nx": ELEMENTS, "ny": ELEMENTS, "margin": 1.1}}},
        fields=False)
    patch, = case["values"]["patches"]
    return np.array([patch["FX"], patch["FS"], patch["MN"]])


def text(forces, arm):
    percent = 100 * forces / (MU * LOAD * np.array([1, 1, arm]))
    percent[np.abs(percent) < 0.05] = 0  # no minus zeros
    return "/".join(f"{p:.1f}" for p in percent)


print("| a/b | ξx | ξy | φ 1/m | boundary elements | half-space table | Polach | Shen-Hedrick-Elkins | Kalker linear |")
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for cx, cy in ((1.692838, 4.81232), (3.0, 3.0), (4.81232, 1.692838)):
    ellipse = flangeway.hertz(cx, cy, LOAD, STEEL)
    arm = np.sqrt(ellipse["a"] * ellipse["b"])
    for creepages in CREEPAGES:
        columns = [boundary_elements(cx, cy, creepages)]
        columns += [flangeway.creep_forces(creepages, cx, cy, LOAD, MU, law, STEEL) for law in LAWS]
        print(f"| {ellipse['a'] / ellipse['b']:.2f} | {creepages[0]:.4f} | {creepages[1]:.4f} | {creepages[2]:.3f} | "
              + " | ".join(text(forces, arm) for forces in columns) + " |")
