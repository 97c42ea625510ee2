# SPDX-License-Identifier: MIT
"""Boot: takes the firmware that an update has put beside the one before, and starts it (`begin`).

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
"""

import gc
import os
import sys

NOW = "/firmware/now"

EXHIBIT = "exhibit.txt"
"""Where this file is, Ctrl-C does nothing until `teletype.exhibit.exhibit` allows it."""

stopped = False
"""Whether Ctrl-C came while a module was looked for, which MicroPython takes for its absence."""


def _frozen():
    """Version and revision of the firmware in the image; "" where there is none."""
    path = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        from teletype import version

        return version.line()
    except ImportError:
        return ""
    finally:
        sys.path[:] = path
        for name in list(sys.modules):  # the slot has a package of that name, too
            if name.split(".")[0] == "teletype":
                del sys.modules[name]


def _read():
    """The file `now`, if it is about this image; else nothing."""
    try:
        with open(NOW) as file:
            text = file.read(60)
    except OSError:
        return ""
    return text if text[3:].strip() == _frozen() else ""


def _write(text):
    with open(NOW + ".new", "w") as file:
        file.write(text)
    os.rename(NOW + ".new", NOW)


def _mount(name):
    """Lets imports find the slot `name` first."""
    import vfs

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

    vfs.mount(Slot(), "/firmware/on")
    sys.path.insert(0, "/firmware/on")
    gc.threshold(8192)  # else what stays in memory lies all over it; `begin` ends that


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
    if start and text[2:3] == "?":
        try:
            _write(text[:2] + "!" + text[3:])
        except OSError:
            name = text[1]  # it could not be gone back from
    elif start and text[2:3] == "!" and text[1] != ".":
        name = text[1]
        _write(name + ".<" + text[3:])
    if name == "a" or name == "b":
        _mount(name)
    elif "main.py" in os.listdir("/") and _frozen():
        sys.path.insert(0, ".frozen")  # what lies in the root was for another image


def main():
    if EXHIBIT in os.listdir("/"):
        import micropython

        micropython.kbd_intr(-1)  # a visitor may be quicker than what reads that file
    take(True)
    try:
        from teletype import start

        start.main()
    except Exception as error:
        sys.print_exception(error)
        if stopped:
            _not_its_fault()
        elif _read()[2:3] == "!":
            from time import sleep_ms

            import machine

            sleep_ms(2000)  # for Ctrl-C
            machine.reset()
    except KeyboardInterrupt:
        _not_its_fault()
        raise


def _not_its_fault():
    """A computer has something to do: what was on trial is tried again at the next start."""
    text = _read()
    if text[2:3] == "!":
        _write(text[:2] + "?" + text[3:])


if __name__ == "__main__":
    main()
