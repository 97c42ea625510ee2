# SPDX-License-Identifier: MIT
"""The story of the logical problems, and the problems themselves."""

PROBLEMS = ("vessel", "timetable", "who")
"""As the setup calls them."""

STORY_EN = (
    "The book asks the machine three riddles.\n"
    "Each boy who found a vessel is right once and wrong once.\n"
    "A timetable has to suit everybody. It comes from an article by I. M. Yaglom.\n"
    "Of three suspects one is honest, one lies, and one does both.\n\n"
    "The machine does not reason. It tries every row and keeps the true ones.\n"
    "The hard part is to write all that is known as one formula.\n"
    "A person had to do that, and to turn it into arithmetic."
)

CLAIMS_EN = (
    "The timetable has two solutions.\n"
    "True. Conditions 4, 5 and 7 follow from the others, each by itself.\n"
    "The formula of the murder has one solution.\n"
    "True. As printed in the program it has four."
)

PROBLEM_VESSEL_EN = (
    "Three boys dug up a vessel. Each of them guessed twice.\n"
    "Alyosha: it is Greek, and it is of the 5th century.\n"
    "Borya: it is Phoenician, and it is of the 3rd century.\n"
    "Grisha: it is not Greek, and it is of the 4th century.\n"
    "Their teacher of history said: each of you is right once.\n"
    "Where was it made, and when?"
)

ANSWER_VESSEL_EN = (
    "It was made in Phoenicia, in the 5th century.\n"
    "Alyosha was right about the century, Borya about the country.\n"
    "Grisha was right that it is not Greek."
)

PROBLEM_TIMETABLE_EN = (
    "A week has three school days: Monday, Wednesday, Friday.\n"
    "Each has room for three double lessons.\n"
    "There are three of mathematics (М) and two of physics (Ф).\n"
    "There is one each of history (И), chemistry (Х) and sport (С).\n"
    "One place stays free (О).\n"
    "1 Mathematics is never last, and at least twice it is first.\n"
    "2 Physics is never last, and at least once it is first. On Wednesday it is not first, on "
    "Friday only first.\n"
    "3 History is first or second on Monday, or second on Wednesday. It is not right before "
    "sport.\n"
    "4 Chemistry is not on Friday, and not on a day with physics.\n"
    "5 Sport is the last of its day, and not on Friday.\n"
    "6 No day has two lessons of the same kind.\n"
    "7 The free place is the first on Monday or the last on Friday.\n"
    "What timetables are there?"
)

ANSWER_TIMETABLE_EN = "Each line is a timetable: Monday, Wednesday, Friday."

PROBLEM_WHO_EN = (
    "One person alone did the murder. Brown, Jones and Smith are suspected.\n"
    "Brown: I did not do it. Jones did not do it.\n"
    "Jones: Brown did not do it. Smith did it.\n"
    "Smith: I did not do it. Brown did it.\n"
    "One of them told the truth twice, one lied twice.\n"
    "The third told the truth once and lied once.\n"
    "Who is the murderer, and who is who?"
)

ANSWER_WHO_EN = (
    "Brown is the murderer. One of his two claims was true.\n"
    "Smith told the truth twice.\n"
    "Jones lied twice."
)

STORY_RU = (
    "Книга задает машине три загадки.\n"
    "Трое нашли сосуд. Каждый в одном прав, а в другом ошибся.\n"
    "Расписание должно устроить всех. Оно взято из статьи И. М. Яглома.\n"
    "Из трех подозреваемых один честен, один лжет, один наполовину.\n\n"
    "Машина не рассуждает. Она пробует все строки и оставляет истинные.\n"
    "Трудно другое: записать все условия одной формулой.\n"
    "Это делал человек, и он же переводил ее в арифметику."
)

CLAIMS_RU = (
    "У расписания два решения.\n"
    "Верно. Условия 4, 5 и 7 следуют из других, каждое в отдельности.\n"
    "У формулы убийства одно решение.\n"
    "Верно. Но в напечатанной программе их четыре."
)

PROBLEM_VESSEL_RU = (
    "Трое ребят откопали сосуд. Каждый высказал две догадки.\n"
    "Алеша: он греческий, и он V века.\n"
    "Боря: он финикийский, и он III века.\n"
    "Гриша: он не греческий, и он IV века.\n"
    "Учитель истории сказал: каждый из вас прав один раз.\n"
    "Где и когда сделан сосуд?"
)

ANSWER_VESSEL_RU = (
    "Он сделан в Финикии в V веке.\n"
    "Алеша угадал век, Боря — страну.\n"
    "Гриша прав в том, что он не греческий."
)

