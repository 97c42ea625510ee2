# SPDX-License-Identifier: MIT
"""The base of what is closed at the end of a `with` block."""

from typing import Self


class Closing:
    """A context manager that calls its `close`."""

    def close(self) -> None:
        """Give back what it has."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
