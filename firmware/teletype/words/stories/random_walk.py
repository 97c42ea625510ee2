# SPDX-License-Identifier: MIT
"""The story of the random walk."""

STORY_EN = (
    "Program 6303, from the page of programs that S. Moriguti edited in 1963.\n"
    "S. Igarashi's point stands at 0. Each step goes up or down by chance.\n\n"
    "Chance is a sum here: multiply, add, keep the rest.\n"
    "The data came on paper tape: seven numbers.\n"
    "T. Shimizu of the computing centre let it be tested there, on an OKITAC 5090.\n"
    "Compiling took about ten seconds, from when the tape was put on.\n\n"
    "Up comes 50001 times in 100000: a slip that we kept."
)

CLAIMS_EN = (
    "The random numbers have the period 50000.\n"
    "It is 100000, as a comment in the listing says.\n"
    "A walk ends near its start.\n"
    "A hundred walks here: 0.18 on average."
)

STORY_RU = (
    "Программа 6303 со страницы программ, которую вел С. Моригути, 1963 год.\n"
    "Точка С. Игараси стоит в нуле. Каждый шаг — вверх или вниз, случайно.\n\n"
    "Случай здесь — расчет: умножить, прибавить, взять остаток.\n"
    "Данные — семь чисел на перфоленте.\n"
    "Т. Симидзу помог испытать ее в вычислительном центре, на OKITAC 5090.\n"
    "Трансляция шла около десяти секунд, считая от заправки ленты.\n\n"
    "Вверх — 50001 раз из 100000: эту ошибку мы оставили."
)

CLAIMS_RU = (
    "Период случайных чисел — 50000.\n"
    "Он равен 100000, как и сказано в самом листинге.\n"
    "Блуждание кончается недалеко от начала.\n"
    "Сто блужданий здесь: в среднем 0,18."
)

STORY_JA = (
    "プログラム6303。1963年、森口繁一の「プログラムのページ」。\n"
    "五十嵐滋の点は0にある。一歩ごとに上か下へ、でたらめに動く。\n\n"
    "でたらめも計算だ。かけて、足して、余りを取る。\n"
    "データは紙テープに七つの数。\n"
    "計算センターの清水留三郎の好意で、OKITAC 5090で試した。\n"
    "翻訳はテープをかけてから約10秒だった。\n\n"
    "上へ行くのは10万回のうち50001回。この誤りは残した。"
)

CLAIMS_JA = (
    "乱数の周期は50000。\n"
    "100000が正しい。印刷の中の注にはそうある。\n"
    "終わりは始めの点の近く。\n"
    "ここの百回では、平均0.18。"
)
