"""Channels of a TDMS file of LabVIEW [NITDMS], for measurement_table."""
import re
import struct

from measurement_signals import BadInput, Signal

META_DATA, NEW_LIST, RAW_DATA, INTERLEAVED, BIG_ENDIAN, DAQMX = 1 << 1, 1 << 2, 1 << 3, 1 << 5, 1 << 6, 1 << 7
NUMBERS = {1: "b", 2: "h", 3: "i", 4: "q", 5: "B", 6: "H", 7: "I", 8: "Q", 9: "f", 10: "d", 0x19: "f", 0x1A: "d"}
TEXT, FLAG, TIME = 0x20, 0x21, 0x44
LEAD_IN, NO_DATA, SAME_AS_BEFORE, UNFINISHED = 28, 0xFFFFFFFF, 0, 0xFFFFFFFFFFFFFFFF
CONVERTER = "nptdms.TdmsFile.read(FILE).as_dataframe().to_csv(OUT) in Python converts it"


class Reader:
    """A place in the bytes, with the order of bytes of its segment."""

    def __init__(self, data, at, end, order):
        self.data, self.at, self.end, self.order = data, at, end, order

    def take(self, layout):
        layout = struct.Struct(self.order + layout)
        if self.at + layout.size > self.end:
            raise BadInput(f"byte {self.at}: the file ends within its description. Copy it again")
        values = layout.unpack_from(self.data, self.at)
        self.at += layout.size
        return values[0]

    def text(self):
        size = self.take("I")
        if self.at + size > self.end:
            raise BadInput(f"byte {self.at}: the file ends within its description. Copy it again")
        self.at += size
        return self.data[self.at - size:self.at].decode("utf-8", "replace")

    def property(self):
        kind = self.take("I")
        if kind in NUMBERS:
            return self.take(NUMBERS[kind])
        if kind == TEXT:
            return self.text()
        if kind == FLAG:
            return bool(self.take("B"))
        if kind == TIME:
            return self.take("q"), self.take("Q")
        raise BadInput(f"byte {self.at}: has a property of type {kind:#x}, which is not read. {CONVERTER}")


class Channel:
    """Of one path: what its data are in this segment, its properties and its values so far."""

    def __init__(self):
        self.kind, self.count, self.properties, self.values = None, 0, {}, []


def read_index(reader, path, channel):
    """Whether the channel has data in this segment."""
    size = reader.take("I")
    if size == NO_DATA:
        return False
    if size == SAME_AS_BEFORE:
        if channel.kind is None:
            raise BadInput(f"byte {reader.at}: {path} refers to data that no segment before describes. Copy it again")
        return True
    if size & 0xFFF0FFFF == 0x69100000 or size & 0xFFFF == 0x126A or size > 1 << 16:
        raise BadInput(f"{path} has raw data of a DAQmx device. {CONVERTER}")
    channel.kind, dimension, channel.count = reader.take("I"), reader.take("I"), reader.take("Q")
    if dimension != 1:
        raise BadInput(f"byte {reader.at}: {path} has {dimension} dimensions (allowed 1). Copy the file again")
    if channel.kind == TEXT:
        channel.size = reader.take("Q")
    return True


def size_of(channel):
    """Bytes of its values in one chunk."""
    if channel.kind == TEXT:
        return channel.size
    if channel.kind == TIME:
        return 16 * channel.count
    if channel.kind == FLAG:
        return channel.count
    if channel.kind not in NUMBERS:
        raise BadInput(f"has values of type {channel.kind:#x}, which are not read. {CONVERTER}")
    return struct.calcsize("=" + NUMBERS[channel.kind]) * channel.count


def read_data(data, at, end, order, mask, active):
    """The chunks of one segment."""
    sizes = [size_of(channel) for channel in active]
    chunk = sum(sizes)
    if chunk == 0:
        return
    if (end - at) % chunk:
        raise BadInput(f"byte {at}: a segment holds no whole number of chunks. The file was not closed: copy it again")
    if mask & INTERLEAVED and any(channel.kind not in NUMBERS for channel in active):
        raise BadInput(f"byte {at}: interleaves values that are no numbers. {CONVERTER}")
    for _ in range((end - at) // chunk):
        if mask & INTERLEAVED:
            row = struct.Struct(order + "".join(NUMBERS[channel.kind] for channel in active))
            if len({channel.count for channel in active}) != 1:
                raise BadInput(f"byte {at}: interleaves channels of unlike lengths. Copy the file again")
            for values in row.iter_unpack(data[at:at + chunk]):
                for channel, value in zip(active, values):
                    channel.values.append(value)
            at += chunk
            continue
        for channel, size in zip(active, sizes):
            if channel.kind in NUMBERS:
                channel.values += struct.unpack_from(f"{order}{channel.count}{NUMBERS[channel.kind]}", data, at)
            at += size


def read_channels(data):
    """All objects by their paths."""
    channels, active, at = {}, [], 0
    while at < len(data):
        if data[at:at + 4] != b"TDSm" or at + LEAD_IN > len(data):
            raise BadInput(f"byte {at}: is no beginning of a segment. Copy the file again")
        mask = struct.unpack_from("<I", data, at + 4)[0]
        order = ">" if mask & BIG_ENDIAN else "<"
        next_segment, raw = struct.unpack_from(order + "QQ", data, at + 12)
        begin = at + LEAD_IN
        if next_segment == UNFINISHED or begin + next_segment > len(data) or raw > next_segment:
            raise BadInput(f"byte {at}: a segment is longer than the file. It was not closed: open and save it in LabVIEW")
        if mask & DAQMX:
            raise BadInput(f"byte {at}: has raw data of a DAQmx device. {CONVERTER}")
        if mask & META_DATA:
            reader = Reader(data, begin, begin + raw, order)
            if mask & NEW_LIST:
                active = []
            for _ in range(reader.take("I")):
                path = reader.text()
                channel = channels.setdefault(path, Channel())
                if read_index(reader, path, channel):
                    if channel not in active:
                        active.append(channel)
                elif channel in active:
                    active.remove(channel)
                for _ in range(reader.take("I")):
                    name = reader.text()
                    channel.properties[name] = reader.property()
        if mask & RAW_DATA:
            read_data(data, begin + raw, begin + next_segment, order, mask, active)
        at = begin + next_segment
    return channels


def tdms_signals(data):
    """Signals of all channels of numbers, and notes on the others."""
    signals, notes = [], []
    for path, channel in read_channels(data).items():
        parts = [part.replace("''", "'") for part in re.findall(r"/'((?:[^']|'')*)'", path)]
        if len(parts) < 2 or channel.kind is None or (channel.kind in NUMBERS and not channel.values):
            continue
        name = ".".join(parts)
        if channel.kind not in NUMBERS:
            notes.append(f"{name} has no numbers and is left out")
            continue
        given = channel.properties
        if given.get("NI_Number_Of_Scales", 0) and given.get("NI_Scaling_Status") != "scaled":
            raise BadInput(f"{name} has values before their scale is applied. {CONVERTER}")
        step, start = given.get("wf_increment", 0), given.get("wf_start_offset", 0)
        times = [start + i * step for i in range(len(channel.values))] if step else None
        signals.append(Signal(name, channel.values, str(given.get("unit_string", "")), times))
    return signals, notes
