"""Runs from Python: the same bits as from the command line, callbacks, cancellation, memory."""
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import numpy as np

import flangeway

PROGRAM = os.environ["FLANGEWAY"]
CASE = "models/cases/wheelset_r500.toml"
SHORT = {"integration.duration": 0.2}
LONG = {"integration.duration": 1000, "speed": 0.1}


class Controllers(unittest.TestCase):
    SET = {"integration.duration": 0.2}
    CASE = "models/cases/metro_coach_python.toml"

    def test_a_function_takes_the_place_of_the_file(self):
        case = flangeway.load_case(self.CASE, self.SET)
        from_file = case.run()
        ours = case.run(controllers={"skyhook": lambda time, inputs: [-3e4 * inputs[0]] * 2})
        name = "coach_carbody.y"
        self.assertEqual(from_file[name].tobytes(), ours[name].tobytes())
        self.assertEqual(case.run(controllers={"skyhook": lambda time, inputs: (500, 0)})["skyhook.lateral_front"][-1], 500)

    def test_what_fails_is_named(self):
        case = flangeway.load_case(self.CASE, self.SET)
        hurried = flangeway.load_case(self.CASE, {**self.SET, "control.python[0].time_limit": 0.5})

        def raises(time, inputs):
            return 1 / 0

        def sleeps(time_, inputs):
            time.sleep(3)

        for function, text in ((raises, "ZeroDivisionError: division by zero"), (sleeps, "it did not answer in time"),
                               (lambda time, inputs: [1], "it gave 1 numbers for 2 outputs")):
            with self.assertRaises(flangeway.NumericalFailure) as raised:
                (hurried if function is sleeps else case).run(controllers={"skyhook": function})
            self.assertIn('the controller "skyhook" failed: ' + text, str(raised.exception))
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            case.run(controllers={"skyhook": sleeps})
        timer.join()
        with self.assertRaisesRegex(ValueError, "the case has no controller 'other'"):
            case.run(controllers={"other": raises})
        with self.assertRaisesRegex(TypeError, "a controller must be a function"):
            case.run(controllers={"skyhook": 3})


