# SPDX-License-Identifier: MIT
"""What the device itself says, in `en`; see `words`.

The comment behind a text says how many pixels it may take on the panel, in each language. Where
there is none, its first form has to fit on a row of a panel of 128 pixels, and one of its forms on
a row of 72.
"""

TITLE = "POCKET TELETYPE\nTELETYPE"
SHELF_KEYS = "OK:PLAY  ►:ABOUT\nOK:PLAY"
GO_ON_KEYS = "OK:RESUME  ►:ABOUT\nOK:RESUME"
OPEN_KEYS = "OK:OPEN"
CONTINUE = "RESUME"
SETTINGS = "SETTINGS"
KEYS = "KEYS"
KEYS_HOLD = "–: HOLD THE BUTTON"  # any width
KEYS_KNOB = "KNOB = ▲▼\nOK + KNOB = ◄►"  # any width
KEYS_HOLD_RULES = "Rules: hold BACK.\n?: hold BACK"  # any width
WATCH = "WATCH IT PLAY"
TAPES = "TAPES"
TAPES_NONE = "NO TAPES YET"
TAPES_KEYS = "OK:CHOOSE  BACK:SHELF\nOK:CHOOSE"
TAPE_ENDED = "END"
TAPE_BAD = "BAD"
TAPE_CRASH = "ERROR"
TAPE_LOOK = "READ"
TAPE_DELETE = "DELETE"
TAPE_SURE = "OK AGAIN: DELETE\nDELETE? OK"
TAPE_KEYS = "OK:CHOOSE  BACK:TAPES\nOK:CHOOSE"
TAPE_ANSWERS = "ANSWERS: %d"
LOOK_KEYS = "OK:CLOSE"
RESUMING = "RESUMING %d%%"
RESUMED = "Resumed:"  # any width
DAMAGED_TITLE = "DAMAGED TAPE\nBAD TAPE"
DAMAGED_KEPT = "SAVED AS"
NOTICE_KEYS = "OK:CONTINUE"
FULL_TITLE = "NOT SAVED"  # any width
FULL = "Saving has failed. You can play on, but the game is no longer saved."  # any width
BOOT_TITLE = "START"
SAFE_HELD = "A button was held at power-on."  # any width
SAFE_FAILED = "The device failed to start three times."  # any width
SAFE_START = "It uses default settings and has resumed no game."  # any width
SAFE_SESSION = (  # any width
    "The last game stopped the device twice. You can resume it from the shelf."
)
UPDATE_BACK = (  # any width
    "The new firmware did not start. The previous one is running again."
)
STOPPED_TITLE = "STOPPED"
STOPPED = "By a computer. Press Ctrl-D, or power off and on."  # any width
CRASH_TITLE = "STOPPED BY AN ERROR\nERROR"
CRASH_MEMORY = "OUT OF MEMORY"
CRASH_KEYS = "OK:SHELF"
ABOUT_KEYS = "OK:SHELF  ►:STORY\n►:STORY"
STORY = "STORY"
STORY_KEYS = "OK:SHELF  ◄:RULES\n◄:RULES"
CLAIMS = "CLAIMS, CHECKED"  # any width
CRASH_TAPE = "SAVED AS"
CRASH_NO_TAPE = "NOT SAVED: flash error"  # any width
EXAMPLE = "example\nex"
EXAMPLE_OWN = "–"
SETTING_SPEED = "speed, ch/s\nspeed"
SETTING_MESSAGES = "messages\nmsgs"
SETTING_ANSWERS = "answers\nreply"
SETTING_ORDER = "order"
SETTING_PAPER = "paper"
SETTING_TEXT = "text"
SETTING_CONTRAST = "contrast"
SETTING_INVERT = "invert"
SETTING_DIM = "dim after, min\ndim"
SETTING_BLANK = "off after, min\noff after"
SETTING_SOUND = "sound"
SETTING_VOLUME = "volume"
SETTING_PRINTER = "printer"
SETTING_BAUD = "baud"
SETTING_COLUMNS = "columns"
SETTING_RETURN = "CR delay, ms\nCR delay"
SETTING_FEED = "LF delay, ms"
SETTING_PROFILE = "profile"
SETTING_FIND = "find screen, buttons\nfind buttons\nfind"
FIND_SURE = (  # any width
    "OK again: restart, find the screen on its pins, ask for each button."
)
VALUE_FAST = "fast"
VALUE_ORIGINAL = "original"
VALUE_TRANSLATED = "translated\ntransl."
VALUE_SHORT = "short"
VALUE_EASY = "easy first\neasy"
VALUE_MACHINE = "by machine\nmachine"
VALUE_LAST = "last played\nlast"
VALUE_HOLES = "with holes\nholes"
VALUE_PLAIN = "plain"
VALUE_NORMAL = "normal"
VALUE_LARGER = "larger"
VALUE_NO = "no"
VALUE_YES = "yes"
VALUE_OFF = "off"
VALUE_BELL = "bell"
VALUE_ALL = "all"
VALUE_HOME = "home"
VALUE_MUSEUM = "museum"
NOT_KEPT = "NOT SAVED:"  # any width
START = "START"
SETUP_KEYS = "OK:CHANGE  BACK:SHELF\nOK:CHANGE"
MORE = "more…"
AS_LAST = "AS LAST TIME"
STANDARD = "DEFAULTS"
LENGTH = "how many:"
LIST_KEYS = "OK:ACCEPT  BACK:CANCEL\nOK:ACCEPT"
TYPE_KEYS = "OK:TYPE"
PICK_KEYS = "OK:SEND  ▲▼:SET ◄►:MOVE\nOK:SEND  ▲▼:SET\nOK:SEND  ▲▼◄►\nOK:SEND"
RESUME_KEYS = "OK:RESUME"
DO_AGAIN = "AGAIN"
DO_SETUP = "SETUP"
END_KEYS = "OK:#  BACK:PAPER\nOK:#"
SHELF = "SHELF"
SERIAL_SHELF = (  # any width
    "Type a program and its setup, for example: nim heaps=7,8,4. Programs"
)
MIR = "MIR"
UNNAMED = "machine not named\nnot named"
CIRCA = "c. *"
UNDATED = "undated"
PICTURE_KEYS = "OK:#  BACK:*"  # 127 px
KEYBOARD_KEYS = "OK:TYPE  BACK:DEL ↵:DONE\nOK:TYPE"

