# SPDX-License-Identifier: MIT
"""What the device itself says, in `ja`; see `words`."""

TITLE = "ポケット・テレタイプ\nテレタイプ"
SHELF_KEYS = "OK:始める  ►:説明\nOK:始める"
GO_ON_KEYS = "OK:続ける  ►:説明\nOK:続ける"
OPEN_KEYS = "OK:開く"
CONTINUE = "続き"
SETTINGS = "設定"
KEYS = "ボタン"
KEYS_HOLD = "–:長押し"
KEYS_KNOB = "つまみ = ▲▼\nOK + つまみ = ◄►"
KEYS_HOLD_RULES = "説明:BACK長押し"
WATCH = "実演を見る"
TAPES = "テープ"
TAPES_NONE = "まだありません"
TAPES_KEYS = "OK:選ぶ  BACK:リスト\nOK:選ぶ"
TAPE_ENDED = "終わり"
TAPE_BAD = "破損"
TAPE_CRASH = "エラー"
TAPE_LOOK = "読む"
TAPE_DELETE = "消す"
TAPE_SURE = "もう一度OK:消す\n消す? OK"
TAPE_KEYS = "OK:選ぶ  BACK:テープ\nOK:選ぶ"
TAPE_ANSWERS = "答え:%d"
LOOK_KEYS = "OK:戻る"
RESUMING = "再開 %d%%"
RESUMED = "再開:"
DAMAGED_TITLE = "テープ破損"
DAMAGED_KEPT = "保存名"
NOTICE_KEYS = "OK:続ける"
FULL_TITLE = "保存できません"
FULL = "保存できません。このまま遊べますが、記録は残りません。"
BOOT_TITLE = "起動"
SAFE_HELD = "起動した時、ボタンが押されていました。"
SAFE_FAILED = "起動に三度失敗しました。"
SAFE_START = "標準の設定で、再開せずに始めます。"
SAFE_SESSION = "前回のゲームで二度止まりました。リストから再開できます。"
UPDATE_BACK = "新しいファームウェアは動かなかったので、前のものに戻りました。"
STOPPED_TITLE = "停止中"
STOPPED = "PCによる停止。Ctrl-Dを押すか、再起動してください。"
CRASH_TITLE = "エラーで停止"
CRASH_MEMORY = "メモリ不足"
CRASH_KEYS = "OK:リスト"
ABOUT_KEYS = "OK:リスト  ►:由来\n►:由来"
STORY = "由来"
STORY_KEYS = "OK:リスト  ◄:説明\n◄:説明"
CLAIMS = "書かれた事、分かった事"
CRASH_TAPE = "保存名"
CRASH_NO_TAPE = "保存できません"
EXAMPLE = "例"
EXAMPLE_OWN = "–"
SETTING_SPEED = "速さ(字/秒)\n速さ"
SETTING_MESSAGES = "プログラムの文\nせりふ"
SETTING_ANSWERS = "答えの形"
SETTING_ORDER = "並べ方"
SETTING_PAPER = "紙"
SETTING_TEXT = "文字"
SETTING_CONTRAST = "明るさ"
SETTING_INVERT = "白黒反転"
SETTING_DIM = "暗くする(分)\n暗く(分)"
SETTING_BLANK = "消灯(分)"
SETTING_SOUND = "音"
SETTING_VOLUME = "音量"
SETTING_PRINTER = "プリンタ"
SETTING_BAUD = "ボーレート"
SETTING_COLUMNS = "桁数"
SETTING_RETURN = "復帰(ms)"
SETTING_FEED = "改行(ms)"
SETTING_PROFILE = "用途"
SETTING_FIND = "画面とボタンを探す\nボタンを探す"
FIND_SURE = "OKをもう一度:再起動し、画面とボタンを探します。"
VALUE_FAST = "最速"
VALUE_ORIGINAL = "原文"
VALUE_TRANSLATED = "訳文"
VALUE_SHORT = "短い"
VALUE_EASY = "手軽な順"
VALUE_MACHINE = "計算機ごと"
VALUE_LAST = "最近の順"
VALUE_HOLES = "穴つき\n穴"
VALUE_PLAIN = "穴なし"
VALUE_NORMAL = "ふつう"
VALUE_LARGER = "大きい"
VALUE_NO = "しない"
VALUE_YES = "する"
VALUE_OFF = "オフ"
VALUE_BELL = "ベル"
VALUE_ALL = "すべて"
VALUE_HOME = "家庭"
VALUE_MUSEUM = "展示"
NOT_KEPT = "保存できません:"
START = "始める"
SETUP_KEYS = "OK:変える  BACK:リスト\nOK:変える"
MORE = "ほかに…"
AS_LAST = "前回と同じ"
STANDARD = "標準"
LENGTH = "個数:"
LIST_KEYS = "OK:決定  BACK:やめる\nOK:決定"
TYPE_KEYS = "OK:入力"
PICK_KEYS = "OK:決定  ▲▼:数 ◄►:移る\nOK:決定  ▲▼:数\nOK:決定  ▲▼◄►\nOK:決定"
RESUME_KEYS = "OK:続ける"
DO_AGAIN = "もう一度"
DO_SETUP = "条件"
END_KEYS = "OK:#  BACK:紙\nOK:#"
SHELF = "リスト"
SERIAL_SHELF = "プログラムと値を打ってください。例: nim heaps=7,8,4。プログラム"
MIR = "MIR"
UNNAMED = "機種不明"
CIRCA = "*年ごろ"
UNDATED = "日付なし"
PICTURE_KEYS = "OK:#  BACK:*"
KEYBOARD_KEYS = "OK:打つ  BACK:消す ↵:決定\nOK:打つ"

