# SPDX-License-Identifier: MIT
"""Fixtures and settings of all tests: import path, golden pictures, images of the boards."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from PIL import Image, ImageChops

from host_tools import paths
from host_tools.build import boards, environment, images, micropython, release
from host_tools.device import flash
from host_tools.emulator.on_node import NodeMachine
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.signals import STOPS
from teletype import loading

pytest.register_assert_rewrite("tests.helpers")

hypothesis.settings.register_profile("any machine", deadline=None)  # a busy machine is slow
hypothesis.settings.load_profile("any machine")

GOLDEN = Path(__file__).resolve().parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden pictures anew")
    parser.addoption("--long", action="store_true", help="run what takes minutes, too")
    parser.addoption("--first", action="store_true", help="run only the first case of each test")
    parser.addoption("--board", default="pico", help="whose image the emulated board runs")


def pytest_configure() -> None:
    """Give commands under test the signals that they have in a terminal.

    A run behind `&` or `nohup` ignores some of them, and its children would, too.
    """
    for number in STOPS:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)  # children start with the usual effect


def firmware() -> list[str]:
    """Return the names of the firmware's modules that are imported now."""
    return [name for name in sys.modules if name.startswith(loading.PACKAGE)]


@pytest.fixture(autouse=True)
def modules_stay() -> Iterator[None]:
    """Restore the firmware's modules after a test, whatever a device imported and forgot.

    A module imported a second time is a different object from the one that the tests imported.
    """
    before = {name: sys.modules[name] for name in firmware()}
    yield
    for name in firmware():
        if name not in before:
            loading.forget(name)
    sys.modules.update(before)
    for name, module in before.items():
        package, _, last = name.rpartition(".")
        if package in sys.modules:  # forgetting a language removes it from a package that stays
            setattr(sys.modules[package], last, module)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, SSD1306], None]:
    """Compare the picture on a panel with tests/golden/NAME.png, pixel by pixel.

    `pytest --golden` writes the pictures instead: look at each of them before committing it.
    """

    def compare(name: str, panel: SSD1306) -> None:
        assert panel.unknown == []
        image = panel.image()
        path = GOLDEN / f"{name}.png"
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path)
            return
        got = paths.CACHE / "golden" / f"{name}.png"
        got.parent.mkdir(parents=True, exist_ok=True)
        image.save(got)
        assert path.exists(), f"no golden picture {path}; the screen is in {got}"
        with Image.open(path) as expected:
            difference = ImageChops.difference(expected.convert("L"), image.convert("L"))
        assert difference.getbbox() is None, f"{got} differs from {path}"

    return compare


@pytest.fixture(autouse=True)
def flash_faults() -> Iterator[set[str]]:
    """Fail a test in which a board writes to its flash in a harmful way.

    A test that does so on purpose takes this set, checks it and empties it.
    """
    found: set[str] = set()
    learn = NodeMachine._learn

    def look(machine: NodeMachine, answer: bytes) -> None:
        learn(machine, answer)
        found.update(machine.faults)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NodeMachine, "_learn", look)
        yield found
    assert not found


NEEDS = {
    "unix": ("unix",),
    "firmware_uf2": ("pico",),
    "stock_uf2": ("pico", "stock", "heavy"),
    "installed": ("heavy",),
    "made": ("heavy",),
    "flashed": ("heavy",),
}
"""By fixture: the marks of the tests that use it."""

NO_MACHINE = "/a test without the mark unix or pico has no MicroPython"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that need MicroPython or a browser, so that they can be skipped.

    `make quick` and `make test` do so. Tests marked long are skipped without --long. Of a test
    marked sampled most cases become heavy. With --first, one case of each test is left.
    """
    if not config.getoption("--long"):
        items[:] = [item for item in items if item.get_closest_marker("long") is None]
    cases: Counter[str] = Counter()
    for item in items:
        for fixture, marks in NEEDS.items():
            if fixture in getattr(item, "fixturenames", ()):
                for mark in marks:
                    item.add_marker(mark)
        sampled = item.get_closest_marker("sampled")
        if sampled:
            function = item.nodeid.partition("[")[0]
            if cases[function] % sampled.args[0]:
                item.add_marker("heavy")
            cases[function] += 1
    if config.getoption("--first"):
        first = {item.nodeid.partition("[")[0]: item for item in reversed(items)}
        items[:] = [item for item in items if first[item.nodeid.partition("[")[0]] is item]


@pytest.fixture(autouse=True)
def machines(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide MicroPython from tests without a mark, so that no mark is forgotten."""
    if any(request.node.get_closest_marker(mark) for mark in ("unix", "pico")):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(environment.TREE, NO_MACHINE)
        yield


@pytest.fixture(scope="session")
def unix() -> Path:
    """Return MicroPython's Unix port."""
    return micropython.unix()


@pytest.fixture(scope="session")
def board_kind(request: pytest.FixtureRequest) -> boards.Board:
    """Return the board whose image runs: the Pico, or the Pico 2 with `--board pico2`."""
    return boards.load(request.config.getoption("--board"))


@pytest.fixture(scope="session")
def firmware_uf2(board_kind: boards.Board) -> Path:
    """Return the board's image with the firmware frozen in."""
    return images.image(board_kind.name)


@pytest.fixture(scope="session")
def stock_uf2(board_kind: boards.Board) -> Path:
    """Return an image of stock MicroPython for the board."""
    return images.plain(board_kind.chip)


@pytest.fixture(scope="session")
def compiled_files(board_kind: boards.Board) -> dict[str, bytes]:
    """Return the firmware's modules as `flash` sends them to the board."""
    return flash.firmware_files(board_kind.name, release.ARCHITECTURES[board_kind.chip])