class SameBits(unittest.TestCase):
    def test_as_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            theirs_file, ours_file = folder + "/theirs.h5", folder + "/ours.h5"
            subprocess.run([PROGRAM, "run", CASE, "--set", "integration.duration=0.2", "-o", theirs_file, "--quiet"],
                           check=True)
            result = flangeway.load_case(CASE, SHORT).run(output=ours_file)
            theirs, ours = flangeway.Results(theirs_file), flangeway.Results(ours_file)
            self.assertEqual([c.name for c in theirs.channels], [c.name for c in result.channels])
            self.assertEqual(theirs.units, result.units)
            for channel in result.channels:
                self.assertEqual(theirs[channel.name].tobytes(), result[channel.name].tobytes(), channel.name)
                self.assertEqual(theirs[channel.name].tobytes(), ours[channel.name].tobytes(), channel.name)
            for summary in (ours.summary, result.summary):
                for key in ("steps", "evaluations", "final", "wheels", "drift", "status"):
                    self.assertEqual(theirs.summary[key], summary[key])

    def test_a_stopped_run_that_is_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/run.h5"
            case = flangeway.load_case(CASE, {"integration.duration": 2})
            stopped = case.run(output=file, on_row=lambda row: row[0] < 0.5)  # a bool of numpy
            self.assertEqual(stopped.status, "stopped")
            self.assertLess(len(stopped["t"]), 60)
            continued, whole = flangeway.continue_run(file), case.run()
            self.assertEqual(continued.status, "completed")
            for channel in whole.channels:
                self.assertEqual(continued[channel.name].tobytes(), whole[channel.name].tobytes(), channel.name)
                self.assertEqual(flangeway.Results(file)[channel.name].tobytes(), whole[channel.name].tobytes())
            with self.assertRaisesRegex(flangeway.BadInput, "belongs to a run that is finished"):
                flangeway.continue_run(file)

    def test_two_runs_of_a_case_share_nothing(self):
        case = flangeway.load_case(CASE, SHORT)
        alone = case.run().values
        both = [None, None]

        def run(i):
            both[i] = case.run().values

        threads = [threading.Thread(target=run, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for values in both:
            self.assertEqual(alone.tobytes(), values.tobytes())

    def test_built_in_python_as_from_files(self):
        import tomllib

        def read(name):
            with open(name, "rb") as file:
                return tomllib.load(file)
        case = read(CASE)
        made = flangeway.load_case(case, SHORT, vehicle=read("models/vehicles/wheelset.toml"),
                                   track=read("models/tracks/wheelset_r500.toml"))
        self.assertEqual(made.run().values.tobytes(), flangeway.load_case(CASE, SHORT).run().values.tobytes())


class Result(unittest.TestCase):
    def test_channels_have_names_units_and_one_number_per_row(self):
        result = flangeway.load_case(CASE, SHORT).run()
        self.assertEqual(result.status, "completed")
        self.assertEqual(result.values.shape, (21, len(result.channels)))
        self.assertEqual(result.units["wheelset.y"], "m")
        np.testing.assert_allclose(np.diff(result["t"]), 0.01, rtol=1e-9)
        self.assertTrue(np.shares_memory(result["wheelset.y"], result.values))
        self.assertIn("completed", result.summary_text)
        with self.assertRaisesRegex(KeyError, "there is no channel 'wheelset.yy'; did you mean 'wheelset.y'?"):
            result["wheelset.yy"]

    def test_a_view_outlives_its_result(self):
        y = flangeway.load_case(CASE, SHORT).run()["t"]
        self.assertAlmostEqual(y[-1], 0.2)


class Callbacks(unittest.TestCase):
    def test_rows_as_they_come(self):
        rows = []
        result = flangeway.load_case(CASE, SHORT).run(on_row=lambda row: rows.append(row))
        self.assertEqual(np.array(rows).tobytes(), result.values.tobytes())

    def test_false_ends_the_run_in_order(self):
        case = flangeway.load_case(CASE, LONG)
        seen = []

        def stop(distance, time_):
            seen.append((distance, time_))
            return len(seen) < 3

        result = case.run(progress=stop)
        self.assertEqual(result.status, "stopped")
        self.assertEqual(len(seen), 3)
        self.assertGreater(len(result["t"]), 0)
        rows = []
        result = case.run(on_row=lambda row: bool(rows.append(row)) or len(rows) < 5)
        self.assertEqual((result.status, len(rows)), ("stopped", 5))

    def test_what_a_callback_raises_comes_out(self):
        def fail(distance, time_):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "^enough$"):
            flangeway.load_case(CASE, LONG).run(progress=fail)

    def test_ctrl_c(self):
        killer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        killer.start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            flangeway.load_case(CASE, LONG).run()
        self.assertLess(time.monotonic() - begun, 5)

    def test_other_threads_go_on(self):
        counted = [0]
        done = threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        flangeway.load_case(CASE, {"integration.duration": 5}).run()
        before = counted[0]
        done.set()
        thread.join()
        self.assertGreater(before, 5)


class Failure(unittest.TestCase):
    def test_a_numerical_failure_keeps_what_was_computed(self):
        # a flange so stiff that a step passes right through its rebound
        settings = {"contact.method": "lut", "contact.lookup.flange_stiffness": 1e13, "integration.step": 2e-3,
                    "integration.duration": 12}
        with self.assertRaises(flangeway.NumericalFailure) as raised:
            flangeway.load_case("models/cases/wheelset_r150.toml", settings).run()
        result = raised.exception.result
        self.assertEqual(result.status, "stopped")
        self.assertEqual(str(raised.exception), result.summary["failure"])
        self.assertGreater(len(result["t"]), 0)


class Memory(unittest.TestCase):
    def test_steady_over_1000_runs(self):
        case = flangeway.load_case(CASE, {"integration.duration": 0.003, "output.interval": 0.001})

        def used():  # resident, bytes
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * resource.getpagesize()

        for _ in range(100):
            case.run()
        before = used()
        for _ in range(900):
            case.run()["wheelset.y"].sum()
        self.assertLess(used() - before, 1 << 20)


if __name__ == "__main__":
    unittest.main()
