# SPDX-License-Identifier: MIT
"""The head of a program: comments before its first statement.

    # title: Euclid
    # about: The largest number that divides both A and B.
    # answer: A 1..9999, B 1..9999; «НА»1

`answer` gives the values of a directive with their bounds, and where the program goes on. Then a
person picks the values or types them alone, and the directive stands on the paper as the machine
wants it: «ВЫП»A=84;B=36;«НА»1«КОН»◊. Other comments are not read.
"""

from teletype.core.request import Malformed, integer

KEYS = ("title", "about", "answer")

_MOST = 999999999
"""The largest bound of a value."""

_FIELDS = 9
"""Values of an answer at most."""


def read(text):
    """Return the head of a text: a dict with the values of KEYS, "" for those that are missing."""
    found = {key: "" for key in KEYS}
    for line in text.split("\n"):
        line = line.strip()
        if line[:1] == "#":
            key, _, value = line[1:].partition(":")
            if key.strip() in found:
                found[key.strip()] = value.strip()
        elif line:
            break
    return found


def answer(text):
    """Return what an answer looks like by a text's head: the fields for `core.request.Numbers`
    and the form of the directive with a %d for each; None if it has none. Raise Malformed if it
    says something else.
    """
    line = read(text)["answer"]
    if not line:
        return None
    values, _, goes_on = line.partition(";")
    fields = []
    for value in values.split(","):
        words = [word for word in value.split(" ") if word]
        low, _, high = (words[1] if len(words) == 2 else "").partition("..")
        try:
            low, high = integer(low), integer(high)
        except Malformed:
            raise Malformed("answer: '%s' is not NAME LOW..HIGH" % value.strip())
        if not -_MOST <= low <= high <= _MOST:
            raise Malformed("answer: %d..%d is not within -%d..%d" % (low, high, _MOST, _MOST))
        fields.append((words[0], low, high))
    if len(fields) > _FIELDS:
        raise Malformed("answer: more than %d values" % _FIELDS)
    if "%" in line:
        raise Malformed("answer: a % has no place there")
    form = "«ВЫП»" + "".join(["%s=%%d;" % field[0] for field in fields]) + goes_on.strip()
    return fields, form + "«КОН»◊"
