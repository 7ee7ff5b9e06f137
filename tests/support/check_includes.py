#!/usr/bin/env python3
"""Checks what the sources include.

    check_includes.py CHECKOUT

- A room names only rooms on lower floors (docs/architecture.md). Its sources include only itself and the rooms that its
  CMakeLists.txt names; its tests may reach further down, to what those rooms are built on.
- No files include each other in a cycle, and no folders of a room do.
- A header is public if its room's CMakeLists.txt names it after PUBLIC. A private one is included from its own room
  only, and from no public header. Tests and benchmarks beside the rooms may include it.
- Every header that is named after PUBLIC exists, and so does one for each pattern, such as elements/*.hpp.
- The headers in include/flangeway, which other programs include, include the standard library and each other only. So
  do the examples.

Prints each violation as file:line and ends with exit code 1.
"""
import re
import sys
from pathlib import Path

# Lowest floor first. A room never includes upwards or sideways (docs/architecture.md).
FLOORS = [
    ["core"],
    ["math", "document", "plot"],
    ["integrate", "profile", "contact", "expression", "results", "assess", "fmi", "law",
     "vehicle_import"],
    ["track", "geometry", "symbolic", "deck", "damage", "uncertainty", "control"],
    ["multibody", "flextrack", "symbolic_model", "wheel_on_rail"],
    ["wheelrail"],
    ["vehicle", "contact_case"],
    ["vehicle_case", "contact_library"],
    ["simulate", "codegen"],
    ["recording"],
    ["case_codegen", "cosim", "report", "stability", "acceptance", "archive"],
    ["campaign", "response", "quasistatic", "evolution", "inspection", "identification", "api"],
    ["workbench"],
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]flangeway/((\w+)/[^">]+)[">]')
CALL = re.compile(r"flangeway_room\((.*?)\n?\)", re.DOTALL)
KEYWORDS = {"NAME", "PUBLIC", "SOURCES", "ROOMS", "LIBRARIES", "PRIVATE_LIBRARIES", "TESTS", "LIGHT"}


def words_after(keyword, cmake_text):
    """The words after `keyword` in the call of flangeway_room."""
    call = CALL.search(re.sub(r"#.*", "", cmake_text))
    words, collecting = [], False
    for word in call.group(1).split() if call else []:
        if word in KEYWORDS:
            collecting = word == keyword
        elif collecting:
            words.append(word)
    return words


def headers_of(folder, word):
    """The headers that a word after PUBLIC, a name or a pattern, stands for; relative to the folder of the room."""
    return [file.relative_to(folder) for file in folder.glob(word) if file.is_file()]


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


class Source:
    """A file with the headers of rooms that it includes: (line, path below flangeway/) each."""

    def __init__(self, file, path, public=False, beside_the_rooms=False):
        self.file, self.path, self.public, self.beside_the_rooms = file, path, public, beside_the_rooms
        self.room = path.parts[0] if path else None  # None: apps, python, tests … outside of the rooms
        self.in_test = bool(path) and "test" in path.parts
        lines = file.read_text(encoding="utf-8").splitlines()
        found = ((number, INCLUDE.match(line)) for number, line in enumerate(lines, 1))
        self.includes = [(number, Path(match.group(1))) for number, match in found if match]


def sources_of(checkout, public):
    """`public`: paths of the public headers below src/flangeway."""
    top = checkout / "src/flangeway"
    for file in sorted(top.rglob("*.[ch]pp")):
        path = file.relative_to(top)
        yield Source(file, path, path in public)
    for top in ("apps", "python", "tests", "examples", "benchmarks"):
        for file in sorted((checkout / top).rglob("*.[ch]pp")):
            yield Source(file, None, beside_the_rooms=top in ("tests", "benchmarks"))


def check_sources(source, named):
    room = source.room
    allowed = {room, *(everything_below(room, named) if source.in_test else named.get(room, []))}
    for number, path in source.includes:
        if path.parts[0] not in allowed:
            yield f"{source.file}:{number}: {room} includes {path.parts[0]}, which its CMakeLists.txt does not name"


def check_private(source, headers):
    """A header beside the sources of a room belongs to the room alone."""
    for number, path in source.includes:
        header = headers.get(path)
        if header is None or header.public or source.beside_the_rooms:
            continue
        if source.room != header.room:
            yield f"{source.file}:{number}: includes {path}, a private header of {header.room}"
        elif source.public:
            yield f"{source.file}:{number}: is public, but includes {path}, a private header"


def check_public_interface(checkout):
    """What other programs include, and the programs that show it."""
    public = {header.name for header in (checkout / "include/flangeway").glob("*.hpp")}
    for file in sorted([*(checkout / "include/flangeway").glob("*.hpp"), *(checkout / "examples").glob("*.cpp"),
                        *(checkout / "tests/package/consumer").glob("*.cpp")]):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*(<[a-z_]+>|["<]flangeway/([\w/.]+)[">]|\S+)', line)
            if match and not (re.fullmatch("<[a-z_]+>", match.group(1)) or match.group(2) in public):
                yield f"{file}:{number}: includes {match.group(1)}: allowed are the standard library and the headers " \
                      "of include/flangeway"


def path_between(start, end, graph):
    """The shortest way from one node to another, both included; None: there is none."""
    before, queue = {start: None}, [start]
    for node in queue:
        if node == end:
            way = []
            while node is not None:
                way.insert(0, node)
                node = before[node]
            return way
        for following in sorted(graph.get(node, ())):
            if following not in before:
                before[following] = node
                queue.append(following)
    return None


def cycles(graph):
    """A shortest cycle through each node that is on one, each set of nodes once."""
    seen = set()
    for node in sorted(graph):
        for following in sorted(graph[node]):
            way = path_between(following, node, graph)
            if way and not seen & set(way):
                seen.update(way)
                yield [node, *way]


def place_of(sources, including, included):
    """file:line of an include, by what the file and the included header are to be."""
    for source in sources:
        for number, path in source.includes:
            if including(source) and included(path):
                return f"{source.file}:{number}"
    return "?"


def check_cycles(sources):
    inside = [source for source in sources if source.room and not source.in_test]
    files, folders = {}, {}
    for source in inside:
        # A header and its source are two files: only headers are included, so only they can be on a cycle.
        files.setdefault(source.path, set()).update(path for _, path in source.includes)
        for _, path in source.includes:
            if path.parts[0] == source.room and path.parent != source.path.parent:
                folders.setdefault(source.path.parent, set()).add(path.parent)
    for way in cycles(files):
        place = place_of(inside, lambda s: s.path == way[0], lambda p: p == way[1])
        yield f"{place}: files include each other: {' → '.join(map(str, way))}"
    for way in cycles(folders):
        place = place_of(inside, lambda s: s.path.parent == way[0], lambda p: p.parent == way[1])
        yield f"{place}: folders include each other: {' → '.join(map(str, way))}"


def violations(checkout):
    folders = {file.parent.name: file.parent for file in (checkout / "src/flangeway").glob("*/CMakeLists.txt")}
    calls = {room: (folder / "CMakeLists.txt").read_text(encoding="utf-8") for room, folder in folders.items()}
    named = {room: words_after("ROOMS", call) for room, call in calls.items()}
    public = {Path(room, header) for room, folder in folders.items() for word in words_after("PUBLIC", calls[room])
              for header in headers_of(folder, word)}
    sources = list(sources_of(checkout, public))
    headers = {source.path: source for source in sources if source.path and source.path.suffix == ".hpp"}
    for room, folder in sorted(folders.items()):
        yield from check_names(room, named, folder / "CMakeLists.txt")
        for header in words_after("PUBLIC", calls[room]):
            if not headers_of(folder, header):
                yield f"{folder / 'CMakeLists.txt'}:1: {header} is named after PUBLIC and does not exist"
    for source in sources:
        if source.room in folders:
            yield from check_sources(source, named)
        yield from check_private(source, headers)
    yield from check_public_interface(checkout)
    yield from check_cycles(sources)
    if not folders:
        yield f"{checkout}: there is no room in src/flangeway"


def main():
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) if found else "every room includes only what it names, and nothing in a cycle")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
