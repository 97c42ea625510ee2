# SPDX-License-Identifier: MIT
"""The MIR: what programs print, where they stop, which errors they name.

The programs are our own. Expressions are compared with the module decimal.
"""

import decimal
import os
import re
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from host_tools.build import bytecode
from host_tools.sessions.mir import MESSAGES, Mir, cells, told
from host_tools.usage import Failed
from teletype.engines import (
    almir,
    almir_code,
    almir_compiler,
    almir_edit,
    almir_formulas,
    almir_text,
)
from teletype.engines.almir_code import Error
from teletype.programs.mir.dialogue import listing

Tree = tuple[Any, ...]

EUCLID = (
    "1.«ЕСЛИ»A<B«ТО»(B=B-A;«НА»1);«ЕСЛИ»B<A«ТО»(A=A-B;«НА»1);"
    "«ВЫВОД»01[НОД=]«ЗНАЧ»A;«ВВОД»34;«ГДЕ»A=84;B=36«КОНЕЦ»◊"
)


def printed(text: str, *directives: str, **options: Any) -> list[str]:
    """Return all rows that a program prints, through these directives."""
    mir = Mir(text, **options)
    rows = mir.paper()
    for directive in directives:
        mir.directive(directive)
        rows += mir.paper()
    return rows


def fault(text: str, *directives: str) -> Error:
    with pytest.raises(Error) as caught:
        printed(text, *directives)
    return caught.value


# expressions

trees = st.recursive(
    st.integers(0, 999).map(lambda n: (n,)) | st.sampled_from([("A",), ("B",)]),
    lambda inner: (
        st.tuples(st.sampled_from("+-×/"), inner, inner)
        | st.tuples(st.just("~"), inner)
        | st.tuples(st.just("ε"), inner)
    ),
    max_leaves=12,
)

STRENGTH = {"+": 1, "-": 1, "×": 2, "/": 2, "~": 3, "ε": 9}
VALUES = {"A": Decimal(7), "B": Decimal("2.5")}


def written(tree: Tree, strength: int = 0) -> str:
    """Write a tree with as few brackets as possible."""
    if len(tree) == 1:
        return str(tree[0])
    own = STRENGTH[tree[0]]
    if tree[0] == "ε":
        return f"ε({written(tree[1])})"
    text = "-" + written(tree[1], own) if tree[0] == "~" else ""
    text = text or written(tree[1], own) + tree[0] + written(tree[2], own + 1)
    return f"({text})" if own < strength else text


def value(tree: Tree) -> Decimal:
    """Compute a tree; each result is cut off by the context."""
    if len(tree) == 1:
        return VALUES.get(tree[0]) or Decimal(tree[0])
    if tree[0] == "~":
        return -value(tree[1])
    if tree[0] == "ε":
        return value(tree[1]).to_integral_value(decimal.ROUND_FLOOR)
    a, b = value(tree[1]), value(tree[2])
    if tree[0] == "+":
        return a + b
    if tree[0] == "-":
        return a - b
    return a * b if tree[0] == "×" else a / b


@given(trees, st.sampled_from((3, 6, 20)))
def test_expressions(tree: Tree, digits: int) -> None:
    program = f"«РАЗР»{digits}.C={written(tree)}«ГДЕ»A=7;B=2.5«КОН»"
    mir = Mir(program)
    with decimal.localcontext(prec=digits, rounding=decimal.ROUND_FLOOR):
        try:
            expected = value(tree)
        except (decimal.DivisionByZero, decimal.InvalidOperation):
            with pytest.raises(Error) as caught:
                mir.paper()
            assert caught.value.kind == "division"
            return
    mir.paper()
    slot = mir.machine.slots[mir.machine.program.names["C"]]
    got = Decimal(slot) if isinstance(slot, int) else Decimal(slot.m).scaleb(slot.e)
    assert got == expected, program


def test_powers_bind_more_than_a_sign_and_a_function_most() -> None:
    program = "A=-2↑2;B=√4↑3;C=2↑3↑2;D=2↑-1;«ВЫВ»«ЗНАЧ»A,[ ],B,[ ],C,[ ],D«КОН»"
    assert printed(program) == ["-4 8 64 0.5"]


def test_numbers_as_the_book_writes_them() -> None:
    program = "A=.6;B=3.2₁₀5;C=1.5⏨-3;D=A×.5;«ВЫВ»«ЗНАЧ»A,[ ],B,[ ],C«КОН»"
    assert printed(program) == ["0.6 320000 0.0015"]


@pytest.mark.parametrize("blank", [" ", "\n", " \n\t"])
def test_a_number_may_be_broken_anywhere(blank: str) -> None:
    """As at the end of a row of the book's listings."""
    number = blank.join("12.345⏨-2")
    assert printed(f"«ВЫВ»«ЗНАЧ»{number}+{blank.join('.05')}«КОН»") == ["0.17345"]
    assert fault(f"A=12{blank}.{blank}B«КОН»").met == "."


def test_other_signs_for_powers_of_ten_and_whole_parts() -> None:
    assert printed("«ВЫВ»«ЗНАЧ»1.5E2,[ ],2e-1,[ ],3Е+1«КОН»") == ["150 0.2 30"]
    assert fault("A=3E«КОН»").kind == "number"
    assert printed("«ВЫВ»«ЗНАЧ»∈(2.5),[ ],Є(-.5),[ ],є(3)«КОН»") == ["2 -1 3"]
    assert printed("«ВЫВ»«ЗНАЧ»Є(2.5),[ ],Є«ГДЕ»Є(X)=X×X;Є=1«КОН»") == ["6.25 1"]
    assert printed("N=1.2;N=1+e(N);«ВЫВ»«ЗНАЧ»N,[ ],Е(-.5)+2E1«КОН»") == ["2 19"]
    assert printed("«ВЫВ»«ЗНАЧ»E(2.5)«ГДЕ»E(X)=X×X«КОН»") == ["6.25"]


def test_sums_and_products_within_each_other() -> None:
    program = (
        "I=5;S=Σ(I=1,4,Σ(J=I,4,I×J));P=Π(I=1,5,I);«ВЫВ»S,[ ],P,[ ],I,[ ],N«ГДЕ»N=Σ(K=3,2,K)«КОН»"
    )
    expected = sum(i * j for i in range(1, 5) for j in range(i, 5))
    assert printed(program) == [f"S={expected} P=120 I=5 N=0"]


def test_functions_of_the_program_go_first() -> None:
    program = "X=1;A=F(2.5);B=G(A,X)+G(1,G(2,3));«ВЫВ»A,[ ],B,[ ],X«ГДЕ»{}G(X,Y)=X×10+Y«КОН»"
    assert printed(program.format("")) == ["A=0.5 B=39 X=1"]
    assert printed(program.format("F(X)=X×X;")) == ["A=6.25 B=96.5 X=1"]


