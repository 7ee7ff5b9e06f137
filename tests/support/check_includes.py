#!/usr/bin/env python3
"""Holds the includes of each room against the rooms that its CMakeLists.txt names.

    check_includes.py CHECKOUT

A room names only rooms on lower floors. Its sources include only itself and the rooms it names; its tests may
reach further down, to what those rooms are built on. Prints each violation as file:line and ends with exit code 1.
"""
import re
import sys
from pathlib import Path

# The floors of the house, lowest first (docs/decisions: a room never includes upwards or sideways).
FLOORS = [
    ["core"],
    ["math", "document", "plot"],
    ["integrate", "profile", "contact", "expression", "results", "assess"],
    ["track", "geometry", "symbolic", "deck"],
    ["multibody", "flextrack", "symbolic_model", "wheel_on_rail"],
    ["wheelrail"],
    ["vehicle", "contact_case"],
    ["vehicle_case"],
    ["simulate", "codegen"],
    ["case_codegen", "cosim", "report", "campaign"],
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]flangeway/(\w+)/')
CALL = re.compile(r"flangeway_room\((.*?)\n?\)", re.DOTALL)
KEYWORDS = {"NAME", "SOURCES", "ROOMS", "LIBRARIES", "PRIVATE_LIBRARIES", "TESTS"}


def named_rooms(cmake_text):
    """The words after ROOMS in the call of flangeway_room."""
    call = CALL.search(re.sub(r"#.*", "", cmake_text))
    rooms, collecting = [], False
    for word in call.group(1).split() if call else []:
        if word in KEYWORDS:
            collecting = word == "ROOMS"
        elif collecting:
            rooms.append(word)
    return rooms


def everything_below(room, named):
    """The rooms that `room` is built on: named, or named by those."""
    found, open_ends = set(), [room]
    while open_ends:
        for below in named.get(open_ends.pop(), []):
            if below not in found:
                found.add(below)
                open_ends.append(below)
    return found


def check_names(room, named, cmake_file):
    if room not in FLOOR:
        yield f"{cmake_file}:1: the room {room} stands on no floor; give it one in check_includes.py"
        return
    for other in named[room]:
        if FLOOR.get(other, len(FLOORS)) >= FLOOR[room]:
            yield f"{cmake_file}:1: {room} (floor {FLOOR[room]}) names {other}, which is not on a lower floor"


def check_sources(room, folder, named):
    for file in sorted(folder.rglob("*.[ch]pp")):
        in_test = "test" in file.relative_to(folder).parts
        allowed = {room, *(everything_below(room, named) if in_test else named[room])}
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            include = INCLUDE.match(line)
            if include and include.group(1) not in allowed:
                yield f"{file}:{number}: {room} includes {include.group(1)}, which its CMakeLists.txt does not name"


def violations(checkout):
    folders = {file.parent.name: file.parent for file in (checkout / "src/flangeway").glob("*/CMakeLists.txt")}
    named = {room: named_rooms((folder / "CMakeLists.txt").read_text(encoding="utf-8"))
             for room, folder in folders.items()}
    for room, folder in sorted(folders.items()):
        yield from check_names(room, named, folder / "CMakeLists.txt")
        yield from check_sources(room, folder, named)
    if not folders:
        yield f"{checkout}: there is no room in src/flangeway"


def main():
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) if found else "every room includes only what it names")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
