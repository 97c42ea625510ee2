# SPDX-License-Identifier: MIT
"""What the device itself says, in `ru`; see `words`."""

TITLE = "КАРМАННЫЙ ТЕЛЕТАЙП\nТЕЛЕТАЙП"
SHELF_KEYS = "OK:ИГРАТЬ  ►:О ПРОГРАММЕ\nOK:ИГРАТЬ"
GO_ON_KEYS = "OK:ДАЛЕЕ  ►:О ПРОГРАММЕ\nOK:ДАЛЕЕ"
OPEN_KEYS = "OK:ОТКРЫТЬ"
CONTINUE = "ПРОДОЛЖИТЬ\nДАЛЕЕ"
SETTINGS = "НАСТРОЙКИ"
KEYS = "КНОПКИ"
KEYS_HOLD = "–: ДЕРЖАТЬ КНОПКУ"
KEYS_KNOB = "РУЧКА = ▲▼\nOK + РУЧКА = ◄►"
KEYS_HOLD_RULES = "Правила: держать BACK.\n?:держать BACK"
WATCH = "ПОСМОТРЕТЬ"
TAPES = "ЛЕНТЫ"
TAPES_NONE = "ЛЕНТ ЕЩЁ НЕТ"
TAPES_KEYS = "OK:ВЫБРАТЬ  BACK:СПИСОК\nOK:ВЫБРАТЬ"
TAPE_ENDED = "КОНЕЦ"
TAPE_BAD = "БРАК"
TAPE_CRASH = "ОШИБКА"
TAPE_LOOK = "ЧИТАТЬ"
TAPE_DELETE = "СТЕРЕТЬ"
TAPE_SURE = "ЕЩЁ РАЗ OK: СТЕРЕТЬ\nСТЕРЕТЬ? OK"
TAPE_KEYS = "OK:ВЫБРАТЬ  BACK:ЛЕНТЫ\nOK:ВЫБРАТЬ"
TAPE_ANSWERS = "ОТВЕТОВ: %d"
LOOK_KEYS = "OK:НАЗАД"
RESUMING = "ВОССТАНОВЛЕНИЕ %d%%\nПОВТОР %d%%"
RESUMED = "Продолжаем:"
DAMAGED_TITLE = "ЛЕНТА ИСПОРЧЕНА\nБРАК ЛЕНТЫ"
DAMAGED_KEPT = "СОХРАНЕНА КАК"
NOTICE_KEYS = "OK:ДАЛЕЕ"
FULL_TITLE = "НЕ СОХРАНЕНО"
FULL = "Не удаётся записать в память. Играть можно, но игра больше не сохраняется."
BOOT_TITLE = "ЗАПУСК"
SAFE_HELD = "При включении удерживали кнопку."
SAFE_FAILED = "Устройство трижды не запустилось."
SAFE_START = "Запуск с настройками по умолчанию, игра не продолжена."
SAFE_SESSION = "Последняя игра дважды привела к остановке. Её можно продолжить из списка."
UPDATE_BACK = "Новая прошивка не запустилась. Снова работает прежняя."
STOPPED_TITLE = "ОСТАНОВЛЕНО"
STOPPED = "Компьютером. Ctrl-D или выключите и включите."
CRASH_TITLE = "ОСТАНОВ ПО ОШИБКЕ\nОШИБКА"
CRASH_MEMORY = "МАЛО ПАМЯТИ"
CRASH_KEYS = "OK:СПИСОК"
ABOUT_KEYS = "OK:СПИСОК  ►:ИСТОРИЯ\n►:ИСТОРИЯ"
STORY = "ИСТОРИЯ"
STORY_KEYS = "OK:СПИСОК  ◄:ПРАВИЛА\n◄:ПРАВИЛА"
CLAIMS = "УТВЕРЖДЕНИЯ И ПРОВЕРКА"
CRASH_TAPE = "ЛЕНТА:"
CRASH_NO_TAPE = "НЕ СОХРАНЕНО"
EXAMPLE = "пример\nприм\nпр"
EXAMPLE_OWN = "–"
SETTING_SPEED = "скорость, зн/с\nскорость"
SETTING_MESSAGES = "сообщения\nсообщ.\nтекст"
SETTING_ANSWERS = "ответы\nответ"
SETTING_ORDER = "порядок\nсперва"
SETTING_PAPER = "бумага"
SETTING_TEXT = "текст"
SETTING_CONTRAST = "яркость"
SETTING_INVERT = "негатив"
SETTING_DIM = "притушить, мин\nпритушить"
SETTING_BLANK = "погасить, мин\nпогасить"
SETTING_SOUND = "звук"
SETTING_VOLUME = "громкость"
SETTING_PRINTER = "принтер"
SETTING_BAUD = "бод"
SETTING_COLUMNS = "ширина"
SETTING_RETURN = "возврат, мс\nвозврат"
SETTING_FEED = "подача, мс\nподача"
SETTING_PROFILE = "режим"
SETTING_FIND = "найти экран, кнопки\nнайти кнопки\nпоиск"
FIND_SURE = "OK ещё раз: перезапуск, поиск экрана и каждой кнопки."
VALUE_FAST = "сразу"
VALUE_ORIGINAL = "оригинал"
VALUE_TRANSLATED = "перевод"
VALUE_SHORT = "кратко"
VALUE_EASY = "с простых"
VALUE_MACHINE = "по ЭВМ"
VALUE_LAST = "недавние"
VALUE_HOLES = "с перфорацией\nперф."
VALUE_PLAIN = "простая"
VALUE_NORMAL = "обычный"
VALUE_LARGER = "крупный"
VALUE_NO = "нет"
VALUE_YES = "да"
VALUE_OFF = "нет"
VALUE_BELL = "звонок"
VALUE_ALL = "всё"
VALUE_HOME = "дом"
VALUE_MUSEUM = "музей"
NOT_KEPT = "НЕ СОХРАНЕНО:"
START = "НАЧАТЬ"
SETUP_KEYS = "OK:ИЗМЕНИТЬ  BACK:СПИСОК\nOK:ИЗМЕНИТЬ"
MORE = "ещё…"
AS_LAST = "КАК В ПРОШЛЫЙ РАЗ\nКАК РАНЬШЕ"
STANDARD = "ПО УМОЛЧАНИЮ"
LENGTH = "сколько:"
LIST_KEYS = "OK:ПРИНЯТЬ  BACK:ОТМЕНА\nOK:ПРИНЯТЬ"
TYPE_KEYS = "OK:НАБРАТЬ"
PICK_KEYS = "OK:ВВОД  ▲▼:ЧИСЛО ◄►:ПОЛЕ\nOK:ВВОД  ▲▼:ЧИСЛО\nOK:ВВОД  ▲▼◄►\nOK:ВВОД"
RESUME_KEYS = "OK:ДАЛЕЕ"
DO_AGAIN = "СНОВА"
DO_SETUP = "ДАННЫЕ"
END_KEYS = "OK:#  BACK:БУМАГА\nOK:#"
SHELF = "СПИСОК"
SERIAL_SHELF = "Наберите имя программы и данные, например: nim heaps=7,8,4. Программы"
MIR = "МИР"
UNNAMED = "машина не названа\nне названа"
CIRCA = "ок. *"
UNDATED = "без даты"
PICTURE_KEYS = "OK:#  BACK:*"
KEYBOARD_KEYS = "OK:ЗНАК  BACK:УБРАТЬ ↵:ДА\nOK:ЗНАК"

