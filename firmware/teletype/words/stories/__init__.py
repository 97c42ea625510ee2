# SPDX-License-Identifier: MIT
"""What a reader of a program's source would know: a module for each program, wanted now and then.

    STORY_EN, _RU, _JA      paragraphs: who made the program, where, when, and what was strange
    CLAIMS_EN, _RU, _JA     in turn what the source claims, and what was found here
    PROBLEMS                of `logic`: the names of its problems, as the setup has them
    PROBLEM_NAME_EN, ...    the problem NAME as a person reads it; a paragraph that begins with
                            a number is the condition of that number
    ANSWER_NAME_EN, ...     and its solution in words

Each text is one string, with "\\n" between the paragraphs: in the flash a string of its own for
each would cost 20 bytes more. The facts are those of the sources, the sentences are not. No
sentence has more than 15 words, or 40 Japanese signs. `words.story` picks the language in use.
"""
