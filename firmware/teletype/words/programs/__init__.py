# SPDX-License-Identifier: MIT
"""Messages and about pages of the programs in other languages, a module for each program.

    LANGUAGES           the languages of a message; the first is that of the original
    MESSAGES            a tuple of them for each message that has words, with `#` for an integer
                        and `*` for any text (see `words.say`); the first entry that matches holds
    TITLES, GISTS       what the program is called, and what it is in a line, in English, Russian
                        and Japanese; a title may have a shorter form for narrow panels
    RULES               the same in three rows, for those who open it for the first time
    LABELS              what the fields of the setup are, by their names; `VALUES` the words in it
    ABOUT_RU, ABOUT_JA  the about page, a string for each paragraph
    PRESETS_RU, PRESETS_JA
                        the labels of the program's PRESETS, where it has some
    STRUCTURES_RU, STRUCTURES_JA
                        of evolution, the names of the structures in its editor

A line that has no entry is shown as it is: figures, names of variables, rows of cells.
"""
