"""Optimisation with Optuna itself (Debian: python3-optuna), on problems whose best points are known and on runs."""
import math
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

try:
    import optuna  # noqa: F401
except ImportError:
    print("Optuna is not installed (python3-optuna)")
    sys.exit(77)

from flangeway import optimise
from optimise_test import CONICITY, DAMPER, STUDY, search_of


def told(search, count, outputs):
    for _ in range(count):
        trial, = search.ask()
        search.tell(trial, outputs(trial.values))
    return search


def bowl(values):
    """Smallest at a = 0.3, b = 0; h forbids a above 0.5."""
    a, b = values["a"], values["b"]
    return {"f": (a - 0.3)**2 + b**2, "g": b, "h": 2 * a}


class WithOptuna(unittest.TestCase):
    def test_it_finds_what_is_known_to_be_best(self):
        best = told(search_of(None, {"f": "minimise"}, {"h": (None, 1.0)}), 60, bowl).front()[0]
        self.assertLess(best.objectives[0], 0.03)
        self.assertTrue(best.feasible)

    def test_the_front_of_two_objectives_is_kept_inside_the_constraint(self):
        search = told(search_of(None, {"f": "minimise", "g": "maximise"}, {"h": (None, 1.0)}), 150, bowl)
        front = search.front()
        self.assertGreater(len(front), 8)
        self.assertLessEqual(max(trial.values["a"] for trial in front), 0.5)
        # On the front a is 0.3 and f = g². Values at random are 0.12 above it in the mean.
        self.assertLess(sum(f - g**2 for f, g in (trial.objectives for trial in front)) / len(front), 0.04)

    def test_failures_and_lists_of_values_are_taken(self):
        def outputs(values):
            return "the run failed" if values["a"] > 0.6 else {"f": values["a"] + (values["method"] == "lut"), "h": 0}

        search = search_of(None, {"f": "minimise"}, {"h": (None, 1.0)}, {"a": (0.0, 1.0), "method": ["kec", "lut"]})
        told(search, 40, outputs)
        self.assertEqual(search.front()[0].values["method"], "kec")
        self.assertLess(search.front()[0].objectives[0], 0.4)
        self.assertTrue(any(trial.problem for trial in search.trials))

    def test_no_warning_is_shown(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            told(search_of(None, {"f": "minimise", "g": "maximise"}, {"h": (None, 1.0)}), 2, bowl)

    def test_a_search_that_was_stopped_goes_on_with_the_same_trials(self):
        def search(output, trials):
            made = optimise.Search(STUDY, {CONICITY: (0.03, 0.1), DAMPER: (20e3, 40e3)}, {"critical_speed": "maximise"},
                                   seed=3)
            made.run(trials, output, batch=3)
            return [(trial.values, trial.objectives) for trial in made.trials]

        with tempfile.TemporaryDirectory() as folder:
            whole = search(Path(folder, "whole"), 9)
            search(Path(folder, "stopped"), 6)
            runs = {file: file.stat().st_mtime_ns for file in Path(folder, "stopped").rglob("runs/*.json")}
            self.assertEqual(len(runs), 6)
            self.assertEqual(search(Path(folder, "stopped"), 9), whole)
            for file, time in runs.items():
                self.assertEqual(file.stat().st_mtime_ns, time)
        self.assertTrue(all(math.isfinite(objectives[0]) for _, objectives in whole))


if __name__ == "__main__":
    unittest.main()
