# SPDX-License-Identifier: MIT
"""Recognising cards («Обучение распознаванию карточек») on the MIR: V. N. Kasatkin, 1980,
chapter 3, «Алгоритм узнавания», and appendix, program, instruction and examples.

The person shows the machine cards that are "ours", K cells each, empty or with a circle. It learns
which cells were always empty, always full, or irrelevant. Then it says of every card whether it is
ours. An answer gives all K cells, or single ones as I=value. The other cells stay as they were on
the card before, empty at first. On the paper of the MIR an answer is a directive,
`«ВЫП»A=A;«НА»2«ГДЕ»X1[12]=0,0,1,...,«КОН»◊`; tapes have the values alone.

The default training: the cards of the printed run are lost. The chapter's example trains with the
cards 2, 9, 10 and 12 of a figure (also lost) and learns X1=X2=0, X6=1. Its words settle all but
two cells of card 2, and many of the others. The default has those cards with the open cells empty,
and three further cells that vary: twelve cells, as in the printed run. Two of that run's five
examples survive and get the printed answers. Example 4, `0,0,1,0,0,1,0,0,1,0,0,0`, is ours;
example 5 is not, because of its first cell (14 numbers are printed for its 12 cells).

Decisions, where the print is damaged or silent:
- The messages at the end of training are those of the listing, with their blanks and the comma
  restored; the prose has two more versions of them.
- With a single card the listing would read outside its array, so at least two are required. At
  most there are 99 cards of 99 cells: the listing asks for numbers of two digits.
- Trainings of more than 99 cells in all are ours. The listing also computes an index up to N×K; of
  100 and more it keeps two digits, reads wrong cells, and misses differences.
- Misprints corrected: `X[I]-X1[I]` (`X[I]-X[I]`), the bracket around `НЕ НАША` and «СТОП», a stray
  `L`, `ОТВЕТИТЬ НА` (`ТЬТЕТЬНЯ`), and `X1[K]` (`X1[1K]`) in the instruction. In the fifth example
  a card of twelve cells has fourteen numbers.
- An answer other than 0 or 1 is judged as in the listing: only a difference of exactly 1 from the
  pattern, where 5 means irrelevant, makes a card foreign.
- The listing stops after `НЕ НАША` and ends after `НАША`; the operator restarts it with the next
  card. Here the program waits for that card.
- As an example of too little training the book has the cards 3, 5 and 11 with the secret X5=X8=1:
  they also agree in X3, X4, X5, X8 and X9. These cards are also lost. With X9=1 all three would
  have X1=0, since the book finds no card with X1=X9=1. So a bar over X9 is taken to be lost.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Our options, without which the paper is unchanged: `lesson=added` asks after each verdict whether
the card is ours. The chapter wants just this, "one more lesson" with further cards of ours.
Neither its algorithm nor the listing has it, and neither learns from a foreign card. See
`teletype.programs.cards.lesson`.

`prelude=added` begins with the two puzzles with which the chapter introduces learning, figure 37.
See `teletype.programs.cards.prelude`.

`formula=added` prints, after the training, which cells each card removed, and the rest in the
notation of the chapter: `H=~X1 ~X2 X6`, with a sign for its bars. See
`teletype.programs.cards.formula`.

`colours=2` and `colours=3`: the author proposes cards in many colours, "coded as one binary word"
(at the end of the algorithm), and leaves them to the reader. A cell is empty, 0, or has one of so
many colours. The code, its number in two bits, is ours, and so are the cards. The algorithm is the
book's, on the word. The result of learning depends on the code: 1 and 3 agree in a bit that 1 and
2 do not have in common. A card has at most twelve such cells, so that it can be drawn.

Slips of the book: a trained machine "never takes a foreign card for ours" only if the secret is
that certain cells are fixed. With the cards 10 and 01 and the secret X1≠X2 it accepts everything.
In the example of too little training the cells that did not vary are X3, X4, X9, printed X4, X8,
X9.
"""

# covers 002:1209, 002:1247, 002:1255, 002:1268, 002:2212

from teletype.core.request import Cells, Malformed
from teletype.core.setup import Choice, Field, Integer, SetupError
from teletype.loading import load
from teletype.programs import base
from teletype.programs.cards import pattern as cards
from teletype.programs.cards.game import Training


