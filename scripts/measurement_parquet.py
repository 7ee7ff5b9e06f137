"""Columns of numbers of a Parquet file [Parquet], for measurement_table."""
import json
import re
import struct
import zlib

from measurement_signals import BadInput, Signal

MARK = b"PAR1"
INT32, INT64, FLOAT, DOUBLE = 1, 2, 4, 5
NUMBERS = {INT32: "i", INT64: "q", FLOAT: "f", DOUBLE: "d"}
OPTIONAL, REPEATED = 1, 2
DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2 = 0, 2, 3
PLAIN, PLAIN_DICTIONARY, RLE, DELTA, DICTIONARY, SPLIT = 0, 2, 3, 5, 8, 9
PACKED_BY = {1: "snappy", 2: "gzip", 3: "LZO", 4: "Brotli", 5: "LZ4", 6: "Zstandard", 7: "LZ4"}
TIME_UNITS = {7: "ms", 8: "us", 9: "ms", 10: "us"}  # of converted types
UNSIGNED = (11, 12, 13, 14)
DECIMAL = 5
DAMAGED = "Copy the file again"
CONVERTER = "pandas.read_parquet(FILE).to_csv(OUT, index=False) in Python converts it"
ALWAYS_UNPACKED, MAX_RATIO = 1 << 26, 100
MAX_DEPTH = 20
STOP, TRUE, FALSE, BYTE, REAL, TEXT, LIST, SET, STRUCTURE = 0, 1, 2, 3, 7, 8, 9, 10, 12  # of Thrift's compact protocol


