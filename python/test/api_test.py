"""What is not a run: profiles, tracks, geometry, contact, studies, errors."""
import json
import os
import signal
import subprocess
import tempfile
import threading
import unittest

import numpy as np

import flangeway

PROGRAM = os.environ["FLANGEWAY"]
CASE = "models/cases/wheelset_r500.toml"


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


class Errors(unittest.TestCase):
    def test_the_texts_of_the_command_line(self):
        for settings in ({"speed": "fast"}, {"contact.metod": "kec"}, {"vehicle.wheelsets[0].mass": -1},
                         {"track.segments[0].length": -3.5, "output.interval": 0}):
            sets = [word for key, value in settings.items()
                    for word in ("--set", f"{key}={json.dumps(value)}")]
            theirs = program("run", CASE, *sets)
            self.assertEqual(theirs.returncode, 2)
            with self.assertRaises(flangeway.BadInput) as raised:
                flangeway.load_case(CASE, settings)
            self.assertEqual(str(raised.exception), theirs.stderr.rstrip("\n"))

    def test_findings_one_by_one(self):
        with self.assertRaises(ValueError) as raised:
            flangeway.load_track({"segments": [{"kind": "straight", "length": -1}], "rails": {"profile": "60e1"},
                                  "nme": "x"})
        keys = {finding.key: finding for finding in raised.exception.findings}
        self.assertEqual(keys["segments[0].length"].allowed, "a number > 0 in m")
        self.assertIn("nme", keys)
        self.assertTrue(str(raised.exception).startswith("track in Python:"))

    def test_values_without_a_form(self):
        with self.assertRaisesRegex(TypeError, "has no form in a file"):
            flangeway.load_case(CASE, {"speed": None})
        with self.assertRaisesRegex(flangeway.BadInput, "speed"):
            flangeway.load_case(CASE, {"speed": float("nan")})

    def test_a_file_that_is_not_there(self):
        with self.assertRaisesRegex(flangeway.BadInput, "^nowhere.toml: "):
            flangeway.load_case("nowhere.toml")
        with self.assertRaisesRegex(flangeway.BadInput, "nowhere.h5"):
            flangeway.Results("nowhere.h5")


class Profiles(unittest.TestCase):
    def test_measures_as_the_command_line(self):
        theirs = json.loads(program("profile", "s1002", "--json").stdout)
        wheel = flangeway.load_profile("s1002")
        self.assertEqual(wheel.kind, "wheel")
        for name, value in wheel.measures.items():
            self.assertEqual(value, theirs[name])
        self.assertEqual(wheel.points.shape, (theirs["points"], 2))
        self.assertEqual(wheel.length, theirs["length"])

    def test_points_go_in_and_out(self):
        rail = flangeway.load_profile("60e1")
        again = flangeway.profile_from_points(rail.points, "rail", "mine")
        self.assertEqual(again.name, "mine")
        middle = np.linspace(0.1, 0.9, 9) * rail.length
        np.testing.assert_allclose(again.at(middle), rail.at(middle), atol=1e-6)
        with self.assertRaisesRegex(ValueError, r"shape \(n, 2\)"):
            flangeway.profile_from_points([1, 2, 3], "rail")
        with self.assertRaisesRegex(ValueError, "allowed: 'wheel', 'rail'"):
            flangeway.profile_from_points(rail.points, "axle")
        with self.assertRaises(flangeway.BadInput):
            flangeway.profile_from_points([[0, 0], [0, np.nan]], "rail")

    def test_names(self):
        self.assertIn("s1002", flangeway.standard_profiles("wheel"))


class Tracks(unittest.TestCase):
    def test_curve_to_the_left(self):
        track = flangeway.load_track("models/tracks/wheelset_r500.toml")
        np.testing.assert_allclose(track.curvature([0, 55, 100]), [0, 0.5 / 500, 1 / 500])
        self.assertEqual(track.centreline(np.zeros((2, 5))).shape, (2, 5, 3))
        heading = np.diff(track.centreline([119.9, 120]), axis=0)[0]
        # the integral of the curvature: half of the transition and the curve
        self.assertAlmostEqual(np.arctan2(heading[1], heading[0]), (25 + 39.95) / 500, places=6)
        self.assertEqual(track.irregularities([10.0]).shape, (1, 4))
        self.assertEqual(len(track.segments), 3)
        self.assertEqual([segment["kind"] for segment in track.summary()["segments"]],
                         ["straight", "transition", "circular"])
        self.assertTrue(track.table().startswith("s,x,y,z,heading,"))
        self.assertIn("Plan view", track.picture())


