# SPDX-License-Identifier: MIT
"""The files that MicroPython's build needs for a board, made from its board.py.

Its rp2 port looks for three files in a board's folder: mpconfigboard.cmake (the chip and the
frozen modules), mpconfigboard.h (the board's name and the flash for files) and pins.csv (names for
`machine.Pin`). Our boards have none of them: this module makes them for the folder where the
image is built.
"""

from host_tools.build.boards import PINS, Board
from host_tools.usage import BuildError

SDK = {"RP2040": "pico", "RP2350": "pico2"}
"""The Pico SDK's board for each chip, for boards that do not name theirs."""

CONFIGURATION = ("image.h", "bad_blocks.c", "frozen_names.c", "help.c", "hot.c", "littlefs.h")
"""Files of boards/ that configure MicroPython itself, the same for every image."""

CONFIGURE = """\
list(APPEND MICROPY_DEF_BOARD MP_CONFIGFILE="../image.h")
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/../bad_blocks.c)
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/../frozen_names.c)
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/../help.c)
list(APPEND MICROPY_SOURCE_BOARD ${MICROPY_BOARD_DIR}/../hot.c)
cmake_language(DEFER CALL target_link_options firmware PRIVATE LINKER:--wrap=mp_find_frozen_module)
cmake_language(DEFER CALL pico_set_linker_script firmware ${MICROPY_BOARD_DIR}/../../memory.ld)
set_source_files_properties(${MICROPY_DIR}/lib/littlefs/lfs2.c
    PROPERTIES COMPILE_OPTIONS "-include;${MICROPY_BOARD_DIR}/../littlefs.h")
"""
"""Lines for CMake: the configuration, the counter of sectors that littlefs gives up, the search
for frozen modules, the text of `help()`, and the linker script (`linker`), which the port's own
file names later."""


def files(board: Board) -> dict[str, bytes]:
    """Return the three files by name. Raises BuildError for a board without its own image."""
    if board.image == "pico":
        raise BuildError(
            f"boards/{board.name} uses the Pico's image: build that, then run "
            f"`boards --write {board.name} --on PORT`"
        )
    if not board.has_image:
        raise BuildError(
            f"boards/{board.name} has no image of its own: install MicroPython's, then run `flash`"
        )
    made = {
        "mpconfigboard.cmake": _cmake(board),
        "mpconfigboard.h": _header(board),
        "pins.csv": "".join(f"{name},GPIO{pin}\n" for name, pin in names(board).items()),
    }
    return {name: text.encode() for name, text in made.items()}


def names(board: Board) -> dict[str, int]:
    """Return the pins by the names that `machine.Pin` knows on the board.

    They are GP0 and so on, the names in `PINS`, and the Pocket Teletype's own names, as on the
    wiring pages.
    """
    found = {f"GP{pin}": pin for pin in PINS[board.chip]} | board.pins
    for bus in (board.i2c, board.spi):
        for key in ("sda", "scl", "sck", "mosi", "cs", "dc", "reset"):
            if bus and key in bus:
                found[f"OLED_{key.upper()}"] = bus[key]
    found |= {f"BTN_{name}": pin for name, pin in board.buttons.items()}
    if board.buzzer is not None:
        found["BUZZER"] = board.buzzer
    if board.printer:
        found["PRINTER_TX"] = board.printer["tx"]
    return found


def _cmake(board: Board) -> str:
    return (
        f"""\
set(PICO_BOARD "{board.sdk or SDK[board.chip]}")
set(PICO_PLATFORM "{board.chip.lower()}")
set(MICROPY_FROZEN_MANIFEST ${{MICROPY_BOARD_DIR}}/../manifest.py)
list(APPEND MICROPY_DEF_BOARD PICO_FLASH_SIZE_BYTES={board.memory["size"] * 1024})
"""
        + CONFIGURE
    )


def _header(board: Board) -> str:
    return f"""\
#define MICROPY_HW_BOARD_NAME           "{board.machine}"
#define MICROPY_HW_FLASH_STORAGE_BYTES  ({board.memory["files"]} * 1024)
"""
