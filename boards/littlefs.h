// SPDX-License-Identifier: MIT
// littlefs replaces a sector that does not hold what was written, and mentions it only in a log.
// Here this is counted, so that the exhibit's operator knows. Read before lib/littlefs/lfs2.c.

#pragma once

void handheld_bad_block(void);

// only this one of its messages begins with that letter
#define LFS2_DEBUG(message, ...) ((message)[0] == 'B' ? handheld_bad_block() : (void)0)
