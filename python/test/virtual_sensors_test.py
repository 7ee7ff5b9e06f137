"""Irregularities, forces and keys from accelerations of a simulated vehicle: errors as large as they are said to be.

With --table the errors and coverages are printed for three noises of the sensors.
"""
import sys
import unittest

import numpy as np

import flangeway
from flangeway import virtual_sensors

RATE = 250.0
STEP = 1 / RATE
NOISE = 0.01  # m/s^2
WAVELENGTHS = (2.9, 90)  # m, all that the track has
CASE = "models/cases/flexible_r500_rigid.toml"
COACH = {"vehicle": "models/vehicles/antunes_coach.toml", "track.segments": [{"kind": "straight", "length": 1000}], "speed": 25,
         "contact.method": "kec", "contact.kec.geometry": "points", "contact.creep.law": "kalker_table",
         "integration.step": 1e-3, "initial.s": 12}
SPECTRUM = {"spectrum": {"quality": "erri_b176_low", "seed": 5, "min_wavelength": 3, "max_wavelength": 70}, "fade": 1}
SENSORS = [f"{wheelset}:0,{place}" for wheelset in ("wheelset1", "wheelset2") for place in ("1,0.az", "-1,0.az", "1,0.ay")]
SENSORS += ["bogie_front:0,0,0.az", "bogie_front:0,0,0.ay"]
FORCES = ["wheelset1.left.Q", "wheelset3.left.Q", "wheelset1.left.Y"]


def acceleration(result, name):
    """Of a point on straight track, from the velocities of its body by differences of fourth order."""
    body, rest = name.split(":")
    x, y, z = (float(part) for part in rest.rsplit(".", 1)[0].split(","))
    turn = {axis: np.array(result[f"{body}.v{axis}"]) for axis in ("roll", "pitch", "yaw")}
    if body.startswith("wheelset"):
        turn["pitch"] = 0
    v = (np.array(result[f"{body}.vz"]) + y * turn["roll"] - x * turn["pitch"] if name.endswith(".az") else
         np.array(result[f"{body}.vy"]) + x * turn["yaw"] - z * turn["roll"])
    slope = np.gradient(v, STEP)
    slope[2:-2] = (8 * (v[3:-1] - v[1:-3]) - (v[4:] - v[:-4])) / (12 * STEP)
    return slope


class Twin(unittest.TestCase):
    """A run over random irregularities, nonlinear, and what the linear model makes of its accelerations. The wheels are
    conical, so that the lateral motion is nearly linear."""

    @classmethod
    def setUpClass(cls):
        cls.run_coach()
        cls.estimate(NOISE)

    @classmethod
    def run_coach(cls):
        changes = {"track.irregularities": SPECTRUM, "integration.duration": 34, "output.interval": STEP}
        cls.result = flangeway.load_case(CASE, {**COACH, **changes}).run()
        track = flangeway.load_track("models/tracks/straight_1000.toml", {"irregularities": SPECTRUM})
        left_y, left_z, right_y, right_z = np.asarray(track.irregularities(np.array(cls.result["wheelset1.s"]))).T
        cls.truth = {"alignment": (left_y + right_y) / 2, "vertical_profile": (left_z + right_z) / 2,
                     "cross_level": left_z - right_z, **{name: np.array(cls.result[name]) for name in FORCES}}

    @classmethod
    def estimate(cls, noise):
        random = np.random.default_rng(3)
        cls.measured = {name: acceleration(cls.result, name) + random.normal(0, noise, len(cls.result["t"])) for name in SENSORS}
        case = flangeway.load_case(CASE, {**COACH, "integration.duration": 1})
        cls.found = virtual_sensors.estimate(case, RATE, cls.measured, noise, FORCES, spectrum="erri_b176_low",
                                             wavelengths=WAVELENGTHS)

    def error(self, name):
        """Over the size of the true values."""
        truth = self.true_values(name)
        return np.std(self.found.values[name] - truth) / np.std(truth)

    def coverage(self, name):
        """Share of the time in which the band holds the true value."""
        low, high = self.found.interval(name)
        truth = self.true_values(name)
        return np.mean((low <= truth) & (truth <= high))

    def true_values(self, name):
        """In the band, and where the estimate is."""
        series, found = self.truth[name], self.found
        ramp = (len(series) - len(found.time)) // 2
        window = np.ones(len(series))
        window[:ramp] = (1 - np.cos(np.pi * (np.arange(ramp) + 0.5) / ramp)) / 2
        window[-ramp:] = window[:ramp][::-1]
        frequencies = np.fft.rfftfreq(len(series), STEP)
        whole = np.fft.rfft((series - np.mean(series)) * window)
        whole[(frequencies < 25 / WAVELENGTHS[1]) | (frequencies > 25 / WAVELENGTHS[0])] = 0
        return np.fft.irfft(whole, len(series))[ramp:ramp + len(found.time)]

    def test_irregularities_are_restored(self):
        for name, most in (("vertical_profile", 0.1), ("cross_level", 0.1), ("alignment", 0.1)):
            self.assertLess(self.error(name), most, name)

    def test_true_values_are_in_their_bands(self):
        for name in self.truth:
            self.assertGreater(self.coverage(name), 0.9, name)  # 34 s have some 50 waves

    def test_what_no_sensor_sees_is_said_to_be_unknown(self):
        self.assertGreater(self.found.deviations["gauge_variation"], 0.9 * self.found.prior["gauge_variation"])
        self.assertLess(self.found.deviations["vertical_profile"], 0.1 * self.found.prior["vertical_profile"])

    def test_a_stiffness_is_fitted(self):
        key = "vehicle.bushings[0].stiffness[2]"
        vertical = {name: self.measured[name] for name in SENSORS if name.endswith("az")}
        fitted = virtual_sensors.fit(lambda values: flangeway.load_case(CASE, {**COACH, "integration.duration": 1, **values}),
                                     {key: (0.9e6, 0.4e6, 2.4e6)}, RATE, vertical, NOISE, spectrum="erri_b176_low",
                                     wavelengths=WAVELENGTHS)
        self.assertTrue(fitted.converged)
        self.assertAlmostEqual(fitted.values[key] / 1.2e6, 1, delta=0.03)


class Inputs(unittest.TestCase):
    def test_faults_are_named(self):
        case = flangeway.load_case(CASE, {**COACH, "integration.duration": 1})
        good = {"wheelset1:0,1,0.az": np.zeros(5000)}
        for measured, noise, message, extra in (({}, 1, "measured is empty", {}),
                                                ({"wheelset1:0,1,0.az": np.full(5000, np.nan)}, 1, "not finite", {}),
                                                (good, 0, "noise must be > 0", {}),
                                                (good, 1, "too short", {"wavelengths": (60, 61)}),
                                                (good, 1, "margin is 30", {"margin": 30}),
                                                (good, 1, "model_error is 1", {"model_error": 1}),
                                                ({"wheelset1:0,1,0.a": np.zeros(5000)}, 1, "is no channel of the linear model", {})):
            with self.assertRaisesRegex(ValueError, message):
                virtual_sensors.estimate(case, RATE, measured, noise, **extra)


def print_table():
    twin = Twin()
    Twin.run_coach()
    print("| noise in m/s² | quantity | error | inside the band of 95 % |\n| --- | --- | --- | --- |")
    for noise in (0.05, 0.02, 0.01):
        Twin.estimate(noise)
        for name in Twin.truth:
            print(f"| {noise} | {name} | {100 * twin.error(name):.1f} % | {100 * twin.coverage(name):.1f} % |")


if __name__ == "__main__":
    print_table() if "--table" in sys.argv else unittest.main()
