"""Laws of Python and of C functions: the same runs as with built-in laws, and errors with their text."""
import ctypes
import pathlib
import pickle
import tempfile
import unittest

import numpy as np

import flangeway

CASE = "models/cases/wheelset_r500.toml"
SHORT = {"contact.method": "kec", "initial.s": 90, "integration.duration": 0.1}


def saturated(x, slope):
    """Shen, Hedrick and Elkins, as the built-in law."""
    fx = -slope * x["f11"] * x["longitudinal"]
    fy = -slope * (x["f22"] * x["lateral"] + x["f23"] * x["spin"])
    mz = slope * (x["f23"] * x["lateral"] - x["f33"] * x["spin"])
    ratio = np.hypot(fx, fy) / (x["friction"] * x["normal_force"])
    factor = np.where(ratio < 3, 1 - ratio / 3 + ratio**2 / 27, 1 / np.maximum(ratio, 3))
    return factor * fx, factor * fy, factor * mz


def creep(law, **parameters):
    return {**SHORT, "contact.creep": {"law": "library", "library": law, "parameters": parameters}}


def difference(a, b):
    return max(np.max(np.abs(a[name] - b[name]) / np.maximum(1, np.abs(b[name]))) for name in b.units)


SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, *2 * [ctypes.POINTER(ctypes.c_double)],
                             ctypes.c_int)


def c_function(inputs, fill):
    """A function with the C interface: fill(rows of the arguments, rows of the answer)."""
    def raw(parameters, count, values, answers, derivatives):
        fill(np.ctypeslib.as_array(values, (inputs, count)), np.ctypeslib.as_array(answers, (8, count)))
        return 0
    return SIGNATURE(raw)