class Recordings(unittest.TestCase):
    FILE = "models/measured/track_geometry.csv"

    def test_quality_and_spectra(self):
        with self.assertRaisesRegex(flangeway.BadInput, "comes after a gap"):
            flangeway.load_recording(self.FILE)
        recording = flangeway.load_recording(self.FILE, gaps="split")
        self.assertEqual(len(recording.s), len(recording["gauge"]))
        self.assertIn("alignment_left", recording.names)
        self.assertEqual(recording.quality()["pieces"], 2)
        limits = "models/track_quality/en13848_5.toml"
        self.assertEqual(len(recording.quality(speed_kmh=160, limits=limits)["defects"]), 2)
        spectra = recording.spectra(segment=64)
        self.assertEqual(spectra["segment"], 64)
        self.assertEqual(len(spectra["coherence"]), 15)
        self.assertAlmostEqual(recording.shift(recording)["distance"], 0, places=6)
        self.assertEqual(len(recording.spectra(other=recording)["spectra"]), 12)

    def test_what_is_refused(self):
        recording = flangeway.load_recording(self.FILE, gaps="interpolate", chord=(5, 5))
        for wrong, call in (("gaps must be", lambda: flangeway.load_recording(self.FILE, gaps="none")),
                            ("chord must be > 0", lambda: flangeway.load_recording(self.FILE, "split", (5, 0))),
                            ("give both", lambda: recording.quality(speed_kmh=100)),
                            ("section must be > 0", lambda: recording.quality(section=0)),
                            ("segment must be >= 0", lambda: recording.spectra(segment=-1)),
                            ("reach must be > 0", lambda: recording.shift(recording, reach=0))):
            with self.assertRaisesRegex(ValueError, wrong):
                call()
        with self.assertRaises(KeyError):
            recording["cant"]
        with self.assertRaisesRegex(flangeway.BadInput, "is too short for a spectrum"):
            recording.spectra(segment=2)


class Geometry(unittest.TestCase):
    def test_a_cone_has_its_conicity(self):
        pair = flangeway.WheelsetGeometry(flangeway.load_profile("cone_1_20", "wheel"), flangeway.load_profile("60e1"))
        for method, values in pair.conicity([1e-3, 3e-3]).items():
            np.testing.assert_allclose(values, 0.05, rtol=2e-3, err_msg=method)

    def test_positions_are_mirror_images(self):
        pair = flangeway.WheelsetGeometry(flangeway.load_profile("s1002"), flangeway.load_profile("60e1"))
        y = np.linspace(-4e-3, 4e-3, 9)
        at = pair.positions(y)
        np.testing.assert_allclose(at["left_angle"], at["right_angle"][::-1], atol=1e-9)
        np.testing.assert_allclose(at["roll"], -at["roll"][::-1], atol=1e-12)
        self.assertGreater(at["left_radius"][-1], at["right_radius"][-1])
        self.assertTrue(4e-3 < pair.flange_contact()["y"] < 8e-3)

    def test_wheels_are_no_rails(self):
        wheel = flangeway.load_profile("s1002")
        with self.assertRaisesRegex(ValueError, "s1002 is a profile of a wheel, not of a rail"):
            flangeway.WheelsetGeometry(wheel, wheel)

    def test_wear_takes_the_area_away(self):
        wheel, rail = flangeway.load_profile("s1002"), flangeway.load_profile("60e1")
        worn = flangeway.worn_wheel(wheel, rail, worn_area=2e-5)
        self.assertEqual(worn.kind, "wheel")
        y = np.linspace(-0.03, 0.05, 2001)

        def height(profile):
            points = profile.points
            order = np.argsort(points[:, 0])
            return np.interp(y, points[order, 0], points[order, 1])
        # material is below z of the tread: what is worn off raises the surface
        area = np.mean(height(worn) - height(wheel)) * (y[-1] - y[0])
        self.assertTrue(0.5e-5 < area < 2.5e-5, area)


