# SPDX-License-Identifier: MIT
"""What the device itself says, in `uk`; see `words`."""

TITLE = "КИШЕНЬКОВИЙ ТЕЛЕТАЙП\nТЕЛЕТАЙП"
SHELF_KEYS = "OK:ГРАТИ  ►:ПРО ПРОГРАМУ\nOK:ГРАТИ"
GO_ON_KEYS = "OK:ДАЛІ  ►:ПРО ПРОГРАМУ\nOK:ДАЛІ"
OPEN_KEYS = "OK:ВІДКРИТИ"
CONTINUE = "ПРОДОВЖИТИ\nДАЛІ"
SETTINGS = "НАЛАШТУВАННЯ"
KEYS = "КНОПКИ"
KEYS_HOLD = "–: ТРИМАТИ КНОПКУ"
KEYS_KNOB = "РУЧКА = ▲▼\nOK + РУЧКА = ◄►"
KEYS_HOLD_RULES = "Правила: тримайте BACK.\n?:тримати BACK"
WATCH = "ПОДИВИТИСЯ"
TAPES = "СТРІЧКИ"
TAPES_NONE = "СТРІЧОК ЩЕ НЕМАЄ\nСТРІЧОК НЕМАЄ"
TAPES_KEYS = "OK:ВИБРАТИ  BACK:СПИСОК\nOK:ВИБРАТИ"
TAPE_ENDED = "КІНЕЦЬ"
TAPE_BAD = "БРАК"
TAPE_CRASH = "ПОМИЛКА"
TAPE_LOOK = "ЧИТАТИ"
TAPE_DELETE = "СТЕРТИ"
TAPE_SURE = "ЩЕ РАЗ OK: СТЕРТИ\nСТЕРТИ? OK"
TAPE_KEYS = "OK:ВИБРАТИ  BACK:СТРІЧКИ\nOK:ВИБРАТИ"
TAPE_ANSWERS = "ВІДПОВІДЕЙ: %d"
LOOK_KEYS = "OK:НАЗАД"
RESUMING = "ВІДНОВЛЕННЯ %d%%\nПОВТОР %d%%"
RESUMED = "Продовжуємо:"
DAMAGED_TITLE = "СТРІЧКУ ПОШКОДЖЕНО\nБРАК СТРІЧКИ"
DAMAGED_KEPT = "ЗБЕРЕЖЕНО ЯК"
NOTICE_KEYS = "OK:ДАЛІ"
FULL_TITLE = "НЕ ЗБЕРЕЖЕНО"
FULL = "Не вдається записати в пам’ять. Грати можна, але гра більше не зберігається."
BOOT_TITLE = "ЗАПУСК"
SAFE_HELD = "Під час увімкнення тримали кнопку."
SAFE_FAILED = "Пристрій тричі не запустився."
SAFE_START = "Запуск зі стандартними налаштуваннями, гру не відновлено."
SAFE_SESSION = "Остання гра двічі спричинила зупинку. Її можна продовжити зі списку."
UPDATE_BACK = "Нова прошивка не запустилася. Знову працює попередня."
STOPPED_TITLE = "ЗУПИНЕНО"
STOPPED = "Комп’ютером. Ctrl-D або вимкніть і ввімкніть."
CRASH_TITLE = "ЗУПИНКА ЧЕРЕЗ ПОМИЛКУ\nПОМИЛКА"
CRASH_MEMORY = "МАЛО ПАМ’ЯТІ"
CRASH_KEYS = "OK:СПИСОК"
ABOUT_KEYS = "OK:СПИСОК  ►:ІСТОРІЯ\n►:ІСТОРІЯ"
STORY = "ІСТОРІЯ"
STORY_KEYS = "OK:СПИСОК  ◄:ПРАВИЛА\n◄:ПРАВИЛА"
CLAIMS = "ТВЕРДЖЕННЯ Й ПЕРЕВІРКА"
CRASH_TAPE = "СТРІЧКА:"
CRASH_NO_TAPE = "НЕ ЗБЕРЕЖЕНО"
EXAMPLE = "приклад\nприк\nпр"
EXAMPLE_OWN = "–"
SETTING_SPEED = "швидкість, зн/с\nшвидк."
SETTING_MESSAGES = "повідомлення\nповідом.\nтекст"
SETTING_ANSWERS = "відповіді\nвідп."
SETTING_ORDER = "порядок\nспершу"
SETTING_PAPER = "папір"
SETTING_TEXT = "текст"
SETTING_CONTRAST = "яскравість"
SETTING_INVERT = "негатив"
SETTING_DIM = "притемнити, хв\nпритемнити"
SETTING_BLANK = "погасити, хв\nпогасити"
SETTING_SOUND = "звук"
SETTING_VOLUME = "гучність"
SETTING_PRINTER = "принтер"
SETTING_BAUD = "бод"
SETTING_COLUMNS = "ширина"
SETTING_RETURN = "повернення, мс\nповерн."
SETTING_FEED = "подача, мс\nподача"
SETTING_PROFILE = "режим"
SETTING_FIND = "знайти екран, кнопки\nшукати кнопки\nпошук"
FIND_SURE = "OK ще раз: перезапуск, пошук екрана й кожної кнопки."
VALUE_FAST = "одразу"
VALUE_ORIGINAL = "оригінал"
VALUE_TRANSLATED = "переклад"
VALUE_SHORT = "коротко"
VALUE_EASY = "від простих\nпрості"
VALUE_MACHINE = "за ЕОМ"
VALUE_LAST = "недавні"
VALUE_HOLES = "з перфорацією\nперф."
VALUE_PLAIN = "простий"
VALUE_NORMAL = "звичайний"
VALUE_LARGER = "великий"
VALUE_NO = "ні"
VALUE_YES = "так"
VALUE_OFF = "ні"
VALUE_BELL = "дзвінок"
VALUE_ALL = "усе"
VALUE_HOME = "дім"
VALUE_MUSEUM = "музей"
NOT_KEPT = "НЕ ЗБЕРЕЖЕНО:"
START = "ПОЧАТИ"
SETUP_KEYS = "OK:ЗМІНИТИ  BACK:СПИСОК\nOK:ЗМІНИТИ"
MORE = "ще…"
AS_LAST = "ЯК МИНУЛОГО РАЗУ\nЯК РАНІШЕ"
STANDARD = "СТАНДАРТНІ"
LENGTH = "скільки:"
LIST_KEYS = "OK:ГАРАЗД  BACK:СКАСУВАТИ\nOK:ГАРАЗД"
TYPE_KEYS = "OK:НАБРАТИ"
PICK_KEYS = "OK:ВВІД  ▲▼:ЧИСЛО ◄►:ПОЛЕ\nOK:ВВІД  ▲▼:ЧИСЛО\nOK:ВВІД  ▲▼◄►\nOK:ВВІД"
RESUME_KEYS = "OK:ДАЛІ"
DO_AGAIN = "ЗНОВУ"
DO_SETUP = "ДАНІ"
END_KEYS = "OK:#  BACK:ПАПІР\nOK:#"
SHELF = "СПИСОК"
SERIAL_SHELF = "Наберіть назву програми й дані, наприклад: nim heaps=7,8,4. Програми"
MIR = "МІР"
UNNAMED = "машину не названо\nне названо"
CIRCA = "бл. *"
UNDATED = "без дати"
PICTURE_KEYS = "OK:#  BACK:*"
KEYBOARD_KEYS = "OK:ЗНАК BACK:СТЕРТИ ↵:ТАК\nOK:ЗНАК  BACK:СТЕРТИ ↵\nOK:ЗНАК"

