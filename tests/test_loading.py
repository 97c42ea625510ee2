# SPDX-License-Identifier: MIT
"""Loading a module: only the caller keeps it."""

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from host_tools.build import bytecode
from teletype import loading
from tests.helpers.loaded import stayed

NAMES = (
    "teletype.programs.race.game",
    "teletype.programs.race.dialogue",
    "teletype.programs.base",
)


@pytest.fixture(autouse=True)
def fresh(modules_stay: None) -> None:
    """A Python that has imported nothing of the firmware."""
    for name in list(sys.modules):
        if name.startswith(loading.PACKAGE):
            loading.forget(name)


def test_what_an_import_brings_is_forgotten() -> None:
    before = stayed()
    module = loading.load("teletype.programs.race.dialogue", lists=True)
    assert stayed() == before
    assert set(NAMES) <= set(module.brought)
    assert loading.load("teletype.programs.race.dialogue") is not module


def test_only_the_caller_keeps_it() -> None:
    module = loading.load("teletype.programs.race.dialogue")
    kept = weakref.ref(module.Program)
    del module
    gc.collect()
    assert kept() is None


def test_what_was_imported_before_stays_as_it_is() -> None:
    import teletype.programs.race.game

    module = loading.load("teletype.programs.race.dialogue")
    assert module.Game is teletype.programs.race.game.Game
    assert loading.load("teletype.programs.race.game") is teletype.programs.race.game
    assert sys.modules["teletype.programs.race.game"] is teletype.programs.race.game


def test_beside_another_module_what_both_import_is_there_once() -> None:
    program = loading.load("teletype.programs.race.dialogue", lists=True)
    before = stayed()
    assert loading.load("teletype.programs.misere_nim.game", program).strategy
    engine = loading.load("teletype.programs.race.game", program)
    assert engine.Game is program.Game
    assert stayed() == before
    assert loading.load("teletype.programs.race.game").Game is not program.Game


def test_an_import_that_fails_leaves_nothing() -> None:
    before = stayed()
    with pytest.raises(ImportError):
        loading.load("teletype.programs.chess")
    assert stayed() == before


MACHINE_CODE = """
import sys
from teletype import loading
for name in ("teletype.engines.life", "teletype.programs.race.game"):
    print(loading.load(name) is loading.load(name), name in sys.modules)
"""


def test_machine_code_that_is_never_freed_is_read_once(unix: Path) -> None:
    """The Unix port keeps what it has read from a file for ever: so does `load`."""
    done = subprocess.run(
        [unix, "-c", MACHINE_CODE],
        env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("True True\nFalse False\n", "")
