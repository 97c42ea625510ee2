# SPDX-License-Identifier: MIT
"""Boot: takes the firmware that the last update installed, and starts it.

An update never touches the firmware that runs. The folder `firmware` has two slots, `a` and `b`,
and in `s` the files that both have; its file `now` is replaced in one step and names the slot of
the next start. The modules are in packs, one for each folder: see `host_tools.device.packs`.

    ba? 0.1.0 1262532e
    b                   the slot to start; "-": the modules frozen into the image, or in the root
     a                  the previous slot, to which a failed start goes back; ".": none
      ?                 "?" to be tried, "!" started but not confirmed, "=" confirmed,
                        "<" gone back to, not yet reported to the user
        0.1.0 1262532e  the frozen firmware of the image it was installed over; nothing: no image

So the last firmware installed wins. If an image was dragged onto the board since, it differs from
the one in the file, and the slots are ignored. `handheld.keeping.boot_guard` writes "=".

With an image, imports find only the slot and the frozen modules, and nothing else on the flash: a
file there may have any name. At the prompt imports work as on a stock board.
"""

import gc
import sys

import deflate
import uos as os  # the letter u excludes a file os.py on the flash, and takes no search
import vfs
from micropython import const
from ubinascii import crc32

NOW = "/firmware/now"

EXHIBIT = "/exhibit.txt"
"""If this file exists, or one with nearly that name, Ctrl-C does nothing until
`teletype.exhibit.exhibit` allows it."""

PACKS = ".pack"
"""The suffix of a pack; `host_tools.device.flash` asks whether an image has this constant."""

_RECORD = const(8)
"""Bytes of a pack's list for a module: CRC-32 of its path and where it begins, low byte first."""

_WINDOW = const(10)
"""Window of the compression: the binary logarithm of its size in bytes."""

_INTERRUPT = const(3)
"""Ctrl-C. While it is no interrupt it waits as a byte, which ends the handheld later."""

_BUILT_IN = ("array", "binascii", "io", "machine", "os", "select", "time")
"""Modules of MicroPython that the firmware imports. Unless `sys.modules` has one, each import
looks for a file of that name first."""

stopped = False
"""Whether Ctrl-C interrupted the search for a module; MicroPython then reports it as missing."""


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _of_image(name):
    """Import a module frozen into the image; return None if there is none. `sys.modules` forgets
    it again, because a slot also has a package of that name."""
    path = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        _forget()
        __import__(name)
        return sys.modules[name]
    except ImportError:
        return None
    finally:
        sys.path[:] = path
        _forget()


def _forget():
    for name in list(sys.modules):
        if name.split(".")[0] == "teletype":
            del sys.modules[name]


def _frozen():
    """Return version and revision of the firmware in the image; empty if it has none."""
    version = _of_image("teletype.version")
    return version.line().encode() if version else b""


def _read():
    """Return the file `now` if it belongs to this image, otherwise nothing."""
    try:
        with open(NOW, "rb") as file:
            text = file.read(60)
    except OSError:
        return b""
    return text if text[3:].strip() == _frozen() else b""


def _write(text):
    with open(NOW + ".new", "wb") as file:
        file.write(text)
    os.rename(NOW + ".new", NOW)


