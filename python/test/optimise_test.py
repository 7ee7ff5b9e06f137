"""Optimisation with samplers of the test's own and with a stand-in for Optuna."""
import math
import random
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from flangeway import optimise

CASE = str(Path("models/cases/cooperrider.toml").resolve())
STUDY = {"case": CASE, "set": {"integration.duration": 0.01}, "critical_speed": {"from": 20, "to": 140, "speeds": 11}}
CONICITY, DAMPER = "contact.kec.conicity", "vehicle.bushings[1].damping[1]"


class Random:
    """Independent values, and a note of what it was told."""

    def __init__(self, **ranges):
        self.ranges, self.told, self.draw = ranges, [], random.Random(1)

    def ask(self):
        return {key: self.draw.uniform(*limits) for key, limits in self.ranges.items()}

    def tell(self, *what):
        self.told.append(what)


def search_of(sampler, objectives, constraints=None, variables=None):
    return optimise.Search({"case": "c.toml"}, variables or {"a": (0.0, 1.0), "b": (0.0, 1.0)}, objectives, constraints,
                           sampler=sampler)


class AskAndTell(unittest.TestCase):
    def told(self, search, outputs):
        for trial, output in zip(search.ask(len(outputs)), outputs):
            search.tell(trial, output)
        return search

    def test_the_front_has_what_nothing_beats(self):
        search = self.told(search_of(Random(a=(0, 1)), {"f": "minimise", "g": "maximise"}, {"h": (None, 1.0)}),
                           [{"f": 1, "g": 1, "h": 0}, {"f": 2, "g": 2, "h": 1}, {"f": 2, "g": 1, "h": 0},
                            {"f": 0, "g": 9, "h": 1.5}, {"f": math.nan, "g": 9, "h": 0}, "the run failed",
                            {"f": 1, "g": 1, "h": 0}])
        self.assertEqual([trial.number for trial in search.front()], [0, 6, 1])
        self.assertEqual(search.trials[3].violations, [0.5])
        self.assertEqual(search.trials[4].problem, "f has no value")
        self.assertEqual(search._sampler.told[1], (1, [2.0, 2.0], [0.0]))
        self.assertEqual(search._sampler.told[5], (5, None, []))
        page = search.page()
        self.assertIn("<h2>Front</h2>\n<svg", page)
        self.assertIn("trial 6: the run failed", page)

    def test_of_one_objective_the_best_is_the_front(self):
        search = self.told(search_of(Random(a=(0, 1)), {"f": "maximise"}), [{"f": 1}, {"f": 3}, {"f": 2}])
        self.assertEqual([trial.number for trial in search.front()], [1])

    def test_limits_on_both_sides(self):
        search = self.told(search_of(Random(a=(0, 1)), {"f": "minimise"}, {"h": (1.0, 2.0)}),
                           [{"f": 0, "h": 0.25}, {"f": 0, "h": 1.5}, {"f": 0, "h": 2.5}])
        self.assertEqual([trial.violations for trial in search.trials], [[0.75], [0.0], [0.5]])

    def test_what_makes_no_sense_is_said(self):
        for arguments, text in [
                (({"axes": []}, {"a": (0, 1)}, {"f": "minimise"}),
                 "study is a dict with the keys of a study file, without axes and sample"),
                (({}, {}, {"f": "minimise"}), "there are no variables"),
                (({}, {"a": (1, 0)}, {"f": "minimise"}), "a: give (smallest, largest) and not (1, 0)"),
                (({}, {"a": 3}, {"f": "minimise"}), "a: give (smallest, largest), or a list of values, and not 3"),
                (({}, {"a": (0, 1)}, {}), "there are no objectives"),
                (({}, {"a": (0, 1)}, {"f": "best"}), "f: 'best' is neither 'minimise' nor 'maximise'")]:
            with self.assertRaises(ValueError) as caught:
                optimise.Search(*arguments, sampler=Random())
            self.assertEqual(str(caught.exception), text)

    def test_without_optuna_it_says_what_to_install(self):
        with mock.patch.dict(sys.modules, {"optuna": None}), self.assertRaises(ImportError) as caught:
            search_of(None, {"f": "minimise"})
        self.assertEqual(str(caught.exception), "an optimisation needs Optuna (Debian: python3-optuna; pip install "
                                                "optuna), or a sampler of your own with ask() and tell()")


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_runs_give_columns_and_are_not_done_again(self):
        ranges = {CONICITY: (0.03, 0.1), DAMPER: (20e3, 40e3)}

        def search():
            made = optimise.Search(STUDY, ranges, {"critical_speed": "maximise", "YQ_max": "minimise"},
                                   {"critical_speed": (50.0, None)}, sampler=Random(**ranges))
            made.run(6, self.folder / "search", batch=4)
            return made

        first = search()
        self.assertEqual(len(first.trials), 6)
        for trial in first.trials:
            self.assertEqual(trial.problem, "")
            self.assertEqual(trial.feasible, trial.objectives[0] >= 50)
        for trial in first.front():
            self.assertTrue(trial.feasible)
        self.assertIn("<h2>All trials</h2>", (self.folder / "search/front.html").read_text())
        runs = {file: file.stat().st_mtime_ns for file in self.folder.rglob("runs/*.json")}
        self.assertEqual(len(runs), 6)
        again = search()
        self.assertEqual([t.objectives for t in again.trials], [t.objectives for t in first.trials])
        self.assertEqual({file: file.stat().st_mtime_ns for file in self.folder.rglob("runs/*.json")}, runs)

    def test_an_objective_that_is_no_column_is_named(self):
        search = optimise.Search(STUDY, {CONICITY: (0.03, 0.1)}, {"critical_sped": "maximise"},
                                 sampler=Random(**{CONICITY: (0.03, 0.1)}))
        with self.assertRaisesRegex(KeyError, "critical_sped is no column of the results: run, x1, status"):
            search.run(1, self.folder / "search")

    def test_a_stand_in_for_optuna_gets_what_optuna_takes(self):
        told = []

        class AskedTrial:
            def __init__(self):
                self.user_attrs = {}

            def suggest_float(self, key, low, high):
                return (low + high) / 2

            def suggest_categorical(self, key, values):
                return values[-1]

            def set_user_attr(self, key, value):
                self.user_attrs[key] = value

        class AStudy:
            def ask(self):
                return AskedTrial()

            def tell(self, trial, values=None, state=None):
                told.append((values, state, trial.user_attrs))

        made = []
        optuna = types.SimpleNamespace(
            exceptions=types.SimpleNamespace(ExperimentalWarning=FutureWarning),
            logging=types.SimpleNamespace(set_verbosity=lambda level: None, WARNING=30),
            samplers=types.SimpleNamespace(TPESampler=lambda **k: "tpe", NSGAIISampler=lambda **k: "nsga"),
            trial=types.SimpleNamespace(TrialState=types.SimpleNamespace(FAIL="fail")),
            create_study=lambda directions, sampler: made.append((directions, sampler)) or AStudy())
        with mock.patch.dict(sys.modules, {"optuna": optuna}):
            search = search_of(None, {"f": "minimise", "g": "maximise"}, {"h": (None, 1.0)},
                               {"a": (0.0, 1.0), "method": ["kec", "lut"]})
        one, other = search.ask(2)
        self.assertEqual(one.values, {"a": 0.5, "method": "lut"})
        search.tell(other, {"f": 1, "g": 2, "h": 3})
        search.tell(one, "the run failed")
        self.assertEqual(told, [([1.0, 2.0], None, {"violations": [2.0]}), (None, "fail", {})])
        self.assertEqual(made, [(["minimize", "maximize"], "nsga")])


