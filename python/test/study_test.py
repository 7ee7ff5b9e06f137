"""Studies from Python: with a client of dask's kind, without one, and results.h5."""
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

import flangeway
from flangeway import _study

MODELS = Path("models").resolve()
MEASURED = ("wall_time", "cpu_time", "real_time_factor")


def write_study(folder, count=4, name="study.toml"):
    """A study whose inputs are all named by relative paths."""
    for file in ("vehicles/wheelset.toml", "tracks/wheelset_r150.toml"):
        place = Path(folder, "data", Path(file).name)
        place.parent.mkdir(exist_ok=True)
        place.write_text((MODELS / file).read_text())
    Path(folder, "case.toml").write_text(
        'vehicle = "data/wheelset.toml"\ntrack = "data/wheelset_r150.toml"\nspeed = 10.0\nintegration.duration = 0.3\n'
        "contact.kec.points = 501\ninitial.y = 1e-3\n")
    Path(folder, name).write_text(
        f'case = "case.toml"\nrecord = ["wheelset.y"]\nsample = {{ method = "random", count = {count} }}\n'
        '[[axes]]\nname = "friction"\nkey = "contact.friction.coefficient"\n'
        'distribution = { kind = "uniform", from = 0.1, to = 0.5 }\n')
    return str(Path(folder, name))


def rows(table):
    """Everything but measured times."""
    return {name: list(map(str, table[name])) for name in table.columns if name not in MEASURED}


class Future:
    def __init__(self, value):
        self.value, self.cancelled = value, False

    def cancel(self):
        self.cancelled = True


class Client:
    """submit and gather, with all that is sent through pickle as to another machine."""

    def __init__(self, fail=0):
        self.sent, self.keys, self.futures, self.fail = [], [], [], fail

    def submit(self, function, data, *arguments, key, retries):
        assert retries > 0
        if not isinstance(data, Future):  # the files: a task of its own
            self.sent.append(pickle.dumps(data))
            return Future((function, data, arguments))
        self.keys.append(key)
        self.futures.append(Future((function, data, arguments)))
        return self.futures[-1]

    def gather(self, futures):
        return [pickle.loads(pickle.dumps(self.do(*future.value))) for future in futures]

    def do(self, function, data, arguments):
        if self.fail:
            self.fail -= 1
            raise OSError("the worker is gone")
        if isinstance(data, Future):
            files, content, none = data.value
            data = pickle.loads(pickle.dumps(files))(pickle.loads(pickle.dumps(content)), *none)
        return pickle.loads(pickle.dumps(function))(data, *arguments)


