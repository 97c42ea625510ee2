# SPDX-License-Identifier: MIT
"""The program `mir`: our own programs, heads, answers, errors and the command line."""

import itertools
from pathlib import Path

import pytest

from host_tools.sessions import mir
from host_tools.usage import WrongUsage
from teletype.core.request import Malformed, working
from teletype.core.session import Session
from teletype.engines import almir_code, almir_compiler
from teletype.programs import catalogue
from teletype.programs.mir import head, library
from tests.helpers.command import call
from tests.helpers.paper import answered

NAMES = [name for name, *_ in library.PROGRAMS]


def paper(line: str, *answers: str) -> list[str]:
    """Return what a session prints until it waits and there is no answer left."""
    return answered(catalogue.load("mir"), line, *answers)


# our own programs; the expectations are computed here


def test_the_presets_are_the_programs() -> None:
    """They stand twice: as constants neither takes memory."""
    presets = catalogue.load("mir").PRESETS
    assert list(presets) == [f"program={name}" for name in NAMES]


def test_there_are_at_least_eight() -> None:
    assert len(NAMES) >= 8
    for name, text, cells in library.PROGRAMS:
        assert sum(mir.cells(text)) == cells, name
        assert "Ё" not in text and "Ъ" not in text, f"{name}: a MIR has no such letter"


def test_euclid() -> None:
    assert paper("", "1071 462", "9999 1", "«ВЫП»A=17;B=17;«НА»1«КОН»") == [
        "НОД=12", "НОД=21", "НОД=1", "НОД=17",
    ]  # fmt: skip


def test_primes() -> None:
    found = [n for n in range(2, 1501) if all(n % d for d in range(2, int(n**0.5) + 1))]
    rows = paper("program=primes", "1500")[6:]
    assert rows[0] == "ПРОСТЫЕ ЧИСЛА ДО 1500"
    assert [int(word) for row in rows[1:-1] for word in row.split()] == found
    assert rows[-1] == f"ВСЕГО {len(found)}"


def test_factorials() -> None:
    product = 1
    for n in range(2, 201):
        product *= n
    assert paper("program=factorial", "0", "1", "200")[1:] == ["0!=1", "1!=1", f"200!={product}"]


def test_roots_are_cut_off() -> None:
    rows = [row.split() for row in paper("program=roots", "2")[12:]]
    assert rows[0] == ["2", "4", "1.41421"]  # 1.414213…
    assert rows[4] == ["6", "36", "2.44948"]  # 2.449489…
    assert [int(n) ** 2 for n, *_ in rows] == [int(square) for _, square, _ in rows]


def test_perfect_numbers() -> None:
    rows = paper("program=perfect")
    for row in rows[1:]:
        number, _, divisors = row.partition("=")
        assert sum(map(int, divisors.split("+"))) == int(number)
    assert [row.partition("=")[0] for row in rows[1:]] == ["6", "28", "496"]


@pytest.mark.parametrize("secret", [1, 2, 37, 50, 99, 100])
def test_it_guesses_in_seven_questions(secret: int) -> None:
    program, setup = catalogue.prepare("mir", "program=guess")
    session = Session(program.play(setup))
    asked = 0
    while True:
        event = session.step()
        if isinstance(event, str):
            last = event
        elif event is not working:
            if event.ends:
                break
            asked += 1
            guess = int(last[4:-1])
            session.answer("0" if guess == secret else "1" if secret < guess else "2")
    assert last == f"УГАДАНО, ВОПРОСОВ: {asked}" and asked <= 7


@pytest.mark.parametrize("start", range(1, 30))
def test_bachet_is_lost_for_the_machine_only_at_multiples_of_four(start: int) -> None:
    """The machine, second, wins if and only if the person may leave it no multiple of four."""
    left = start
    answers = [f"«ВМЕСТО»N=21«ЗАПИСАТЬ»N={start}◊"]
    rows: list[str] = []
    while not rows or not rows[-1].startswith("ВЫ "):
        answers.append(str(left % 4 or 1))
        rows = paper("program=bachet", *answers)
        found = [row for row in rows if row.startswith("БЕРУ")]
        left = int(found[-1].rpartition(" ")[2]) if found else left
    assert rows[-1] == ("ВЫ ВЫИГРАЛИ" if start % 4 else "ВЫ ПРОИГРАЛИ")


