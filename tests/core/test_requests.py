# SPDX-License-Identifier: MIT
"""The teletype core: requests, setups, tapes, sessions, the width of the paper."""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core import tape, taped
from teletype.core.decimal_field import Decimal
from teletype.core.paper import wrap
from teletype.core.request import Cells, Malformed, Numbers, Text, narrowed, plain, working
from teletype.core.session import Session
from teletype.core.setup import Choice, Integer, Integers, SetupError, join, read, split

MOVE = Numbers(("T", 1, 3), ("L", 0, 9))


@pytest.mark.parametrize(
    "line",
    ["2 1", "2,1", " 2 ,1 ", "T=2 L=1", "L=1 T=2", "t=2,l=1", "T = 2  L = 1", "+2 1", "2\t1"],
)
def test_fields_accept(line: str) -> None:
    assert MOVE.parse(line) == (2, 1)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("2", "not 2"),
        ("2 1 3", "not 2"),
        ("2 x", "'x' is not an integer"),
        ("2 1.0", "1.0"),
        ("2 1_0", "1_0"),
        ("2 ²", "²"),
        ("2 ٣", "٣"),
        ("- 1", "'-'"),
        ("T=2", "L is missing"),
        ("T=2 T=1", "T is given twice"),
        ("T=2 X=1", "unknown name 'X'"),
        ("T=2 1", "'1' has no name"),
        ("T= L=1", "is not an integer"),
        ("=2 L=1", "unknown name"),
        ("", "empty"),
        (" , ", "empty"),
        ("1 " * 501, "1000 characters"),
    ],
)
def test_fields_refuse(line: str, word: str) -> None:
    with pytest.raises(Malformed, match=word.replace("(", r"\(")):
        MOVE.parse(line)


def wide(text: str) -> str:
    """Return the text as a Japanese input method types it: full-width forms of ASCII."""
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else "\u3000" for char in text)


@pytest.mark.parametrize(
    "line",
    [
        *(wide(line) for line in ("2 1", "2,1", " 2 ,1 ", "T=2 L=1", "t=2,l=1", "T = 2  L = 1")),
        "２ 1",
        "２、１",
        "２､1",
        "Ｔ＝２　L=1",
        "Т＝２ L＝１",  # with a Cyrillic Т
    ],
)
def test_full_width_signs_are_what_they_mean(line: str) -> None:
    assert MOVE.parse(line) == (2, 1)


UNSEEN = "\xa0\xad\ufeff\u2003\u2009\u200b\u200d\u200e\u200f"
UNSEEN += "\u2028\u202a\u202e\u202f\u205f\u2060\u2066\u2069\u206f"


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_an_unseen_mark_is_a_blank(mark: str) -> None:
    """Word processors, web pages and right-to-left input put them where nobody sees them."""
    for line in ("2{}1", "{}2 1", "2 1{}", "T=2{}L=1", "T{}=2 L={}1", "{}2,{}1"):
        assert MOVE.parse(line.replace("{}", mark)) == (2, 1)
    fields = (Integer("m", 3, 1, 10), Integer("n", 3, 1, 10))
    assert read(fields, split(f"{mark}m=7{mark}n=8")) == {"m": 7, "n": 8}


@pytest.mark.parametrize("line", ["2;1", "2:1", "2/1", "2.1", "2и1", "１；２"])
def test_other_separators_are_told_as_what_they_are(line: str) -> None:
    """'1 value(s), not 2' would say nothing to a person who sees two."""
    with pytest.raises(Malformed, match="is not an integer"):
        MOVE.parse(line)
    with pytest.raises(Malformed, match="is not an integer"):
        Cells(2, 0, 1, (0, 0)).parse(line)


@pytest.mark.parametrize("minus", ["-", "－", "−", "ー", "\u2010", "\u2011", "–"])
def test_every_minus_of_a_keyboard(minus: str) -> None:
    for digit in ("5", "５"):
        assert MOVE.parse(f"{minus}{digit} 1") == (-5, 1)
        assert MOVE.parse(f"1　{minus}{digit}") == (1, -5)
        assert MOVE.parse(f"T＝{minus}{digit} L=1") == (-5, 1)
        assert read((Integer("n", 0, -9, 9),), [("ｎ", f"{minus}{digit}")]) == {"n": -5}


