"""Channels of a measurement in MDF 4 [ASAMMDF4], for measurement_table."""
import re
import struct
import zlib

from measurement_signals import BadInput, Signal

CONVERTER = "asammdf.MDF(FILE).export('csv') in Python converts it"
HEAD, MAX_BLOCKS = 24, 100000
FIXED, MASTER, VIRTUAL_MASTER = 0, 2, 3
ONE_TO_ONE, LINEAR, NUMERIC = 0, 1, range(6)
FORMATS = {(4, 32): "f", (4, 64): "d"}


class File:
    """Blocks by their addresses."""

    def __init__(self, data):
        self.data, self.blocks = data, 0

    def block(self, address, *kinds):
        """Links and data of a block of one of these kinds."""
        self.blocks += 1
        if self.blocks > MAX_BLOCKS:
            raise BadInput("has blocks that refer to each other without end. Copy the file again")
        if address < 64 or address + HEAD > len(self.data):
            raise BadInput(f"refers to byte {address}, where no block is. Copy the file again")
        kind, size, links = struct.unpack_from("<4s4xQQ", self.data, address)
        if kind not in kinds:
            raise BadInput(f"byte {address}: is {kind!r} in place of {b' or '.join(kinds).decode()}. Copy the file again")
        if size < HEAD + 8 * links or address + size > len(self.data):
            raise BadInput(f"byte {address}: a block is longer than the file. Copy the file again")
        begin = address + HEAD + 8 * links
        return kind, struct.unpack_from(f"<{links}Q", self.data, address + HEAD), self.data[begin:address + size]

    def chain(self, address, kind):
        """Each block of a list by its first link."""
        while address:
            _, links, content = self.block(address, kind)
            yield links, content
            address = links[0]

    def text(self, address):
        if not address:
            return ""
        kind, _, content = self.block(address, b"##TX", b"##MD")
        text = content.split(b"\0")[0].decode("utf-8", "replace")
        if kind == b"##MD":
            found = re.search(r"<TX[^>]*>(.*?)</TX>", text, re.DOTALL)
            text = found[1] if found else ""
        return text.strip()

    def records(self, address, limit):
        """The bytes of all records of a group."""
        if not address:
            return b""
        kind, links, content = self.block(address, b"##DT", b"##DV", b"##DL", b"##HL", b"##DZ")
        if kind in (b"##DT", b"##DV"):
            return content
        if kind == b"##HL":
            return self.records(links[0], limit)
        if kind == b"##DL":
            parts, size = [], 0
            for links, _ in self.chain(address, b"##DL"):
                for one in links[1:]:
                    parts.append(self.records(one, limit - size))
                    size += len(parts[-1])
            return b"".join(parts)
        return unpacked(content, limit)


def unpacked(content, limit):
    """A DZ block: deflated, perhaps with its rows turned into columns before."""
    if len(content) < 24:
        raise BadInput("has a packed block without a heading. Copy the file again")
    kind, columns, size, packed = struct.unpack_from("<BxIQQ", content, 2)
    if kind > 1:
        raise BadInput(f"is packed by method {kind}, which is not read. {CONVERTER}")
    if size > limit:
        raise BadInput(f"unpacks to more than its {limit} bytes of records. Copy the file again")
    try:
        inflater = zlib.decompressobj()
        data = inflater.decompress(content[24:24 + packed], size + 1)
    except zlib.error as fault:
        raise BadInput(f"has a packed block that is damaged: {fault}. Copy the file again") from None
    if len(data) != size:
        raise BadInput(f"has a packed block of {len(data)} in place of {size} bytes. Copy the file again")
    if kind == 0 or columns == 0:
        return data
    rows = size // columns
    whole = rows * columns
    turned = bytearray(whole)
    for column in range(columns):
        turned[column::columns] = data[column * rows:(column + 1) * rows]
    return bytes(turned) + data[whole:]