# statements


def test_a_loop_may_go_down_by_fractions_and_nowhere() -> None:
    body = "«ВЫП»(«ВЫВ»«ЗНАЧ»I,[ ]);"
    program = (
        f"«ДЛЯ»I=1«ШАГ»0.5«ДО»3{body}«ДЛЯ»I=3«ШАГ»-1«ДО»1{body}«ДЛЯ»I=2«ШАГ»1«ДО»1{body}«КОН»"
    )
    assert printed(program) == ["1 1.5 2 2.5 3 3 2 1 "]


def test_a_loop_ends_when_its_step_is_0() -> None:
    body = "«ВЫП»(«ВЫВ»«ЗНАЧ»I,[ ]"
    program = f"«ДЛЯ»I=1«ШАГ»0«ДО»3{body});S=1;«ДЛЯ»I=5«ШАГ»S«ДО»9{body};S=0);«ВЫВ»I«КОН»"
    assert printed(program) == ["5 I=6"]


def test_a_loop_computes_its_step_and_its_end_each_time() -> None:
    program = "S=1;N=20;«ДЛЯ»I=1«ШАГ»S«ДО»N«ВЫП»(«ВЫВ»«ЗНАЧ»I,[ ];S=S+1;N=N-1)«КОН»"
    rows, i, step, end = [], 1, 1, 20
    while i <= end:
        rows.append(f"{i} ")
        step, end = step + 1, end - 1
        i += step - 1  # the step as it was when the loop began this time
    assert printed(program) == ["".join(rows)]


def test_else_belongs_to_the_nearest_if() -> None:
    program = "«ДЛЯ»I=1«Ш»1«ДО»4«ВЫП»«Е»I>1«ТО»«Е»I>2«ТО»«ВЫВ»[б]{}«ИНАЧЕ»«ВЫВ»[м];«ВЫВ»[!]«КОН»"
    assert printed(program.format("")) == printed(program.format(";")) == ["мбб!"]
    bracketed = "«ДЛЯ»I=1«Ш»1«ДО»4«ВЫП»(«Е»I>1«ТО»(«Е»I>2«ТО»(«ВЫВ»[б]))«ИНАЧЕ»(«ВЫВ»[м]))«КОН»"
    assert printed(bracketed) == ["мбб"]


def test_jumps_into_and_out_of_brackets_and_loops() -> None:
    program = (
        "I=8;«НА»3;«ДЛЯ»I=1«ШАГ»1«ДО»9«ВЫП»(3.«ВЫВ»«ЗНАЧ»I;«ЕСЛИ»I=9«ТО»(«НА»ВСЕ));"
        "«ВЫВ»[никогда];ВСЕ.«ЕСЛИ»1>2«ТО»(«ВЫВ»[нет];5.«ВЫВ»[да]);«ЕСЛИ»I=9«ТО»(I=0;«НА»5)«КОН»"
    )
    assert printed(program) == ["89да"]


def test_labels_at_closing_brackets() -> None:
    program = "«ДЛЯ»I=1«Ш»1«ДО»3«ВЫП»(«Е»I=2«ТО»(«НА»3);«ВЫВ»«ЗНАЧ»I;3.);«ВЫВ»[.];7.«КОН»"
    assert printed(program) == ["13."]


def test_rows_blanks_messages_and_arrays() -> None:
    program = (
        "«ВЫВОД»01,[ВАШ...ХОД…],«СТРОКА»2,X,«ПРОБЕЛ»3,Y,«МАССИВ»A,«СТР»,A[2,1];"
        "«ВЫВ»1«ЗНАЧЕНИЙ»X+Y,«ПР»,A[I,I]×2«ГДЕ»A[N,2]=1,-2,.5,4,;N=2;X=3;Y=-1;I=2«КОНЕЦ»"
    )
    rows = ["ВАШ ХОД ", "", "X=3   Y=-1", "A[2,2]", "1  -2", "0.5  4", "A[2,1]=0.52 8"]
    assert printed(program) == rows


def test_a_stop_ends_the_row_and_a_new_row_behind_it_is_that_end() -> None:
    """As in the first printing of Trigex, whose protocol has no blank rows."""
    program = (
        "«ВЫВ»[А];1.«ВЫВ»«СТР»,[Б],«СТР»2,[В];«ВВОД»34;«ВЫВ»[Г],«СТР»;«ВВОД»34;«ВЫВ»«СТР»2«КОН»"
    )
    rows = ["А", "Б", "", "В"]
    assert printed(program, "«НА»1") == rows + rows[1:]
    assert printed(program, "◊", "◊") == [*rows, "Г", ""]


@pytest.mark.parametrize("nothing", ["[]", "«ПР»0"])
def test_nothing_printed_makes_no_row(nothing: str) -> None:
    assert printed(f"«ВЫВ»[А],«СТР»,{nothing};«ВВОД»34;«ВЫВ»{nothing}«КОН»", "◊") == ["А"]


def test_a_message_over_several_rows_of_the_listing() -> None:
    assert printed("«ВЫВ»[ВАШ \n   ХОД\r\n А]«КОН»") == ["ВАШ ХОД А"]
    assert printed("A=1;\n\t «ВЫВ»[ВАШ\n\t  ХОД\n\t   А\n Б]«КОН»") == ["ВАШ ХОДАБ"]


