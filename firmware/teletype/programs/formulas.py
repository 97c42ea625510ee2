# SPDX-License-Identifier: MIT
"""Formulas in a setup and rows of their tables, for `truth_table` and `logic`, whose dialogues say
what the book prints.
"""

from teletype.core.request import Malformed
from teletype.core.setup import Field, SetupError
from teletype.engines import formula


def signs_behind(text):
    """Return the signs that can follow `text`, the likeliest first."""
    text = text.replace("<->", "↔").replace("->", "→").replace(" ", "")
    depth = text.count("(") - text.count(")")
    known: list = []  # its letters, the latest at the end
    for char in text:
        if formula.is_letter(char):
            if char in known:
                known.remove(char)
            known.append(char)
    new = "A"
    while new in known:
        new = chr(ord(new) + 1)
    letters = known[:-1] + [new] + known[-1:]
    last = text[-1:]
    if last == "~" and depth >= 0:
        return "".join(letters[:1] + ["("] + letters[1:])
    if not last or last in "(+*→↔~":
        return "".join(letters[:1] + ["~", "("] + letters[1:])
    inside = text[text.rfind("(") :].strip("(~")[1:]
    if not depth:
        return "→+(~↔" + "".join(letters)
    return (")→+" if inside.strip(")") else "→+)") + "↔~(" + "".join(letters)


class Formula(Field):
    """A setup field: a formula of at most 12 letters, stored as typed."""

    follow = staticmethod(signs_behind)

    def allowed(self):
        return "a formula of up to 12 letters with ~ * + -> <-> ( ) 0 1"

    def parse(self, text):
        try:
            formula.parse(text)
        except formula.FormulaError as error:
            raise Malformed(str(error)) from None
        return text

    def note(self, value):
        return formula.note(value)


class Letters(Field):
    """A setup field: letters in order, with or without commas between them."""

    def allowed(self):
        return "the letters of the formula in any order, each once"

    def parse(self, text):
        letters = text.replace(",", "").replace(" ", "")
        if not letters:
            raise Malformed("no letter")
        for letter in letters:
            if not formula.is_letter(letter):
                raise Malformed("'%s' is not a letter" % letter)
            if letters.count(letter) > 1:
                raise Malformed("%s is given twice" % letter)
        return letters


def check_order(setup):
    """Refuse `vars` that are not the letters of the formula."""
    order = setup["vars"]
    if order is None:
        return
    letters, _ = formula.parse(setup["formula"])
    letters = in_order(letters)
    for letter in order + letters:
        if letter not in order:
            problem = "%s is missing" % letter
        elif letter not in letters:
            problem = "%s is not in the formula" % letter
        else:
            continue
        allowed = "%s in any order" % letters if letters else "no vars, the formula has no letters"
        raise SetupError("vars=%s: %s; allowed: %s" % (order, problem, allowed))


def in_order(letters):
    """Return the letters in the order of their code points."""
    return "".join(sorted(letters))


def values(order, number):
    """Return the values of the letters in row `number` of the table, from 0: `A=0`, `B=1`, ..."""
    shift = len(order)
    words = []
    for letter in order:
        shift -= 1
        words.append("%s=%d" % (letter, number >> shift & 1))
    return words