# exhibit/attract.py
ATTRACT_INVITATION = "Press any key"

# exhibit/idle_prompt.py
IDLE_QUESTION = "Still playing?"
IDLE_KEYS = "OK:YES  BACK:NO\nOK:YES"

# exhibit/operator.py
OPERATOR_TITLE = "OPERATOR"  # 70 px
OPERATOR_CODE = "CODE"  # 70 px
OPERATOR_WAIT = "WRONG:WAIT %dS"  # 70 px
OPERATOR_BEGIN = "START EXHIBIT"  # 70 px
OPERATOR_WHOLE = "ALL PROGRAMS"  # 70 px
OPERATOR_RESTART = "RESTART"  # 70 px
OPERATOR_BOOTSEL = "BOOTSEL"  # 70 px
OPERATOR_TEST = "SELF-TEST"  # 70 px
OPERATOR_SETTINGS = "SETTINGS"  # 70 px
OPERATOR_VISITORS = "VISITORS"  # 70 px
OPERATOR_FREE = "memory  %d KB"  # 120 px
OPERATOR_ON = "on for  %d min"  # 120 px
OPERATOR_POWER = "on in total  %d h"  # 120 px
OPERATOR_WORN = "flash wear  %d.%02d%%"  # 120 px

# exhibit/visit_stats.py
STATS_VISITS = "visits"  # 62 px
STATS_LEFT = "walked away"  # 62 px
STATS_MEAN = "average, min"  # 62 px

