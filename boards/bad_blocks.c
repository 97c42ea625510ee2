// SPDX-License-Identifier: MIT
// Counts the sectors of the flash that littlefs gives up (littlefs.h).

#include "hardware/structs/watchdog.h"

#include "littlefs.h"

// Read by teletype.exhibit.visits; a power-on sets it to 0, and nothing else uses this register.
void handheld_bad_block(void) {
    watchdog_hw->scratch[1] += 1;
}
