"""A headless Chromium, spoken to through its debugging pipe: no network, no package beside Python."""
import atexit
import base64
import functools
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


# Drawing in space without a graphics processor makes every picture of a page slow, and printing hang.
IN_SPACE, IN_PLANE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader"), ("--disable-gpu", "--disable-3d-apis")


class Browser:
    """A process that pages share: starting one takes longer than most of the tests."""

    def __init__(self, *drawing):
        to_read, self.to = os.pipe()
        self.of, to_write = os.pipe()
        self.folder = tempfile.mkdtemp(prefix="flangeway_browser_")
        command = [find_browser(), "--headless", "--no-sandbox", "--remote-debugging-pipe", "--hide-scrollbars",
                   *drawing, "--disable-dev-shm-usage",
                   "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-first-run", f"--user-data-dir={self.folder}", "about:blank"]
        # The browser reads its file descriptor 3 and writes 4.
        place = f"exec \"$@\" 3<&{to_read} 4>&{to_write}"
        self.process = subprocess.Popen(["bash", "-c", place, "bash", *command], pass_fds=(to_read, to_write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.next_id = b"", 1
        atexit.register(self.close)

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.of)
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, parameters=None, session=None, note=lambda event: None):
        """The answer; what the pages tell meanwhile goes to `note`."""
        message = {"id": self.next_id, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        self.next_id += 1
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            note(answer)

    def receive(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.of, 1 << 20)
            if not chunk:
                raise EOFError("the browser ended")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)


@functools.cache
def shared_browser(in_space):
    return Browser(*(IN_SPACE if in_space else IN_PLANE))


class Page:
    """One page; a context manager."""

    def __init__(self, path, width=1300, height=900, dark=False, before="", in_space=False):
        """`before`: a script that runs before those of the page; `in_space`: whether the page may draw bodies in space, which
        takes time with the number of its points."""
        self.browser, self.session, self.context, self.console, self.requests = shared_browser(in_space), None, None, [], []
        self.target = self._send("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self._send("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        for domain in ("Runtime", "Page", "Log", "Network"):
            self._send(f"{domain}.enable")
        self.resize(width, height)
        if dark:
            self.media("", dark)
        if before:
            self._send("Page.addScriptToEvaluateOnNewDocument", {"source": before})
        if str(path).startswith("http://"):
            self.go(path)
            return
        self._send("Page.navigate", {"url": Path(path).resolve().as_uri()})
        # Pages with data draw themselves when they are loaded.
        self.wait_for("location.protocol === 'file:' && document.readyState === 'complete' && "
                      "(!document.getElementById('data') || document.documentElement.dataset.ready === 'yes')")

    def go(self, address):
        """To a page of the workbench."""
        self._send("Page.navigate", {"url": address})
        self.wait_for("location.protocol === 'http:' && document.documentElement?.dataset.ready === 'yes'")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        self._send("Target.closeTarget", {"targetId": self.target})

    def _send(self, method, parameters=None):
        return self.browser.send(method, parameters, self.session, self._note)

    def _note(self, event):
        if event.get("sessionId") != self.session:
            return
        method, what = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.console.append(what["exceptionDetails"].get("exception", {}).get("description", str(what)))
        elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.console.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            if "GPU stall" not in what["entry"]["text"]:  # of reading back a picture drawn in software
                self.console.append(what["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])

    def evaluate(self, expression):
        """The value of a JavaScript expression; promises are awaited."""
        place = {"contextId": self.context} if self.context else {}
        answer = self._send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True, **place})
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def frame(self, address):
        """The page in a frame whose address has this part, to evaluate in. A frame without rights may be a process of its own."""
        end, inner = time.monotonic() + 60, Page.__new__(Page)
        inner.browser, inner.session, inner.context, inner.console, inner.requests = self.browser, None, None, self.console, self.requests
        while time.monotonic() < end:
            for target in self._send_plain("Target.getTargets")["targetInfos"]:
                if target["type"] == "iframe" and address in target["url"]:
                    inner.session = self._send_plain("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})["sessionId"]
                    return inner
            for child in self._send("Page.getFrameTree")["frameTree"].get("childFrames", []):
                if address in child["frame"]["url"]:
                    inner.session = self.session
                    inner.context = self._send("Page.createIsolatedWorld", {"frameId": child["frame"]["id"]})["executionContextId"]
                    return inner
            time.sleep(0.05)
        raise TimeoutError(f"there is no frame with {address}")

    def _send_plain(self, method, parameters=None):
        return self.browser.send(method, parameters, None, self._note)

    def wait_for(self, condition, seconds=120):
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"never became true: {condition}; console: {self.console}")
            time.sleep(0.05)

    def resize(self, width, height):
        self._send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def media(self, kind, dark=False):
        """As seen on the medium `kind` ("screen", "print"; "": as it is)."""
        features = [{"name": "prefers-color-scheme", "value": "dark"}] if dark else []
        self._send("Emulation.setEmulatedMedia", {"media": kind, "features": features})

    def print(self, file):
        """The page as PDF; of a page that may not draw in space."""
        made = base64.b64decode(self._send("Page.printToPDF", {"printBackground": True})["data"])
        Path(file).write_bytes(made)
        return made

    def show(self, selector):
        """Scrolls to an element and waits until two pictures have been drawn."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView()")
        self.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), 150))")

    def drag(self, selector, start, end):
        """The mouse pressed from one place of an element to another, as shares of its width and height."""
        box = self.evaluate(f"(b => [b.x, b.y, b.width, b.height])(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        at = lambda place: {"x": box[0] + place[0] * box[2], "y": box[1] + place[1] * box[3]}
        middle = [(a + b) / 2 for a, b in zip(start, end)]
        for kind, place, buttons in (("mouseMoved", start, 0), ("mousePressed", start, 1), ("mouseMoved", middle, 1),
                                     ("mouseMoved", end, 1), ("mouseReleased", end, 0)):
            self._send("Input.dispatchMouseEvent", {"type": kind, **at(place), "button": "left", "buttons": buttons, "clickCount": 1})

    def type(self, text):
        """As a keyboard does, into what has the focus."""
        self._send("Input.insertText", {"text": text})

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self._send("Input.dispatchKeyEvent", {"type": kind, "key": key, "text": key if len(key) == 1 and kind == "keyDown" else ""})

    def screenshot(self, file, whole=False):
        parameters = {"format": "png", "captureBeyondViewport": whole}
        if whole:
            size = self._send("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        Path(file).write_bytes(base64.b64decode(self._send("Page.captureScreenshot", parameters)["data"]))
