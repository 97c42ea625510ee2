"""The story of the random walk."""

STORY_EN = (
    "Program 6303, from the page of programs that S. Moriguti edited in 1963.",
    "S. Igarashi's point stands at 0. Each step goes up or down by chance.",
    "",
    "Chance is a sum here: multiply, add, keep the rest.",
    "The data came on paper tape: seven numbers.",
    "T. Shimizu of the computing centre let it be tested there, on an OKITAC 5090.",
    "From putting on the tape, compiling took about ten seconds.",
    "",
    "Up comes 50 001 times in 100 000: a slip that we kept.",
)

CLAIMS_EN = (
    (
        "The random numbers have the period 50 000.",
        "It is 100 000, as a comment in the listing says.",
    ),
    ("A walk ends near its start.", "A hundred walks here: 0.18 on average."),
)

STORY_RU = (
    "Программа 6303 со страницы программ, которую вел С. Моригути, 1963 год.",
    "Точка С. Игараси стоит в нуле. Каждый шаг — вверх или вниз, случайно.",
    "",
    "Случай здесь — расчет: умножить, прибавить, взять остаток.",
    "Данные — семь чисел на перфоленте.",
    "Т. Симидзу помог испытать ее в вычислительном центре, на OKITAC 5090.",
    "Трансляция шла около десяти секунд, считая от заправки ленты.",
    "",
    "Вверх — 50 001 раз из 100 000: эту ошибку мы оставили.",
)

CLAIMS_RU = (
    ("Период случайных чисел — 50 000.", "Он равен 100 000, как и сказано в самом листинге."),
    ("Блуждание кончается недалеко от начала.", "Сто блужданий здесь: в среднем 0,18."),
)

STORY_JA = (
    "プログラム6303。1963年、森口繁一の「プログラムのページ」。",
    "五十嵐滋の点は0にいる。一歩ごとに上か下へ、でたらめに動く。",
    "",
    "でたらめも計算だ。かけて、足して、余りを取る。",
    "データは紙テープに七つの数。",
    "計算センターの清水留三郎の好意で、OKITAC 5090で試した。",
    "翻訳はテープをかけてから約10秒だった。",
    "",
    "上へ行くのは10万回のうち50001回。この誤りは残した。",
)

CLAIMS_JA = (
    ("乱数の周期は50000。", "100000が正しい。印刷の中の注にはそうある。"),
    ("終わりは始めの点の近く。", "ここの百回では、平均0.18。"),
)