# exhibit/attract.py
ATTRACT_INVITATION = "Натисніть будь-яку кнопку\nТисніть кнопку"

# exhibit/idle_prompt.py
IDLE_QUESTION = "Ще граєте?"
IDLE_KEYS = "OK:ТАК  BACK:НІ\nOK:ТАК"

# exhibit/operator.py
OPERATOR_TITLE = "СЛУЖБОВЕ"
OPERATOR_CODE = "КОД"
OPERATOR_WAIT = "ХИБНО: %d СЕК"
OPERATOR_BEGIN = "ПОЧАТИ ПОКАЗ"
OPERATOR_WHOLE = "УСІ ПРОГРАМИ"
OPERATOR_RESTART = "ПЕРЕЗАПУСК"
OPERATOR_BOOTSEL = "BOOTSEL"
OPERATOR_TEST = "ПЕРЕВІРКА"
OPERATOR_SETTINGS = "НАЛАШТУВАННЯ"
OPERATOR_VISITORS = "ВІДВІДУВАЧІ"
OPERATOR_FREE = "пам’ять  %d КБ"
OPERATOR_ON = "увімкнено  %d хв"
OPERATOR_POWER = "усього працює  %d год"
OPERATOR_WORN = "знос флеш  %d.%02d%%"

# exhibit/visit_stats.py
STATS_VISITS = "відвідування"
STATS_LEFT = "пішли мовчки"
STATS_MEAN = "середнє, хв"

# handheld/parts/battery.py
BATTERY_NAME = "БАТАРЕЯ"
BATTERY_LOW = "БАТАРЕЯ СІДАЄ\nМАЛО ЗАРЯДУ"
BATTERY_KEPT = "%s. Гру збережено."