def test_life_is_life() -> None:
    rows = paper("program=life")
    fields = ["".join(rows[at + 1 : at + 9]) for at in range(0, len(rows), 9)]
    for before, after in itertools.pairwise(fields):
        for at in range(64):
            i, j = divmod(at, 8)
            count = sum(
                before[8 * y + x] == "O"
                for y in range(max(0, i - 1), min(8, i + 2))
                for x in range(max(0, j - 1), min(8, j + 2))
                if (y, x) != (i, j)
            )
            alive = count == 3 or (count == 2 and before[at] == "O")
            assert (after[at] == "O") == alive


# the dialogue


def test_answers_are_values_or_directives() -> None:
    program, setup = catalogue.prepare("mir", "")
    session = Session(program.play(setup))
    while session.request is None:
        session.step()
    assert session.request.values == (12, 12)  # what the variables are now
    for wrong in ("91", "91 35 1", "C=1 B=2", "«ВЫП»A=«КОН»", "«ВЫП»«НА»7«КОН»", "«"):
        with pytest.raises(Malformed):
            session.answer(wrong)
    assert session.request.parse("A=5; B=7;◊") == (5, 7)  # as the directive has them
    assert session.answer("b=35 a=91") == ("A=91 B=35", (91, 35))
    assert session.original == "«ВЫП»A=91;B=35;«НА»1«КОН»◊"


def test_an_error_is_printed_with_its_place() -> None:
    line = "program=A=1;↵B=A/(A-1)«КОН»"
    assert paper(line) == ["СТОП: ОПЕРАТОР 2, СТРОКА 2, ЗНАК 4", "ДЕЛЕНИЕ НА НУЛЬ"]
    line = "program=A=1;«ВЫВ»[НАЧА];«ВЫВ»«ЗНАЧ»[ЛО],«ПР»1,A/(A-1)«КОН»"
    assert paper(line)[::2] == ["НАЧАЛО ", "ДЕЛЕНИЕ НА НУЛЬ"]  # what was printed before stays
    line = "program=«ВВОД»34;A=1«КОН»"
    assert paper(line, "«ВЫП»B=√(-4)«КОН»") == [
        "СТОП: ДИРЕКТИВА: ОПЕРАТОР 1, СТРОКА 1, ЗНАК 8",
        "КОРЕНЬ ИЗ ОТРИЦАТЕЛЬНОГО ЧИСЛА",
    ]


def test_memory_and_steps() -> None:
    large = "program=A[1,1]=1«ГДЕ»A[64,64]«КОН»"
    assert paper(large) == []
    assert paper(large + " memory=mir") == [
        "СТОП: СТРОКА 1, ЗНАК 14", "ПАМЯТЬ ПОЛНА: 4114, ЯЧЕЕК 4096",
    ]  # fmt: skip
    assert paper("program=1.«НА»1«КОН» steps=300")[1] == "ОПЕРАЦИЙ БОЛЬШЕ, ЧЕМ 300"
    rows = paper("program=1.«ВЫВ»[A];«НА»1«КОН» steps=300")
    assert set(rows[0]) == {"A"} and rows[2] == "ОПЕРАЦИЙ БОЛЬШЕ, ЧЕМ 300"


def test_the_pace_pauses_between_slices() -> None:
    program, setup = catalogue.prepare("mir", "program=1.A=1;«НА»1«КОН» pace=mir1")
    play = program.play(setup)
    pauses = []
    for _ in range(50):
        assert next(play) is working
        pauses.append(working.pause)
    assert set(pauses) == {20}  # 5 operations, or one statement: 250 operations a second
    play.close()


