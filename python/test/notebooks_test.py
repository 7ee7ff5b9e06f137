"""The notebooks in examples/notebooks run from their first cell to their last; without Jupyter, cell by cell."""
import importlib.util
import json
import os
import pathlib
import unittest

os.environ.setdefault("MPLBACKEND", "Agg")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples/notebooks"
PLOTS = importlib.util.find_spec("matplotlib") is not None


def cells(notebook):
    """Sources of the cells of code; those that draw are left out where matplotlib is missing."""
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code" and (PLOTS or "plot" not in cell["metadata"].get("tags", [])):
            yield number, "".join(cell["source"])


class Notebooks(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(FOLDER)

    def run_notebook(self, path):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        namespace, ran = {"__name__": "__main__"}, 0
        for number, source in cells(notebook):
            name = f"{path.name}, cell {number}"
            try:
                exec(compile(source, name, "exec"), namespace)
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__}: {error}\n{source}") from error
            ran += 1
        self.assertGreater(ran, 0, path)
        for cell in notebook["cells"]:
            self.assertFalse(cell.get("outputs"), f"{path.name} has outputs, which belong to one machine")


def _add(path):
    setattr(Notebooks, f"test_{path.stem}", lambda self: self.run_notebook(path))


for one in sorted(FOLDER.glob("*.ipynb")):
    _add(one)

if __name__ == "__main__":
    unittest.main()
