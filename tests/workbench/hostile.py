"""Requests that a server must refuse, or answer without harm: each is bytes, and whether it may be answered by 200."""
import json
import random
import urllib.parse

# Places that nobody may reach, and names in the project that are no files to be read.
OUTSIDE = ["../outside/secret.toml", "link/secret.toml", "/etc/passwd", "cases/../../outside/secret.toml", "..", ".", "cases/..",
           "cases//curve.toml", ".flangeway/lock", ".flangeway/runs", ".git/config", "a\0b", "cases/curve.toml\0.txt",
           "..\\outside\\secret.toml", "cases/\x01", "\udcff", "a" * 5000, "/".join("a" * 40), "cases/./curve.toml",
           "cases/curve.toml/", "\u202e.toml/../.."]
NO_FILES = ["secret_link.toml", "%2e%2e/outside/secret.toml", "pipe.toml", "cases", "~/x", ""]
READ = ["/api/file?path=", "/api/file/raw?path=", "/page/", "/api/result?path=", "/api/result/data?channels=t&path="]
CHANGE = ["rename", "duplicate", "delete"]
BODIES = [b"", b"{", b"[]", b"null", b"1e999", b'{"path":1}', b'{"path":null,"text":null,"version":null}', b"\xff\xfe",
          b'{"path":"x.toml"}', b"[" * 100000, b'{"a":' * 5000, b'{"path":"' + b"a" * 70000 + b'"}', b'{"path":"\\u0000"}',
          b'{"path":"\\ud800","text":"","version":null}', b'{"text":"x","path":"../x.toml","version":null}']
POSTS = ["/api/file/rename", "/api/file/duplicate", "/api/file/delete", "/api/check", "/api/edit", "/api/outline", "/api/runs",
         "/api/runs/stop", "/api/runs/continue", "/api/new"]
RUNS = [["run", "../outside/secret.toml"], ["run", "/etc/passwd"], ["run", "cases/curve.toml", "-o", "../outside/x.h5"],
        ["run", "cases/curve.toml", "-o", "link/x.h5"], ["run", "cases/curve.toml", "--set", 'vehicle="/etc/passwd"'],
        ["run", "cases/curve.toml", "--set", "track=../../outside/secret.toml"], ["serve", "."], ["new", "x"], ["sh", "-c", "id"],
        ["run", "cases/curve.toml", "-o=/tmp/x.h5"], ["run", "a\nb"], ["run", "cases/curve.toml", "-o", ".flangeway/runs/x"],
        ["report", "--output=../x.html"], ["run"] * 300, ["run", "x" * 5000], ["migrate", "cases/curve.toml"], [""],
        ["run", "cases/curve.toml", "--set", "vehicle=\"\\u002fetc/passwd\""], ["--version"], ["run", ".flangeway/pages/../runs"]]


def quoted(path):
    return urllib.parse.quote(path.encode("utf-8", "surrogateescape"))