def test_a_device_without_the_memory_for_a_program_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A device may have less memory when the program starts than when it took the text."""
    program, setup = catalogue.prepare("mir", "program=A=1«КОН»")

    def full(text: str) -> None:
        error = almir_code.Error("full", 2)
        error.place_in(text)
        raise error

    monkeypatch.setattr(almir_compiler, "compiling", full)
    assert list(program.play(setup)) == ["СТОП: СТРОКА 1, ЗНАК 3", "НЕТ МЕСТА ДЛЯ ЧИСЕЛ"]


def test_a_step_is_a_whole_statement_and_lets_others_in() -> None:
    text = "A=Σ(I=1,400,1);B=1;«ВВОД»34;C=2«КОН»"
    program, setup = catalogue.prepare("mir", "program=" + text)
    game = program.Game(setup)
    game.held = True
    play = program.play(setup, game)
    steps = []
    while True:
        event = next(play)
        if event is not working:
            break
        steps.append(game.ready)
        game.ready = False
    # 400 rounds of 3 operations, 34 rounds between two pauses
    assert steps == [True] + [False] * 11 + [True, True]
    assert game.count == 3
    assert play.send(event.parse("«ВЫП»A=Σ(I=1,400,1)«КОН»◊")) is working
    assert not game.ready  # a directive is not in the listing
    play.close()


def test_a_listing_first() -> None:
    rows = paper("program=euclid listing=yes")
    text = library.text("euclid").partition("\n")[2].replace("\n", "").replace(" ", "...")
    assert "".join(rows[: rows.index("")]) == text
    assert max(map(len, rows[: rows.index("")])) == 36
    assert rows[-1] == "НОД=12"


def test_a_listing_has_no_comments() -> None:
    """A # in a message begins none."""
    text = "# one↵A=1; # two↵B=2;# three↵«ВЫВ»[# ↵#],A«КОН»"
    rows = paper(f'program="{text}" listing=yes')
    assert rows == ["A=1;B=2;«ВЫВ»[#...#],A«КОН»", "", "# #A=1"]