class Slot:
    """A read-only filesystem for imports: the modules of the slot `name`.

    _packs  the paths of the packs
    _index  their lists; the highest byte of a module's offset is the number of its pack
    """

    def __init__(self, name):
        self._packs = []
        self._index = b""
        seen = []
        for place in ("/firmware/" + name, "/firmware/s"):
            if not _there(place):
                continue
            for entry in os.ilistdir((place + "/.").encode()):  # as bytes: as in `_is_exhibit`
                pack: bytes = entry[0]  # type: ignore[assignment]
                if pack.endswith(PACKS.encode()) and max(pack) < 128 and pack not in seen:
                    seen.append(pack)
                    self._add(place + "/" + pack.decode())

    def _add(self, path):
        with open(path, "rb") as file:
            records = bytearray(file.read(_RECORD * int.from_bytes(file.read(2), "little")))
        for at in range(_RECORD - 1, len(records), _RECORD):
            records[at] = len(self._packs)
        self._packs.append(path)
        self._index += records[: len(records) // _RECORD * _RECORD]

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def ilistdir(self, path):
        return iter(())

    def stat(self, path):
        global stopped
        try:
            return (0x8000 if self._find(path) else 0x4000,) + (0,) * 9
        except KeyboardInterrupt:
            stopped = True
            raise

    def open(self, path, mode):
        at = self._find(path)
        file = open(self._packs[at >> 24], "rb")
        file.seek(at & 0xFFFFFF)
        return deflate.DeflateIO(file, deflate.RAW, _WINDOW, True)

    def _find(self, path):
        """Return a module's offset in its pack, with the pack's number in the highest byte.

        Return 0 for a folder. Raise OSError for an unknown path.
        """
        wanted = crc32(path[1:]).to_bytes(4, "little")
        at = self._index.find(wanted)
        while at % _RECORD:
            if at < 0:
                raise OSError(2)
            at = self._index.find(wanted, at + 1)
        at = int.from_bytes(self._index[at + 4 : at + _RECORD], "little")
        return at if at & 0xFFFFFF else 0


def _mount(name):
    """Let imports find the slot `name` and the frozen modules."""
    try:
        vfs.umount("/firmware/on")  # at the prompt, after a start
    except OSError:
        pass
    vfs.mount(Slot(name), "/firmware/on")
    sys.path[:] = ["/firmware/on", ".frozen"]
    gc.threshold(8192)  # otherwise permanent objects fragment the heap; `start` resets it


def take(start=False):
    """Let imports find the firmware in use.

    `start`: also begin the trial of a new firmware, or go back from one that was not confirmed.
    """
    try:
        # After a power cut during a rename, littlefs misses the file behind the moved one until
        # something is changed.
        os.remove(NOW + ".new")
    except OSError:
        pass
    text = _read()
    name = text[:1]
    if start and text[2:3] == b"?":
        try:
            _write(text[:2] + b"!" + text[3:])
        except OSError:
            name = text[1:2]  # there would be no way back from it
    elif start and text[2:3] == b"!" and text[1:2] != b".":
        name = text[1:2]
        _write(name + b".<" + text[3:])
    if name == b"a" or name == b"b":
        _mount(name.decode())
    elif _frozen():
        sys.path[:] = [".frozen"]
    for name in _BUILT_IN:
        sys.modules[name] = __import__("u" + name)


def _is_exhibit():
    try:
        entries: list = list(os.ilistdir(b"/."))  # as bytes: a name may not be UTF-8
    except OSError:  # the flash is dead
        return False
    for entry in entries:
        name = entry[0].lower()
        if b"exh" in name or b"bit" in name or max(name) > 127:
            break
    else:
        return False  # as `root_files` would find, which takes 10 ms
    store = _of_image("teletype.handheld.keeping.store")
    files = _of_image("teletype.handheld.keeping.root_files")
    return _there(EXHIBIT) or (files is not None and files.is_exhibit(store.listed("/")))


def main():
    import micropython

    micropython.kbd_intr(-1)  # a visitor may press Ctrl-C before the names have been read
    if not _is_exhibit():
        micropython.kbd_intr(_INTERRUPT)
    path = sys.path[:]
    aside: dict = {}
    try:
        messages = ()
        if _there("/boot.py") or _there("/main.py") or _there("/main.txt"):
            boot_file = _of_image("teletype.boot_file")  # without it MicroPython runs them
            if boot_file:
                messages = boot_file.run(aside)
                path = sys.path[:]  # boot.py may have put something into it
                boot_file = None
        take(True)
        from teletype import start

        start.main(messages)
    except Exception as error:
        sys.print_exception(error)
        if stopped:
            _not_its_fault()
        elif _read()[2:3] == b"!":
            from time import sleep_ms

            import machine

            sleep_ms(2000)  # for Ctrl-C
            machine.reset()
    except KeyboardInterrupt:
        _not_its_fault()
        raise
    finally:
        sys.path[:] = path
        for name in _BUILT_IN:
            sys.modules.pop(name, None)
        sys.modules.update(aside)


def _not_its_fault():
    """Mark a firmware on trial as untried again, because a computer interrupted it."""
    text = _read()
    if text[2:3] == b"!":
        _write(text[:2] + b"?" + text[3:])


if __name__ == "__main__":
    main()