# handheld/parts/console.py
CONSOLE_REFUSED = "Забагато за один раз: частину не прийнято."
CONSOLE_UNREAD = "Тут пропущено кілька рядків: порт ніхто не читав."

# handheld/parts/wiring_check.py
WIRING_OTHER = 'Екран відповідає за адресою 0x%02X: впишіть "addr": 0x%02X у board.py.'
WIRING_SWAPPED = "SDA і SCL переплутано: SDA має йти на GP%d, SCL на GP%d."
WIRING_SILENT = "Екран не відповідає. Перевірте його живлення й землю, SDA на GP%d і SCL на GP%d."
WIRING_DOWN = "Кнопку %s на GP%d натиснуто: якщо її ніхто не тримає, дріт торкається землі."

# handheld/pictures/base.py
PICTURE_AGAIN = "OK:ЗНОВУ"
PICTURE_NAME = "РИСУНОК"
PICTURE_PAPER = "  BACK:ПАПІР"

# programs/calculation/picture.py
CALCULATION_OK = "OK:"
CALCULATION_CARD = "КАРТА ###"
CALCULATION_TO_TALON = "►:СТОПКА"
CALCULATION_NEXT = "ЩЕ КАРТУ"
CALCULATION_TURN = "ВІДКРИТИ"
CALCULATION_LOOK = "►:ОГЛЯД"
CALCULATION_TO_NEXT = "►:ДАЛІ"
CALCULATION_TO_HAND = "►:КАРТА"
CALCULATION_STILL = "ЩЕ #"
CALCULATION_TALONS = "СТОПКИ"
CALCULATION_GO_ON = "OK:ДАЛІ"
CALCULATION_TABLE = "OK:СТІЛ"
CALCULATION_ADVICE = "►:РАДА"
CALCULATION_DEMO = "▲:ДЕМО"
CALCULATION_THINKS = "ДУМАЮ ####"
CALCULATION_STOP = "OK:СТОП"
CALCULATION_WINS = "ШАНС ####"
CALCULATION_WAITS = "# ДЛЯ РЯДУ *"

# programs/cards/picture.py
CARDS_ASK = "ПИТАТИ"
CARDS_LEGEND = "Є НІ БУДЬ-ЯКА"
CARDS_FLIP = "OK:ЗМІНИТИ"
CARDS_SEND = "OK:ЗАПИТАТИ"
CARDS_LEARNED = "ВИВЧЕНО"
CARDS_OURS = "НАША"
CARDS_FOREIGN = "НЕ НАША"
CARDS_SAY = "OK:ВВІД"
CARDS_NUMBER = "КАРТКА %d/%d"
CARDS_TOO_FEW = "НЕ МЕНШЕ %d"
CARDS_TOO_MANY = "НЕ БІЛЬШЕ %d"
CARDS_DOES = "НАЗАД ДАЛІ ЩЕ ЗНЯТИ ГОТОВО"

# programs/nim_table/picture.py
CUBE_LOST = "ПРОГР"
CUBE_STOP = "OK:СТОП"
CUBE_GO_ON = "OK:ПУСК"
CUBE_YOU = " ▲:САМІ"
CUBE_MARK = "▲:ПРОГРАШ ▼:ВИГРАШ"
CUBE_RIGHT = "ТОЧНО: %d/27"
CUBE_TABLE = "OK:ТАБЛИЦЯ"

# handheld/pictures/digits.py
DIGITS_EVEN = "СТОВПЦІ ПАРНІ"
DIGITS_ODD = "КУПОК ПО 1 НЕПАРНО"
DIGITS_NONE = "НЕМАЄ ВИГРАШУ"
DIGITS_SUM = "СУМА"

# programs/race/picture_lattice.py
LATTICE_KEYS = "▲:ОСОБЛИВІ ▼:СМУГА"
LATTICE_CRIBBED = "o:ОСОБЛИВА ▲▼:ВИД"

