"""The story of Evolution."""

STORY_EN = (
    "Conway's Life, from articles by Martin Gardner and Stanislaw Ulam.",
    "Kasatkin lets you choose the laws. Who survives, who is born, how long may one live?",
    "The MIR-2 had a screen. It showed each tick there, or printed it.",
    "",
    "A machine can watch what a person has no patience for.",
    "One figure of five cells was followed to tick 460.",
    "His harvester runs along a row and binds sheaves of four cells.",
    "",
    "The test for the edge had mixed up top and bottom. It is mended here.",
)

CLAIMS_EN = (
    ("Five pentominoes die on the fifth move.", "Five die, at ticks 3, 3, 4, 4 and 5."),
    ("A structure keeps each symmetry it has won.", "True, as long as nobody dies of age."),
)

STORY_RU = (
    "Игра «Жизнь» Конвея — по статьям Мартина Гарднера и Станислава Улама.",
    "У Касаткина законы выбирают: кому выжить, где родиться, сколько жить.",
    "У МИР-2 был экран. Такты выводили на него или на бумагу.",
    "",
    "Машина досмотрит то, на что у человека нет терпения.",
    "Одну фигуру из пяти клеток проследили до 460 такта.",
    "Его «сноповязалка» идет вдоль полосы и вяжет снопы по четыре клетки.",
    "",
    "В проверке границ верх и низ были перепутаны. Здесь исправлено.",
)

CLAIMS_RU = (
    ("Пять пентамино гибнут на пятом ходу.", "Гибнут пять, на тактах 3, 3, 4, 4 и 5."),
    ("Обретенную симметрию структура не теряет.", "Верно, пока никто не умирает от старости."),
)

STORY_JA = (
    "コンウェイの「ライフ」。ガードナーとウラムの文章で知られた。",
    "カサトキンでは法則を選べる。だれが残り、生まれ、何回まで生きるか。",
    "MIR-2には画面があった。一回ごとに、画面か紙に出した。",
    "",
    "人には見ていられないものを、機械は見続ける。",
    "五つの細胞の図が、460回まで追われた。",
    "「麦を束ねる機械」は列にそって進み、四つずつ束ねる。",
    "",
    "端を調べる式は、上と下が逆だった。ここでは直した。",
)

CLAIMS_JA = (
    ("ペントミノのうち五つは五手で消える。", "消えるのは五つ。3、3、4、4、5回目。"),
    ("一度できた対称は失われない。", "正しい。寿命で死なない限り。"),
)