# handheld/parts/battery.py
BATTERY_NAME = "BATTERY"  # 72 px
BATTERY_LOW = "BATTERY LOW"  # 127, 72 px
BATTERY_KEPT = "%s. Your game is saved."  # 250 px

# handheld/parts/console.py
CONSOLE_REFUSED = "Too much was typed at once; some of it was ignored."  # any width
CONSOLE_UNREAD = (  # any width
    "Some lines are missing here because nothing was reading this port."
)

# handheld/parts/wiring_check.py
WIRING_OTHER = (  # any width
    'The screen answers at address 0x%02X: set "addr": 0x%02X in board.py.'
)
WIRING_SWAPPED = "SDA and SCL are swapped: SDA belongs to GP%d, SCL to GP%d."  # any width
WIRING_SILENT = (  # any width
    "The screen does not answer. Check its power and ground, SDA on GP%d and SCL on GP%d."
)
WIRING_DOWN = (  # any width
    "Button %s on GP%d reads as pressed. If nobody is holding it, its wire touches ground."
)

# handheld/pictures/base.py
PICTURE_AGAIN = "OK:AGAIN"  # 52 px
PICTURE_NAME = "PICTURE"  # 45 px
PICTURE_PAPER = "  BACK:PAPER"  # 65 px

# programs/calculation/picture.py
CALCULATION_OK = "OK:"  # 15 px
CALCULATION_CARD = "CARD ###"  # 45 px
CALCULATION_TO_TALON = "►:TALON"  # 42 px
CALCULATION_NEXT = "NEXT CARD"  # 50 px
CALCULATION_TURN = "TURN"  # 40 px
CALCULATION_LOOK = "►:LOOK"  # 36 px
CALCULATION_TO_NEXT = "►:NEXT"  # 51 px
CALCULATION_TO_HAND = "►:CARD"  # 51 px
CALCULATION_STILL = "LEFT #"  # 30 px
CALCULATION_TALONS = "TALONS"  # 126 px
CALCULATION_GO_ON = "OK:CONTINUE"  # 120 px
CALCULATION_TABLE = "OK:TABLE"  # 42 px
CALCULATION_ADVICE = "►:HINT"  # 35 px
CALCULATION_DEMO = "▲:DEMO"  # 30 px
CALCULATION_THINKS = "THINKING ####"  # 78 px
CALCULATION_STOP = "OK:STOP"  # 42 px
CALCULATION_WINS = "WINS ####"  # 51 px
CALCULATION_WAITS = "# WAITS FOR F*"  # 75 px

# programs/cards/picture.py
CARDS_ASK = "ASK"  # 33 px
CARDS_LEGEND = "FULL EMPTY ANY"  # 70 px
CARDS_FLIP = "OK:FLIP"  # 56 px
CARDS_SEND = "OK:ASK"  # 56 px
CARDS_LEARNED = "LEARNED"  # 64 px
CARDS_OURS = "OURS"  # 22 px
CARDS_FOREIGN = "NOT OURS"  # 40 px
CARDS_SAY = "OK:SAY"  # 44 px
CARDS_NUMBER = "CARD %d/%d"  # 62 px
CARDS_TOO_FEW = "AT LEAST %d"  # 64 px
CARDS_TOO_MANY = "AT MOST %d"  # 64 px
CARDS_DOES = "PREVIOUS NEXT ADD DELETE DONE"  # 145 px

# programs/nim_table/picture.py
CUBE_LOST = "LOST"  # 30 px
CUBE_STOP = "OK:PAUSE"  # 40 px
CUBE_GO_ON = "OK:RUN"  # 40 px
CUBE_YOU = " ▲:MARK"  # 35 px
CUBE_MARK = "▲:LOST  ▼:WON"  # 104 px
CUBE_RIGHT = "RIGHT: %d/27"  # 68 px
CUBE_TABLE = "OK:TABLE"  # 50 px

