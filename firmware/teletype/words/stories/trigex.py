# SPDX-License-Identifier: MIT
"""The story of Trigex."""

STORY_EN = (
    "Kasatkin's advice: first play a few games with somebody.\n"
    "You soon see that it is better to begin.\n"
    "So the machine always begins.\n\n"
    "Its second move it looks up in a table of 24 answers.\n"
    "After that it asks three things. Can I win? Must I stop you? Can I threaten twice?\n"
    "That is not arithmetic, says the book, but looking ahead.\n\n"
    "In the listing the table became formulas.\n"
    "The print lost their decimal points: .2 became 2.\n"
    "The drawing of the board is lost in our copy. Ours has the same nine lines."
)

CLAIMS_EN = (
    "One should begin on field 1, 2 or 3.\n"
    "From each of the nine fields the first player can win.\n"
    "The listing says the same as the table.\n"
    "One formula differs: 2, 9, 5, 3 leads it off the board."
)

STORY_RU = (
    "Совет Касаткина: сначала сыграйте с кем-нибудь несколько партий.\n"
    "Скоро видно, что лучше начинать.\n"
    "Поэтому машина всегда начинает.\n\n"
    "Второй ход она берет из таблицы: в ней 24 ответа.\n"
    "Дальше три вопроса. Могу ли я выиграть? Надо ли вам помешать? Есть ли двойная угроза?\n"
    "Это не вычисления, говорит книга: надо заглянуть вперед.\n\n"
    "В листинге таблица стала формулами.\n"
    "При печати пропали десятичные точки: из .2 вышло 2.\n"
    "Рисунок поля в нашем экземпляре утрачен. Здесь те же девять прямых."
)

CLAIMS_RU = (
    "Начинать надо с поля 1, 2 или 3.\n"
    "Первый может выиграть с любого из девяти полей.\n"
    "Листинг делает то же, что таблица.\n"
    "Одна формула неверна: после 2, 9, 5, 3 программа уходит с поля."
)

STORY_JA = (
    "まずだれかと何回かやってみなさい、と著者は言う。\n"
    "始める方が良いと、すぐに分かる。\n"
    "だから、いつも機械が先に打つ。\n\n"
    "二手目は、24の答がある表を引く。\n"
    "その後は三つだけ問う。勝てるか。防ぐべきか。二つ同時にねらえるか。\n"
    "計算ではない、先を見ることだ、と本にある。\n\n"
    "プログラムでは、表が式になった。\n"
    "印刷で小数点が落ち、.2が2になった。\n"
    "盤の図は手元の本にはない。ここの図は、同じ九本の線で作った。"
)

CLAIMS_JA = (
    "初手は1、2、3のどれかが良い。\n"
    "九つのどこから始めても勝てる。\n"
    "式は表と同じ答を出す。\n"
    "一つだけ違う。2、9、5、3で盤の外へ出る。"
)
