#!/usr/bin/env python3
"""The FMUs of a case or a symbolic model, packed, opened and run as an importer does.

    fmu.py FLANGEWAY FILE.toml

Held against the runner of the same project. No checker of the FMI project is at hand here: what is checked is what
the standards 2.0.4 and 3.0 ask of the archive, the description (fmi_rules.py) and the functions that are used.
"""
import copy
import csv
import ctypes
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

from fmi_rules import violations

DOUBLE, REFERENCE, SIZE, TEXT, POINTER = ctypes.c_double, ctypes.c_uint32, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_void_p

# Functions for messages. FMI 2 passes any number of arguments; the tests need the first.
LOG_2 = ctypes.CFUNCTYPE(None, POINTER, TEXT, ctypes.c_int, TEXT, TEXT, TEXT)
LOG_3 = ctypes.CFUNCTYPE(None, POINTER, ctypes.c_int, TEXT, TEXT)


class EventInfo(ctypes.Structure):
    """Of FMI 2."""

    _fields_ = [(name, ctypes.c_int) for name in ("again", "terminate", "nominals", "moved", "has_next")] + [("next", DOUBLE)]


class Fmu:
    """An archive taken apart, its library open."""

    def __init__(self, version, archive, folder, exchange=False):
        self.version, self.exchange = version, exchange
        with zipfile.ZipFile(archive) as file:
            assert file.testzip() is None
            file.extractall(folder)
        self.description = xml.parse(Path(folder) / "modelDescription.xml").getroot()
        platform = "linux64" if version == 2 else "x86_64-linux"
        self.library = ctypes.CDLL(str(Path(folder) / "binaries" / platform / "model.so"))
        self.resources = (f"file://{Path(folder).resolve()}/resources" if version == 2 else f"{folder}/resources/").encode()
        variables = self.description.find("ModelVariables")
        self.references = {v.get("name"): int(v.get("valueReference")) for v in variables}
        self.messages = []
        if version == 2:
            self.log = LOG_2(lambda environment, name, status, category, message, text:
                             self.messages.append(message.decode().replace("%s", (text or b"").decode())))
        else:
            self.log = LOG_3(lambda environment, status, category, message: self.messages.append(message.decode()))
        self.callbacks = (POINTER * 5)(ctypes.cast(self.log, POINTER))  # of FMI 2
        self.instance = self.instantiate(self.description.get("guid" if version == 2 else "instantiationToken"))

    def function(self, name, *types):
        function = self.library[f"fmi{self.version}{name}"]
        function.argtypes = types
        return function

    def instantiate(self, token):
        if self.version == 2:
            make = self.function("Instantiate", TEXT, ctypes.c_int, TEXT, TEXT, POINTER, ctypes.c_int, ctypes.c_int)
            make.restype = POINTER
            return make(b"m", 0 if self.exchange else 1, token.encode(), self.resources, self.callbacks, 0, 0)
        flag = ctypes.c_bool
        if self.exchange:
            make = self.function("InstantiateModelExchange", TEXT, TEXT, TEXT, flag, flag, POINTER, POINTER)
            make.restype = POINTER
            return make(b"m", token.encode(), self.resources, False, False, None, ctypes.cast(self.log, POINTER))
        make = self.function("InstantiateCoSimulation", TEXT, TEXT, TEXT, flag, flag, flag, flag, POINTER, SIZE, POINTER,
                             POINTER, POINTER)
        make.restype = POINTER
        return make(b"m", token.encode(), self.resources, False, False, False, False, None, 0, None,
                    ctypes.cast(self.log, POINTER), None)

    def set(self, name, value):
        if self.version == 2:
            call = self.function("SetReal", POINTER, POINTER, SIZE, POINTER)
            return call(self.instance, ctypes.byref(REFERENCE(self.references[name])), 1, ctypes.byref(DOUBLE(value)))
        call = self.function("SetFloat64", POINTER, POINTER, SIZE, POINTER, SIZE)
        return call(self.instance, ctypes.byref(REFERENCE(self.references[name])), 1, ctypes.byref(DOUBLE(value)), 1)

    def get(self, name):
        value, reference = DOUBLE(), ctypes.byref(REFERENCE(self.references[name]))
        if self.version == 2:
            status = self.function("GetReal", POINTER, POINTER, SIZE, POINTER)(self.instance, reference, 1,
                                                                             ctypes.byref(value))
        else:
            status = self.function("GetFloat64", POINTER, POINTER, SIZE, POINTER, SIZE)(self.instance, reference, 1,
                                                                                      ctypes.byref(value), 1)
        assert status == 0
        return value.value

    def begin_initialisation(self):
        if self.version == 2:
            self.function("SetupExperiment", POINTER, ctypes.c_int, DOUBLE, DOUBLE, ctypes.c_int, DOUBLE)(
                self.instance, 0, 0.0, 0.0, 0, 0.0)
            self.function("EnterInitializationMode", POINTER)(self.instance)
        else:
            self.function("EnterInitializationMode", POINTER, ctypes.c_bool, DOUBLE, DOUBLE, ctypes.c_bool, DOUBLE)(
                self.instance, False, 0.0, 0.0, False, 0.0)

    def initialise(self):
        self.begin_initialisation()
        return self.function("ExitInitializationMode", POINTER)(self.instance)

    def step(self, now, size):
        if self.version == 2:
            return self.function("DoStep", POINTER, DOUBLE, DOUBLE, ctypes.c_int)(self.instance, now, size, 1)
        flags, last = [ctypes.c_bool() for _ in range(3)], DOUBLE()
        status = self.function("DoStep", POINTER, DOUBLE, DOUBLE, ctypes.c_bool, POINTER, POINTER, POINTER, POINTER)(
            self.instance, now, size, True, *[ctypes.byref(flag) for flag in flags], ctypes.byref(last))
        assert status != 0 or abs(last.value - now - size) < 1e-9
        return status

    def state(self):
        state = POINTER()
        name = "GetFMUstate" if self.version == 2 else "GetFMUState"
        assert self.function(name, POINTER, POINTER)(self.instance, ctypes.byref(state)) == 0
        return state

    def restore(self, state):
        name = "SetFMUstate" if self.version == 2 else "SetFMUState"
        assert self.function(name, POINTER, POINTER)(self.instance, state) == 0

    def state_as_bytes(self, state):
        suffix, size = "state" if self.version == 2 else "State", SIZE()
        name = f"SerializedFMU{suffix}Size"
        assert self.function(name, POINTER, POINTER, POINTER)(self.instance, state, ctypes.byref(size)) == 0
        data = ctypes.create_string_buffer(size.value)
        assert self.function(f"SerializeFMU{suffix}", POINTER, POINTER, POINTER, SIZE)(self.instance, state, data, size) == 0
        return data.raw

    def state_from_bytes(self, data):
        """The state, or none where the bytes are refused."""
        name, state = "DeSerializeFMUstate" if self.version == 2 else "DeserializeFMUState", POINTER()
        status = self.function(name, POINTER, TEXT, SIZE, POINTER)(self.instance, data, len(data), ctypes.byref(state))
        return state if status == 0 else None

    # Model exchange.

    def new_discrete_states(self):
        """Whether the run ends, whether continuous states have changed."""
        if self.version == 2:
            info = EventInfo()
            assert self.function("NewDiscreteStates", POINTER, POINTER)(self.instance, ctypes.byref(info)) == 0
            return bool(info.terminate), bool(info.moved)
        flags, following = [ctypes.c_bool() for _ in range(5)], DOUBLE()
        call = self.function("UpdateDiscreteStates", *[POINTER] * 7)
        assert call(self.instance, *[ctypes.byref(flag) for flag in flags], ctypes.byref(following)) == 0
        return flags[1].value, flags[3].value

    def begin_integration(self):
        self.new_discrete_states()
        assert self.function("EnterContinuousTimeMode", POINTER)(self.instance) == 0

    def states(self, count):
        values = (DOUBLE * count)()
        assert self.function("GetContinuousStates", POINTER, POINTER, SIZE)(self.instance, values, count) == 0
        return list(values)

    def rates(self, time, states):
        count = len(states)
        name = "GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives"
        values = (DOUBLE * count)(*states)
        assert self.function("SetTime", POINTER, DOUBLE)(self.instance, time) == 0
        assert self.function("SetContinuousStates", POINTER, POINTER, SIZE)(self.instance, values, count) == 0
        assert self.function(name, POINTER, POINTER, SIZE)(self.instance, values, count) == 0
        return list(values)


    def directional_derivative(self, unknowns, known):
        """The status, and the change of each unknown per change of the known."""
        rows = (REFERENCE * len(unknowns))(*[self.references[name] for name in unknowns])
        column, seed, found = (REFERENCE * 1)(self.references[known]), (DOUBLE * 1)(1.0), (DOUBLE * len(unknowns))()
        if self.version == 2:
            call = self.function("GetDirectionalDerivative", POINTER, POINTER, SIZE, POINTER, SIZE, POINTER, POINTER)
            return call(self.instance, rows, len(rows), column, 1, seed, found), list(found)
        call = self.function("GetDirectionalDerivative", POINTER, POINTER, SIZE, POINTER, SIZE, POINTER, SIZE, POINTER, SIZE)
        return call(self.instance, rows, len(rows), column, 1, seed, 1, found, len(found)), list(found)