class Contact(unittest.TestCase):
    def test_sphere_on_plane_is_hertz(self):
        force, radius, steel = 1e4, 0.3, flangeway.Material()
        patch = flangeway.hertz(1 / radius, 1 / radius, force)
        modulus = steel.youngs_modulus / (2 * (1 - steel.poisson_ratio**2))
        a = (0.75 * force * radius / modulus) ** (1 / 3)
        self.assertAlmostEqual(patch["a"] / a, 1, places=7)
        self.assertAlmostEqual(patch["pressure"] / (1.5 * force / (np.pi * a * a)), 1, places=7)
        self.assertAlmostEqual(patch["approach"] / (a * a / radius), 1, places=7)

    def test_creep_forces_saturate(self):
        creepages = np.zeros((3, 3))
        creepages[:, 0] = [0, 1e-6, 0.5]
        force = flangeway.creep_forces(creepages, 2, 3, 8e4, friction=0.25)
        self.assertEqual(force.shape, (3, 3))
        self.assertEqual(force[0, 0], 0)
        patch = flangeway.hertz(2, 3, 8e4)
        slope = flangeway.Material().shear_modulus * patch["a"] * patch["b"] * patch["c11"]
        self.assertAlmostEqual(force[1, 0] / (-slope * 1e-6), 1, places=2)
        self.assertTrue(-0.25 * 8e4 < force[2, 0] < -0.9 * 0.25 * 8e4)
        with self.assertRaisesRegex(ValueError, r"shape \(…, 3\)"):
            flangeway.creep_forces([1.0, 2.0], 2, 3, 8e4)

    def test_a_patch_as_the_command_line(self):
        settings = {"patch.elements.nx": 16, "patch.elements.ny": 16}
        theirs = json.loads(program("contact", "models/contact/sphere.toml", "--json", *[
            word for key, value in settings.items() for word in ("--set", f"{key}={value}")]).stdout)
        ours, = flangeway.solve_contact("models/contact/sphere.toml", settings)
        self.assertEqual(ours["values"], theirs["cases"][0])
        fields = ours["patches"][0]
        pressure, unit = fields["pressure"]
        (x, _), (y, _) = fields["x"], fields["y"]
        self.assertEqual((pressure.shape, unit), ((16, 16), "Pa"))
        self.assertAlmostEqual(pressure.sum() * (x[1] - x[0]) * (y[1] - y[0]), 5e4, delta=1)
        self.assertEqual(flangeway.solve_contact("models/contact/sphere.toml", settings, fields=False)[0]["patches"],
                         [])

    def test_patches_wear_as_the_command_line_says(self):
        law = "models/wear/usfd_r8t.toml"
        theirs = json.loads(program("contact", "models/contact/sphere.toml", "--json", "--quiet", "--law", law).stdout)
        ours, = flangeway.solve_contact("models/contact/sphere.toml", law=law)
        wear = ours["values"]["patches"][0]["wear"]
        self.assertEqual(wear, theirs["cases"][0]["patches"][0]["wear"])
        (depth, unit), (y, _) = ours["patches"][0]["wear"], ours["patches"][0]["y"]
        self.assertEqual(unit, "m")
        self.assertAlmostEqual(depth.sum() * (y[1] - y[0]) / wear["section_per_pass"], 1, places=9)
        with self.assertRaisesRegex(flangeway.BadInput, "no.toml"):
            flangeway.solve_contact("models/contact/sphere.toml", law="no.toml")

    def test_ctrl_c_ends_a_batch_after_the_case_in_hand(self):
        with open("models/contact/sphere.inp") as deck, tempfile.TemporaryDirectory() as folder:
            case = deck.read().strip().rsplit("\n", 1)[0] + "\n"  # without the line that ends the deck
            file = os.path.join(folder, "many.inp")
            with open(file, "w") as out:
                out.write(case * 3000 + "0\n")
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                flangeway.solve_contact(file)
            timer.join()

    def test_a_deck_as_the_command_line(self):
        deck = ("3 MODULE\n 203100\n 022020\n 0000331\n 200 100 30 1 1e-6\n 1000. 0.001 0. 0.\n .3 .3\n 0. .2 3000.\n"
                " .28 .28 82000. 82000.\n 1\n 13 13 -1.95 -1.95 .3 .3\n 1 1\n .001 0. .001 0. 0. 0.\n0\n")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "one.inp")
            with open(file, "w") as out:
                out.write(deck)
            theirs = json.loads(program("contact", file, "--json").stdout)
            ours, = flangeway.solve_contact(file)
            self.assertEqual(ours["values"], theirs["cases"][0])
            self.assertEqual(ours["patches"][0]["pressure"][0].shape, (13, 13))
            with self.assertRaisesRegex(flangeway.BadInput, "names no value of a deck that can be set"):
                flangeway.solve_contact(file, {"patch.spin": 1})
            with open(file, "w") as out:
                out.write(deck[:deck.index(" .28")] + "0\n")
            with self.assertRaisesRegex(flangeway.BadInput, "one.inp:9:1: case 1: the deck ends where POISS is expected"):
                flangeway.solve_contact(file)


class Studies(unittest.TestCase):
    def test_a_grid_of_runs(self):
        study = {"name": "speeds", "case": CASE, "set": {"integration.duration": 0.05},
                 "axes": [{"name": "speed", "key": "speed", "values": [5, 10, 15]}]}
        with tempfile.TemporaryDirectory() as folder:
            seen = []
            table = flangeway.run_study(study, folder + "/study", jobs=1,
                                        progress=lambda done, total: seen.append(total))
            self.assertEqual(len(table), 3)
            self.assertEqual(list(table["speed"]), [5, 10, 15])
            self.assertEqual(table["status"], ["completed"] * 3)
            self.assertEqual(set(seen), {3})
            self.assertTrue(os.path.exists(folder + "/study/results.csv"))
            with self.assertRaisesRegex(KeyError, "there is no column 'sped'"):
                table["sped"]


