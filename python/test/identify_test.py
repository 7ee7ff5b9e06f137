"""Identification: closed forms of linear models, coverage of the intervals, bounds, and a twin experiment with a run."""
import unittest

import numpy as np

import flangeway
from flangeway import identify

GRID = np.linspace(0, 2, 40)


def decay(values):
    return values["size"] * np.exp(-values["rate"] * GRID)


class Fit(unittest.TestCase):
    def test_of_a_linear_model_is_the_closed_form(self):
        x = np.column_stack([np.ones_like(GRID), GRID])
        measured = x @ [1.5, -0.7] + 0.1 * np.cos(37 * GRID)
        found = identify.fit(lambda v: x @ [v["a"], v["b"]], measured, 0.1, {"a": (0, -5, 5), "b": (0, -5, 5)})
        exact = np.linalg.lstsq(x, measured, rcond=None)[0]
        np.testing.assert_allclose([found.values["a"], found.values["b"]], exact, rtol=1e-8)
        np.testing.assert_allclose(found.covariance, 0.01 * np.linalg.inv(x.T @ x), rtol=1e-6)
        self.assertTrue(found.converged)

    def test_a_prior_is_a_measurement_of_the_parameter(self):
        x = GRID[:, None]
        measured = 2 * GRID
        found = identify.fit(lambda v: v["a"] * GRID, measured, 0.5, {"a": (0, -5, 5)}, {"a": (1, 0.1)})
        weight = (x**2).sum() / 0.25
        self.assertAlmostEqual(found.values["a"], (2 * weight + 100) / (weight + 100), places=8)
        self.assertAlmostEqual(found.deviations["a"], 1 / np.sqrt(weight + 100), places=8)

    def test_the_intervals_hold_the_true_values(self):
        generator, held, tried = np.random.default_rng(5), 0, 300
        true = {"size": 2.0, "rate": 0.8}
        for _ in range(tried):
            measured = decay(true) + 0.05 * generator.standard_normal(GRID.size)
            found = identify.fit(decay, measured, 0.05, {"size": (1, 0.1, 10), "rate": (0.3, 0.01, 5)})
            for name, value in true.items():
                low, high = found.interval(name)
                held += low <= value <= high
        self.assertGreater(held / (2 * tried), 0.93)
        self.assertLess(held / (2 * tried), 0.97)

    def test_what_cannot_be_told_is_stated(self):
        found = identify.fit(lambda v: (v["a"] + v["b"]) * GRID, 3 * GRID, 0.1,
                             {"a": (1, 0, 5), "b": (1, 0, 5), "c": (1, 0, 5)})
        self.assertEqual(found.unidentified, ["a", "b", "c"])
        self.assertAlmostEqual(found.values["a"] + found.values["b"], 3, places=4)
        self.assertIn("c = 1 ± ", str(found))
        self.assertIn("(not identified by this measurement)", str(found))

    def test_bounds_hold(self):
        found = identify.fit(lambda v: v["a"] * GRID + v["b"], 3 * GRID + 1, 0.1, {"a": (1, 0, 2), "b": (0, -9, 9)})
        self.assertEqual(found.values["a"], 2)
        self.assertEqual(found.at_bound, ["a"])
        best = np.mean(3 * GRID + 1 - 2 * GRID)
        self.assertAlmostEqual(found.values["b"], best, places=6)

    def test_what_is_no_problem_is_refused(self):
        for parameters, message in (({}, "there are no parameters"), ({"a": (3, 0, 2)}, "a: give \\(start, lowest, highest\\)")):
            with self.assertRaisesRegex(ValueError, message):
                identify.fit(lambda v: GRID, GRID, 0.1, parameters)
        with self.assertRaisesRegex(ValueError, "noise must be > 0"):
            identify.fit(lambda v: GRID, GRID, 0, {"a": (1, 0, 2)})
        with self.assertRaisesRegex(ValueError, "priors has b, which is no parameter"):
            identify.fit(lambda v: GRID, GRID, 1, {"a": (1, 0, 2)}, {"b": (1, 1)})
        with self.assertRaisesRegex(ValueError, "the model gives 3 numbers, and 40 were measured"):
            identify.fit(lambda v: [1, 2, 3], GRID, 1, {"a": (1, 0, 2)})


class Twin(unittest.TestCase):
    """The measurement is a run with other values, and noise."""
    CASE = "models/cases/wheelset_r500.toml"
    SET = {"contact.method": "kec", "initial.s": 30, "integration.duration": 2.5}

    def test_speed_and_friction_are_found_again(self):
        true = {"speed": 11.0, "contact.friction.coefficient": 0.3}
        run = flangeway.load_case(self.CASE, {**self.SET, **true}).run()
        times, generator = run["t"][::5], np.random.default_rng(3)
        noise = {"wheelset.y": 2e-5, "wheelset.yaw": 2e-5}
        measured = {name: run[name][::5] + size * generator.standard_normal(times.size) for name, size in noise.items()}
        found = identify.identify(self.CASE, times, measured, {"speed": (10, 8, 14), "contact.friction.coefficient": (0.2, 0.05, 0.6)},
                                  noise=noise, set={**self.SET, "integration.duration": 2.6}, jobs=2)
        self.assertTrue(found.converged, found)
        for name, value in true.items():
            self.assertLess(abs(found.values[name] - value), 3.5 * found.deviations[name], found)
        self.assertEqual(found.at_bound, [])
        self.assertLess(abs(found.chi_square / found.degrees - 1), 0.5)


if __name__ == "__main__":
    unittest.main()