# handheld/pictures/digits.py
DIGITS_EVEN = "ALL COLUMNS EVEN"  # 90 px
DIGITS_ODD = "ODD COUNT OF ONES"  # 90 px
DIGITS_NONE = "NO WINNING MOVE"  # 90 px
DIGITS_SUM = "ONES"  # 24 px

# programs/race/picture_lattice.py
LATTICE_KEYS = "▲:SPECIAL ▼:STRIP"  # 90 px
LATTICE_CRIBBED = "o:SPECIAL ▲▼:VIEW"  # 90 px

# programs/dates/picture.py
LEAF_DAYS = "SMTWTFS"  # 75 px
LEAF_JANUARY = "JANUARY"  # 45 px
LEAF_FEBRUARY = "FEBRUARY"  # 45 px
LEAF_MARCH = "MARCH"  # 45 px
LEAF_APRIL = "APRIL"  # 45 px
LEAF_MAY = "MAY"  # 45 px
LEAF_JUNE = "JUNE"  # 45 px
LEAF_JULY = "JULY"  # 45 px
LEAF_AUGUST = "AUGUST"  # 45 px
LEAF_SEPTEMBER = "SEPTEMBER"  # 45 px
LEAF_OCTOBER = "OCTOBER"  # 45 px
LEAF_NOVEMBER = "NOVEMBER"  # 45 px
LEAF_DECEMBER = "DECEMBER"  # 45 px
LEAF_GIVEN = "GIVEN:"  # 45 px
LEAF_CALLED = "CALENDAR"  # 45 px
DATES_FORM = "D M G"  # any width
DATES_MONTHS = (  # any width
    "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER"
)
DATES_WEEK = "SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY"  # any width
DATES_BORN = "WHEN WERE YOU BORN?\nBIRTHDAY?"
DATES_SHOW = "OK:WHAT DAY? ▲▼:SET ◄►:GO\nOK:WHAT DAY?"
DATES_ANOTHER = "AND ANOTHER DATE?\nAND ANOTHER?"
DATES_COUNT = "OK:DAYS BETWEEN?  ▲▼◄►\nOK:DAYS?"
DATES_MONTH = "OK:MONTH  ◄:ANOTHER DATE\nOK:MONTH"
DATES_HOW = "OK:FORMULA  BACK:PAPER\nOK:FORMULA"
DATES_NEXT = "OK:NEXT  BACK:PAPER\nOK:NEXT"
DATES_TWO = "OK:TWO DATES  BACK:PAPER\nOK:TWO DATES"
DATES_AGAIN = "OK:NEW DATE  BACK:PAPER\nOK:NEW DATE"
DATES_SINCE = "%d days"  # 80 px
DATES_ZERO = "after 1.1.0000"  # 70 px
DATES_DAYS = "DAYS: "  # 40 px
DATES_YEARS = "365 days a year\n365 a year"
DATES_DAY = "the day of the month\nthe day"
DATES_31 = "31 days a month\n31 a month"
DATES_LESS = "less what months lack\nshort months"
DATES_LEAP = "leap years"
DATES_CENTURIES = "centuries without one\ncenturies"
DATES_OF_WEEK = "THE DAY OF THE WEEK\nWEEKDAY"

# programs/evolution/picture.py
LIFE_COUNTS = "TICK #####    CELLS #####"  # 127 px
LIFE_FASTER = "OK:PAUSE  ►:FASTER ▼:HIDE"  # 127 px
LIFE_SLOWER = "OK:PAUSE  ►:SLOWER ▼:HIDE"  # 127 px
LIFE_PAUSED = "OK:RUN ►:STEP ◄:0 ▲:PRINT"  # 130 px
LIFE_RUNS_SHORT = "OK:PAUSE  ►▼"  # 70 px
LIFE_PAUSED_SHORT = "OK:RUN  ►◄▲▼"  # 70 px
LIFE_DEAD = "ALL DEAD"  # 55 px
LIFE_NARROW = "AT THE EDGE"  # 55 px
LIFE_NO_ROOM = "NO ROOM"  # 55 px
LIFE_ENDED = "  ◄:0 ▲:PRINT"  # 72 px
LIFE_IS_PRINTED = "TICK %d PRINTED"  # 112 px
LIFE_PRINTED_SHORT = "PRINTED"  # 45 px
LIFE_BUSY = "STILL PRINTING"  # 127 px

