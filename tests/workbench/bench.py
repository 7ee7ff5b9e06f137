"""A server of the workbench for tests, and requests to it as bytes."""
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading


class Server:
    def __init__(self, executable, folder):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen([executable, "serve", str(folder), "--json", "--quiet"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        killer = threading.Timer(60, self.process.kill)
        killer.start()
        facts = json.loads(self.process.stdout.readline())
        killer.cancel()
        self.port, self.token = facts["port"], facts["token"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end(signal.SIGINT)
        self.process.stdout.close()
        self.process.stderr.close()

    def end(self, with_signal):
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=90)

    def request(self, method, target, body=None, headers=None, token=True):
        """Status and body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        all_headers = {"Authorization": f"Bearer {self.token}"} if token else {}
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        connection.request(method, target, body=body, headers={**all_headers, **(headers or {})})
        answer = connection.getresponse()
        content = answer.read()
        self.headers = dict(answer.getheaders())
        connection.close()
        return answer.status, content

    def call(self, method, target, body=None, status=200):
        """JSON of an answer that has this status."""
        found, content = self.request(method, target, body)
        assert found == status, f"{method} {target}: {found} {content[:300]}"
        return json.loads(content)

    def send(self, data, ends, timeout=10):
        """The bytes that come back for these bytes. `ends`: the sender says at once that no more will come; the library
        then answers nothing."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            answer = b""
            try:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                while piece := connection.recv(1 << 16):
                    answer += piece
            except (ConnectionError, OSError):
                pass
            return answer

    def events(self):
        """Events as (name, data), for as long as somebody asks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", "/api/events", headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        name = ""
        try:
            while line := answer.readline():
                line = line.decode().rstrip("\n")
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: "):
                    yield name, json.loads(line[6:])
        finally:
            connection.close()


def snapshot(folder):
    """All that is in a folder, without what the server keeps for itself."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if "/.flangeway" in "/" + name:
            continue
        found[name] = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return found
