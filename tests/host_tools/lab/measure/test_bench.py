# SPDX-License-Identifier: MIT
"""The figures: comparison, and some of them measured."""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import images
from host_tools.emulator import scenes
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab import short_sessions
from host_tools.lab.measure import bench, bench_life, bench_players
from host_tools.lab.measure.figures import (
    Figure,
    change,
    faults,
    read,
    table,
    to_json,
    warnings,
)
from host_tools.usage import WrongUsage
from teletype.core import taped
from teletype.programs import catalogue

LESS = Figure("time", 1000, "ms", 1300)
MORE = Figure("rate", 1000, "ticks/s", 800, "more")


@pytest.mark.parametrize(
    ("figure", "before", "worse"),
    [
        (LESS, 1000, False),
        (LESS, 981, False),
        (LESS, 980, True),  # 20 ms, 2.04 %
        (Figure("short", 50, "ms"), 49, False),  # 2.04 %, but 1 ms
        (Figure("short", 51, "ms"), 49, True),
        (Figure("heap", 12_256, "bytes"), 12_000, False),  # 2.13 %, but 256 bytes
        (Figure("heap", 12_257, "bytes"), 12_000, True),
        (Figure("heap", 40_500, "bytes"), 40_000, False),  # 500 bytes, but 1.25 %
        (Figure("free", 9_743, "bytes", None, "more"), 10_000, True),
        (Figure("free", 9_744, "bytes", None, "more"), 10_000, False),
        (LESS, 2000, False),
        (LESS._replace(value=1020), 1000, False),
        (MORE._replace(value=980), 1000, False),
        (MORE, 1020, False),
        (MORE, 1021, True),
        (MORE, 500, False),
        (Figure("heap", 0, "bytes"), 0, False),
        (Figure("heap", 256, "bytes"), 0, False),
        (Figure("heap", 257, "bytes"), 0, True),
        (Figure("wins", 0, "decks", None, "more"), 0, False),
        (Figure("wins", 0, "decks", None, "more"), 1, True),
    ],
)
def test_worse_than_the_baseline(figure: Figure, before: int, worse: bool) -> None:
    """By more than 2 %, in the bad direction."""
    found = faults([figure], [figure._replace(value=before)])
    assert [figure.name in line and "by more than 2 %" in line for line in found] == [True] * worse


@pytest.mark.parametrize(
    ("figure", "good"),
    [
        (LESS, True),
        (LESS._replace(goal=1000), True),
        (LESS._replace(goal=999), False),
        (MORE, True),
        (MORE._replace(goal=1000), True),
        (MORE._replace(goal=1001), False),
        (LESS._replace(goal=None), True),
    ],
)
def test_goals(figure: Figure, good: bool) -> None:
    assert figure.good() == good
    assert bool(faults([figure], [figure])) != good


@pytest.mark.parametrize(
    ("figure", "scarce"),
    [
        (LESS._replace(value=899, goal=1000), False),
        (LESS._replace(value=900, goal=1000), True),
        (LESS._replace(value=1000, goal=1000), True),
        (LESS._replace(value=1001, goal=1000), False),  # a fault, not a warning
        (LESS._replace(value=0, goal=0), False),
        (LESS._replace(goal=None), False),
        (MORE._replace(value=1111, goal=1000), True),
        (MORE._replace(value=1112, goal=1000), False),
    ],
)
def test_warnings(figure: Figure, scarce: bool) -> None:
    """From 90 % of a goal."""
    assert [line.startswith(figure.name) for line in warnings([figure])] == [True] * scarce


def test_new_figures_and_those_that_are_gone() -> None:
    assert faults([LESS, MORE], [LESS]) == []
    assert faults([LESS], [LESS, MORE]) == ["rate: in the baseline, but no longer measured"]
    assert table([LESS], [])[1].endswith("new")


def test_table() -> None:
    lines = table([LESS, MORE], [LESS._replace(value=900), MORE])
    assert lines[1].split() == ["time", "1000", "ms", "<=", "1300", "900", "+11.1", "%"]
    assert lines[2].split() == ["rate", "1000", "ticks/s", ">=", "800", "1000"]
    assert (change(4, 0), change(0, 4), change(4, 4)) == ("+4", "-100.0 %", "")


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Figure]:
    """Figures that `bench` takes as measured, and as its baseline; a test may change them."""
    figures = [LESS, MORE]
    measures = {
        figure.name: lambda uf2, at=at: figures[at : at + 1] for at, figure in enumerate(figures)
    }
    monkeypatch.setattr(bench, "MEASURES", measures)
    monkeypatch.setattr(images, "image", lambda board: tmp_path / "none.uf2")
    for name in ("BASELINE", "FLASH_BASELINE"):
        monkeypatch.setattr(bench, name, tmp_path / name)
        (tmp_path / name).write_text(to_json(figures))
    page = tmp_path / "figures.md"
    page.write_text("```console long\n$ make bench\nold\n```\n")
    monkeypatch.setattr(bench, "PAGE", page)
    return figures