# exhibit/attract.py
ATTRACT_INVITATION = "Нажмите любую кнопку\nНажмите кнопку"

# exhibit/idle_prompt.py
IDLE_QUESTION = "Ещё играете?"
IDLE_KEYS = "OK:ДА  BACK:НЕТ\nOK:ДА"

# exhibit/operator.py
OPERATOR_TITLE = "СЛУЖЕБНОЕ"
OPERATOR_CODE = "КОД"
OPERATOR_WAIT = "НЕВЕРНО:%d СЕК"
OPERATOR_BEGIN = "НАЧАТЬ ПОКАЗ"
OPERATOR_WHOLE = "ВСЕ ПРОГРАММЫ"
OPERATOR_RESTART = "ПЕРЕЗАПУСК"
OPERATOR_BOOTSEL = "BOOTSEL"
OPERATOR_TEST = "ПРОВЕРКА"
OPERATOR_SETTINGS = "НАСТРОЙКИ"
OPERATOR_VISITORS = "ПОСЕТИТЕЛИ"
OPERATOR_FREE = "память  %d КБ"
OPERATOR_ON = "включено  %d мин"
OPERATOR_POWER = "включено всего  %d ч"
OPERATOR_WORN = "износ флеша  %d.%02d%%"

# exhibit/visit_stats.py
STATS_VISITS = "посещения"
STATS_LEFT = "ушли молча"
STATS_MEAN = "среднее, мин"

# handheld/parts/battery.py
BATTERY_NAME = "БАТАРЕЯ"
BATTERY_LOW = "БАТАРЕЯ САДИТСЯ\nМАЛО ЗАРЯДА"
BATTERY_KEPT = "%s. Игра сохранена."

# handheld/parts/console.py
CONSOLE_REFUSED = "Слишком много за один раз: часть не принята."
CONSOLE_UNREAD = "Здесь пропущено несколько строк: порт никто не читал."

