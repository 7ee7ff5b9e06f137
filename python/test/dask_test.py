"""Studies on a client of dask.distributed, with processes as workers of which one is killed, or all are."""
import os
import signal
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

try:
    import dask
    import distributed
except ImportError:
    print("dask.distributed is not installed (python3-distributed)")
    sys.exit(77)

import flangeway
from flangeway import _study
from study_test import rows, write_study


class FilesThatEndAWorker(_study._Files):
    """The first worker that is given the files ends before it answers."""
    mark = ""  # a file that this worker removes

    def __init__(self, name, bundle):
        super().__init__(name, bundle)
        self.mark = type(self).mark

    def setup(self, worker):
        super().setup(worker)
        try:
            os.unlink(self.mark)
        except FileNotFoundError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


class OnDask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # On a busy machine, a worker that was killed may need longer than 15 s to come back.
        dask.config.set({"distributed.deploy.lost-worker-timeout": "600s"})
        cls.cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                               host="127.0.0.1", silence_logs=50)
        cls.client = distributed.Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def check_with_kills(self, how_many):
        """A study on the cluster has the bits of one on this machine, though workers are killed while it goes on."""
        with tempfile.TemporaryDirectory() as folder:
            study = flangeway.Study(write_study(folder, 24), {"set.integration.duration": 2})
            here = study.run(output=Path(folder, "here"))
            victims = list(self.client.run(os.getpid).values())[:how_many]

            def progress(done, total):
                if done == 4:
                    for victim in victims:
                        os.kill(victim, signal.SIGKILL)

            there = study.run(self.client, Path(folder, "there"), progress=progress)
            self.assertEqual(rows(here), rows(there))
            for run in range(1, 25):
                self.assertEqual(Path(folder, "here/runs", f"{run}.csv").read_bytes(),
                                 Path(folder, "there/runs", f"{run}.csv").read_bytes())
            self.client.wait_for_workers(2)
            self.assertFalse(set(victims) & set(self.client.run(os.getpid).values()))

    def test_a_worker_is_killed(self):
        self.check_with_kills(1)

    def test_all_workers_are_killed_and_others_take_their_place(self):
        self.check_with_kills(2)

    def test_a_worker_is_lost_while_it_is_given_the_files(self):
        with tempfile.TemporaryDirectory() as folder:
            study = flangeway.Study(write_study(folder, 4))
            here = study.run(output=Path(folder, "here"))
            FilesThatEndAWorker.mark = str(Path(folder, "mark"))
            Path(FilesThatEndAWorker.mark).touch()
            with unittest.mock.patch.object(_study, "_Files", FilesThatEndAWorker):
                there = study.run(self.client, Path(folder, "there"))
            self.assertFalse(Path(FilesThatEndAWorker.mark).exists())
            self.assertEqual(rows(here), rows(there))


if __name__ == "__main__":
    unittest.main()