# programs/evolution/picture_editor.py
EDITOR_SET = "OK:ADD"  # 40 px
EDITOR_TAKE_AWAY = "OK:CLEAR"  # 40 px
EDITOR_MENU = "BACK:MENU"  # 57 px
EDITOR_FULL = "AT MOST %d CELLS"  # 122 px
EDITOR_MENU_KEYS = "OK:CHOOSE  BACK:DONE"  # 127 px
EDITOR_DONE = "DONE"  # 127 px
EDITOR_CLEAR = "CLEAR ALL"  # 127 px
EDITOR_GIVE_UP = "CANCEL"  # 127 px
EDITOR_NEEDS = "NEEDS m=%d n=%d"  # 127 px
EDITOR_EMPTY = "NO CELLS YET"  # 127 px

# handheld/pictures/problem.py
PROBLEM_READ = "OK:ACCEPT  BACK:CANCEL"  # 120 px
PROBLEM_SWITCH = "OK:ACCEPT  ►:OFF ◄:ON"  # 124 px
PROBLEM_SOLUTION = "SOLUTION"  # 45 px
PROBLEM_FORMULA = "FORMULA"  # 45 px
PROBLEM_PAPER = "  ▲▼:READ BACK:PAPER"  # 120 px
PROBLEM_RECKONED = "In arithmetic, with 1 for true and 0 for false:"  # 250 px
PROBLEM_IDEA = "OK:I HAVE AN IDEA  ▲▼\nOK:MY IDEA"
PROBLEM_ASK = "OK:ASK IT  ◄:RIDDLE\nOK:ASK IT"
PROBLEM_UNKNOWN = "I don't know"
PROBLEM_RIGHT = "YOU ARE RIGHT: *"  # any width
PROBLEM_NO = "NO, IT SAYS: *"  # any width
PROBLEM_ANSWER = "THE ANSWER: *"  # any width
PROBLEM_ROWS = "Rows tried: %d, true: %d"  # any width
PROBLEM_TRUE = "true"  # any width
PROBLEM_FALSE = "false"  # any width
PROBLEM_END = "OK:SETUP  BACK:PAPER\nOK:SETUP"

# programs/race/picture.py
RACE_NOT = "not %d"  # 43 px
RACE_GOAL = "%d wins"  # 86 px
RACE_CELLS = "OK:MOVE BY %d"  # 75 px
RACE_CHOOSE = "◄► ▲:GRID"  # 50 px

# programs/race/picture_marks.py
MARKS_POINT = "o whoever moves loses"  # 127 px
MARKS_KEYS = "OK:NEXT  ◄►:CHANGE\nOK:NEXT ◄►"  # 121 px

# handheld/pictures/stones.py
STONES_NONE = "▲:BINARY ▼:TAKE"  # 119 px
STONES_DIGITS = "▲:STONES ▼:TAKE"  # 119 px
STONES_TAKE = "▼:TAKE"  # 45 px
STONES_BEGIN = "OK:BEGIN"  # 54 px
STONES_STONES = "▲▼:STONES"  # 65 px
STONES_ANEW = "OK:NEW GAME"  # 61 px
STONES_SET_UP = "SET UP THE HEAPS"  # 127 px
STONES_SET_UP_SHORT = "SET UP HEAPS"  # 70 px