def test_a_listing_has_dots_for_the_blanks_of_messages_alone() -> None:
    """A [ behind a name begins indexes."""
    text = "«ВЫВ»01[A [1] , Я1 [ 1, I ],[B C],A[I, 1]↵«ГДЕ»Я1[1, 1]=5; A[1, 1]=6; I=1«КОН»"
    rows = paper(f'program="{text}" listing=yes')
    assert "".join(rows[:-2]) == (
        "«ВЫВ»01[A...[1],Я1[1,I],[B...C],A[I,1]«ГДЕ»Я1[1,1]=5;A[1,1]=6;I=1«КОН»"
    )
    assert rows[-1] == "A [1Я1[1,1]=5B CA[1,1]=6"
    text = "«ВЫВ»Γ [1, I]«ГДЕ»Γ[1, 1]=5;I=1«КОН»"
    rows = paper(f'program="{text}" listing=yes')
    assert "".join(rows[:-2]) == "«ВЫВ»Γ[1,I]«ГДЕ»Γ[1,1]=5;I=1«КОН»"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A", "is not NAME LOW..HIGH"),
        ("A 1", "is not NAME LOW..HIGH"),
        ("A 5..1", "is not within"),
        ("A 1..9999999999", "is not within"),
        ("A x..2", "is not NAME LOW..HIGH"),
        (", ".join(f"A{n} 1..2" for n in range(10)), "more than 9 values"),
        ("A 1..2; %d", "no place there"),
    ],
)
def test_heads_that_are_wrong(line: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        head.answer(f"# answer: {line}\nA=1«КОН»")


def test_heads() -> None:
    text = (
        "\n# title: X\n#about:Y : z\n# other\n# answer: T 1..15, P -1..6; «НА»L5\nA=1\n# title: no"
    )
    assert head.read(text)["title"] == "X" and head.read(text)["about"] == "Y : z"
    fields, form = head.answer(text)
    assert fields == [("T", 1, 15), ("P", -1, 6)]
    assert form % (7, 2) == "«ВЫП»T=7;P=2;«НА»L5«КОН»◊"
    assert head.answer("A=1«КОН»") is None
    nine = ", ".join(f"A{n} 1..2" for n in range(9))
    assert len(head.answer(f"# answer: {nine}\nA=1«КОН»")[0]) == 9


@pytest.mark.parametrize("name", NAMES)
def test_each_text_survives_a_setup_line(name: str) -> None:
    text = library.text(name)
    _, setup = catalogue.prepare("mir", [("program", text.replace("\n", "↵"))])
    assert almir_compiler.compile(setup["program"]).code == almir_compiler.compile(text).code


# the command line


def test_run_a_file(tmp_path: Path) -> None:
    file = tmp_path / "double.mir"
    file.write_bytes(
        "# answer: A 1..9; «НА»1\r\n1.«ВЫВ»«ЗНАЧ»A×2;\t«ВВОД»34\r\n«ГДЕ»A=4«КОН»◊\r\n".encode()
    )
    done = call("run", "mir", f"program=@{file}", "--listing", stdin="7\n«ВЫП»A=.5;«НА»1«КОН»\n")
    text = "1.«ВЫВ»«ЗНАЧ»A×2;«ВВОД»34«ГДЕ»A=4«КОН»◊"
    assert done.stdout.splitlines() == [text[:36], text[36:], "", "8", "14", "1"]
    assert (done.returncode, done.stderr) == (3, "")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("original", ("ЗНАК 8: ЗДЕСЬ ;, А МОЖЕТ БЫТЬ 1 A (", "ЗНАК 10: НЕТ МЕТКИ 9, ЕСТЬ 1")),
        ("en", ("SIGN 8: HERE IS ;, ALLOWED 1 A (", "SIGN 10: NO LABEL 9, THERE ARE 1")),
        (
            "de",
            ("ZEICHEN 8: HIER STEHT ;, ERLAUBT IST 1 A (", "ZEICHEN 10: KEINE MARKE 9, ES GIBT 1"),
        ),
        ("ja", ("文字8: ここは;、書けるのは1 A (", "文字10: 名札9はない。あるのは1")),
    ],
)
def test_a_wrong_directive_is_told_in_the_language_of_the_messages(
    language: str, said: tuple[str, str]
) -> None:
    directives = "«ВЫП»A=;«КОН»◊\n«ВЫП»«НА»9«КОН»◊\nx\n"
    done = call("run", "mir", "program=1.«ВВОД»34«КОН»", "--lang", language, stdin=directives)
    assert done.returncode == 3
    assert done.stderr.splitlines()[:2] == [
        f"line {at}: {text}" for at, text in enumerate(said, 1)
    ]


def test_a_directive_in_two_rows() -> None:
    """As the book prints those of the cards."""
    program = "program=1.«ВВОД»34;2.«ВЫВ»«ЗНАЧ»Σ(I=1,3,X[I]);«НА»1«ГДЕ»X[3]«КОН»"
    done = call("run", "mir", program, stdin="«ВЫП»«НА»2«ГДЕ»X[3]=1, \n  20,\n300,«КОН»◊\n")
    assert (done.stdout, done.stderr) == ("321\n", "")
    done = call("run", "mir", program, stdin="«ВЫП»«НА»2«ГДЕ»\nX[3]\n=1,2,3\n«КОН»◊\n")
    assert (done.stdout, done.stderr) == ("6\n", "")
    done = call("run", "mir", program, stdin="\n«ВЫП»«НА»2«ГДЕ»X[3]=1,\n2,\n")
    assert done.returncode == 3
    assert done.stderr == "line 2: the directive has no end; write «КОН»◊\n"


