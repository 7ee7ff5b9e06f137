#!/usr/bin/env python3
"""The checkers of the house, on small houses made to break each rule: a checker must find what it is there for."""
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

SUPPORT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SUPPORT))
import check_includes  # noqa: E402
import check_printing  # noqa: E402
import check_references  # noqa: E402
import check_results  # noqa: E402
import check_subject  # noqa: E402
import check_words  # noqa: E402


class House(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def room(self, name, rooms, source="", test="", public=""):
        self.write(f"src/flangeway/{name}/CMakeLists.txt",
                   f"flangeway_room(NAME {name}\n  PUBLIC {public}\n  SOURCES a.cpp\n  ROOMS {rooms}  # a remark\n  TESTS a_test.cpp)\n")
        self.write(f"src/flangeway/{name}/a.cpp", source)
        self.write(f"src/flangeway/{name}/test/a_test.cpp", test)

    def includes(self):
        return [text.replace(f"{self.root}/src/flangeway/", "") for text in check_includes.violations(self.root)]


class Includes(House):
    def test_a_room_in_order_has_no_violation(self):
        self.room("core", "")
        self.room("math", "core", '#include "flangeway/core/a.hpp"\n#include "flangeway/math/b.hpp"\n#include <vector>\n')
        self.assertEqual(self.includes(), [])

    def test_a_room_that_is_not_named(self):
        self.room("core", "")
        self.room("math", "core")
        self.room("track", "math", '\n#include "flangeway/core/a.hpp"\n')
        self.assertEqual(self.includes(),
                         ["track/a.cpp:2: track includes core, which its CMakeLists.txt does not name"])

    def test_a_test_may_reach_what_its_room_is_built_on_but_not_upwards(self):
        self.room("core", "")
        self.room("math", "core")
        self.room("track", "math", "", '#include "flangeway/core/a.hpp"\n#include "flangeway/vehicle/a.hpp"\n')
        self.assertEqual(self.includes(),
                         ["track/test/a_test.cpp:2: track includes vehicle, which its CMakeLists.txt does not name"])

    def test_a_room_beside_or_above(self):
        self.room("document", "math")
        self.room("math", "track")
        found = self.includes()
        self.assertIn("document/CMakeLists.txt:1: document (floor 1) names math, which is not on a lower floor", found)
        self.assertIn("math/CMakeLists.txt:1: math (floor 1) names track, which is not on a lower floor", found)

    def test_a_room_without_a_floor(self):
        self.room("cellar", "")
        self.assertEqual(
            self.includes(),
            ["cellar/CMakeLists.txt:1: the room cellar stands on no floor; give it one in check_includes.py"])

    def header(self, path, text=""):
        self.write(f"src/flangeway/{path}", text)

    def test_a_public_header_includes_the_standard_library_and_public_headers(self):
        self.room("core", "")
        self.write("include/flangeway/case.hpp", "#include <vector>\n")
        self.write("include/flangeway/run.hpp",
                   '#include "flangeway/case.hpp"\n#include "flangeway/core/a.hpp"\n#include <Eigen/Dense>\n')
        self.write("examples/run.cpp", "#include <flangeway/run.hpp>\n#include <fmt/format.h>\n")
        self.assertEqual([text.split(": allowed")[0].replace(f"{self.root}/", "") for text in self.includes()],
                         ["examples/run.cpp:2: includes <fmt/format.h>",
                          'include/flangeway/run.hpp:2: includes "flangeway/core/a.hpp"',
                          "include/flangeway/run.hpp:3: includes <Eigen/Dense>"])

    def test_files_in_a_cycle(self):
        self.room("core", "", '#include "flangeway/core/a.hpp"\n')
        self.header("core/a.hpp", '#include "flangeway/core/b.hpp"\n')
        self.header("core/b.hpp", '#pragma once\n#include "flangeway/core/c.hpp"\n')
        self.header("core/c.hpp", '#include "flangeway/core/a.hpp"\n')
        self.assertEqual(self.includes(), ["core/a.hpp:1: files include each other: core/a.hpp → core/b.hpp → core/c.hpp"
                                           " → core/a.hpp"])

    def test_a_file_that_includes_itself(self):
        self.room("core", "")
        self.header("core/a.hpp", '#include "flangeway/core/a.hpp"\n')
        self.assertEqual(self.includes(), ["core/a.hpp:1: files include each other: core/a.hpp → core/a.hpp"])

    def test_folders_in_a_cycle(self):
        self.room("core", "")
        self.header("core/low/a.hpp", '#include "flangeway/core/high/b.hpp"\n')
        self.header("core/high/b.hpp")
        self.assertEqual(self.includes(), [])
        self.header("core/high/c.hpp", '#include "flangeway/core/low/d.hpp"\n')
        self.header("core/low/d.hpp")
        self.assertEqual(self.includes(), ["core/high/c.hpp:1: folders include each other: core/high → core/low → core/high"])

    def test_tests_and_their_rooms_are_no_cycle(self):
        self.room("core", "", '#include "flangeway/core/a.hpp"\n', '#include "flangeway/core/a.hpp"\n')
        self.header("core/a.hpp")
        self.assertEqual(self.includes(), [])

    def test_a_private_header_from_outside(self):
        self.room("core", "", '#include "flangeway/core/own.hpp"\n', public="shown.hpp")
        self.room("math", "core", '#include "flangeway/core/shown.hpp"\n#include "flangeway/core/own.hpp"\n')
        self.header("core/own.hpp")
        self.header("core/shown.hpp")
        self.write("apps/main.cpp", '#include "flangeway/core/own.hpp"\n')
        found = [text.replace(f"{self.root}/", "") for text in self.includes()]
        self.assertEqual(found, ["math/a.cpp:2: includes core/own.hpp, a private header of core",
                                 "apps/main.cpp:1: includes core/own.hpp, a private header of core"])

    def test_tests_beside_the_rooms_may_see_private_headers(self):
        self.room("core", "")
        self.header("core/own.hpp")
        self.write("tests/fuzz/own_fuzz.cpp", '#include "flangeway/core/own.hpp"\n')
        self.assertEqual(self.includes(), [])

    def test_a_private_header_in_a_public_one(self):
        self.room("core", "", public="shown.hpp")
        self.header("core/own.hpp")
        self.header("core/shown.hpp", '#include "flangeway/core/own.hpp"\n')
        self.assertEqual(self.includes(), ["core/shown.hpp:1: is public, but includes core/own.hpp, a private header"])

    def test_a_public_header_that_does_not_exist(self):
        self.room("core", "", public="gone.hpp")
        self.assertEqual(self.includes(), ["core/CMakeLists.txt:1: gone.hpp is named after PUBLIC and does not exist"])

    def test_a_pattern_of_public_headers(self):
        self.room("core", "", public="*_file.hpp gone/*.hpp")
        self.header("core/own.hpp")
        self.header("core/own_file.hpp")
        self.room("math", "core", '#include "flangeway/core/own_file.hpp"\n#include "flangeway/core/own.hpp"\n')
        self.assertEqual(self.includes(), [
            "core/CMakeLists.txt:1: gone/*.hpp is named after PUBLIC and does not exist",
            "math/a.cpp:2: includes core/own.hpp, a private header of core"])

    def test_a_house_without_rooms(self):
        self.assertEqual(len(self.includes()), 1)

    def test_a_room_that_names_none(self):
        self.assertEqual(check_includes.words_after("ROOMS", "flangeway_room(NAME core\n  SOURCES a.cpp)"), [])


class Results(House):
    ALLOWED = check_results.read_allowed("# remark\nshared Deck\\..*  # the decks\n\nsystem web\\.pages # a browser\n")

    SUITE = xml.etree.ElementTree.fromstring(
        '<testsuite><testcase name="A.b" time="3"/><testcase name="Deck.c"><skipped message=""/></testcase>'
        '<testcase name="D.e"><failure/><system-out>1\n2\n3\n4\n5\n6\n7\n8\n\n9\n[  FAILED  ] D.e (2 ms)\n</system-out>'
        '</testcase></testsuite>')

    def tests(self, suite=SUITE):
        return check_results.read_tests(suite, self.root)

    def entry(self, output):
        return xml.etree.ElementTree.fromstring(
            f'<testsuite><testcase name="p.1"><failure/><system-out>{output}</system-out></testcase></testsuite>')

    def test_skipped_tests_are_found(self):
        self.assertEqual([test.name for test in self.tests() if test.skipped], ["Deck.c"])

    def test_failed_tests_are_found_with_the_end_of_their_output(self):
        self.assertEqual([(test.name, test.output) for test in self.tests() if test.failed],
                         [("D.e", ["2", "3", "4", "5", "6", "7", "8", "9"])])

    def test_each_test_of_a_program_counts(self):
        self.write("p.1.xml", '<testsuites><testsuite><testcase name="a" classname="P" time="1.5" result="completed"/>'
                              '<testcase name="b/0" classname="S/P" result="completed"><failure>why</failure></testcase>'
                              '<testcase name="c" classname="P" result="skipped"><skipped/></testcase>'
                              '</testsuite></testsuites>')
        self.assertEqual([(test.name, test.seconds, test.failed, test.skipped, test.output)
                          for test in self.tests(self.entry("[ RUN      ] P.a"))],
                         [("P.a", 1.5, False, False, []), ("S/P.b/0", 0, True, False, ["why"]),
                          ("P.c", 0, False, True, [])])

    def test_a_program_that_fails_after_its_tests_is_a_failure(self):
        self.write("p.1.xml", '<testsuites><testcase name="a" classname="P"/></testsuites>')
        self.assertEqual([(test.name, test.failed) for test in self.tests(self.entry("leak"))],
                         [("P.a", False), ("p.1", True)])

    def test_a_program_that_crashes_names_its_last_test(self):
        output = "[ RUN      ] P.a\n[       OK ] P.a\n[ RUN      ] P.b\nSegmentation fault"
        tests = self.tests(self.entry(output))
        self.assertEqual([(test.name, test.failed) for test in tests], [("p.1 stopped in P.b", True)])
        self.assertIn("Segmentation fault", tests[0].output)

    def test_what_is_not_in_the_list_is_unexpected(self):
        names = ["Deck.a", "web.pages", "web.pages_too", "Other.b"]
        self.assertEqual(check_results.unexpected(names, self.ALLOWED, False), ["web.pages_too", "Other.b"])

    def test_shared_tests_run_where_the_data_are(self):
        self.assertEqual(check_results.unexpected(["Deck.a", "web.pages"], self.ALLOWED, True), ["Deck.a"])

    def test_a_line_without_a_reason_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "line 1: is not"):
            check_results.read_allowed("system Deck")

    def test_the_list_of_the_house_is_in_order(self):
        self.assertGreater(len(check_results.read_allowed((SUPPORT / "allowed_skips.txt").read_text())), 10)