class Cards(Field):
    """A setup field: at least two cards separated by commas, each a word of digits.

    `check` tests the number of cells and of colours. The value is a tuple of words. A row of the
    setup shows only their number.
    """

    counted = 1
    editor = "programs.cards.picture_editor"

    def allowed(self):
        return "2..99 cards of k digits 0 or 1, separated by commas"

    def parse(self, text):
        values = tuple([word.strip() for word in text.split(",")])
        if not 2 <= len(values) <= 99:
            raise Malformed("wrong number of cards")
        for word in values:
            if not word or word.strip("0123"):
                raise Malformed("'%s' is not a card" % word)
        return values

    def format(self, values):
        return ",".join(values)


FIELDS = (
    Integer("k", 12, 1, 99),
    Cards("cards", ("000011000000", "001001010001", "000001101010", "000101000100")),
    Choice("lesson", None, ("added",)),
    Choice("prelude", None, ("added",)),
    Choice("formula", None, ("added",)),
    Choice("colours", None, ("2", "3")),
)

_MOST = 12
"""The most cells of a coloured card."""


def check(setup):
    colours = setup["colours"]
    allowed = "2..99 cards of k digits 0 or 1, separated by commas"
    if colours:
        allowed = "2..99 cards of k digits 0..%d, separated by commas" % int(colours)
    for card in setup["cards"]:
        if max(card) > (colours or "1"):
            raise SetupError(
                "cards=%s: '%s' is not a card; allowed: %s"
                % (",".join(setup["cards"]), card, allowed)
            )
    allowed = "k=%d digits 0 or 1" % setup["k"]
    if colours:
        allowed = "k=%d digits 0..%d" % (setup["k"], int(colours))
    for card in setup["cards"]:
        if len(card) != setup["k"]:
            raise SetupError("cards=%s: %d cells; allowed: %s" % (card, len(card), allowed))
    if colours and setup["k"] > _MOST:
        raise SetupError("k=%d: too many cells; allowed: 1..%d" % (setup["k"], _MOST))
    base.exclude(setup, "colours", "lesson")


def heap_kib(setup):
    """Return the additional KiB of heap that the cards need."""
    return 64 + setup["k"] * len(setup["cards"]) // 64


DIRECTIVE = "«ВЫП»A=A;«НА»2«ГДЕ»X1[%d]=%s,«КОН»◊"
"""The input of a card, as on the machine's paper."""


def play(setup, game=None):
    """Run the dialogue; `setup["k"]`: cells of a card, `setup["cards"]`: words of `k` digits."""
    game = game or Training(setup)
    if setup.get("prelude"):
        yield from load("teletype.programs.cards.prelude", Program).ask()
        game.train()
    colours = int(setup.get("colours") or 0)
    pattern = game.pattern
    yield "ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН"
    yield "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ"
    teach = formulas = None
    if setup.get("lesson"):
        teach = load("teletype.programs.cards.lesson", Program).Lesson(game)
        yield "УРОКИ ДОБАВЛЕНЫ НАМИ"
    if colours:
        yield "ЦВЕТА ДОБАВЛЕНЫ НАМИ: 2 БИТА НА КЛЕТКУ"
    if setup.get("formula"):
        formulas = load("teletype.programs.cards.formula", Program)
        yield from formulas.lines([game.word(card) for card in game.training])
    cells = (0,) * setup["k"]
    form = None if colours else DIRECTIVE
    while True:
        given = yield Cells(setup["k"], 0, colours or 1, cells, form=form)
        if colours and not 0 <= min(given) <= max(given) <= colours:
            yield "НЕТ ТАКОГО ЦВЕТА"
            continue
        cells = given
        word = game.word(cells) if colours else cells
        if colours:
            yield "ДВОИЧНОЕ СЛОВО " + "".join([str(bit) for bit in word])
        yield "НАША" if cards.ours(pattern, word) else "НЕ НАША"
        if teach:
            before = list(pattern)
            yield from teach.after(cells)
            if formulas and pattern != before:
                yield formulas.formula(pattern)


class Program(base.Program):
    FIELDS = FIELDS
    PRESETS = (
        "k=12 cards=000011000000,001001010001,000001101010,000101000100",
        "k=9 cards=000011000,001001010,000001101,000101000",
        "k=2 cards=10,01",
        "k=9 cards=011110010,101110110,001111010 lesson=added",
        "k=12 cards=000011000000,001001010001,000001101010,000101000100 prelude=added",
        "k=9 cards=000011000,001001010,000001101,000101000 formula=added",
        "k=9 cards=101101002,120000110,102201222,112002201 colours=2 formula=added",
        "k=9 cards=312302002,100303222,333332312,100021132 colours=3 formula=added",
    )
    PICTURE = "programs.cards.picture"
    Game = Training
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