class Wear(unittest.TestCase):
    LAW = os.path.join(os.path.dirname(CASE), "../wear/usfd_r8t.toml")

    def test_as_the_command_line(self):
        case = flangeway.load_case(CASE, {"integration.duration": 0.2})
        theirs = program("wear", CASE, "--law", self.LAW, "--set", "integration.duration=0.2", "--json", "--quiet")
        self.assertEqual(case.wear(self.LAW), json.loads(theirs.stdout))
        with self.assertRaisesRegex(flangeway.BadInput, "no.toml"):
            case.wear("no.toml")

    def test_profiles_evolve(self):
        line = {"name": "line", "case": CASE, "law": self.LAW, "mileage": 2e6, "step": {"tolerance": 1e-4, "mileage": 1e6},
                "sections": [{"name": "all", "share": 1.0,
                              "set": {"integration.duration": 0.2, "initial.y": 3e-3}}]}
        with tempfile.TemporaryDirectory() as folder:
            seen = []
            result = flangeway.evolve(line, folder + "/line", progress=seen.append)
            self.assertEqual([step["mileage"] for step in result["steps"]], [0, 1e6, 2e6])
            self.assertGreater(result["steps"][-1]["area_lost"], 0)
            self.assertTrue(os.path.exists(folder + "/line/profiles/0002.csv"))
            with self.assertRaisesRegex(flangeway.BadInput, "do not add up to 1"):
                line["sections"][0]["share"] = 0.5
                flangeway.evolve(line, folder + "/other")


class Patch(unittest.TestCase):
    def test_as_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            run = folder + "/run.h5"
            flangeway.load_case(CASE, {"integration.duration": 0.2}).run(output=run)
            results = flangeway.Results(run)
            wheel = next(name for name in results.units if name.endswith(".right.Q"))[:-2]
            for times, text in ((0.1, "0.1"), ([0.05, 0.1], "0.05,0.1")):
                ours, theirs = f"{folder}/ours_{text}", f"{folder}/theirs_{text}"
                file = results.patch(wheel, times, ours)
                self.assertEqual(file, ours + "/contact.toml")
                self.assertEqual(program("patch", run, "--wheel", wheel, "--at", text, "-o", theirs).returncode, 0)
                self.assertEqual(sorted(os.listdir(ours)), sorted(os.listdir(theirs)))
                for name in os.listdir(ours):
                    with open(f"{ours}/{name}") as one, open(f"{theirs}/{name}") as other:
                        self.assertEqual(one.read(), other.read(), name)
            self.assertEqual([case["status"] for case in flangeway.solve_contact(file)], ["solved"] * 2)
            with self.assertRaisesRegex(flangeway.BadInput, "exists already. Give another folder, or force=True"):
                results.patch(wheel, 0.1, ours)
            results.patch(wheel, 0.1, ours, force=True)
            with self.assertRaisesRegex(flangeway.BadInput, "lies outside the run"):
                results.patch(wheel, 9, folder + "/late")
            with self.assertRaisesRegex(flangeway.BadInput, "names no wheel"):
                results.patch("middle", 0.1, folder + "/middle")
            with self.assertRaisesRegex(flangeway.BadInput, "--at: names no time. Name a time of the run"):
                results.patch(wheel, [], folder + "/never")
            with self.assertRaisesRegex(TypeError, "incompatible function arguments"):
                results.patch(wheel, "noon", folder + "/noon")


class Modes(unittest.TestCase):
    def test_as_the_command_line(self):
        theirs = json.loads(program("modes", CASE, "--json").stdout)["modes"]
        ours = flangeway.load_case(CASE).modes()
        self.assertEqual([m["eigenvalue"].imag for m in ours], [m["imaginary"] for m in theirs])
        self.assertEqual([m["kind"] for m in ours], [m["kind"] for m in theirs])

    def test_about_steady_running_as_the_command_line(self):
        curve = "models/cases/manchester_r500.toml"
        theirs = json.loads(program("modes", curve, "--set", "initial.s=200", "--steady", "--json").stdout)["modes"]
        ours = flangeway.load_case(curve, {"initial.s": 200}).modes(steady=True)
        self.assertEqual([m["eigenvalue"].real for m in ours], [m["real"] for m in theirs])
        with self.assertRaisesRegex(flangeway.BadInput, "track: has irregularities: there is no steady running"):
            flangeway.load_case("models/cases/manchester_r500_irregular.toml").modes(steady=True)


if __name__ == "__main__":
    unittest.main()
