#!/usr/bin/env python3
"""A generated vehicle with joints, in real time over UDP as a bench would run it.

    udp.py FLANGEWAY CASE.toml COMPARE_GENERATED

Every answer is held against a run offline with the same inputs, and the whole against a run of the engine.
"""
import csv
import json
import re
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

STEP, TORQUE, MORE = 1e-3, 300.0, 500.0  # s; N m of the case, and from the bench on each driven wheelset
STEPS = 400  # of a run by the clock
# Three cars, which compile faster than five.
CARS = ["vehicle.parts[0].count=3", "vehicle.parts[1].count=4", "vehicle.bushings[0].row=3", "vehicle.bushings[1].row=3",
        "vehicle.spherical_joints[0].row=2", "drive=free"]


class TheBench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = cls.root = Path(cls.folder.name)
        cls.sets = [word for text in CARS for word in ("--set", text)]
        torque = ["--set", f"traction.torque=[[0.0, {TORQUE}], [100.0, {TORQUE}]]"]
        for command in ([FLANGEWAY, "codegen", CASE, *cls.sets, *torque, "-o", root / "c", "--quiet"],
                        ["cmake", "-S", root / "c", "-B", root / "b"], ["cmake", "--build", root / "b"]):
            subprocess.run(command, check=True, capture_output=True)
        cls.answers, cls.report = cls.talk()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def talk(cls):
        """All answers of a run by the clock, while the bench asks for more torque."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
            link.settimeout(0.02)
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
            free.close()
            report = cls.root / "udp.json"
            runner = subprocess.Popen([cls.root / "b/runner", "--duration", str(STEPS * STEP), "--udp", str(port), "--json",
                                       report], stderr=subprocess.DEVNULL)
            answers, sequence = [], 0
            while runner.poll() is None:
                sequence += 1
                link.sendto(struct.pack("=Qd", sequence, MORE), ("127.0.0.1", port))
                try:
                    answers.append(link.recv(65536))
                except (socket.timeout, ConnectionError):  # it does not listen yet, or not any more
                    continue
            link.setblocking(False)
            while True:
                try:
                    answers.append(link.recv(65536))
                except BlockingIOError:
                    break
                except ConnectionError:
                    continue
        assert runner.returncode == 0
        return [struct.unpack(f"=Q{len(a) // 8 - 1}d", a) for a in answers], json.loads(report.read_text())

    def before(self):
        """Steps before the first datagram came."""
        return self.answers[0][0] - 1

    def offline(self, before):
        """The same inputs from a file, after so many steps: names of the columns, rows, and the file of them."""
        file, record = self.root / "inputs.csv", self.root / "offline.csv"
        file.write_text(f"time,torque\n{(before - 0.5) * STEP:.9g},{MORE}\n")
        subprocess.run([self.root / "b/runner", "--duration", str(STEPS * STEP), "--input", file, "--record", record],
                       check=True, capture_output=True)
        return *self.read(record), record

    @staticmethod
    def read(record):
        """Names of the columns, and rows from the start on, one for each step."""
        with record.open(newline="") as file:
            names, *rows = csv.reader(file)
        return names, [[float(value) for value in row] for row in rows]

    # An answer may be lost while the machine is busy.
    def test_answers_steps_once_and_in_order(self):
        steps = [answer[0] for answer in self.answers]
        self.assertEqual(steps, sorted(set(steps)))
        self.assertGreater(len(steps), (STEPS - steps[0]) / 2)
        self.assertGreaterEqual(self.report["received"], 1)
        self.assertEqual((self.report["refused_size"], self.report["refused_sequence"]), (0, 0))
        self.assertEqual(self.report["status"], "runs")

    def test_answers_are_those_of_a_run_offline(self):
        header, rows, _ = self.offline(self.before())
        of_bodies = ("s", "y", "z", "roll", "pitch", "yaw")
        kept = [i for i, name in enumerate(header) if name == "time" or name.rpartition(".")[2] in of_bodies or
                name.endswith("_Q") or ".force." in name]
        joints = [name for name in header if ".force." in name]
        self.assertGreater(len(joints), 0)
        for step, *values in self.answers:
            expected = [rows[step][i] for i in kept]
            self.assertEqual(len(values), len(expected))
            for found, wanted, i in zip(values, expected, kept):
                self.assertAlmostEqual(found, wanted, delta=1e-11 * abs(wanted) + 1e-300, msg=header[i])

    def test_the_bench_pushes_the_train(self):
        header, rows, _ = self.offline(self.before())
        speed = header.index("d" + next(name for name in header if name.endswith(".s")))
        idle = self.root / "idle.csv"
        subprocess.run([self.root / "b/runner", "--duration", str(STEPS * STEP), "--record", idle], check=True,
                       capture_output=True)
        _, alone = self.read(idle)
        self.assertGreater(rows[STEPS][speed], alone[STEPS][speed] + 1e-3)

    # Whenever the input comes: before the first step, within the steps that start the integrator, or later.
    def test_moves_as_the_engine_does(self):
        for before in (0, 1, 2, 3, self.before()):
            with self.subTest(before=before):
                self.compare_with_the_engine(before)

    # A step begins with the rates that the step before ended with, so that a new input first acts after its beginning:
    # so does a ramp that is shorter than half a step. An input that is there before the first step acts from the start on.
    def compare_with_the_engine(self, before):
        record = self.offline(before)[-1]
        ramp = [[before * STEP, TORQUE], [(before + 0.1) * STEP, TORQUE + MORE]]
        torque = (ramp if before > 0 else [[0.0, TORQUE + MORE]]) + [[100.0, TORQUE + MORE]]
        result, table = self.root / "engine.h5", self.root / "engine.csv"
        subprocess.run([FLANGEWAY, "run", CASE, *self.sets, "--set", f"traction.torque={torque}", "--set",
                        f"integration.duration={STEPS * STEP}", "--set", f"output.interval={STEP}", "-o", result, "--quiet",
                        "--force"], check=True, capture_output=True)
        subprocess.run([FLANGEWAY, "results", result, "--csv", "-o", table, "--force"], check=True, capture_output=True)
        said = subprocess.run([sys.executable, COMPARE, table, record], check=True, capture_output=True, text=True).stdout
        differences = dict(re.findall(r"^(\S+) +largest difference (\S+)", said, re.M))
        for kind, most in {"s": 1e-8, "y": 1e-11, "z": 1e-10, "yaw": 1e-11, "Q": 1e-2, "force.x": 1e-3, "force.z": 1e-3}.items():
            self.assertLess(float(differences[kind]), most, said)


if __name__ == "__main__":
    FLANGEWAY, CASE, COMPARE = sys.argv[1:4]
    del sys.argv[1:4]
    unittest.main()
