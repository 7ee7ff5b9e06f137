"""Builds a wheelset with two springs to the track in code, lets it run on a straight track at several speeds, and prints
how fast its lateral motion grows: below the critical speed it dies out.
"""
import flangeway


def vehicle(stiffness):
    """A wheelset, held to the track by one spring on each side (N/m)."""
    spring = {"name": "guide", "body_i": "wheelset", "body_j": "track", "position": [0, 1, 0.457],
              "stiffness": [stiffness, stiffness, 0], "auto_preload": False, "mirror_y": True}
    wheelset = {"name": "wheelset", "mass": 1813, "inertia": [1120, 112, 1120], "x": 0, "wheel_radius": 0.457,
                "wheel_profile": "s1002", "profile_position": 0.7515}
    return {"name": "held wheelset", "wheelsets": [wheelset], "bushings": [spring]}


TRACK = {"name": "straight", "segments": [{"kind": "straight", "length": 100}],
         "rails": {"profile": "60e1", "inclination": 0.025}}

for speed in (5, 10, 20, 40):
    case = flangeway.load_case({"speed": speed}, vehicle=vehicle(2e5), track=TRACK)
    swinging = [mode for mode in case.modes() if mode["frequency"] > 0.1]  # free rolling neither grows nor dies
    worst = max(swinging, key=lambda mode: mode["eigenvalue"].real)
    print(f"{speed:3d} m/s: {worst['frequency']:6.3f} Hz, grows by {worst['eigenvalue'].real:8.3f} 1/s ({worst['body']}"
          f".{worst['coordinate']})")
