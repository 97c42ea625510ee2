# SPDX-License-Identifier: MIT
"""The command line: `python3 -m host_tools COMMAND …`.

Each command is a module of a package here, imported when it is called; its `main(argv)` returns
the exit status. With the target `host`, `run`, `replay` and `programs` need only the standard
library.

Exit status: 0 done, 1 something failed, 2 wrong usage, 3 the answers ran out (`run`).
"""

import contextlib
import importlib
import os
import signal
import sys

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # during imports, Ctrl-C ends the process at once and without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from host_tools.paths import INSTALLED
from host_tools.signals import stoppable
from host_tools.usage import CALLED, DOCTOR, SETUP, Failed, WrongUsage, message, tell
from teletype.core.request import brief

COMMANDS = {
    "programs": ("sessions.programs", "list the programs"),
    "run": ("sessions.run", "run a program"),
    "replay": ("sessions.replay", "replay tapes and compare the paper"),
    "pattern": ("sessions.pattern", "convert patterns of Life"),
    "mir": ("sessions.mir", "check programs in ALMIR-65, the language of the MIR"),
    "teach": ("sessions.teach", "show where the games on tapes were lost"),
    "play": ("emulator.play", "play on an emulated Pico in the terminal"),
    "page": ("page.page", "build the emulated handheld as one file for a browser"),
    "pull": ("device.pull", "copy the tapes of a board to this computer"),
    "flash": ("device.flash", "install the firmware on a board"),
    "settings": ("device.settings", "show or change the settings of a board"),
    "exhibit": ("device.exhibit", "show or change the exhibit settings of a board"),
    "counts": ("device.counts", "show what an exhibit has counted, also as CSV or a picture"),
    "listen": ("device.listen", "read aloud what an exhibit says"),
    "check": ("device.check", "replay tapes on a board and compare the paper"),
    "survey": ("device.survey", "measure a board and compare it with the emulated one"),
    "boards": ("build.boards_command", "list the boards and check their files"),
    "build": ("build.runtime", "build the Unix port, mpy-cross and the firmware images"),
    "check-texts": ("build.text_check", "check glyphs and widths of the firmware's texts"),
    "texts": ("build.translations", "export the texts of a language as .po, or import them"),
    "screenshots": ("emulator.screenshots", "draw the pictures of the screen for the documents"),
    "fonts": ("build.fonts", "generate the firmware's glyphs from font files"),
    "release": ("build.release", "build all files of a release in dist"),
    "doctor": ("doctor", "report what this computer has and what is missing"),
    "lint": ("build.lint", "check types, JavaScript, workflows and prose"),
    "bench": ("measure.bench", "measure the project's figures"),
    "waits": ("measure.waits", "measure the longest waits of every program"),
    "soak": ("measure.bench_years", "simulate visits to an exhibit and check for memory leaks"),
    "emulator-speed": ("measure.speed", "measure the emulated handheld against real time"),
    "monkey": ("measure.monkey", "press random buttons to find what breaks"),
    "mutants": ("measure.mutants", "plant small mistakes in the firmware for the tests to find"),
    "keystrokes": ("measure.presses", "count the presses that common tasks take"),
    "fuzz": ("measure.fuzz", "send hostile input of every kind to find what breaks"),
    "win-rates": ("measure.win_rates", "measure how often Calculation's players win"),
    "claims": ("history.claims", "decide the claims of the five sources"),
    "originals": ("originals.command", "run the original listings against our programs"),
    "coverage": ("history.coverage", "show where each section of the sources is covered"),
    "calculation": ("contests.calculation", "deal decks and run contests of Calculation"),
    "yen": ("contests.yen", "run matches and tournaments of the 10,000-yen game"),
}
"""By name: the module in this package, and the purpose of the command."""

REPOSITORY = (
    *("build", "check-texts", "texts", "screenshots", "fonts", "release", "lint"),
    *("bench", "soak", "emulator-speed", "mutants", "win-rates"),
)
"""Commands for people who work on the project; they need its repository."""

OLD_NAMES = {
    "runtime": "build",
    "visits": "soak",
    "speed": "emulator-speed",
    "presses": "keystrokes",
    "win_rates": "win-rates",
}
"""Names from version 0.1 that still work."""


def usage() -> str:
    hidden = REPOSITORY if INSTALLED else ()
    lines = [f"  {name:14} {about}" for name, (_, about) in COMMANDS.items() if name not in hidden]
    lines += [f"  {'--version':14} print name, version and git revision"]
    head = f"usage: {CALLED} COMMAND …"
    return "\n".join([head, "", *lines, "", "COMMAND --help shows its options."])


def command(name: str, rest: list[str]) -> int:
    """Run the command `name`; return its exit status."""
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name == "--version":
        from host_tools import version

        print(version.line())
        return 0
    name = OLD_NAMES.get(name, name)
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise WrongUsage(f"unknown command '{brief(name)}'; the commands are {known}")
    if INSTALLED and name in REPOSITORY:
        raise Failed("this command works only in the project's repository")
    module = importlib.import_module(f"host_tools.{COMMANDS[name][0]}")
    if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with stoppable():  # what a command has begun it ends: a board, a file, child processes
        status: int = module.main(rest)
    return status


def main(argv: list[str]) -> int:
    if not argv:
        tell(usage() + "\n")
        return 2
    name = argv[0]
    if sys.stdin is None or sys.stdout is None:
        tell(f"{name}: standard input and standard output must be open\n")
        return 1
    # the same on every machine; a file name may not be valid text
    sys.stdout.reconfigure(  # type: ignore[union-attr]
        encoding="utf-8", newline="\n", errors="backslashreplace"
    )
    try:
        status = command(name, argv[1:])
        sys.stdout.flush()  # report a failed write here
        return status
    except WrongUsage as error:
        tell(message(f"{name}: {error}" if name in COMMANDS else str(error)) + "\n")
        return 2
    except ModuleNotFoundError as error:
        fix = f"`{SETUP}` installs it" + ("" if INSTALLED else " for .cache/venv/bin/python")
        tell(message(f"{name}: {error}; {fix}; {DOCTOR}") + "\n")
        return 1
    except (Failed, ImportError) as error:
        tell(message(f"{name}: {error}") + "\n")
        return 1
    except MemoryError:
        tell(f"{name}: this computer has too little memory\n")
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then nobody reads the message
            tell(message(f"{name}: {error}") + "\n")
        with contextlib.suppress(OSError):
            sys.stdout.flush()  # the error may have come from another file
        # the rest of the buffer would fail again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def command_line() -> int:
    """Run the program `pocket-teletype` of an installed package."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