@given(
    st.lists(st.text("АБ ", min_size=1, max_size=9), min_size=1, max_size=5),
    st.integers(0, 3),
    st.sampled_from(("«ВЫВ»", "A[1]=1;«ВЫВ»", "«ВЫВ»[В];«ВЫВ»")),
)
def test_a_message_broken_anywhere(parts: list[str], margin: int, before: str) -> None:
    """A row may begin with one of its blanks, as in the book's Nim, or be indented as a whole."""
    parts = [re.sub("^ +", " ", part) for part in parts]
    assume(all(part.strip() for part in parts[1:]))
    rows = (before + "[" + "\n".join(parts) + "]«ГДЕ»A[1]«КОН»").split("\n")
    text = "\n".join(" " * margin + row for row in rows)
    expected = "В" * before.count("[В]") + "".join(parts)
    assert printed(text) == [expected]
    assert printed("".join(listing(text))) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "«РАЗРЯДНОСТЬ»2.0.«ЕСЛИ»A≥B«ТО»(«ВЫВОД»C);«ГДЕ»A=2;B=1;C=7«КОНЕЦ»◊",
        "«РАЗР»2;0.«Е»A≥B«TO»(«ВЫВ»C)«ГДЕ»A=2;B=1;C=7«КОН»◇",  # Latin letters of a word
        '"разрядность"2.0."если"а>=в"то"("вывод"с);"где"а=2;в=1;с=7"конец"',  # small, Russian
        "“РАЗРДНОСТЬ”2...0.«ЕСЛ»А=>В«ТО»(«ВЫВО»01,С)«ГДЕ»А=2;;В=1;С=7;«КОНЕ»",  # slips
        "# a comment\n«РАЗР»2\n.\n0\n.«Е»A⩾B«ТО»\n(«ВЫВ»C # another\n)«ГДЕ»A=2;B=1;C=7«КОН»",
        "„РАЗР“2.„Е“A≧B„ТО“(„ВЫВ“C)„ГДЕ“A=2;B=1;C=7„КОН“",
        "”РАЗР”2.‘Е’A>=B'ТО'(‚ВЫВ‘C)‹ГДЕ›A=2;B=1;C=7《КОН》",
        "<<РАЗР>>2.<<Е>>A>=B<<TO>>(<<ВЫВ>>C)<<ГДЕ>>A=2;B=1;C=7<<КОН>>",
        "＂РАЗР＂２．＂Е＂Ａ＞＝Ｂ＂ТО＂（＂ВЫВ＂ｃ）＂ГДЕ＂Ａ＝２；Ｂ＝１；Ｃ＝７＂КОН＂",
        "«РА\xad\u200bЗР»2.\u2009«Е»A≥\u3000B\u2028«ТО»(«ВЫВ»\x85C)«ГДЕ»A=2;B=1;C=7\u2060«КОН»",
    ],
)
def test_ways_to_write_the_same(text: str) -> None:
    assert printed(text) == ["C=7"]


@pytest.mark.parametrize("sign", ["<", "≤", "<=", "=", "≠", "<>", "!=", ">", "≥", ">="])
@pytest.mark.parametrize(("a", "b"), [("1", "2"), ("2", "2"), ("2", "1.5"), ("-.5", "-.25")])
def test_relations(sign: str, a: str, b: str) -> None:
    x, y = Decimal(a), Decimal(b)
    table = {"<": x < y, "≤": x <= y, "=": x == y, "≠": x != y, ">": x > y, "≥": x >= y}
    table |= {"<=": x <= y, ">=": x >= y, "<>": x != y, "!=": x != y}
    program = f"«Е»{a}{sign}{b}«ТО»(«ВЫВ»[да])«ИНАЧЕ»(«ВЫВ»[нет])«КОН»"
    assert printed(program) == ["да" if table[sign] else "нет"]


@pytest.mark.parametrize("blank", [" ", "\n", " # a comment\n\t"])
def test_signs_of_two_characters_may_be_broken_anywhere(blank: str) -> None:
    """As at the end of a row, if somebody without the sign ≤ breaks rows as the book does."""
    text = f"<{blank}<Е>{blank}>A<{blank}=B<<ТО>>(C=2*{blank}*3);<<ВЫВ>>C<<ГДЕ>>A=1;B=1<<КОН>>"
    assert printed(text) == ["C=8"]
    assert printed(f"«Е»1<{blank}2«ТО»(«ВЫВ»[ДА])«КОН»") == ["ДА"]


@pytest.mark.parametrize("sign", ["×", "*", "·", "∙", "•", "⋅", "✕"])
def test_signs_for_times(sign: str) -> None:
    assert printed(f"«ВЫВ»«ЗНАЧ»3{sign}4—2–1−1↑2^2**1―0«КОН»") == ["8"]


@pytest.mark.parametrize("sign", ["/", ":", "÷", "∕", "∶"])
def test_signs_for_a_division(sign: str) -> None:
    assert printed(f"«ВЫВ»«ЗНАЧ»12{sign}(1+2){sign}8+1«КОН»⋄") == ["1.5"]


# stops


def test_directives() -> None:
    mir = Mir(EUCLID)
    assert mir.paper() == ["НОД=12"]
    assert mir.stop == "ВВОД"
    mir.directive("«ВЫП»A=91;B=35;«НА»1«КОН»◊")
    assert mir.paper() == ["НОД=7"]
    with pytest.raises(Error):
        mir.directive("«ВЫП»A=;«НА»1«КОН»")
    mir.directive("◊A=B×4;«НА»1")  # after an error, without the words around it
    assert mir.paper() == ["НОД=7"]
    assert mir.paper() == []  # on behind the stop: the end
    assert mir.stop == "КОНЕЦ"
    mir.directive("«ВЫП»C=5;«ВЫВ»C«КОН»")  # without «НА» the machine stops there again
    assert mir.paper() == ["C=5"]
    assert mir.stop == "КОНЕЦ"
    mir.directive("«ВЫВ»«ЗНАЧ»C+1«КОН»")  # it knows that name now
    assert mir.paper() == ["6"]
    assert mir.paper() == []


def test_a_directive_may_have_the_other_letter_for_l() -> None:
    """As the book prints the moves of Nim: the names of the program decide."""
    program = "L=0;LL=1;«ВВОД»34;L5.«ВЫВ»L,[ ],LL{};«ВВОД»34«КОН»"
    assert printed(program.format(""), "«ВЫП»Л=2;ЛЛ=Л+1;«НА»Л5«КОН»◊") == ["L=2 LL=3"]
    both = program.format(",[ ],Л;Л5.Л=0").replace("L=0;", "L=0;Л=7;", 1)
    assert printed(both, "«ВЫП»Л=2;«НА»L5«КОН»◊") == ["L=0 LL=1 Л=2"]
    assert printed(both, "«ВЫП»Л=2;«НА»Л5«КОН»◊", "«ВЫП»«ВЫВ»Л«КОН»◊") == ["Л=0"]
    # a name of the directive's own, and an error of the program
    assert printed("«ВВОД»34«КОН»", "«ВЫП»Л=2;L=3;«ВЫВ»Л,L«КОН»◊") == ["Л=2L=3"]
    assert fault("L=1;A=Л«КОН»").met == "Л"
    assert fault("L5.A=1;«НА»Л5«КОН»").kind == "label"


def test_a_directive_with_data() -> None:
    program = "«ВВОД»34;2.«ВЫВ»«ЗНАЧ»Σ(I=1,3,F(X[I]));«СТОП»«ГДЕ»X[3];F(X)=X«КОН»"
    mir = Mir(program)
    assert mir.paper() == []
    mir.directive("«ВЫП»A=A;«НА»2«ГДЕ»X[3]=1,2,3,«КОН»◊")
    assert mir.paper() == ["6"]
    assert mir.stop == "СТОП"
    mir.directive("«ВЫП»X[2]=5;«НА»2«ГДЕ»F(X)=X×X«КОН»◊")
    assert mir.paper() == ["35"]
    mir.directive("«ВЫП»«НА»2«КОН»")  # the new function stays
    assert mir.paper() == ["35"]


