"""The wheel of scripts/wheel, installed without network into an empty environment, where none of its libraries is found."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASE = ROOT / "models/cases/wheelset_r500.toml"
USE = f"""
import pathlib
import flangeway
result = flangeway.load_case({str(CASE)!r}, {{"integration.duration": 0.1}}).run()
print(result.status)
mapped = [line.split()[-1] for line in open("/proc/self/maps") if "hdf5" in line]
print(all(str(pathlib.Path(flangeway.__file__).parent) in path for path in mapped) and bool(mapped))
"""


@unittest.skipUnless(sys.platform == "linux" and shutil.which("ldd"), "wheels are made on Linux")
class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = pathlib.Path(place.name)
        made = subprocess.run([sys.executable, ROOT / "scripts/wheel", place.name], capture_output=True, text=True)
        if made.returncode:
            raise AssertionError(made.stderr)
        cls.wheel, = cls.folder.glob("*.whl")

    def installed(self):
        """The content of the wheel, laid out as pip does it."""
        site = self.folder / "site"
        if not site.exists():
            with zipfile.ZipFile(self.wheel) as wheel:
                for entry in wheel.infolist():
                    file = pathlib.Path(wheel.extract(entry, site))
                    file.chmod(entry.external_attr >> 16 & 0o777)
        return site

    def test_module_runs_with_its_own_libraries(self):
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.installed())}
        run = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, env=environment, cwd=self.folder)
        self.assertEqual((run.returncode, run.stdout), (0, "completed\nTrue\n"), run.stderr)

    def test_program_runs_with_its_own_libraries(self):
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.installed()), "LD_DEBUG": "libs"}
        start = "import sys; sys.argv = ['flangeway', '--version']; from flangeway._program import main; main()"
        run = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, env=environment, cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr[-2000:])
        self.assertIn("flangeway", run.stdout)
        libraries = [line for line in run.stderr.splitlines() if "calling init:" in line and "hdf5" in line]
        self.assertTrue(libraries and all(str(self.folder) in line for line in libraries), libraries)

    def test_every_file_is_recorded_with_its_hash(self):
        import base64
        import hashlib
        with zipfile.ZipFile(self.wheel) as wheel:
            record = next(name for name in wheel.namelist() if name.endswith("RECORD"))
            lines = dict(line.split(",", 1) for line in wheel.read(record).decode().splitlines())
            self.assertEqual(set(lines), set(wheel.namelist()))
            for name, told in lines.items():
                if name != record:
                    digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
                    self.assertEqual(told.split(",")[0], "sha256=" + digest, name)

    def test_pip_installs_it(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            self.skipTest("pip is missing")
        target = self.folder / "target"
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        run = subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", "--target", target, self.wheel],
                             capture_output=True, text=True, env=environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((target / "bin/flangeway").exists())
        version = subprocess.run([target / "bin/flangeway", "--version"], capture_output=True, text=True,
                                 env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(target)})
        self.assertEqual(version.returncode, 0, version.stderr)


if __name__ == "__main__":
    unittest.main()
