// SPDX-License-Identifier: MIT
// What MicroPython's heap may grow by in a Unix port built as for the ESP32: once, by as much as it
// begins with, in words. The ESP32's port chooses that size so that this is left with WiFi on, too.

#include "py/gc.h"
#include "py/mpstate.h"

size_t gc_get_max_new_split(void) {
    size_t first = MICROPY_GC_INITIAL_HEAP_SIZE * (MP_BYTES_PER_OBJ_WORD / 4);
    return MP_STATE_MEM(area).next == NULL ? first : 0;
}