# handheld/parts/wiring_check.py
WIRING_OTHER = 'Экран отвечает по адресу 0x%02X: впишите "addr": 0x%02X в board.py.'
WIRING_SWAPPED = "SDA и SCL перепутаны: SDA должен идти на GP%d, SCL на GP%d."
WIRING_SILENT = "Экран не отвечает. Проверьте его питание и землю, SDA на GP%d и SCL на GP%d."
WIRING_DOWN = "Кнопка %s на GP%d нажата: если её никто не держит, провод касается земли."

# handheld/pictures/base.py
PICTURE_AGAIN = "OK:СНОВА"
PICTURE_NAME = "РИСУНОК"
PICTURE_PAPER = "  BACK:БУМАГА"

# programs/calculation/picture.py
CALCULATION_OK = "OK:"
CALCULATION_CARD = "КАРТА ###"
CALCULATION_TO_TALON = "►:СТОПКА"
CALCULATION_NEXT = "ЕЩЁ КАРТУ"
CALCULATION_TURN = "ОТКРЫТЬ"
CALCULATION_LOOK = "►:ОБЗОР"
CALCULATION_TO_NEXT = "►:ДАЛЕЕ"
CALCULATION_TO_HAND = "►:КАРТА"
CALCULATION_STILL = "ЕЩЁ #"
CALCULATION_TALONS = "СТОПКИ"
CALCULATION_GO_ON = "OK:ДАЛЕЕ"
CALCULATION_TABLE = "OK:СТОЛ"
CALCULATION_ADVICE = "►:СОВЕТ"
CALCULATION_DEMO = "▲:ДЕМО"
CALCULATION_THINKS = "ДУМАЮ ####"
CALCULATION_STOP = "OK:СТОП"
CALCULATION_WINS = "ШАНС ####"
CALCULATION_WAITS = "# ДЛЯ РЯДА *"

# programs/cards/picture.py
CARDS_ASK = "УЗНАТЬ"
CARDS_LEGEND = "ЕСТЬ НЕТ ЛЮБАЯ"
CARDS_FLIP = "OK:СМЕНИТЬ"
CARDS_SEND = "OK:УЗНАТЬ"
CARDS_LEARNED = "ВЫУЧЕНО"
CARDS_OURS = "НАША"
CARDS_FOREIGN = "НЕ НАША"
CARDS_SAY = "OK:ОТВЕТ"
CARDS_NUMBER = "КАРТА %d/%d"
CARDS_TOO_FEW = "НЕ МЕНЕЕ %d"
CARDS_TOO_MANY = "НЕ БОЛЕЕ %d"
CARDS_DOES = "НАЗАД ДАЛЕЕ ЕЩЁ СНЯТЬ ГОТОВО"

# programs/nim_table/picture.py
CUBE_LOST = "ПРОИГ"
CUBE_STOP = "OK:СТОП"
CUBE_GO_ON = "OK:ПУСК"
CUBE_YOU = " ▲:САМИ"
CUBE_MARK = "▲:ПРОИГР. ▼:ВЫИГР."
CUBE_RIGHT = "ВЕРНО: %d/27"
CUBE_TABLE = "OK:ТАБЛИЦА"

# handheld/pictures/digits.py
DIGITS_EVEN = "СТОЛБЦЫ ЧЁТНЫ"
DIGITS_ODD = "КУЧЕК ПО 1: НЕЧЁТ"
DIGITS_NONE = "НЕТ ВЫИГРЫША"
DIGITS_SUM = "ИТОГ"

# programs/race/picture_lattice.py
LATTICE_KEYS = "▲:ОСОБЫЕ ▼:ПОЛОСА"
LATTICE_CRIBBED = "o:ОСОБАЯ ▲▼:ВИД"