PROBLEM_TIMETABLE_RU = (
    "В неделе три учебных дня: понедельник, среда, пятница.\n"
    "В каждом дне место для трех пар.\n"
    "Три пары математики (М) и две физики (Ф).\n"
    "По одной паре истории (И), химии (Х) и физкультуры (С).\n"
    "Одно место свободно (О).\n"
    "1 Математика не последняя, а первая — не меньше двух раз.\n"
    "2 Физика не последняя, а первая — хотя бы раз. В среду она не первая, в пятницу только "
    "первая.\n"
    "3 История — в понедельник первая или вторая, или в среду вторая. И не прямо перед "
    "физкультурой.\n"
    "4 Химия не в пятницу и не в один день с физикой.\n"
    "5 Физкультура последняя в своем дне и не в пятницу.\n"
    "6 Двух одинаковых пар в один день нет.\n"
    "7 Свободное место — первое в понедельник или последнее в пятницу.\n"
    "Какие есть расписания?"
)

ANSWER_TIMETABLE_RU = "Строка — это расписание: понедельник, среда, пятница."

PROBLEM_WHO_RU = (
    "Убил один человек. Подозревают троих: Браун, Джонс и Смит.\n"
    "Браун: я не убивал. Джонс не убивал.\n"
    "Джонс: Браун не убивал. Убил Смит.\n"
    "Смит: я не убивал. Убил Браун.\n"
    "Один из них дважды сказал правду, один дважды солгал.\n"
    "Третий один раз сказал правду и один раз солгал.\n"
    "Кто убийца, и кто есть кто?"
)

ANSWER_WHO_RU = (
    "Убийца — Браун. Из двух его заявлений верно одно.\n"
    "Смит дважды сказал правду.\n"
    "Джонс дважды солгал."
)

STORY_JA = (
    "本は機械に三つのなぞを出す。\n"
    "つぼを見つけた三人は、一つずつ当たり、一つずつ外れる。\n"
    "みんなに合う時間割を作る。ヤグロムの文章から取った。\n"
    "三人のうち、一人は正直、一人はうそつき、一人は半分。\n\n"
    "機械は考えない。全部の行を試し、真の行を残す。\n"
    "むずかしいのは、分かっている事を一つの式に書くことだ。\n"
    "それは人の仕事で、計算の式に直すのも人だった。"
)

CLAIMS_JA = (
    "時間割の答は二つ。\n"
    "正しい。条件4、5、7は、どれか一つなら無くてもよい。\n"
    "犯人の式の答は一つ。\n"
    "正しい。ただし印刷された式では四つ出る。"
)

PROBLEM_VESSEL_JA = (
    "三人がつぼをほり出した。一人が二つずつ言った。\n"
    "アリョーシャ:ギリシャの物だ。5世紀だ。\n"
    "ボーリャ:フェニキアの物だ。3世紀だ。\n"
    "グリーシャ:ギリシャではない。4世紀だ。\n"
    "歴史の先生が言った。三人とも、一つだけ当たっている。\n"
    "どこで、いつ作られたか。"
)

ANSWER_VESSEL_JA = (
    "フェニキアで、5世紀に作られた。\n"
    "アリョーシャは世紀、ボーリャは国が当たり。\n"
    "グリーシャは「ギリシャではない」が当たり。"
)

PROBLEM_TIMETABLE_JA = (
    "授業は月、水、金の三日。\n"
    "一日に三こまある。\n"
    "数学(М)が三こま、物理(Ф)が二こま。\n"
    "歴史(И)、化学(Х)、体育(С)が一こまずつ。\n"
    "一こまは空き(О)。\n"
    "1 数学は終わりのこまにはない。二回以上、初めのこまにある。\n"
    "2 物理は終わりのこまにはない。一回以上、初めのこまにある。水は初め以外、金は初めだけ。\n"
    "3 歴史は月の一、二こま目か水の二こま目。体育のすぐ前ではない。\n"
    "4 化学は金にはなく、物理のある日にもない。\n"
    "5 体育はその日の終わりで、金にはない。\n"
    "6 一日に同じ科目は二回ない。\n"
    "7 空きは月の初めか金の終わり。\n"
    "どんな時間割ができるか。"
)

ANSWER_TIMETABLE_JA = "一行が一つの時間割。月、水、金の順。"

PROBLEM_WHO_JA = (
    "殺したのは一人。うたがわれたのは三人。\n"
    "ブラウン:私ではない。ジョーンズでもない。\n"
    "ジョーンズ:ブラウンではない。スミスだ。\n"
    "スミス:私ではない。ブラウンだ。\n"
    "一人は二つとも本当、一人は二つともうそ。\n"
    "もう一人は、一つが本当で、一つがうそ。\n"
    "犯人はだれか。だれがどれか。"
)

ANSWER_WHO_JA = (
    "犯人はブラウン。二つの内、一つは本当。\nスミスは二つとも本当。\nジョーンズは二つともうそ。"
)
