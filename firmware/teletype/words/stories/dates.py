# SPDX-License-Identifier: MIT
"""The story of dates."""

STORY_EN = (
    "Two hard nuts for programmers, says Kasatkin.\n"
    "How many days lie between two dates? What day of the week was it?\n"
    "He asks on which day Gagarin flew into space.\n\n"
    "Leap years and short months are logic, he finds.\n"
    "Yet arithmetic alone can do it, with two formulas.\n"
    "One is for January and February, the other for the rest.\n"
    "Their secret is the whole part of a number.\n\n"
    "Nobody checks a date. The 31st of April is simply the 1st of May."
)

CLAIMS_EN = (
    "The dates may be as distant as you like.\n"
    "With six digits it ends in November 2737.\n"
    "The formulas give the right day.\n"
    "True for all days of the years 1 to 9999."
)

STORY_RU = (
    "Два крепких орешка для программистов, пишет Касаткин.\n"
    "Сколько дней между датами? Какой это был день недели?\n"
    "Он спрашивает, в какой день полетел в космос Гагарин.\n\n"
    "Високосный год и короткие месяцы — это логика.\n"
    "Но хватает и арифметики: двух формул.\n"
    "Одна для января и февраля, другая для остальных месяцев.\n"
    "Весь секрет в целой части числа.\n\n"
    "Дату никто не проверяет. 31 апреля — это просто 1 мая."
)

CLAIMS_RU = (
    "Даты могут быть сколь угодно далекими.\n"
    "С шестью цифрами счет кончается в ноябре 2737 года.\n"
    "Формулы дают верный день.\n"
    "Верно для всех дней с 1 по 9999 год."
)

STORY_JA = (
    "プログラマーが手を焼く二つの問題、と著者は言う。\n"
    "二つの日の間は何日か。その日は何曜日か。\n"
    "ガガーリンが宇宙へ飛んだのは何曜日だろう。\n\n"
    "うるう年も短い月も、論理の問題だ。\n"
    "ところが、計算だけでできる。式は二つ。\n"
    "一つは1月と2月、もう一つは残りの月。\n"
    "ひみつは、数の整数部分にある。\n\n"
    "日付は調べない。4月31日は5月1日になる。"
)

CLAIMS_JA = (
    "どれほど先の日でもよい。\n"
    "六けたでは、2737年十一月で終わる。\n"
    "式は正しい曜日を出す。\n"
    "正しい。1年から9999年まで全部の日で試した。"
)