@pytest.mark.slow
def test_a_directive_broken_behind_a_semicolon_or_before_its_end() -> None:
    """As the book prints its form. The program counts the directives that it was given."""
    program = "program=1.«ВВОД»34;2.K=K+1;«ВЫВ»«ЗНАЧ»K,[ ],A,[ ],B;«НА»1«ГДЕ»K=0;A=0;B=0«КОН»"
    rows = "«ВЫП»A=1;\n B=2;\n«НА»2\n«КОН»◊\n'ВЫП'A=3;'НА'2\n'КОНЕЦ'\nB=4;\n«ВЫП»B=5;◊\n"
    done = call("run", "mir", program, stdin=rows)
    assert (done.stdout, done.stderr) == ("1 1 2\n2 3 2\n3 3 4\n4 3 5\n", "")
    done = call("run", "mir", program, stdin="«ВЫП»A=7;\n«КОН»◊\n«ВЫП»«НА»2«КОН»◊\n«КОН»◊\n")
    assert (done.stdout, done.stderr) == ("1 7 0\n2 7 0\n3 7 0\n", "")
    done = call("run", "mir", program, stdin="«ВЫП»A=8;«НА»2;\n«КОН»◊\n«НА»2;\n«НА»2◊\n")
    assert (done.stdout, done.stderr) == ("1 8 0\n2 8 0\n3 8 0\n", "")
    done = call("run", "mir", program, stdin="«ВЫП»A=1;\n")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "line 1: the directive has no end; write «КОН»◊\n"