class Genetic(unittest.TestCase):
    """Schaffer's problem: f = x², g = (x - 2)², whose front is 0 ≤ x ≤ 2 [Deb2002, table 1]."""

    def search(self, seed=1, **options):
        return optimise.Search({"case": "c.toml"}, {"x": (-100.0, 100.0)}, {"f": "minimise", "g": "minimise"},
                               sampler="genetic", seed=seed, **options)

    def solve(self, search, trials):
        for _ in range(trials):
            trial, = search.ask()
            x = trial.values["x"]
            search.tell(trial, {"f": x * x, "g": (x - 2)**2, "h": x})
        return search

    def test_finds_the_front_of_a_problem_with_a_closed_form(self):
        found = [trial.values["x"] for trial in self.solve(self.search(), 24 * 12).front()]
        self.assertGreater(len(found), 24)
        self.assertTrue(all(-0.05 < x < 2.05 for x in found))
        ordered = sorted(found)
        self.assertLess(max(b - a for a, b in zip(ordered, ordered[1:])), 0.5)
        self.assertLess(ordered[0], 0.2)
        self.assertGreater(ordered[-1], 1.8)

    def test_keeps_constraints(self):
        found = self.solve(self.search(constraints={"h": (1.0, None)}), 24 * 12).front()
        self.assertTrue(found and all(1.0 <= trial.values["x"] < 2.1 for trial in found))

    def test_the_seed_decides(self):
        values = [[trial.values["x"] for trial in self.solve(self.search(seed), 60).trials] for seed in (3, 3, 4)]
        self.assertEqual(values[0], values[1])
        self.assertNotEqual(values[0], values[2])

    def test_maximises_over_a_list_of_values(self):
        search = optimise.Search({"case": "c.toml"}, {"x": list(range(50)), "y": (0.0, 1.0)}, {"f": "maximise"},
                                 sampler="genetic")
        for _ in range(240):
            trial, = search.ask()
            search.tell(trial, {"f": trial.values["x"] - 10 * abs(trial.values["y"] - 0.5)})
        self.assertEqual(search.front()[0].values["x"], 49)

    def test_goes_on_where_results_are_late_or_missing(self):
        search = self.search()
        trials = search.ask(24)
        for trial in trials[:4]:
            search.tell(trial, {"f": 1.0, "g": 1.0})
        search.tell(trials[5], "the run failed")
        self.assertEqual(len(search.ask(30)), 30)
        with self.assertRaisesRegex(ValueError, "trial 99 was not requested"):
            search._sampler.tell(99, [1.0, 1.0], [])


if __name__ == "__main__":
    unittest.main()
