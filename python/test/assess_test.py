"""The functions on series give what NumPy gives, and say what they cannot use."""
import tempfile
import unittest

import numpy as np

import flangeway
from flangeway import assess


class Means(unittest.TestCase):
    def test_sliding_mean_of_a_ramp(self):
        x = np.array([0, 1, 2.5, 3, 4.0])
        np.testing.assert_allclose(assess.sliding_mean(x, 3 * x, 1), 3 * (x - 0.5) + [1.5, 0, 0, 0, 0], atol=1e-12)
        np.testing.assert_allclose(assess.sliding_mean(x, x, 2, centred=True), [0.5, 1, 2.5, 3, 3.5], atol=1e-12)

    def test_resample_and_rate(self):
        x = np.array([0, 1, 3.0])
        np.testing.assert_allclose(assess.resample(x, [0, 2, 3], 0.5), np.interp(np.arange(0, 3.1, 0.5), x, [0, 2, 3]))
        np.testing.assert_allclose(assess.rate(x, 2 * x), [2, 2, 2])

    def test_percentile_and_rms(self):
        values = np.random.default_rng(4).normal(size=999)
        for percent in (0, 0.15, 37, 99.85, 100):
            self.assertAlmostEqual(assess.percentile(values, percent), np.percentile(values, percent), places=12)
        self.assertAlmostEqual(assess.rms(values), np.sqrt(np.mean(values**2)), places=12)

    def test_what_cannot_be_used_is_said(self):
        def says(text, act):
            with self.assertRaisesRegex(ValueError, text):
                act()
        says("the series has 2 places and 3 values", lambda: assess.sliding_mean([0, 1], [1, 2, 3], 1))
        says("the series has places that fall, from 1 to 0 at sample 2", lambda: assess.rate([1, 0], [1, 2]))
        says("the series has a value that is not finite, sample 2", lambda: assess.rms([1, np.nan]))
        says("length must be > 0", lambda: assess.sliding_mean([0, 1], [1, 2], 0))
        says("needs arrays of one dimension", lambda: assess.rms([[1, 2]]))
        says("percent must be from 0 to 100", lambda: assess.percentile([1, 2], 101))
        says("needs 0 < high < 50 Hz, half the sampling rate",
             lambda: assess.butterworth([1, 2], 0.01, "low_pass", high=50))
        says("band must be", lambda: assess.butterworth([1, 2], 0.01, "lowpass", high=5))
        says("at least 16 samples", lambda: assess.power_spectral_density([1, 2], 0.01))
        says("y must rise strictly", lambda: assess.equivalent_conicity([0, 0], [0, 1], [1e-3]))


class Filters(unittest.TestCase):
    def test_response_at_the_edges_and_of_a_sine(self):
        step = 1 / 500
        gain = assess.butterworth_response([0.4, 2.0, 10.0], step, "band_pass", low=0.4, high=10)
        np.testing.assert_allclose(abs(gain)[[0, 2]], np.sqrt(0.5), rtol=1e-9)
        t = step * np.arange(20000)
        out = assess.butterworth(np.sin(2 * np.pi * 2 * t), step, "band_pass", low=0.4, high=10, start="zero")
        np.testing.assert_allclose(out[-500:], (gain[1] * np.exp(2j * np.pi * 2 * t)).imag[-500:], atol=1e-6)
        both = assess.butterworth(np.sin(2 * np.pi * 2 * t), step, "band_pass", low=0.4, high=10, both_ways=True)
        np.testing.assert_allclose(both[8000:12000], abs(gain[1])**2 * np.sin(2 * np.pi * 2 * t)[8000:12000], atol=1e-6)

    def test_spectrum_integrates_to_the_variance(self):
        values = np.random.default_rng(8).normal(size=1024)
        f, density = assess.power_spectral_density(values, 0.01, segment=1024, overlap=0, taper="rectangular")
        self.assertAlmostEqual(density.sum() * f[0], values.var(), places=12)
        self.assertAlmostEqual(f[-1], 50)


    def test_coherence_of_a_delayed_copy(self):
        values = np.random.default_rng(9).normal(size=20001)
        f, coherence, phase, threshold = assess.coherence(values[1:], values[:-1], 0.01, segment=512)
        self.assertGreater(coherence[2:].min(), 0.99)
        np.testing.assert_allclose(phase[2:-1], -2 * np.pi * f[2:-1] * 0.01, atol=0.1)
        self.assertLess(threshold, 0.1)
        for wrong, call in (("as many samples", lambda: assess.coherence(values, values[1:], 0.01)),
                            ("at least 16", lambda: assess.coherence(values[:9], values[:9], 0.01)),
                            ("overlap must", lambda: assess.coherence(values, values, 0.01, overlap=1))):
            with self.assertRaisesRegex(ValueError, wrong):
                call()