@pytest.mark.parametrize(
    ("text", "lack"),
    [
        ("«ВЫП»A=1;«НА»2«КОН»◊", ""),
        ("«ВЫП»A=1;«НА»2 ⋄", ""),
        ('"выполнить"A=1;"на"2 "конец"', ""),
        ("91 35", ""),
        ("A=91;B=35;", ""),
        ("«ВЫП»A=1;«НО»2,", ""),  # the machine says what is wrong
        ("«ВЫП»A=1;«НА»2", "end"),
        ("<<ВЫП>>A=1;<<НА>>L5;", "end"),
        ("«НА»L5 ;;", "end"),
        ("«ВЫП»A=1", "end"),
        ("«ВЫП»A=1;", "row"),
        ("«ВЫП»«ЕСЛИ»A<1«ТО»(A=1;«НА»2);", "row"),
        ("«ВЫП»", "row"),
        ("«ВЫП»A=1;«НА»", "row"),
        ("«ВМЕСТО»M=1", "row"),
        ("«ВМЕСТО»M=1«ЗАПИСАТЬ»", "row"),
        ("«ВМЕСТО»M=1«ЗАПИСАТЬ»M=2", "end"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»", "row"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»X1[12]", "row"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»X1[2]=1,", "row"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»X1[2]=1,2;", "row"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»X1[2]=1,2;B", "row"),
        ("«ВЫП»A=1;«НА»2«ГДЕ»X1[2]=1,2", "end"),
    ],
)
def test_what_rows_of_a_directive_lack(text: str, lack: str) -> None:
    assert mir.lacks(text) == lack


@pytest.mark.slow
def test_rows_without_end_are_refused() -> None:
    """They are not kept for ever: 120 of these rows have more than 1,000 characters."""
    done = call("run", "mir", "program=«ВВОД»34«КОН»", stdin=250 * "«ВЫП»A=1,\n")
    told = [line.partition(": ")[2] for line in done.stderr.splitlines()]
    assert done.returncode == 3 and told[:2] == 2 * ["more than 1000 characters"]


@pytest.mark.slow
def test_forms_of_a_file(tmp_path: Path) -> None:
    text = "# a\n«ВЫВ»[ПЕРВЫЙ]\n«КОН»◊\n"
    forms = (
        text.replace("\n", "\r"),
        text.replace("\n", "\r\n").replace("Й", "И\u0306"),
        "\ufeff" + text.replace("\n", "\u2028"),
        text.replace("«", "<<").replace("»", ">>").replace("[", "\f\xad["),
        text.replace("«", "'").replace("»", "'"),
        text.replace("ПЕР", "П\xadЕ\u200bР"),  # as from a page or a PDF
    )
    for number, form in enumerate(forms):
        file = tmp_path / f"{number} и.mir"
        file.write_bytes(form.encode())
        assert mir.setup([f"program=@{file}"], False, None)[0].endswith("◊")
        done = call("run", "mir", f"program=@{file}")
        assert (done.stdout, done.stderr) == ("ПЕРВЫЙ\n", ""), form


def test_comments_do_not_count_in_a_long_file(tmp_path: Path) -> None:
    file = tmp_path / "long.mir"
    comments = f"# {'x' * 90}\n" * 50
    file.write_text(f"{comments}# answer: A 1..9; «НА»1\n1.A=B«КОН»", encoding="utf-8")
    done = call("run", "mir", f"program=@{file}")
    assert done.stdout.splitlines()[0] == "СТОП: ОПЕРАТОР 1, СТРОКА 52, ЗНАК 5"
    file.write_text(f"A={'1+' * 2500}1«КОН»", encoding="utf-8")
    done = call("run", "mir", f"program=@{file}")
    assert done.returncode == 2
    assert done.stderr == f"run: {file}: 5008 characters; allowed: 4000\n"


def test_other_quotes_make_a_directive_too() -> None:
    assert paper("", "„ВЫП“A=8;B=6;„НА“1„КОН“", "<<НА>>1") == ["НОД=12", "НОД=2", "НОД=2"]


def test_answers_that_run_out_after_the_end_are_no_failure() -> None:
    done = call("run", "mir", "program=guess", stdin="0\n")
    assert done.returncode == 0 and done.stdout.endswith("ВОПРОСОВ: 1\n")
    assert call("run", "mir", "program=guess").returncode == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "mir", "program=@no-such.mir"], "no-such.mir: No such file"),
        (["run", "mir", "program=nothing"], "no such program; allowed: euclid"),
        (["run", "mir", "program=«ВЫВ»A+«КОН»"], "СТРОКА 1, ЗНАК 8: ЗДЕСЬ"),
        (["run", "mir", "pace=mir3"], "allowed: mir1, mir2, fast"),
        (["run", "nim", "--steps", "5"], "--listing and --steps need mir"),
    ],
)
def test_wrong_usage(words: list[str], message: str) -> None:
    done = call(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_check_a_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mir", tmp_path / "bad.mir"
    good.write_text("A=B[1]«ГДЕ»B[2]=1,2«КОНЕЦ»◊", encoding="utf-8")
    bad.write_text("# head\nA=1;\nB=(2;\nC=1«КОНЕЦ»◊", encoding="utf-8")
    done = call("mir", str(good), str(bad), "euclid")
    assert done.stdout.splitlines() == [
        "good.mir: 19 cells of 4096 (text 17, arrays 2)",
        "euclid: 112 cells of 4096 (text 112, arrays 0)",
    ]
    assert done.returncode == 2
    assert done.stderr == (
        f"mir: {bad}: statement 2, row 3, sign 5: a bracket ) is missing; ; stands there\n"
    )


@pytest.mark.parametrize("signs", [4000, 4001])
def test_a_text_that_no_board_takes_is_told(signs: int, tmp_path: Path) -> None:
    """`run` and `flash` would refuse it."""
    file = tmp_path / "long.mir"
    file.write_text("A=1«КОНЕЦ»◊".ljust(signs), encoding="utf-8")
    told = "" if signs == 4000 else "; 4001 characters, a board takes 4000"
    done = call("mir", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.partition(")")[2] == told + "\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("РАЗРЯДНОСТЬ 6. ВЫВОД 01,[ДА]; КОНЕЦ", "РАЗРЯДНОСТЬ"),
        ("«РАЗР»6.Вывод01,[ДА] «КОН»", "ВЫВОД"),
        ("«ВЫВОД»[ДА;ВВОД] # ЕСЛИ\n;«ГДЕ»A=;B=2;“ВВОД”<<СТОП>>", ""),
        ('" ВЫВ ОД "A;ПРОБЕЛЫ=1;B=«КОНЕЦ»', ""),
        ("«ВЫВОД»[ДА;«ВВОД»34; ЕСЛИ A", ""),
    ],
)
def test_words_without_quotes_are_named(text: str, word: str, tmp_path: Path) -> None:
    """If the program has an error: a name may look so."""
    file = tmp_path / "bare.mir"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUsage) as caught:
        mir.read(file)
    hint = str(caught.value).partition("; write service words in «»: ")[2]
    assert hint == (f"«{word}»" if word else "")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "row 1, sign 1: the end of the text stands there; allowed: «КОНЕЦ»"),
        (b"# a\n# b\n", "row 3, sign 1: the end of the text stands there; allowed: «КОНЕЦ»"),
        (bytes(range(256)), "line 2: not UTF-8; save the file as UTF-8"),
        (b"\0" * 99, "row 1, sign 100: the end of the text stands there; allowed: «КОНЕЦ»"),
        (b"A=1;" * 250_000, "more than 200000 bytes"),
        ("A=1«ГДЕ»B=Σ(I=1,10↑9,1)«КОН»".encode(), "row 1, sign 11: more than 500 operations"),
        ("A=1«ГДЕ»B[2]=0,Σ(I=1,10↑9,1)".encode(), "row 1, sign 29: the end"),
        ("A=1«ГДЕ»B=Σ(I=1,10↑9,Σ(J=1,9,1))«КОН»".encode(), "row 1, sign 11: more than 500 op"),
    ],
    ids=["empty", "comments", "bytes", "zeros", "large", "sum", "half", "sums"],
)
def test_files_that_are_refused(content: bytes, told: str, tmp_path: Path) -> None:
    """Before the program's first row, and soon: data without end stop after --steps, too."""
    file = tmp_path / "a.mir"
    file.write_bytes(content)
    with pytest.raises(WrongUsage) as caught:
        mir.setup([f"program=@{file}"], False, 500)
    assert str(caught.value).startswith(f"{file}: {told}")