# programs/trigex/picture.py
TRIGEX_CHOICE = "OK:L="  # 53 px
TRIGEX_MACHINE_NAME = "MIR "  # 25 px
TRIGEX_YOU = "YOU"  # 40 px
TRIGEX_LINES = "OK–:LINES"  # 75 px
TRIGEX_TABLE = "OK–:CHEAT SHEET"  # 75 px
TRIGEX_BOARD = "OK–:BOARD"  # 75 px
TRIGEX_CRIB = "THE CHEAT SHEET\nCHEAT SHEET"
TRIGEX_TOOK = "You took %d: it takes %d."  # 125 px
TRIGEX_TAKES = "If you take %d: %d."  # 125 px
TRIGEX_SOURCE = "Table 1 of the book"  # 125 px

# programs/random_walk/picture.py
WALK_TABLE = "OK:TABLE"  # 64 px
WALK_LEGEND = "■TABLE –EXPECTED"  # 84 px
WALK_WALK = "OK:WALK"  # 40 px

# handheld/pictures/week.py
WEEK_MONDAY = "MON"  # 24 px
WEEK_WEDNESDAY = "WED"  # 24 px
WEEK_FRIDAY = "FRI"  # 24 px
WEEK_FOUND = "FOUND"  # 40 px
WEEK_BREAKS = "BREAKS"  # 40 px
WEEK_OVER = "THE END"  # 40 px
WEEK_FASTER = "OK:PAUSE  ►:FASTER ▼:TEXT"  # 125 px
WEEK_SLOWER = "OK:PAUSE  ►:SLOWER ▼:TEXT"  # 125 px
WEEK_STANDS = "OK:RUN ►:STEP ▼:TEXT"  # 125 px
WEEK_ANEW = "OK:AGAIN  ▼:TEXT"  # 125 px

# programs/yen/picture.py
YEN_ROUND = "ROUND %d/%d"  # 70 px
YEN_YOU = "YOU"  # 36 px
YEN_IT = "RIVAL"  # 36 px
YEN_WON = "TAKEN"  # 52 px
YEN_BID = "BID"  # 44 px
YEN_OF = "of %d"  # 40 px
YEN_KEYS = "OK:BID  ▲▼:+-%d ◄►:STEP"  # 120 px
YEN_KEYS_SHORT = "OK:BID  ▲▼%d"  # 65 px
YEN_BACK = "BACK:PAPER"  # 60 px

# programs/yen/picture_two.py
TWO_MOVE = "YOUR MOVE"  # 55 px
TWO_SET_UP = "SET UP HEAPS"  # 60 px
TWO_TOOK = "%s TOOK %d."  # 75 px
TWO_BID = "YOUR BID"  # 60 px
TWO_HAS_BID = "%s HAS BID"  # 71 px
TWO_PASS = "PASS IT OVER TO %s"  # 100 px
TWO_READY = "OK:I AM %s"  # 65 px
TWO_BIDS = "ROUND %d"  # 71 px
TWO_NEXT = "OK:ROUND %d"  # 65 px

# handheld/screens/languages.py
LANGUAGE_CHOOSE = "OK:CHOOSE"  # 72 px
LANGUAGE_RETURN = "BACK:RETURN"  # 56 px
LANGUAGE_EASIER = "EASIER"  # 56 px
EASE_EAR = "READ SCREEN ALOUD\nBY EAR"  # 107, 51 px
EASE_LARGER = "LARGER TEXT"  # 107 px
EASE_INVERSE = "DARK ON LIGHT\nINVERSE"  # 107, 51 px
EASE_SLOW = "SLOW BUTTONS\nSLOW"  # 107, 51 px
EASE_SCAN = "ONE BUTTON\n1 BUTTON"  # 107, 51 px

# handheld/screens/lesson.py
LESSON_ROW = "WHERE I LOST"  # 70 px
LESSON_NEVER = "You never had a winning position."  # 250 px
LESSON_NOTHING = "You never threw away a win."  # 250 px
LESSON_LOST = "Answer %d lost the game:"  # 250 px
LESSON_BETTER = "Better:"  # 250 px