class WithAClient(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.study = write_study(self.folder)

    def path(self, *names):
        return str(Path(self.folder, *names))

    def test_the_results_are_those_of_one_machine(self):
        here = flangeway.Study(self.study).run(output=self.path("here"))
        client = Client()
        there = flangeway.Study(self.study).run(client, self.path("there"))
        self.assertEqual(rows(here), rows(there))
        for run in range(1, 5):
            self.assertEqual(Path(self.path("here", "runs", f"{run}.csv")).read_bytes(),
                             Path(self.path("there", "runs", f"{run}.csv")).read_bytes())
        self.assertEqual(len(client.sent), 1)
        self.assertEqual(len(set(client.keys)), 4)
        self.assertTrue(Path(self.path("there", "study.html")).exists())
        self.assertEqual(rows(flangeway.Study(self.study).run(Client())), rows(here))  # arrays alone

    def test_inputs_are_read_where_they_were_sent(self):
        client = Client()
        client.gather = lambda futures: [self.fail("not yet")]
        study = flangeway.Study(self.study)
        with self.assertRaisesRegex(AssertionError, "not yet"):
            study.run(client, self.path("out"))
        self.assertTrue(all(future.cancelled for future in client.futures))
        (bundle,) = map(pickle.loads, client.sent)
        os.rename(self.path("data"), self.path("gone"))
        function, _, arguments = client.futures[0].value
        summary, channels = function(bundle, *arguments)
        self.assertIn(b'"status": "completed"', summary)
        self.assertTrue(channels.startswith(b"t [s],wheelset.y [m]\n"))
        self.assertEqual(set(bundle.files), {"study.toml", "case.toml", "data/wheelset.toml", "data/wheelset_r150.toml"})

    def test_equal_studies_have_equal_hashes(self):
        hashes = []
        for set_ in (None, None, {"sample.count": 5}):
            client = Client()
            flangeway.Study(self.study, set_).run(client)
            hashes.append(pickle.loads(client.sent[0]).hash)
        self.assertEqual(hashes[0], hashes[1])
        self.assertNotEqual(hashes[0], hashes[2])

    def test_a_process_keeps_the_newest_studies_alone(self):
        folders = []
        for count in range(1, 5):
            flangeway.Study(self.study, {"sample.count": count}).run(Client())
            folders.append(next(reversed(_study._opened.values()))[0].name)
        self.assertEqual([Path(folder).is_dir() for folder in folders], [False, False, True, True])

    def test_what_is_done_is_not_run_again(self):
        with self.assertRaises(OSError):
            flangeway.Study(self.study).run(Client(fail=1), self.path("out"))
        done = []
        progress = lambda done_, total: done.append((done_, total)) or len(done) < 2
        flangeway.Study(self.study).run(Client(), self.path("out"), progress=progress)
        self.assertEqual(done, [(1, 4), (2, 4)])
        client = Client()
        table = flangeway.Study(self.study).run(client, self.path("out"))
        self.assertEqual(len(client.futures), 2)
        self.assertEqual(len(table), 4)
        client = Client()
        flangeway.Study(self.study).run(client, self.path("out"))
        self.assertEqual((client.sent, client.futures), ([], []))

    def test_a_file_that_differs_on_a_worker_is_named(self):
        text = Path(self.path("case.toml")).read_text().replace('"data/wheelset.toml"', f'"{self.path("data")}/wheelset.toml"')
        Path(self.path("case.toml")).write_text(text)

        class OnAnotherMachine(Client):
            def gather(client, futures):
                with open(self.path("data", "wheelset.toml"), "a") as file:
                    file.write("# changed\n")
                return super().gather(futures)

        with self.assertRaises(flangeway.BadInput) as caught:
            flangeway.Study(self.study).run(OnAnotherMachine(), self.path("out"))
        self.assertEqual(str(caught.exception), f"{self.path('data')}/wheelset.toml: is not what it was when the study "
                                                "began. Restore it, or begin the study anew.")

    def test_bad_input_is_found_before_anything_is_sent(self):
        client = Client()
        with self.assertRaisesRegex(flangeway.BadInput, "speeed"):
            flangeway.Study(self.study, {"axes[0].key": "speeed"}).run(client, self.path("out"))
        self.assertEqual((client.sent, Path(self.path("out")).exists()), ([], False))

    def test_a_dict_is_a_study(self):
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        study = {"case": "case.toml", "record": ["wheelset.y"],
                 "axes": [{"name": "friction", "key": "contact.friction.coefficient", "values": [0.2, 0.3]}]}
        self.assertEqual(rows(flangeway.Study(study).run(Client())), rows(flangeway.Study(study).run()))

    def test_results_h5_has_the_table(self):
        table = flangeway.Study(self.study).run(output=self.path("out"))
        with h5py.File(self.path("out", "results.h5")) as file:
            self.assertEqual(list(file.attrs["columns"]), list(table.columns))
            self.assertEqual(file.attrs["format"], "flangeway study table")
            self.assertEqual(file.attrs["version"], flangeway.__version__)
            for name, unit in table.columns.items():
                self.assertEqual(file[name].attrs["unit"], unit)
                ours = table[name]
                if isinstance(ours, np.ndarray) and file[name].dtype.kind == "f":
                    np.testing.assert_array_equal(file[name][:], ours)
                else:
                    self.assertEqual([text.decode() for text in file[name][:]],
                                     ours if isinstance(ours, list) else [""] * len(table))
            self.assertEqual(file["friction"].dtype, np.float64)
            self.assertEqual([text.decode() for text in file["status"][:]], ["completed"] * 4)


if __name__ == "__main__":
    unittest.main()