class TheArchives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = cls.root = Path(cls.folder.name)
        for command in ([FLANGEWAY, "codegen", MODEL, "--target", "fmu", "-o", root / "c", "--quiet"],
                        ["cmake", "-S", root / "c", "-B", root / "b"], ["cmake", "--build", root / "b"]):
            subprocess.run(command, check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open(self, version, exchange=False):
        return Fmu(version, self.root / f"b/fmi{version}/model.fmu", tempfile.mkdtemp(dir=self.root), exchange)

    def record(self, *options):
        file = self.root / "r.csv"
        subprocess.run([self.root / "b/runner", "--record", file, "--json", "/dev/null", *options], check=True)
        return list(csv.DictReader(file.read_text().splitlines()))[-1]

    def test_descriptions_keep_the_rules(self):
        for version in (2, 3):
            self.assertEqual(violations(self.open(version).description, version), [])

    def test_broken_descriptions_are_found(self):
        def output(root):
            return next(v for v in root.find("ModelVariables") if v.get("causality") == "output")

        changes = {
            "has no name": lambda r: output(r).attrib.pop("name"),
            "that the schema does not know": lambda r: output(r).set("color", "red"),
            "output with variability fixed": lambda r: output(r).set("variability", "fixed"),
            "two variables have one value reference": lambda r: output(r).set("valueReference", "0"),
            "which is not defined": lambda r: r.find("UnitDefinitions").remove(r.find("UnitDefinitions")[-1]),
            "does not list the outputs": lambda r: output(r).set("causality", "local"),
            "wrong order": lambda r: r.append(r.find("CoSimulation")),
            "which is no number": lambda r: r.find("DefaultExperiment").set("stepSize", "1 ms"),
            "which is no count": lambda r: output(r).set("valueReference", "-1"),
            "neither true nor false": lambda r: r.find("CoSimulation").set("needsExecutionTool", "no"),
            "UnitDefinitions is empty": lambda r: r.find("UnitDefinitions").clear(),
        }
        for version in (2, 3):
            description = self.open(version).description
            for text, change in changes.items():
                root = copy.deepcopy(description)
                change(root)
                self.assertIn(text, "\n".join(violations(root, version)))

    def test_all_functions_of_the_interface_are_there(self):
        names = {2: "Terminate Reset SetDebugLogging GetInteger SetString FreeFMUstate SerializeFMUstate CancelStep "
                    "GetRealStatus GetDirectionalDerivative SetRealInputDerivatives",
                 3: "Terminate Reset SetDebugLogging InstantiateModelExchange GetNumberOfContinuousStates GetInt64 SetClock FreeFMUState "
                    "SerializeFMUState EnterStepMode UpdateDiscreteStates GetIntervalDecimal GetOutputDerivatives"}
        for version, list_ in names.items():
            fmu = self.open(version)
            for name in list_.split():
                self.assertTrue(hasattr(fmu.library, f"fmi{version}{name}"), name)
            version_text = fmu.function("GetVersion")
            version_text.restype = TEXT
            self.assertEqual(version_text(), f"{version}.0".encode())

    def test_same_motion_as_the_runner(self):
        last = self.record("--duration", "0.1")
        for version in (2, 3):
            fmu = self.open(version)
            outputs = [name for name in fmu.references if name[:2] in ("q.", "v.", "Q.", "Y.")]
            start = [fmu.get(name) for name in outputs]
            self.assertEqual(fmu.initialise(), 0)
            self.assertEqual([fmu.get(name) for name in outputs], start)
            for i in range(10):
                self.assertEqual(fmu.step(0.01 * i, 0.01), 0)
            for name, value in fmu.references.items():
                if name[:2] in ("q.", "v."):
                    expected = float(last[("d" if name[0] == "v" else "") + name[2:]])
                    self.assertAlmostEqual(fmu.get(name), expected, delta=1e-8 * max(1, abs(expected)))
            for wheel in [name[2:] for name in fmu.references if name.startswith("Q.")]:
                if wheel + "_Q" in last:  # of a case: the same numbers
                    for name in "QY":
                        expected = float(last[f"{wheel}_{name}"])
                        self.assertAlmostEqual(fmu.get(f"{name}.{wheel}"), expected, delta=1e-6 * max(1, abs(expected)))
                    continue
                self.assertAlmostEqual(fmu.get("Q." + wheel) / float(last[wheel + "_N"]), 1, delta=0.05)
                self.assertLess(abs(fmu.get("Y." + wheel)), 0.3 * fmu.get("Q." + wheel))

    def test_parameters_of_a_vehicle(self):
        for version in (2, 3):
            fmu = self.open(version)
            if "speed" not in fmu.references:
                continue  # a symbolic model
            speed = 0.8 * fmu.get("speed")
            self.assertEqual(fmu.set("speed", speed), 0)
            self.assertEqual(fmu.set("friction", 0.1), 0)
            self.assertEqual(fmu.initialise(), 0)
            for i in range(10):
                self.assertEqual(fmu.step(0.01 * i, 0.01), 0)
            last = self.record("--duration", "0.1", "--set", f"speed={speed}", "--set", "friction=0.1")
            for name in (n for n in fmu.references if n[:2] == "q."):
                self.assertAlmostEqual(fmu.get(name), float(last[name[2:]]), delta=1e-8 * max(1, abs(float(last[name[2:]]))))

    def test_states_can_be_kept_and_taken_up_again(self):
        for version in (2, 3):
            fmu = self.open(version)
            fmu.initialise()
            fmu.step(0, 0.01)
            kept, name = fmu.state(), next(n for n in fmu.references if n.startswith("v."))
            fmu.step(0.01, 0.01)
            first = fmu.get(name)
            fmu.restore(kept)
            fmu.step(0.01, 0.01)
            self.assertEqual(fmu.get(name), first)

    def test_states_can_be_written_down(self):
        for version in (2, 3):
            fmu, other = self.open(version), self.open(version)
            fmu.initialise()
            fmu.step(0, 0.01)
            if fmu.description.find("ModelExchange") is not None:
                name = "SetFMUstate" if version == 2 else "SetFMUState"
                integrated = self.open(version, exchange=True)
                self.assertNotEqual(integrated.function(name, POINTER, POINTER)(integrated.instance, fmu.state()), 0)
            data, name = fmu.state_as_bytes(fmu.state()), next(n for n in fmu.references if n.startswith("v."))
            fmu.step(0.01, 0.01)
            self.assertIsNone(other.state_from_bytes(data[:-1]))
            self.assertIsNone(other.state_from_bytes(b"x" + data[1:]))
            other.restore(other.state_from_bytes(data))
            other.step(0.01, 0.01)
            self.assertEqual(other.get(name), fmu.get(name))

    def test_same_motion_by_the_integrator_of_another(self):
        last, steps, size = self.record("--duration", "0.05"), 50, 1e-3
        for version in (2, 3):
            if self.open(version).description.find("ModelExchange") is None:
                self.assertIsNone(self.open(version, exchange=True).instance)
                continue  # a symbolic model
            fmu = self.open(version, exchange=True)
            names = [name for name in fmu.references if name[:2] in ("q.", "v.") or name.startswith("auxiliary.")]
            self.assertEqual(fmu.initialise(), 0)
            fmu.begin_integration()
            x = fmu.states(len(names))
            for step in range(steps):  # Runge and Kutta's method of order 4
                k, at = [], x
                for node in (0.5, 0.5, 1, None):
                    k.append(fmu.rates(size * (step + (0, 0.5, 0.5, 1)[len(k)]), at))
                    at = [a + size * node * b for a, b in zip(x, k[-1])] if node else at
                x = [a + size / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(x, *k)]
            for name, value in zip(names, x):
                if name[0] in "qv":
                    expected = float(last[("d" if name[0] == "v" else "") + name[2:]])
                    self.assertAlmostEqual(value, expected, delta=1e-6 * max(1, abs(expected)), msg=name)

    def test_directional_derivatives(self):
        """As differences of the rates over steps of another size, which an importer would take."""
        size = 5e-5
        for version in (2, 3):
            if self.open(version).description.find("ModelExchange") is None:
                continue  # a symbolic model
            fmu = self.open(version, exchange=True)
            names = [name for name in fmu.references if name[:2] in ("q.", "v.") or name.startswith("auxiliary.")]
            self.assertEqual(fmu.initialise(), 0)
            fmu.begin_integration()
            x, rates = fmu.states(len(names)), [f"der({name})" for name in names]
            for i, name in enumerate(names):
                fmu.rates(0.01, x)
                status, found = fmu.directional_derivative(rates, name)
                self.assertEqual(status, 0)
                step = size * max(1, abs(x[i]))
                above, below = (fmu.rates(0.01, [value + (sign * step if k == i else 0) for k, value in enumerate(x)])
                                for sign in (1, -1))
                expected = [(a - b) / (2 * step) for a, b in zip(above, below)]
                scale = max(1.0, *map(abs, expected))
                for one, other, rate in zip(found, expected, rates):
                    self.assertAlmostEqual(one, other, delta=0.01 * scale, msg=f"{rate} by {name}")
            fmu.rates(0.01, x)
            fmu.directional_derivative(rates, names[1])
            self.assertEqual(fmu.states(len(names)), x)
            self.assertNotEqual(fmu.directional_derivative(rates[:1], "speed")[0], 0)
            self.assertIn("only with respect to continuous states, inputs and time", fmu.messages[-1])
            fmu = self.open(version)
            self.assertNotEqual(fmu.directional_derivative(rates[:1], names[0])[0], 0)
            self.assertIn("derivatives only in model exchange", fmu.messages[-1])

    def test_directional_derivatives_before_the_start(self):
        """With respect to what may be set in Initialization Mode, as differences of what is read after it is set."""
        for version in (2, 3):
            if self.open(version).description.find("ModelExchange") is None:
                continue  # a symbolic model
            fmu = self.open(version, exchange=True)
            fmu.begin_initialisation()
            inputs = [name for name in fmu.references if name.startswith("input.")]
            unknowns = [name for name in fmu.references if name[:2] in ("q.", "v.", "Q.", "Y.") or name.startswith("der(")]
            before = [fmu.get(name) for name in unknowns]
            largest = 0
            for name in ["speed", "friction", *inputs]:
                status, found = fmu.directional_derivative(unknowns, name)
                self.assertEqual(status, 0, name)
                value = fmu.get(name)
                step = 1e-4 * max(abs(value), 1e3 if "force" in name or "moment" in name or "torque" in name else 0.1)
                sides = []
                for sign in (1, -1):
                    self.assertEqual(fmu.set(name, value + sign * step), 0, name)
                    sides.append([fmu.get(one) for one in unknowns])
                self.assertEqual(fmu.set(name, value), 0)
                expected = [(a - b) / (2 * step) for a, b in zip(*sides)]
                # contacts are solved to about 1e-7 of forces of 1e5 N
                noise = 1e-7 * max(map(abs, before)) / step
                for one, other, unknown in zip(found, expected, unknowns):
                    self.assertAlmostEqual(one, other, delta=0.02 * abs(other) + noise, msg=f"{unknown} by {name}")
                largest = max(largest, *map(abs, found))
            self.assertGreater(largest, 1)
            self.assertEqual([fmu.get(name) for name in unknowns], before)
            for name in (unknowns[0], "time"):
                self.assertNotEqual(fmu.directional_derivative(unknowns[:1], name)[0], 0)
                self.assertIn("before the start only with respect to inputs, speed, friction and parameters",
                              fmu.messages[-1])
            self.assertEqual(fmu.function("ExitInitializationMode", POINTER)(fmu.instance), 0)

    def test_our_own_importer_runs_it(self):
        models = Path(__file__).resolve().parents[2] / "models"
        for version in (2, 3):
            if "speed" not in self.open(version).references:
                continue  # a symbolic model
            case = self.root / f"case{version}.toml"
            case.write_text(f"""vehicle = "{models}/vehicles/wheelset.toml"
track = "{models}/tracks/wheelset_r500.toml"
speed = 10
contact = {{ method = "kec", kec = {{ points = 801, geometry = "points" }} }}
integration = {{ method = "abm4", step = 1e-3, duration = 0.03 }}
[[control.fmus]]
name = "second wheelset"
file = "{self.root}/b/fmi{version}/model.fmu"
sample_time = 0.01
inputs = ["wheelset.y"]
input_variables = ["input.irregularity.wheelset.left.y"]
outputs = ["wheelset.torque"]
output_variables = ["Y.wheelset.left"]
""")
            subprocess.run([FLANGEWAY, "run", case, "-o", self.root / f"r{version}.h5", "--quiet"], check=True)

    def test_refuses(self):
        for version in (2, 3):
            fmu = self.open(version)
            self.assertIsNone(fmu.instantiate("another token"))
            self.assertNotEqual(fmu.set("friction", -1), 0)
            self.assertNotEqual(fmu.set("time", 1), 0)
            self.assertEqual(fmu.set("step", 5e-4), 0)
            self.assertNotEqual(fmu.step(0, 0.01), 0)
            fmu.initialise()
            self.assertNotEqual(fmu.step(0, float("nan")), 0)
            self.assertNotEqual(fmu.set("step", 1e-3), 0)  # a fixed parameter


if __name__ == "__main__":
    MODEL, FLANGEWAY = Path(sys.argv.pop()).resolve(), Path(sys.argv.pop()).resolve()
    unittest.main()
