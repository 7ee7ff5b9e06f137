"""Samples and analyses from Python: the functions of campaign_checks.json within their intervals."""
import json
import math
import unittest
from pathlib import Path

import numpy as np

from flangeway import uncertainty

CHECKS = Path(__file__).resolve().parents[2] / "../shared/data/oracles/campaign_checks.json"


def ishigami(points):
    x = math.pi * (2 * points - 1)
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1])**2 + 0.1 * x[:, 2]**4 * np.sin(x[:, 0])


class Samples(unittest.TestCase):
    def test_each_stratum_of_a_latin_hypercube_is_hit_once(self):
        for count in (10, 64, 1000):
            points = uncertainty.latin_hypercube(count, 6, seed=3)
            for column in points.T:
                self.assertEqual(sorted((column * count).astype(int)), list(range(count)))

    def test_samples_grow(self):
        np.testing.assert_array_equal(uncertainty.sobol(64, 50)[:32], uncertainty.sobol(32, 50))
        np.testing.assert_array_equal(uncertainty.sobol(64, 50)[32:], uncertainty.sobol(32, 50, first=32))
        np.testing.assert_array_equal(uncertainty.random(9, 2, 5)[:4], uncertainty.random(4, 2, 5))

    def test_distributions(self):
        normal = uncertainty.quantiles([0.5, 0.975], {"kind": "normal", "mean": 1, "deviation": 2})
        np.testing.assert_allclose(normal, [1, 1 + 2 * 1.959963984540054], rtol=1e-14)
        table = uncertainty.quantiles([0.25, 0.5], {"kind": "table", "density": [[0, 1], [2, 1]]})
        np.testing.assert_allclose(table, [0.5, 1], rtol=1e-14)
        with self.assertRaisesRegex(ValueError, "the distribution has a deviation that is not above zero"):
            uncertainty.quantiles(0.5, {"kind": "normal"})
        with self.assertRaisesRegex(ValueError, "'meen' is no key of a distribution"):
            uncertainty.quantiles(0.5, {"kind": "normal", "meen": 1})


class Analyses(unittest.TestCase):
    def inside(self, rows, expected):
        for (_, lower, upper), truth in zip(rows, expected, strict=True):
            self.assertLessEqual(lower, truth)
            self.assertGreaterEqual(upper, truth)

    @unittest.skipUnless(CHECKS.exists(), "needs ../shared")
    def test_ishigami_of_the_checks(self):
        check = json.loads(CHECKS.read_text())["ishigami"]
        indices = uncertainty.sobol_indices(ishigami(uncertainty.saltelli(4096, 3)), 3)
        self.inside(indices["first"], check["S"])
        self.inside(indices["total"], check["ST"])
        self.assertAlmostEqual(indices["mean"], check["mean"], delta=0.01)
        self.assertAlmostEqual(indices["variance"], check["variance"], delta=0.05)
        points = uncertainty.sobol(2048, 3, seed=1)
        chaos = uncertainty.polynomial_chaos(points, ishigami(points), degree=10, at=[[0.4, 0.3, 0.9]])
        np.testing.assert_allclose(chaos["first"], check["S"], atol=2e-3)
        np.testing.assert_allclose(chaos["total"], check["ST"], atol=2e-3)
        np.testing.assert_allclose(chaos["values"], ishigami(np.array([[0.4, 0.3, 0.9]])), atol=0.1)

    @unittest.skipUnless(CHECKS.exists(), "needs ../shared")
    def test_g_function_of_the_checks(self):
        a = np.array(json.loads(CHECKS.read_text())["sobol_g"]["a"])
        points = uncertainty.saltelli(4096, len(a))
        y = np.prod((abs(4 * points - 2) + a) / (1 + a), axis=1)
        partial = 1 / 3 / (1 + a)**2
        variance = np.prod(1 + partial) - 1
        indices = uncertainty.sobol_indices(y, len(a))
        self.inside(indices["first"], partial / variance)
        self.inside(indices["total"], partial / (1 + partial) * (variance + 1) / variance)

    def test_effects_correlation_quantiles_and_probability(self):
        points = uncertainty.morris(20, 2)
        effects = uncertainty.morris_effects(points, points @ [3, -1])
        np.testing.assert_allclose(effects["mean"], [[3] * 3, [-1] * 3], atol=1e-12)
        x = np.arange(20.0)
        self.assertAlmostEqual(uncertainty.rank_correlation(x, -x**3)[0], -1)
        self.assertEqual(uncertainty.quantile(np.arange(101.0), 0.5)[0], 50)
        value, lower, upper = uncertainty.probability(8, 40)
        self.assertTrue(lower < value == 0.2 < upper)

    def test_what_cannot_be_used_is_said(self):
        for text, act in (
                ("at least two blocks of dimensions \\+ 2 rows", lambda: uncertainty.sobol_indices(np.zeros(7), 3)),
                ("a value is not finite", lambda: uncertainty.quantile([np.nan], 0.5)),
                ("p must lie between 0 and 1", lambda: uncertainty.quantile([1, 2], 1)),
                ("128 dimensions", lambda: uncertainty.sobol(4, 129)),
                ("too few results", lambda: uncertainty.polynomial_chaos([[0.5]], [1])),
                ("another single dimension", lambda: uncertainty.morris_effects(np.full((4, 1), 0.5), np.zeros(4))),
                ("between 0 and 1", lambda: uncertainty.quantiles(1.0, {"kind": "uniform", "from": 0, "to": 1}))):
            with self.assertRaisesRegex(ValueError, text):
                act()


if __name__ == "__main__":
    unittest.main()
