#!/usr/bin/env python3
"""Skyhook dampers as a program beside a run of Flangeway, over shared memory.

    shared_memory_controller.py FILE

It answers for [[control.shared_memory]] with the same `file`, one run after the other, until it is interrupted. Layout
of the file, little endian: docs/howto/controllers.md.
"""
import mmap
import os
import struct
import sys
import time

DAMPING = 3e4  # N s/m


def control(t, inputs, outputs):
    """A number for each output, from the lateral velocity of the carbody."""
    return [-DAMPING * inputs[0]] * outputs


def integer(memory, place, form="<I"):
    return struct.unpack_from(form, memory, place)[0]


def wait_for_file(path):
    """Maps the file of the next run."""
    while True:
        try:
            with open(path, "r+b") as file:
                return mmap.mmap(file.fileno(), 0)
        except (FileNotFoundError, PermissionError):
            time.sleep(0.01)


def is_file_of(path, memory_node):
    try:
        return os.stat(path).st_ino == memory_node
    except FileNotFoundError:
        return False


def serve(path):
    """Answers one run, until it ends."""
    memory = wait_for_file(path)
    if memory[:8] != b"FWCONTRL" or integer(memory, 8) != 1:
        sys.exit(path + " is no exchange that this program knows")
    inputs, outputs = integer(memory, 12), integer(memory, 16)
    node, idle = os.stat(path).st_ino if os.path.exists(path) else -1, 0
    answered = integer(memory, 32, "<Q")
    while integer(memory, 20) == 0:  # the run goes on
        request = integer(memory, 24, "<Q")
        if request == answered:
            idle += 1
            if idle > 200:  # a processor of its own for the first 200 looks, then pauses
                time.sleep(20e-6)
            if idle % 5000 == 0 and not is_file_of(path, node):
                return  # the run has fallen, and another one has its file
            continue
        idle = 0
        t, *values = struct.unpack_from("<%dd" % (1 + inputs), memory, 256)
        try:
            answer = [float(x) for x in control(t, values, outputs)]
            struct.pack_into("<%dd" % outputs, memory, 256 + 8 * (1 + inputs), *answer)
        except Exception as error:  # it ends the run, with this text
            text = repr(error).encode()[:207]
            memory[40:40 + len(text)] = text
        answered = request
        struct.pack_into("<Q", memory, 32, answered)  # last: now the run may read


if __name__ == "__main__":
    try:
        while True:
            serve(sys.argv[1])
    except KeyboardInterrupt:
        pass
