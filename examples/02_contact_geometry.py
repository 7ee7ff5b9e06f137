"""Moves a wheelset with S1002 wheels across rails 140RE and prints how it rolls and where it touches. Nothing of a
vehicle or a track is needed.
"""
import numpy as np

import flangeway

wheel, rail = flangeway.load_profile("s1002"), flangeway.load_profile("140re")
radius = 0.457  # m [Escalona2021, Table 4]
pair = flangeway.WheelsetGeometry(wheel, rail, lateral_position=0.7555, inclination=0, tape_circle=2 * 0.7515,
                                  radius=radius)

print("  y in mm   z - r0 in um   roll in mrad   contact angles in deg (left, right)")
y = np.arange(6) * 1e-3
at = pair.positions(y)
for i in range(len(y)):
    print(f"{1e3 * y[i]:9.1f} {1e6 * (at['z'][i] - radius):14.1f} {1e3 * at['roll'][i]:14.3f} "
          f"{np.degrees(at['left_angle'][i]):12.2f} {np.degrees(at['right_angle'][i]):8.2f}")

jump = pair.flange_contact()
if jump:
    before, after = (1e3 * wheel.at(jump[key])[0] for key in ("wheel_s_before", "wheel_s_after"))
    print(f"The flange touches at y = {1e3 * jump['y']:.3f} mm: the contact jumps from {before:.1f} to {after:.1f} mm "
          "on the wheel's profile.")
