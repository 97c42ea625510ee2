# SPDX-License-Identifier: MIT
"""The state of a session of Calculation: its lesson, its results, and what it does not hold."""

from pathlib import Path
from typing import Any

from host_tools.sessions import teach
from teletype.engines import calculation
from teletype.programs import lesson
from teletype.programs.calculation.game import Game
from tests.helpers.paper import begun, go_on, until_stop

COBOL = "calculation-cobol"


def judged(game: Game, move: Any) -> Any:
    """What the game says of an answer."""
    *steps, found = game.judge(move)
    assert not any(steps)
    return found


def test_a_blunder() -> None:
    """A king on the talon whose cards are wanted next loses; on the empty one it does not."""
    game = Game({})
    for card in (1, 2, 3, 4):
        assert game.table.put(card, card + 4)
    for talon, cards in ((1, (8, 5, 9, 2)), (2, (12, 6, 4)), (3, (10, 7, 6, 3))):
        game.table.talons[talon - 1].extend(cards)
    game.hand, game.answers = 13, {1: "1", 2: "2", 3: "3", 4: "4"}
    assert judged(game, "4") == (True, None, "")
    assert judged(game, "9") is None and judged(game, "") is None, "no decision"
    could, better, note = judged(game, "1")
    chance, worse = (int(share.strip(" %")) for share in note.split(">"))
    assert could and better == "4" and chance > worse
    assert judged(game, "1") == (True, None, ""), "only the first one is told of"
    *_, hint = game.hint()
    assert hint == "4"


def test_a_card_that_a_person_turns_out_is_no_decision() -> None:
    game, session = begun(COBOL, "stock=ask")
    assert game.hand is None and judged(game, (1,)) is None
    go_on(session, "1")
    assert game.hand == 1 and game.moves == 0
    go_on(session, "5")
    assert game.hand is None and game.moves == 1


def test_the_stock_is_not_in_it() -> None:
    """Two decks with the same first card look the same to whoever asks the state."""
    games = [begun(COBOL, f"stock=7,{rest}")[0] for rest in ("1,2,3", "9,9,9")]
    looks = [{name: vars(game)[name] for name in ("hand", "seen", "answers")} for game in games]
    assert looks[0] == looks[1]
    for game in games:
        others = {name for name in vars(game) if name[0] != "_"} - {"setup", "table", "start"}
        assert all(not isinstance(vars(game)[name], list | bytearray) for name in others)


def test_the_results() -> None:
    game, session = begun(COBOL, "stock=9,99,99,5")
    go_on(session, "1")
    assert game.finished == 1 and game.result == -1, "the second 99 ends no game"
    assert session.request and game.hand == 5 and game.moves == 0
    won = [(k * place - 1) % 13 + 1 for k in (1, 2, 3, 4) for place in range(1, 14)]
    stacks = [str(4 + k) for k in (1, 2, 3, 4) for _ in range(13)]
    game, session = begun(COBOL, "stock=" + ",".join(map(str, [*won, 99])))
    for stack in stacks:
        go_on(session, stack)
    assert session.ended and game.result == 1 and game.finished == 1
    for name in ("calculation-fortran", "calculation-lisp"):
        game, session = begun(name, "stock=" + ",".join(map(str, won)))
        while not session.ended:
            founded = [decision for decision in game.answers if decision > 4]
            session.answer_values(game.answers[min(founded, default=0)])
            until_stop(session)
        assert game.table.complete() and game.result == 1 and game.finished == 1


def test_a_message_about_an_answer_is_noted_before_it_is_printed() -> None:
    for name, line, wrong in ((COBOL, "", "9"), ("calculation-fortran", "lucky=1", "30")):
        game, session = begun(name, line)
        session.answer(wrong)
        assert "ILLEGAL" in session.step() and game.refused == 1
        until_stop(session)
        assert game.refused == 1 and game.moves == 0


def test_a_lesson_without_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "calculation.tape"
    path.write_text("program: calculation-lisp\nsetup: lucky=1\n---\n")
    assert teach.judged(path) == teach.TOLD[lesson.NEVER]


def test_two_games_have_tables_of_their_own() -> None:
    game, session = begun(COBOL, "stock=1,99,1")
    first = game.table
    go_on(session, "5")
    assert first.heights == [1, 0, 0, 0] and game.table is not first
    assert isinstance(game.table, calculation.Table) and game.table.heights == [0, 0, 0, 0]