# exhibit/attract.py
ATTRACT_INVITATION = "ボタンを押してください\nボタンを押す"

# exhibit/idle_prompt.py
IDLE_QUESTION = "続けますか?"
IDLE_KEYS = "OK:はい BACK:帰る\nOK:はい"

# exhibit/operator.py
OPERATOR_TITLE = "管理"
OPERATOR_CODE = "コード"
OPERATOR_WAIT = "違います。%d秒"
OPERATOR_BEGIN = "展示を始める"
OPERATOR_WHOLE = "全プログラム"
OPERATOR_RESTART = "再起動"
OPERATOR_BOOTSEL = "BOOTSEL"
OPERATOR_TEST = "テスト"
OPERATOR_SETTINGS = "設定"
OPERATOR_VISITORS = "来場者"
OPERATOR_FREE = "空き  %dKB"
OPERATOR_ON = "起動から  %d分"
OPERATOR_POWER = "通電時間  %d時間"
OPERATOR_WORN = "メモリのいたみ  %d.%02d%%"

# exhibit/visit_stats.py
STATS_VISITS = "来場回数"
STATS_LEFT = "途中で帰った"
STATS_MEAN = "平均、分"

# handheld/parts/battery.py
BATTERY_NAME = "バッテリー"
BATTERY_LOW = "バッテリー残り少し"
BATTERY_KEPT = "%s。ゲームは保存しました。"

# handheld/parts/console.py
CONSOLE_REFUSED = "字が多すぎるので、ここまでしか読めません。"
CONSOLE_UNREAD = "読まれていなかったので、ここの文は消えました。"

# handheld/parts/wiring_check.py
WIRING_OTHER = '画面のアドレスは0x%02Xです。board.pyに"addr": 0x%02Xと書いてください。'
WIRING_SWAPPED = "SDAとSCLが逆です。SDAはGP%d、SCLはGP%dにつなぎます。"
WIRING_SILENT = "画面から返事がありません。VCCとGND、GP%dのSDA、GP%dのSCLを見てください。"
WIRING_DOWN = (
    "ボタン%s(GP%d)が押されたままです。だれも押していなければ、線がGNDにつながっています。"
)

# handheld/pictures/base.py
PICTURE_AGAIN = "OK:もう一度"
PICTURE_NAME = "図"
PICTURE_PAPER = "  BACK:紙"

# programs/calculation/picture.py
CALCULATION_OK = "OK:"
CALCULATION_CARD = "札 ###"
CALCULATION_TO_TALON = "►:くず"
CALCULATION_NEXT = "次の札"
CALCULATION_TURN = "めくる"
CALCULATION_LOOK = "►:見る"
CALCULATION_TO_NEXT = "►:次"
CALCULATION_TO_HAND = "►:札"
CALCULATION_STILL = "残り#"
CALCULATION_TALONS = "くず"
CALCULATION_GO_ON = "OK:続ける"
CALCULATION_TABLE = "OK:戻る"
CALCULATION_ADVICE = "►:助言"
CALCULATION_DEMO = "▲:デモ"
CALCULATION_THINKS = "考え中 ####"
CALCULATION_STOP = "OK:止める"
CALCULATION_WINS = "勝率 ####"
CALCULATION_WAITS = "#は台*を待つ"

