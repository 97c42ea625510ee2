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
from host_tools.usage import (
    CALLED,
    DOCTOR,
    GONE,
    REPOSITORY,
    SETUP,
    WHERE,
    BuildError,
    Failed,
    WrongUsage,
    complain,
    tell,
)
from teletype.core.request import brief

COMMANDS = {
    "play": ("emulator.play", "play on an emulated board in the terminal"),
    "run": ("sessions.run", "run a program; its name with --help shows the setup"),
    "replay": ("sessions.replay", "replay tapes and compare the paper"),
    "page": ("page.page", "build the emulated handheld as one file for a browser"),
    "mir": ("sessions.mir", "check programs in ALMIR-65, the language of the MIR"),
    "doctor": ("doctor", "report what this computer has and what is missing"),
    "flash": ("device.flash", "install the firmware on a board"),
    "check": ("device.check", "replay tapes on a board and compare the paper"),
    "pull": ("device.pull", "copy the tapes of a board to this computer"),
    "boards": ("build.boards_command", "list the boards and check their files"),
    "settings": ("device.settings", "show or change the settings of a board"),
    "exhibit": ("device.exhibit", "show or change the exhibit settings of a board"),
    "counts": ("device.counts", "show what an exhibit has counted, also as CSV or a picture"),
    "listen": ("device.listen", "read aloud what an exhibit says"),
    "teach": ("sessions.teach", "show where the games on tapes were lost"),
    "contest": ("contests.contest", "let programs play Calculation or the 10,000-yen game"),
    "build": ("build.runtime", "build the Unix port, mpy-cross and the firmware images"),
    "texts": ("build.translations", "check the texts of all languages, export or import one"),
    "programs": ("sessions.programs", "list the programs"),
    "pattern": ("sessions.pattern", "convert patterns of Life"),
    "survey": ("device.survey", "measure a board and compare it with the emulated one"),
    "calculation": ("contests.calculation", "the same as `contest calculation`"),
    "yen": ("contests.yen", "the same as `contest yen`"),
    "release": ("build.release", "build all files of a release in dist"),
    "lab": ("lab.commands", "measure, generate, search for faults, decide claims"),
}
"""By name: the module in this package, and the purpose of the command."""

GROUPS = {
    "play": ("play", "run", "replay", "page", "mir"),
    "a board": ("doctor", "flash", "check", "pull", "boards", "settings"),
    "an exhibit": ("exhibit", "counts", "listen"),
    "class": ("teach", "contest"),
    "build": ("build", "texts"),
}
"""The commands of `--help`; `--help --all` shows the others, too."""

OLD_NAMES = {
    "runtime": "build",
    "check-texts": "texts",
    "visits": "lab soak",
    **{
        name: f"lab {name}"
        for name in (
            *("bench", "claims", "coverage", "fonts", "fuzz", "lint", "monkey", "mutants"),
            *("originals", "screenshots", "soak"),
        )
    },
}
"""Earlier names, which still work."""


def usage(everything: bool = False) -> str:
    groups = dict(GROUPS)
    if everything:
        shown = {name for names in GROUPS.values() for name in names}
        groups["more"] = tuple(name for name in COMMANDS if name not in shown)
    lines = [f"usage: {CALLED} COMMAND …"]
    for group, names in groups.items():
        rows = [name for name in names if not (INSTALLED and name in REPOSITORY)]
        if rows:
            lines += ["", f"{group}:", *(f"  {name:12} {COMMANDS[name][1]}" for name in rows)]
    lines += ["", "COMMAND --help shows its options."]
    lines += [] if everything else ["--help --all shows the rarer commands, too."]
    lines += ["--version prints name, version and git revision."]
    return "\n".join(lines)


def command(name: str, rest: list[str]) -> int:
    """Run the command `name`; return its exit status."""
    if name in ("-h", "--help"):
        print(usage("--all" in rest))
        return 0
    if name == "--version":
        from host_tools import version

        print(version.line())
        return 0
    if name in OLD_NAMES:
        tell(f"{name} is now `{CALLED} {OLD_NAMES[name]}`\n")
        name, *more = OLD_NAMES[name].split()
        rest = [*more, *rest]
    if name in GONE:
        raise WrongUsage(WHERE)
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
    known = name in COMMANDS or name in OLD_NAMES or name in GONE
    if name in ("lab", "contest") and len(argv) > 1:
        name = f"{name} {brief(argv[1])}"
    if sys.stdin is None or sys.stdout is None:
        tell(f"{name}: standard input and standard output must be open\n")
        return 1
    if sys.stderr is None:  # then the next file would take its number, and a child write into it
        number = os.open(os.devnull, os.O_WRONLY)
        os.set_inheritable(number, True)
        sys.stderr = os.fdopen(number, "w", encoding="utf-8")
    # the same on every machine; a file name may not be valid text
    sys.stdout.reconfigure(  # type: ignore[union-attr]
        encoding="utf-8", newline="\n", errors="backslashreplace"
    )
    try:
        status = command(argv[0], argv[1:])
        sys.stdout.flush()  # report a failed write here
        return status
    except WrongUsage as error:
        complain(f"{name}: {error}" if known else str(error))
        return 2
    except ModuleNotFoundError as error:
        fix = f"`{SETUP}` installs it" + ("" if INSTALLED else " for .cache/venv/bin/python")
        complain(f"{name}: {error}; {fix}; {DOCTOR}")
        return 1
    except BuildError as error:
        for line in f"{name}: {error}".splitlines():
            complain(line)
        return 1
    except (Failed, ImportError) as error:
        complain(f"{name}: {error}")
        return 1
    except MemoryError:
        tell(f"{name}: this computer has too little memory\n")
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then nobody reads the message
            complain(f"{name}: {error}")
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
