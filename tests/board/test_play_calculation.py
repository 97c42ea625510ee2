# SPDX-License-Identifier: MIT
"""Calculation on the emulated Pico, from the shelf, with the six buttons: a whole game of the LISP
edition, won, and some cards of the two others.

A handheld under CPython plays along: it says which keys lead to a decision, and its screen must
be the Pico's, at every stop.
"""

import re

import pytest

from host_tools.lab.measure.bench import quiet
from tests.helpers.calculation import go, replayed, request
from tests.helpers.drawn import shown, tap
from tests.helpers.finger import LOADED, STOP, Finger
from tests.helpers.paper import printed


class Table:
    """A Pico and a handheld under CPython that play the same game; both show the picture."""

    def __init__(self, finger: Finger, edition: str, line: str) -> None:
        self.finger = finger
        self.panel = finger.pico.panel
        self.desk = shown(f"{edition} {line}")
        finger.press("UP")  # brings the picture
        self.compare()

    def press(self, key: str) -> None:
        """A quicker finger than usual: a game has hundreds of keys."""
        self.finger.pico.tap(key, hold_ms=30, gap_ms=30)

    def compare(self) -> None:
        quiet(self.finger.pico, 15)
        assert self.panel.rows() == self.desk.chip.rows()

    def go(self, decision: int) -> None:
        """Leads the cursors to a decision."""
        for key in go(self.desk, decision):
            self.press(key)

    def look(self) -> None:
        """A direction that shows all cards of the talons, and another one back."""
        tap(self.desk, "RIGHT")
        self.press("RIGHT")
        self.compare()

    def back(self) -> None:
        tap(self.desk, "LEFT")
        self.press("LEFT")
        self.compare()

    def ok(self) -> None:
        tap(self.desk, "OK")
        self.desk.settle()
        self.desk.run(20)
        pico = self.finger.pico
        stops = pico.output.count(STOP)
        self.press("OK")
        if not self.ended():
            pico.run_until(lambda: pico.output.count(STOP) > stops, 2000, what="the next stop")
            self.compare()

    def ended(self) -> bool:
        return bool(self.desk.app.sessions.screen.session.ended)

    def decide(self, *decisions: int) -> None:
        for decision in decisions:
            self.go(decision)
            self.ok()


def decision_of(answer: str) -> int:
    """An answer of the LISP edition, `F2`, `NIL` or `((T1 F2)(X))`, as a decision."""
    names = re.findall("([TF])([1-4])", answer)
    return int("".join(str(int(number) + 4 * (kind == "F")) for kind, number in names) or "0")


@pytest.mark.heavy
def test_a_game_of_the_lisp_edition_to_its_end(finger: Finger) -> None:
    """Deck 14; the program asks 137 times."""
    expected = printed("calculation-lisp-won")
    answers = [line[2:] for line in expected.splitlines() if line[:2] == "◊ "]
    finger.open("calculation-lisp")
    finger.press("DOWN OK RIGHT RIGHT RIGHT RIGHT UP RIGHT UP UP UP UP")
    finger.look("calculation-lisp-setup")
    finger.press("OK UP")
    finger.answer("OK")
    table = Table(finger, "calculation-lisp", "lucky=14")
    finger.look("calculation-lisp-opening")
    moves = 0
    for stop, decision in enumerate(map(decision_of, answers)):
        table.go(decision)
        table.compare()
        moves += decision > 10
        if stop == 60:
            finger.look("calculation-lisp-middle")
            table.look()
            finger.look("calculation-lisp-talons")
            table.back()
        elif moves == 10 and decision > 10:
            finger.look("calculation-lisp-move")
        table.ok()
    assert table.ended()
    finger.until_printed("VALUE T")
    table.compare()
    finger.look("calculation-lisp-end")
    assert finger.session() == expected
    finger.press("BACK")
    quiet(finger.pico, LOADED)
    finger.look("calculation-lisp-paper")


def test_cards_of_the_cobol_edition(finger: Finger) -> None:
    finger.open("calculation-cobol")
    finger.answer("OK")
    table = Table(finger, "calculation-cobol", "")
    table.decide(1, 0, 2)
    finger.look("calculation-cobol-card")
    finger.press("BACK")
    quiet(finger.pico, LOADED)
    finger.look("calculation-cobol-paper")
    finger.press("OK")
    table.compare()
    assert finger.session() == replayed("calculation-cobol", "", ["1", "0", "2"])


def test_cards_of_the_fortran_edition(finger: Finger) -> None:
    """The lucky number is asked on the paper; the next card, instead of a possible move."""
    finger.open("calculation-fortran")
    finger.answer("OK")
    finger.look("calculation-fortran-lucky")
    finger.answer("UP OK")
    table = Table(finger, "calculation-fortran", "lucky=100")
    table.decide(1, 1, 2)
    table.go(0)
    table.compare()
    assert len(request(table.desk).answers) > 1
    finger.look("calculation-fortran-next")
    table.ok()
    assert finger.session() == replayed("calculation-fortran", "", ["100", "1", "1", "3", "2"])