# programs/cards/picture.py
CARDS_ASK = "きく"
CARDS_LEGEND = "ある ない 任意"
CARDS_FLIP = "OK:変える"
CARDS_SEND = "OK:きく"
CARDS_LEARNED = "学んだこと"
CARDS_OURS = "仲間"
CARDS_FOREIGN = "違う"
CARDS_SAY = "OK:答える"
CARDS_NUMBER = "カード%d/%d"
CARDS_TOO_FEW = "%d枚以上"
CARDS_TOO_MANY = "%d枚まで"
CARDS_DOES = "前へ 次へ 追加 消す 決定"

# programs/nim_table/picture.py
CUBE_LOST = "負け"
CUBE_STOP = "OK:止める"
CUBE_GO_ON = "OK:見る"
CUBE_YOU = " ▲:印"
CUBE_MARK = "▲:負け  ▼:勝ち"
CUBE_RIGHT = "正解:%d/27"
CUBE_TABLE = "OK:表"

# handheld/pictures/digits.py
DIGITS_EVEN = "列は全部偶数"
DIGITS_ODD = "1の山が奇数個"
DIGITS_NONE = "勝つ手はない"
DIGITS_SUM = "1の数"

# programs/race/picture_lattice.py
LATTICE_KEYS = "▲:特別 ▼:戻る"
LATTICE_CRIBBED = "o:特別 ▲▼:表示"

# programs/dates/picture.py
LEAF_DAYS = "日月火水木金土"
LEAF_JANUARY = "1月"
LEAF_FEBRUARY = "2月"
LEAF_MARCH = "3月"
LEAF_APRIL = "4月"
LEAF_MAY = "5月"
LEAF_JUNE = "6月"
LEAF_JULY = "7月"
LEAF_AUGUST = "8月"
LEAF_SEPTEMBER = "9月"
LEAF_OCTOBER = "10月"
LEAF_NOVEMBER = "11月"
LEAF_DECEMBER = "12月"
LEAF_GIVEN = "入力:"
LEAF_CALLED = "暦"
DATES_FORM = "G年 M D日"
DATES_MONTHS = "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"
DATES_WEEK = "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日"
DATES_BORN = "生まれたのはいつ?\n生まれた日?"
DATES_SHOW = "OK:何曜日?  ▲▼◄►\nOK:何曜日?"
DATES_ANOTHER = "もう一つの日は?\nもう一つ?"
DATES_COUNT = "OK:何日間?  ▲▼◄►\nOK:何日間?"
DATES_MONTH = "OK:暦  ◄:別の日\nOK:暦"
DATES_HOW = "OK:式  BACK:紙\nOK:式"
DATES_NEXT = "OK:次へ  BACK:紙\nOK:次へ"
DATES_TWO = "OK:二つの日  BACK:紙\nOK:二つの日"
DATES_AGAIN = "OK:別の日  BACK:紙\nOK:別の日"
DATES_SINCE = "%d日"
DATES_ZERO = "0年1月1日から"
DATES_DAYS = "日数: "
DATES_YEARS = "1年は365日"
DATES_DAY = "日をたす"
DATES_31 = "1か月は31日"
DATES_LESS = "31日ない月の分を引く\n短い月を引く"
DATES_LEAP = "うるう年をたす"
DATES_CENTURIES = "百年ごとに引く\n百年の分"
DATES_OF_WEEK = "曜日の式"

# programs/evolution/picture.py
LIFE_COUNTS = "世代 #####    細胞 #####"
LIFE_FASTER = "OK:止める  ►:速く ▼:隠す"
LIFE_SLOWER = "OK:止める  ►:ゆっくり ▼:隠す"
LIFE_PAUSED = "OK:続ける  ►:一歩 ◄:0 ▲:印刷"
LIFE_RUNS_SHORT = "OK:止める  ►▼"
LIFE_PAUSED_SHORT = "OK:続ける  ►◄▲▼"
LIFE_DEAD = "全滅"
LIFE_NARROW = "端に着いた"
LIFE_NO_ROOM = "場所がない"
LIFE_ENDED = "  ◄:0 ▲:印刷"
LIFE_IS_PRINTED = "第%d代を打ちました"
LIFE_PRINTED_SHORT = "打ちました"
LIFE_BUSY = "まだ印字中です"