def test_each_full_width_sign_is_one_character() -> None:
    """Checked against the compatibility mappings of the Unicode database."""
    for code in range(0xFF01, 0xFF5F):
        assert plain(chr(code)) == unicodedata.normalize("NFKC", chr(code))
    assert plain("\u3000") == unicodedata.normalize("NFKC", "\u3000")
    for kept in ("漢字", "グライダー", "Ёж", "→⇔⊕¬", "\uff00\uff5f\uffa0", "ー", "é²٣˝÷"):
        assert plain(kept) == kept
    assert plain("￢Ａ＋（Ｂ－＞Ａ）") == "~A+(B->A)"
    assert plain("０。５") == "0.5"
    assert plain("～〜˜∼") == "~~~~"  # input methods of Windows and macOS, word processors


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_other_characters_stay(text: str) -> None:
    """Once read, a text stays as it is, and no character is cut or joined."""
    read_as = plain(text)
    assert len(read_as) == len(text) and plain(read_as) == read_as
    for before, after in zip(text, read_as, strict=True):
        assert before == after or (
            after < "\x7f" and (before >= "\u2000" or before in "\xa0\xad˜")
        )


@given(st.binary())
def test_bytes_that_are_not_text_stay(data: bytes) -> None:
    """A line typed at the port may be cut within a character."""
    assert len(narrowed(data + b"\xef")) and narrowed(b"ab" + data[:1]) == b"ab" + data[:1]


def test_setups_with_full_width_signs() -> None:
    fields = (Integers("heaps", (1,), 1, 9, 0, 99), Choice("style", None, ("easy", "hard")))
    wanted = {"heaps": (7, 8, 4), "style": "hard"}
    line = "heaps=7,8,4 style=hard"
    for typed in (line, wide(line), "heaps=7、８、4 style=ＨＡＲＤ"):
        assert read(fields, split(typed)) == wanted
    assert split("formula＝＂Ａ　＋　Ｂ＂") == [("formula", "A + B")]


@pytest.mark.parametrize("typed", ["６", "Ｔ４", "（（Ｔ２　Ｆ４））"])
def test_a_text_answer_is_narrow_too(typed: str) -> None:
    request = Text("WHERETO")
    assert request.parse(typed) == unicodedata.normalize("NFKC", typed)


@given(st.integers(), st.integers())
def test_fields_write_what_they_read(first: int, second: int) -> None:
    assert MOVE.parse(MOVE.format((first, second))) == (first, second)
    assert MOVE.parse(f"{first} {second}") == (first, second)


@given(st.text())
def test_any_text_is_an_answer_or_malformed(line: str) -> None:
    for request in (MOVE, Cells(3, 0, 1, (0, 0, 0)), Text("WHERETO")):
        try:
            answer = request.parse(line)
        except Malformed as error:
            assert str(error)
        else:
            assert request.parse(request.format(answer)) == answer


def test_cells_change_single_ones() -> None:
    cells = Cells(4, 0, 1, (0, 1, 0, 1))
    assert cells.parse("1 1 1 0") == (1, 1, 1, 0)
    assert cells.parse("1=1 3=1") == (1, 1, 1, 1)
    for line in ("5=1", "0=1", "1=1 1=0", "1=1 0", "1 1", "x=1"):
        with pytest.raises(Malformed):
            cells.parse(line)


FIELDS = (Integers("heaps", (7, 8), 1, 9, 0, 99), Integer("m", 6, 2, 998))


def test_setup_defaults_and_order() -> None:
    assert read(FIELDS, []) == {"heaps": (7, 8), "m": 6}
    setup = read(FIELDS, [("m", "3"), ("heaps", "1, 2")])
    assert join(FIELDS, setup) == "heaps=1,2 m=3"
    assert read(FIELDS, split(join(FIELDS, setup))) == setup


@pytest.mark.parametrize(
    ("pairs", "word"),
    [
        ([("m", "1")], "m=1: out of range; allowed: an integer 2..998"),
        ([("m", "x")], "not an integer"),
        ([("n", "1")], "unknown setup value 'n'; allowed: heaps, m"),
        ([("m", "3"), ("m", "3")], "m is given twice"),
        ([("heaps", "1,100")], "0..99"),
        ([("heaps", ",".join("1" * 10))], "1..9 integers"),
    ],
)
def test_setup_refuses(pairs: list[tuple[str, str]], word: str) -> None:
    with pytest.raises(SetupError) as error:
        read(FIELDS, pairs)
    assert word in str(error.value)


