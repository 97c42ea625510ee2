// SPDX-License-Identifier: MIT
// Count the flash sectors that littlefs gives up (littlefs.h).

#include "hardware/structs/watchdog.h"

#include "littlefs.h"

// Read by teletype.exhibit.visit_counts. Power-on sets it to 0; nothing else uses the register.
void handheld_bad_block(void) {
    watchdog_hw->scratch[1] += 1;
}
