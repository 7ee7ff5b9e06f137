"""Results have one face: of a run, of its file, and of a part of either."""
import copy
import pickle
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import flangeway

CASE = "models/cases/wheelset_r500.toml"
SHORT = {"integration.duration": 0.5, "output.interval": 0.01}


def has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


class OneFace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = str(Path(cls.folder.name, "run.h5"))
        cls.case = flangeway.load_case(CASE, SHORT)
        cls.result = cls.case.run(output=cls.file)
        cls.results = flangeway.Results(cls.file)
        cls.all = (cls.result, cls.results, cls.result.copy())

    def test_all_have_the_same_methods(self):
        public = [{name for name in dir(one) if not name.startswith("_")} for one in self.all]
        # Members of a run alone, of a file alone and of a table in memory alone.
        self.assertEqual(public[0] - public[2], {"summary_text"})
        self.assertEqual(public[1] - public[2], {"path", "patch"})
        self.assertEqual(public[2] - public[1], {"warnings"})

    def test_a_mapping_of_names(self):
        for one in self.all:
            self.assertEqual(list(one), one.keys())
            self.assertEqual(len(one), len(one.channels))
            self.assertIn("wheelset.y", one)
            self.assertNotIn("wheelset.x", one)
            self.assertNotIn(3, one)
            self.assertEqual(one.rows, len(one["t"]))
            self.assertEqual(one.values.shape, (one.rows, len(one)))
            self.assertEqual(one.units["wheelset.y"], "m")

    def test_patterns_and_lists(self):
        for one in self.all:
            self.assertEqual(list(one["*.left.Q"]), ["wheelset.left.Q"])
            self.assertEqual(set(one["wheelset.*.Q"]), {"wheelset.left.Q", "wheelset.right.Q"})
            self.assertEqual(list(one[["t", "wheelset.y"]]), ["t", "wheelset.y"])
            np.testing.assert_array_equal(one["wheelset.l*.Q"]["wheelset.left.Q"], one["wheelset.left.Q"])

    def test_an_unknown_name_says_the_nearest(self):
        for one in self.all:
            for kind in (KeyError, flangeway.BadInput, ValueError):
                with self.assertRaises(kind) as raised:
                    one["wheelset.yy"]
                self.assertEqual(str(raised.exception), "there is no channel 'wheelset.yy'; did you mean 'wheelset.y'?")
            with self.assertRaisesRegex(KeyError, "no channel matches 'front_ws1"):
                one["front_ws1.*.Q"]
            with self.assertRaisesRegex(TypeError, "named by a text, not by slice; see between"):
                one[1:2]

    def test_parquet(self):
        """Read back by an own reader, which the tests of measurement_table check with a file of another writer."""
        scripts = str(Path(__file__).parents[2] / "scripts")
        sys.path.insert(0, scripts)
        self.addCleanup(sys.path.remove, scripts)
        from measurement_parquet import parquet_signals
        for number, one in enumerate(self.all):
            file = Path(self.folder.name, f"{number}.parquet")
            one.to_parquet(file)
            signals, _ = parquet_signals(file.read_bytes())
            self.assertEqual({signal.name: signal.unit for signal in signals}, one.units)
            for signal in signals:
                self.assertEqual(np.array(signal.values).tobytes(), one[signal.name].tobytes())
            with self.assertRaisesRegex(flangeway.BadInput, "exists already"):
                one.to_parquet(file)
            one.between(time=(0.1, 0.2), channels="wheelset.y").to_parquet(file, force=True)
            self.assertEqual([signal.name for signal in parquet_signals(file.read_bytes())[0]],
                             ["t", "distance", "wheelset.y"])

    def test_parts_by_time_and_distance(self):
        for one in self.all:
            part = one.between(time=(0.1, 0.2), channels="wheelset.?")
            self.assertEqual(part.keys()[:2], ["t", "distance"])
            self.assertTrue(np.all((part["t"] >= 0.1) & (part["t"] <= 0.2)))
            self.assertEqual(part.rows, int(np.sum((one["t"] >= 0.1) & (one["t"] <= 0.2))))
            end = one.between(distance=(one["distance"][-2], None))
            self.assertEqual(end.rows, 2)
            self.assertEqual(end["wheelset.y"][-1], one["wheelset.y"][-1])
            with self.assertRaises(flangeway.UnknownChannel):
                one.between(channels=["wheelset.x"])

    def test_equality_copies_and_pickles(self):
        for one in self.all:
            for other in self.all:
                self.assertEqual(one, other)
            for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
                self.assertEqual(again, one)
                self.assertEqual(again.summary, one.summary)
                self.assertEqual(again.channels[1].description, one.channels[1].description)
            self.assertNotEqual(one, one.between(time=(0, 0.1)))
            self.assertNotEqual(one, 3)

    def test_a_case_is_loaded_again_where_it_arrives(self):
        again = pickle.loads(pickle.dumps(self.case))
        self.assertEqual(again.run(), self.result)
        self.assertEqual(again.name, self.case.name)

    def test_text_and_page(self):
        for one in self.all:
            self.assertRegex(repr(one), r"^<flangeway.\w+ completed: 51 rows, \d+ channels, t 0 to 0.5 s, distance ")
            page = one._repr_html_()
            self.assertIn("<td>t</td><td>s</td>", page)
            self.assertRegex(page, r"and \d+ more channels")

    def test_events_are_rows_of_one_table(self):
        for one in self.all:
            found = one.events
            self.assertEqual(len(found), len(one.summary["events"]))
            self.assertLessEqual(len({tuple(event) for event in found}), 1)

    def test_a_file_is_a_context(self):
        with flangeway.Results(self.file) as results:
            self.assertEqual(results, self.result)

    @unittest.skipUnless(has("pandas"), "without pandas")
    def test_pandas(self):
        frame = self.results.to_pandas()
        self.assertEqual(frame.index.name, "t")
        self.assertEqual(frame.attrs["units"]["wheelset.y"], "m")
        np.testing.assert_array_equal(frame["wheelset.y"].to_numpy(), self.result["wheelset.y"])

    @unittest.skipUnless(has("xarray"), "without xarray")
    def test_xarray(self):
        data = self.result.to_xarray()
        self.assertEqual(data["wheelset.y"].attrs["units"], "m")
        self.assertEqual(data["wheelset.y"].dims, ("t",))
        np.testing.assert_array_equal(data["distance"], self.result["distance"])

    @unittest.skipUnless(has("matplotlib"), "without matplotlib")
    def test_plot(self):
        import matplotlib
        matplotlib.use("Agg")
        axes = self.results.plot(["wheelset.y", "wheelset.left.Q", "wheelset.right.Q"], x="distance")
        self.assertEqual([one.get_ylabel() for one in axes], ["m", "N"])
        self.assertEqual(axes[-1].get_xlabel(), "distance [m]")
        self.assertEqual(len(axes[1].lines), 2)
        with self.assertRaisesRegex(ValueError, "2 units, but 1 axes"):
            self.results.plot(["wheelset.y", "wheelset.left.Q"], axes=axes[:1])
        with self.assertRaisesRegex(ValueError, "cannot be told apart"):
            self.results.plot("*")

    def test_a_missing_package_is_named(self):
        if not has("polars"):
            with self.assertRaisesRegex(ImportError, "to_polars\\(\\) needs the package polars"):
                self.result.to_polars()
        if not has("pyarrow"):
            with self.assertRaisesRegex(ImportError, "to_arrow\\(\\) needs the package pyarrow"):
                self.result.to_arrow()

    def test_the_module_shows_nothing_of_its_own(self):
        self.assertFalse(hasattr(flangeway, "json"))


if __name__ == "__main__":
    unittest.main()
