# SPDX-License-Identifier: MIT
"""The story of Calculation in COBOL."""

STORY_EN = (
    "Professor Shimauchi asked H. Nisimura to write down the rules of a solitaire.\n"
    "Nisimura did not know it. He was shown it once.\n"
    "While he was coding he asked the rest by telephone.\n\n"
    "Coding, keying in and testing took two days, the looks half a day more.\n"
    "COBOL has no statement for a loop, he complains.\n"
    "It had 200 lines. That was a shock, and he was too tired to shorten it.\n"
    "He wrote it in small letters. No printer had any.\n\n"
    "Experts win nine out of ten, it is said. At first he never won.\n"
    "A contest of programs was announced. He had no wish to enter."
)

CLAIMS_EN = (
    "An expert wins nine games out of ten.\n"
    "Our adviser wins 849 decks of 1000, with little time to think.\n"
    "A beginner wins one or two out of ten.\n"
    "A simple rule wins 3.6 %."
)

STORY_RU = (
    "Профессор Симаути попросил Х. Нисимуру записать правила пасьянса.\n"
    "Нисимура его не знал. Ему показали один раз.\n"
    "Остальное он, уже программируя, уточнял по телефону.\n\n"
    "Два дня ушло на программу и проверку, еще полдня на внешний вид.\n"
    "В COBOL нет оператора цикла, жалуется он.\n"
    "Вышло 200 строк. Это его потрясло, но сокращать не было сил.\n"
    "Писал он строчными буквами. Печатать их было не на чем.\n\n"
    "Мастера, говорят, выигрывают девять из десяти. У него сначала не выходило ни разу.\n"
    "Объявили состязание программ. Участвовать он не собирался."
)

CLAIMS_RU = (
    "Мастер выигрывает девять партий из десяти.\n"
    "Наш советчик — 849 колод из 1000, думая недолго.\n"
    "Новичок выигрывает одну-две из десяти.\n"
    "Простое правило — 3,6 %."
)

STORY_JA = (
    "島内剛一は西村恕彦に、一人遊びの規則を書いてほしいと言った。\n"
    "西村は知らなかった。一度だけ教わった。\n"
    "残りは、組みながら電話で聞いた。\n\n"
    "組んで、打って、試すのに二日。見た目にもう半日。\n"
    "COBOLにはループの文がない、となげく。\n"
    "200行になった。短くする元気はもうなかった。\n"
    "小文字で書いたが、小文字を打つ機械がなかった。\n\n"
    "上手なら九割勝つという。西村は、初めはまったく勝てなかった。\n"
    "プログラムの大会が開かれる。出る気はないと書いている。"
)

CLAIMS_JA = (
    "上手は十回に九回勝つ。\n"
    "ここの助言は1000回に849回。考えるのは少しだけ。\n"
    "下手でも一、二割は勝つ。\n"
    "かんたんな規則では3.6%。"
)
