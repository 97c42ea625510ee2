# SPDX-License-Identifier: MIT
"""The random walk on the OKITAC 5090."""

LANGUAGES = ("en", "ru", "ja")
"""The languages of a message; the first is that of the original."""

MESSAGES = ()

TITLES = ("RANDOM WALK", "СЛУЧАЙНОЕ БЛУЖДАНИЕ\nБЛУЖДАНИЕ", "ランダムウォーク\nランダム歩行")

GISTS = ("a point goes up or down", "точка идет вверх и вниз", "点が上へ下へと動く")

RULES = (
    "A point goes up or down by chance. Where will it be after many steps?",
    "Точка идет вверх или вниз наугад. Где она будет потом?",
    "点がでたらめに上下する。終わりにはどこにいるか。",
)
"""What it is and what is to be done, in three rows at most."""

LABELS = {
    "chi": ("start value\nchi", "начало ряда\nchi", "乱数の初期値\n初期"),
    "lambda": ("multiplier\nlam", "множитель\nlam", "乗数"),
    "mu": ("increment\nmu", "слагаемое\nmu", "増分"),
    "nu": ("modulus\nnu", "модуль\nnu", "法"),
    "p": ("chance of +1\nchance", "шанс шага +1\nшанс +1", "+1の確率"),
    "time": ("steps", "шагов", "歩数"),
    "sample": ("walks\nN", "блужданий\nраз", "歩く回数\n回数"),
}

ABOUT_RU = (
    "Случайное блуждание",
    "С. Игараси, Токийский университет, программа 6303 (1963)",
    "OKITAC 5090, ALGOLIP",
    "",
    (
        "CHI становится (LAMBDA*CHI+MU) mod NU. Если CHI<=PP, точка идет вверх, иначе вниз; PP — "
        "это P*NU без дробной части."
    ),
    "Часть 1: время и место.",
    "Часть 2, SAMPLE блужданий: конец, сколько раз, доля. Последняя строка: CHI.",
    "",
    "Ошибки оставлены:",
    "из-за <= вероятность шага вверх (PP+1)/NU: 0.50001.",
    (
        "Если нет концов ниже 0, таблица идет от 0: при нечетном TIME четные концы, все с 0; при "
        "четном строки с 0 до первого конца."
    ),
    "У последней цифры CHI период 10.",
    "",
    (
        "Ошибки исправлены: сначала читаются P TIME SAMPLE; забыты FLS=SAMPLE и end; "
        "PRINTINTEGER для доли; CHI-CHI+NU*NU вместо CHI-CHI div NU*NU. Период 100000, а не "
        "50000. CHI = 1 mod 20: это о LAMBDA."
    ),
)

ABOUT_JA = (
    "簡単なランダム・ウォークの実験",
    "五十嵐滋、東大、プログラム6303(1963年)",
    "OKITAC 5090、ALGOLIP",
    "",
    (
        "CHIは(LAMBDA*CHI+MU) mod NUになる。CHI<=PPなら点は上へ、さもなければ下へ進む。PPはP*NUの"
        "整数部分。"
    ),
    "第1部:時刻と位置",
    "第2部:SAMPLE回歩く。終点、度数、相対度数。最後の行はCHI。",
    "",
    "残した誤り:",
    "<=のため上へ進む確率は(PP+1)/NU、ここでは0.50001。",
    (
        "0より下の終点がないと、表は0から始まる。TIMEが奇数なら偶数の終点が0回で並び、偶数なら最"
        "初の終点まで0回の行が並ぶ。"
    ),
    "CHIの最後の桁の周期は10。",
    "",
    (
        "直した誤り:プログラムは先にP TIME SAMPLEを読み、FLS=SAMPLEとendを忘れ、実数に"
        "PRINTINTEGERを使う。CHI-CHI+NU*NUはCHI-CHI div NU*NUのこと。本文の周期50000は、正し"
        "くは100000。CHI = 1 mod 20はLAMBDAのこと。"
    ),
)

PRESETS_RU = ("ЛЕНТА 1963", "САМОЕ ДОЛГОЕ")

PRESETS_JA = ("1963年のテープ", "最長")
