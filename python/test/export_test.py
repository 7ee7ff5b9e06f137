"""Exported files, read back with readers of other projects."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import flangeway
import numpy as np

try:
    import scipy.io
except ImportError:
    scipy = None

PROGRAM = os.environ["FLANGEWAY"]
CASE = pathlib.Path("models/cases/wheelset_r300.toml").resolve()


def export(result, file, *words):
    run = subprocess.run([PROGRAM, "export", result, "-o", file, *words], capture_output=True, text=True)
    if run.returncode:
        raise AssertionError(run.stderr)


@unittest.skipIf(scipy is None, "SciPy is missing")
class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        cls.file = str(cls.folder / "run.h5")
        flangeway.load_case(str(CASE), {"integration.duration": 0.5}).run(output=cls.file)
        cls.result = flangeway.Results(cls.file)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def test_matlab(self):
        file = str(self.folder / "run.mat")
        export(self.file, file)
        read = scipy.io.loadmat(file, squeeze_me=True, struct_as_record=False)
        np.testing.assert_array_equal(read["data"].wheelset.left.Q, self.result["wheelset.left.Q"])
        described = {str(one.name): one for one in read["channels"]}
        self.assertEqual(list(described), self.result.keys())
        for name, unit in self.result.units.items():
            self.assertEqual(str(described[name].unit), unit)
            values = read["data"]
            for field in str(described[name].field).split("."):
                values = getattr(values, field)
            np.testing.assert_array_equal(values, self.result[name])
        self.assertEqual(str(read["info"].status), "completed")
        self.assertIn('"status"', str(read["info"].summary_json))

    def test_netcdf(self):
        file = str(self.folder / "run.nc")
        export(self.file, file, "--channel", "wheelset.left.*", "--from", "0.1", "--every", "2")
        first = int(np.searchsorted(self.result["t"], 0.1 - 1e-9))
        with scipy.io.netcdf_file(file, mmap=False) as read:
            self.assertEqual(set(read.dimensions), {"t"})
            np.testing.assert_array_equal(read.variables["t"].data, self.result["t"][first::2])
            for name, values in self.result["wheelset.left.*"].items():
                variable = read.variables[name]
                np.testing.assert_array_equal(variable.data, values[first::2])
                self.assertEqual(variable.units.decode(), self.result.units[name])
            self.assertEqual(read.status, b"completed")

    def test_xarray_reads_netcdf(self):
        try:
            import xarray
        except ImportError:
            self.skipTest("xarray is missing")
        file = str(self.folder / "x.nc")
        export(self.file, file, "--channel", "wheelset.left.Q")
        try:
            read = xarray.open_dataset(file, engine="scipy")
        except (AttributeError, ValueError) as missing:
            self.skipTest(f"xarray has no engine for it: {missing}")
        np.testing.assert_array_equal(read["wheelset.left.Q"].values, self.result["wheelset.left.Q"])
        read.close()

    def test_csv_is_that_of_results(self):
        file = self.folder / "run.csv"
        export(self.file, str(file), "--channel", "wheelset.y")
        other = self.folder / "other.csv"
        subprocess.run([PROGRAM, "results", self.file, "--channel", "wheelset.y", "--csv", "-o", str(other)], check=True)
        self.assertEqual(file.read_bytes(), other.read_bytes())

    def test_other_endings_are_refused(self):
        run = subprocess.run([PROGRAM, "export", self.file, "-o", str(self.folder / "run.xls")], capture_output=True,
                             text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("does not end as a file of channels does", run.stderr)
        self.assertIn("allowed .csv, .mat (MATLAB 5), .nc (NetCDF 3) or .parquet", run.stderr)
        self.assertFalse((self.folder / "run.xls").exists())

    def test_contact_fields(self):
        fields = str(self.folder / "contact.h5")
        deck = next(pathlib.Path("models").glob("contact/*.toml"))
        subprocess.run([PROGRAM, "contact", str(deck), "-o", fields, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        patches = [f"{case}/{patch}" for case, patch in _groups(fields)]
        file = self.folder / "patch.vtk"
        export(fields, str(file), "--patch", patches[0])
        grid, values = _read_vtk(file.read_text())
        import h5py
        with h5py.File(fields) as stored:
            group = stored[patches[0]]
            np.testing.assert_array_equal(grid["X"], group["x"][()])
            np.testing.assert_array_equal(grid["Y"], group["y"][()])
            pressure = next(name for name in values if name.startswith("pressure"))
            np.testing.assert_array_equal(values[pressure], group["pressure"][()].ravel())


def _groups(file):
    try:
        import h5py
    except ImportError:
        raise unittest.SkipTest("h5py is missing") from None
    with h5py.File(file) as stored:
        return [(case, patch) for case in stored if isinstance(stored[case], h5py.Group)
                for patch in stored[case] if isinstance(stored[case][patch], h5py.Group)]


def _read_vtk(text):
    """The grid and the scalars of a legacy file, by its keywords."""
    words, grid, values, place = text.split("\n", 3)[3].split(), {}, {}, 0
    while place < len(words):
        word = words[place]
        if word.endswith("_COORDINATES"):
            count = int(words[place + 1])
            grid[word[0]] = np.array(words[place + 3:place + 3 + count], float)
            place += 3 + count
        elif word == "SCALARS":
            count = len(grid["X"]) * len(grid["Y"])
            values[words[place + 1]] = np.array(words[place + 6:place + 6 + count], float)
            place += 6 + count
        else:
            place += 1
    return grid, values


if __name__ == "__main__":
    unittest.main()
