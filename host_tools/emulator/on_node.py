# SPDX-License-Identifier: MIT
"""The emulated board on Node.js: host_tools/machine, behind two pipes.

The process serves one board after the other. It ends when its input pipe closes, or when the
process that started it has gone. host_tools/machine/serve.js describes the frames. Requests
without an answer wait for one with an answer, so a step of emulated time costs one exchange.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import struct
import subprocess
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.build import node
from host_tools.emulator.errors import PicoError
from host_tools.emulator.images import FILESYSTEM_OFFSET
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.signals import uninterrupted

PATIENCE_S = 120
"""Seconds of real time without an answer after which we give the process up."""
GRACE_S = 10
"""Seconds that a killed process has to disappear."""
TURN_MS = 50
"""Milliseconds of real time that the process takes at a time, so that signals do not wait long."""

ANSWERED = "MRFJD"
"""The kinds of requests that the process answers."""

_STATE = struct.Struct("<ddBI")
_EDGE = struct.Struct("<BdB")


@dataclass(frozen=True)
class Wiring:
    """The parts connected to the chip.

    The panel is on `i2c` (I2C block, SDA pin, SCL pin) or on `spi` (SPI block, pins CS, D/C and
    reset, perhaps clock and data). Each button has its pin, or a contact as `base.js` describes.

    `chip` is RP2040 or RP2350, `filesystem` the flash offset from which on it may write.
    `rest` has the volts at pins with a ladder of resistors while no button is pressed."""

    panel: SSD1306
    buttons: Mapping[str, Any]
    i2c: tuple[int, int, int]
    spi: tuple[int, ...] | None
    chip: str = "RP2040"
    filesystem: int = FILESYSTEM_OFFSET
    rest: Mapping[int, float] = field(default_factory=dict)


class _Process:
    """The process and the exchange with it.

    It makes one board after the other, so JavaScript is compiled only once (half a second)."""

    def __init__(self, command: list[str], spare: bool) -> None:
        self.child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us
        )
        self.spare = spare
        """Whether another board may use the process later."""
        self.requests = bytearray()
        self.answers: deque[bytes] = deque()
        self.owed = 0
        """Replies that are pending or unread."""
        self._inbox = bytearray()

    def free(self) -> bool:
        """Whether it runs and owes no reply, so that another board can use it."""
        return self.spare and not (self.owed or self._inbox) and self.child.poll() is None

    def request(self, kind: str, payload: bytes) -> None:
        with uninterrupted():  # a request that is not counted would shift all answers behind it
            self.requests += struct.pack("<I", 1 + len(payload)) + kind.encode() + payload
            self.owed += kind in ANSWERED

    def exchange(self) -> None:
        """Send the requests, and wait for all replies. Raises OSError, ValueError."""
        with uninterrupted():  # an exception in between would leave half an answer behind
            self._write()
            while len(self.answers) < self.owed:
                self._read()

    def take(self) -> bytes:
        with uninterrupted():
            self.owed -= 1
            return self.answers.popleft()

    def _write(self) -> None:
        assert self.child.stdin
        while self.requests:
            del self.requests[: os.write(self.child.stdin.fileno(), self.requests[:65536])]

    def _read(self) -> None:
        """Wait for bytes, and turn complete frames into answers. Raises OSError, ValueError."""
        assert self.child.stdout
        file = self.child.stdout.fileno()
        if not select.select([file], (), (), PATIENCE_S)[0]:
            raise OSError(f"no answer for {PATIENCE_S} s")
        part = os.read(file, 65536)
        if not part:
            raise OSError("it has ended")
        self._inbox += part
        while len(self._inbox) >= 4:
            (length,) = struct.unpack_from("<I", self._inbox)
            if not 0 < length < 1 << 26:
                raise ValueError(f"an answer of {length} bytes")
            if len(self._inbox) < 4 + length:
                break
            self.answers.append(bytes(self._inbox[4 : 4 + length]))
            del self._inbox[: 4 + length]

    def end(self) -> str:
        """End the process; return its last message.

        The garbage collector may drop an unclosed board at any moment and end its process here.
        So this method waits for nothing that might not arrive.
        """
        self.child.kill()
        try:
            said = self.child.communicate(timeout=GRACE_S)[1]
        except subprocess.TimeoutExpired as late:
            said = late.stderr or b""
        return said.decode(errors="replace").strip()


_spare: list[_Process] = []
"""At most one process, which has no board now."""


def _leave(process: _Process) -> None:
    """Keep a process for the next board, or end it."""
    if process.free() and not _spare:
        process.requests.clear()
        _spare.append(process)
    else:
        process.end()


def _process() -> _Process:
    """Return the spare process, or a new one. Raises BuildError."""
    while _spare:
        process = _spare.pop()
        if process.free():
            return process
        process.end()
    return _Process(node.command("serve.js"), True)


@atexit.register
def _end_spare() -> None:
    while _spare:
        _spare.pop().end()


class NodeMachine:
    """A board with an RP2040 or an RP2350, in emulated time, with power on.

    The panel is the one of the wiring. When `run_to` returns, it shows the new picture. Changes
    to the panel, such as faults, take effect from the next `run_to` on. With `stock`, an RP2040
    uses rp2040js's own, slower core, and an RP2350 runs untranslated. `flash_time`
    and `flash_id`: see `Pico`. `command` starts the
    process. Raises BuildError if Node or a package is missing, PicoError if the process fails.
    """

    nanos = 0
    """Emulated nanoseconds since power-on."""
    cycles = 0
    """Processor cycles since power-on, those asleep excluded."""
    connected = False
    """Whether the computer sees the board's USB serial port."""
    waiting = False
    """Whether the processor sleeps."""
    backlog = 0
    """Bytes that the board has not read yet."""
    crashed = ""
    """Why the firmware crashed; empty while it has not."""

    def __init__(
        self,
        flash: bytes,
        wiring: Wiring,
        received: Callable[[bytes], None],
        *,
        stock: bool = False,
        flash_time: str = "none",
        flash_id: bytes | None = None,
        command: list[str] | None = None,
    ) -> None:
        self.wiring = wiring
        self.received = received
        """Called with the bytes that the board sends over the serial port."""
        self.edges: dict[int, list[tuple[float, int]]] = {}
        """Changes of each watched pin: nanoseconds, and 0 for driven low, 1 for driven high,
        more for an input."""
        self.faults: list[str] = []
        """Forbidden operations on the flash."""
        self._process = _process() if command is None else _Process(command, False)
        self._finish = weakref.finalize(self, _leave, self._process)
        self._known = b""  # the panel's state there
        panel = wiring.panel
        given = panel.state()  # with the faults present from the start
        parts = {
            "chip": wiring.chip,
            "filesystem": wiring.filesystem,
            "panel": {
                "controller": type(panel).__name__.lower(),
                "width": panel.width,
                "height": panel.height,
                "address": panel.address,
                "externalVcc": panel.external_vcc,
                "fastest": panel.fastest,
            },
            "buttons": dict(wiring.buttons),
            "rest": dict(wiring.rest),
            "stock": stock,
            "flashTime": flash_time,
            "flashId": None if flash_id is None else list(flash_id),
            "spi" if wiring.spi else "i2c": wiring.spi or wiring.i2c,
        }
        text = json.dumps(parts).encode()
        self._request("M", struct.pack("<I", len(text)) + text + flash)
        self._learn(self._answer("R"))
        panel.restore(given)

    # The exchange

    def _request(self, kind: str, payload: bytes = b"") -> None:
        if not self._finish.alive:
            raise PicoError("the emulated Pico has been closed")
        self._process.request(kind, payload)

    def _answer(self, kind: str) -> bytes:
        """Send the requests, and wait for the answer to the last one.

        An answer left unread by an exception is processed first.
        """
        process = self._process
        try:
            process.exchange()
        except (OSError, ValueError) as error:
            raise self._dead(getattr(error, "strerror", None) or str(error)) from error
        while process.owed > 1:
            if (late := process.take())[:1] == b"R":
                self._learn(late[1:])
        frame = process.take()
        if frame[:1] == b"!":
            raise self._dead(frame[1:].decode(errors="replace"))
        if frame[:1] != kind.encode():
            raise self._dead(f"it answered {frame[:1]!r}, not {kind!r}")
        return frame[1:]

    def _dead(self, why: str) -> PicoError:
        """End the process; return the error to raise, with the process's last message."""
        said = self._process.end()
        self.close()
        return PicoError(f"the emulator on Node failed: {why}" + (f"\n{said}" if said else ""))

    def _learn(self, answer: bytes) -> None:
        """Take over the state that the process reports."""
        try:
            nanos, cycles, flags, self.backlog = _STATE.unpack_from(answer)
            self.nanos, self.cycles = int(nanos), int(cycles)
            blocks = []
            at = _STATE.size
            for _ in range(4):
                (length,) = struct.unpack_from("<I", answer, at)
                blocks.append(answer[at + 4 : at + 4 + length])
                at += 4 + length
            if at != len(answer):
                raise ValueError("the blocks do not fill it")
            output, panel, edges, text = blocks
            if panel:
                self.wiring.panel.restore(panel)
                self._known = panel
            for pin, time, state in _EDGE.iter_unpack(edges):
                self.edges[pin].append((time, state))
        except (struct.error, ValueError, IndexError, KeyError) as error:
            raise self._dead(f"its answer is invalid: {error}") from error
        self.connected, self.waiting = bool(flags & 1), bool(flags & 2)
        message = text.decode(errors="replace")
        self.crashed = message if flags & 4 else ""
        if not flags & 4:
            self.faults = message.splitlines()
        if output:
            self.received(output)

    # The board

    def run_to(self, nanos: int) -> None:
        """Run until that time since power-on, or until the firmware crashes."""
        while True:
            panel = self.wiring.panel.state()
            if panel != self._known:
                self._request("P", panel)
                self._known = panel
            self._request("R", struct.pack("<dd", nanos, TURN_MS))
            self._learn(self._answer("R"))
            if self.nanos >= nanos or self.crashed:
                return

    def send(self, data: bytes) -> None:
        """Send to the serial port; the board takes it as fast as it reads."""
        self._request("S", data)
        self.backlog += len(data)

    def hear(self, reads: bool) -> None:
        """Set whether the computer reads the serial port, which it keeps open."""
        self._request("H", bytes((reads,)))

    def press(self, name: str) -> None:
        """Push a button down."""
        self._request("B", b"\x01" + name.encode())

    def release(self, name: str) -> None:
        """Release a button."""
        self._request("B", b"\x00" + name.encode())

    def watch(self, pin: int) -> None:
        """Record the changes of a GPIO pin in `edges` from now on."""
        self.edges.setdefault(pin, [])
        self._request("W", bytes((pin,)))

    def hold(self, pin: int, volts: float) -> None:
        """Hold a GPIO pin at a voltage from now on; the converter reads it on GPIO 26 to 29."""
        self._request("V", struct.pack("<Bd", pin, volts))

    def age(self, milliseconds: float) -> None:
        """Advance the chip's timer, until its next reset, as if it had been on for longer."""
        self._request("A", struct.pack("<d", milliseconds * 1e6))

    def wear_out(self, sectors: Iterable[int]) -> None:
        """Make exactly these flash sectors fail to erase and program from now on."""
        numbers = list(sectors)
        self._request("K", struct.pack(f"<{len(numbers)}I", *numbers))

    def reset(self) -> None:
        """Pull the RUN pin low and release it."""
        self._request("X")
        self.run_to(0)

    def power_cycle(self) -> None:
        """Cut the board's power and switch it on again; the caller has reset the panel."""
        self._request("C")
        self.run_to(0)

    def read_flash(self, offset: int, length: int) -> bytes:
        """Return `length` bytes of the present flash from `offset` on."""
        self._request("F", struct.pack("<II", offset, length))
        return self._answer("F")

    def load_flash(self, offset: int, content: bytes) -> None:
        """Put `content` into the flash, as if it had always been there."""
        self._request("L", struct.pack("<I", offset) + content)

    def flash_changes(self) -> list[tuple[int, bytes]]:
        """Return each write to the flash since the last call: its offset and its new content.

        The first call starts the record. An erasure writes FFh."""
        self._request("J")
        answer = self._answer("J")
        found = []
        at = 0
        while at < len(answer):
            offset, length = struct.unpack_from("<II", answer, at)
            found.append((offset, answer[at + 8 : at + 8 + length]))
            at += 8 + length
        return found

    def digest(self) -> dict[str, object]:
        """Return data for comparing two machines: time, registers, hashes of memory and flash."""
        self._request("D")
        found: dict[str, object] = json.loads(self._answer("D"))
        return found

    def close(self) -> None:
        """End the board; no other method works afterwards."""
        self._finish()
