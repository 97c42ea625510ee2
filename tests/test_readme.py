"""The README is true: its example program runs, what it names exists, its figures are measured."""

import re
import types

from host_tools.measure import bench, figures
from host_tools.paths import ROOT
from teletype.session import Session
from teletype.setup import read

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_program_in_30_lines() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(source.splitlines()) <= 30
    program = types.ModuleType("higher")
    exec(source, program.__dict__)
    session = Session(program.play(read(program.FIELDS, [("secret", "7")])))
    paper = []
    for answer in ("5", "N=9", "7"):
        while isinstance(event := session.step(), str):
            paper.append(event)
        assert event is not None
        session.answer(answer)
    paper += [session.step(), session.step()]
    assert paper == ["I HAVE A NUMBER", "HIGHER", "LOWER", "YES, AFTER 3", None]


def test_what_it_names_exists() -> None:
    names = re.findall(r"\]\(([^):]+)\)|src=\"([^\"]+)\"", README)
    for name in [first or second for first, second in names]:
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`((?:firmware|boards|host_tools|tests)/[\w/.-]+)`", README):
        assert name.endswith("higher.py") or (ROOT / name).exists(), name


def test_figures_are_those_of_the_baseline() -> None:
    (block,) = re.findall(r"```\n\$ make bench\n(.*?)```", README, re.DOTALL)
    baseline = figures.read(bench.BASELINE)
    assert block.splitlines() == figures.table(baseline, baseline)
