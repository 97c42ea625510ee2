# SPDX-License-Identifier: MIT
"""The story of the 10,000-yen game."""

STORY_EN = (
    "K. Nakano of Hiroshima wanted a contest that beginners in C can enter.\n"
    "The rule is short: the lower bid takes both.\n"
    "His whole laboratory had to take part.\n"
    "Many students neglected their research over it.\n\n"
    "Their programs look for habits: bid one yen less than last time.\n"
    "Or lose the first round on purpose and win the rest."
)

CLAIMS_EN = (
    "minus1 beats always1000, which beats random, and random beats minus1.\n"
    "True: a circle, in 1000 games each.\n"
    "No program can beat all others.\n"
    "One that never loses on average must exist."
)

STORY_RU = (
    "К. Накано из Хиросимы хотел устроить состязание и для новичков в C.\n"
    "Правило короткое: меньшая ставка берет обе.\n"
    "Участвовать должна была вся лаборатория.\n"
    "Многие студенты забросили ради него свои исследования.\n\n"
    "Программы ищут привычки: ставь на иену меньше, чем соперник в прошлый раз.\n"
    "Или нарочно проиграй первый тур и возьми остальные."
)

CLAIMS_RU = (
    "minus1 бьет always1000, тот — random, а random — minus1.\n"
    "Верно: круг, по 1000 игр в паре.\n"
    "Нет программы сильнее всех.\n"
    "Но есть такая, что в среднем не проигрывает."
)

STORY_JA = (
    "広島の中野浩嗣は、Cを始めたばかりの人も出られる大会を考えた。\n"
    "規則は短い。少ない方が両方を取る。\n"
    "研究室の全員が出た。\n"
    "多くの学生が、研究を忘れてむちゅうになった。\n\n"
    "プログラムは相手のくせをさがす。前より一円少なく出す。\n"
    "または、初めの回をわざと負け、残りを勝つ。"
)

CLAIMS_JA = (
    "minus1、always1000、randomは三すくみ。\n"
    "正しい。1000回ずつ試した。\n"
    "すべてに勝つ戦略はない。\n"
    "平均して負けない戦略は、必ずある。"
)