# programs/evolution/picture_editor.py
EDITOR_SET = "OK:置く"
EDITOR_TAKE_AWAY = "OK:消す"
EDITOR_MENU = "BACK:メニュー"
EDITOR_FULL = "%d個までです"
EDITOR_MENU_KEYS = "OK:選ぶ  BACK:決定"
EDITOR_DONE = "決定"
EDITOR_CLEAR = "全部消す"
EDITOR_GIVE_UP = "取り消し"
EDITOR_NEEDS = "必要:m=%d n=%d"
EDITOR_EMPTY = "細胞がありません"

# handheld/pictures/problem.py
PROBLEM_READ = "OK:決定  BACK:やめる"
PROBLEM_SWITCH = "OK:決定  ►:除く ◄:戻す"
PROBLEM_SOLUTION = "答え"
PROBLEM_FORMULA = "式"
PROBLEM_PAPER = "  ▲▼:読む BACK:紙"
PROBLEM_RECKONED = "計算機は真を1、偽を0として計算する:"
PROBLEM_IDEA = "OK:わかった  ▲▼\nOK:わかった"
PROBLEM_ASK = "OK:機械に聞く  ◄:なぞ\nOK:機械に聞く"
PROBLEM_UNKNOWN = "わからない"
PROBLEM_RIGHT = "正解です: *"
PROBLEM_NO = "ちがいます。答えは: *"
PROBLEM_ANSWER = "答え: *"
PROBLEM_ROWS = "試した行: %d、真: %d"
PROBLEM_TRUE = "本当"
PROBLEM_FALSE = "うそ"
PROBLEM_END = "OK:条件  BACK:紙\nOK:条件"

# programs/race/picture.py
RACE_NOT = "%dはだめ"
RACE_GOAL = "%dで勝ち"
RACE_CELLS = "OK:%dマス進む"
RACE_CHOOSE = "◄► ▲:格子"

# programs/race/picture_marks.py
MARKS_POINT = "o 動く人の負け"
MARKS_KEYS = "OK:次へ  ◄►:変える\nOK:次へ ◄►"

# handheld/pictures/stones.py
STONES_NONE = "▲:2進 ▼:取る"
STONES_DIGITS = "▲:石 ▼:取る"
STONES_TAKE = "▼:取る"
STONES_BEGIN = "OK:始める"
STONES_STONES = "▲▼:石"
STONES_ANEW = "OK:もう一度"
STONES_SET_UP = "石を並べてください"
STONES_SET_UP_SHORT = "石を並べる"

# programs/trigex/picture.py
TRIGEX_CHOICE = "OK:L="
TRIGEX_MACHINE_NAME = "ミール"
TRIGEX_YOU = "あなた"
TRIGEX_LINES = "OK–:線"
TRIGEX_TABLE = "OK–:早見表"
TRIGEX_BOARD = "OK–:盤"
TRIGEX_CRIB = "機械の早見表"
TRIGEX_TOOK = "あなたが%dなら機械は%d"
TRIGEX_TAKES = "%dを取れば機械は%d"
TRIGEX_SOURCE = "本の表1"

# programs/random_walk/picture.py
WALK_TABLE = "OK:表"
WALK_LEGEND = "■表 –期待値"
WALK_WALK = "OK:あゆみ"

# handheld/pictures/week.py
WEEK_MONDAY = "月"
WEEK_WEDNESDAY = "水"
WEEK_FRIDAY = "金"
WEEK_FOUND = "答え"
WEEK_BREAKS = "条件違反"
WEEK_OVER = "終わり"
WEEK_FASTER = "OK:止める  ►:速く ▼:問題"
WEEK_SLOWER = "OK:止める  ►:ゆっくり ▼:問題"
WEEK_STANDS = "OK:続ける  ►:一歩 ▼:問題"
WEEK_ANEW = "OK:もう一度  ▼:問題"

# programs/yen/picture.py
YEN_ROUND = "第%d回/%d"
YEN_YOU = "自分"
YEN_IT = "相手"
YEN_WON = "取った"
YEN_BID = "出す"
YEN_OF = "/%d"
YEN_KEYS = "OK:出す  ▲▼:%d ◄►:きざみ"
YEN_KEYS_SHORT = "OK:出す  ▲▼%d"
YEN_BACK = "BACK:紙"