# programs/dates/picture.py
LEAF_DAYS = "ВПВСЧПС"
LEAF_JANUARY = "ЯНВАРЬ"
LEAF_FEBRUARY = "ФЕВРАЛЬ"
LEAF_MARCH = "МАРТ"
LEAF_APRIL = "АПРЕЛЬ"
LEAF_MAY = "МАЙ"
LEAF_JUNE = "ИЮНЬ"
LEAF_JULY = "ИЮЛЬ"
LEAF_AUGUST = "АВГУСТ"
LEAF_SEPTEMBER = "СЕНТЯБРЬ"
LEAF_OCTOBER = "ОКТЯБРЬ"
LEAF_NOVEMBER = "НОЯБРЬ"
LEAF_DECEMBER = "ДЕКАБРЬ"
LEAF_GIVEN = "ДАНО:"
LEAF_CALLED = "КАЛЕНДАРЬ"
DATES_FORM = "D M G"
DATES_MONTHS = "ЯНВАРЯ ФЕВРАЛЯ МАРТА АПРЕЛЯ МАЯ ИЮНЯ ИЮЛЯ АВГУСТА СЕНТЯБРЯ ОКТЯБРЯ НОЯБРЯ ДЕКАБРЯ"
DATES_WEEK = "ВОСКРЕСЕНЬЕ ПОНЕДЕЛЬНИК ВТОРНИК СРЕДА ЧЕТВЕРГ ПЯТНИЦА СУББОТА"
DATES_BORN = "КОГДА ВЫ РОДИЛИСЬ?\nВАША ДАТА?"
DATES_SHOW = "OK:ДЕНЬ НЕДЕЛИ  ▲▼◄►\nOK:ДЕНЬ"
DATES_ANOTHER = "И ЕЩЁ ОДНА ДАТА?\nЕЩЁ ОДНА?"
DATES_COUNT = "OK:СКОЛЬКО ДНЕЙ?  ▲▼◄►\nOK:ДНЕЙ?"
DATES_MONTH = "OK:ЛИСТОК  ◄:ДРУГАЯ ДАТА\nOK:ЛИСТОК"
DATES_HOW = "OK:ФОРМУЛА  BACK:БУМАГА\nOK:ФОРМУЛА"
DATES_NEXT = "OK:ДАЛЬШЕ  BACK:БУМАГА\nOK:ДАЛЬШЕ"
DATES_TWO = "OK:ДВЕ ДАТЫ  BACK:БУМАГА\nOK:ДВЕ ДАТЫ"
DATES_AGAIN = "OK:ЕЩЁ ДАТА  BACK:БУМАГА\nOK:ЕЩЁ ДАТА"
DATES_SINCE = "дней: %d"
DATES_ZERO = "после 1.1.0000"
DATES_DAYS = "ДНЕЙ: "
DATES_YEARS = "по 365 дней в году\nпо 365 дней"
DATES_DAY = "число месяца"
DATES_31 = "по 31 дню в месяце\nпо 31 дню"
DATES_LESS = "минус короткие месяцы\nминус дни"
DATES_LEAP = "високосные годы\nвисокосные"
DATES_CENTURIES = "века без високосного\nминус века"
DATES_OF_WEEK = "ДЕНЬ НЕДЕЛИ"

# programs/evolution/picture.py
LIFE_COUNTS = "ТАКТ #####    ОСОБИ #####"
LIFE_FASTER = "OK:СТОП  ►:БЫСТРЕЕ ▼:ПОЛЕ"
LIFE_SLOWER = "OK:СТОП ►:МЕДЛЕННО ▼:ПОЛЕ"
LIFE_PAUSED = "OK:ПУСК  ►:ШАГ ◄:0 ▲:ПЕЧ."
LIFE_RUNS_SHORT = "OK:СТОП  ►▼"
LIFE_PAUSED_SHORT = "OK:ПУСК  ►◄▲▼"
LIFE_DEAD = "ВСЕ МЕРТВЫ"
LIFE_NARROW = "КРАЙ ПОЛЯ"
LIFE_NO_ROOM = "МЕСТА НЕТ"
LIFE_ENDED = "  ◄:0 ▲:ПЕЧАТЬ"
LIFE_IS_PRINTED = "ТАКТ %d НАПЕЧАТАН"
LIFE_PRINTED_SHORT = "ОТПЕЧАТАН"
LIFE_BUSY = "ЕЩЁ ПЕЧАТАЮ"

# programs/evolution/picture_editor.py
EDITOR_SET = "OK:ОСОБЬ"
EDITOR_TAKE_AWAY = "OK:СНЯТЬ"
EDITOR_MENU = "BACK:МЕНЮ"
EDITOR_FULL = "НЕ БОЛЕЕ %d ОСОБЕЙ"
EDITOR_MENU_KEYS = "OK:ВЫБРАТЬ  BACK:ГОТОВО"
EDITOR_DONE = "ГОТОВО"
EDITOR_CLEAR = "ОЧИСТИТЬ ПОЛЕ"
EDITOR_GIVE_UP = "ОТМЕНА"
EDITOR_NEEDS = "НУЖНО m=%d n=%d"
EDITOR_EMPTY = "НЕТ НИ ОДНОЙ ОСОБИ"

