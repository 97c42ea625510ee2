# SPDX-License-Identifier: MIT
"""The page, built once, and Chromium; without it these tests are skipped, except in CI."""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.build import images as builder
from host_tools.lab.page import chromium
from host_tools.page import page
from host_tools.paths import CACHE, MACHINE, PAGE, ROOT, TAPES
from tests.helpers.browser import PageHand


@pytest.fixture(scope="session")
def images() -> dict[str, Path]:
    """The UF2 files that the page offers."""
    return {name: builder.image(name) for name in boards.images()}


@pytest.fixture(scope="session")
def made(images: dict[str, Path]) -> Path:
    """The folder with the page as a file and as a folder, and with the Pico 2's page.

    It is rebuilt if anything has changed.
    """
    digest = hashlib.sha256()
    sources = [path for top in (PAGE, MACHINE, TAPES) for path in sorted(top.iterdir())]
    for path in (*images.values(), *sources, ROOT / "NOTICES.md", ROOT / "pyproject.toml"):
        if path.is_file():
            digest.update(path.read_bytes())
    folder = CACHE / "page" / digest.hexdigest()[:16]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            page.make(folder, images)
            page.make(folder, images, page.SECOND)
            (folder / "made").touch()
    return folder


@pytest.fixture(scope="session")
def installed() -> None:
    """Skip the test if there is no Chromium; fail in CI."""
    try:
        chromium.program()
    except chromium.BrowserError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def address(made: Path, installed: None) -> str:
    """The address of the single file."""
    return (made / f"{page.NAME}.html").as_uri()


@pytest.fixture(scope="module")
def browser(installed: None) -> Iterator[chromium.Browser]:
    with chromium.Browser() as browser:
        yield browser


@pytest.fixture
def hand(browser: chromium.Browser, address: str) -> Iterator[Callable[..., PageHand]]:
    """Open the page: `hand()` in a new context, `hand(context)` in an existing one."""
    tabs = []

    def opened(context: str = "", anchor: str = "", **size: float) -> PageHand:
        tab = browser.tab(context=context or browser.context(), **size)  # type: ignore[arg-type]
        tabs.append(tab)
        page = PageHand(tab, address, anchor)
        return page

    yield opened
    for tab in tabs:
        tab.close()