class Printing(House):
    def found(self):
        return [text.split(" prints")[0] for text in check_printing.violations(self.root)]

    def test_every_way_to_print(self):
        self.write("apps/flangeway/verb_a.cpp", 'void f() {\n  fmt::print("{}", 1);\n  std::cout << 1;\n  printf("1");\n'
                   '  std::fputs("1", stderr);\n  fmt::print(stderr, "1");\n}\n')
        self.assertEqual(self.found(), [f"apps/flangeway/verb_a.cpp:{line}: {call}" for line, call in
                                        ((2, "fmt::print"), (3, "std::cout"), (4, "printf"), (5, "std::fputs"),
                                         (6, "fmt::print"))])

    def test_what_only_looks_like_it(self):
        self.write("src/flangeway/core/a.cpp", '// std::cout\nchar a[9];\nvoid f() {\n  snprintf(a, 9, "printf");\n  put_out("1");\n}\n')
        self.write("src/flangeway/core/b.cpp", """char quote = '"';\nvoid f() {\n  puts(a);\n}\nchar other = '"';\n""")
        self.assertEqual(self.found(), ["src/flangeway/core/b.cpp:3: puts"])
        (self.root / "src/flangeway/core/b.cpp").unlink()
        self.write("src/flangeway/core/test/a_test.cpp", 'std::cout << 1;\n')
        self.write(check_printing.THE_PLACE, 'std::cout << 1;\n')
        self.assertEqual(self.found(), [])


