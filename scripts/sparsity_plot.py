#!/usr/bin/env python3
"""Which entries of the equations of a generated vehicle are not zero, as in figures 7 to 9 of [Ros2017].

    sparsity_plot.py FOLDER PICTURE.svg     FOLDER: what `flangeway codegen` has made of a symbolic model
"""
import re
import sys
from pathlib import Path

CELL, GAP, TOP = 9, 40, 34
FILLED, FILL_IN = "#1f5f9e", "#c4561b"


def entries(code, name):
    return {tuple(map(int, pair)) for pair in re.findall(rf"w->{name}\[(\d+)\]\[(\d+)\] =", code)}


def numbers(code, name):
    return list(map(int, re.search(rf"const int {name}\[\] = {{([^}}]*)}}", code).group(1).split(",")))


def fill_in(mass, order, begin, later):
    """Entries that Gaussian elimination in this order adds."""
    added = set()
    for step, k in enumerate(order):
        couples = later[begin[step]:begin[step + 1]]
        added |= {(i, j) for i in couples for j in [*couples, k]} | {(k, j) for j in couples}
    return added - mass - {(k, k) for k in order}


def drawn(cells, at, place):
    return [f'<rect x="{at[0] + CELL * place[1](j)}" y="{at[1] + CELL * place[0](i)}" width="{CELL - 1}" '
            f'height="{CELL - 1}"/>' for i, j in sorted(cells)]


def panel(title, at, rows, columns, groups):
    out = [f'<text x="{at[0]}" y="{at[1] - 8}">{title}</text>',
           f'<rect x="{at[0] - 1}" y="{at[1] - 1}" width="{CELL * columns + 1}" height="{CELL * rows + 1}" fill="none" '
           'stroke="#888"/>']
    for colour, rectangles in groups:
        out += [f'<g fill="{colour}">', *rectangles, "</g>"]
    return out


def main():
    folder, picture = Path(sys.argv[1]), Path(sys.argv[2])
    code = (folder / "model.c").read_text(encoding="utf-8")
    mass, rows = entries(code, "mass"), entries(code, "rows")
    tangents = {tuple(map(int, t)) for t in re.findall(r"w->tangent_jacobian\[(\d+)\]\[(\d+)\]\[(\d+)\] =", code)}
    order = numbers(code, "fw_order")
    added = fill_in(mass, order, numbers(code, "fw_later_begin"), numbers(code, "fw_later"))
    n, constraints = len(order), 1 + max(i for i, _ in rows)
    wheels = 1 + max(w for w, _, _ in tangents)
    rank = {k: place for place, k in enumerate(order)}
    plain = (lambda i: i, lambda j: j)
    ordered = (lambda i: rank[i], lambda j: rank[j])
    x = [10, 10 + CELL * n + GAP, 10 + 2 * (CELL * n + GAP)]
    low = TOP + CELL * n + GAP
    contact = {(4 * w + i, 4 * w + j) for w, i, j in tangents}
    out = panel(f"mass matrix: {len(mass)} of {n * n}", (x[0], TOP), n, n, [(FILLED, drawn(mass, (x[0], TOP), plain))])
    out += panel(f"eliminated in this order: {len(added)} more", (x[1], TOP), n, n,
                 [(FILLED, drawn(mass, (x[1], TOP), ordered)), (FILL_IN, drawn(added, (x[1], TOP), ordered))])
    out += panel(f"contact coordinates: {len(contact)} of {(4 * wheels) ** 2}", (x[2], TOP), 4 * wheels, 4 * wheels,
                 [(FILLED, drawn(contact, (x[2], TOP), plain))])
    out += panel(f"constraints of the wheels: {len(rows)} of {constraints * n}", (x[0], low), constraints, n,
                 [(FILLED, drawn(rows, (x[0], low), plain))])
    width, height = x[2] + 4 * CELL * wheels + 10, low + CELL * constraints + 10
    picture.write_text("\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
         'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>', *out,
         "</svg>"]) + "\n", encoding="utf-8")


main()
