# SPDX-License-Identifier: MIT
"""The command line: `python3 -m host_tools COMMAND …`.

Each command is a module of a package here, imported when it is called; its `main(argv)` returns
the exit status. `run`, `replay` and `programs` work with the standard library alone when the
target is `host`.

Exit status: 0 done, 1 something failed, 2 wrong usage, 3 the answers ran out (`run`).
"""

import contextlib
import importlib
import os
import signal
import sys

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # while modules are imported, Ctrl-C ends us at once and without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from host_tools.paths import INSTALLED
from host_tools.usage import CALLED, DOCTOR, SETUP, Failed, WrongUsage, shown, tell

COMMANDS = {
    "programs": ("sessions.programs", "list the programs"),
    "run": ("sessions.run", "run one of them"),
    "replay": ("sessions.replay", "replay tapes and compare the paper"),
    "pattern": ("sessions.pattern", "convert patterns of Life"),
    "teach": ("sessions.teach", "say where the games on tapes were lost"),
    "play": ("emulator.play", "an emulated Pico with its screen, in the terminal"),
    "page": ("page.page", "the emulated handheld for a browser, in one file"),
    "pull": ("device.pull", "the tapes of a board, copied to this computer"),
    "flash": ("device.flash", "the firmware onto a board on a serial port"),
    "settings": ("device.settings", "the settings of a board, shown or changed"),
    "exhibit": ("device.exhibit", "what makes a board an exhibit, shown or changed"),
    "counts": ("device.counts", "what an exhibit has counted, also as CSV and as a picture"),
    "listen": ("device.listen", "what an exhibit says in words, read aloud"),
    "check": ("device.check", "every tape replayed on a board and compared"),
    "boards": ("build.boards_command", "list the boards, or say what is wrong with one"),
    "build": ("build.runtime", "build the Unix port, mpy-cross and the firmware image"),
    "check-texts": ("build.text_check", "what is wrong with the firmware's texts: glyphs, widths"),
    "texts": ("build.translations", "the texts of a language as .po, for translators, and back"),
    "screenshots": ("emulator.screenshots", "pictures of the screen for the documents"),
    "fonts": ("build.fonts", "the firmware's glyphs from a bitmap font"),
    "release": ("build.release", "everything for those without this repository, as dist"),
    "doctor": ("doctor", "what this computer has and lacks"),
    "lint": ("build.lint", "types of the firmware, for each board, and of the JavaScript"),
    "bench": ("measure.bench", "the project's figures"),
    "waits": ("measure.waits", "the longest waits of every program, on the emulated Pico"),
    "soak": ("measure.bench_years", "visits to an exhibit, and what they leave on the heap"),
    "emulator-speed": ("measure.speed", "how fast the emulated handheld is, by real time"),
    "monkey": ("measure.monkey", "random keys on the handheld, to find what breaks"),
    "mutants": ("measure.mutants", "small mistakes in the firmware: do the tests notice?"),
    "keystrokes": ("measure.presses", "how many keys it takes to get somewhere"),
    "fuzz": ("measure.fuzz", "hostile input of every kind, to find what breaks"),
    "win-rates": ("measure.win_rates", "how often Calculation's players win, for a plot"),
    "claims": ("history.claims", "the claims of the five sources, decided"),
    "coverage": ("history.coverage", "each section of the sources, and where it is shown"),
    "calculation": ("contests.calculation", "decks and contests of the solitaire Calculation"),
    "yen": ("contests.yen", "matches and tournaments of the 10,000-yen game"),
}
"""By name: the module in this package, and what the command is for."""

REPOSITORY = (
    *("build", "check-texts", "texts", "screenshots", "fonts", "release", "lint"),
    *("bench", "soak", "emulator-speed", "mutants", "win-rates"),
)
"""Those for people who work on the project: they need its repository."""

OLD_NAMES = {
    "runtime": "build",
    "visits": "soak",
    "speed": "emulator-speed",
    "presses": "keystrokes",
    "win_rates": "win-rates",
}
"""Names of version 0.1, which still work."""


def usage() -> str:
    hidden = REPOSITORY if INSTALLED else ()
    lines = [f"  {name:14} {about}" for name, (_, about) in COMMANDS.items() if name not in hidden]
    lines += [f"  {'--version':14} name, version and git revision"]
    head = f"usage: {CALLED} COMMAND …"
    return "\n".join([head, "", *lines, "", "COMMAND --help tells more."])


def command(name: str, rest: list[str]) -> int:
    """Runs the command `name`; returns its exit status."""
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
        raise WrongUsage(f"unknown command '{name}'; the commands are {known}")
    if INSTALLED and name in REPOSITORY:
        raise Failed("this command works in the project's repository alone")
    module = importlib.import_module(f"host_tools.{COMMANDS[name][0]}")
    if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status: int = module.main(rest)
    return status


def main(argv: list[str]) -> int:
    if not argv:
        tell(usage() + "\n")
        return 2
    name = argv[0]
    if sys.stdin is None or sys.stdout is None:
        tell(f"{name}: standard input and standard output are needed\n")
        return 1
    # the same on every machine; a file name may be no text
    sys.stdout.reconfigure(  # type: ignore[union-attr]
        encoding="utf-8", newline="\n", errors="backslashreplace"
    )
    try:
        status = command(name, argv[1:])
        sys.stdout.flush()  # what cannot be written is to be known here
        return status
    except WrongUsage as error:
        tell(shown(f"{name}: {error}" if name in COMMANDS else str(error)) + "\n")
        return 2
    except ModuleNotFoundError as error:
        mend = f"`{SETUP}` has it" + ("" if INSTALLED else " in .cache/venv/bin/python")
        tell(shown(f"{name}: {error}; {mend}; {DOCTOR}") + "\n")
        return 1
    except (Failed, ImportError) as error:
        tell(shown(f"{name}: {error}") + "\n")
        return 1
    except MemoryError:
        tell(f"{name}: more than this computer's memory holds\n")
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then nobody is there to be told
            tell(shown(f"{name}: {error}") + "\n")
        with contextlib.suppress(OSError):
            sys.stdout.flush()  # the fault may have been elsewhere
        # what is left in the buffer would fail once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def command_line() -> int:
    """The program `pocket-teletype` of an installed package."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
