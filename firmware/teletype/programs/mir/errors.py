# SPDX-License-Identifier: MIT
"""What the machine says of an error, in its language; `teletype.words` translates it."""

_TEXTS = """
sign: ЗДЕСЬ *, А МОЖЕТ БЫТЬ *
word: НЕТ СЛУЖЕБНОГО СЛОВА *
not our word: СЛОВО * ЗДЕСЬ НЕ ДЕЙСТВУЕТ
message: НЕТ СКОБКИ ] В КОНЦЕ СООБЩЕНИЯ
bracket: ЗДЕСЬ *, НЕТ СКОБКИ *
number: НЕ ЧИСЛО: *, МОЖЕТ БЫТЬ *
digits: РАЗРЯДНОСТЬ *, МОЖЕТ БЫТЬ *
twice: ДАНО ДВАЖДЫ: *
function: НЕТ ФУНКЦИИ *, ЕСТЬ *
arguments: АРГУМЕНТОВ У *, НУЖНО *
array: НЕТ МАССИВА *
indexes: ИНДЕКСОВ У *, НУЖНО *
label: НЕТ МЕТКИ *, ЕСТЬ *
memory: ПАМЯТЬ ПОЛНА: *, ЯЧЕЕК *
full: НЕТ МЕСТА ДЛЯ ЧИСЕЛ
text: ЗНАКОВ *, МОЖЕТ БЫТЬ *
values: ЗНАЧЕНИЙ *, МЕСТ *
replace: ПЕРЕД «ЗАПИСАТЬ» *, ЭТО ЕСТЬ РАЗ: *
no value: НЕТ ЗНАЧЕНИЯ У *
element: У ЭЛЕМЕНТА МАССИВА НЕТ ЗНАЧЕНИЯ
index: НЕТ *, ЕСТЬ *
division: ДЕЛЕНИЕ НА НУЛЬ
root: КОРЕНЬ ИЗ ОТРИЦАТЕЛЬНОГО ЧИСЛА
logarithm: ЛОГАРИФМ НЕПОЛОЖИТЕЛЬНОГО ЧИСЛА
power: У СТЕПЕНИ НЕТ ЗНАЧЕНИЯ
too large: ЧИСЛО СЛИШКОМ ВЕЛИКО
deep: СЛИШКОМ МНОГО ВЛОЖЕНИЙ
size: НЕ РАЗМЕР: *, МОЖЕТ БЫТЬ *
name: БЕЗ ИМЕНИ *, НУЖНО *
steps: ОПЕРАЦИЙ БОЛЬШЕ, ЧЕМ *
"""
"""A row for each kind. One constant takes no memory, and little of the image."""


def what(error):
    """Return what is wrong, as a line."""
    kind = "element" if error.kind == "no value" and not error.met else error.kind
    text = _TEXTS.partition("\n" + kind + ": ")[2]
    parts = text[: text.index("\n")].split("*")
    given = [error.met or "КОНЕЦ", error.allowed]
    if len(parts) == 2 and not error.met:
        given = [error.allowed]
    text = parts[0]
    for index in range(len(parts) - 1):
        text += given[index] + parts[index + 1]
    return text


def refused(error):
    """Return what is wrong with a text that was typed, and where; a directive has one row."""
    sign = "ЗНАК %d: %s" % (error.sign, what(error))
    return sign if error.directive else "СТРОКА %d, %s" % (error.row, sign)


def where(error):
    """Return its place, as a line."""
    place = "СТРОКА %d, ЗНАК %d" % (error.row, error.sign)
    if error.statement:
        place = "ОПЕРАТОР %d, " % error.statement + place
    return ("ДИРЕКТИВА: " if error.directive else "") + place
