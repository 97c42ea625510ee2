# SPDX-License-Identifier: MIT
"""Headless Chromium, driven over the DevTools protocol, for the tests of the page.

Chromium speaks the protocol over two pipes (`--remote-debugging-pipe`) in JSON, with a zero byte
after each message. The protocol's documentation describes the methods; only those used here have a
Python method. Chromium comes from Debian's package, like the compilers.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.closing import Closing
from host_tools.usage import Failed, tell

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--no-default-browser-check", "--hide-scrollbars", "--mute-audio"),
    "--autoplay-policy=no-user-gesture-required",
    "--remote-debugging-pipe",
)
"""Options for a separate browser in its own folder, without network services."""

PATIENCE_S = 180.0
"""Seconds of real time after which a wait fails."""

SLICE_S = 0.003
"""Seconds that a slowed page runs at a time."""

_KEYS = {
    **{name: (name, name, code) for name, code in
       (("ArrowLeft", 37), ("ArrowUp", 38), ("ArrowRight", 39), ("ArrowDown", 40),
        ("Backspace", 8), ("Tab", 9), ("Escape", 27))},
    "Enter": ("Enter", "\r", 13),
    "Space": ("Space", " ", 32),
}  # fmt: skip
"""DOM code, DOM key or text, and Windows key code of the named keys."""


class BrowserError(Failed):
    """Chromium is missing or does not answer; the message says which."""


_APT = ("apt-get", "install", "-y", "--no-install-recommends", "chromium")


def program() -> str:
    """Return the path of a Chromium; as root install Debian's if needed. Raises BrowserError."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = [path for name in names if (path := shutil.which(name))]
    if found:
        return found[0]
    if shutil.which("apt-get") is None:
        raise BrowserError("Chromium is not installed; install it")
    if os.geteuid() != 0:
        raise BrowserError(
            "Chromium is not installed; install it with\n"
            f"    sudo apt-get update && sudo {' '.join(_APT)}"
        )
    tell("installing Chromium\n")
    for command in (("apt-get", "update"), _APT):
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            check=False,
        )
        if done.returncode:
            tail = done.stdout.decode(errors="replace")[-1000:].strip()
            raise BrowserError(f"{' '.join(command)} failed:\n{tail}")
    path = shutil.which(names[0])
    if path is None:
        raise BrowserError("Chromium was installed, but cannot be found")
    return path