class Word:
    """A setup field that takes any text."""

    name = "word"
    default = ""

    def parse(self, text: str) -> str:
        return text

    def format(self, value: str) -> str:
        return value


@given(st.text(st.characters(codec="utf-8", exclude_characters="\n\r")))
def test_a_setup_line_carries_any_text(text: str) -> None:
    assert split(join((Word(),), {"word": text})) == [("word", plain(text))]


@pytest.mark.parametrize("line", ["a", "a b=1", "=", 'a="b', 'a="b\\', "x y"])
def test_split_refuses_or_reads(line: str) -> None:
    if line == "=":
        assert split(line) == [("", "")]
    else:
        with pytest.raises(SetupError):
            split(line)


def counting(setup: object = None):  # type: ignore[no-untyped-def]
    total = 0
    yield "ГОТОВО"
    while total < 10:
        (number,) = yield Numbers(("N", 0, 9))
        yield working
        total += number
        yield f"N={total}"


def test_session_stops_and_goes_on() -> None:
    session = Session(counting())
    assert session.step() == "ГОТОВО"
    request = session.step()
    assert session.step() is request  # still waiting
    with pytest.raises(Malformed):
        session.answer("x")
    assert session.step() is request
    assert session.answer("4") == ("N=4", (4,))
    assert session.step() is working
    assert session.step() == "N=4"
    session.step()
    session.answer_values((6,))
    assert [session.step(), session.step(), session.step()] == [working, "N=10", None]
    assert session.ended and session.step() is None


HEAD = "# c\n\nprogram: x\nsetup: a=1\n---\n"


def test_tape_reads_to_the_letter() -> None:
    text = HEAD + "A  \n\n> 1\n\\> B\n\\\\C\n# D\n>E\n---\n"
    recorded = taped.read(text.splitlines(True))
    assert (recorded.program, recorded.setup) == ("x", "a=1")
    assert list(recorded.events) == [
        (tape.PAPER, "A  ", 6),
        (tape.PAPER, "", 7),
        (tape.ANSWER, "1", 8),
        (tape.PAPER, "> B", 9),
        (tape.PAPER, "\\C", 10),
        (tape.PAPER, "# D", 11),
        (tape.PAPER, ">E", 12),
        (tape.PAPER, "---", 13),
    ]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r"))), st.booleans())
def test_tape_carries_any_paper(lines: list[str], windows: bool) -> None:
    text = tape.head("x", "") + "".join(tape.paper(line) for line in lines)
    if windows:
        text = text.replace("\n", "\r\n")
    events = taped.read(text.split("\n")[:-1]).events
    assert [event[1] for event in events] == lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the tape ends before ---"),
        ("program: x\n", "line 1: the tape ends before ---"),
        ("---\n", "no program"),
        ("program: x\nprogram: y\n---\n", 'line 2: the header already has a "program:" line'),
        ("program: x\nsetup:\nsetup:\n---\n", 'line 3: the header already has a "setup:" line'),
        ("program: x\nanswer\n---\n", "line 2: expected program:, setup: or ---"),
        ("seed: 3\n---\n", "line 1: expected"),
    ],
)
def test_tape_refuses(text: str, message: str) -> None:
    with pytest.raises(tape.TapeError) as error:
        taped.read(text.splitlines(True))
    assert message in str(error.value)


def replayed(body: str) -> str | None:
    result: str | None = taped.replay(taped.read((HEAD + body).splitlines()), Session(counting()))
    return result


def test_replay() -> None:
    whole = "ГОТОВО\n> N=4\nN=4\n> 6\nN=10\n"
    assert replayed(whole) is None
    assert replayed("ГОТОВО\n") is None  # a saved game ends at a stop
    assert replayed("") == "line 6: expected the end got 'ГОТОВО'"
    assert replayed("ГОТОВО\n> 4\n") == "line 8: expected the end got 'N=4'"
    assert replayed("готово\n") == "line 6: expected 'готово' got 'ГОТОВО'"
    assert replayed("ГОТОВО\nN=4\n") == "line 7: expected 'N=4' got a stop"
    assert replayed("> 4\n") == "line 6: expected a stop for the answer '4' got 'ГОТОВО'"
    assert replayed("ГОТОВО\n> x\n") == (
        "line 7: expected an answer got 'x' ('x' is not an integer)"
    )
    assert replayed(whole + "> 1\n") == ("line 11: expected a stop for the answer '1' got the end")
    assert replayed(whole + "ЕЩЕ\n") == "line 11: expected 'ЕЩЕ' got the end"