# handheld/pictures/problem.py
PROBLEM_READ = "OK:ПРИНЯТЬ  BACK:ОТМЕНА"
PROBLEM_SWITCH = "OK:ДА  ►:СНЯТЬ ◄:ВЕРНУТЬ"
PROBLEM_SOLUTION = "ОТВЕТ"
PROBLEM_FORMULA = "ФОРМУЛА"
PROBLEM_PAPER = "  ▲▼:ЧИТАТЬ BACK:БУМАГА"
PROBLEM_RECKONED = "Машина берёт за истину 1, за ложь 0:"
PROBLEM_IDEA = "OK:ЕСТЬ ДОГАДКА  ▲▼\nOK:ДОГАДКА"
PROBLEM_ASK = "OK:К МАШИНЕ  ◄:ЗАДАЧА\nOK:К МАШИНЕ"
PROBLEM_UNKNOWN = "Не знаю"
PROBLEM_RIGHT = "ВЫ УГАДАЛИ: *"
PROBLEM_NO = "НЕТ, ОТВЕТ: *"
PROBLEM_ANSWER = "ОТВЕТ: *"
PROBLEM_ROWS = "Строк перебрано: %d, верных: %d"
PROBLEM_TRUE = "правда"
PROBLEM_FALSE = "ложь"
PROBLEM_END = "OK:ДАННЫЕ  BACK:БУМАГА\nOK:ДАННЫЕ"

# programs/race/picture.py
RACE_NOT = "кроме %d"
RACE_GOAL = "%d — победа"
RACE_CELLS = "OK:ХОД НА %d"
RACE_CHOOSE = "◄► ▲:ПОЛЕ"

# programs/race/picture_marks.py
MARKS_POINT = "o ход тут — проигрыш"
MARKS_KEYS = "OK:ДАЛЬШЕ ◄►:СМЕНИТЬ\nOK:ДАЛЬШЕ ◄►"

# handheld/pictures/stones.py
STONES_NONE = "▲:ДВОИЧНО ▼:ВЗЯТЬ"
STONES_DIGITS = "▲:КАМНИ ▼:ВЗЯТЬ"
STONES_TAKE = "▼:ВЗЯТЬ"
STONES_BEGIN = "OK:НАЧАТЬ"
STONES_STONES = "▲▼:КАМНИ"
STONES_ANEW = "OK:СНОВА"
STONES_SET_UP = "РАЗЛОЖИТЕ КАМНИ ПО КУЧКАМ"
STONES_SET_UP_SHORT = "ЗАДАЙТЕ КУЧКИ"

# programs/trigex/picture.py
TRIGEX_CHOICE = "OK:L="
TRIGEX_MACHINE_NAME = "МИР "
TRIGEX_YOU = "ВЫ"
TRIGEX_LINES = "OK–:ЛИНИИ"
TRIGEX_TABLE = "OK–:ШПАРГАЛКА"
TRIGEX_BOARD = "OK–:ПОЛЕ"
TRIGEX_CRIB = "ШПАРГАЛКА МАШИНЫ\nШПАРГАЛКА"
TRIGEX_TOOK = "Вы заняли %d: она — %d."
TRIGEX_TAKES = "Если займёте %d: %d."
TRIGEX_SOURCE = "Таблица 1 из книги"

# programs/random_walk/picture.py
WALK_TABLE = "OK:ТАБЛИЦА"
WALK_LEGEND = "■ТАБЛИЦА –ТЕОРИЯ"
WALK_WALK = "OK:ПУТЬ"

# handheld/pictures/week.py
WEEK_MONDAY = "ПН"
WEEK_WEDNESDAY = "СР"
WEEK_FRIDAY = "ПТ"
WEEK_FOUND = "НАЙДЕНО"
WEEK_BREAKS = "ПРОТИВ"
WEEK_OVER = "КОНЕЦ"
WEEK_FASTER = "OK:СТОП ►:БЫСТРЕЕ ▼:ТЕКСТ"
WEEK_SLOWER = "OK:СТОП  ►:РЕЖЕ ▼:ТЕКСТ"
WEEK_STANDS = "OK:ПУСК  ►:ШАГ ▼:ТЕКСТ"
WEEK_ANEW = "OK:СНОВА  ▼:ТЕКСТ"

# programs/yen/picture.py
YEN_ROUND = "ТУР %d/%d"
YEN_YOU = "ВЫ"
YEN_IT = "ОН"
YEN_WON = "ВЗЯТО"
YEN_BID = "СТАВКА"
YEN_OF = "из %d"
YEN_KEYS = "OK:ВВОД  ▲▼:+-%d ◄►:ШАГ"
YEN_KEYS_SHORT = "OK:ХОД  ▲▼%d"
YEN_BACK = "BACK:БУМАГА"

