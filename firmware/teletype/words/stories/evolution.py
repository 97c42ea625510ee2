# SPDX-License-Identifier: MIT
"""The story of Evolution."""

STORY_EN = (
    "Conway's Life, from articles by Martin Gardner and Stanislaw Ulam.\n"
    "Kasatkin lets you choose the laws. Who survives, who is born, how long may one live?\n"
    "The MIR-2 had a screen. It showed each tick there, or printed it.\n\n"
    "A machine can watch what a person has no patience for.\n"
    "One figure of five cells was followed to tick 460.\n"
    "Here you can watch on: it settles at tick 1103.\n"
    "His harvester runs along a row and binds sheaves of four cells.\n\n"
    "The test for the edge had mixed up top and bottom. It is mended here."
)

CLAIMS_EN = (
    "Five pentominoes die on the fifth move.\n"
    "Five die, at ticks 3, 3, 4, 4 and 5.\n"
    "A structure keeps each symmetry it has won.\n"
    "True, as long as nobody dies of age."
)

STORY_RU = (
    "Игра «Жизнь» Конвея — по статьям Мартина Гарднера и Станислава Улама.\n"
    "У Касаткина законы выбирают: кому выжить, где родиться, сколько жить.\n"
    "У МИР-2 был экран. Такты выводили на него или на бумагу.\n\n"
    "Машина досмотрит то, на что у человека нет терпения.\n"
    "Одну фигуру из пяти клеток проследили до 460 такта.\n"
    "Здесь видно и дальше: на такте 1103 она успокоится.\n"
    "Его «сноповязалка» идет вдоль полосы и вяжет снопы по четыре клетки.\n\n"
    "В проверке границ верх и низ были перепутаны. Здесь исправлено."
)

CLAIMS_RU = (
    "Пять пентамино гибнут на пятом ходу.\n"
    "Гибнут пять, на тактах 3, 3, 4, 4 и 5.\n"
    "Обретенную симметрию структура не теряет.\n"
    "Верно, пока никто не умирает от старости."
)

STORY_JA = (
    "コンウェイの「ライフ」。ガードナーとウラムの文章で知られた。\n"
    "カサトキンでは法則を選べる。どの細胞が残り、生まれ、何代生きるか。\n"
    "MIR-2には画面があった。一代ごとに、画面か紙に出した。\n\n"
    "人には見ていられないものを、機械は見続ける。\n"
    "五つの細胞の図形が、460代まで追われた。\n"
    "ここでは先も見られる。1103代で落ち着く。\n"
    "「麦を束ねる機械」は列にそって進み、四つずつ束ねる。\n\n"
    "端を調べる式は、上と下が逆だった。ここでは直した。"
)

CLAIMS_JA = (
    "ペントミノのうち五つは五手で消える。\n"
    "消えるのは五つ。3、3、4、4、5代目。\n"
    "一度できた対称は失われない。\n"
    "正しい。寿命で死なない限り。"
)