def test_update_and_compare(
    measured: list[Figure], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Test the command from the first baseline to an accepted regression."""
    assert bench.main([]) == 0
    capsys.readouterr()
    measured[0] = LESS._replace(value=1050)
    assert bench.main([]) == 1
    captured = capsys.readouterr()
    assert (
        captured.err
        == "bench: time: 1050 ms, worse than the baseline's 1000 by more than 2 % and 1 ms\n"
    )
    assert "+5.0 %" in captured.out
    assert bench.main(["--update"]) == 0
    assert read(bench.BASELINE) == measured
    assert " 1050 ms " in bench.PAGE.read_text() and "old" not in bench.PAGE.read_text()
    assert bench.main([]) == 0
    measured[0] = LESS._replace(value=1301)
    assert bench.main(["--update"]) == 1  # a goal is missed, whatever the baseline
    assert "the goal is <= 1300" in capsys.readouterr().err


def test_some_of_the_figures(measured: list[Figure], capsys: pytest.CaptureFixture[str]) -> None:
    name = measured[1].name
    assert bench.main(["--only", name]) == 0
    printed = capsys.readouterr()
    assert name in printed.out and measured[0].name not in printed.out and not printed.err
    with pytest.raises(WrongUsage, match="--only leaves some out"):
        bench.main(["--update", "--only", name])
    with pytest.raises(WrongUsage, match="unknown measure 'speed'"):
        bench.main(["--only", f"{name},speed"])


def test_another_board_is_shown_beside_the_pico(
    measured: list[Figure], capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be slower than the Pico if it meets the goals."""
    measured[0] = measured[0]._replace(value=1050)
    assert bench.main([]) == 1
    assert bench.main(["--board", "pico2"]) == 0
    assert "1050" in capsys.readouterr().out
    measured[0] = measured[0]._replace(value=1400)
    assert bench.main(["--board", "pico2"]) == 1
    with pytest.raises(WrongUsage, match="the baseline is the Pico's"):
        bench.main(["--board", "pico2", "--update"])


# The committed files


def test_the_baseline_meets_its_goals() -> None:
    figures = read(bench.BASELINE)
    assert [figure.name for figure in figures if not figure.good()] == []
    assert bench.BASELINE.read_text("utf-8") == to_json(figures) + "\n"
    names = [figure.name for figure in figures]
    for program in catalogue.NAMES:
        assert f"heap: {program}, live at most" in names
    by_name = {figure.name: figure for figure in figures}
    assert by_name["life: 2 3 3, king"].goal == 1000
    for name, _ in bench_life.CASES[1:]:
        assert by_name[name].goal == 300


def test_a_tape_of_every_program() -> None:
    programs = []
    for name in short_sessions.TAPES:
        with (paths.TAPES / f"{name}.tape").open(encoding="utf-8") as lines:
            programs.append(taped.read(lines).program)
    assert programs == list(catalogue.NAMES)


@pytest.mark.heavy
@pytest.mark.unix
def test_players_are_as_in_the_baseline() -> None:
    """Run one of the measures: it is deterministic, and its names are the baseline's."""
    known = {figure.name: figure for figure in read(bench.BASELINE)}
    figures = bench_players.wins(Path("unused"))
    assert figures == [known[figure.name] for figure in figures]
    assert 0 < figures[0].value < 1000


# Measured


def test_life_meets_its_first_goal(firmware_uf2: Path) -> None:
    """1,000 ticks per second of Conway's law on 64 x 128, with cells nearly everywhere."""
    name, arguments = bench_life.CASES[0]
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute(bench_life.SOUP + bench_life.LIFE)
        taken = bench_life.micros(pico, f"measure(*{(arguments[0], 60, 40, *arguments[3:])})")
    assert 40 * 1_000_000 // taken >= bench_life.LEAST[name] == 1000


@pytest.mark.heavy
def test_a_program_s_heap(firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session runs to its end, and its figure is one of the baseline.

    `bench` does this for all programs; here the tour has one program and all about pages.
    """
    monkeypatch.setattr(bench, "TAPES", ("dates-example",))
    monkeypatch.setattr(bench, "LARGER", ())
    figure = bench.heap(firmware_uf2, ("dates-example",))[0]
    assert figure.good() and figure.value > 20_000
    assert figure.name in {figure.name for figure in read(bench.BASELINE)}


def test_the_heap_of_an_exhibit(firmware_uf2: Path) -> None:
    """A visitor plays, as `bench` counts it; there it comes at the end of the whole tour."""
    line, answers = scenes.session_of("dates-example")[1:]
    with Pico(firmware_uf2, filesystem=make_filesystem(bench.EXHIBIT)) as pico:
        high = bench.Tour(pico, True).play(line, answers)
        assert 20_000 < high <= bench.LIVE
        said = pico.execute("print(app.exhibit.visiting, sum(app.exhibit.counts.played))")
        assert said == "True 2\n"