def test_a_directive_gives_an_array_with_as_many_indexes() -> None:
    program = "«ВВОД»34;1.«ВЫВ»«ЗНАЧ»X[2],[ ],Y[1,2];«ВВОД»34«ГДЕ»X[2]=1,2;Y[1,2]=3,4«КОН»"
    for data, got in (("X[2,2]=1,2,3,4", "X: 2"), ("Y[2]=1,2", "Y: 1")):
        error = fault(program, f"«ВЫП»«НА»1«ГДЕ»{data}«КОН»")
        assert (error.kind, error.met, error.directive) == ("indexes", got, True)
    assert printed(program, "«НА»1«ГДЕ»X[3]=5,6,7;Y[2,3]=1,2,3,4,5,6;Z[1,1]=0") == ["6 2"]


@pytest.mark.parametrize("sizes", ["12", "K", "3,4", "2,K/2", "Σ(I=1,3,4)", "+12", "F(2)×6"])
def test_more_values_than_an_array_has_room_for(sizes: str) -> None:
    """The book gives 14 values for X1[12]. With sizes in figures the directive is refused, and
    the machine still waits.
    """
    program = f"K=12;«ВВОД»34;2.«ВЫВ»«ЗНАЧ»K;«ВВОД»34«ГДЕ»F(X)=X;X1[{sizes}];K=12«КОН»"
    directive = f"«ВЫП»A=A;«НА»2«ГДЕ»X1[{sizes}]=1,0,1,0,0,0,1,1,1,1,1,0{{}},«КОН»◊"
    mir = Mir(program)
    mir.paper()
    with pytest.raises(Error) as caught:
        mir.directive(directive.format(",0,0"))
        if not sizes.replace(",", "").isdigit():
            mir.paper()
    error = caught.value
    assert (error.kind, error.met, error.allowed, error.directive) == ("values", "13", "12", True)
    assert error.sign == directive.index("{") + 2
    if sizes.replace(",", "").isdigit():
        mir.directive(directive.format(""))
        assert mir.paper() == ["12"]


def test_instead_changes_the_text_and_starts_again() -> None:
    program = (
        "«ЕСЛИ»M=1«ТО»(«ВЫВ»[один])«ИНАЧЕ»(«ВЫВ»[не один]);«ВЫВ»K;«ВВОД»34;K=K+1«ГДЕ»M=1;K=1«КОН»"
    )
    mir = Mir(program)
    assert mir.paper() == ["одинK=1"]
    mir.directive("«ВЫП»K=9«КОН»")
    assert mir.paper() == []
    mir.directive("«ВМЕСТО» M = 1 «ЗАПИСАТЬ» M=2 ◊")  # the item of the data, not the condition
    assert mir.paper() == ["не одинK=1"]
    assert "«ГДЕ» M=2 ;" in mir.machine.program.text
    for wrong in (
        "«ВМЕСТО»M=7«ЗАП»M=2◊",
        "«ВМЕСТО»M«ЗАП»N◊",
        "«ВМЕСТО»M=2",
        "«ВМЕСТО»K=1«ЗАП»K=◊",
        "«ВМЕСТО»M=2«ЗАП»M=3◊«НА»1",
    ):
        with pytest.raises(Error):
            mir.directive(wrong)
    mir.directive("«ВЫП»K=4;«ВЫВ»K«ГДЕ»«КОН»")
    assert mir.paper() == ["K=4"]


def test_instead_passes_over_messages() -> None:
    """Quotes and # mean nothing there; a message is found and written as a whole."""
    program = "«ВЫВОД»01[ИГРА «НИМ» # 1],A[1],M;«ВВОД»34«ГДЕ»M=1;A[1]=7«КОНЕЦ»◊"
    mir = Mir(program)
    assert mir.paper() == ["ИГРА «НИМ» # 1A[1]=7M=1"]
    mir.directive("«ВМЕСТО»M=1«ЗАПИСАТЬ»M=2◊")
    assert mir.paper() == ["ИГРА «НИМ» # 1A[1]=7M=2"]
    mir.directive("«ВМЕСТО»[ИГРА...«НИМ»...#...1]«ЗАПИСАТЬ»[П'ЯТЬ # ]◊")
    assert mir.paper() == ["П'ЯТЬ # A[1]=7M=2"]
    mir.directive("«ВМЕСТО»A[1]=7«ЗАПИСАТЬ»A[1]=8◊")
    assert mir.paper() == ["П'ЯТЬ # A[1]=8M=2"]
    with pytest.raises(Error, match="replace"):
        mir.directive("«ВМЕСТО»ЯТЬ«ЗАПИСАТЬ»ШІСТЬ◊")


def test_a_fault_of_a_directive_with_a_function() -> None:
    error = fault("«ВВОД»34;1.«ВЫВ»A«КОН»", "«ВЫП»A=1/0;«НА»1«ГДЕ»G(X)=X«КОН»◊")
    assert (error.kind, error.directive, error.row, error.sign) == ("division", True, 1, 9)


def test_a_function_that_stays_names_its_own_place() -> None:
    mir = Mir("«ВВОД»34;1.«ВЫВ»«ЗНАЧ»A/B;«ВВОД»34«КОН»")
    mir.paper()
    mir.directive("«ВЫП»A=1;B=1;«НА»1«ГДЕ»G(X)=12/X«КОН»◊")
    assert mir.paper() == ["1"]
    mir.directive("«ВЫП»A=G(4);B=3;«НА»1«ГДЕ»H(X)=X«КОН»◊")
    assert mir.paper() == ["1"]
    mir.directive("«ВЫП»\nA=G(0)«КОН»◊")
    with pytest.raises(Error) as caught:
        mir.paper()
    assert (caught.value.kind, caught.value.directive) == ("division", True)
    assert (caught.value.row, caught.value.sign) == (1, 31)


def test_a_fault_of_the_program_behind_a_directive_with_a_function() -> None:
    mir = Mir("«ВВОД»34;\n1.«ВЫВ»«ЗНАЧ»A/B«КОН»")
    mir.paper()
    mir.directive("«ВЫП»A=1;B=0;«НА»1«ГДЕ»G(X)=X«КОН»◊")
    with pytest.raises(Error) as caught:
        mir.paper()
    assert (caught.value.kind, caught.value.directive) == ("division", False)
    assert (caught.value.row, caught.value.sign) == (2, 15)


def test_the_data_have_the_digits_with_which_the_program_begins() -> None:
    assert printed("«РАЗР»20.«ВЫВ»P«ГДЕ»P=1/3«КОН»") == ["P=0.33333333333333333333"]
    assert printed("«РАЗР»2.«ВЫВ»P«ГДЕ»P=100+28«КОН»") == ["P=120"]
    assert printed("«ВЫВ»P;«РАЗР»2.«ВЫВ»P«ГДЕ»P=1/3«КОН»") == ["P=0.333333P=0.333333"]
    text = "«РАЗР»10.«ВЫВ»«МАС»A«ГДЕ»A[2]=1/3,123456+7654321«КОН»"
    assert printed(text) == ["A[2]", "0.3333333333  7777777"]
    assert printed("«РАЗР»2.«ВВОД»34«КОН»", "«ВЫП»P=100+28;«ВЫВ»P«КОН»") == ["P=120"]


