"""Wrong usage of a command: one line that says what is wrong, and exit status 2."""

import argparse
from typing import NoReturn


class WrongUsage(Exception):
    """Exit status 2; the message is one line that says what is wrong and what is allowed."""


class Parser(argparse.ArgumentParser):
    """argparse, but with an error of one line."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{self.prog}: {message} (--help tells more)")
