"""Derivatives of runs and of modes: against differences with other steps, in memory and in files."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import flangeway
import numpy as np

CASE = "models/cases/wheelset_r500.toml"
# In the transition, where the wheelset moves sideways without its flange.
SET = {"contact.method": "kec", "integration.duration": 1, "integration.method": "abm4", "initial.s": 45}


def run(**changes):
    return flangeway.load_case(CASE, {**SET, **changes}).run()


class Gradients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keys = ["speed", "contact.friction.coefficient", "vehicle.wheelsets[0].mass"]
        cls.result = flangeway.load_case(CASE, SET).run(gradients=cls.keys, jobs=2)
        cls.told = cls.result.summary["sensitivities"]

    def test_of_speed_are_those_of_a_driven_wheelset(self):
        np.testing.assert_allclose(self.result.gradient("distance", "speed"), self.result["t"], atol=1e-9)
        self.assertEqual(self.result.units["d(distance)_d(speed)"], "m per unit of speed")

    def test_agree_with_differences_of_other_steps(self):
        for key in self.keys:
            value = self.told[key]["value"]
            at = lambda h: run(**{key: value + h})["wheelset.y"]
            step = 3e-4 * value                       # three times as long as in the program
            wide, narrow = (at(2 * step) - at(-2 * step)) / (4 * step), (at(step) - at(-step)) / (2 * step)
            expected = (4 * narrow - wide) / 3
            scale = abs(expected).max()
            difference = abs(self.result.gradient("wheelset.y", key) - expected).max()
            self.assertGreater(scale * value, 1e-5, key)  # m, for a key that doubles
            self.assertLess(difference, 1e-6 * scale, key)
            self.assertIsNone(self.told[key]["disagreement"], key)

    def test_summary_has_means_and_extremes(self):
        y, slope = self.result["wheelset.y"], self.result.gradient("wheelset.y", "speed")
        told = self.told["speed"]["channels"]["wheelset.y"]
        self.assertAlmostEqual(told["mean"], slope.mean(), places=12)
        self.assertEqual(told["maximum"], slope[np.argmax(y)])
        self.assertEqual(told["minimum"], slope[np.argmin(y)])
        self.assertIn("derivatives with respect to speed = ", self.result.summary_text)

    def test_file_has_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder, "run.h5"))
            subprocess.run([os.environ["FLANGEWAY"], "run", CASE, "-o", file, "--quiet", "--sensitivities", ",".join(self.keys),
                            *(word for key, value in SET.items() for word in ("--set", f"{key}={value}"))], check=True)
            stored = flangeway.Results(file)
            self.assertEqual(stored.keys(), self.result.keys())
            for key in self.keys:
                np.testing.assert_array_equal(stored.gradient("wheelset.y", key), self.result.gradient("wheelset.y", key))
            self.assertEqual(stored.summary["sensitivities"], self.told)

    def test_what_has_no_derivative_is_refused(self):
        case = flangeway.load_case(CASE, SET)
        with self.assertRaisesRegex(flangeway.BadInput, "gradients: name: is not a number"):
            case.run(gradients=["name"])
        with self.assertRaisesRegex(flangeway.BadInput, "gradients: vehicle.nothing: is not a key of the case"):
            case.run(gradients=["vehicle.nothing"])
        with self.assertRaisesRegex(ValueError, "cannot be combined with on_row"):
            case.run(gradients=["speed"], on_row=print)
        with self.assertRaisesRegex(ValueError, "jobs has no effect without gradients"):
            case.run(jobs=2)

    def test_modes_have_derivatives_of_their_eigenvalues(self):
        file, key = "models/cases/cooperrider.toml", "vehicle.bodies[0].mass"
        modes = lambda **changes: flangeway.load_case(file, {"integration.duration": 0.1, **changes}).modes()
        found = flangeway.load_case(file, {"integration.duration": 0.1}).modes(gradients=[key])
        mode = max((one for one in found if one["kind"] == "oscillation"), key=lambda one: abs(one["gradients"][key]))
        value = _mass(file)
        near = lambda m: min((one["eigenvalue"] for one in modes(**{key: m})), key=lambda z: abs(z - mode["eigenvalue"]))
        step = 0.005 * value
        expected = (8 * (near(value + step) - near(value - step)) - (near(value + 2 * step) - near(value - 2 * step))) / (12 * step)
        self.assertLess(abs(mode["gradients"][key] - expected), 1e-3 * abs(expected))


def _mass(case):
    """The mass of the first body, from the text of the vehicle file."""
    import re
    vehicle = re.search(r'vehicle = "([^"]+)"', pathlib.Path(case).read_text()).group(1)
    text = pathlib.Path(case).parent.joinpath(vehicle).resolve().read_text()
    return float(re.search(r"\[\[bodies\]\].*?mass = ([\d.e+]+)", text, re.S).group(1))


if __name__ == "__main__":
    unittest.main()