def test_a_variable_of_the_data_may_need_an_array_before_it() -> None:
    program = "«ВЫВ»S,[ ],N,«МАС»A«ГДЕ»K=3;B[K]=1,2,3;S=Σ(I=1,K,B[I])/2;N=S-1;A[N]=F(B[1]/2),N,{}"
    assert printed(program.format("") + "«КОН»") == ["S=3 N=2", "A[2]", "0.5  2"]
    assert printed(program.format(";F(X)=X×K;C=A[1]") + "«КОН»") == ["S=3 N=2", "A[2]", "1.5  2"]
    given = "«ВВОД»34;«ВЫВ»C«ГДЕ»B[2]=1,2«КОН»"
    assert printed(given, "«ВЫП»«ГДЕ»B[2]=5,6;C=B[1]«КОН»") == ["C=5"]
    assert printed(given, "«ВЫП»«ГДЕ»C=B[1];B[2]=5,6«КОН»") == ["C=1"]
    # a size behind such a variable, and an array of the program
    assert printed("«ВЫВ»C,A[2]«ГДЕ»B[1]=7;A[N]=5,6;C=B[1];N=2«КОН»") == ["C=7A[2]=6"]
    assert printed(given, "«ВЫП»«ГДЕ»A[C]=5;C=B[1]+1;B[2]=7,8«КОН»") == ["C=2"]
    # through a function and another variable
    assert printed("«ВЫВ»D«ГДЕ»B[1]=7;G(X)=X+B[1];C=G(1);D=C×2«КОН»") == ["D=16"]


def test_numbers_with_more_digits_than_asked_for() -> None:
    """Those of the text, and results from before a shorter «РАЗРЯДНОСТЬ»."""
    long = "P=3.141592653589793;«ВЫВ»«ЗНАЧ»P+1,«СТР»;«ЕСЛИ»P>3«ТО»(«ВЫВ»[ДА]);"
    assert printed(long + "«ЕСЛИ»P=P«ТО»(«ВЫВ»[ДА])«КОН»") == ["4.14159", "ДАДА"]
    assert printed("«РАЗР»20.A=1/3;«РАЗР»3.«ВЫВ»«ЗНАЧ»A+1,«ПРО»,A-A«КОН»") == ["1.33 0"]


def test_a_sign_and_abs_keep_all_digits_and_a_whole_quotient_does_not() -> None:
    signs = "«РАЗР»2.«ВЫВ»«ЗНАЧ»X,[ ],-X,[ ],ABS(X),[ ],-12345,[ ],X+0«ГДЕ»X=-3.14159«КОН»"
    assert printed(signs) == ["-3.14159 3.14159 3.14159 -12345 -3.2"]
    results = "12345/1,[ ],256/2,[ ],100+28,[ ],-12345/5,[ ],(-12345)/1"
    assert printed(f"«РАЗР»2.«ВЫВ»«ЗНАЧ»{results}«КОН»") == ["12000 120 120 -2500 -13000"]


def test_letters_that_look_alike() -> None:
    """Also the Ukrainian, Serbian and Greek ones, small letters, and П for Π."""
    assert printed("І=1;«ВЫВ»I;Ј=2;«ВЫВ»J;ѕ=3;«ВЫВ»S;ё=4;«ВЫВ»Ё«КОН»") == ["I=1J=2S=3Ё=4"]
    assert printed("Γ[1]=7;Α=Г[1];«ВЫВ»A,Φ«ГДЕ»Г[1];Ф=1«КОН»") == ["A=7Ф=1"]
    assert printed("«ВЫВ»«ЗНАЧ»Ε(2.5)+σ(Ι=1,3,I)«КОН»") == ["8"]  # 2 + 1 + 2 + 3
    assert printed("«ВЫВ»«ЗНАЧ»П(I=1,5,I)«КОН»") == ["120"]
    assert printed("«ВЫВ»«ЗНАЧ»П(4)+П«ГДЕ»П(X)=X×X;П=1«КОН»") == ["17"]


def test_a_program_without_end_goes_on_in_slices() -> None:
    for endless in ("1.«НА»1«КОН»", "«ДЛЯ»I=1«Ш»0«ДО»1«ВЫП»();«КОН»", "A=Σ(I=1,10↑6000,0)«КОН»"):
        with pytest.raises(Failed, match="no stop within 20000 operations"):
            Mir(endless, steps=20000).paper()
    machine = almir.Machine(almir_compiler.compile("1.A=1;«НА»1«КОН»"))
    machine.slice = 1
    run = machine.run()
    places = []
    for _ in range(4):
        assert next(run) is None
        places.append(machine.statement())
    assert places == [1, 2, 1, 2]
    assert machine.value("A") == "1"


def test_a_long_statement_lets_others_in() -> None:
    machine = almir.Machine(almir_compiler.compile("A=Σ(I=1,10↑9,0)«КОН»"))
    machine.slice = 1
    run = machine.run()
    within = []
    for _ in range(5):
        assert next(run) is None
        within.append(machine.within)
    assert within == [False, True, True, True, True]
    machine = almir.Machine(
        almir_compiler.compile("«РАЗР»2000.A=√2;B[1]=A;B[2]=A;«ВЫВ»«МАС»B«ГДЕ»B[2]«КОН»")
    )
    events = list(machine.run())
    assert events.index("B[2]") < events.index(None, events.index("B[2]"))
    for expression in ("√2+√3+√5+√7", "1/3+1/7+1/9", "X×X×X×X", "Y×Y×Y"):
        machine = almir.Machine(
            almir_compiler.compile(f"«РАЗР»1000.A={expression}«ГДЕ»X=1.5;Y=10↑900«КОН»")
        )
        assert list(machine.run()).count(None) >= 2, expression


def test_a_row_does_not_grow_for_ever() -> None:
    machine = almir.Machine(almir_compiler.compile("1.«ВЫВ»[AB];«НА»1«КОН»"))
    for _, event in zip(range(2000), machine.run(), strict=False):
        if event is not None:
            assert event == "AB" * 1001
            return
    raise AssertionError("the row has no end")


def test_thousands_of_directives_take_no_more_memory() -> None:
    mir = Mir("1.«ВВОД»34;«НА»1«КОН»")
    sizes = []
    for _ in range(100):
        mir.paper()
        mir.directive("«ВЫП»T=6;P=0.5;«ВЫВ»[A];«НА»1«КОН»")
        sizes.append((len(mir.machine.slots), len(mir.machine.program.strings)))
    assert sizes[0] == sizes[-1]