class References(House):
    def references(self):
        return [text.replace(f"{self.root}/", "") for text in check_references.violations(self.root)]

    def setUp(self):
        super().setUp()
        self.write("docs/references.bib", "@article{Polach1999,\n}\n@book{deBoor2001,\n}\n@misc{ERRI_B176,\n}\n")

    def test_keys_that_are_there(self):
        self.write("src/a.cpp", "// [Polach1999, eq. 4] and [deBoor2001] and [ERRI_B176, Polach1999]\n")
        self.assertEqual(self.references(), [])

    def test_keys_that_are_missing(self):
        self.write("src/a.cpp", "int i;\n/// [Carter1926, eq. 2]\n// [Nadal, eq. 3], [Polach1999, Shen1983]\n")
        self.assertEqual(self.references(), ["src/a.cpp:2: [Carter1926] is not in docs/references.bib",
                                             "src/a.cpp:3: [Nadal] is not in docs/references.bib",
                                             "src/a.cpp:3: [Shen1983] is not in docs/references.bib"])

    def test_what_only_looks_like_a_key(self):
        self.write("src/a.cpp", "x[Index1] = 2;  // x[N1] in [N], [m/s], [Seconds]\n[[nodiscard]] int i; // [[Nodiscard1]]\n")
        self.write("README.md", "[Manual1](docs/manual.md)\n")
        self.assertEqual(self.references(), [])

    def test_a_key_that_is_there_twice(self):
        self.write("docs/references.bib", "@book{Kalker1990,\n}\n@book{Kalker1990,\n}\n")
        self.assertEqual(self.references(), ["docs/references.bib: Kalker1990 is there 2 times"])


