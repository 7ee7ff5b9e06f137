"""Studies on a client of dask.distributed, with processes as workers of which one is killed, or all are."""
import os
import random
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

    def check_with_kills(self, how_many, moments=(4,)):
        """A study on the cluster has the bits of one on this machine, though workers are killed while it goes on: so many
        when each of these numbers of runs is done."""
        with tempfile.TemporaryDirectory() as folder:
            study = flangeway.Study(write_study(folder, 24), {"set.integration.duration": 2})
            here = study.run(output=Path(folder, "here"))
            victims, to_come = [], list(moments)

            def progress(done, total):
                while to_come and done >= to_come[0]:
                    to_come.pop(0)
                    for victim in [nanny.pid for nanny in self.cluster.workers.values() if nanny.pid][:how_many]:
                        os.kill(victim, signal.SIGKILL)
                        victims.append(victim)

            there = study.run(self.client, Path(folder, "there"), progress=progress)
            self.assertEqual(rows(here), rows(there))
            for run in range(1, 25):
                self.assertEqual(Path(folder, "here/runs", f"{run}.csv").read_bytes(),
                                 Path(folder, "there/runs", f"{run}.csv").read_bytes())
            self.client.wait_for_workers(2)
            self.assertGreater(len(victims), 0)
            self.assertFalse(set(victims) & set(self.client.run(os.getpid).values()))

    def test_a_worker_is_killed(self):
        self.check_with_kills(1)

    def test_all_workers_are_killed_and_others_take_their_place(self):
        self.check_with_kills(2)

    def test_workers_are_killed_again_and_again(self):
        draw = random.Random(37)
        for _ in range(3):
            self.check_with_kills(1, sorted(draw.sample(range(1, 23), 3)))


if __name__ == "__main__":
    unittest.main()
