# SPDX-License-Identifier: MIT
"""Truth tables: the paper, the order of the letters, setup values that are refused."""

from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core.setup import SetupError, join, read, split
from teletype.engines import formula, parts
from teletype.programs import formulas
from teletype.programs.truth_table import dialogue as program
from tests.helpers.paper import paper_of

paper = partial(paper_of, program)


def test_sign_of_figure_33_is_a_slip() -> None:
    """`1-MT` stands over the column 1 0 1 1 for 11, 10, 01, 00; `1-M+MT` gives it."""
    column = [int(line[-1]) for line in reversed(paper(formula="M->T"))]
    rows = list(product((1, 0), repeat=2))
    assert column == [1, 0, 1, 1] == [1 - m + m * t for m, t in rows]
    assert column != [1 - m * t for m, t in rows]


def test_all_rows_of_twelve_letters() -> None:
    letters = "АБВГДЕЖЗИКЛМ"
    lines = paper(formula="+".join(reversed(letters)))
    assert len(lines) == 4096
    for number, line in enumerate(lines):
        digits = f"{number:012b}"
        words = [f"{letter}={digit}" for letter, digit in zip(letters, digits, strict=True)]
        assert line == "  ".join([*words, f"X={int(number > 0)}"])


@pytest.mark.parametrize(
    ("formula", "vars", "order"),
    [
        ("BA", None, "AB"), ("яаЁАzZ", None, "ZzЁАая"), ("BA", "BA", "BA"),
        ("A->Б+c", "c,Б,A", "cБA"), ("A->Б+c", "Б c A", "БcA"), ("X->A", None, "AX"),
        ("1", None, ""),
    ],
)  # fmt: skip
def test_order_of_letters(formula: str, vars: str | None, order: str) -> None:
    lines = paper(formula=formula, **({"vars": vars} if vars else {}))
    assert len(lines) == 2 ** len(order)
    for line, digits in zip(lines, product("01", repeat=len(order)), strict=True):
        words = [f"{letter}={digit}" for letter, digit in zip(order, digits, strict=True)]
        assert line.split("  ")[:-1] == words
        assert line.split("  ")[-1] in ("X=0", "X=1")


def test_setup_as_a_tape_writes_it() -> None:
    for pairs in [[], [("formula", "A -> Б"), ("vars", "Б, A")], [("formula", "\t~A")]]:
        setup = read(program.FIELDS, pairs, program.check)
        line = join(program.FIELDS, setup)
        assert read(program.FIELDS, split(line), program.check) == setup


def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["*", "+", "->", "<->"])
    two = st.tuples(inner, signs, inner).map(lambda three: "({}{}{})".format(*three))
    return two | inner.map(lambda text: f"~{text}")


FORMULAS = st.recursive(st.sampled_from("ABC01"), combined, max_leaves=8)


@given(FORMULAS)
def test_parts_mean_what_their_heads_say(text: str) -> None:
    """Each head is a formula again, with the column that stands below it; each comes once."""
    letters, postfix = formula.parse(text)
    order = "".join(sorted(letters))
    found = parts.parts(letters, postfix)
    heads = [head for head, _ in found]
    assert len(set(heads)) == len(heads)
    for head, part in found:
        own, again = formula.parse(head)
        same = bytes(letters.index(own[code]) if code < len(own) else code for code in again)
        columns = [list(formula.table(letters, each, order)) for each in (bytes(part), same)]
        assert columns[0] == columns[1], (text, head)


def test_too_many_parts() -> None:
    many = "A"
    for _ in range(14):
        many = f"({many})->B"
    with pytest.raises(SetupError, match="parts=printed: 13 partial formulas; allowed: up to 12"):
        read(program.FIELDS, split(f'formula="{many}" parts=printed'), program.check)


@pytest.mark.parametrize(
    ("text", "known", "new"),
    [
        ("", "", "A"), ("A", "A", "B"), ("A+B", "AB", "C"), ("(B->A)(", "AB", "C"),
        ("~", "", "A"), ("ABC*", "ABC", "D"), ("И→Ж", "ИЖ", "A"),
    ],
)  # fmt: skip
def test_the_signs_of_the_keyboard_stand_there_once(text: str, known: str, new: str) -> None:
    """The letters of the formula and one more, with signs that can follow."""
    signs = formulas.signs_behind(text)
    assert len(set(signs)) == len(signs)
    assert sorted(sign for sign in signs if sign.isalpha()) == sorted(known + new)
