// SPDX-License-Identifier: MIT
// Copy the functions that run most often from the flash into RAM (host_tools/build/linker.py).
//
// The SDK's start-up code would do it before it has set the clocks: at 6 MHz instead of 125 it takes
// a tenth of a second. This runs after that, and before anything calls these functions.

#include "pico/runtime_init.h"

extern uint32_t __hot_start__[], __hot_end__[], __hot_source__[];

static void copy_hot(void) {
    const uint32_t *from = __hot_source__;
    for (uint32_t *to = __hot_start__; to < __hot_end__;) {
        *to++ = *from++;
    }
}

// The clocks are set at 00500, the first timer at 11000 (pico/runtime_init.h).
PICO_RUNTIME_INIT_FUNC_RUNTIME(copy_hot, "01000");
