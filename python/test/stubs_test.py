"""The stubs say what the module has, and everything public has a description."""
import ast
import inspect
import re
import unittest
from pathlib import Path

import flangeway
from flangeway import assess, optimise, uncertainty

STUBS = ast.parse((Path(flangeway.__file__).parent / "__init__.pyi").read_text())


def arguments(function):
    names = [a.arg for a in function.args.args + function.args.kwonlyargs]
    return [name for name in names if name != "self"]


def real_arguments(thing):
    """Of a Python function by its signature, of a compiled one by the first line of its description."""
    try:
        return [name for name in inspect.signature(thing).parameters if name != "self"]
    except ValueError:
        first = thing.__doc__.splitlines()[0]
        return [name for name in re.findall(r"[(,] ?\*?(\w+):", first) if name != "self"]


class Stubs(unittest.TestCase):
    def test_names_of_the_package(self):
        stubbed = {node.name for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(stubbed, set(flangeway.__all__))

    def test_the_submodules(self):
        for module in (assess, uncertainty):
            stubs = ast.parse(Path(module.__file__).with_suffix(".pyi").read_text())
            functions = [node for node in stubs.body if isinstance(node, ast.FunctionDef)]
            self.assertEqual({node.name for node in functions}, set(module.__all__))
            for node in functions:
                self.assertEqual(arguments(node), real_arguments(getattr(module, node.name)), node.name)
                self.assertGreater(len(inspect.getdoc(getattr(module, node.name)).splitlines()[-1]), 20, node.name)

    def test_identify(self):
        stubs = ast.parse((Path(flangeway.__file__).parent / "identify.pyi").read_text())
        functions = [node for node in stubs.body if isinstance(node, ast.FunctionDef)]
        self.assertEqual({node.name for node in functions} | {"Identified"}, set(flangeway.identify.__all__))
        for node in functions:
            self.assertEqual(arguments(node), real_arguments(getattr(flangeway.identify, node.name)), node.name)

    def test_virtual_sensors(self):
        module = flangeway.virtual_sensors
        stubs = ast.parse((Path(flangeway.__file__).parent / "virtual_sensors.pyi").read_text())
        functions = [node for node in stubs.body if isinstance(node, ast.FunctionDef)]
        self.assertEqual({node.name for node in functions} | {"Estimate", "Fitted", "MEASURES"}, set(module.__all__))
        for node in functions:
            self.assertEqual(arguments(node), real_arguments(getattr(module, node.name)), node.name)

    def test_optimise(self):
        stubs = ast.parse(Path(optimise.__file__).with_suffix(".pyi").read_text())
        for node in stubs.body:
            if isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        real = getattr(getattr(optimise, node.name), method.name)
                        function = real.fget if isinstance(real, property) else real
                        self.assertEqual(arguments(method), real_arguments(function), f"{node.name}.{method.name}")
            if isinstance(node, ast.FunctionDef):
                self.assertEqual(arguments(node), real_arguments(getattr(optimise, node.name)), node.name)
        stubbed = {node.name for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(stubbed, set(optimise.__all__))
        for name in optimise.__all__:
            self.assertGreater(len(inspect.getdoc(getattr(optimise, name))), 60, name)

    def test_members_of_classes(self):
        for node in STUBS.body:
            if not isinstance(node, ast.ClassDef) or issubclass(getattr(flangeway, node.name), Exception):
                continue
            stubbed = {getattr(m, "name", None) or m.target.id for m in node.body}
            real = {name for name, value in vars(getattr(flangeway, node.name)).items()
                    if not name.startswith("_") or name in ("__getitem__", "__len__", "__contains__", "__iter__", "__enter__",
                                                             "__exit__")}
            real |= set(vars(getattr(flangeway, node.name)).get("__annotations__", {}))
            self.assertEqual(stubbed - {"__init__", "__new__"}, real, node.name)

    def test_arguments(self):
        for node in STUBS.body:
            if isinstance(node, ast.FunctionDef):
                self.assertEqual(arguments(node), real_arguments(getattr(flangeway, node.name)), node.name)
            if isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
                        real = getattr(getattr(flangeway, node.name), method.name)
                        self.assertEqual(arguments(method), real_arguments(real), f"{node.name}.{method.name}")

    def test_everything_is_described(self):
        for name in flangeway.__all__:
            text = inspect.getdoc(getattr(flangeway, name)) or ""
            self.assertGreater(len(text.replace(name, "")), 20, name)


if __name__ == "__main__":
    unittest.main()
