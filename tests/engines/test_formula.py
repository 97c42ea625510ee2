# SPDX-License-Identifier: MIT
"""Formulas: the parser against trees, whole columns against the arithmetic models of the book."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.engines import formula, model

Tree = tuple[Any, ...]
"""("A",) a letter or constant, ("~", tree), (operation, tree, tree)."""

STRENGTH = {"=": 1, ">": 2, "+": 3, "*": 4, "~": 5}
WRITTEN = {
    "~": ["~", "¬"],
    "*": ["", "", "*", "&", "·", "∧"],
    "+": ["+", "|", "∨"],
    ">": ["->", "→"],
    "=": ["<->", "↔"],
}
MODEL = {
    "*": lambda a, b: a * b,
    "+": lambda a, b: a + b - a * b,
    ">": lambda a, b: 1 - a + a * b,
    "=": lambda a, b: 1 - (a - b) ** 2,
}
"""The arithmetic models of the book; for not it is 1-A."""

LETTERS = "AZazЁАЯяёІґҐ"


def trees(letters: str, leaves: int) -> st.SearchStrategy[Tree]:
    atom = st.sampled_from([(letter,) for letter in letters] * 3 + [("0",), ("1",)])
    return st.recursive(
        atom,
        lambda inner: st.one_of(
            st.tuples(st.just("~"), inner), st.tuples(st.sampled_from("*+>="), inner, inner)
        ),
        max_leaves=leaves,
    )


def written(tree: Tree, choose: st.DataObject, needed: int = 0) -> str:
    """A way to write `tree`, in brackets if it is weaker than `needed`; the rest is chance."""

    def pick(texts: list[str]) -> str:
        return choose.draw(st.sampled_from(texts))

    sign = tree[0]
    strength = STRENGTH.get(sign, 6)
    if len(tree) == 1:
        text = sign
    elif sign == "~":
        text = pick(WRITTEN["~"]) + pick(["", " "]) + written(tree[1], choose, 5)
    else:
        left = written(tree[1], choose, strength + (sign == ">"))
        right = written(tree[2], choose, strength + 1)
        text = left + pick(["", " "]) + pick(WRITTEN[sign]) + pick(["", "\t"]) + right
    if strength < needed or choose.draw(st.integers(0, 9)) == 0:
        return "(" + text + ")"
    return text


def postfix(tree: Tree) -> str:
    return "".join(postfix(part) for part in tree[1:]) + tree[0]


def spelled(letters: str, code: bytes) -> str:
    """The postfix of the parser with the letters in it."""
    return "".join(letters[sign] if sign < formula.LETTERS else chr(sign) for sign in code)


def value(tree: Tree, values: dict[str, int]) -> int:
    """X in one row, by the arithmetic models."""
    sign = tree[0]
    if len(tree) == 1:
        return values[sign]
    if sign == "~":
        return 1 - value(tree[1], values)
    return MODEL[sign](value(tree[1], values), value(tree[2], values))


def column(text: str, order: str) -> list[int]:
    """The column X of the table as the engine computes it."""
    letters, code = formula.parse(text)
    rows = min(formula.ROWS, 1 << len(order))
    return [bits >> row & 1 for bits in formula.table(letters, code, order) for row in range(rows)]


def rows(order: str) -> Iterator[dict[str, int]]:
    """The values of the letters row by row, the last letter fastest, and the constants."""
    for values in product((0, 1), repeat=len(order)):
        yield {"0": 0, "1": 1, **dict(zip(order, values, strict=True))}


@pytest.mark.slow
@given(trees(LETTERS, 40), st.data())
def test_parser_finds_the_tree_that_was_written(tree: Tree, choose: st.DataObject) -> None:
    letters, code = formula.parse(written(tree, choose))
    assert spelled(letters, code) == postfix(tree)
    assert sorted(letters) == sorted({sign for sign in postfix(tree) if sign in LETTERS})


@pytest.mark.slow
@given(trees("CABD", 25), st.permutations("ABCD"), st.data())
def test_column_by_the_arithmetic_models(
    tree: Tree, order: list[str], choose: st.DataObject
) -> None:
    """All rows of up to four letters, in any order of them."""
    letters = "".join(letter for letter in order if letter in postfix(tree))
    expected = [value(tree, values) for values in rows(letters)]
    assert column(written(tree, choose), letters) == expected


@pytest.mark.sampled(6)
@pytest.mark.slow
@pytest.mark.parametrize("count", range(1, 13))
@given(choose=st.data())
def test_any_number_of_letters(count: int, choose: st.DataObject) -> None:
    """Every letter occurs; up to a row of chance compared in each of eight parts of the table."""
    order = LETTERS[:count]
    tree = choose.draw(trees(order, 12))
    for letter in order:
        tree = (choose.draw(st.sampled_from("*+>=")), (letter,), tree)
    got = column(written(tree, choose), order)
    assert len(got) == 2**count
    for part in range(8):
        number = choose.draw(st.integers(part * 2**count // 8, (part + 1) * 2**count // 8))
        number = min(number, 2**count - 1)
        values = {"0": 0, "1": 1}
        for index, letter in enumerate(order):
            values[letter] = number >> count - 1 - index & 1
        assert got[number] == value(tree, values)


def test_twelve_letters_all_rows() -> None:
    text = "(A->B)(~C+D<->E)+F~G(H+~(IJ))(K->~L)"
    got = column(text, "ABCDEFGHIJKL")
    expected = []
    for v in product((0, 1), repeat=12):
        a, b, c, d, e, f, g, h, i, j, k, last = v
        expected.append(
            ((not a or b) and ((not c or d) == e))
            or (f and not g and (h or not (i and j)) and (not k or not last))
        )
    assert got == [int(bool(x)) for x in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(A->B)(~A+~B)", "AB>A~B~+*"),
        ("A+BC", "ABC*+"),
        ("~AB", "A~B*"),
        ("~~A", "A~~"),
        ("A->B+C", "ABC+>"),
        ("A<->B<->C", "AB=C="),
        ("A->B<->C->D", "AB>CD>="),
        ("(A->B)->C", "AB>C>"),
        ("A->(B->C)", "ABC>>"),
        ("1 0(A)1", "10*A*1*"),
        ("  A  ", "A"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert spelled(*formula.parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a letter, 0, 1, ~ or (, not the end"),
        ("  ", 3, "a letter"),
        ("A+", 3, "a letter, 0, 1, ~ or (, not the end"),
        ("A + * B", 5, "a letter, 0, 1, ~ or (, not *"),
        ("->A", 1, "a letter, 0, 1, ~ or (, not ->"),
        ("A<->", 5, "a letter"),
        ("A<-><->B", 5, "a letter, 0, 1, ~ or (, not <->"),
        ("()", 2, "a letter, 0, 1, ~ or (, not )"),
        ("~", 2, "a letter"),
        ("A)", 2, "an operation or the end, not )"),
        ("(A", 3, "an operation or ), not the end"),
        ("((A)+B", 7, "an operation or ), not the end"),
        ("A->B->C", 5, "brackets around one of two ->"),
        ("A->B+C->D", 7, "brackets around one of two ->"),
        ("A<->(B→C→D)", 9, "brackets around one of two ->"),
        ("A-B", 2, "->"),
        ("AB<-A", 3, "<->"),
        ("A>B", 2, "a sign of a formula, not '>'"),
        ("A=B", 2, "a sign"),
        ("A2", 2, "a sign of a formula, not '2'"),
        ("Γ", 1, "a sign of a formula, not 'Γ'"),  # Greek, as the scan of the book has it
        ("҂", 1, "a sign"),
        ("A\nB", 2, "a sign"),
        ("A;B->", 2, "a sign"),
        ("ABCDEFGHIJKLABM", 15, "no more than 12 letters, not M"),
        ("A" * 1001, 1001, "the end: at most 1000 characters"),
    ],
)
def test_error_names_column_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(formula.FormulaError) as error:
        formula.parse(text)
    assert str(error.value).startswith(f"column {column}: expected {expected}")


@given(st.text("AБ01~*+-<>→() ", max_size=12))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    """What is accepted has a value in each row; an error lies within the text or right behind."""
    try:
        letters, _ = formula.parse(text)
    except formula.FormulaError as error:
        assert 1 <= int(str(error).split(":")[0].removeprefix("column ")) <= len(text) + 1
    else:
        assert set(column(text, letters)) <= {0, 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~" * 999 + "A", [1, 0]),
        ("(" * 499 + "A" + ")" * 499, [0, 1]),
        ("A(" * 332 + "A" + ")" * 332, [0, 1]),
        ("A->(" * 199 + "A" + ")" * 199, [1, 1]),
        ("A" * 1000, [0, 1]),
        ("A<->" * 248 + "A", [0, 1]),
    ],
)
def test_nesting_needs_no_recursion(text: str, expected: list[int]) -> None:
    assert column(text, "A") == expected


@pytest.mark.parametrize("char", "AZazАЯаяЁёІіЇїЄєҐґӘ")
def test_letters(char: str) -> None:
    assert formula.is_letter(char)


@pytest.mark.parametrize("char", "@[`{0_Αéß҂あ ")
def test_not_letters(char: str) -> None:
    assert not formula.is_letter(char)


# the arithmetic model


def computed(text: str, values: dict[str, int]) -> int:
    """What a model makes of its letters, with the signs of multiplication that it leaves out."""
    spaced = re.sub(r"(?<=[\w)])(?=[^\W\d_]|\()", "*", text.replace("^", "**"))
    assert not re.search(r"\d\d", spaced)
    result: int = eval(spaced, {"__builtins__": {}}, values)
    return result


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(A->B)(~A+~B)", "(1-A+AB)(1-AB)"),  # chapter 2
        ("~A", "1-A"),
        ("AB", "AB"),
        ("B+C", "B+C-BC"),  # figure 32
        ("M->T", "1-M+MT"),  # figure 33, as the text has it
        ("B<->D", "1-(B-D)^2"),  # figure 34
        ("~(A~B+~A)", "1-(A(1-B)+1-A-A(1-B)(1-A))"),  # table 3
        ("~~A", "1-(1-A)"),
        ("A1+0B", "A*1+0*B-A*1*0*B"),
        ("~A+~B+~C", "1-ABC"),
        ("1", "1"),
    ],
)
def test_models(text: str, expected: str) -> None:
    assert model.model(*formula.parse(text)) == expected


@given(trees("AbЯёD", 12), st.data())
def test_a_model_has_the_values_of_its_formula(tree: Tree, choose: st.DataObject) -> None:
    letters, code = formula.parse(written(tree, choose))
    try:
        made = model.model(letters, code)
    except model.TooLong:
        return
    assert len(made) <= model.LONGEST
    for values in rows(letters):
        assert computed(made, values) == value(tree, values), made


def test_a_model_that_is_too_long() -> None:
    with pytest.raises(model.TooLong):
        model.model(*formula.parse("(A<->B)" * 60))
    assert len(model.model(*formula.parse("~" * 100 + "A"))) > 300
    nested = "A"
    for _ in range(30):
        nested = f"({nested}->B)"
    assert len(model.model(*formula.parse(nested))) < 300, "long parts are not repeated"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A && B", "AB"),
        ("p||q", "p+q"),
        ("!p", "~p"),
        ("p => q", "p->q"),
        ("p<=>q", "p<->q"),
        ("p == q", "p<->q"),
        ("A and B or not C", "AB+~C"),
        ("A AND NOT B", "A~B"),
        ("А и Б или не В", "АБ+~В"),
        ("p xor q", "~(p<->q)"),
        ("p ⊕ q", "~(p<->q)"),
        ("a iff b implies c", "a<->(b->c)"),
        ("A v B", "A+B"),
        ("A\xa0+\u202fB", "A+B"),
        ("(not A)and(not B)", "~A~B"),
    ],
)
def test_spellings_that_people_use(typed: str, meant: str) -> None:
    """The same letters, and the same value in each row."""
    letters, postfix = formula.parse(typed)
    same, expected = formula.parse(meant)
    assert letters == same
    order = "".join(sorted(letters))
    assert list(formula.table(letters, postfix, order)) == list(
        formula.table(same, expected, order)
    )


def test_exclusive_or_by_hand() -> None:
    """p xor q: 0 1 1 0; three of them: the parity."""
    assert list(formula.table(*formula.parse("p^q"), "pq")) == [0b0110]
    assert list(formula.table(*formula.parse("a xor b xor c"), "abc")) == [0b10010110]


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("andA", "andA"),
        ("Or", "Or"),
        ("И", "И"),
        ("и", "и"),
        ("pv", "pv"),
        ("v", "v"),
        ("AvB", "AvB"),
    ],
)
def test_letters_that_stay_letters(typed: str, letters: str) -> None:
    if typed == "Or":  # a word: there is nothing before it
        with pytest.raises(formula.FormulaError, match=r"column 1: expected a letter.*not Or"):
            formula.parse(typed)
    else:
        assert formula.parse(typed)[0] == letters


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("A v B", "v was read as 'or'"),
        ("A V B", "V was read as 'or'"),
        ("pv¬p", "v is a letter of the formula; write + for 'or'"),
        ("A+B", ""),
        ("A and B", ""),
    ],
)
def test_what_is_said_of_the_letter_v(typed: str, note: str) -> None:
    assert formula.note(typed) == note


LIKE = "ABCEHKMOPTXYaceopxyi", "АВСЕНКМОРТХУасеорхуі"


@pytest.mark.parametrize(("latin", "cyrillic"), list(zip(*LIKE, strict=True)))
def test_two_letters_that_look_alike_are_told_apart(latin: str, cyrillic: str) -> None:
    """A tautology is false then, and the table has two columns with one heading."""
    assert latin < "\x7f" < cyrillic
    told = f"{latin} is two letters here, a Latin and a Cyrillic one"
    assert formula.note(f"{latin}+~{cyrillic}") == told
    assert formula.note(f"{latin}+~{latin}") == formula.note(f"{cyrillic}+~{cyrillic}") == ""


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("A1+B", "A1 was read as A*1"),
        ("A+x0", "x0 was read as x*0"),
        ("Ж1", "Ж1 was read as Ж*1"),
        ("A*1", ""),
        ("1A", ""),
        ("A and 1", ""),
        ("A and1", ""),
        ("А И Б", "'И' was read as letters; write the sign of the operation"),
        ("А ИЛИ Б", "'ИЛИ' was read as letters; write the sign of the operation"),
        ("А або Б", "'або' was read as letters; write the sign of the operation"),
        ("А или Б", ""),
        ("И+Б", ""),
        ("Б і Ф", "'і' was read as letters; write the sign of the operation"),
        ("p nand q", "'nand' was read as letters; write the sign of the operation"),
        ("p NAND q", "'NAND' was read as letters; write the sign of the operation"),
        *(
            (text, f"'{word}' was read as letters; write the sign of the operation")
            for text, word in [
                ("A und B", "und"),
                ("A ODER B", "ODER"),
                ("nicht A", "nicht"),
                ("A+wahr", "wahr"),
                ("A->FALSE", "FALSE"),
                ("true", "true"),
            ]
        ),
        ("10", "10 was read as 1*0"),
        ("A+01", "01 was read as 0*1"),
        ("1 0", ""),
        ("A->1", ""),
        ("(A->B)(~A+~B)", ""),
        ("ГФ+ПЧ", ""),
    ],
)
def test_what_reads_otherwise_than_it_looks_is_told(typed: str, note: str) -> None:
    assert formula.note(typed) == note


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("A&&&B", "column 4: expected a letter, 0, 1, ~ or (, not &"),
        ("A&&", "column 4: expected a letter, 0, 1, ~ or (, not the end"),
        ("A=>=>B", "column 4: expected a letter, 0, 1, ~ or (, not =>"),
        ("A and or B", "column 7: expected a letter, 0, 1, ~ or (, not or"),
        ("A⊗B", "column 2: expected a sign of a formula, not '⊗'"),
    ],
)
def test_an_error_names_what_was_typed(typed: str, message: str) -> None:
    with pytest.raises(formula.FormulaError) as error:
        formula.parse(typed)
    assert str(error.value) == message