class Laws(unittest.TestCase):
    def test_numpy_repeats_a_built_in_law(self):
        law = flangeway.Law("creep", saturated, parameters={"slope": 1})
        built_in = flangeway.load_case(CASE, {**SHORT, "contact.creep.law": "shen_hedrick_elkins"}).run()
        self.assertLess(difference(flangeway.load_case(CASE, creep(law)).run(), built_in), 1e-6)
        self.assertGreater(difference(flangeway.load_case(CASE, creep(law, slope=0.5)).run(), built_in), 1e-4)

    def test_a_pointer_is_called_as_it_is(self):
        @ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p, ctypes.c_size_t] + 2 * [ctypes.POINTER(ctypes.c_double)], ctypes.c_int)
        def linear(parameters, count, values, answers, derivatives):
            for i in range(count):
                answers[i], answers[count + i] = -6e6 * values[8 * count + i], -6e6 * values[9 * count + i]
                answers[2 * count + i] = 0
            return 0

        fixed = {"law": "fixed_coefficients", "f11": 6e6, "f22": 6e6}
        built_in = flangeway.load_case(CASE, {**SHORT, "contact.creep": fixed}).run()
        for pointer in (linear, ctypes.cast(linear, ctypes.c_void_p).value):
            law = flangeway.Law("creep", pointer, name="linear", content="linear")
            self.assertLess(difference(flangeway.load_case(CASE, creep(law)).run(), built_in), 1e-6)

    def test_friction(self):
        law = flangeway.Law("friction", lambda x: x["coefficient"] * (0.6 * np.exp(-0.6 * x["sliding_speed"]) + 0.4),
                            name="falling")
        polach = {**SHORT, "contact.creep.law": "polach"}
        own = flangeway.load_case(CASE, {**polach, "contact.friction": {"coefficient": 0.4, "library": law}}).run()
        built_in = {"coefficient": 0.4, "limit_ratio": 0.4, "decay": 0.6}
        self.assertLess(difference(own, flangeway.load_case(CASE, {**polach, "contact.friction": built_in}).run()), 1e-6)

    def test_elements(self):
        line = {"name": "own", "body_i": "wheelset", "body_j": "track", "position_i": [0, 0, 0.457], "position_j": [0, 1.5, 0.6]}
        free = {"auto_preload": False, "preload": 300}
        spring = {**line, **free, "name": "spring", "stiffness": 3e5, "damping": 4e3}
        series = {**line, "name": "series", "stiffness": 5e5, "damping": 2e4}
        built_in = flangeway.load_case(CASE, {**SHORT, "vehicle.spring_dampers": [spring], "vehicle.maxwell_dampers": [series]}).run()

        def both(x, stiffness):
            pull = 5e5 * (x["deflection"] - x["state_1"])
            force = stiffness * x["deflection"] + 4e3 * x["rate"] + pull
            energy = (stiffness * x["deflection"]**2 + pull**2 / 5e5) / 2
            return force, pull / 2e4, energy, 4e3 * x["rate"]**2 + pull**2 / 2e4

        law = flangeway.Law("element", both, states=1, energy=True, parameters={"stiffness": 1})
        own = {**line, **free, "library": law, "parameters": {"stiffness": 3e5}}
        found = flangeway.load_case(CASE, {**SHORT, "vehicle.library_lines": [own]}).run()
        for name in ("wheelset.y", "wheelset.yaw", "wheelset.left.Q", "wheelset.vy"):
            self.assertLess(np.max(np.abs(found[name] - built_in[name]) / np.maximum(1, np.abs(built_in[name]))), 1e-9, name)
        self.assertGreater(np.max(np.abs(found["wheelset.y"])), 1e-6)
        law = flangeway.Law("element", lambda x: (x["rate"], x["rate"]), name="two")
        with self.assertRaisesRegex(flangeway.BadInput, "gave 2 quantities in place of 1"):
            flangeway.load_case(CASE, {**SHORT, "vehicle.library_lines": [{**line, "library": law}]})

    def test_normal_forces(self):
        def hysteresis(x, share):
            speed = np.maximum(np.maximum(0.1, x["impact_speed"]), np.abs(x["rate"]))
            return x["hertz"] * x["indentation"]**1.5 * (1 + share * x["rate"] / speed)

        elastic = {**SHORT, "contact.method": "elastic"}
        law = flangeway.Law("normal", hysteresis, parameters={"share": 0.75 * (1 - 0.3**2)})
        built_in = flangeway.load_case(CASE, {**elastic, "contact.elastic.restitution": 0.3}).run()
        own = flangeway.load_case(CASE, {**elastic, "contact.normal.library": law}).run()
        self.assertLess(difference(own, built_in), 1e-6)
        law = flangeway.Law("normal", lambda x: -x["indentation"], name="pulling")
        with self.assertRaisesRegex(flangeway.NumericalFailure, "negative or not finite"):
            flangeway.load_case(CASE, {**elastic, "contact.normal.library": law}).run()

    def test_pointers_of_other_kinds(self):
        """Bit by bit the runs of the same formulas in NumPy."""
        def runs(kind, numpy_law, pointer, changes, **settings):
            laws = (flangeway.Law(kind, numpy_law, name="numpy", **settings),
                    flangeway.Law(kind, pointer, name="pointer", content="pointer", **settings))
            return [flangeway.load_case(CASE, {**SHORT, **changes(law)}).run()["wheelset.y"] for law in laws]

        def equal(pair, message):
            self.assertTrue(np.array_equal(*pair), message)
            self.assertGreater(np.ptp(pair[0]), 0, message)

        def friction(given, answer):
            answer[0] = 0.5 * given[0]
        equal(runs("friction", lambda x: 0.5 * x["coefficient"], c_function(5, friction),
                   lambda law: {"contact.friction.library": law}), "friction")

        def normal(given, answer):
            answer[0] = given[3] * given[0] * np.sqrt(given[0])
        equal(runs("normal", lambda x: x["hertz"] * x["indentation"] * np.sqrt(x["indentation"]), c_function(8, normal),
                   lambda law: {"contact.method": "elastic", "contact.normal.library": law}), "normal")

        line = {"name": "own", "body_i": "wheelset", "body_j": "track", "position_i": [0, 0, 0.457],
                "position_j": [0, 1.5, 0.6]}

        def element(given, answer):
            answer[0], answer[1] = 3e5 * given[0] + 5e5 * (given[0] - given[2]), 20 * (given[0] - given[2])
        equal(runs("element", lambda x: (3e5 * x["deflection"] + 5e5 * (x["deflection"] - x["state_1"]),
                                         20 * (x["deflection"] - x["state_1"])), c_function(6, element),
                   lambda law: {"vehicle.library_lines": [{**line, "library": law}]}, states=1), "element")

        def irregularity(given, answer):
            answer[:4] = 0
            answer[0] = 2e-3 * np.sin(given[0])
        equal(runs("irregularity", lambda x: (2e-3 * np.sin(x["station"]), 0, 0, 0), c_function(1, irregularity),
                   lambda law: {"track.irregularities.library": law}), "irregularity")

    def test_measures(self):
        rule = """
            name = "own"
            title = "own"
            source = "test"
            date = "2026"
            [[zones]]
            name = "all"
            title = "all"
            [[quantities]]
            quantity = "sum_of_lateral_forces"
            title = "sum"
            value = 2e4
            """
        flangeway.Law("measure", lambda x: np.sqrt(np.mean(x["value"]**2)), name="own_rms")
        with tempfile.TemporaryDirectory() as folder:
            record, file = pathlib.Path(folder) / "run.h5", pathlib.Path(folder) / "rule.toml"
            flangeway.load_case(CASE).run(output=str(record))

            def judge(measure):
                file.write_text(rule + measure)
                return flangeway.assess.judge([str(record)], str(file))

            built_in, own = judge('measure = "rms"'), judge('measure = "library"\nlibrary = "registered:own_rms"')
        estimate = [report["entries"][0]["estimate"] for report in (built_in, own)]
        self.assertGreater(estimate[0], 0)
        self.assertAlmostEqual(estimate[1] / estimate[0], 1, 12)

    def test_irregularities(self):
        def sine(x, amplitude):
            zero = np.zeros_like(x["station"])
            return amplitude * np.sin(2 * np.pi * x["station"] / 12), zero, zero, zero

        law = flangeway.Law("irregularity", sine, parameters={"amplitude": 2e-3})
        wave = {"channel": "alignment", "amplitude": 2e-3, "wavelength": 12}
        built_in = flangeway.load_case(CASE, {**SHORT, "track.irregularities": {"harmonic": [wave]}}).run()
        own = flangeway.load_case(CASE, {**SHORT, "track.irregularities": {"library": law}}).run()
        self.assertLess(difference(own, built_in), 1e-6)

    def test_wear(self):
        law = flangeway.Law("wear", lambda x, k: k * x["work"], name="work", parameters={"k": 2e-14})
        case = flangeway.load_case(CASE, {**SHORT, "initial.s": 60})

        def volume(wear):
            return next(iter(wear["wheels"].values()))["volume_per_km"]

        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "law.toml"
            file.write_text('name = "work"\nsource = "test"\nkind = "krause_poll"\npieces = [{ from = 0, value = 2e-5 }]\n')
            expected = volume(case.wear(str(file)))
        self.assertGreater(expected, 0)
        self.assertAlmostEqual(volume(case.wear(law)) / expected, 1, 12)

    def test_what_a_law_raises_is_in_the_message(self):
        def wrong(x):
            raise ZeroDivisionError("no such creepage")

        law = flangeway.Law("creep", wrong)
        with self.assertRaisesRegex(flangeway.NumericalFailure,
                                    "the creep law registered:wrong returned the error 1, \"ZeroDivisionError: no such "
                                    "creepage\", for a contact of wheelset"):
            flangeway.load_case(CASE, creep(law)).run()

    def test_what_is_no_law_is_refused(self):
        with self.assertRaisesRegex(ValueError, "kind is 'other'; allowed: creep, friction, normal, element, irregularity, wear, measure"):
            flangeway.Law("other", saturated)
        with self.assertRaisesRegex(ValueError, "states and energy belong to the kind element"):
            flangeway.Law("creep", saturated, states=1)
        with self.assertRaisesRegex(ValueError, "states is 5; allowed: 0 to 4"):
            flangeway.Law("element", saturated, states=5)
        with self.assertRaisesRegex(ValueError, "name is 'a/b'"):
            flangeway.Law("creep", saturated, name="a/b")
        with self.assertRaisesRegex(TypeError, "give a function, an address"):
            flangeway.Law("creep", "saturated")
        with self.assertRaisesRegex(ValueError, "derivatives are those of a C function"):
            flangeway.Law("creep", saturated, derivatives=("load",))
        law = flangeway.Law("creep", saturated, name="gone", parameters={"slope": 1})
        self.assertEqual(repr(law), "<flangeway.Law creep 'gone'>")
        with self.assertRaisesRegex(TypeError, "belongs to this process"):
            pickle.dumps(law)
        law.remove()
        with self.assertRaisesRegex(flangeway.BadInput, "names a creep law that this process has not registered"):
            flangeway.load_case(CASE, creep(law))


if __name__ == "__main__":
    unittest.main()