def test_functions_of_directives_do_not_outgrow_a_place_in_the_code() -> None:
    """They stay, and a place is a word of 16 bits. Each takes about 3,000 words."""
    mir = Mir("1.«ВВОД»34;«НА»1«КОН»")
    directive = f"«НА»1«ГДЕ»G(X)={'√1+' * 730}X«КОН»"
    for taken in range(100):
        mir.paper()
        try:
            mir.directive(directive)
        except Error as error:
            assert error.kind == "full" and error.directive
            assert 15 < taken < 30
            return
    raise AssertionError("there is always room")


def test_the_largest_number() -> None:
    """8.23049×10↑9999 is 2↑33219, and twice that has a power of ten above 9999."""
    with decimal.localcontext(prec=6, rounding=decimal.ROUND_FLOOR, Emax=99999):
        digits = Decimal(2**33219)
        expected = f"{(digits + 0).scaleb(-9999)}×10↑9999"
    assert printed("«ВЫВ»«ЗНАЧ»2↑33219«КОН»") == [expected]
    assert printed("«ВЫВ»«ЗНАЧ»10↑9999«КОН»") == ["1×10↑9999"]
    assert printed("«ВЫВ»«ЗНАЧ»0.012⏨9999+0.00⏨9999«КОН»") == ["1.2×10↑9997"]
    for large in ("10↑9999×10", "5⏨9999+5⏨9999", "10↑10000", "-2↑33219×2", "12⏨9999"):
        assert fault(f"A={large}«КОН»").kind == "too large"


# errors


@pytest.mark.parametrize(
    ("text", "kind", "statement", "row", "sign", "met", "allowed"),
    [
        ("A=1;\nB=(2+3;C=1«КОН»", "bracket", 2, 2, 7, ";", ")"),
        ("A=1;B[1,A«КОН»", "bracket", 2, 1, 10, "«КОН»", "]"),
        ("A=1\nB=2«КОН»", "sign", 1, 2, 1, "B", ";"),
        ("«ЕСЛИ»A«ТО»B=1«КОН»", "sign", 1, 1, 8, "«ТО»", "< ≤ = ≥ > ≠"),
        ("«ЕСЛИ»A<1(B=1)«КОН»", "sign", 1, 1, 10, "(", "«ТО»"),
        ("«ДЛЯ»I=1«ДО»3«ВЫП»A=1«КОН»", "sign", 1, 1, 9, "«ДО»", "«ШАГ»"),
        ("A=1;«ВОД»34«КОН»", "word", 1, 1, 5, "«BOД»", ""),
        ("«В»A«КОН»", "word", 0, 1, 1, "«B»", ""),
        ("«ВЫВ«КОН»", "bracket", 0, 1, 1, "«BЫB", "»"),
        ("A=1;«ВЫВ A;B=2", "bracket", 1, 1, 5, "«BЫBA;B=2", "»"),
        ("A=1;«ГРАФИК»A«КОН»", "not our word", 1, 1, 5, "ГРАФИК", ""),
        ("«ВЫВ»[начало«КОН»", "message", 1, 1, 6, "[", "]"),
        ("«РАЗР»4001.«КОН»", "digits", 1, 1, 7, "4001", "1…4000"),
        ("«РАЗР».«КОН»", "number", 1, 1, 7, ".", "1…4000"),
        ("«РАЗР»0.«КОН»", "digits", 1, 1, 7, "0", "1…4000"),
        ("«ВЫВ»«МАС»A[2]«ГДЕ»A[2]=1,2«КОН»", "sign", 1, 1, 12, "[", ", ;"),
        ("«ВЫВ»[X],«СТР»N«ГДЕ»N=2«КОН»", "number", 1, 1, 15, "N", "1…999"),
        ("«ВЫВ»[X],«ПРО»(2)«КОН»", "number", 1, 1, 15, "(", "1…999"),
        ("«НА»L«КОН»", "label", 1, 1, 5, "L", "—"),
        ("A=.;B=1«КОН»", "number", 1, 1, 3, ".", "0…9"),
        ("«НА»3;«ДЛЯ»I=1«Ш»1«ДО»9«ВЫП»3.A=1«КОН»", "no value", 3, 1, 12, "I", ""),
        ("I=1;«НА»3;«ДЛЯ»I=1«Ш»A«ДО»9«ВЫП»3.A=1«КОН»", "no value", 4, 1, 16, "«ШАГ»", ""),
        ("«РАЗР»123456789.«КОН»", "digits", 1, 1, 7, "123456789", "1…4000"),
        ("A=1⏨10000«КОН»", "number", 1, 1, 3, "⏨10000", "⏨9999"),
        ("A=1⏨-99999«КОН»", "number", 1, 1, 3, "⏨99999", "⏨9999"),
        ("A=2↑999999999«КОН»", "too large", 1, 1, 4, "", ""),
        ("A=2↑33220«КОН»", "too large", 1, 1, 4, "", ""),
        ("A=EXP(10↑9)«КОН»", "too large", 1, 1, 3, "", ""),
        ("A=SIN(10↑30)«КОН»", "too large", 1, 1, 3, "", ""),
        ("A=1«ГДЕ»B[10↑9]«КОН»", "size", 0, 1, 9, "B[1×10↑9]", "1…20000"),
        ("A=1«ГДЕ»B[1];C=B[1]«КОН»", "no value", 0, 1, 14, "", ""),
        ("A=1«ГДЕ»C=B[1];B[1]=5«КОН»", "no value", 0, 1, 11, "B", ""),
        ("A=1«ГДЕ»B[D[1]]=1;D[1]=1«КОН»", "no value", 0, 1, 11, "D", ""),
        ("1.A=1;1.B=2«КОН»", "twice", 1, 1, 7, "1", ""),
        ("«НА»7;7L.A=1«КОН»", "sign", 1, 1, 8, "L", "."),
        ("A=1;\n93\nB=2«КОН»", "sign", 1, 3, 1, "B", "."),
        ("A=1;«НА»7;L.B=1«КОН»", "label", 2, 1, 9, "7", "L"),
        ("A=КУБ(2)«КОН»", "function", 1, 1, 3, "KYБ", "ABS F ε √ EXP LN SIN COS ARCTG"),
        ("A=ABS(1,2)«КОН»", "arguments", 1, 1, 3, "ABS: 2", "1"),
        ("A=B[1]«КОН»", "array", 1, 1, 3, "B", ""),
        ("A=B[1]«ГДЕ»B[2,2]«КОН»", "indexes", 1, 1, 3, "B: 1", "2"),
        ("A=1«ГДЕ»B[2]=1,2,3«КОН»", "values", 0, 1, 18, "3", "2"),
        ("A=1«ГДЕ»B[0]«КОН»", "size", 0, 1, 9, "B[0]", "1…20000"),
        ("A=1«ГДЕ»B[2,0]=1«КОН»", "size", 0, 1, 9, "B[2,0]", "1…20000"),
        ("A=1«ГДЕ»B[3]=1,,3«КОН»", "sign", 0, 1, 16, ",", "1 A ("),
        ("A=1«ГДЕ»B[2.5]«КОН»", "size", 0, 1, 9, "B[2.5]", "1…20000"),
        ("A=1«ГДЕ»B=C«КОН»", "no value", 0, 1, 11, "C", ""),
        ("A=1;C=A+\nB+1«КОН»", "no value", 2, 2, 1, "B", ""),
        ("«ВЫВ»B«КОН»", "no value", 1, 1, 6, "B", ""),
        ("C=B[1]+1«ГДЕ»B[1]«КОН»", "no value", 1, 1, 7, "", ""),
        ("A=1+G(2,Z)«ГДЕ»G(X,Y)=X+Y«КОН»", "no value", 1, 1, 9, "Z", ""),
        ("A=1+G(B[1])«ГДЕ»G(X)=X;B[1]«КОН»", "no value", 1, 1, 5, "", ""),
        ("A=H(1)«ГДЕ»G(X)=X×Q;H(X)=X+W«КОН»", "no value", 0, 1, 28, "W", ""),
        ("A=H(1)«ГДЕ»G(X)=X×Q;H(X)=X+B[X];B[1]«КОН»", "no value", 0, 1, 27, "", ""),
        ("A=3;B[A+2]=1«ГДЕ»B[4]«КОН»", "index", 2, 1, 5, "B[5]", "1…4"),
        ("A=B[1.5]«ГДЕ»B[4]=1,1,1,1«КОН»", "index", 1, 1, 3, "B[1.5]", "1…4"),
        ("A=B[1,0]«ГДЕ»B[4,2]«КОН»", "index", 1, 1, 3, "B[1,0]", "1…4, 1…2"),
        ("«ВЫВ»B[7]«ГДЕ»B[4]«КОН»", "index", 1, 1, 6, "B[7]", "1…4"),
        ("A=1;\nB=1/(A-1)«КОН»", "division", 2, 2, 4, "", ""),
        ("A=√-1«КОН»", "root", 1, 1, 3, "", ""),
        ("A=10↑9999×10↑9999«КОН»", "too large", 1, 1, 10, "", ""),
        ("A=F(1)«ГДЕ»F(X)=F(X)«КОН»", "deep", 0, 1, 19, "", ""),
        ("«ВЫВ»A+1«ГДЕ»A=1«КОН»", "name", 1, 1, 6, "A+1", "«ЗНАЧЕНИЙ»"),
        ("A=1", "sign", 0, 1, 4, "", "«КОНЕЦ»"),
        ("A=1«КОН»◊B=2", "sign", 0, 1, 10, "B", "◊"),
        ("A=1)«КОН»", "sign", 1, 1, 4, ")", ";"),
        ("«ЕСЛИ»A<1«ТО»(A=1«КОН»", "bracket", 2, 1, 18, "«КОН»", ")"),
    ],
)  # fmt: skip
def test_errors_name_place_and_remedy(
    text: str, kind: str, statement: int, row: int, sign: int, met: str, allowed: str
) -> None:
    error = fault(text)
    got = (error.kind, error.statement, error.row, error.sign, error.met, error.allowed)
    assert got == (kind, statement, row, sign, met, allowed)
    assert not error.directive
    assert kind in MESSAGES
    assert told(error)


