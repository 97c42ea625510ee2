# The pico-sdk has no Thumby; its RP2040 with 2 MiB of flash is that of a Pico.
# The chip and the frozen modules of this board; read by MicroPython's ports/rp2/CMakeLists.txt.
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")

if(NOT MICROPY_FROZEN_MANIFEST)
    set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)
endif()
