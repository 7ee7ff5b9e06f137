#!/usr/bin/env python3
"""The FMUs of one wheel on one rail (examples/contact_fmu), packed, opened and run as an importer does:

    contact_fmu_test.py LIBRARY SOURCE

LIBRARY is libflangeway_contact.so, whose functions are called without an FMU for comparison.
"""
import ctypes
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

LIBRARY, SOURCE = (Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "tests/validation"))

from fmi_rules import violations  # noqa: E402
from fmu import Fmu  # noqa: E402

EXAMPLE = SOURCE / "examples/contact_fmu"
# Some 70 kN, a little to the side, yawed, and rolling with some slip.
PLACE = {"y": 0.001, "z": -2e-4, "yaw": 0.001, "speed": 20.0, "velocity_y": 0.01, "velocity_pitch": 43.5}
WHEELSET = ("s", "y", "z", "roll", "pitch", "yaw", "speed", "velocity_y", "velocity_z", "velocity_roll", "velocity_pitch",
            "velocity_yaw")


def packed(version, folder):
    """An archive, as CMakeLists.txt of the example packs it."""
    code, library = Path(folder) / f"fmi{version}.c", Path(folder) / f"model{version}.so"
    shutil.copy(SOURCE / f"src/flangeway/codegen/runtime/fmi{version}.c", code)
    subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden",
                    f"-I{SOURCE}/include", f"-I{EXAMPLE}", code, EXAMPLE / "fmu.c", LIBRARY,
                    f"-Wl,-rpath,{LIBRARY.parent}", "-lm", "-o", library], check=True)
    archive = Path(folder) / f"wheel{version}.fmu"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(EXAMPLE / f"modelDescription{version}.xml", "modelDescription.xml")
        file.write(EXAMPLE / "contact.toml", "resources/contact.toml")
        file.write(library, f"binaries/{'linux64' if version == 2 else 'x86_64-linux'}/model.so")
    return archive


class Contact:
    """The library without an FMU."""

    def __init__(self):
        self.library, self.handle = ctypes.CDLL(str(LIBRARY)), ctypes.c_void_p()
        self.call("create", 1, ctypes.byref(self.handle))
        self.call("load_file", self.handle, str(EXAMPLE / "contact.toml").encode())

    def call(self, name, *arguments):
        assert self.library["flangeway_contact_" + name](*arguments) == 0, name

    def force(self, place, friction):
        values = [place.get(name, 0.0) for name in WHEELSET]
        self.call("set_wheelset", self.handle, (ctypes.c_double * 6)(*values[:6]), (ctypes.c_double * 6)(*values[6:]))
        self.call("set_number", self.handle, b"wheel_on_rail.friction.coefficient", ctypes.c_double(friction))
        self.call("solve", self.handle)
        force, moment = (ctypes.c_double * 3)(), (ctypes.c_double * 3)()
        self.call("get_force", self.handle, b"track", force, moment)
        return [*force, *moment]


class TheArchives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.archives = {version: packed(version, cls.folder.name) for version in (2, 3)}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open(self, version):
        return Fmu(version, self.archives[version], tempfile.mkdtemp(dir=self.folder.name))

    def place(self, fmu, friction=0.3, **changes):
        for name, value in {**PLACE, **changes}.items():
            self.assertEqual(fmu.set("wheelset." + name, value), 0)
        self.assertEqual(fmu.set("friction", friction), 0)

    def forces(self, fmu):
        return [fmu.get(f"{kind}.{axis}") for kind in ("force", "moment") for axis in "xyz"]

    def test_descriptions_keep_the_rules(self):
        for version in (2, 3):
            self.assertEqual(violations(self.open(version).description, version), [])

    def test_forces_are_those_of_the_library(self):
        contact = Contact()
        for version in (2, 3):
            fmu = self.open(version)
            self.place(fmu)
            self.assertEqual(fmu.initialise(), 0)
            self.assertEqual(self.forces(fmu), contact.force(PLACE, 0.3))
            self.assertGreater(fmu.get("force.z"), 1e4)
            self.place(fmu, friction=0.5, y=0.0)
            self.assertEqual(fmu.step(0.0, 1e-3), 0)
            self.assertEqual(self.forces(fmu), contact.force({**PLACE, "y": 0.0}, 0.5))
            self.assertEqual(fmu.get("patches"), 1)
            self.assertGreater(fmu.get("patch.max_pressure"), 1e8)
            self.assertTrue(0 < fmu.get("patch.adhesion_share") < 1)

    def test_a_rail_that_moves_up_acts_as_a_wheel_that_moves_down(self):
        fmu = self.open(3)
        self.place(fmu)
        down = self.forces(fmu)
        self.place(fmu, z=PLACE["z"] + 1e-4)
        self.assertLess(fmu.get("force.z"), down[2])
        self.assertEqual(fmu.set("rail.z", 1e-4), 0)
        for ours, expected in zip(self.forces(fmu), down):
            self.assertAlmostEqual(ours, expected, delta=2e-3 * abs(down[2]))

    def test_a_wheel_off_its_rail_has_no_forces(self):
        fmu = self.open(2)
        self.place(fmu, z=0.01)
        self.assertEqual(self.forces(fmu), [0.0] * 6)
        self.assertEqual(fmu.get("patches"), 0)
        self.assertEqual(fmu.get("patch.contact_area"), 0)

    def test_states_are_kept_and_written_down(self):
        for version in (2, 3):
            fmu, other = self.open(version), self.open(version)
            self.place(fmu)
            fmu.initialise()
            forces, kept = self.forces(fmu), fmu.state()
            data = fmu.state_as_bytes(kept)
            self.place(fmu, y=0.002)
            self.assertNotEqual(self.forces(fmu), forces)
            fmu.restore(kept)
            self.assertEqual(self.forces(fmu), forces)
            other.restore(other.state_from_bytes(data))
            self.assertEqual(self.forces(other), forces)
            self.assertIsNone(other.state_from_bytes(data[1:]))

    def test_refuses(self):
        for version in (2, 3):
            fmu = self.open(version)
            self.assertNotEqual(fmu.set("friction", -0.1), 0)
            self.assertNotEqual(fmu.set("force.z", 1), 0)
            self.assertNotEqual(fmu.set("wheelset.y", float("nan")), 0)
            fmu.resources = b"/nowhere"
            self.assertIsNone(fmu.instantiate(fmu.description.get("guid" if version == 2 else "instantiationToken")))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
