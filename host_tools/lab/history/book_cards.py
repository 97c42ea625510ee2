# SPDX-License-Identifier: MIT
"""Claims of V. N. Kasatkin about cards and evolution, chapters 3 and 4 of his book."""

from fractions import Fraction
from itertools import combinations, permutations, product

from host_tools.lab.history.deciding import Claims, Verdict, judged
from teletype.engines import structures
from teletype.programs.cards import pattern as cards

CLAIMS = Claims()

Cells = frozenset[tuple[int, int]]


def tick(cells: Cells) -> Cells:
    """Return the next generation of Life on an infinite plane, by counting neighbours."""
    near: dict[tuple[int, int], int] = {}
    for (i, j), a, b in product(cells, (-1, 0, 1), (-1, 0, 1)):
        if a or b:
            near[i + a, j + b] = near.get((i + a, j + b), 0) + 1
    return frozenset(cell for cell, n in near.items() if n == 3 or (n == 2 and cell in cells))


def moved(cells: Cells) -> Cells:
    """Return the same cells moved to the upper left corner."""
    top = min(i for i, _ in cells)
    left = min(j for _, j in cells)
    return frozenset((i - top, j - left) for i, j in cells)


def shape(name: str) -> Cells:
    """Return the cells of a structure by its name."""
    rows = dict(structures.STRUCTURES)[name].split("/")
    return frozenset(
        (i, j) for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == "0"
    )


def pentominoes() -> dict[str, Cells]:
    return {
        name[-1]: shape(name) for name, _ in structures.STRUCTURES if name.startswith("pentomino")
    }


def fate(cells: Cells, most: int = 200) -> tuple[str, int, int]:
    """Return the fate (dead, still, pulse or lives on), its first tick and the number of cells."""
    seen: list[Cells] = []
    for time in range(most):
        if not cells:
            return "dead", time, 0
        if cells in seen:
            first = seen.index(cells)
            return ("still" if time - first == 1 else "pulse"), first, len(cells)
        seen.append(cells)
        cells = tick(cells)
    return "lives on", most, len(cells)


CLAIMS.undecidable(
    "prelude-picture", "002:1185", "The missing picture is number 6.", "Figure 38 is lost."
)


Triple = tuple[Fraction, ...]


def formulas(most: int) -> dict[int, set[Triple]]:
    """Return by number of leaves what formulas of A, B and 1 to 10 give in the three rows."""
    rows = PUZZLE
    found: dict[int, set[Triple]] = {
        1: {tuple(Fraction(row[at]) for row in rows) for at in (0, 1)}
        | {(Fraction(k),) * 3 for k in range(1, 11)}
    }
    for leaves in range(2, most + 1):
        made = found[leaves] = set()
        for left in range(1, leaves):
            for a, b in product(found[left], found[leaves - left]):
                made.add(tuple(x + y for x, y in zip(a, b, strict=True)))
                made.add(tuple(x - y for x, y in zip(a, b, strict=True)))
                made.add(tuple(x * y for x, y in zip(a, b, strict=True)))
                if all(b):
                    made.add(tuple(x / y for x, y in zip(a, b, strict=True)))
    return found


PUZZLE = ((4, 9, 20), (8, 5, 14), (10, 3, 0))
"""Figure 37, a; the last number is to be found."""


def fitting(leaves: int, found: dict[int, set[Triple]]) -> set[Fraction]:
    """Return what the formulas with `leaves` leaves that give 20 and 14 give in the third row."""
    third: set[Fraction] = set()
    for left in range(1, leaves):
        by_begin: dict[tuple[Fraction, Fraction], set[Fraction]] = {}
        for b in found[leaves - left]:
            by_begin.setdefault((b[0], b[1]), set()).add(b[2])
        for a in found[left]:
            x, y, z = a
            for other in by_begin.get((20 - x, 14 - y), ()):
                third.add(z + other)
            for other in by_begin.get((x - 20, y - 14), ()):
                third.add(z - other)
            if x and y:
                for other in by_begin.get((20 / x, 14 / y), ()):
                    third.add(z * other)
                for other in by_begin.get((x / 20, y / 14), ()):
                    if other:
                        third.add(z / other)
    return third


@CLAIMS.claim(
    "prelude-numbers", "002:1175", "Eight numbers let one find the ninth (figure 37, a)."
)
def prelude_numbers() -> Verdict:
    linear = set()
    tried = 0
    for p, q, s in product(range(-20, 21), range(-20, 21), range(1, 11)):
        (a, b, c), (d, e, f), (g, h, _) = PUZZLE
        rest = s * c - p * a - q * b
        if p * d + q * e + rest == s * f:
            tried += 1
            linear.add(Fraction(p * g + q * h + rest, s))
    found = formulas(3)
    third = fitting(2, found) | fitting(3, found) | fitting(4, found)
    whole = [number for number in third if number.denominator == 1]
    others = ", ".join(str(float(number)) for number in sorted(third) if number.denominator > 1)
    return judged(
        linear == {11} and whole == [11],
        f"11 by all {tried} fitting (pA+qB+r)/s, p and q to 20. Of formulas with up to four "
        f"letters or numbers to 10 and + - x :, some give 11, others {others}.",
    )


