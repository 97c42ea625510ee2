# SPDX-License-Identifier: MIT
"""The timetable problem: three days of three lessons under seven conditions.

After I. M. Yaglom, "Algebras of Boole", as told by V. N. Kasatkin, 1980. The lessons are three М
(mathematics), two Ф (physics), one И (history), Х (chemistry), С (sport) and О (nothing) on
Monday, Wednesday and Friday. The book states the conditions as one formula of 54 letters, a letter
for each subject and hour, and so of 2^54 rows. Here each day is tried separately: all conditions
on a single day prune the search before the next day is tried.
"""

# covers 002:1056

LESSONS = "ИМММОСФФХ"
"""All lessons of the week, in alphabetical order."""

_MONDAY, _WEDNESDAY, _FRIDAY = 0, 1, 2

_SLICE = 24
"""Days tried between two polls of the keys."""


def _days(lessons):
    """Yield (day, lessons left) for each different day of three `lessons`, alphabetically."""
    for first in sorted(set(lessons)):
        rest = lessons.replace(first, "", 1)
        for second in sorted(set(rest)):
            left = rest.replace(second, "", 1)
            for third in sorted(set(left)):
                yield first + second + third, left.replace(third, "", 1)


def broken(day, number, without=()):
    """Return the first condition that `day`, three lessons, breaks as day `number`, or 0.

    Day 0 is Monday. `without`: the numbers of dropped conditions. "First" and "last" are the first
    and the third hour, even if it has no lesson.
    """
    first, second, third = day
    if 1 not in without and third == "М":
        return 1
    if 2 not in without and "Ф" in (
        third,
        first if number == _WEDNESDAY else "",
        second if number == _FRIDAY else "",
    ):
        return 2
    if 3 not in without and "И" in day:
        if (number, day.find("И")) not in ((_MONDAY, 0), (_MONDAY, 1), (_WEDNESDAY, 1)):
            return 3
        if "ИС" in day:
            return 3
    if 4 not in without and "Х" in day and (number == _FRIDAY or "Ф" in day):
        return 4
    if 5 not in without and "С" in day:
        last = third == "С" or second + third == "СО"
        if number == _FRIDAY or not last:
            return 5
    if 6 not in without and (day.count("М") > 1 or day.count("Ф") > 1):
        return 6
    if 7 not in without and "О" in day:
        if (number, day.find("О")) not in ((_MONDAY, 0), (_FRIDAY, 2)):
            return 7
    return 0


def steps(without=()):
    """Yield for each tried day: (its number, its three lessons, the condition that it breaks).

    A Friday with 0 completes a timetable with the two days before it. The last two conditions that
    a whole week may break are the second halves of 1 and 2: they count against its Friday.
    """
    for monday, later in _days(LESSONS):
        reason = broken(monday, _MONDAY, without)
        yield _MONDAY, monday, reason
        if reason:
            continue
        for wednesday, last in _days(later):
            reason = broken(wednesday, _WEDNESDAY, without)
            yield _WEDNESDAY, wednesday, reason
            if reason:
                continue
            for friday, _ in _days(last):
                reason = broken(friday, _FRIDAY, without)
                firsts = monday[0] + wednesday[0] + friday[0]
                if not reason and 1 not in without and firsts.count("М") < 2:
                    reason = 1
                if not reason and 2 not in without and "Ф" not in firsts:
                    reason = 2
                yield _FRIDAY, friday, reason


def schedules(without=()):
    """Yield all timetables, as `МИХ МФС ФМО`, in alphabetical order, and None now and then in
    between.

    `without`: the numbers 1..7 of dropped conditions.
    """
    week = ["", "", ""]
    tried = 0
    for number, day, reason in steps(without):
        week[number] = day
        tried += 1
        if tried % _SLICE == 0:
            yield None
        if number == _FRIDAY and not reason:
            yield " ".join(week)