def test_errors_in_a_directive() -> None:
    error = fault(EUCLID, "«ВЫП»A=1/0;«НА»1«КОН»")
    assert (error.kind, error.directive, error.row, error.sign) == ("division", True, 1, 9)
    error = fault(EUCLID, "«ВЫП»«НА»77«КОН»")
    assert (error.kind, error.directive, error.met, error.allowed) == ("label", True, "77", "1")
    error = fault(EUCLID, "«ВЫП»A=C;«НА»1«КОН»")
    assert (error.kind, error.directive, error.sign) == ("no value", True, 8)


@given(st.text("«»АБ12ДЛЯЕСЛИТОВЫНГК.;,()[]=+-×/↑<>ΣεABFIN◊#\n…", max_size=60))
def test_any_text_is_a_program_or_an_error_within_it(text: str) -> None:
    try:
        program = almir_compiler.compile(text)
    except Error as error:
        assert error.kind in MESSAGES
        assert 1 <= error.row <= text.count("\n") + 1
        assert 1 <= error.sign <= len(text) + 1
        assert told(error)
    else:
        machine = almir.Machine(program)
        try:
            for _, event in zip(range(50), machine.run(), strict=False):
                assert event is None or isinstance(event, str | almir.Stop)
        except Error as error:
            assert error.kind in MESSAGES


def test_names_in_a_statement_are_not_those_of_its_messages() -> None:
    """A message may have any signs, also quotes that begin no word."""
    statement = '«ВЫВОД»01[ИГРА «НИМ» # 1],A[I+1],[5<6 "B],C1,H [J,\nI],«МАС»D'
    assert almir_text.names_in(statement) == ["A", "I", "C1", "H", "J", "D"]


def test_an_error_names_at_most_twenty_labels() -> None:
    labels = ";".join(f"L{number:03}.A=1" for number in range(400))
    known = fault(f"{labels};«НА»X«КОН»").allowed.split(" ")
    assert known == [f"L{number:03}" for number in range(20)] + ["…"]


def test_half_a_directive_is_none() -> None:
    """The book breaks a long one behind a comma."""
    program = "«ВВОД»34;2.«ВЫВ»«ЗНАЧ»Σ(I=1,3,X[I]);«СТОП»«ГДЕ»X[3]=7,8,9«КОН»"
    error = fault(program, "«ВЫП»«НА»2«ГДЕ»X[3]=1,◊")
    assert (error.kind, error.allowed) == ("sign", "1 «КОНЕЦ»")
    assert printed(program, "«ВЫП»«НА»2«ГДЕ»X[3]=1,2,\n3,«КОН»◊") == ["6"]


def test_no_nesting_overflows_the_stack() -> None:
    deep = 20000
    error = fault("A=" + "(" * deep + "1" + ")" * deep + "«КОН»")
    assert error.kind == "text"
    inner = "(" * 140 + "1+" * 3 + "1" + ")" * 140
    assert printed(f"«ВЫВ»«ЗНАЧ»{inner}«КОН»") == ["4"]
    assert fault("A=" + "1+(" * 200 + "1" + ")" * 200 + "«КОН»").kind == "deep"
    assert fault("A=" + "-" * 25000 + "1«КОН»").kind == "deep"
    loops = "«ДЛЯ»I=1«Ш»1«ДО»1«ВЫП»(" * 500
    assert printed(loops + "«ВЫВ»[да]" + ")" * 500 + "«КОН»") == ["да"]


