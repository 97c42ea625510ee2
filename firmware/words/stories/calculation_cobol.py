"""The story of Calculation in COBOL."""

STORY_EN = (
    "Professor Shimauchi asked H. Nisimura to write down the rules of a solitaire.",
    "Nisimura did not know it. He was shown it once.",
    "While he was coding he asked the rest by telephone.",
    "",
    "Coding, keying in and testing took two days, the looks half a day more.",
    "COBOL has no statement for a loop, he complains.",
    "It had 200 lines. That was a shock, and he was too tired to shorten it.",
    "He wrote it in small letters. No printer had any.",
    "",
    "Experts win nine of ten, it is said. At first he never won.",
    "A contest of programs was announced. He had no wish to enter.",
)

CLAIMS_EN = (
    ("An expert wins nine games of ten.", "Our adviser wins 79 %, with 5 seconds for a card."),
    ("A beginner wins one or two of ten.", "A simple rule wins 3.6 %."),
)

STORY_RU = (
    "Профессор Симаути попросил Х. Нисимуру записать правила пасьянса.",
    "Нисимура его не знал. Ему показали один раз.",
    "Остальное он, уже программируя, спрашивал по телефону.",
    "",
    "Два дня ушло на программу и проверку, еще полдня на внешний вид.",
    "В COBOL нет оператора цикла, жалуется он.",
    "Вышло 200 строк. Это его потрясло, но сократить не было сил.",
    "Писал он строчными буквами. Печатать их было не на чем.",
    "",
    "Мастера, говорят, выигрывают девять из десяти. У него сначала не выходило ни разу.",
    "Объявили состязание программ. Участвовать он не собирался.",
)

CLAIMS_RU = (
    ("Мастер выигрывает девять партий из десяти.", "Наш советчик — 79 %, по 5 секунд на карту."),
    ("Новичок выигрывает одну-две из десяти.", "Простое правило — 3,6 %."),
)

STORY_JA = (
    "島内剛一が、一人遊びの規則を書けと西村恕彦に言った。",
    "西村は知らなかった。一度だけ教わった。",
    "残りは、組みながら電話で聞いた。",
    "",
    "組んで、打って、試すのに二日。見た目にもう半日。",
    "COBOLにはループの文がない、となげく。",
    "200行になった。短くする元気はもうなかった。",
    "小文字で書いたが、小文字を打つ機械がなかった。",
    "",
    "上手なら九割勝つという。西村は、初めはまったく勝てなかった。",
    "プログラムの大会が開かれる。出る気はないと書いている。",
)

CLAIMS_JA = (
    ("上手は十回に九回勝つ。", "ここの助言は79%。一枚に5秒考える。"),
    ("下手でも一、二割は勝つ。", "かんたんな規則では3.6%。"),
)