# programs/dates/picture.py
LEAF_DAYS = "НПВСЧПС"
LEAF_JANUARY = "СІЧЕНЬ"
LEAF_FEBRUARY = "ЛЮТИЙ"
LEAF_MARCH = "БЕРЕЗЕНЬ"
LEAF_APRIL = "КВІТЕНЬ"
LEAF_MAY = "ТРАВЕНЬ"
LEAF_JUNE = "ЧЕРВЕНЬ"
LEAF_JULY = "ЛИПЕНЬ"
LEAF_AUGUST = "СЕРПЕНЬ"
LEAF_SEPTEMBER = "ВЕРЕСЕНЬ"
LEAF_OCTOBER = "ЖОВТЕНЬ"
LEAF_NOVEMBER = "ЛИСТОПАД"
LEAF_DECEMBER = "ГРУДЕНЬ"
LEAF_GIVEN = "ДАНО:"
LEAF_CALLED = "КАЛЕНДАР"
DATES_FORM = "D M G"
DATES_MONTHS = (
    "СІЧНЯ ЛЮТОГО БЕРЕЗНЯ КВІТНЯ ТРАВНЯ ЧЕРВНЯ ЛИПНЯ СЕРПНЯ ВЕРЕСНЯ ЖОВТНЯ ЛИСТОПАДА ГРУДНЯ"
)
DATES_WEEK = "НЕДІЛЯ ПОНЕДІЛОК ВІВТОРОК СЕРЕДА ЧЕТВЕР П’ЯТНИЦЯ СУБОТА"
DATES_BORN = "КОЛИ ВИ НАРОДИЛИСЯ?\nВАША ДАТА?"
DATES_SHOW = "OK:ДЕНЬ ТИЖНЯ  ▲▼◄►\nOK:ДЕНЬ"
DATES_ANOTHER = "І ЩЕ ОДНА ДАТА?\nЩЕ ОДНА?"
DATES_COUNT = "OK:СКІЛЬКИ ДНІВ?  ▲▼◄►\nOK:ДНІВ?"
DATES_MONTH = "OK:АРКУШ  ◄:ІНША ДАТА\nOK:АРКУШ"
DATES_HOW = "OK:ФОРМУЛА  BACK:ПАПІР\nOK:ФОРМУЛА"
DATES_NEXT = "OK:ДАЛІ  BACK:ПАПІР\nOK:ДАЛІ"
DATES_TWO = "OK:ДВІ ДАТИ  BACK:ПАПІР\nOK:ДВІ ДАТИ"
DATES_AGAIN = "OK:ІНША ДАТА  BACK:ПАПІР\nOK:ІНША ДАТА"
DATES_SINCE = "днів: %d"
DATES_ZERO = "після 1.1.0000"
DATES_DAYS = "ДНІВ: "
DATES_YEARS = "по 365 днів у році\nпо 365 днів"
DATES_DAY = "число місяця"
DATES_31 = "по 31 дню в місяці\nпо 31 дню"
DATES_LESS = "мінус короткі місяці\nмінус дні"
DATES_LEAP = "високосні роки\nвисокосні"
DATES_CENTURIES = "століття без високосного\nмінус століття"
DATES_OF_WEEK = "ДЕНЬ ТИЖНЯ"

# programs/evolution/picture.py
LIFE_COUNTS = "ТАКТ #####    ЖИВИХ #####"
LIFE_FASTER = "OK:СТОП ►:ШВИДШЕ ▼:ПОЛЕ"
LIFE_SLOWER = "OK:СТОП ►:ПОВІЛЬНО ▼:ПОЛЕ"
LIFE_PAUSED = "OK:ПУСК  ►:КРОК ◄:0 ▲:ДРУК"
LIFE_RUNS_SHORT = "OK:СТОП  ►▼"
LIFE_PAUSED_SHORT = "OK:ПУСК  ►◄▲▼"
LIFE_DEAD = "УСІ МЕРТВІ"
LIFE_NARROW = "КРАЙ ПОЛЯ"
LIFE_NO_ROOM = "НЕМА МІСЦЯ"
LIFE_ENDED = "  ◄:0 ▲:ДРУК"
LIFE_IS_PRINTED = "ТАКТ %d НАДРУКОВАНО"
LIFE_PRINTED_SHORT = "НА ПАПЕРІ"
LIFE_BUSY = "ЩЕ ДРУКУЮ"

# programs/evolution/picture_editor.py
EDITOR_SET = "OK:ЖИВА"
EDITOR_TAKE_AWAY = "OK:ЗНЯТИ"
EDITOR_MENU = "BACK:МЕНЮ"
EDITOR_FULL = "НЕ БІЛЬШЕ %d ОСОБИН"
EDITOR_MENU_KEYS = "OK:ВИБРАТИ  BACK:ГОТОВО"
EDITOR_DONE = "ГОТОВО"
EDITOR_CLEAR = "ОЧИСТИТИ ПОЛЕ"
EDITOR_GIVE_UP = "СКАСУВАТИ"
EDITOR_NEEDS = "ПОТРІБНО m=%d n=%d"
EDITOR_EMPTY = "НЕМАЄ ЖОДНОЇ ОСОБИНИ"