# programs/yen/picture_two.py
TWO_MOVE = "ВАШ ХОД"
TWO_SET_UP = "КАКИЕ КУЧКИ?"
TWO_TOOK = "%s ВЗЯЛ %d."
TWO_BID = "ВАША СТАВКА"
TWO_HAS_BID = "%s ПОСТАВИЛ"
TWO_PASS = "ПЕРЕДАЙТЕ ИГРОКУ %s"
TWO_READY = "OK:Я ИГРОК %s"
TWO_BIDS = "ТУР %d"
TWO_NEXT = "OK:ТУР %d"

# handheld/screens/languages.py
LANGUAGE_CHOOSE = "OK:ВЫБРАТЬ"
LANGUAGE_RETURN = "BACK:НАЗАД"
LANGUAGE_EASIER = "УДОБНЕЕ"
EASE_EAR = "ЧИТАТЬ ЭКРАН ВСЛУХ\nНА СЛУХ"
EASE_LARGER = "КРУПНЫЙ ТЕКСТ"
EASE_INVERSE = "ТЁМНОЕ НА СВЕТЛОМ\nНЕГАТИВ"
EASE_SLOW = "МЕДЛЕННЫЕ КНОПКИ\nМЕДЛЕННО"
EASE_SCAN = "ОДНА КНОПКА\n1 КНОПКА"

# handheld/screens/lesson.py
LESSON_ROW = "ГДЕ ОШИБКА?"
LESSON_NEVER = "Выигрышной позиции у вас не было."
LESSON_NOTHING = "Вы ни разу не упустили выигрыш."
LESSON_LOST = "Ошибка в ответе %d:"
LESSON_BETTER = "Лучше:"

# handheld/screens/outcome.py
OUTCOME_WON = "ВЫ ВЫИГРАЛИ"
OUTCOME_LOST = "ВЫ ПРОИГРАЛИ"
OUTCOME_WINS = "При @ выигрывает, кто начинает: *\nВыигрывает, кто начинает: *"
OUTCOME_LOSES = "При @ проигрывает, кто начинает: вы\nПроигрывает, кто начинает: вы"
OUTCOME_COULD = "Эту партию можно было выиграть.\nМожно было выиграть."
OUTCOME_INVITE = "ЗДЕСЬ МОЖНО ВЫИГРАТЬ\nВЗЯТЬ РЕВАНШ\nРЕВАНШ"
OUTCOME_HARDER = "ПОТРУДНЕЕ"
OUTCOME_COUNT = "ПОБЕДЫ %d ИЗ %d"

# handheld/screens/record_player.py
RECORD_TAKE = "OK:ИГРАТЬ  BACK:СПИСОК"
RECORD_TAKE_SHORT = "OK:ИГРАТЬ"
RECORD_END = "OK:СПИСОК  КОНЕЦ"
RECORD_END_SHORT = "OK:СПИСОК"

# handheld/screens/self_test.py
TEST_TITLE = "ПРОВЕРКА"
TEST_PRESS = "НАЖМИТЕ ВСЕ КНОПКИ"
TEST_GO_ON = "ДАЛЕЕ: ДЕРЖИТЕ ЛЮБУЮ"
TEST_GO_ON_SHORT = "ДЕРЖАТЬ ЛЮБУЮ"
TEST_KEYS = "OK:ЕЩЁ  BACK:ВЫХОД\nOK:ЕЩЁ  BACK"
TEST_PANEL = "ЭКРАН"
TEST_BUS = "ШИНА"
TEST_BUTTONS = "КНОПКИ"
TEST_DOWN = "НАЖАТА"
TEST_BOUNCE = "ДРЕБЕЗГ"
TEST_BUZZER = "ЗВУК"
TEST_PRINTER = "ПЕЧАТЬ"
TEST_FLASH = "ФЛЕШ"
TEST_BATTERY = "БАТАРЕЯ"
TEST_BAD = "СБОЙ"
TEST_EXPLAINED = (
    "Проверка. По краю всего экрана должна идти рамка. Если она видна не целиком, измените "
    '"shift" или контроллер в board.py. Нажмите каждую кнопку, затем удерживайте любую.'
)

# handheld/screens/session_screen.py
SESSION_LOW = "Память почти заполнена. Скоро игра перестанет сохраняться."
SESSION_LINE = "OK:СТРОКА"
SESSION_HOLD = "ДЕРЖАТЬ OK:◊"
SESSION_HOLD_SHORT = "–:◊"
SESSION_WHERE = "OK:СНОВА  ►:ГДЕ ОШИБКА?"
SESSION_WHERE_SHORT = "►:ГДЕ ОШИБКА?"

