#!/usr/bin/env python3
"""Modes of other programs as universal files: modes_to_unv_test.py SCRIPT FLANGEWAY

The modes of models/vehicles/manchester_carbody.unv are written here in the formats of Nastran, Abaqus and Ansys, in
millimetres and tonnes and with axes of their own, and converted back.
"""
import importlib.machinery
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

FLANGEWAY = sys.argv.pop()
SCRIPT = sys.argv.pop()
sys.dont_write_bytecode = True
MODELS = Path(__file__).resolve().parents[2] / "models"
MM, TONNE = 1000.0, 1000.0  # per m; kg


def read_universal(path):
    """Nodes; frequency, modal mass and shape of each mode; length of the unit in m."""
    text = path.read_text().split("    -1\n")
    nodes, modes, metre = {}, [], 1.0
    for part in text:
        lines = part.splitlines()
        kind = lines[0].strip() if lines else ""
        values = [[float(one.replace("D", "E")) for one in line.split()] for line in lines[1:]] if kind == "2411" else []
        if kind == "164":
            metre = 1 / float(lines[2].split()[0].replace("D", "E"))
        for k in range(0, len(values), 2):
            nodes[int(values[k][0])] = values[k + 1]
        if kind == "2414":
            head = [float(lines[12][13 * k:13 * k + 13]) for k in range(6)]
            rows = {int(lines[k]): [float(lines[k + 1][13 * i:13 * i + 13]) for i in range(6)]
                    for k in range(14, len(lines), 2)}
            modes.append((head[1], head[3], rows))
    return nodes, modes, metre


def turn(angle, values):
    c, s = math.cos(angle), math.sin(angle)
    return [c * values[0] + s * values[1], -s * values[0] + c * values[1], values[2]]