# handheld/pictures/problem.py
PROBLEM_READ = "OK:ТАК  BACK:СКАСУВАТИ"
PROBLEM_SWITCH = "OK:ТАК ►:ЗНЯТИ ◄:ВЕРНУТИ"
PROBLEM_SOLUTION = "ВІДПОВІДЬ"
PROBLEM_FORMULA = "ФОРМУЛА"
PROBLEM_PAPER = "  ▲▼:ЧИТАТИ BACK:ПАПІР"
PROBLEM_RECKONED = "В арифметиці 1 — істина, 0 — хибність:"
PROBLEM_IDEA = "OK:МАЮ ЗДОГАД  ▲▼\nOK:ЗДОГАД"
PROBLEM_ASK = "OK:ДО МАШИНИ  ◄:ЗАДАЧА\nOK:ДО МАШИНИ"
PROBLEM_UNKNOWN = "Не знаю"
PROBLEM_RIGHT = "ВИ ВГАДАЛИ: *"
PROBLEM_NO = "НІ, ВІДПОВІДЬ: *"
PROBLEM_ANSWER = "ВІДПОВІДЬ: *"
PROBLEM_ROWS = "Рядків перебрано: %d, правильних: %d"
PROBLEM_TRUE = "правда"
PROBLEM_FALSE = "неправда"
PROBLEM_END = "OK:ДАНІ  BACK:ПАПІР\nOK:ДАНІ"

# programs/race/picture.py
RACE_NOT = "крім %d"
RACE_GOAL = "%d — перемога"
RACE_CELLS = "OK:ХІД НА %d"
RACE_CHOOSE = "◄► ▲:ПОЛЕ"

# programs/race/picture_marks.py
MARKS_POINT = "o хід тут — програш"
MARKS_KEYS = "OK:ДАЛІ  ◄►:ЗМІНИТИ\nOK:ДАЛІ ◄►"

# handheld/pictures/stones.py
STONES_NONE = "▲:ДВІЙКОВО ▼:ВЗЯТИ"
STONES_DIGITS = "▲:КАМІНЦІ ▼:ВЗЯТИ"
STONES_TAKE = "▼:ВЗЯТИ"
STONES_BEGIN = "OK:ПОЧАТИ"
STONES_STONES = "▲▼:КАМІНЦІ"
STONES_ANEW = "OK:ЗНОВУ"
STONES_SET_UP = "РОЗКЛАДІТЬ КАМІНЦІ"
STONES_SET_UP_SHORT = "ЗАДАЙТЕ КУПКИ"

# programs/trigex/picture.py
TRIGEX_CHOICE = "OK:L="
TRIGEX_MACHINE_NAME = "МІР "
TRIGEX_YOU = "ВИ"
TRIGEX_LINES = "OK–:ЛІНІЇ"
TRIGEX_TABLE = "OK–:ШПАРГАЛКА"
TRIGEX_BOARD = "OK–:ПОЛЕ"
TRIGEX_CRIB = "ШПАРГАЛКА МАШИНИ\nШПАРГАЛКА"
TRIGEX_TOOK = "Ви зайняли %d: вона — %d."
TRIGEX_TAKES = "Якщо займете %d: %d."
TRIGEX_SOURCE = "Таблиця 1 з книжки"

# programs/random_walk/picture.py
WALK_TABLE = "OK:ТАБЛИЦЯ"
WALK_LEGEND = "■ТАБЛИЦЯ –ТЕОРІЯ"
WALK_WALK = "OK:ШЛЯХ"

# handheld/pictures/week.py
WEEK_MONDAY = "ПН"
WEEK_WEDNESDAY = "СР"
WEEK_FRIDAY = "ПТ"
WEEK_FOUND = "ЗНАЙДЕНО"
WEEK_BREAKS = "ПРОТИ"
WEEK_OVER = "КІНЕЦЬ"
WEEK_FASTER = "OK:СТОП ►:ШВИДШЕ ▼:ТЕКСТ"
WEEK_SLOWER = "OK:СТОП ►:РІДШЕ ▼:ТЕКСТ"
WEEK_STANDS = "OK:ПУСК  ►:КРОК ▼:ТЕКСТ"
WEEK_ANEW = "OK:ЗНОВУ  ▼:ТЕКСТ"

# programs/yen/picture.py
YEN_ROUND = "ТУР %d/%d"
YEN_YOU = "ВИ"
YEN_IT = "ВІН"
YEN_WON = "ВЗЯТО"
YEN_BID = "СТАВКА"
YEN_OF = "із %d"
YEN_KEYS = "OK:ХІД  ▲▼:+-%d ◄►:КРОК"
YEN_KEYS_SHORT = "OK:ХІД  ▲▼%d"
YEN_BACK = "BACK:ПАПІР"

