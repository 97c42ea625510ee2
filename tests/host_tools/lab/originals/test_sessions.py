# SPDX-License-Identifier: MIT
"""Random sessions: the same for the same seed, and varied enough to show a difference."""

from random import Random

import pytest

from host_tools.lab.originals import apparatus, sessions

COUNT = 50

SEEN = {
    "calculation-cobol": ("YOU WON THE GAME, CONGRATULATIONS", "...YOUR DECISION IS ILLEGAL..."),
    "calculation-fortran": ("FAILURE!", "ILLEGAL OPERATION!"),
    "calculation-lisp": ("VALUE T", "VALUE NIL"),
    "cards": ("НАША", "НЕ НАША"),
    "dates": ("DH[2]",),
    "evolution": (
        "ЖИВЫХ ОСОБЕЙ НЕТ",
        "ГРАНИЦЫ ЖИЗНЕННОГО ПРОСТРАНСТВА УЗКИ",
        "3  ТАКТ",
    ),
    "logic": ("A=1  B=0  C=1",),
    "nim": ("ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ", "ВЫ ПРОИГРАЛИ"),
    "nim-table": (" lost",),
    "race": ("ВАШ ПЕРВЫЙ ХОД", "ВЫ ОШИБЛИСЬ", "ВЫ ПРОИГРАЛИ"),
    "random-walk": ("1.00000",),
    "trigex": ("ДЕЛАЮ СВОЙ 5 ХОД", "ВЫ ОШИБЛИСЬ", "N=9"),
    "truth-table": ("A=1  B=0  C=1  X=0", "A=1  B=0  C=1  X=1"),
    "yen-always1000": ("you won.", "always1000 won."),
    "yen-minus1": ("you won.", "minus1 won."),
    "yen-random": ("you won.", "random won."),
}
"""By listing: the ends of lines that some of the sessions print."""


def session(name: str, number: int) -> sessions.Play:
    plan = sessions.PLANS[name](Random(f"{name} {number}"))
    return sessions.played(apparatus.load(name).program, plan)


@pytest.mark.parametrize("name", apparatus.names())
def test_sessions_reach_the_ends_of_their_games(name: str) -> None:
    plays = [session(name, number) for number in range(COUNT)]
    for line in SEEN[name.removesuffix("-general")]:
        assert any(text.endswith(line) for play in plays for text in play.paper), line
    assert all(play.ended or play.answers for play in plays)
    assert session(name, 7) == session(name, 7)
    assert len({tuple(play.paper) for play in plays}) > 1


@pytest.mark.parametrize("name", ["race", "nim", "trigex", "cards"])
def test_answers_are_directives_on_the_paper_of_the_original(name: str) -> None:
    play = session(name, 3)
    assert play.directives and all(text and "«НА»" in text for text in play.directives)
