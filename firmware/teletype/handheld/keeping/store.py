# SPDX-License-Identifier: MIT
"""Files on the board's flash that survive a power cut.

littlefs keeps its own structure consistent, and the contents of a file change in one step when it
is closed or flushed: after a power cut it has the old or the new contents, never a mixture. So
appended data is safe once the file has been closed. A file is replaced by writing `NAME.new`,
closing it, and renaming it over the old one, which is also one step (as on POSIX).
"""

import os

NEW = ".new"
"""The suffix of a file that is being written."""

_CHUNK = 512

_MARK = b"\xef\xbb\xbf"
"""The byte order mark with which some editors begin a file."""


class Damaged(Exception):
    """A file cannot be read as text; the message says why."""


class _Nothing:
    """A context without effect."""

    def __enter__(self):
        pass

    def __exit__(self, *error):
        pass


def listed(folder):
    """Yield the entries of a folder like `os.ilistdir`, which ends at a name that is not UTF-8;
    none if there is no such folder. Such a name, which nothing here opens, has ? for each byte
    that is not ASCII, and at its end.
    """
    path = (folder + "/.").encode()  # the names of "/" alone would not be bytes
    try:
        for entry in os.ilistdir(path):
            data: bytes = entry[0]  # type: ignore[assignment]
            try:
                name = str(data, "utf-8")
            except UnicodeError:
                name = "".join([chr(byte) if byte < 128 else "?" for byte in data]) + "?"
            yield (name,) + entry[1:]
    except OSError:
        pass


class Store:
    """The files below `folder`, which ends with `/`.

    saving  the context in which anything is written (`handheld.keeping.saving`)
    """

    def __init__(self, folder="/"):
        self.folder = folder
        self.saving = _Nothing()
        self.writes = 0
        """How often a file was opened for writing, which wears the flash."""

    def read(self, name, longest):
        """Return the text of a file, without a byte order mark; None if there is none. Raise
        Damaged if it is not UTF-8, has a zero byte or more than `longest` bytes, or is unreadable.
        """
        try:
            with open(self.folder + name, "rb") as file:
                size = file.seek(0, 2)
                file.seek(0)
                content = file.read(min(size, longest + 1))  # allocates this many bytes
        except OSError as error:
            if error.args[0] == 2:  # ENOENT
                return None
            if error.args[0] == 21:  # EISDIR
                raise Damaged("a folder, not a file")
            raise Damaged("cannot be read (error %d)" % error.args[0])
        if len(content) > longest:
            raise Damaged("more than %d bytes" % longest)
        if content[:3] == _MARK:
            content = content[3:]
        try:
            if b"\0" in content:
                raise UnicodeError  # UTF-16 without a mark
            return str(content, "utf-8")
        except UnicodeError:
            raise Damaged("not UTF-8")

    def replace(self, name, text):
        """Replace a file's contents by `text`, in one step; raise OSError if it fails."""
        path = self.folder + name
        try:
            with self.saving:
                with self.open(name + NEW, "wb") as file:
                    file.write(text.encode())
                with self.saving:
                    os.rename(path + NEW, path)
        except OSError:
            self.remove(name + NEW)
            raise

    def copy(self, name, new, head="", start=0, end=None):
        """Write the file `new` step by step: `head`, then bytes `start` to `end` of `name`.

        A generator: each step copies a piece; in the last step the file appears.
        """
        try:
            with self.open(name, "rb") as source, self.open(new + NEW, "wb") as target:
                with self.saving:
                    target.write(head.encode())
                source.seek(start)
                while end is None or start < end:
                    data = source.read(_CHUNK if end is None else min(_CHUNK, end - start))
                    if not data:
                        break
                    with self.saving:
                        target.write(data)
                    start += len(data)
                    yield True
            self.rename(new + NEW, new)
        except OSError:
            self.remove(new + NEW)
            raise

    def open(self, name, mode):
        self.writes += mode != "rb"
        return open(self.folder + name, mode)

    def files(self, folder):
        """Return (name, bytes) of the files in a folder; none if there is no such folder."""
        return [(entry[0], entry[-1]) for entry in listed(self.folder + folder)]

    def size(self, name):
        """Return the bytes of a file; raise OSError if it cannot be read."""
        return os.stat(self.folder + name)[6]

    def has(self, name):
        """Whether there is such a file."""
        try:
            return self.size(name) >= 0
        except OSError:
            return False

    def make_folder(self, name):
        try:
            with self.saving:
                os.mkdir(self.folder + name)
        except OSError as error:
            if error.args[0] != 17:  # EEXIST
                raise

    def free(self):
        """Return the number of free bytes."""
        found = os.statvfs(self.folder)
        return found[1] * found[4]

    def rename(self, name, new):
        with self.saving:
            os.rename(self.folder + name, self.folder + new)

    def remove(self, name):
        """Remove a file, if it can be removed."""
        try:
            with self.saving:
                os.remove(self.folder + name)
        except OSError:
            pass