class Maker:
    def __init__(self, server, seed):
        self.port, self.token = server.port, server.token
        self.random = random.Random(seed)

    def headers(self, **changes):
        headers = {"Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {self.token}", "Connection": "close"}
        headers.update({name.replace("_", "-"): value for name, value in changes.items()})
        return headers

    def bytes_of(self, method, target, headers, body=b""):
        if body and "Content-Length" not in headers and "Transfer-Encoding" not in headers:
            headers["Content-Length"] = len(body)
        lines = [f"{method} {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers.items() if value is not None]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape") + body

    def posted(self, target, content, method="POST", **changes):
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self.bytes_of(method, target, self.headers(Content_Type="application/json", **changes), body)

    def wrong_tokens(self):
        wrong = ["", "Bearer", "Bearer ", "Bearer " + self.token[:-1], "Bearer " + self.token + "0", "Basic " + self.token,
                 "bearer x", "Bearer " + "0" * 64, "Bearer " + self.token.upper(), "Bearer " + "a" * 7000, None]
        for text in wrong:
            for target in ["/", "/api/project", "/api/file?path=cases/curve.toml", "/api/events", "/workbench.js", "/?token=" + "0" * 64]:
                yield self.bytes_of("GET", target, self.headers(Authorization=text)), 403
            yield self.posted("/api/file/delete", {"path": "cases/curve.toml"}, Authorization=text), 403
        for cookie in ["flangeway_1=" + self.token, f"flangeway_{self.port}=", f"flangeway_{self.port}=x", "a=b; " * 500]:
            yield self.bytes_of("GET", "/api/project", self.headers(Authorization=None, Cookie=cookie)), 403

    def wrong_hosts(self):
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "127.0.0.1:80:80", "127.0.0.1:",
                     "127.0.0.1:99999999", "127.0.0.1@evil", "[::2]", None, "localhost:8o80", "0.0.0.0", "127.0.0.2"]:
            yield self.bytes_of("GET", "/api/project", self.headers(Host=host)), 403
        for origin in ["http://evil.example", "null", f"https://127.0.0.1:{self.port}", "http://127.0.0.1:1", "http://localhost", "a"]:
            yield self.bytes_of("GET", "/api/project", self.headers(Origin=origin)), 403
            yield self.posted("/api/file/delete", {"path": "cases/curve.toml"}, Origin=origin), 403
        double = self.bytes_of("GET", "/api/project", self.headers()).replace(b"\r\n\r\n", b"\r\nHost: evil\r\n\r\n")
        yield double, 403

    def wrong_paths(self):
        for path in OUTSIDE + NO_FILES:
            for target in READ:
                yield self.bytes_of("GET", target + quoted(path), self.headers()), None
        for path in OUTSIDE:
            for change in CHANGE:
                body = {"path": path, "from": path, "to": "cases/new.toml"}
                yield self.posted(f"/api/file/{change}", json.dumps(body).encode()), None
            for change in ("rename", "duplicate"):
                yield self.posted(f"/api/file/{change}", {"from": "cases/curve.toml", "to": path}), None
            yield self.posted("/api/file", {"path": path, "text": "x = 1\n", "version": "0" * 64}, method="PUT"), None
            yield self.posted("/api/new", {"path": path, "template": "empty"}), None
            yield self.bytes_of("POST", "/api/file/upload?path=" + quoted(path),
                                self.headers(Content_Type="application/octet-stream"), b"x"), None

    def wrong_forms(self):
        for target in POSTS:
            for body in BODIES:
                yield self.posted(target, body), None
            yield self.bytes_of("POST", target, self.headers(Content_Type="text/plain"), b"{}"), 415
            yield self.bytes_of("POST", target, self.headers(Content_Type="multipart/form-data; boundary=x"), b"--x--"), 415
            yield self.posted(target, b"{}", Content_Length="99999999999"), 413
            yield self.posted(target, b"{}", Content_Length="-1"), None
            yield self.posted(target, b"{}", Content_Length="99999999999999999999999"), None
            yield self.bytes_of("POST", target, self.headers(Content_Type="application/json", Transfer_Encoding="chunked"),
                                b"ffffffffffffffff\r\n"), 411
            yield self.posted(target, b"\x1f\x8b", Content_Encoding="gzip"), 415
            for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "X", ""]:
                yield self.bytes_of(method, target, self.headers()), None
        for words in RUNS:
            yield self.posted("/api/runs", {"verb": words[0], "arguments": words[1:]}), None

    def wrong_http(self):
        good = self.bytes_of("GET", "/api/project", self.headers())
        for end in range(1, len(good), 7):
            yield good[:end], None
        yield b"", None
        yield b"\r\n" * 1000, None
        yield b"GET " + b"/" * 20000 + b" HTTP/1.1\r\n\r\n", None
        yield b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n", None
        yield b"\x16\x03\x01\x02\x00\x01\x00" + bytes(range(256)), None
        yield self.bytes_of("GET", "/api/project", self.headers(X="y" * 9000)), None
        yield self.bytes_of("GET", "/workbench.js", self.headers(Range="bytes=" + ",".join(["0-"] * 1000))), 416
        many_ranges = "bytes=" + ",".join(["0-"] * 2600)  # as long as a header may be, and read before the token is
        for text in (self.headers()["Authorization"], None):
            yield self.bytes_of("GET", "/workbench.js", self.headers(Range=many_ranges, Authorization=text)), None
        yield self.bytes_of("GET", "/api/project?" + "a=b&" * 1500, self.headers()), 200
        for _ in range(40):
            junk = bytearray(good)
            for _ in range(self.random.randrange(1, 12)):
                junk[self.random.randrange(len(junk))] = self.random.randrange(256)
            yield bytes(junk), None

    def all(self):
        """(bytes, status that must come, or None: any refusal)"""
        for kind in (self.wrong_tokens, self.wrong_hosts, self.wrong_paths, self.wrong_forms, self.wrong_http):
            requests = list(kind())
            self.random.shuffle(requests)
            for request, status in requests:
                yield kind.__name__, request, status
