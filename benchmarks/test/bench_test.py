#!/usr/bin/env python3
"""The harness of the benchmarks: a budget that cannot be exceeded would hold nothing."""
import json
import shutil
import sys
import unittest
from itertools import chain, repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import bench  # noqa: E402
import flops  # noqa: E402

LOOP = {"kind": "instructions", "unit": "instructions/turn",
        "command": ["sh", "-c", "i=0; while [ $i -lt $0 ]; do i=$((i+1)); done"],
        "runs": [{"arguments": ["100"], "steps": 100}, {"arguments": ["300"], "steps": 300}]}


class Flops(unittest.TestCase):
    def test_an_instruction_counts_with_the_numbers_it_computes(self):
        for mnemonic, operands, expected in [("mulsd", "%xmm0,%xmm1", 1), ("vaddpd", "%ymm0,%ymm1,%ymm2", 4),
                                             ("vfmadd231pd", "%ymm0,%ymm1,%ymm2", 8), ("vfnmadd132sd", "(%rax)", 2),
                                             ("divpd", "%xmm0,%xmm1", 2), ("vmovapd", "%ymm0,%ymm1", 0)]:
            self.assertEqual(flops.operations(mnemonic, operands), expected, mnemonic)


class Budget(unittest.TestCase):
    budgets = {"step": {"value": 1000, "unit": "instructions/step", "tolerance": 0.1}}

    def merged(self, value):
        return bench.merge({"step": (value, "instructions/step"), "other": (5.0, "ns")}, self.budgets)

    def test_the_results_carry_value_unit_and_budget(self):
        self.assertEqual(self.merged(900), {"step": {"value": 900, "unit": "instructions/step", "budget": 1000},
                                            "other": {"value": 5.0, "unit": "ns", "budget": None}})

    def test_ten_percent_more_is_the_limit(self):
        self.assertEqual(bench.over_budget(self.merged(1100), self.budgets), [])
        self.assertEqual(bench.over_budget(self.merged(1101), self.budgets), ["step"])

    def test_the_table_marks_what_is_over(self):
        merged = self.merged(2000)
        lines = bench.table(merged, bench.over_budget(merged, self.budgets)).split("\n")
        self.assertEqual(lines[1].split(), ["step", "2000", "instructions/step", "1000", "OVER"])
        self.assertEqual(lines[2].split(), ["other", "5", "ns"])

    def test_another_unit_is_a_mistake(self):
        with self.assertRaisesRegex(bench.MeasurementFailed, "step is measured in ms, but its budget is in instr"):
            bench.merge({"step": (1.0, "ms")}, self.budgets)


class Commands(unittest.TestCase):
    def test_braces_of_toml_stay(self):
        self.assertEqual(bench.filled(["{bin}/a", "-o", "{out}/b", "--set", "c={}"], Path("/build"), "/tmp/x"),
                         ["/build/bin/a", "-o", "/tmp/x/b", "--set", "c={}"])

    def test_those_of_the_budget_name_files_that_exist(self):
        budgets = json.loads((bench.CHECKOUT / "benchmarks/budget.json").read_text(encoding="utf-8"))
        commands = [entry[key] for entry in budgets.values() for key in ("command", "reference") if key in entry]
        self.assertGreater(len(commands), 10)
        for command in commands:
            words = bench.filled(command, Path("/build"), "/tmp/x")
            self.assertFalse([word for word in words if "{bin}" in word or "{out}" in word])
            for word in words:
                if word.startswith(("models/", "tests/", "examples/")):
                    self.assertTrue((bench.CHECKOUT / word).exists(), word)


class Instructions(unittest.TestCase):
    def test_start_up_does_not_count(self):
        def count(command):
            self.assertEqual(command[0], "/build/bin/flangeway")
            return 10**9 + 250 * int(command[1])
        entry = {"command": ["{bin}/flangeway"],
                 "runs": [{"arguments": ["10"], "steps": 10}, {"arguments": ["30"], "steps": 30}]}
        self.assertEqual(bench.instructions_per_step(entry, Path("/build"), count), 250)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_callgrind_counts_the_same_twice(self):
        first = bench.instructions_per_step(LOOP, Path("/build"))
        self.assertGreater(first, 100)
        self.assertAlmostEqual(bench.instructions_per_step(LOOP, Path("/build")), first, delta=0.01 * first)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_a_program_that_fails_is_said_with_its_words(self):
        with self.assertRaisesRegex(bench.MeasurementFailed, "ended with exit code 3:(.|\n)*no such case"):
            bench.count_instructions(["sh", "-c", "echo no such case >&2; exit 3"])