# handheld/screens/outcome.py
OUTCOME_WON = "YOU HAVE WON"  # 70 px
OUTCOME_LOST = "YOU HAVE LOST"  # 70 px
OUTCOME_WINS = "At @ whoever begins wins: *\nWhoever begins wins: *"  # any width
OUTCOME_LOSES = "At @ whoever begins loses: you\nWhoever begins loses: you"  # any width
OUTCOME_COULD = "This game could be won.\nIt could be won."  # any width
OUTCOME_INVITE = "A START YOU CAN WIN\nYOU CAN WIN"  # 105, 60 px
OUTCOME_HARDER = "A HARDER START\nHARDER"  # 70, 60 px
OUTCOME_COUNT = "WON %d OF %d"  # 76 px

# handheld/screens/record_player.py
RECORD_TAKE = "OK:TAKE OVER  BACK:LIST"  # 120 px
RECORD_TAKE_SHORT = "OK:TAKE OVER"  # 62 px
RECORD_END = "OK:LIST  END"  # 120 px
RECORD_END_SHORT = "OK:LIST"  # 62 px

# handheld/screens/self_test.py
TEST_TITLE = "SELF-TEST"  # 60 px
TEST_PRESS = "PRESS EACH BUTTON"  # 110 px
TEST_GO_ON = "HOLD ONE TO CONTINUE"  # 120 px
TEST_GO_ON_SHORT = "HOLD ANY KEY"  # 66 px
TEST_KEYS = "OK:AGAIN  BACK:LEAVE\nOK:AGAIN  BACK"
TEST_PANEL = "PANEL"  # 50 px
TEST_BUS = "BUS"  # 50 px
TEST_BUTTONS = "BUTTONS"  # 50 px
TEST_DOWN = "HELD"  # 50 px
TEST_BOUNCE = "BOUNCE"  # 50 px
TEST_BUZZER = "BUZZER"  # 50 px
TEST_PRINTER = "PRINTER"  # 50 px
TEST_FLASH = "FLASH"  # 50 px
TEST_BATTERY = "BATTERY"  # 50 px
TEST_BAD = "BAD"  # 40 px
TEST_EXPLAINED = (  # any width
    "Self-test. A line should run round the whole screen. If part of it is missing, change "
    '"shift" or the controller in board.py. Press each button, then hold one to go on.'
)

# handheld/screens/session_screen.py
SESSION_LOW = "Storage is almost full. Soon this game will no longer be saved."  # any width
SESSION_LINE = "OK:LINE"  # 46 px
SESSION_HOLD = "HOLD OK: TO ◊"  # 76 px
SESSION_HOLD_SHORT = "HOLD:◊"  # 34 px
SESSION_WHERE = "OK:AGAIN  ►:WHERE I LOST"  # 120 px
SESSION_WHERE_SHORT = "►:WHERE I LOST"  # 70 px

# programs/records.py
SOURCE_GAME_RECORD = "GAME RECORD\nRECORD"
SOURCE_CHAPTER = "CHAPTER"
SOURCE_APPENDIX = "APPENDIX"
SOURCE_TAPE_OF_1963 = "TAPE OF 1963"
SOURCE_FIGURE_2 = "FIGURE 2"
SOURCE_FIGURE_5 = "FIGURE 5"
SOURCE_FIGURE_8 = "FIGURE 8"
SOURCE_LISTING_4 = "LISTING 4"

# handheld/screens/sound_question.py
SOUND_TITLE = "WITH SOUND?"  # 72 px
SOUND_YES = "YES"  # 26 px
SOUND_NO = "NO"  # 26 px
SOUND_LATER = "SETTINGS change it later"  # 125 px
SOUND_KEYS = "OK:CHOOSE  ◄► ▲:LISTEN\nOK ◄► ▲:TRY"

ERRORS = ()
"""What is wrong with an answer, a setup or a setting: pairs of the English message, and what it is
here; `#` stands for an integer, `*` for any text, which may be such a message itself. The first
pair that matches holds.
"""