def test_arrays_count_behind_data_that_take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for data, arrays in (
        ("A=EXP(1);B[5000]", 5000),
        ("A=2↑5;B[100]", 100),
        ("N=Σ(I=1,50,1);B[N]", 50),
        ("N=Σ(I=1,5000,1);B[N,2]", 10_000),
    ):
        assert mir.cells(f"«ВЫВ»A«ГДЕ»{data}«КОНЕЦ»◊")[1] == arrays
    monkeypatch.setattr(mir, "STEPS", 20_000)
    with pytest.raises(almir_code.Error, match="steps"):
        mir.cells("«ВЫВ»A«ГДЕ»A=Σ(I=1,10↑9,1)«КОНЕЦ»◊")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A 1-9; «НА»1", "answer: 'A 1-9' is not NAME LOW..HIGH"),
        ("A a..b; «НА»1", "answer: 'A a..b' is not NAME LOW..HIGH"),
        (
            "A 1..9; «НА»7",
            "answer: directive, statement 2, row 1, sign 14: "
            "there is no label 7; the labels are 1",
        ),
        (
            "A 1..9; A=",
            "answer: directive, statement 2, row 1, sign 12: «КОН» stands there; allowed: 1 A (",
        ),
    ],
)
def test_a_file_with_a_wrong_head_is_refused(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.mir"
    file.write_text(f"# answer: {line}\n1.«ВЫВ»A;«ВВОД»34«ГДЕ»A=1«КОНЕЦ»◊", encoding="utf-8")
    for words in (["mir", str(file)], ["run", "mir", f"program=@{file}"]):
        done = call(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{words[0]}: {file}: {message}\n"