class Ratios(unittest.TestCase):
    def test_each_command_counts_with_its_least_time(self):
        times = {"slow": chain([9, 6, 7], repeat(8)), "fast": chain([3, 5, 2], repeat(4))}
        least = bench.min_times([["slow", "{bin}"], ["fast"]], Path("/build"), lambda c: next(times[c[0]]))
        self.assertEqual(least, [6, 2])

    def test_the_same_reference_is_run_once_a_round(self):
        calls = []
        def times(commands, build, **clock):
            calls.append(commands)
            return [2.0, 4.0, 10.0]
        entry = {"kind": "ratio", "unit": "x", "reference": ["alone"]}
        budgets = {"a": {**entry, "command": ["a"]}, "b": {**entry, "command": ["b"]}}
        kept, bench.min_times = bench.min_times, times
        try:
            self.assertEqual(bench.measure_ratios(budgets, Path("/build")), {"a": (2.0, "x"), "b": (5.0, "x")})
        finally:
            bench.min_times = kept
        self.assertEqual(calls, [[["alone"], ["a"], ["b"]]])

    def test_processor_times_are_measured_by_themselves(self):
        clocks = []
        def times(commands, build, time, rounds=9):
            clocks.append((time, rounds, commands))
            return [2.0, 5.0]
        entry = {"kind": "ratio", "unit": "x", "reference": ["alone"], "command": ["a"]}
        budgets = {"wall": entry, "processor": {**entry, "clock": "processor"}}
        kept, bench.min_times = bench.min_times, times
        try:
            self.assertEqual(bench.measure_ratios(budgets, Path("/build")), {"wall": (2.5, "x"), "processor": (2.5, "x")})
        finally:
            bench.min_times = kept
        self.assertEqual([time for time, _, _ in clocks], [bench.wall_time, bench.processor_time])

    def test_a_simulated_second_costs_the_difference_of_two_runs(self):
        taken = {"short": 1, "long": 1.4, "short other": 2, "long other": 2.2}
        runs = [{"arguments": ["short"], "seconds": 1}, {"arguments": ["long"], "seconds": 5}]
        others = [{"arguments": ["short", "other"], "seconds": 1}, {"arguments": ["long", "other"], "seconds": 5}]
        entries = {"a": {"kind": "real_time", "unit": "ms", "command": [], "runs": runs},
                   "b": {"kind": "real_time", "unit": "times a", "beside": "a", "command": [], "runs": others}}
        processor_time = bench.processor_time
        bench.processor_time = lambda command: taken[" ".join(command)]
        try:
            measured = bench.measure_real_times(entries, Path("/build"))
        finally:
            bench.processor_time = processor_time
        self.assertAlmostEqual(measured["a"][0], 100)
        self.assertAlmostEqual(measured["b"][0], 0.5)

    def test_a_step_of_generated_code_takes_the_least_median_of_its_runs(self):
        medians = chain([15.1, 14.9], repeat(16.8))
        runner = [sys.executable, "-c", "print('{\"median_us\": 14.9, \"max_us\": 98.0}')"]
        entry = {"kind": "step_time", "unit": "us", "command": runner}
        budgets = {"coach": entry, "other": {"kind": "ratio", "unit": "x"}}
        self.assertEqual(bench.measure_step_times(budgets, Path("/build")), {"coach": (14.9, "us")})
        step_time, bench.step_time = bench.step_time, lambda command: next(medians)
        try:
            self.assertEqual(bench.measure_step_times(budgets, Path("/build")), {"coach": (14.9, "us")})
        finally:
            bench.step_time = step_time
        with self.assertRaisesRegex(bench.MeasurementFailed, "ended with exit code 3"):
            bench.step_time([sys.executable, "-c", "raise SystemExit(3)"])

    def test_processor_time_is_that_of_the_command(self):
        spent = bench.processor_time([sys.executable, "-c", "sum(range(3000000))"])
        self.assertGreater(spent, 0.01)
        with self.assertRaises(bench.MeasurementFailed):
            bench.processor_time([sys.executable, "-c", "raise SystemExit(3)"])


if __name__ == "__main__":
    unittest.main()