class Criteria(unittest.TestCase):
    def test_limits(self):
        angle = np.array([0.5, 1.2])
        np.testing.assert_allclose(assess.nadal_limit(angle, 0.3), np.tan(angle - np.arctan(0.3)))
        self.assertEqual(assess.prudhomme_limit(225e3), 85e3)
        np.testing.assert_allclose(assess.p2_force(85e3, [0, 55.88], 1100), [85e3, 309175.12974921183])
        for wrong in ({"unsprung_mass": 0}, {"track_stiffness": -1}, {"track_mass": -1}, {"speed": float("nan")}):
            with self.assertRaisesRegex(ValueError, next(iter(wrong))):
                assess.p2_force(**{"static_load": 85e3, "speed": 50, "unsprung_mass": 1100, **wrong})
        self.assertAlmostEqual(assess.wear_number(-3000, 4000, 0.003, -0.004), 25)

    def test_conicity_as_the_geometry_has_it(self):
        wheel, rail = (flangeway.load_profile(name) for name in ("s1002", "60e1"))
        pair = flangeway.WheelsetGeometry(wheel, rail)
        y, difference = pair.radius_difference()
        amplitudes = [0.002, 0.003, 0.005]
        theirs, ours = pair.conicity(amplitudes), assess.equivalent_conicity(y, difference, amplitudes)
        for name in ("nonlinear", "regression", "harmonic"):
            np.testing.assert_array_equal(ours[name], theirs[name])
        self.assertTrue(np.isnan(assess.equivalent_conicity(y, difference, [0.2])["regression"][0]))

    def test_derailments(self):
        t = np.linspace(0, 2, 2001)
        load = 5e4 * (1 - t)
        found = assess.overturning(t, 1e5 - load, load)
        self.assertAlmostEqual(found["time"], 1.25, delta=0.002)
        self.assertEqual((found["left"], found["right"]), (False, True))
        self.assertIsNone(assess.overturning(t, load + 1e5, load + 1e5))
        self.assertAlmostEqual(assess.climb_place(t, -0.03 - 0.01 * t, -0.035), 0.5)
        self.assertIsNone(assess.climb_place(t, -0.03 - 0.01 * t, -0.06))

class Comfort(unittest.TestCase):
    STEP = 1 / 250

    def sine(self, frequency, seconds=30):
        return np.sin(2 * np.pi * frequency * self.STEP * np.arange(int(seconds / self.STEP)))

    def test_digital_weightings_respond_as_the_analogue_ones(self):
        f = np.geomspace(0.1, 80, 200)
        for name in ("wk", "wd", "wc", "wb", "wb_bs6841", "sperling_lateral"):
            analogue = assess.weighting_response(f, name)
            digital = assess.weighting_response(f, name, self.STEP)
            self.assertLess(np.abs(digital / analogue - 1).max(), 0.005, name)
        self.assertAlmostEqual(abs(assess.weighting_response(np.array([10.0]), "wd")[0]), 0.2017, places=4)

    def test_measures_of_sines(self):
        a = self.sine(2)
        weighted = assess.weighted(a, self.STEP, "wb")
        self.assertAlmostEqual(assess.vibration(weighted[2500:], self.STEP)["rms"], 0.436675 / np.sqrt(2), places=3)
        mean = assess.mean_comfort(a, a, a, self.STEP)
        self.assertEqual(mean["windows"], 6)
        self.assertAlmostEqual(mean["y95"], 0.890243 / np.sqrt(2), delta=0.005)
        self.assertAlmostEqual(assess.sperling(a, self.STEP, "vertical")[0], 3.43043, delta=0.002)
        self.assertEqual(assess.event_comfort(0 * a, self.STEP).max(), 0)
        self.assertEqual(assess.transition_comfort(0 * a, 0 * a, self.STEP, "seated")["percent"], 0)

    def test_mistakes_raise(self):
        with self.assertRaisesRegex(ValueError, "weighting must be one of 'wk'"):
            assess.weighted(self.sine(1), self.STEP, "w")
        with self.assertRaisesRegex(ValueError, "needs? at most 0.005 s|need at most 0.005 s"):
            assess.mean_comfort(self.sine(1), self.sine(1), self.sine(1), 0.01)


