#!/usr/bin/env python3
"""Counts the floating point operations that a program executed, function by function.

    valgrind --tool=callgrind --dump-instr=yes --callgrind-out-file=OUT PROGRAM …
    scripts/flops.py OUT [--per N]

Each executed instruction counts with the numbers it computes: a packed AVX product 4, a fused one 8, a scalar one 1;
sum, difference, product, quotient, square root, minimum and maximum count alike. Moves, shuffles, comparisons and
bit operations are no arithmetic. The library's functions (exp, sin, …) count with what they execute. Prints
instructions and operations per function (divided by N, for instance the number of steps), most first.
"""
import argparse
import collections
import re
import subprocess

ARITHMETIC = re.compile(r"^v?(add|sub|mul|div|sqrt|min|max|addsub|hadd)([sp])d$")
FUSED = re.compile(r"^vf(n?m(add|sub)|maddsub|msubadd)(132|213|231)([sp])d$")


def operations(mnemonic, operands):
    """How many numbers of double precision an instruction computes."""
    plain, fused = ARITHMETIC.match(mnemonic), FUSED.match(mnemonic)
    if not plain and not fused:
        return 0
    width = 1
    if (plain.group(2) if plain else fused.group(4)) == "p":
        width = 8 if "%zmm" in operands else 4 if "%ymm" in operands else 2
    return width * (2 if fused else 1)


def disassemble(program):
    """Address in the file -> operations."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], check=True, capture_output=True,
                          text=True).stdout
    found = {}
    for address, mnemonic, operands in re.findall(r"^\s*([0-9a-f]+):\t(\S+)\s*(.*)$", text, re.M):
        if count := operations(mnemonic, operands):
            found[int(address, 16)] = count
    return found


def executed(path):
    """(object file, function, address, times) of each executed instruction of a callgrind file."""
    names = {"fn": {}, "ob": {}}
    current = {"fn": "", "ob": ""}
    address, after_call = 0, False
    for line in open(path, encoding="utf-8"):
        if header := re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?", line):
            called, kind, number, name = header.groups()
            if name:
                names[kind][number] = name
            if not called:
                current[kind] = names[kind][number]
        elif line.startswith("calls="):
            after_call = True
        elif cost := re.match(r"(0x[0-9a-f]+|\+\d+|-\d+|\*) \S+ (\d+)$", line):
            place, times = cost.groups()
            if place[0] in "+-":
                address += int(place)
            elif place != "*":
                address = int(place, 16)
            if not after_call:
                yield current["ob"], current["fn"], address, int(times)
            after_call = False


def count(path):
    """function -> [instructions, operations]"""
    totals, tables = collections.defaultdict(lambda: [0, 0]), {}
    for binary, function, address, times in executed(path):
        if binary not in tables:
            tables[binary] = disassemble(binary) if binary.startswith("/") else {}
        totals[function][0] += times
        totals[function][1] += times * tables[binary].get(address, 0)
    return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("callgrind")
    parser.add_argument("--per", type=float, default=1)
    parser.add_argument("--least", type=float, default=0.005, help="smallest share of the instructions to show")
    options = parser.parse_args()
    totals = count(options.callgrind)
    instructions = sum(t[0] for t in totals.values())
    print(f"{'instructions':>14} {'operations':>12}  function")
    print(f"{instructions / options.per:14.0f} {sum(t[1] for t in totals.values()) / options.per:12.0f}  all")
    for name, (executions, arithmetic) in sorted(totals.items(), key=lambda item: -item[1][0]):
        if executions >= options.least * instructions:
            print(f"{executions / options.per:14.0f} {arithmetic / options.per:12.0f}  {name}")


if __name__ == "__main__":
    main()