@pytest.mark.parametrize("depth", range(15, 30))
def test_the_stack_grows_at_any_operation(depth: int) -> None:
    """It begins with place for 20 values; each of these programs needs a few more or less."""
    for number in ("1", "1.5"):
        deep = f"{number}+(" * depth + "%s" + ")" * depth
        value = Decimal(number) * depth
        for inner, its in (
            (number, Decimal(number)),
            ("Σ(I=1,2,I)", 3),
            ("G(2,3)", 5),
            ("B[1]", 7),
            ("-C", Decimal("-0.5")),
        ):
            text = f"B[1]=7;A={deep % inner};«ВЫВ»A;"
            text += f"«ЕСЛИ»0<{deep % inner}«ТО»(«ВЫВ»[ДА])"
            text += "«ГДЕ»B[1];C=0.5;G(X,Y)=X+Y«КОН»"
            assert printed(text) == [f"A={value + its:f}".removesuffix(".0") + "ДА"]
    assert fault(f"«ВЫВ»«ЗНАЧ»G({depth})«ГДЕ»G(X)=1+G(X+1)«КОН»").kind == "deep"


def test_each_kind_of_error_has_a_message() -> None:
    raised = re.compile(r'(?:Error|Trouble|error)\("([a-z ]+)"|fail\([^\n]*, "([a-z ]+)"\)')
    kinds = set()
    for path in Path(almir.__file__).parent.glob("almir*.py"):
        for one, other in raised.findall(path.read_text("utf-8")):
            kinds.add(one or other)
    assert len(kinds) > 25
    assert kinds <= set(MESSAGES)
    assert kinds >= set(MESSAGES) - {"bracket", "sign"}, set(MESSAGES) - kinds


WORDS = {
    "РАЗРЯДНОСТЬ": "_DIGITS", "ДЛЯ": "_FOR", "ШАГ": "_STEP", "ДО": "_UNTIL", "ВЫПОЛНИТЬ": "_DO",
    "ЕСЛИ": "_IF", "ТО": "_THEN", "ИНАЧЕ": "_ELSE", "НА": "_GO", "ВЫВОД": "_OUTPUT",
    "ВВОД": "_INPUT", "СТРОКА": "_LINE", "ПРОБЕЛ": "_BLANK", "ЗНАЧЕНИЙ": "_VALUES",
    "МАССИВ": "_ARRAY", "СТОП": "_HALT", "ГДЕ": "_WHERE", "КОНЕЦ": "_END",
    "ВМЕСТО": "_INSTEAD", "ЗАПИСАТЬ": "_WRITE",
}  # fmt: skip
"""The service words, and the constants with their places."""


def test_compiler_and_machine_have_the_same_constants() -> None:
    """The operations as the machine has them, and the service words' places."""
    assert tuple(WORDS) == almir_text.WORDS
    known = vars(almir) | {name: place for place, name in enumerate(WORDS.values())}
    others = {"_TESTS", "_OFTEN", "_KNOWN", "_FEW", "_OPERATIONS", "_MINUS", "_PREFIX", "_NESTED"}
    for module in (almir_compiler, almir_formulas, almir_edit):
        names = {name for name in vars(module) if name[0] == "_" and name.isupper()} - others
        for name in names:
            assert vars(module)[name] == known[name], (module, name)


# the memory


def test_a_sign_and_a_service_word_take_a_cell_each() -> None:
    # counted by hand: 1 . «ЕСЛИ» A < B «ТО» ( B = B - A ; «НА» 1 ) ; is 18
    text = "1.«ЕСЛИ»A<B«ТО»(B=B-A;«НА»1);"
    assert almir_compiler.compile(text + "«КОНЕЦ»").cells == 19
    assert almir_compiler.compile("A = ABS ( B )\n«КОН» ◊").cells == 8
    assert almir_compiler.compile("«ВЫВ»[ДА...НЕТ]«КОН»").cells == 10
    assert cells("A=1«ГДЕ»B[N,2];N=3;C[2]=1,2«КОН»") == (24, 8)
    assert cells("A=1«ГДЕ»B=SIN(1);G(X)=EXP(X)«КОН»") == (21, 0)


def test_a_full_memory() -> None:
    program = almir_compiler.compile("A=1«ГДЕ»B[64,64]«КОН»")
    assert [stop.word for stop in almir.Machine(program).run()] == ["КОНЕЦ"]
    with pytest.raises(Error) as caught:
        list(almir.Machine(program, memory=almir_code.CELLS).run())
    assert (caught.value.kind, caught.value.met) == ("memory", str(4096 + 13))
    arrays = ";".join(f"B{index}[20000]" for index in range(6))
    with pytest.raises(Error) as caught:
        list(almir.Machine(almir_compiler.compile(f"A=1«ГДЕ»{arrays}«КОН»")).run())
    assert (caught.value.kind, caught.value.allowed) == ("memory", "100000")
    long = almir_compiler.compile("«ВЫВ»[" + "А" * 4096 + "]«КОН»")
    with pytest.raises(Error, match="memory"):
        list(almir.Machine(long, memory=almir_code.CELLS).run())


@pytest.mark.parametrize("kib", [160, 70])
@pytest.mark.parametrize(
    "text",
    [
        "A=1;" * 990 + "«КОН»",
        "«ЕСЛИ»1=1«ТО»(" * 250 + "A=1" + ")" * 250 + "«КОН»",
        ";".join(f"ЖЖЖA{index}={index}" for index in range(300)) + "«КОН»",
    ],
    ids=["statements", "brackets", "names"],
)
def test_a_long_text_in_little_memory(unix: Path, text: str, kib: int) -> None:
    """Its small objects do not fragment the heap; where it is too small, the error says so."""
    code = (
        "import sys\n"
        "from teletype.engines import almir_compiler\n"
        "try: print(len(almir_compiler.compile(sys.stdin.read()).text))\n"
        "except Exception as error: print(error, error.row, error.sign > 1)\n"
    )
    result = subprocess.run(
        [unix, "-X", f"heapsize={kib}k", "-c", code],
        env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        input=text,
        capture_output=True,
        text=True,
    )
    assert result.stdout.splitlines()[-1:] == [str(len(text)) if kib == 160 else "full 1 True"]


def test_the_service_words_by_their_first_letters() -> None:
    """They are written out; each is the word as the typewriter has it."""
    assert tuple(almir_text.folded(word)[:3] for word in almir_text.WORDS) == almir_text._KEYS
