#!/usr/bin/env python3
"""A vehicle that is no part of Flangeway, on a track and contacts that are: half a wagon on one wheelset.

    flangeway cosim examples/other_program/case.toml --side track --exchange FOLDER &
    examples/other_program/vehicle.py FOLDER > wheelset.csv

Takes the vehicle's side of the exchange whose layout docs/howto/other_programs.md describes. The wheelset moves up
and down below a sprung mass; all else of it is prescribed. Prints place, height and force of both wheels.
"""

import contextlib, ctypes, fcntl, mmap, os, platform, struct, sys, time

FUTEX = {"x86_64": 202, "aarch64": 98}.get(platform.machine())  # number of the system call
HEADER, SEAT, FIRST_SEAT = 1280, 576, 128                       # bytes
PROCESS, READY, SENT, CLOSED, TEXT = 0, 4, 8, 12, 16            # within a seat
VEHICLE, TRACK = 0, 1
LOOK, REST, START, STEP = range(4)


class Exchange:
    def __init__(self, folder):
        path = os.path.join(folder, "exchange")
        while not (os.path.exists(path) and os.path.getsize(path) >= HEADER):
            time.sleep(0.01)
        self.file = open(path, "r+b", buffering=0)
        self.path, self.at = path, mmap.mmap(self.file.fileno(), 0)
        magic, version, _, _, self.request_bytes, _ = struct.unpack_from("<8sIIQQQ", self.at)
        if magic != b"flangcos" or version != 5:
            sys.exit(f"{path}: another program or another version of the exchange")
        fcntl.fcntl(self.file, fcntl.F_OFD_SETLKW, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 1, 1, 0))
        self.put(VEHICLE, PROCESS, os.getpid())
        self.put(VEHICLE, READY, 1)
        self.seen = 0
        while not self.get(TRACK, READY):
            time.sleep(0.01)

    def get(self, seat, field):
        return struct.unpack_from("<I", self.at, FIRST_SEAT + seat * SEAT + field)[0]

    def put(self, seat, field, value):
        struct.pack_into("<I", self.at, FIRST_SEAT + seat * SEAT + field, value)
        if FUTEX:  # wake who sleeps on it; without, it looks every 50 ms
            word = ctypes.c_uint32.from_buffer(self.at, FIRST_SEAT + seat * SEAT + field)
            ctypes.CDLL(None).syscall(FUTEX, ctypes.byref(word), 1, 1, None, None, 0)

    def ask(self, question, t, q, rate):
        """Forces (N, Nm) and −∂F/∂q of a wheelset with these coordinates at t."""
        request = struct.pack("<iid Q12d QQQ", 0, question, t, 12, *q, *rate, 0, 0, 0)
        self.at[HEADER:HEADER + 8 + len(request)] = struct.pack("<Q", len(request)) + request
        self.put(VEHICLE, SENT, self.get(VEHICLE, SENT) + 1 & 0xFFFFFFFF)
        while self.get(TRACK, SENT) == self.seen:
            if self.get(TRACK, CLOSED):
                sys.exit("the track has ended: " + self.text(TRACK))
        self.seen = self.seen + 1 & 0xFFFFFFFF
        if self.get(TRACK, CLOSED):
            sys.exit("the track has ended: " + self.text(TRACK))
        reply = HEADER + 8 + self.request_bytes + 8
        status, = struct.unpack_from("<i", self.at, reply)
        if status != 0:
            sys.exit("no contact was found for this place of the wheelset")
        force = struct.unpack_from("<6d", self.at, reply + 28 + 8 + 16)
        stiffness = struct.unpack_from("<36d", self.at, reply + 28 + 8 + 64 + 8 + 16)
        return force, stiffness

    def text(self, seat):
        start = FIRST_SEAT + seat * SEAT + TEXT
        return self.at[start:start + 512].split(b"\0")[0].decode()

    def close(self):
        self.put(VEHICLE, CLOSED, 1)
        self.put(VEHICLE, SENT, self.get(VEHICLE, SENT) + 1 & 0xFFFFFFFF)
        with contextlib.suppress(FileNotFoundError):  # who ends last removes it
            os.unlink(self.path)


def main():
    wheelset, sprung, spring, damper = 1813.0, 8000.0, 1.5e6, 3e4  # kg, kg, N/m, Ns/m
    speed, radius, s, step, gravity = 30.0, 0.457, 12.0, 2.5e-4, 9.81
    exchange, duration = Exchange(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    weight, z = (wheelset + sprung) * gravity, radius

    def ask(question, t, v=0.0):
        place = s + speed * t
        q, rate = (place, 0, z, 0, place / radius, 0), (speed, 0, v, 0, speed / radius, 0)
        return exchange.ask(question, t, q, rate)

    def settle(z):  # Newton's method; without contact the wheelset sinks by 0.1 mm
        force, stiffness = ask(LOOK, 0)
        return z - 1e-4 if stiffness[14] <= 0 else z + max(-1e-4, min(1e-4, (force[2] - weight) / stiffness[14]))

    for question in (REST, START):
        for _ in range(60):
            z = settle(z)
        force, _ = ask(question, 0)
    print("s,z,Q")
    body = z0 = z
    v = body_v = 0.0

    def accelerations(force, z, v, body, body_v):
        compression = spring * (body - z) + damper * (body_v - v)
        return (force[2] - weight + compression) / wheelset, -compression / sprung

    a, body_a = accelerations(force, z, v, body, body_v)
    for i in range(1, round(duration / step) + 1):  # velocity Verlet: the track takes each step once
        z, body = z + step * (v + step / 2 * a), body + step * (body_v + step / 2 * body_a)
        force, _ = ask(STEP, i * step, v + step * a)
        new, new_body = accelerations(force, z, v + step * a, body, body_v + step * body_a)
        v, body_v = v + step / 2 * (a + new), body_v + step / 2 * (body_a + new_body)
        a, body_a = new, new_body
        print(f"{s + speed * i * step:.6g},{z - z0:.6g},{force[2]:.6g}")
    exchange.close()


main()