@CLAIMS.claim("prelude-words", "002:1179", "Five words let one find the sixth (figure 37, b).")
def prelude_words() -> Verdict:
    above, below = "ТРУБАНОРМА", "БИРКААНТОН"
    places = [[at for at, sign in enumerate(above) if sign == letter] for letter in "БРОМ"]
    found = sorted("".join(below[at] for at in word) for word in product(*places))
    return judged(
        found == ["КИНО", "КТНО"], f"By places of letters {' or '.join(found)}; one is a word."
    )


@CLAIMS.claim("cards-512", "002:1211", "There are 512 cards of nine cells.")
def cards_512() -> Verdict:
    return judged(len(list(product((0, 1), repeat=9))) == 512, "2 to the 9th.")


@CLAIMS.claim("cards-formula", "002:1235", "After cards 2, 9, 10 and 12: H = ~X1 ~X2 X6.")
def cards_formula() -> Verdict:
    told = ("000011a0b", "001001a1b", "00?0?1A?B", "00?1?1???")
    tried = 0
    for values in product("01", repeat=10):
        signs = iter(values[2:])
        a, b = values[:2]
        swap = {"a": a, "b": b, "A": "10"[int(a)], "B": "10"[int(b)]}
        training = [
            [int(next(signs) if sign == "?" else swap.get(sign, sign)) for sign in card]
            for card in told
        ]
        pattern = training[0]
        for card in training[1:]:
            cards.learn(pattern, card)
        fixed = {at + 1: value for at, value in enumerate(pattern) if value != cards.IRRELEVANT}
        assert fixed == {1: 0, 2: 0, 6: 1}, training
        tried += 1
    return judged(True, f"True of all {tried} ways to fill the cells that the text leaves open.")


@CLAIMS.claim("cards-colours", "002:1257", "Many-coloured cards, coded in bits, are learned so.")
def cards_colours() -> Verdict:
    """Try one cell in four colours with every two-bit code and every training of two cards."""
    learned = True
    allowed = set()
    for code in permutations(product((0, 1), repeat=2)):
        for pair in combinations(range(4), 2):
            pattern = list(code[pair[0]])
            cards.learn(pattern, code[pair[1]])
            takes = {colour for colour in range(4) if cards.ours(pattern, code[colour])}
            learned = learned and takes >= set(pair)
            if pair == (1, 3):
                allowed.add(len(takes))
    few, many = min(allowed), max(allowed)
    return judged(
        learned, f"The code decides what: after colours 1 and 3 it takes {few} or all {many}."
    )


@CLAIMS.claim("cards-foreign", "002:1249", "It never takes a foreign card for ours.")
def cards_foreign() -> Verdict:
    pattern = [1, 0]
    cards.learn(pattern, [0, 1])
    taken = sum(cards.ours(pattern, card) for card in product((0, 1), repeat=2))
    return judged(taken == 2, f"After 10 and 01 (secret X1<>X2) it takes {taken} of 4 cards.")


@CLAIMS.claim("cards-too-few", "002:1247", "Cards 3, 5, 11 do not differ in X4, X8 and X9.")
def cards_too_few() -> Verdict:
    secret, learned = {5, 8}, {3, 4, 5, 8, 9}
    extra = sorted(learned - secret)
    return judged(
        extra == [4, 8, 9], "By the book's own formulas it is X{}, X{}, X{}.".format(*extra)
    )


@CLAIMS.claim("evolution-triple", "002:1368", "Three cells in a row come back at time 2.")
def evolution_triple() -> Verdict:
    return judged(fate(shape("blinker"))[0] == "pulse", "At time 1 they lie across.")


@CLAIMS.claim(
    "evolution-46-47", "002:1376", "Four cells become a crystal on tick 2, others on tick 3."
)
def evolution_46_47() -> Verdict:
    found = {
        name[-1]: fate(shape(name)) for name, _ in structures.STRUCTURES if "tetromino" in name
    }
    two = sorted(name for name, one in found.items() if one[:2] == ("still", 2))
    three = sorted(name for name, one in found.items() if one[:2] == ("still", 3))
    return judged(
        bool(two and three), f"{' and '.join(two)} on tick 2, {' and '.join(three)} on 3."
    )


@CLAIMS.claim("evolution-48", "002:1384", "From tick 9 four elements pulse.")
def evolution_48() -> Verdict:
    kind, time, _ = fate(shape("tetromino T"))
    return judged((kind, time) == ("pulse", 9), "The T of four cells.")


@CLAIMS.claim("evolution-symmetry", "002:1372", "A structure never loses a symmetry.")
def evolution_symmetry() -> Verdict:
    tried = 0
    for seed in range(20):
        half = {
            (i, j) for i, j in product(range(6), repeat=2) if (seed * 31 + i * 7 + j * 13) % 3 == 0
        }
        cells = frozenset(half | {(i, -j) for i, j in half})
        for _ in range(20):
            cells = tick(cells)
            tried += 1
            assert cells == frozenset((i, -j) for i, j in cells)
    return judged(True, f"True in {tried} ticks. With a lifespan (z) it may be lost.")


