# SPDX-License-Identifier: MIT
"""Boot: takes the firmware that an update has put beside the one before, and starts it.

An update never touches what runs. The folder `firmware` has two slots, `a` and `b`, and in `s` the
files that both have; its file `now` is replaced in one step, and says what the next start takes:

    ba? 0.1.0 1262532e
    b                   the slot to start; "-": what is frozen into the image, or lies in the root
     a                  the one before, to which a start that fails goes back; ".": none
      ?                 "?" to be tried, "!" started and not yet held, "=" it holds,
                        "<" gone back to, which a person has not been told yet
        0.1.0 1262532e  what is frozen into the image that it was put over; nothing: no image

So whatever was put on the board last wins: an image that was dragged onto the board since is
another one than the file says, and the slots are left alone. `handheld.keeping.boot_guard` writes
"=".

With an image, imports find the slot and what is frozen, and nothing else on the flash: a file
there may have any name. At the prompt they find what they find on a stock board.
"""

import gc
import sys

_path = sys.path[:]
sys.path[:] = [".frozen"]  # a file os.py on the flash would be found first
import os  # noqa: E402

import vfs  # noqa: E402

sys.path[:] = _path

NOW = "/firmware/now"

EXHIBIT = "/exhibit.txt"
"""Where this file is, Ctrl-C does nothing until `teletype.exhibit.visits` allows it."""

stopped = False
"""Whether Ctrl-C came while a module was looked for, which MicroPython takes for its absence."""


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _of_image(name):
    """A module that is frozen into the image; None if there is none. It is forgotten again, since
    a slot has a package of that name, too."""
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
    """Version and revision of the firmware in the image; nothing where there is none."""
    version = _of_image("teletype.version")
    return version.line().encode() if version else b""


def _read():
    """The file `now`, if it is about this image; else nothing."""
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


def _mount(name):
    """Lets imports find the slot `name` and what is frozen."""

    class Slot:
        def mount(self, readonly, mkfs):
            pass

        def ilistdir(self, path):
            return iter(())

        def stat(self, path):
            global stopped
            try:
                try:
                    return os.stat("/firmware/" + name + path)
                except OSError:
                    return os.stat("/firmware/s" + path)
            except KeyboardInterrupt:
                stopped = True
                raise

        def open(self, path, mode):
            try:
                return open("/firmware/" + name + path, mode)
            except OSError:
                return open("/firmware/s" + path, mode)

    try:
        vfs.umount("/firmware/on")  # at the prompt, after a start
    except OSError:
        pass
    vfs.mount(Slot(), "/firmware/on")
    sys.path[:] = ["/firmware/on", ".frozen"]
    gc.threshold(8192)  # else what stays in memory lies all over it; `start` ends that


def take(start=False):
    """Lets imports find the firmware that is in use; `start`: this start tries what is new."""
    try:
        # After a cut in a rename, littlefs does not find the file behind the one that was moved,
        # until it is asked to change something.
        os.remove(NOW + ".new")
    except OSError:
        pass
    text = _read()
    name = text[:1]
    if start and text[2:3] == b"?":
        try:
            _write(text[:2] + b"!" + text[3:])
        except OSError:
            name = text[1:2]  # it could not be gone back from
    elif start and text[2:3] == b"!" and text[1:2] != b".":
        name = text[1:2]
        _write(name + b".<" + text[3:])
    if name == b"a" or name == b"b":
        _mount(name.decode())
    elif _frozen():
        sys.path[:] = [".frozen"]


def _start(messages):
    try:
        from teletype import start
    except ImportError as error:
        try:
            # a firmware from before the package `teletype`, to which this went back
            import begin  # type: ignore[import-not-found]
        except ImportError:
            raise error
        begin.main()
    else:
        start.main(messages)


def main():
    if _there(EXHIBIT):
        import micropython

        micropython.kbd_intr(-1)  # a visitor may be quicker than what reads that file
    path = sys.path[:]
    aside: dict = {}
    try:
        messages = ()
        if _there("/boot.py") or _there("/main.py") or _there("/main.txt"):
            boot_file = _of_image("teletype.boot_file")  # else MicroPython runs them
            if boot_file:
                messages = boot_file.run(aside)
                path = sys.path[:]  # boot.py may have put something into it
                boot_file = None
        take(True)
        _start(messages)
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
        sys.modules.update(aside)


def _not_its_fault():
    """A computer has something to do: what was on trial is tried again at the next start."""
    text = _read()
    if text[2:3] == b"!":
        _write(text[:2] + b"?" + text[3:])


if __name__ == "__main__":
    main()
