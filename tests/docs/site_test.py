#!/usr/bin/env python3
"""What scripts/docs makes of headers and equations, without pandoc: site_test.py CHECKOUT"""
import importlib.machinery
import importlib.util
import sys
import unittest
from pathlib import Path

CHECKOUT = Path(sys.argv.pop(1)).resolve()


def load():
    loader = importlib.machinery.SourceFileLoader("docs", str(CHECKOUT / "scripts/docs"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("docs", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


DOCS = load()


class Headers(unittest.TestCase):
    def test_only_what_a_user_can_call(self):
        text = """#pragma once
#include <vector>
namespace flangeway {
/// Says so.
class Thing {
 public:
  int size() const;

 private:
  int size_;
};
int free_function();
}  // namespace flangeway
"""
        shown = DOCS.declarations(text)
        self.assertIn("/// Says so.", shown)
        self.assertIn("int free_function();", shown)
        for hidden in ("#include", "private", "size_", "namespace"):
            self.assertNotIn(hidden, shown)

    def test_every_room_has_its_headers(self):
        page = DOCS.cpp_page()
        for header in ("simulate/run.hpp", "vehicle/vehicle_spec.hpp", "contact/hertz.hpp"):
            self.assertIn(f"### {header}", page)


class Menu(unittest.TestCase):
    def test_every_page_is_in_it(self):
        listed = {path for _, section in DOCS.MENU for _, path in DOCS.entries(section)}
        pages = {str(p.relative_to(CHECKOUT))[:-3] for p in (CHECKOUT / "docs").rglob("*.md")}
        self.assertEqual(pages - listed, set())


if __name__ == "__main__":
    unittest.main()
