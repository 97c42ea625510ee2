# SPDX-License-Identifier: MIT
"""The commands of the workshop: `python3 -m host_tools lab COMMAND …`, see docs/develop.md."""

import importlib

from host_tools.usage import CALLED, GONE, WHERE, WrongUsage, helped
from teletype.core.request import brief

COMMANDS = {
    "bench": ("lab.measure.bench", "measure the project's figures"),
    "soak": ("lab.measure.bench_years", "simulate visits to an exhibit, look for memory leaks"),
    "page": ("lab.page.command", "measure and draw the page in Chromium"),
    "monkey": ("lab.measure.monkey", "press random buttons to find what breaks"),
    "fuzz": ("lab.measure.fuzz", "send hostile input of every kind to find what breaks"),
    "mutants": ("lab.measure.mutants", "plant small mistakes for the tests to find"),
    "lint": ("lab.lint", "check types, JavaScript, workflows and prose"),
    "claims": ("lab.history.claims", "decide the claims of the five sources"),
    "coverage": ("lab.history.coverage", "show where each section of the sources is covered"),
    "originals": ("lab.originals.command", "run the original listings against our programs"),
    "yen": ("lab.contests.yen", "measure players of the 10,000-yen game; `equilibrium`'s table"),
    "screenshots": ("lab.screenshots", "draw the pictures of the screen for the documents"),
    "fonts": ("build.fonts", "generate the firmware's glyphs from font files"),
}
"""By name: the module in host_tools, and the purpose of the command."""


def usage() -> str:
    lines = [f"  {name:15} {about}" for name, (_, about) in COMMANDS.items()]
    head = f"usage: {CALLED} lab COMMAND …"
    return "\n".join([head, "", *lines, "", "lab COMMAND --help shows its options."])


def main(argv: list[str]) -> int:
    """Run a command of the workshop; return its exit status."""
    if not argv or argv[0] in ("-h", "--help"):
        return helped(usage(), bool(argv))
    name, *rest = argv
    if f"lab {name}" in GONE:
        raise WrongUsage(WHERE)
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise WrongUsage(f"unknown command '{brief(name)}'; the commands are {known}")
    status: int = importlib.import_module(f"host_tools.{COMMANDS[name][0]}").main(rest)
    return status