# programs/yen/picture_two.py
TWO_MOVE = "あなたの番"
TWO_SET_UP = "石を並べる"
TWO_TOOK = "%sは%d個取った。"
TWO_BID = "いくら出す?"
TWO_HAS_BID = "%sは出した"
TWO_PASS = "%sさんにわたして"
TWO_READY = "OK:私は%s"
TWO_BIDS = "第%d回"
TWO_NEXT = "OK:第%d回"

# handheld/screens/languages.py
LANGUAGE_CHOOSE = "OK:選ぶ"
LANGUAGE_RETURN = "BACK:戻る"
LANGUAGE_EASIER = "らくに"
EASE_EAR = "画面を読み上げる\n読み上げる"
EASE_LARGER = "大きな文字"
EASE_INVERSE = "白と黒を入れかえ\n白黒反転"
EASE_SLOW = "ゆっくりボタン\nゆっくり"
EASE_SCAN = "ボタン一つで"

# handheld/screens/lesson.py
LESSON_ROW = "どこで負けた?"
LESSON_NEVER = "勝てる局面は一つもありませんでした。"
LESSON_NOTHING = "勝ちをのがした手はありません。"
LESSON_LOST = "%d番目の答えで負けました:"
LESSON_BETTER = "よい手:"

# handheld/screens/outcome.py
OUTCOME_WON = "あなたの勝ちです"
OUTCOME_LOST = "あなたの負けです"
OUTCOME_WINS = "@では先手の勝ち:*\n先手の勝ち:*"
OUTCOME_LOSES = "@では先手の負け:あなた\n先手の負け:あなた"
OUTCOME_COULD = "勝てる対局でした。"
OUTCOME_INVITE = "勝てる局面から\n勝てる局面"
OUTCOME_HARDER = "もっとむずかしく\nむずかしく"
OUTCOME_COUNT = "%d勝/%d局"

# handheld/screens/record_player.py
RECORD_TAKE = "OK:代わる  BACK:リスト"
RECORD_TAKE_SHORT = "OK:代わる"
RECORD_END = "OK:リスト  終わり"
RECORD_END_SHORT = "OK:リスト"

# handheld/screens/self_test.py
TEST_TITLE = "テスト"
TEST_PRESS = "ボタンを全部押す"
TEST_GO_ON = "どれかを長押しで次へ"
TEST_GO_ON_SHORT = "どれか長押し"
TEST_KEYS = "OK:もう一度  BACK:出る\nOK:また  BACK"
TEST_PANEL = "画面"
TEST_BUS = "バス"
TEST_BUTTONS = "ボタン"
TEST_DOWN = "押したまま"
TEST_BOUNCE = "チャタリング"
TEST_BUZZER = "音"
TEST_PRINTER = "印刷"
TEST_FLASH = "フラッシュ"
TEST_BATTERY = "バッテリー"
TEST_BAD = "不良"
TEST_EXPLAINED = (
    'テスト。画面のまわりに線が出ます。出ない所があれば、board.pyの"shift"かcontrollerが違いま'
    "す。ボタンを一つずつ押し、最後にどれかを長押しします。"
)

# handheld/screens/session_screen.py
SESSION_LOW = "保存する場所がもうすぐなくなります。その後は保存されません。"
SESSION_LINE = "OK:先へ"
SESSION_HOLD = "OK長押し:◊まで"
SESSION_HOLD_SHORT = "長押し:◊"
SESSION_WHERE = "OK:もう一度  ►:どこで負けた?"
SESSION_WHERE_SHORT = "►:負けた所?"

# programs/records.py
SOURCE_GAME_RECORD = "対局記録"
SOURCE_CHAPTER = "本文"
SOURCE_APPENDIX = "付録"
SOURCE_TAPE_OF_1963 = "1963年のテープ"
SOURCE_FIGURE_2 = "図2"
SOURCE_FIGURE_5 = "図5"
SOURCE_FIGURE_8 = "図8"
SOURCE_LISTING_4 = "リスト4"

# handheld/screens/sound_question.py
SOUND_TITLE = "音を出しますか?"
SOUND_YES = "はい"
SOUND_NO = "いいえ"
SOUND_LATER = "あとで設定で変えられます"
SOUND_KEYS = "OK:選ぶ  ◄► ▲:聞く\nOK ◄► ▲:聞く"