class Subjects(unittest.TestCase):
    def test_usual_subjects_pass(self):
        for subject in ("Add three mutants", "Fix clang warnings", "Speed up cubic splines", "Embed the pages"):
            self.assertEqual(check_subject.problems(subject), [], subject)

    def test_each_problem_is_named(self):
        for subject, text in (("", "empty"), ("Add " + "x" * 80, "84 characters"), ("add a test", "small letter"),
                              ("Mend what clang warns of", "'Mend'"), ("Fixed a test", "imperative"),
                              ("Fix a test.", "full stop")):
            self.assertIn(text, "\n".join(check_subject.problems(subject)), subject)


class Words(House):
    def found(self):
        return [(area, rule, number) for area, rule, _, number, _ in check_words.places(self.root)]

    def test_comments_names_and_pages_are_searched(self):
        self.write("src/flangeway/core/a.cpp", "int i;  // What this is\nconstexpr double largest = 3;\n// a mended bug\n")
        self.write("docs/howto/a.md", "This was mended.\n\nWhat wheels do is fine.\n")
        self.assertEqual(self.found(), [("room/core", "comment_opens_with_what", 1), ("room/core", "mended", 3),
                                        ("room/core", "superlative_constant", 2), ("docs/howto", "mended", 1)])

    def test_listed_words_are_found_in_comments_and_pages(self):
        for rule, text in (("comment_opens_with_it", "It has a length."), ("that_of", "Longer than that of a wheel."),
                           ("of_which", "Two, of which one is left."), ("beside", "A file beside the case."),
                           ("stands", "The origin stands at the left."), ("asked", "More is asked for."),
                           ("told", "A problem is told once."), ("in_order", "In order to run, in order to end."),
                           ("what_is", "Errors are what is left.")):
            self.write("src/flangeway/core/a.cpp", f"// {text}\n")
            self.assertEqual(self.found(), [("room/core", rule, 1)], rule)
        self.write("src/flangeway/core/a.cpp", "// Dashes of a curve are told apart. Begin at the left.\n")
        self.assertEqual(self.found(), [])

    def test_names_without_meaning_are_found(self):
        for rule, line in (("listed_name", "double most = 3;"), ("listed_name", "std::vector<std::size_t> places;"),
                           ("listed_name", "  Watch& watch = all[0];"), ("short_name", "  const Problem& pb = of(x);"),
                           ("short_name", "std::string a{};"), ("short_name", "  auto to = from;")):
            self.write("src/flangeway/core/a.cpp", line + "\n")
            self.assertEqual(self.found(), [("room/core", rule, 1)], line)
        self.write("src/flangeway/core/a.cpp", "for (auto to = begin; to != end; ++to) {}\n  const Vec3 d = b - a;\n"
                   "  const double ab = a * b;\n  return place;\n  std::size_t n = 0;\n  State next_state;\n")
        self.assertEqual(self.found(), [])

    def test_a_count_may_only_shrink(self):
        allowed = check_words.read_allowed("# remark\nroom/core mended 2\n")
        self.assertEqual(check_words.grown({("room/core", "mended"): 2}, allowed), [])
        self.assertEqual(check_words.grown({("room/core", "mended"): 3}, allowed),
                         ["room/core: 3 places of mended (allowed 2); better: fix, fixed"])
        self.assertEqual(len(check_words.grown({("room/math", "mended"): 1}, allowed)), 1)


if __name__ == "__main__":
    unittest.main()
