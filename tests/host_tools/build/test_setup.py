# SPDX-License-Identifier: MIT
"""What `make play` installs before it plays, and what else there is."""

import pytest

from host_tools.build import cache, setup


def test_play_needs_few_packages_with_the_versions_of_all() -> None:
    names = [each.partition("==")[0] for each in setup.few()]
    assert sorted(names) == sorted(setup.PLAY)
    assert all("==" in each for each in setup.few())


def test_ctrl_c_ends_it_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*of: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cache, "step", stopped)
    assert setup.main(["play"]) == 130
    assert capsys.readouterr().err == "stopped; the same command goes on\n"