def polyominoes(count: int) -> set[Cells]:
    """Return all figures of `count` edge-connected cells; rotations and reflections count once."""
    found = {frozenset({(0, 0)})}
    for _ in range(count - 1):
        found = {
            least(cells | {(i + a, j + b)})
            for cells in found
            for i, j in cells
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (i + a, j + b) not in cells
        }
    return found


def least(cells: Cells) -> Cells:
    turned = []
    for _ in range(4):
        cells = frozenset((j, -i) for i, j in cells)
        turned += [moved(cells), moved(frozenset((i, -j) for i, j in cells))]
    return frozenset(min(sorted(each) for each in turned))


@CLAIMS.claim("evolution-12", "002:1394", "There are twelve pentominoes.")
def evolution_12() -> Verdict:
    everything = polyominoes(5)
    ours = {least(cells) for cells in pentominoes().values()}
    return judged(len(everything) == 12 and ours == everything, "F I L N P T U V W X Y Z.")


@CLAIMS.claim("evolution-five-die", "002:1396", "Five pentominoes die on the fifth move.")
def evolution_five_die() -> Verdict:
    dead = {
        name: fate(cells)[1] for name, cells in pentominoes().items() if fate(cells)[0] == "dead"
    }
    shown = ", ".join(
        f"{name} {time}" for name, time in sorted(dead.items(), key=lambda one: one[1])
    )
    return judged(set(dead.values()) == {5}, f"Five die, at ticks: {shown}.")


@CLAIMS.claim("evolution-two-seven", "002:1396", "Two become stable with seven cells.")
def evolution_two_seven() -> Verdict:
    found = {
        name: fate(cells)[1]
        for name, cells in pentominoes().items()
        if fate(cells)[0] == "still" and fate(cells)[2] == 7
    }
    shown = " and ".join(f"{name} at tick {time}" for name, time in sorted(found.items()))
    return judged(len(found) == 2, f"{shown}.")


@CLAIMS.claim("evolution-four-pulse", "002:1396", "Four pulse after a few ticks.")
def evolution_four_pulse() -> Verdict:
    found = {
        name: fate(cells)[1] for name, cells in pentominoes().items() if fate(cells)[0] == "pulse"
    }
    shown = ", ".join(f"{name} {time}" for name, time in sorted(found.items()))
    return judged(len(found) == 4, f"From ticks: {shown}.")


@CLAIMS.claim(
    "evolution-460", "002:1396", "By tick 460 figure 50 is debris, with life in few places."
)
def evolution_460() -> Verdict:
    cells = shape("pentomino F")
    sizes = []
    for _ in range(1200):
        sizes.append(len(cells))
        cells = tick(cells)
    most = max(sizes)
    settled = next(time for time in range(1200) if len(set(sizes[time:])) == 1)
    return judged(
        most < 2 * sizes[460],
        f"{sizes[460]} cells then, but {most} at tick {sizes.index(most)}; "
        f"{sizes[-1]} from tick {settled}.",
    )


@CLAIMS.claim(
    "evolution-glider", "002:1520", "A glider moves one field down to the right in four ticks."
)
def evolution_glider() -> Verdict:
    begun = after = shape("glider")
    for _ in range(4):
        after = tick(after)
    return judged(after == frozenset((i + 1, j + 1) for i, j in begun), "True.")


@CLAIMS.claim(
    "evolution-lightest", "002:1522", "The glider is the lightest of the four spaceships."
)
def evolution_lightest() -> Verdict:
    ships = ["glider", "light spaceship", "middle spaceship", "heavy spaceship"]
    for name in ships:
        cells = shape(name)
        for _ in range(4):
            cells = tick(cells)
        assert moved(cells) == moved(shape(name)) and cells != shape(name), name
    sizes = [len(shape(name)) for name in ships]
    return judged(sizes == sorted(sizes), "They have {}, {}, {} and {} cells.".format(*sizes))


@CLAIMS.claim("evolution-eight", "002:1524", "The figure eight pulses (in how many ticks?).")
def evolution_eight() -> Verdict:
    begun = cells = shape("figure eight")
    for period in range(1, 100):
        cells = tick(cells)
        if cells == begun:
            return judged(True, f"In {period}.")
    return judged(False, "Not within 99 ticks.")


CLAIMS.undecidable(
    "evolution-60", "002:1526", "Figure 60 can hardly be followed by hand.", "Figure 60 is lost."
)


@CLAIMS.claim("evolution-harvester", "002:1528", "The harvester ties sheaves of four cells.")
def evolution_harvester() -> Verdict:
    cells = shape("harvester")
    for _ in range(24):
        cells = tick(cells)
    blocks = sum(
        {(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)} <= cells
        and not any(
            (a, b) in cells
            for a in range(i - 1, i + 3)
            for b in range(j - 1, j + 3)
            if not (i <= a <= i + 1 and j <= b <= j + 1)
        )
        for i, j in cells
    )
    return judged(blocks >= 3, f"{blocks} blocks of four after 24 ticks.")