class Runs(unittest.TestCase):
    def test_a_table_is_judged(self):
        t = np.arange(0, 20, 0.01)
        head = "t [s],distance [m],a.left.Q [kN],a.left.Y [kN],a.right.Q [kN],a.right.Y [kN]"
        rows = np.stack([t, 20 * t] + [np.full_like(t, value) for value in (50, 20, 50, 5)], axis=1)
        with tempfile.TemporaryDirectory() as folder:
            name = f"{folder}/run.csv"
            np.savetxt(name, rows, delimiter=",", header=head, comments="")
            report = assess.judge([name], "fra213")
            self.assertEqual(report["verdict"], "passed")
            axle = [entry for entry in report["entries"] if entry["quantity"].startswith("net axle")][0]
            self.assertAlmostEqual(axle["estimate"], 0.25)
            with self.assertRaisesRegex(flangeway.BadInput, "ax: is missing"):
                assess.judge_comfort([name], "sperling")
            printed = f"{folder}/report.pdf"
            assess.judge([name], "fra213", output=printed)
            with open(printed, "rb") as file:
                self.assertEqual(file.read(8), b"%PDF-1.4")
            with self.assertRaisesRegex(flangeway.BadInput, "exists already. Give another name, or force=True"):
                assess.judge([name], "fra213", output=printed)
            assess.judge([name], "fra213", output=printed, force=True)
            with self.assertRaisesRegex(flangeway.BadInput, "run.csv: is one of the given results"):
                assess.judge([name], "fra213", output=f"{folder}/./run.csv", force=True)
            with self.assertRaisesRegex(flangeway.BadInput, "is a folder. Give the name of a file"):
                assess.judge([name], "fra213", output=folder, force=True)
            with self.assertRaisesRegex(flangeway.BadInput, "its folder does not exist"):
                assess.judge([name], "fra213", output=f"{folder}/none/report.pdf")

    def test_a_run_is_compared_with_a_measurement(self):
        x = np.arange(0, 1500, 0.2)
        wave = np.sin(0.21 * x) + 0.6 * np.sin(0.13 * x + 0.002 * x * np.sin(0.01 * x))
        head = "t [s],distance [m],track.curvature [1/m],a.left.Q [kN],a.left.Y [kN],a.right.Q [kN],a.right.Y [kN]"
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for offset in (0, -4):
                rows = np.stack([x / 20, x + offset, np.full_like(x, 0.002), 50 + 4 * wave, 8 + 3 * wave,
                                 50 - 3 * wave, 2 + wave], axis=1)
                names.append(f"{folder}/run{offset}.csv")
                np.savetxt(names[-1], rows, delimiter=",", header=head, comments="")
            found = assess.compare(names[:1], names[1:])
            self.assertEqual(found["verdict"], "passed")
            self.assertAlmostEqual(found["pairs"][0]["shift"], 4, delta=0.05)
            page = f"{folder}/comparison.html"
            assess.compare(names[:1], names[1:], output=page)
            with open(page, encoding="utf-8") as file:
                self.assertIn("Verdict: <b>passed, of what was judged", file.read())
            with self.assertRaisesRegex(flangeway.BadInput, "exists already"):
                assess.compare(names[:1], names[1:], output=page)
            for name in names:
                with self.assertRaisesRegex(flangeway.BadInput, "is one of the given results"):
                    assess.compare(names[:1], names[1:], output=name, force=True)

    def test_runs_that_ended_early_are_refused(self):
        case = flangeway.load_case("models/cases/wheelset_r500.toml", {
            "initial.yaw": 0.04, "speed": 3, "contact.friction.coefficient": 0.6,
            "contact.creep.law": "shen_hedrick_elkins"})
        with tempfile.TemporaryDirectory() as folder:
            name = f"{folder}/run.h5"
            case.run(output=name)
            with self.assertRaisesRegex(flangeway.BadInput, "derailed. Only runs that reached their end"):
                assess.compare([name], [name])
            with self.assertRaisesRegex(flangeway.BadInput, "derailed. Comfort is judged of runs"):
                assess.judge_comfort([name], "sperling", point="wheelset:0,0,0")

    def test_a_bogie_hunts(self):
        case = flangeway.load_case("models/cases/cooperrider.toml")
        found = case.stability(65, 70, speeds=3, branches=0)
        self.assertAlmostEqual(found["hopf"][0]["speed"], 68.66, delta=0.05)

    def test_hunting_dies_on_a_ramp(self):
        case = flangeway.load_case("models/cases/cooperrider.toml")
        found = case.ramp(56, 69, rate=0.4, disturbance=0.011)
        self.assertTrue(59 < found["critical_speed_of_ramp"] < 66.7)

    def test_a_wagon_sways(self):
        case = flangeway.load_case("models/cases/manchester_r500.toml")
        found = case.quasistatic("sway", cant=0.08)["results"]
        self.assertTrue(0.05 < found["flexibility_coefficient"]["value"] < 0.5)
        with self.assertRaisesRegex(ValueError, "test must be one of twist, sway, turning, curving, wind, envelope"):
            case.quasistatic("rolling")
        with self.assertRaisesRegex(TypeError, r"quasistatic\(\) has no option 'angel'"):
            case.quasistatic("turning", angel=0.1)
        with self.assertRaisesRegex(flangeway.BadInput, "--coefficients: is not given"):
            case.quasistatic("wind")

    def test_a_vehicle_follows_long_waves(self):
        case = flangeway.load_case("models/cases/manchester_r500.toml")
        found = case.response(lowest=0.02, highest=0.1, count=3, channels=["carbody.z"])
        self.assertEqual(len(found["frequency"]), 3)
        # Waves of more than 400 m lift the body as a whole.
        self.assertAlmostEqual(abs(complex(*found["channels"][0]["transfer"]["vertical_profile"][0])), 1, delta=0.05)
        with self.assertRaisesRegex(ValueError, "spectrum must be erri_b176_low, "):
            case.response(spectrum="smooth")


if __name__ == "__main__":
    unittest.main()
