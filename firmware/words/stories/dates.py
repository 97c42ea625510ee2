"""The story of dates."""

STORY_EN = (
    "Two hard nuts of the programmers, says Kasatkin.",
    "How many days lie between two dates? What day of the week was it?",
    "He asks on which day Gagarin flew into space.",
    "",
    "Leap years and short months are logic, he finds.",
    "Yet arithmetic alone can do it, with two formulas.",
    "One is for January and February, the other for the rest.",
    "Their secret is the whole part of a number.",
    "",
    "Nobody checks a date. The 31st of April is simply the 1st of May.",
)

CLAIMS_EN = (
    ("The dates may be as distant as you like.", "With six digits it ends in November 2737."),
    ("The formulas give the right day.", "True for all days of the years 1 to 9999."),
)

STORY_RU = (
    "Два твердых орешка программистов, пишет Касаткин.",
    "Сколько дней между датами? Какой это был день недели?",
    "Он спрашивает, в какой день полетел в космос Гагарин.",
    "",
    "Високосный год и короткие месяцы — это логика.",
    "Но хватает и арифметики: двух формул.",
    "Одна для января и февраля, другая для остальных месяцев.",
    "Весь секрет в целой части числа.",
    "",
    "Дату никто не проверяет. 31 апреля — это просто 1 мая.",
)

CLAIMS_RU = (
    (
        "Даты могут быть сколь угодно далекими.",
        "С шестью цифрами счет кончается в ноябре 2737 года.",
    ),
    ("Формулы дают верный день.", "Верно для всех дней с 1 по 9999 год."),
)

STORY_JA = (
    "プログラマーが手を焼く二つの問題、と著者は言う。",
    "二つの日の間は何日か。その日は何曜日か。",
    "ガガーリンが宇宙へ飛んだのは何曜日だろう。",
    "",
    "うるう年も短い月も、論理の問題だ。",
    "ところが、計算だけでできる。式は二つ。",
    "一つは1月と2月、もう一つは残りの月。",
    "ひみつは、数の整数部分にある。",
    "",
    "日付は調べない。4月31日は5月1日になる。",
)

CLAIMS_JA = (
    ("どれほど先の日でもよい。", "六けたでは、2737年十一月で終わる。"),
    ("式は正しい曜日を出す。", "正しい。1年から9999年まで全部の日で試した。"),
)
