# SPDX-License-Identifier: MIT
"""Records of the sources, to be played by an invisible hand. No program of its own.

Each is (program, setup line, answers with ";" between them, where it stands in its source in
English, Russian and Japanese, perhaps with a shorter form). What is printed needs no record: the
programs print it.
"""

_APPENDIX = "APPENDIX", "ПРИЛОЖЕНИЕ", "付録"
_RECORD = "GAME RECORD\nRECORD", "ПРОТОКОЛ", "対局記録"
_CHAPTER = "CHAPTER", "ГЛАВА", "本文"

RECORDS = (
    ("race", "n=15 m=6", "6 5;14 6", _RECORD),
    ("trigex", "m=1", "3;8;9;4", _RECORD),
    ("nim", "heaps=7,8,4", "2 1;1 0;2 0", _RECORD),
    ("nim", "heaps=22,19,23,11", "3 2;1 4;2 1;1 0", _CHAPTER),
    ("truth-table", "", "", _CHAPTER),
    ("logic", "puzzle=timetable", "", _CHAPTER),
    ("dates", "d=12,15 m=4,6 g=1968,1978", "", _APPENDIX),
    (
        "cards",
        "k=12 cards=000011000000,001001010001,000001101010,000101000100",
        "0 0 1 0 0 1 0 0 1 0 0 0;1 0 1 0 0 0 1 1 1 1 1 0",
        _APPENDIX,
    ),
    ("evolution", "", "", _APPENDIX),
    ("random-walk", "", "", ("TAPE OF 1963", "ЛЕНТА 1963", "1963年のテープ")),
    (
        "calculation-cobol",
        "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8",
        "5;6;6;6;7;7;7;8;8;8;1;1;2;2;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;4;0;4;0;4;0;6;0",
        ("FIGURE 2", "РИСУНОК 2", "図2"),
    ),
    (
        "yen",
        "player=always1000 opponent=minus1",
        "",
        ("LISTING 4", "ЛИСТИНГ 4", "リスト4"),
    ),
)
