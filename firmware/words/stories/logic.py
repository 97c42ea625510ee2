"""The story of the logical problems, and the problems themselves."""

STORY_EN = (
    "The book asks the machine three riddles.",
    "Each boy who found a vessel is right once and wrong once.",
    "A timetable has to suit everybody. It comes from an article by I. M. Yaglom.",
    "Of three suspects one is honest, one lies, and one does both.",
    "",
    "The machine does not reason. It tries every row and keeps the true ones.",
    "The hard part is to write all that is known as one formula.",
    "A person had to do that, and to turn it into arithmetic.",
)

CLAIMS_EN = (
    (
        "The timetable has two solutions.",
        "True. Conditions 4, 5 and 7 follow from the others, each by itself.",
    ),
    (
        "The formula of the murder has one solution.",
        "True. As printed in the program it has four.",
    ),
)

PROBLEM_VESSEL_EN = (
    "Three boys dug up a vessel. Each of them guessed twice.",
    "Alyosha: it is Greek, and it is of the 5th century.",
    "Borya: it is Phoenician, and it is of the 3rd century.",
    "Grisha: it is not Greek, and it is of the 4th century.",
    "Their teacher of history said: each of you is right once.",
    "Where was it made, and when?",
)

ANSWER_VESSEL_EN = (
    "It was made in Phoenicia, in the 5th century.",
    "Alyosha was right about the century, Borya about the country.",
    "Grisha was right that it is not Greek.",
)

PROBLEM_TIMETABLE_EN = (
    "A week has three school days: Monday, Wednesday, Friday.",
    "Each has room for three double lessons.",
    "There are three of mathematics (М) and two of physics (Ф).",
    "There is one each of history (И), chemistry (Х) and sport (С).",
    "One place stays free (О).",
    "1 Mathematics is never last, and at least twice it is first.",
    (
        "2 Physics is never last, and at least once it is first. On Wednesday it is not first, on "
        "Friday nothing but first."
    ),
    (
        "3 History is first or second on Monday, or second on Wednesday. It is not right before "
        "sport."
    ),
    "4 Chemistry is not on Friday, and not on a day with physics.",
    "5 Sport is the last of its day, and not on Friday.",
    "6 No day has two lessons of the same kind.",
    "7 The free place is the first on Monday or the last on Friday.",
    "What timetables are there?",
)

ANSWER_TIMETABLE_EN = ("Each line is a timetable: Monday, Wednesday, Friday.",)

PROBLEM_WHO_EN = (
    "One person alone did the murder. Brown, Jones and Smith are suspected.",
    "Brown: I did not do it. Jones did not do it.",
    "Jones: Brown did not do it. Smith did it.",
    "Smith: I did not do it. Brown did it.",
    "One of them told the truth twice, one lied twice.",
    "The third told the truth once and lied once.",
    "Who is the murderer, and who is who?",
)

ANSWER_WHO_EN = (
    "Brown is the murderer. One of his two claims was true.",
    "Smith told the truth twice.",
    "Jones lied twice.",
)

STORY_RU = (
    "Книга задает машине три загадки.",
    "Трое нашли сосуд. Каждый в одном прав, а в другом ошибся.",
    "Расписание должно устроить всех. Оно взято из статьи И. М. Яглома.",
    "Из трех подозреваемых один честен, один лжет, один наполовину.",
    "",
    "Машина не рассуждает. Она пробует все строки и оставляет истинные.",
    "Трудно другое: записать все условия одной формулой.",
    "Это делал человек, и он же переводил ее в арифметику.",
)

CLAIMS_RU = (
    (
        "У расписания два решения.",
        "Верно. Условия 4, 5 и 7 следуют из других, каждое в отдельности.",
    ),
    ("У формулы убийства одно решение.", "Верно. Но в напечатанной программе их четыре."),
)

PROBLEM_VESSEL_RU = (
    "Трое ребят откопали сосуд. Каждый высказал две догадки.",
    "Алеша: он греческий, и он V века.",
    "Боря: он финикийский, и он III века.",
    "Гриша: он не греческий, и он IV века.",
    "Учитель истории сказал: каждый из вас прав один раз.",
    "Где и когда сделан сосуд?",
)

ANSWER_VESSEL_RU = (
    "Он сделан в Финикии в V веке.",
    "Алеша угадал век, Боря — страну.",
    "Гриша прав в том, что он не греческий.",
)

