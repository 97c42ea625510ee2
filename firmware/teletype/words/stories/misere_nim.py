# SPDX-License-Identifier: MIT
"""The story of misère Nim."""

STORY_EN = (
    "Here whoever takes the last stone loses.\n"
    "S. Igarashi's machine types the heaps and stops.\n"
    "You take some away and type what is left.\n\n"
    "It compares with what it left. Whoever cheats is told: DO NOT REVOKE, PLEASE.\n"
    "Revoke is a word that card players use.\n"
    "In a lost position it takes one stone and waits for your slip.\n\n"
    "You set up the heaps, then it moves. He thinks that this favours it.\n"
    "Our copy breaks off in a sentence about another kind of Nim."
)

CLAIMS_EN = (
    "Positions that are lost for it are much rarer.\nTrue: 0.79 % of all heaps from 1 to 100."
)

STORY_RU = (
    "Здесь тот, кто взял последний камень, проиграл.\n"
    "Машина С. Игараси печатает кучки и ждет.\n"
    "Вы берете камни и печатаете, что осталось.\n\n"
    "Она сверяет. Нарушителю печатает: DO NOT REVOKE, PLEASE.\n"
    "Revoke — слово картежников: снести не в масть.\n"
    "В проигранном положении она берет один камень и ждет вашей ошибки.\n\n"
    "Кучки задаете вы, ходит сначала она. Автор думает, что это ей выгодно.\n"
    "В нашем экземпляре текст обрывается на словах о другом ниме."
)

CLAIMS_RU = "Проигранных для нее положений гораздо меньше.\nВерно: 0,79 % для кучек от 1 до 100."

STORY_JA = (
    "最後の石を取った人が負け。\n"
    "五十嵐滋の機械は、山を打ち出して止まる。\n"
    "石を取り、残りを打ち込む。\n\n"
    "機械は前の山と比べる。反則にはDO NOT REVOKE, PLEASE.\n"
    "REVOKEはトランプの言葉だ。\n"
    "負けの局面では石を一つ取り、人の計算違いを待つ。\n\n"
    "山を作るのは人、先に取るのは機械。その方が機械に良い、と著者。\n"
    "手元の文章は、別のニムの話の途中で切れている。"
)

CLAIMS_JA = "機械が負ける山の方が、ずっと少ない。\n正しい。1から100の山では0.79%。"