class Browser(Closing):
    """A Chromium with an empty profile, until it is closed.

    `profile`: a folder for a profile that outlives the browser, so that the next one finds what
    the pages have stored. Raises BrowserError if Chromium does not start.
    """

    def __init__(self, profile: Path | None = None, *flags: str) -> None:
        path = program()
        self._folder = None if profile else tempfile.TemporaryDirectory(prefix="chromium-")
        place = profile or Path(self._folder.name if self._folder else "")
        theirs, self._to = _high(*os.pipe())
        self._from, answers = _high(*os.pipe())

        def wire() -> None:
            os.dup2(theirs, 3)
            os.dup2(answers, 4)

        self._process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={place}", *flags, "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=wire,
            pass_fds=(3, 4),
            start_new_session=True,
        )
        os.close(theirs)
        os.close(answers)
        self._buffer = b""
        self._count = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._tabs: dict[str, Tab] = {}
        self.version = str(self.call("Browser.getVersion")["product"])

    def close(self) -> None:
        """Quit the browser as a person would, so that stored data reaches the disk."""
        with contextlib.suppress(BrowserError, OSError):
            self.call("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for file in (self._to, self._from):
            with contextlib.suppress(OSError):
                os.close(file)
        if self._folder:
            with contextlib.suppress(OSError):  # a helper process may still write into it
                self._folder.cleanup()

    def kill(self) -> None:
        """Kill the browser, like a power cut."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol; return its result. Raises BrowserError."""
        return self.result(self.ask(method, session, **parameters), method)

    def ask(self, method: str, session: str = "", **parameters: Any) -> int:
        """Call a method without waiting; return the call's number, for `result`."""
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        return number

    def result(self, number: int, method: str) -> dict[str, Any]:
        """Wait for the result of a call. Raises BrowserError."""
        end = time.monotonic() + PATIENCE_S
        while number not in self._answers:
            self._read(end - time.monotonic(), method)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self, patience: float, what: str) -> None:
        """Read and dispatch Chromium's next messages."""
        if patience <= 0 or not select.select([self._from], (), (), patience)[0]:
            raise BrowserError(f"Chromium does not answer ({what})")
        data = os.read(self._from, 1 << 20)
        if not data:
            raise BrowserError("Chromium has exited")
        *messages, self._buffer = (self._buffer + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self._answers[message["id"]] = message
            elif tab := self._tabs.get(message.get("sessionId", "")):
                tab.happened(message["method"], message["params"])

    def _renderers(self) -> list[dict[str, Any]]:
        """Return the processes that run the pages."""
        infos = self.call("SystemInfo.getProcessInfo")["processInfo"]
        return [info for info in infos if info["type"] == "renderer"]

    def processor_s(self) -> float:
        """Return the processor seconds spent on the pages, in all their threads."""
        return float(sum(info["cpuTime"] for info in self._renderers()))

    @contextlib.contextmanager
    def slowed(self, rate: int) -> Iterator[None]:
        """Give the pages, in all their threads, one part in `rate` of the processor's time."""
        pages = [info["id"] for info in self._renderers()]
        over = threading.Event()

        def signal_all(number: int) -> None:
            for page in pages:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(page, number)

        def stop_and_go() -> None:
            while not over.wait(SLICE_S):
                signal_all(signal.SIGSTOP)
                over.wait(SLICE_S * (rate - 1))
                signal_all(signal.SIGCONT)

        thread = threading.Thread(target=stop_and_go, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            signal_all(signal.SIGCONT)

    def listen(self) -> None:
        """Dispatch the messages that have arrived, without waiting."""
        while select.select([self._from], (), (), 0)[0]:
            self._read(1, "events")

    def context(self) -> str:
        """Return a new context, whose pages store data apart from all others; for `tab`."""
        return str(self.call("Target.createBrowserContext")["browserContextId"])

    def tab(
        self, width: int = 1280, height: int = 800, scale: float = 1.0, context: str = ""
    ) -> "Tab":
        """Open a tab with a view of this size in CSS pixels."""
        where = {"browserContextId": context} if context else {}
        target = self.call("Target.createTarget", url="about:blank", **where)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = self._tabs[session] = Tab(self, target, session)
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            tab.call(f"{domain}.enable")
        tab.size(width, height, scale)
        return tab


class Tab:
    """One page.

    `errors` are its exceptions and console warnings, `requests` the addresses that it requested,
    `said` the payloads sent through each binding.
    """

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self.browser, self._target, self._session = browser, target, session
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.said: dict[str, list[str]] = {}

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method for this tab, like `Browser.call`."""
        return self.browser.call(method, self._session, **parameters)

    def brief(self, method: str, *events: dict[str, Any]) -> None:
        """Call a method for each of `events` without waiting in between.

        So a press stays as brief as intended, however busy the machine is.
        """
        calls = [self.browser.ask(method, self._session, **event) for event in events]
        for number in calls:
            self.browser.result(number, method)

    def happened(self, event: str, what: dict[str, Any]) -> None:
        """Record an event of the protocol."""
        if event == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning"):
            self.errors.append(
                " ".join(str(part.get("value", part.get("description"))) for part in what["args"])
            )
        elif event == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.errors.append(what["entry"]["text"])
        elif event == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif event == "Runtime.bindingCalled":
            self.said.setdefault(what["name"], []).append(what["payload"])

    def size(self, width: int, height: int, scale: float = 1.0, *, mobile: bool = False) -> None:
        """Give the view this size in CSS pixels, `scale` device pixels each."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile},
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile, maxTouchPoints=5)

    def open(self, address: str, ready: str = "true") -> None:
        """Go to an address and wait until the expression `ready` is true there."""
        self.call("Page.navigate", url=address)
        self.until(f"document.readyState === 'complete' && ({ready})", what=f"{address}: {ready}")

    def close(self) -> None:
        """Close the tab, as a person would."""
        with contextlib.suppress(BrowserError):
            self.browser.call("Target.closeTarget", targetId=self._target)

    def run(self, code: str) -> Any:
        """Return the value of a JavaScript expression as JSON has it; a promise is awaited.

        Raises BrowserError with what the page threw.
        """
        answer = self.call(
            "Runtime.evaluate",
            **{"expression": code, "awaitPromise": True, "returnByValue": True},
            userGesture=True,
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            raise BrowserError(f"{code}: {text}")
        return answer["result"].get("value")

    def until(self, code: str, patience_s: float = PATIENCE_S, what: str = "") -> Any:
        """Wait until an expression is true; return its value. Raises BrowserError."""
        end = time.monotonic() + patience_s
        while True:
            with contextlib.suppress(BrowserError):  # the page may just be unloading
                if value := self.run(code):
                    return value
            if time.monotonic() > end:
                said = "; ".join(self.errors[-3:])
                raise BrowserError(f"{what or code}: not within {patience_s:g} s ({said})")
            time.sleep(0.02)

    # What a person does

    def place(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element in the view; scroll there if necessary."""
        found = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2, r.width * r.height]; })()"
        )
        if not found[2]:
            raise BrowserError(f"{selector} is not visible")
        return found[0], found[1]

    def click(self, selector: str) -> None:
        """Click with the mouse."""
        x, y = self.place(selector)
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.brief(
            "Input.dispatchMouseEvent",
            *({**mouse, "type": kind} for kind in ("mousePressed", "mouseReleased")),
        )

    def tap(self, selector: str) -> None:
        """Touch an element briefly with a finger."""
        x, y = self.place(selector)
        self.brief(
            "Input.dispatchTouchEvent",
            {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]},
            {"type": "touchEnd", "touchPoints": []},
        )

    @contextlib.contextmanager
    def touched(self, *selectors: str) -> Iterator[None]:
        """Hold a finger on each of the elements during the block."""
        points = [dict(zip("xy", self.place(each), strict=True)) for each in selectors]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
        try:
            yield
        finally:
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(
        self,
        name: str,
        *,
        place: str = "",
        shift: bool = False,
        control: bool = False,
        down_only: bool = False,
    ) -> None:
        """Press and release a key: a name of `_KEYS`, a character or another name.

        `place`: the DOM code of the key that writes this character on the person's keyboard.
        """
        code, key, number = _KEYS.get(name, ("", name, ord(name.upper()[0])))
        text = key if len(key) == 1 and not control else ""
        event = {
            "code": place or code,
            "key": name if code and name != "Space" else key,
            "windowsVirtualKeyCode": number,
            "modifiers": (8 if shift else 0) | (2 if control else 0),
        }
        down = {**event, "type": "keyDown" if text else "rawKeyDown", "text": text}
        ups = [] if down_only else [{**event, "type": "keyUp"}]
        self.brief("Input.dispatchKeyEvent", down, *ups)

    def type(self, text: str) -> None:
        """Type into the focused element."""
        self.call("Input.insertText", text=text)

    def files(self, selector: str, *paths: Path) -> None:
        """Choose files in a file input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path) for path in paths], nodeId=node)

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Write the visible part (`whole`: the whole page) as a PNG file."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def listen(self) -> None:
        """Bring `errors` and `requests` up to date."""
        self.browser.listen()


def _high(*files: int) -> Iterator[int]:
    """Yield duplicates with numbers from 10, so that 3 and 4 stay free; close the originals."""
    import fcntl

    for file in files:
        yield fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(file)
