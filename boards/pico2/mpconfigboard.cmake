# The chip and the frozen modules of this board; read by MicroPython's ports/rp2/CMakeLists.txt.
set(PICO_BOARD "pico2")
set(PICO_PLATFORM "rp2350")

if(NOT MICROPY_FROZEN_MANIFEST)
    set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)
endif()