class Reader:
    """A place in bytes that Thrift's compact protocol describes."""

    def __init__(self, data, at=0, end=None):
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def take(self, size):
        if size < 0 or self.at + size > self.end:
            raise BadInput(f"byte {self.at}: the file ends within its description. {DAMAGED}")
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def count(self):
        """A whole number in groups of seven bits."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 63:
                raise BadInput(f"byte {self.at}: has no whole number there. {DAMAGED}")

    def signed(self):
        value = self.count()
        return (value >> 1) ^ -(value & 1)

    def value(self, kind, depth):
        if depth > MAX_DEPTH:
            raise BadInput(f"byte {self.at}: is nested too deeply. {DAMAGED}")
        if kind in (TRUE, FALSE):
            return kind == TRUE
        if kind == BYTE:
            return self.byte()
        if kind in (4, 5, 6):
            return self.signed()
        if kind == REAL:
            return struct.unpack("<d", self.take(8))[0]
        if kind == TEXT:
            return self.take(self.count())
        if kind in (LIST, SET):
            head = self.byte()
            size = head >> 4 if head >> 4 < 15 else self.count()
            if size > self.end - self.at:
                raise BadInput(f"byte {self.at}: has a list of {size} entries, more than the file has. {DAMAGED}")
            return [self.value(head & 15, depth + 1) if head & 15 > FALSE else self.byte() == TRUE for _ in range(size)]
        if kind == STRUCTURE:
            return self.structure(depth + 1)
        raise BadInput(f"byte {self.at}: has a field of type {kind}, which is not read. {DAMAGED}")

    def structure(self, depth=0):
        """Values by the numbers of their fields."""
        fields, number = {}, 0
        while True:
            head = self.byte()
            if head == STOP:
                return fields
            number = number + (head >> 4) if head >> 4 else self.signed()
            fields[number] = self.value(head & 15, depth)


def snappy(data, size):
    """Blocks of literal bytes and of copies from what is there already."""
    reader, out = Reader(data), bytearray()
    if reader.count() != size:
        raise BadInput(f"a page is not as long as its heading says. {DAMAGED}")
    while reader.at < len(data) and len(out) <= size:
        tag = reader.byte()
        if tag & 3 == 0:
            length = tag >> 2
            if length >= 60:
                length = int.from_bytes(reader.take(length - 59), "little")
            out += reader.take(length + 1)
            continue
        if tag & 3 == 1:
            length, offset = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | reader.byte()
        else:
            length, offset = (tag >> 2) + 1, int.from_bytes(reader.take(2 if tag & 3 == 2 else 4), "little")
        if not 0 < offset <= len(out):
            raise BadInput(f"a page is damaged. {DAMAGED}")
        for _ in range(length):
            out.append(out[-offset])
    if len(out) != size:
        raise BadInput(f"a page is damaged. {DAMAGED}")
    return bytes(out)


def unpacked(data, codec, size, file_size):
    if size < 0 or size > max(ALWAYS_UNPACKED, MAX_RATIO * file_size):
        raise BadInput(f"a page unpacks to {size} bytes, too many for its file. Save it without compression")
    if codec == 0:
        return data
    if codec == 1:
        return snappy(data, size)
    if codec == 2:
        unpacker = zlib.decompressobj(wbits=47)
        try:
            content = unpacker.decompress(data, size + 1)
        except zlib.error:
            raise BadInput(f"a page is damaged. {DAMAGED}") from None
        if len(content) != size:
            raise BadInput(f"a page is damaged. {DAMAGED}")
        return content
    raise BadInput(f"is packed by {PACKED_BY.get(codec, codec)}, which is not read (allowed snappy, gzip or nothing). "
                   f"{CONVERTER}")


def hybrid(reader, width, count):
    """Whole numbers of `width` bits: runs of one value, and groups of eight that are packed."""
    values = []
    while len(values) < count:
        head = reader.count()
        if head & 1:
            packed = int.from_bytes(reader.take((head >> 1) * width), "little")
            mask, groups = (1 << width) - 1, min(8 * (head >> 1), count - len(values))
            values += [packed >> width * i & mask for i in range(groups)]
        else:
            value = int.from_bytes(reader.take(-(-width // 8)), "little")
            values += [value] * min(head >> 1, count - len(values))
            if head == 0:
                raise BadInput(f"a page has a run without values. {DAMAGED}")
    return values


def deltas(reader, count):
    """Differences in blocks, each of whose parts has a width of its own."""
    block, parts, total, value = reader.count(), reader.count(), reader.count(), reader.signed()
    if not 0 < parts <= block or block % (8 * parts) or total != count:
        raise BadInput(f"a page of differences has no sizes that fit. {DAMAGED}")
    values = [value]
    while len(values) < count:
        least, widths = reader.signed(), reader.take(parts)
        for width in widths:
            if len(values) >= count:
                break
            size = block // parts
            packed = int.from_bytes(reader.take(size * width // 8), "little")
            for i in range(min(size, count - len(values))):
                value += least + (packed >> width * i & ((1 << width) - 1))
                values.append(value)
    return values


def numbers(reader, column, encoding, count, dictionary):
    layout = NUMBERS[column.kind]
    width = struct.calcsize(layout)
    if encoding == PLAIN:
        return list(struct.unpack(f"<{count}{layout}", reader.take(count * width)))
    if encoding in (PLAIN_DICTIONARY, DICTIONARY):
        if count == 0:
            return []
        bits = reader.byte()
        places = hybrid(reader, bits, count) if bits <= 32 else [-1]
        if dictionary is None or places and not 0 <= max(places) < len(dictionary):
            raise BadInput(f"{column.name}: a page refers to a value that its dictionary does not have. {DAMAGED}")
        return [dictionary[place] for place in places]
    if encoding == DELTA and column.kind in (INT32, INT64):
        return deltas(reader, count) if count else []
    if encoding == SPLIT:
        data = reader.take(count * width)
        return list(struct.unpack(f"<{count}{layout}", bytes(data[k * count + i] for i in range(count) for k in range(width))))
    raise BadInput(f"{column.name}: has numbers in encoding {encoding}, which is not read. {CONVERTER}")


class Column:
    """A column of the schema, with its values so far; `unit` where its type is a time."""

    def __init__(self, element):
        self.name = element[4].decode("utf-8", "replace")
        self.kind, self.presence, converted = element.get(1), element.get(3, 0), element.get(6)
        self.unsigned, self.unit, self.values = converted in UNSIGNED, TIME_UNITS.get(converted, ""), []
        time = next((one for key, one in element.get(10, {}).items() if key in (7, 8)), None)
        if isinstance(time, dict) and isinstance(time.get(2), dict):
            self.unit = {1: "ms", 2: "us", 3: "ns"}.get(next(iter(time[2]), 0), "")
        self.is_numeric = self.kind in NUMBERS and converted != DECIMAL and self.presence != REPEATED and not element.get(5)

    def add_page(self, data, count, encoding, dictionary, levels=None):
        reader = Reader(data)
        if self.presence == OPTIONAL and levels is None:
            size = struct.unpack("<I", reader.take(4))[0]
            levels = hybrid(Reader(reader.take(size)), 1, count)
        present = count if levels is None else sum(levels)
        span = 1 << (32 if self.kind == INT32 else 64)
        found = [one + span if self.unsigned and one < 0 else one
                 for one in numbers(reader, self, encoding, present, dictionary)]
        rows = iter(found)
        self.values += found if levels is None else [next(rows) if level else float("nan") for level in levels]


def check_count(column, count, goal):
    if not 0 <= count <= goal - len(column.values):
        raise BadInput(f"{column.name}: has more numbers than announced. {DAMAGED}")


def read_chunk(data, column, chunk, rows):
    """The pages of a column in one group of rows."""
    codec, count = chunk.get(4, 0), chunk.get(5, 0)
    if not 0 <= count <= rows:
        raise BadInput(f"{column.name}: has a group of {count} numbers in {rows} rows. {DAMAGED}")
    starts = [chunk[key] for key in (9, 11) if key in chunk and chunk[key] >= len(MARK)]
    if not starts:
        raise BadInput(f"{column.name}: has no pages. {DAMAGED}")
    reader, dictionary, goal = Reader(data, min(starts)), None, len(column.values) + count
    while len(column.values) < goal:
        head = reader.structure()
        kind, size = head.get(1), head.get(2, 0)
        content = reader.take(head.get(3, 0))
        if kind == DICTIONARY_PAGE:
            entries = head[7].get(1, 0)
            if not 0 <= entries <= rows:
                raise BadInput(f"{column.name}: has a dictionary of {entries} numbers in {rows} rows. {DAMAGED}")
            dictionary = numbers(Reader(unpacked(content, codec, size, len(data))), column, PLAIN, entries, None)
        elif kind == DATA_PAGE:
            page = head[5]
            check_count(column, page.get(1, 0), goal)
            column.add_page(unpacked(content, codec, size, len(data)), page.get(1, 0), page.get(2), dictionary)
        elif kind == DATA_PAGE_V2:
            page = head[8]
            check_count(column, page.get(1, 0), goal)
            before = page.get(5, 0) + page.get(6, 0)
            levels = hybrid(Reader(content[page.get(6, 0):before]), 1, page.get(1, 0)) \
                if column.presence == OPTIONAL else None
            rest = content[before:]
            rest = unpacked(rest, codec, size - before, len(data)) if page.get(7, True) else rest
            column.add_page(rest, page.get(1, 0), page.get(4), dictionary, levels)


def units_of(metadata):
    """Units by the names of columns, in the metadata of files that Flangeway has written."""
    for one in metadata:
        if one.get(1) != b"units":
            continue
        try:
            units = json.loads(one.get(2, b"{}"))
        except ValueError:
            return {}
        return {name: unit for name, unit in units.items() if isinstance(unit, str)} if isinstance(units, dict) else {}
    return {}


def parquet_signals(data):
    """Columns at the top that are whole or floating-point numbers; what has no number in a row is "not a number"."""
    size = struct.unpack("<I", data[-8:-4])[0] if len(data) >= 12 and data.endswith(MARK) else len(data)
    if size > len(data) - 12:
        raise BadInput(f"does not end as a Parquet file. {DAMAGED}")
    try:
        return read_columns(data, Reader(data, len(data) - 8 - size, len(data) - 8).structure())
    except (AttributeError, LookupError, StopIteration, TypeError):  # a field is missing or of another type
        raise BadInput(f"has a description that does not fit. {DAMAGED}") from None


def read_columns(data, description):
    elements, columns, notes = description[2], {}, []
    if not 0 <= 8 * description[3] <= max(ALWAYS_UNPACKED, MAX_RATIO * len(data)):
        raise BadInput(f"has {description[3]} rows, too many for its size. Save it without compression")
    at = 1
    while at < len(elements):  # the first one is the whole table
        column, leaves = Column(elements[at]), elements[at].get(5, 0)
        if not column.is_numeric:
            notes.append(f"{column.name} has no numbers and is left out")
        else:
            columns[column.name] = column
        at += 1
        while leaves > 0 and at < len(elements):
            leaves += elements[at].get(5, 0) - 1
            at += 1
    for group in description.get(4, []):
        for chunk in group[1]:
            path = [one.decode("utf-8", "replace") for one in chunk[3][3]]
            if len(path) == 1 and path[0] in columns:
                read_chunk(data, columns[path[0]], chunk[3], description[3])
    signals, units = [], units_of(description.get(5, []))
    for column in columns.values():
        if len(column.values) != description[3]:
            raise BadInput(f"{column.name}: has {len(column.values)} numbers in {description[3]} rows. {DAMAGED}")
        named = re.fullmatch(r"(.*?)\s*[\[(](.+)[\])]", column.name)
        signals.append(Signal(named[1], column.values, named[2]) if named else
                       Signal(column.name, column.values, column.unit or units.get(column.name, "")))
    return signals, notes