# programs/yen/picture_two.py
TWO_MOVE = "ВАШ ХІД"
TWO_SET_UP = "ЯКІ КУПКИ?"
TWO_TOOK = "%s УЗЯВ %d."
TWO_BID = "ВАША СТАВКА"
TWO_HAS_BID = "%s ПОСТАВИВ"
TWO_PASS = "ПЕРЕДАЙТЕ ГРАВЦЮ %s"
TWO_READY = "OK:ГРАВЕЦЬ %s"
TWO_BIDS = "ТУР %d"
TWO_NEXT = "OK:ТУР %d"

# handheld/screens/languages.py
LANGUAGE_CHOOSE = "OK:ВИБРАТИ"
LANGUAGE_RETURN = "BACK:НАЗАД"
LANGUAGE_EASIER = "ЗРУЧНІШЕ"
EASE_EAR = "ЧИТАТИ ЕКРАН ВГОЛОС\nНА СЛУХ"
EASE_LARGER = "ВЕЛИКИЙ ТЕКСТ"
EASE_INVERSE = "ТЕМНЕ НА СВІТЛОМУ\nНЕГАТИВ"
EASE_SLOW = "ПОВІЛЬНІ КНОПКИ\nПОВІЛЬНО"
EASE_SCAN = "ОДНА КНОПКА\n1 КНОПКА"

# handheld/screens/lesson.py
LESSON_ROW = "ДЕ ПОМИЛКА?"
LESSON_NEVER = "Виграшної позиції у вас не було."
LESSON_NOTHING = "Ви жодного разу не втратили виграшу."
LESSON_LOST = "Помилка у відповіді %d:"
LESSON_BETTER = "Краще:"

# handheld/screens/outcome.py
OUTCOME_WON = "ВИ ВИГРАЛИ"
OUTCOME_LOST = "ВИ ПРОГРАЛИ"
OUTCOME_WINS = "За @ виграє той, хто починає: *\nВиграє той, хто починає: *"
OUTCOME_LOSES = "За @ програє той, хто починає: ви\nПрограє той, хто починає: ви"
OUTCOME_COULD = "Цю партію можна було виграти.\nМожна було виграти."
OUTCOME_INVITE = "ТУТ МОЖНА ВИГРАТИ\nРЕВАНШ"
OUTCOME_HARDER = "ВАЖЧЕ"
OUTCOME_COUNT = "ВИГРАНО %d/%d"

# handheld/screens/record_player.py
RECORD_TAKE = "OK:ГРАТИ  BACK:СПИСОК"
RECORD_TAKE_SHORT = "OK:ГРАТИ"
RECORD_END = "OK:СПИСОК  КІНЕЦЬ"
RECORD_END_SHORT = "OK:СПИСОК"

# handheld/screens/self_test.py
TEST_TITLE = "ПЕРЕВІРКА"
TEST_PRESS = "НАТИСНІТЬ УСІ КНОПКИ"
TEST_GO_ON = "ДАЛІ: ТРИМАЙТЕ БУДЬ-ЯКУ"
TEST_GO_ON_SHORT = "ТРИМАЙТЕ ОДНУ"
TEST_KEYS = "OK:ЩЕ  BACK:ВИХІД\nOK:ЩЕ  BACK"
TEST_PANEL = "ЕКРАН"
TEST_BUS = "ШИНА"
TEST_BUTTONS = "КНОПКИ"
TEST_DOWN = "НАТИСНУТО"
TEST_BOUNCE = "БРЯЗКІТ"
TEST_BUZZER = "ЗВУК"
TEST_PRINTER = "ДРУК"
TEST_FLASH = "ФЛЕШ"
TEST_BATTERY = "БАТАРЕЯ"
TEST_BAD = "ЗБІЙ"
TEST_EXPLAINED = (
    'Перевірка. По краю всього екрана має йти рамка. Якщо її видно не всю, змініть "shift" '
    "або контролер у board.py. Натисніть кожну кнопку, потім тримайте одну."
)

# handheld/screens/session_screen.py
SESSION_LOW = "Пам’ять майже заповнено. Невдовзі гра перестане зберігатися."
SESSION_LINE = "OK:РЯДОК"
SESSION_HOLD = "ТРИМАЙТЕ OK:◊"
SESSION_HOLD_SHORT = "–:◊"
SESSION_WHERE = "OK:ЗНОВУ  ►:ДЕ ПОМИЛКА?"
SESSION_WHERE_SHORT = "►:ДЕ ПОМИЛКА?"