# programs/records.py
SOURCE_GAME_RECORD = "ПРОТОКОЛ"
SOURCE_CHAPTER = "ГЛАВА"
SOURCE_APPENDIX = "ПРИЛОЖЕНИЕ"
SOURCE_TAPE_OF_1963 = "ЛЕНТА 1963"
SOURCE_FIGURE_2 = "РИСУНОК 2"
SOURCE_FIGURE_5 = "РИСУНОК 5"
SOURCE_FIGURE_8 = "РИСУНОК 8"
SOURCE_LISTING_4 = "ЛИСТИНГ 4"

# handheld/screens/sound_question.py
SOUND_TITLE = "СО ЗВУКОМ?"
SOUND_YES = "ДА"
SOUND_NO = "НЕТ"
SOUND_LATER = "Потом: НАСТРОЙКИ"
SOUND_KEYS = "OK:ВЫБРАТЬ  ◄► ▲:ПРОБА\nOK ◄► ▲:ПРОБА"

ERRORS = (
    ("# value(s), not #: *", "значений #, а не #: *"),
    ("the end: at most # characters", "конец, не более # знаков"),
    ("* line #: *", "* строка #: *"),
    ("line #: *", "строка #: *"),
    ("it did not end", "не закончил работу"),
    ("Continue without it.", "Дальше – без него."),
    ("*: the name must be *", "* – имя должно быть *"),
    ("The image's board.py is used.", "Взят board.py из прошивки."),
    ("this image does not run it", "прошивка его не запускает"),
    ("kept as *", "сохранено как *"),
    ("expected * got *", "ожидалось: *; есть: *"),
    ("*; allowed: *", "*; можно: *"),
    ("*; the programs are *", "*; программы: *"),
    ("column #: expected *, not *", "позиция #, нужно: *; стоит: *"),
    ("column #: expected *", "позиция #, нужно: *"),
    ("column #: *", "место #: *"),
    ("*: allowed: *", "*: можно: *"),
    ("*: *", "*: *"),
    ("a pattern of # rows and # columns is too large", "узор велик: строк #, столбцов #"),
    ("a rule like B36/S23, or *", "правило вида B36/S23 или *"),
    ("there is no living cell", "нет ни одной живой клетки"),
    ("# cells; allowed: #", "клеток #; можно: #"),
    ("'*' is not a rule like B3/S23", "'*' не правило вида B3/S23"),
    ("'*' has more than two states", "у '*' больше двух состояний"),
    (
        "'*' does not count eight neighbours of two states",
        "'*' не считает восемь соседей двух состояний",
    ),
    ("'*': all of the empty plane would be born", "'*': родилась бы вся пустая плоскость"),
    ("the pattern ends before its !", "узор кончается без !"),
    ("'*' is not a run of b, o or $", "'*' не b, o или $"),
    ("'*' is not a cell", "'*' не клетка"),
    ("only with space=plane", "только при space=plane"),
    ("out of range", "вне допустимых границ"),
    ("wrong number of values", "не то число значений"),
    ("no such choice", "такого варианта нет"),
    ("not a decimal", "не десятичная дробь"),
    ("an integer #..#", "целое #..#"),
    ("* integers #..#, separated by commas", "* целых #..# через запятую"),
    ("a decimal 0..1 with at most # places", "дробь 0..1, не более # знаков"),
    ("'*' is not an integer", "'*' — не целое число"),
    ("an empty answer", "пустой ответ"),
    ("a control character", "управляющий знак"),
    ("U+* is not taken", "U+* не принимается"),
    ("not UTF-8", "не UTF-8"),
    ("names of programs between commas", "имена программ через запятую"),
    ("there is no program '*'", "нет программы '*'"),
    ("'*' is there twice", "'*' стоит дважды"),
    ("a program and its setup", "программа и её данные"),
    ("four of U, D, L, R", "четыре из U, D, L, R"),
    ("no code", "это не код"),
    ("too long", "слишком длинно"),
    ("up to # characters", "до # знаков"),
    ("more than # characters", "больше # знаков"),
    ("unknown name '*', the names are *", "нет имени '*', имена: *"),
    ("# value(s), not #", "значений #, а не #"),
    (
        "'*' has no name; give either all names or none",
        "у '*' нет имени; пишите все имена или ни одного",
    ),
    (
        "'*' has no name; give all cells or I=value",
        "у '*' нет имени; пишите все клетки или I=число",
    ),
    ("* is given twice", "* задано дважды"),
    ("* is missing", "нет *"),
    ("unknown setup value '*'", "нет параметра '*'"),
    ("ask, or *", "ask или *"),
    ("none", "нет"),
    ("its games cannot be analysed", "её партии разобрать нельзя"),
    ("once", "один раз"),
    ("'*' is not name=value", "'*' не имеет вида имя=число"),
    ("the quotes after *= are not closed", "кавычки после *= не закрыты"),
    ("unknown program '*'", "нет программы '*'"),
    ("unknown setting '*'", "нет настройки '*'"),
    ("not name=value", "не имеет вида имя=значение"),
    ("the program is not waiting", "программа не ждёт ответа"),
    ("at least one stone", "хотя бы один камень"),
    ("#..# (below n)", "#..# (меньше n)"),
    ("wrong number of cards", "не то число карточек"),
    ("'*' is not a card", "'*' — не карточка"),
    (
        "2..99 cards of k digits 0 or 1, separated by commas",
        "2..99 карточек из k цифр 0 и 1 через запятую",
    ),
    ("# cells", "клеток #"),
    ("k=# digits 0 or 1", "k=# цифр 0 и 1"),
    (
        "2..99 cards of k digits 0..#, separated by commas",
        "2..99 карточек из k цифр 0..# через запятую",
    ),
    ("k=# digits 0..#", "k=# цифр 0..#"),
    ("stock= is not a whole deck", "stock= — неполная колода"),
    ("# partial formulas", "частичных формул: #"),
    ("up to #", "до #"),
    ("not together with formula=", "не вместе с formula="),
    ("not together with mode=", "не вместе с mode="),
    ("not together with duel=", "не вместе с duel="),
    ("not together with players=", "не вместе с players="),
    ("not together with touch=", "не вместе с touch="),
    ("not together with take=", "не вместе с take="),
    ("fewer than heaps=#", "меньше, чем heaps=#"),
    ("not together with colours=", "не вместе с colours="),
    ("not together with table=", "не вместе с table="),
    ("with rounds=#", "при rounds=#"),
    ("with takes=*", "при takes=*"),
    ("one of them", "одно из двух"),
    ("no letter to be found", "нет ни одной буквы"),
    ("1..12 letters", "1..12 букв"),
    ("not with space=plane", "не при space=plane"),
    ("1..8, or without space=", "1..8 или без space="),
    ("with formula=", "вместе с formula="),
    ("not with n=#", "не при n=#"),
    ("with n 3..12", "при n 3..12"),
    ("not with m=#", "не при m=#"),
    ("with m 2..4", "при m 2..4"),
    ("not with limit=#", "не при limit=#"),
    ("with limit 1..9", "при limit 1..9"),
    ("with limit 7..9", "при limit 7..9"),
    ("with puzzle=timetable", "при puzzle=timetable"),
    ("no letter", "нет букв"),
    ("'*' is not a letter", "'*' — не буква"),
    ("* is not in the formula", "* нет в формуле"),
    ("* in any order", "* в любом порядке"),
    ("no vars, the formula has no letters", "без vars, в формуле нет букв"),
    (
        "a formula of up to 12 letters with ~ * + -> <-> ( ) 0 1",
        "формула, до 12 букв, с ~ * + -> <-> ( ) 0 1",
    ),
    (
        "the letters of the formula in any order, each once",
        "буквы формулы в любом порядке, по разу",
    ),
    ("a sign of a formula", "знак формулы"),
    ("a letter, 0, 1, ~ or (", "буква, 0, 1, ~ или ("),
    ("no more than # letters", "не более # букв"),
    ("an operation or the end", "знак операции или конец"),
    ("brackets around one of two ->", "скобки у одного из двух ->"),
    ("an operation or )", "знак операции или )"),
    ("the end", "конец"),
    ("'*' is not row:column", "'*' — не строка:столбец"),
    ("* is out of range", "* вне границ"),
    ("too many cells", "слишком много клеток"),
    ("1..# cells row:column, separated by commas", "1..# клеток строка:столбец через запятую"),
    ("longer than ages are counted", "больше наибольшего возраста"),
    ("0..#, or r=# and more", "0..# или r не меньше #"),
    ("#:# is outside", "#:# вне поля"),
    ("rows 3..#, columns 3..# (m=# n=#)", "строки 3..#, столбцы 3..# (m=# n=#)"),
    ("#..# with these cells", "#..# при этих клетках"),
    ("stock= is given too", "задано и stock="),
    ("only one of them", "только одно из двух"),
    ("the panel does not answer", "экран не отвечает"),
    ("the flash refuses", "запись в память не удаётся"),
    ("a sector of the flash fails", "сектор памяти неисправен"),
    ("reset by the watchdog", "сработал сторожевой таймер"),
    ("the button * is stuck", "кнопка * залипла"),
    ("the button * bounces", "кнопка * дребезжит"),
)
"""What is wrong with an answer, a setup or a setting: pairs of the English message, and what it is
here; `#` stands for an integer, `*` for any text, which may be such a message itself. The first
pair that matches holds.
"""
