#!/usr/bin/env python3
"""What scripts/compare_generated.py says of two small files.

    compare_generated_test.py SCRIPT
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = "t [s],axle.y [m],axle.left.Q [N],axle.left.YQ\n0,1,100,0\n0.1,2,200,0\n"


class TheScript(unittest.TestCase):
    def said(self, record, run=RUN):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / "run.csv", Path(folder) / "record.csv"]
            files[0].write_text(run)
            files[1].write_text(record)
            done = subprocess.run([sys.executable, SCRIPT, *files], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1 if done.stderr else 0)
        return done.stderr or done.stdout

    def test_finds_the_largest_difference(self):
        self.assertEqual(self.said("time,axle.y,axle.left_Q\n0,1,101\n0.1,2.5,200\n"),
                         "2 times from 0.0 to 0.1 s\ny        largest difference 5.0e-01 of 2\n"
                         "Q        largest difference 1.0e+00 of 200\nnot in the record: YQ\n")

    def test_compares_what_joints_do(self):
        run = "t [s],a.y [m],spring.force [N],pin.force.y [N],pin.moment.z [Nm],link.force [N]\n0,1,4,5,6,7\n"
        self.assertEqual(self.said("time,a.y,pin.force.y,link.force\n0,1,5.5,7\n", run),
                         "1 times from 0.0 to 0.0 s\ny        largest difference 0.0e+00 of 1\n"
                         "force.y  largest difference 5.0e-01 of 5\nforce    largest difference 0.0e+00 of 7\n"
                         "not in the record: moment.z\n")

    def test_refuses_what_cannot_be_compared(self):
        for record, problem in {
            "time,axle.y,axle.left_Q\n5,1,100\n": "the files have no time in common",
            "time,axle.y,axle.left_Q\n0,1,nan\n": "axle.left_Q is nan at 0.0 s",
            "time,wagon.y,wagon.left_Q\n0,1,100\n": "the files have no channel in common",
        }.items():
            self.assertEqual(self.said(record), f"compare_generated.py: {problem}\n")
        two = "t [s],a.y [m],b.y [m]\n0,1,1\n"
        self.assertEqual(self.said("time,a.y\n0,1\n", two), "compare_generated.py: the record has no b.y\n")


if __name__ == "__main__":
    SCRIPT = sys.argv.pop()
    unittest.main()