PROBLEM_TIMETABLE_RU = (
    "В неделе три учебных дня: понедельник, среда, пятница.",
    "В каждом дне место для трех пар.",
    "Три пары математики (М) и две физики (Ф).",
    "По одной паре истории (И), химии (Х) и физкультуры (С).",
    "Одно место свободно (О).",
    "1 Математика не последняя, а первая — не меньше двух раз.",
    (
        "2 Физика не последняя, а первая — хотя бы раз. В среду она не первая, в пятницу только "
        "первая."
    ),
    (
        "3 История — в понедельник первая или вторая, или в среду вторая. И не прямо перед "
        "физкультурой."
    ),
    "4 Химия не в пятницу и не в один день с физикой.",
    "5 Физкультура последняя в своем дне и не в пятницу.",
    "6 Двух одинаковых пар в один день нет.",
    "7 Свободное место — первое в понедельник или последнее в пятницу.",
    "Какие есть расписания?",
)

ANSWER_TIMETABLE_RU = ("Строка — это расписание: понедельник, среда, пятница.",)

PROBLEM_WHO_RU = (
    "Убил один человек. Подозревают троих: Браун, Джонс и Смит.",
    "Браун: я не убивал. Джонс не убивал.",
    "Джонс: Браун не убивал. Убил Смит.",
    "Смит: я не убивал. Убил Браун.",
    "Один из них дважды сказал правду, один дважды солгал.",
    "Третий раз сказал правду и раз солгал.",
    "Кто убийца, и кто есть кто?",
)

ANSWER_WHO_RU = (
    "Убийца — Браун. Из двух его слов одно верно.",
    "Смит дважды сказал правду.",
    "Джонс дважды солгал.",
)

STORY_JA = (
    "本は機械に三つのなぞを出す。",
    "つぼを見つけた三人は、一つずつ当たり、一つずつ外れる。",
    "みんなに合う時間割を作る。ヤグロムの文章から取った。",
    "三人のうち、一人は正直、一人はうそつき、一人は半分。",
    "",
    "機械は考えない。全部の行を試し、真の行を残す。",
    "むずかしいのは、分かっている事を一つの式に書くことだ。",
    "それは人の仕事で、計算の式に直すのも人だった。",
)

CLAIMS_JA = (
    ("時間割の答は二つ。", "正しい。条件4、5、7は、どれか一つなら無くてもよい。"),
    ("犯人の式の答は一つ。", "正しい。ただし印刷された式では四つ出る。"),
)

PROBLEM_VESSEL_JA = (
    "三人がつぼをほり出した。一人が二つずつ言った。",
    "アリョーシャ:ギリシャの物だ。5世紀だ。",
    "ボーリャ:フェニキアの物だ。3世紀だ。",
    "グリーシャ:ギリシャではない。4世紀だ。",
    "歴史の先生が言った。三人とも、一つだけ当たっている。",
    "どこで、いつ作られたか。",
)

ANSWER_VESSEL_JA = (
    "フェニキアで、5世紀に作られた。",
    "アリョーシャは世紀、ボーリャは国が当たり。",
    "グリーシャは「ギリシャではない」が当たり。",
)

PROBLEM_TIMETABLE_JA = (
    "授業は月、水、金の三日。",
    "一日に三こまある。",
    "数学(М)が三こま、物理(Ф)が二こま。",
    "歴史(И)、化学(Х)、体育(С)が一こまずつ。",
    "一こまは空き(О)。",
    "1 数学は終わりのこまにはない。二回以上、初めのこまにある。",
    "2 物理は終わりのこまにはない。一回以上、初めのこまにある。水は初め以外、金は初めだけ。",
    "3 歴史は月の一、二こま目か水の二こま目。体育のすぐ前ではない。",
    "4 化学は金にはなく、物理のある日にもない。",
    "5 体育はその日の終わりで、金にはない。",
    "6 一日に同じ科目は二回ない。",
    "7 空きは月の初めか金の終わり。",
    "どんな時間割ができるか。",
)

ANSWER_TIMETABLE_JA = ("一行が一つの時間割。月、水、金の順。",)

PROBLEM_WHO_JA = (
    "一人が殺した。うたがわれたのは三人。",
    "ブラウン:私ではない。ジョーンズでもない。",
    "ジョーンズ:ブラウンではない。スミスだ。",
    "スミス:私ではない。ブラウンだ。",
    "一人は二つとも本当、一人は二つともうそ。",
    "もう一人は、一つが本当で、一つがうそ。",
    "犯人はだれか。だれがどれか。",
)

ANSWER_WHO_JA = (
    "犯人はブラウン。二つの内、一つは本当。",
    "スミスは二つとも本当。",
    "ジョーンズは二つともうそ。",
)
