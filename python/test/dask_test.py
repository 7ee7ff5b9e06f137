"""Studies on a client of dask.distributed, with processes as workers of which one is killed."""
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import distributed
except ImportError:
    print("dask.distributed is not installed (python3-distributed)")
    sys.exit(77)

import flangeway
from study_test import rows, write_study


class OnDask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                               host="127.0.0.1", silence_logs=50)
        cls.client = distributed.Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def test_the_results_are_those_of_one_machine_though_a_worker_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            study = flangeway.Study(write_study(folder, 24), {"set.integration.duration": 2})
            here = study.run(output=Path(folder, "here"))
            victims = list(self.client.run(os.getpid).values())

            def progress(done, total):
                if done == 4:
                    os.kill(victims[0], signal.SIGKILL)

            there = study.run(self.client, Path(folder, "there"), progress=progress)
            self.assertEqual(rows(here), rows(there))
            for run in range(1, 25):
                self.assertEqual(Path(folder, "here/runs", f"{run}.csv").read_bytes(),
                                 Path(folder, "there/runs", f"{run}.csv").read_bytes())
            self.assertNotIn(victims[0], self.client.run(os.getpid).values())


if __name__ == "__main__":
    unittest.main()