ERRORS = (
    ("# value(s), not #: *", "値が#個。必要なのは#個:*"),
    ("the end: at most # characters", "終わり、#字まで"),
    ("* line #: *", "*、#行目:*"),
    ("line #: *", "#行目:*"),
    ("it did not end", "終わりません"),
    ("Continue without it.", "それなしで続けます。"),
    ("*: the name must be *", "*の名前は、*でなければなりません。"),
    ("The image's board.py is used.", "ファームウェアのboard.pyを使います。"),
    ("this image does not run it", "ファームウェアは使いません"),
    ("kept as *", "*として残しました"),
    ("expected * got *", "正しい値:* 出た値:*"),
    ("*; allowed: *", "*。使える値:*"),
    ("*; the programs are *", "*。プログラム:*"),
    ("column #: expected *, not *", "#字目は*で、*ではありません"),
    ("column #: expected *", "#字目:*が必要"),
    ("column #: *", "#字目:*"),
    ("*: allowed: *", "*。使える値:*"),
    ("*: *", "*:*"),
    ("a pattern of # rows and # columns is too large", "図が大きすぎます。#行#列"),
    ("a rule like B36/S23, or *", "B36/S23の形か、*"),
    ("there is no living cell", "生きたマスがありません"),
    ("# cells; allowed: #", "マス#個。使える数:#"),
    ("'*' is not a rule like B3/S23", "'*'はB3/S23の形ではありません"),
    ("'*' has more than two states", "'*'は二つの値ではありません"),
    ("'*' does not count eight neighbours of two states", "'*'は使えません"),
    ("'*': all of the empty plane would be born", "'*':何もない所から生まれます"),
    ("the pattern ends before its !", "!がありません"),
    ("'*' is not a run of b, o or $", "'*'はb、o、$ではありません"),
    ("'*' is not a cell", "'*'はマスではありません"),
    ("only with space=plane", "space=planeの時だけ"),
    ("out of range", "範囲の外です"),
    ("wrong number of values", "値の数が違います"),
    ("no such choice", "選べない値です"),
    ("not a decimal", "小数ではありません"),
    ("an integer #..#", "整数#..#"),
    ("* integers #..#, separated by commas", "整数*個、値#..#、コンマで区切る"),
    ("a decimal 0..1 with at most # places", "小数0..1、#桁まで"),
    ("'*' is not an integer", "'*'は整数ではありません"),
    ("an empty answer", "答がありません"),
    ("a control character", "使えない字があります"),
    ("U+* is not taken", "U+*は使えません"),
    ("not UTF-8", "UTF-8ではありません"),
    ("names of programs between commas", "プログラム名をコンマで区切る"),
    ("there is no program '*'", "'*'というプログラムはありません"),
    ("'*' is there twice", "'*'が二度あります"),
    ("a program and its setup", "プログラムと値"),
    ("four of U, D, L, R", "U・D・L・Rから四つ"),
    ("no code", "コードではありません"),
    ("too long", "長すぎます"),
    ("up to # characters", "#字まで"),
    ("more than # characters", "#字を越えています"),
    ("unknown name '*', the names are *", "'*'という名はありません。名:*"),
    ("# value(s), not #", "値が#個。必要なのは#個"),
    (
        "'*' has no name; give either all names or none",
        "'*'に名がありません。名は全部書くか、全部省く",
    ),
    ("'*' has no name; give all cells or I=value", "'*'に名がありません。全部のマスか、I=値"),
    ("* is given twice", "*が二度あります"),
    ("* is missing", "*がありません"),
    ("unknown setup value '*'", "'*'という値はありません"),
    ("ask, or *", "askか、*"),
    ("none", "なし"),
    ("its games cannot be analysed", "このゲームは調べられません"),
    ("once", "一度"),
    ("'*' is not name=value", "'*'は名=値の形ではありません"),
    ("the quotes after *= are not closed", "*=の後の引用符が閉じていません"),
    ("unknown program '*'", "'*'というプログラムはありません"),
    ("unknown setting '*'", "'*'という設定はありません"),
    ("not name=value", "名=値の形ではありません"),
    ("the program is not waiting", "プログラムは待っていません"),
    ("at least one stone", "石は一つ以上"),
    ("#..# (below n)", "#..#(nより小)"),
    ("wrong number of cards", "カードの数が違います"),
    ("'*' is not a card", "'*'はカードではありません"),
    (
        "2..99 cards of k digits 0 or 1, separated by commas",
        "カード2..99枚、0か1をk桁、コンマで区切る",
    ),
    ("# cells", "マス#個"),
    ("k=# digits 0 or 1", "0か1をk=#桁"),
    (
        "2..99 cards of k digits 0..#, separated by commas",
        "カード2..99枚、0..#をk桁、コンマで区切る",
    ),
    ("k=# digits 0..#", "0..#をk=#桁"),
    ("stock= is not a whole deck", "stock=にたりない札があります"),
    ("# partial formulas", "部分の式が#"),
    ("up to #", "#まで"),
    ("not together with formula=", "formula=と一緒には使えません"),
    ("not together with mode=", "mode=と一緒には使えません"),
    ("not together with duel=", "duel=と一緒には使えません"),
    ("not together with players=", "players=と一緒には使えません"),
    ("not together with touch=", "touch=と一緒には使えません"),
    ("not together with take=", "take=と一緒には使えません"),
    ("fewer than heaps=#", "heaps=#より少なく"),
    ("not together with colours=", "colours=と一緒には使えません"),
    ("not together with table=", "table=と一緒には使えません"),
    ("with rounds=#", "rounds=#の時"),
    ("with takes=*", "takes=*の時"),
    ("one of them", "どちらか一つ"),
    ("no letter to be found", "文字がありません"),
    ("1..12 letters", "1..12文字"),
    ("not with space=plane", "space=planeでは使えません"),
    ("1..8, or without space=", "1..8、またはspace=なし"),
    ("with formula=", "formula=と共に"),
    ("not with n=#", "n=#では使えません"),
    ("with n 3..12", "nが3..12の時"),
    ("not with m=#", "m=#では使えません"),
    ("with m 2..4", "mが2..4の時"),
    ("not with limit=#", "limit=#では使えません"),
    ("with limit 1..9", "limitが1..9の時"),
    ("with limit 7..9", "limitが7..9の時"),
    ("with puzzle=timetable", "puzzle=timetableの時"),
    ("no letter", "文字がありません"),
    ("'*' is not a letter", "'*'は文字ではありません"),
    ("* is not in the formula", "*は式にありません"),
    ("* in any order", "*、順は自由"),
    ("no vars, the formula has no letters", "varsなし(式に文字がない)"),
    (
        "a formula of up to 12 letters with ~ * + -> <-> ( ) 0 1",
        "式、12文字まで、~ * + -> <-> ( ) 0 1",
    ),
    ("the letters of the formula in any order, each once", "式の文字を一度ずつ、順は自由"),
    ("a sign of a formula", "式の記号"),
    ("a letter, 0, 1, ~ or (", "文字、0、1、~、("),
    ("no more than # letters", "文字は#個まで"),
    ("an operation or the end", "演算か終わり"),
    ("brackets around one of two ->", "二つの->の一方にかっこ"),
    ("an operation or )", "演算か)"),
    ("the end", "終わり"),
    ("'*' is not row:column", "'*'は行:列ではありません"),
    ("* is out of range", "*は範囲の外です"),
    ("too many cells", "細胞が多すぎます"),
    ("1..# cells row:column, separated by commas", "マス1..#個、行:列、コンマで区切る"),
    ("longer than ages are counted", "数えられる寿命を越えています"),
    ("0..#, or r=# and more", "0..#、またはr=#以上"),
    ("#:# is outside", "#:#は外です"),
    ("rows 3..#, columns 3..# (m=# n=#)", "行3..#、列3..#(m=# n=#)"),
    ("#..# with these cells", "#..#(このマスでは)"),
    ("stock= is given too", "stock=もあります"),
    ("only one of them", "どちらか一つだけ"),
    ("the panel does not answer", "画面から返事がありません"),
    ("the flash refuses", "書き込めません"),
    ("a sector of the flash fails", "メモリの一部が不良です"),
    ("reset by the watchdog", "止まったので再起動しました"),
    ("the button * is stuck", "*ボタンが押されたままです"),
    ("the button * bounces", "*ボタンが何度も入ります"),
)
"""What is wrong with an answer, a setup or a setting: pairs of the English message, and what it is
here; `#` stands for an integer, `*` for any text, which may be such a message itself. The first
pair that matches holds.
"""