# programs/records.py
SOURCE_GAME_RECORD = "ПРОТОКОЛ"
SOURCE_CHAPTER = "РОЗДІЛ"
SOURCE_APPENDIX = "ДОДАТОК"
SOURCE_TAPE_OF_1963 = "СТРІЧКА 1963"
SOURCE_FIGURE_2 = "РИСУНОК 2"
SOURCE_FIGURE_5 = "РИСУНОК 5"
SOURCE_FIGURE_8 = "РИСУНОК 8"
SOURCE_LISTING_4 = "ЛІСТИНГ 4"

# handheld/screens/sound_question.py
SOUND_TITLE = "ЗІ ЗВУКОМ?"
SOUND_YES = "ТАК"
SOUND_NO = "НІ"
SOUND_LATER = "Потім: НАЛАШТУВАННЯ"
SOUND_KEYS = "OK:ВИБРАТИ  ◄► ▲:ПРОБА\nOK ◄► ▲:ПРОБА"

ERRORS = (
    ("# value(s), not #: *", "значень #, а не #: *"),
    ("the end: at most # characters", "кінець, не більше # знаків"),
    ("* line #: *", "* рядок #: *"),
    ("line #: *", "рядок #: *"),
    ("it did not end", "не завершила роботу"),
    ("Continue without it.", "Далі — без нього."),
    ("*: the name must be *", "* – назва має бути *"),
    ("The image's board.py is used.", "Узято board.py з прошивки."),
    ("this image does not run it", "прошивка його не запускає"),
    ("kept as *", "збережено як *"),
    ("expected * got *", "очікувалося: *; є: *"),
    ("*; allowed: *", "*; можна: *"),
    ("*; the programs are *", "*; програми: *"),
    ("column #: expected *, not *", "позиція #, треба: *; стоїть: *"),
    ("column #: expected *", "позиція #, треба: *"),
    ("column #: *", "позиція #: *"),
    ("*: allowed: *", "*: можна: *"),
    ("*: *", "*: *"),
    (
        "a pattern of # rows and # columns is too large",
        "візерунок завеликий: рядків #, стовпців #",
    ),
    ("a rule like B36/S23, or *", "правило на зразок B36/S23 або *"),
    ("there is no living cell", "немає жодної живої клітини"),
    ("# cells; allowed: #", "клітинок #; можна: #"),
    ("'*' is not a rule like B3/S23", "'*' — не правило на зразок B3/S23"),
    ("'*' has more than two states", "'*' має більше ніж два стани"),
    (
        "'*' does not count eight neighbours of two states",
        "'*' не рахує вісьмох сусідів двох станів",
    ),
    ("'*': all of the empty plane would be born", "'*': народилася б уся порожня площина"),
    ("the pattern ends before its !", "візерунок закінчується без !"),
    ("'*' is not a run of b, o or $", "'*' — не b, o чи $"),
    ("'*' is not a cell", "'*' — не клітина"),
    ("only with space=plane", "тільки зі space=plane"),
    ("out of range", "поза допустимими межами"),
    ("wrong number of values", "не та кількість значень"),
    ("no such choice", "такого варіанта немає"),
    ("not a decimal", "не десятковий дріб"),
    ("an integer #..#", "ціле #..#"),
    ("* integers #..#, separated by commas", "* цілих #..# через кому"),
    ("a decimal 0..1 with at most # places", "дріб 0..1, не більше # знаків"),
    ("'*' is not an integer", "'*' — не ціле число"),
    ("an empty answer", "порожня відповідь"),
    ("a control character", "керівний знак"),
    ("U+* is not taken", "U+* не приймається"),
    ("not UTF-8", "не UTF-8"),
    ("names of programs between commas", "назви програм через кому"),
    ("there is no program '*'", "немає програми '*'"),
    ("'*' is there twice", "'*' стоїть двічі"),
    ("a program and its setup", "програма та її дані"),
    ("four of U, D, L, R", "чотири з U, D, L, R"),
    ("no code", "це не код"),
    ("too long", "задовго"),
    ("up to # characters", "до # знаків"),
    ("more than # characters", "більше ніж # знаків"),
    ("unknown name '*', the names are *", "немає імені '*', імена: *"),
    ("# value(s), not #", "значень #, а не #"),
    (
        "'*' has no name; give either all names or none",
        "'*' не має імені; пишіть усі імена або жодного",
    ),
    (
        "'*' has no name; give all cells or I=value",
        "'*' не має імені; пишіть усі клітинки або I=число",
    ),
    ("* is given twice", "* задано двічі"),
    ("* is missing", "немає *"),
    ("unknown setup value '*'", "немає параметра '*'"),
    ("ask, or *", "ask або *"),
    ("none", "немає"),
    ("its games cannot be analysed", "її партій розібрати не можна"),
    ("once", "один раз"),
    ("'*' is not name=value", "'*' не має вигляду ім’я=число"),
    ("the quotes after *= are not closed", "лапки після *= не закрито"),
    ("unknown program '*'", "немає програми '*'"),
    ("unknown setting '*'", "немає налаштування '*'"),
    ("not name=value", "не має вигляду ім’я=значення"),
    ("the program is not waiting", "програма не чекає відповіді"),
    ("at least one stone", "хоча б один камінець"),
    ("#..# (below n)", "#..# (менше n)"),
    ("wrong number of cards", "не та кількість карток"),
    ("'*' is not a card", "'*' — не картка"),
    (
        "2..99 cards of k digits 0 or 1, separated by commas",
        "2..99 карток із k цифр 0 та 1 через кому",
    ),
    ("# cells", "клітинок #"),
    ("k=# digits 0 or 1", "k=# цифр 0 та 1"),
    (
        "2..99 cards of k digits 0..#, separated by commas",
        "2..99 карток із k цифр 0..# через кому",
    ),
    ("k=# digits 0..#", "k=# цифр 0..#"),
    ("stock= is not a whole deck", "stock= — неповна колода"),
    ("# partial formulas", "часткових формул: #"),
    ("up to #", "до #"),
    ("not together with formula=", "не разом із formula="),
    ("not together with mode=", "не разом із mode="),
    ("not together with duel=", "не разом із duel="),
    ("not together with players=", "не разом із players="),
    ("not together with touch=", "не разом із touch="),
    ("not together with take=", "не разом із take="),
    ("fewer than heaps=#", "менше, ніж heaps=#"),
    ("not together with colours=", "не разом із colours="),
    ("not together with table=", "не разом із table="),
    ("with rounds=#", "якщо rounds=#"),
    ("with takes=*", "якщо takes=*"),
    ("one of them", "одне з двох"),
    ("no letter to be found", "немає жодної літери"),
    ("1..12 letters", "1..12 літер"),
    ("not with space=plane", "не з space=plane"),
    ("1..8, or without space=", "1..8 або без space="),
    ("with formula=", "разом із formula="),
    ("not with n=#", "не з n=#"),
    ("with n 3..12", "з n 3..12"),
    ("not with m=#", "не з m=#"),
    ("with m 2..4", "з m 2..4"),
    ("not with limit=#", "не з limit=#"),
    ("with limit 1..9", "з limit 1..9"),
    ("with limit 7..9", "з limit 7..9"),
    ("with puzzle=timetable", "з puzzle=timetable"),
    ("no letter", "немає літер"),
    ("'*' is not a letter", "'*' — не літера"),
    ("* is not in the formula", "* немає у формулі"),
    ("* in any order", "* у будь-якому порядку"),
    ("no vars, the formula has no letters", "без vars, у формулі немає літер"),
    (
        "a formula of up to 12 letters with ~ * + -> <-> ( ) 0 1",
        "формула, до 12 літер, з ~ * + -> <-> ( ) 0 1",
    ),
    (
        "the letters of the formula in any order, each once",
        "літери формули в будь-якому порядку, по разу",
    ),
    ("a sign of a formula", "знак формули"),
    ("a letter, 0, 1, ~ or (", "літера, 0, 1, ~ або ("),
    ("no more than # letters", "не більше # літер"),
    ("an operation or the end", "знак операції або кінець"),
    ("brackets around one of two ->", "дужки в одного з двох ->"),
    ("an operation or )", "знак операції або )"),
    ("the end", "кінець"),
    ("'*' is not row:column", "'*' — не рядок:стовпець"),
    ("* is out of range", "* поза межами"),
    ("too many cells", "забагато клітинок"),
    ("1..# cells row:column, separated by commas", "1..# клітинок рядок:стовпець через кому"),
    ("longer than ages are counted", "більше за найбільший вік"),
    ("0..#, or r=# and more", "0..# або r не менше #"),
    ("#:# is outside", "#:# поза полем"),
    ("rows 3..#, columns 3..# (m=# n=#)", "рядки 3..#, стовпці 3..# (m=# n=#)"),
    ("#..# with these cells", "#..# з цими клітинками"),
    ("stock= is given too", "задано й stock="),
    ("only one of them", "тільки одне з двох"),
    ("the panel does not answer", "екран не відповідає"),
    ("the flash refuses", "запис у пам’ять не вдається"),
    ("a sector of the flash fails", "сектор пам’яті несправний"),
    ("reset by the watchdog", "спрацював сторожовий таймер"),
    ("the button * is stuck", "кнопка * залипла"),
    ("the button * bounces", "кнопка * деренчить"),
)
"""What is wrong with an answer, a setup or a setting: pairs of the English message, and what it is
here; `#` stands for an integer, `*` for any text, which may be such a message itself. The first
pair that matches holds.
"""
