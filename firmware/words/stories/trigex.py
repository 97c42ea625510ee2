"""The story of Trigex."""

STORY_EN = (
    "Kasatkin's advice: first play a few games with somebody.",
    "You soon see that it is better to begin.",
    "So the machine always begins.",
    "",
    "Its second move it looks up in a table of 24 answers.",
    "After that it asks three things. Can I win? Must I stop you? Can I threaten twice?",
    "That is not arithmetic, says the book, but looking ahead.",
    "",
    "In the listing the table became formulas.",
    "The print lost their decimal points: .2 became 2.",
    "The drawing of the board is lost in our copy. Ours has the same nine lines.",
)

CLAIMS_EN = (
    (
        "One should begin on field 1, 2 or 3.",
        "From each of the nine fields the first player can win.",
    ),
    (
        "The listing says the same as the table.",
        "One formula differs: 2, 9, 5, 3 leads it off the board.",
    ),
)

STORY_RU = (
    "Совет Касаткина: сначала сыграйте с кем-нибудь несколько партий.",
    "Скоро видно, что лучше начинать.",
    "Поэтому машина всегда начинает.",
    "",
    "Второй ход она берет из таблицы: в ней 24 ответа.",
    "Дальше три вопроса. Могу ли я выиграть? Надо ли вам помешать? Есть ли двойная угроза?",
    "Это не вычисления, говорит книга: надо заглянуть вперед.",
    "",
    "В листинге таблица стала формулами.",
    "При печати пропали десятичные точки: из .2 вышло 2.",
    "Рисунок поля в нашем экземпляре утрачен. Здесь те же девять прямых.",
)

CLAIMS_RU = (
    ("Начинать надо с поля 1, 2 или 3.", "Первый может выиграть с любого из девяти полей."),
    (
        "Листинг делает то же, что таблица.",
        "Одна формула неверна: после 2, 9, 5, 3 программа уходит с поля.",
    ),
)

STORY_JA = (
    "まずだれかと何回かやってみなさい、と著者は言う。",
    "始める方が良いと、すぐに分かる。",
    "だから、いつも機械が先に打つ。",
    "",
    "二手目は、24の答がある表を引く。",
    "その後は三つだけ問う。勝てるか。防ぐべきか。二つ同時にねらえるか。",
    "計算ではない、先を見ることだ、と本にある。",
    "",
    "プログラムでは、表が式になった。",
    "印刷で小数点が落ち、.2が2になった。",
    "盤の図は手元の本にはない。ここの図は、同じ九本の線で作った。",
)

CLAIMS_JA = (
    ("初手は1、2、3のどれかが良い。", "九つのどこから始めても勝てる。"),
    ("式は表と同じ答を出す。", "一つだけ違う。2、9、5、3で盤の外へ出る。"),
)