def raw_values(records, width, count, channel):
    """Numbers of a channel as they are stored; nothing if they are none."""
    _, _, kind, bit, at, bits = struct.unpack_from("<BBBBII", channel)
    if kind not in NUMERIC or bits == 0 or bits > 64:
        return None
    if kind >= 4:
        layout = FORMATS.get((4, bits))
        if layout is None or bit:
            return None
        one = struct.Struct(("<" if kind == 4 else ">") + layout)
        if at + one.size > width:
            raise BadInput("has a channel beyond the end of its records. Copy the file again")
        return [one.unpack_from(records, i * width + at)[0] for i in range(count)]
    size, order = (bit + bits + 7) // 8, "little" if kind % 2 == 0 else "big"
    if at + size > width:
        raise BadInput("has a channel beyond the end of its records. Copy the file again")
    mask, sign, values = (1 << bits) - 1, 1 << (bits - 1), []
    for i in range(count):
        value = int.from_bytes(records[i * width + at:i * width + at + size], order) >> bit & mask
        values.append(value - (1 << bits) if kind >= 2 and value & sign else value)
    return values


def converted(file, address, values):
    """Physical values and the unit of the conversion; nothing where it is no linear one."""
    if not address:
        return values, ""
    _, links, content = file.block(address, b"##CC")
    kind, _, _, _, numbers = struct.unpack_from("<BBHHH", content)
    unit = file.text(links[1]) if len(links) > 1 else ""
    if kind == ONE_TO_ONE:
        return values, unit
    if kind != LINEAR or numbers < 2:
        return None, unit
    offset, factor = struct.unpack_from("<dd", content, 24)
    return [offset + factor * value for value in values], unit


def group_signals(file, links, content, data_link, notes, many):
    _, cycles, flags, _, width, invalidation = struct.unpack_from("<QQHH4xII", content)
    name_of_group = file.text(links[2])
    if cycles == 0 or flags & 1:
        return []
    record = width + invalidation
    if not record or cycles * record > 100 * len(file.data) + (1 << 26):
        raise BadInput(f"announces {cycles} records, more than a file of its size has. Copy the file again")
    records = file.records(data_link, cycles * record)
    if len(records) < cycles * record:
        raise BadInput(f"has {len(records)} of {cycles * record} bytes of records. Copy the file again")
    signals, times = [], None
    for cn_links, channel in file.chain(links[1], b"##CN"):
        name, kind = file.text(cn_links[2]), channel[0]
        values = raw_values(records, record, cycles, channel) if kind in (FIXED, MASTER) else \
            list(range(cycles)) if kind == VIRTUAL_MASTER else None
        unit = file.text(cn_links[6]) if len(cn_links) > 6 else ""
        if values is not None:
            values, own = converted(file, cn_links[4], values)
            unit = unit or own
        if values is None:
            notes.append(f"{name} has no numbers, or a conversion that is not linear, and is left out")
        elif kind in (MASTER, VIRTUAL_MASTER):
            if channel[1] != 1:
                raise BadInput(f"{name} orders its records by another quantity than time. {CONVERTER}")
            times = [float(value) for value in values]
        else:
            signals.append(Signal(f"{name_of_group}.{name}" if many and name_of_group else name, values, unit))
    for one in signals:
        one.times = times
    return signals


def mdf_signals(data):
    """Signals of all groups of channels, and notes on what is left out."""
    try:
        return read_signals(data)
    except (struct.error, IndexError, RecursionError):
        raise BadInput("has a block that is too short, or lists within lists. Copy the file again") from None


def read_signals(data):
    version = data[8:16].decode("latin-1").strip("\0 ")
    if not version.startswith("4"):
        raise BadInput(f"is an MDF file of version {version}; 4.0 and later are read. {CONVERTER}")
    file, signals, notes = File(data), [], []
    _, links, _ = file.block(64, b"##HD")
    groups = []
    for dg_links, content in file.chain(links[0], b"##DG"):
        parts = list(file.chain(dg_links[1], b"##CG"))
        if len(parts) > 1 or content[0]:
            raise BadInput(f"has records of several groups in one list. {CONVERTER}")
        groups += [(cg_links, cg, dg_links[2]) for cg_links, cg in parts]
    for cg_links, content, data_link in groups:
        signals += group_signals(file, cg_links, content, data_link, notes, len(groups) > 1)
    return signals, notes
