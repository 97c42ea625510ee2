# The chip and the frozen modules of this board; read by MicroPython's ports/rp2/CMakeLists.txt.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")

if(NOT MICROPY_FROZEN_MANIFEST)
    set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)
endif()