class ModesToUnv(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        nodes, modes, _ = read_universal(MODELS / "vehicles/manchester_carbody.unv")
        # In mm and t, with modal masses of 1 t: rotations are per mm.
        cls.nodes = {label: [MM * one for one in place] for label, place in nodes.items()}
        cls.modes = []
        for frequency, mass, shape in modes:
            size = math.sqrt(TONNE / mass)
            cls.modes.append((frequency, {label: [size * one for one in row[:3]] + [size * one / MM for one in row[3:]]
                                          for label, row in shape.items()}))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def convert(self, *words, units="mm-t-s"):
        command = [sys.executable, "-B", SCRIPT, *map(str, words), "--units", units, "-o", self.folder / "out.unv", "--force"]
        return subprocess.run(command, capture_output=True, text=True)

    def finding(self, *words):
        run = self.convert(*words)
        self.assertEqual(run.returncode, 2, run.stdout)
        self.assertFalse((self.folder / "out.unv").exists())
        return run.stderr

    def check(self, *words, digits=5e-6):
        run = self.convert(*words)
        self.assertEqual(run.returncode, 0, run.stderr)
        nodes, modes, metre = read_universal(self.folder / "out.unv")
        self.assertAlmostEqual(metre, 1e-3)
        self.assertEqual(set(nodes), set(self.nodes))
        for label, place in self.nodes.items():
            for one, other in zip(nodes[label], place):
                self.assertAlmostEqual(one, other, delta=2e-3)  # eight columns of a deck
        self.assertEqual(len(modes), len(self.modes))
        for (frequency, mass, rows), (expected, shape) in zip(modes, self.modes):
            self.assertAlmostEqual(frequency, expected, delta=1e-5 * max(1, expected))
            self.assertAlmostEqual(mass, 1)
            largest = [max(abs(row[i]) for row in shape.values()) for i in range(6)]
            turned = max(largest[:3]), max(largest[3:])
            for label, row in shape.items():
                for i, (one, other) in enumerate(zip(rows[label], row)):
                    self.assertAlmostEqual(one, other, delta=digits * max(turned[i // 3], 1e-9), msg=f"{label} {i}")
        return run

    # Nodes 1 to 3 have displacements along axes that are turned by 30 degrees about z; node 4 stands in a cylindrical
    # system whose axis is x.
    def deck(self, norm="        "):
        lines = ["SOL 103", "BEGIN BULK", "$ carbody", f"EIGRL   10                      6{'':31s}{norm}",
                 "CORD2R,7,,0.,0.,0.,0.,0.,1.", ",0.8660254037844387,.5,0.",
                 "CORD2C  8       0       0.      0.      0.      1.      0.      0.      +C8",
                 "+C8     0.      1.      0."]
        for label, (x, y, z) in self.nodes.items():
            if label == 4:  # the polar axis is y, the height x
                lines.append(f"GRID,4,8,{math.hypot(y, z):.4f},{math.degrees(math.atan2(z, y)):.4f},{x:.4f}")
            elif label % 3 == 0:
                lines += [f"GRID*   {label:16d}{'':16s}{x:16.4f}{y:16.4f}", f"*       {z:16.4f}{7 if label <= 3 else 0:16d}"]
            else:
                lines.append(f"GRID    {label:8d}        {x:8.1f}{y:8.1f}{z:8.1f}{7 if label <= 3 else '':8}")
        return self.write("body.bdf", "\n".join(lines + ["ENDDATA"]) + "\n")

    def punch(self):
        lines, angle = [], math.radians(30)
        for number, (frequency, shape) in enumerate(self.modes, 1):
            lines += ["$TITLE   = BODY", "$SUBTITLE=", "$LABEL   =", "$EIGENVECTOR", "$REAL OUTPUT", "$SUBCASE ID =           1",
                      f"$EIGENVALUE ={(2 * math.pi * frequency)**2:16.7E}  MODE ={number:6d}"]
            for label, row in shape.items():
                values = turn(angle, row[:3]) + turn(angle, row[3:]) if label <= 3 else row
                lines.append(f"{label:10d}{'G':>8s}" + "".join(f"{one:18.6E}" for one in values[:3]))
                lines.append(f"{'-CONT-':18s}" + "".join(f"{one:18.6E}" for one in values[3:]))
        return self.write("body.pch", "".join(f"{line:72s}{k:8d}\n" for k, line in enumerate(lines, 1)))

    def test_nastran_punch(self):
        run = self.check(self.deck(), self.punch())
        self.assertIn("modal masses: 1, by NORM = MASS of EIGRL 10", run.stderr)
        self.reset()
        self.assertIn("NORM = MAX of EIGRL 10. Give --modal-mass", self.finding(self.deck("MAX     "), self.punch()))
        self.check(self.deck("MAX     "), self.punch(), "--modal-mass", "1")

    def reset(self):
        (self.folder / "out.unv").unlink()

    def test_the_program_takes_them(self):
        self.check(self.deck(), self.punch())

        def frequencies(mode_file):
            vehicle = (MODELS / "vehicles/manchester_modes.toml").read_text()
            vehicle = vehicle.replace("manchester_carbody.unv", str(mode_file))
            self.write("vehicle.toml", vehicle.replace("manchester.toml", str(MODELS / "vehicles/manchester.toml")))
            case = (MODELS / "cases/manchester_modes_r500.toml").read_text()
            for name in ("tracks", "vehicles"):
                case = case.replace(f"../{name}/", f"{MODELS}/{name}/")
            case = self.write("case.toml", case.replace(f"{MODELS}/vehicles/manchester_modes.toml", "vehicle.toml"))
            run = subprocess.run([FLANGEWAY, "modes", case, "--json", "--quiet"], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            # Real roots may meet in pairs, whose frequency is rounding.
            return [mode["frequency"] for mode in json.loads(run.stdout)["modes"] if mode["frequency"] > 0.1]

        native, converted = frequencies(MODELS / "vehicles/manchester_carbody.unv"), frequencies(self.folder / "out.unv")
        self.assertEqual(len(native), len(converted))
        for one, other in zip(native, converted):
            self.assertAlmostEqual(one, other, delta=1e-6 * one)  # of shapes with six digits

    def test_nastran_findings(self):
        deck, punch = self.deck(), self.punch()
        self.assertIn("grid point 1 is not in the deck", self.finding(
            self.write("other.bdf", "EIGRL,1\nGRID,99,,0.,0.,0.\n"), punch))
        self.assertIn("has no GRID cards", self.finding(self.write("none.bdf", "BEGIN BULK\nENDDATA\n"), punch))
        self.assertIn("coordinate system 9 is not defined", self.finding(
            self.write("other.bdf", "EIGRL,1\nGRID,1,9,0.,0.,0.\n"), punch))
        self.assertIn("is no line of an eigenvector", self.finding(deck, self.write(
            "bad.pch", "$EIGENVECTOR\n$EIGENVALUE = 1.0E+00  MODE =     1\nhello world\n")))
        self.assertIn("complex modes", self.finding(deck, self.write("bad.pch", "$EIGENVECTOR\n$REAL-IMAGINARY OUTPUT\n")))
        self.assertIn("are not the files of one model (allowed a Nastran deck with .pch or .op2,", self.finding(deck))
        self.assertIn("modal masses are not known: no EIGRL or EIGR", self.finding(
            self.write("other.bdf", "grid,1,,1.5-1,0.,0.\n"), punch))

    def test_op2_by_pynastran(self):
        """The package is not at hand here: a stand-in with its attributes has the numbers."""
        modes, angle = self.modes, math.radians(30)
        labels = list(self.nodes)
        vector = types.SimpleNamespace(
            modes=list(range(1, len(modes) + 1)), eigns=[(2 * math.pi * one)**2 for one, _ in modes],
            node_gridtype=[(label, 1) for label in labels],
            data=[[turn(angle, shape[label][:3]) + turn(angle, shape[label][3:]) if label <= 3 else shape[label]
                   for label in labels] for _, shape in modes])
        nastran = load("modes_nastran")
        deck = nastran.Deck(str(self.deck()))
        if importlib.util.find_spec("pyNastran") is None:
            self.assertIn("needs the Python package pyNastran: pip install pyNastran. Or punch the modes",
                          self.finding(self.deck(), self.write("body.op2", "")))
        package = types.ModuleType("pyNastran.op2.op2")
        package.read_op2 = lambda path, debug: types.SimpleNamespace(eigenvectors={1: vector})
        for name in ("pyNastran", "pyNastran.op2", "pyNastran.op2.op2"):
            self.addCleanup(sys.modules.pop, name, None)
            sys.modules[name] = package
        found, _ = nastran.op2_modes("body.op2", deck, 1.0)
        for mode, (frequency, shape) in zip(found, modes):
            self.assertAlmostEqual(mode.frequency, frequency, delta=1e-9 * max(1, frequency))
            for label in labels:
                for one, other in zip(mode.shape[label], shape[label]):
                    self.assertAlmostEqual(one, other, delta=1e-9 * max(1, abs(other)))

    def fil(self):
        def word(value):
            if isinstance(value, int):
                return f"I{len(str(value)):2d}{value}"
            return f"A{value:8s}" if isinstance(value, str) else f"D{value:22.15E}".replace("E", "D")

        def record(key, *values):
            return "*" + word(len(values) + 2) + word(key) + "".join(map(word, values))

        text = record(1921, "6.14-2", "carbody") + "".join(record(1901, label, *place) for label, place in self.nodes.items())
        text += record(1902, 1, 2, 3, 4, 5, 6)
        for number, (frequency, shape) in enumerate(self.modes, 1):
            text += record(1980, number, (2 * math.pi * frequency)**2, 1.0, 0.0)
            text += "".join(record(101, label, *row) for label, row in shape.items())
        text += record(2001)
        text += " " * (-len(text) % 80)
        return self.write("body.fil", "\n".join(text[k:k + 80] for k in range(0, len(text), 80)) + "\n")

    def test_abaqus(self):
        path = self.fil()
        self.check(path)
        self.reset()
        text = path.read_text()
        self.assertIn("has no number of a results file there", self.finding(self.write("cut.fil", text[:len(text) // 3])))
        self.assertIn("no record begins there", self.finding(self.write("own.fil", "hello\n")))

    def test_ansys(self):
        lines = ["/PREP7", "NBLOCK,6,SOLID,%10d,%10d" % (len(self.nodes), len(self.nodes)), "(3i9,6e21.13e3)"]
        for label, place in self.nodes.items():
            cells = [f"{one:20.13E}".replace("E+", "E+0").replace("E-", "E-0").rjust(21) for one in place]
            while cells and float(cells[-1]) == 0:  # left out, as Ansys does
                cells.pop()
            lines.append(f"{label:9d}{0:9d}{0:9d}" + "".join(cells))
        archive = self.write("body.cdb", "\n".join(lines + ["N,R5.3,LOC,       -1,", ""]))
        listing = []
        for number, (frequency, shape) in enumerate(self.modes, 1):
            listing += [" PRINT DOF  NODAL SOLUTION PER NODE", "", "  LOAD STEP=     1  SUBSTEP=%6d" % number,
                        f"   FREQ=    {frequency:.7g}      LOAD CASE=   0", "",
                        "  THE FOLLOWING DEGREE OF FREEDOM RESULTS ARE IN THE GLOBAL COORDINATE SYSTEM", "",
                        "    NODE        UX            UY            UZ            ROTX          ROTY          ROTZ"]
            listing += [f"{label:8d}" + "".join(f" {one:15.7E}" for one in row) for label, row in shape.items()]
            listing += ["", " MAXIMUM ABSOLUTE VALUES", " NODE          1             1", " VALUE   1.0   2.0", ""]
        listing = self.write("modes.lis", "\n".join(listing))
        self.check(archive, listing, "--modal-mass", "1")
        self.reset()
        self.assertIn("do not say how modes are normalised. Give --modal-mass 1", self.finding(archive, listing))
        self.assertIn("List it with RSYS,0", self.finding(archive, self.write(
            "own.lis", listing.read_text().replace("THE GLOBAL", "RSYS 5")), "--modal-mass", "1"))
        self.assertIn("has no block of nodes", self.finding(self.write("own.cdb", "/PREP7\n"), listing, "--modal-mass", "1"))

    def test_results_of_ansys_by_their_reader(self):
        """The package is not at hand here: a stand-in with its attributes has the numbers."""
        labels = list(self.nodes)
        result = types.SimpleNamespace(
            mesh=types.SimpleNamespace(nnum=labels, nodes=[self.nodes[label] + [0, 0, 0] for label in labels]),
            time_values=[frequency for frequency, _ in self.modes],
            nodal_solution=lambda k: (labels, [self.modes[k][1][label] for label in labels]))
        if importlib.util.find_spec("ansys") is None:
            self.assertIn("pip install ansys-mapdl-reader", self.finding(self.write("a.rst", ""), "--modal-mass", "1"))
        package = types.ModuleType("ansys.mapdl.reader")
        package.read_binary = lambda path: result
        for name in ("ansys", "ansys.mapdl", "ansys.mapdl.reader"):
            self.addCleanup(sys.modules.pop, name, None)
            sys.modules[name] = package
        nodes, modes, _ = load("modes_ansys").result_modes("a.rst", 1.0)
        self.assertEqual(nodes, self.nodes)
        self.assertEqual([(mode.frequency, mode.shape) for mode in modes], self.modes)

    def test_units_nodes_and_masses(self):
        deck, punch = self.deck(), self.punch()
        run = self.convert(deck, punch, "--only", "5,6", units="m-kg-s")
        self.assertEqual(run.returncode, 0, run.stderr)
        nodes, modes, metre = read_universal(self.folder / "out.unv")
        self.assertEqual(([*nodes], metre, [*modes[0][2]]), ([5, 6], 1.0, [5, 6]))
        self.reset()
        self.assertIn("--only: node 9999 is not in the model", self.finding(deck, punch, "--only", "9999"))
        self.assertIn("has 2 numbers for 8 modes", self.finding(deck, punch, "--modal-mass", "1,2"))


def load(name):
    sys.path.insert(0, str(Path(SCRIPT).parent))
    return importlib.import_module(name)


if __name__ == "__main__":
    unittest.main()