def test_replay_of_the_books_spelling() -> None:
    """What the program names as another spelling passes, and comes out in its own; no reverse."""
    spellings = (("СВОЙ", "СВОИ"),)

    def paper() -> Iterator[str]:
        yield "ДЕЛАЮ СВОЙ ХОД"
        yield "СВОИ"

    for spelling in ("СВОЙ", "СВОИ"):
        lines = f"{HEAD}ДЕЛАЮ {spelling} ХОД\nСВОИ\n".splitlines()
        events = taped.read(lines).events
        followed = list(tape.follow(events, Session(paper()), spellings))
        assert [event[1] for event in followed] == ["ДЕЛАЮ СВОЙ ХОД", "СВОИ"]
    wrong = taped.read(f"{HEAD}ДЕЛАЮ СВОЙ ХОД\nСВОЙ\n".splitlines())
    assert "expected 'СВОЙ' got 'СВОИ'" in str(taped.replay(wrong, Session(paper()), spellings))
    assert "expected 'ДЕЛАЮ СВОИ ХОД' got 'ДЕЛАЮ СВОЙ ХОД'" in str(
        taped.replay(taped.read(f"{HEAD}ДЕЛАЮ СВОИ ХОД\n".splitlines()), Session(paper()))
    )


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("", [""]),
        ("ВАШ ХОД", ["ВАШ ХОД"]),
        ("ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ", ["ВАШ ХОД СДЕЛАН НЕ ПО", "ПРАВИЛАМ"]),
        ("A" * 45, ["A" * 21, "A" * 21, "AAA"]),
        ("A" * 21 + " B", ["A" * 21, "B"]),
        ("A" * 22 + " B", ["A" * 21, "A B"]),
        (" " * 22 + "B", [" " * 21, " B"]),
        ("EIN TASCHEN-FERNSCHREIBER", ["EIN TASCHEN-", "FERNSCHREIBER"]),
        ("ЭТО ВЫСОКО-НАПРЯЖЕННЫЙ", ["ЭТО ВЫСОКО-", "НАПРЯЖЕННЫЙ"]),
        ("A FORMULA OF A (A->BBB)", ["A FORMULA OF A", "(A->BBB)"]),
        ("THE YEARS UP TO 1963-1980", ["THE YEARS UP TO", "1963-1980"]),
        ("A-" + "B" * 30, ["A-", "B" * 21, "B" * 9]),
    ],
)
def test_wrap(line: str, rows: list[str]) -> None:
    assert [line[start:end] for start, end in wrap(line, 21)] == rows


@given(st.text(st.sampled_from("A "), max_size=90), st.integers(1, 25))
def test_wrap_loses_only_blanks_at_breaks(line: str, columns: int) -> None:
    rows = wrap(line, columns)
    assert rows[0][0] == 0 and rows[-1][1] == len(line)
    for start, end in rows:
        assert end - start <= columns
    for (_, end), (start, _) in pairwise(rows):
        assert end == start or (start == end + 1 and line[end] == " ")


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("0.5", (5, 10), "0.5"),
        ("1", (1, 1), "1"),
        ("0", (0, 1), "0"),
        (".25", (25, 100), "0.25"),
        ("1.000", (1000, 1000), "1.000"),
        ("0.050", (50, 1000), "0.050"),
    ],
)
def test_decimals_are_exact(text: str, value: tuple[int, int], written: str) -> None:
    field = Decimal("p", (5, 10), 9)
    assert field.parse(text) == value
    assert field.format(value) == written
    assert field.parse(written) == value


@pytest.mark.parametrize("text", ["1.5", "-0.5", "", ".", "0,5", "1e-3", "0.1234567890", "٠.5"])
def test_decimals_refuse(text: str) -> None:
    with pytest.raises(Malformed):
        Decimal("p", (5, 10), 9).parse(text)


def test_choice_and_a_value_left_out() -> None:
    fields = (Choice("puzzle", "vessel", ("vessel", "who")), Integer("m1", None, 1, 9))
    setup = read(fields, [])
    assert join(fields, setup) == "puzzle=vessel"
    with pytest.raises(SetupError, match="allowed: vessel, who"):
        read(fields, [("puzzle", "x")])
