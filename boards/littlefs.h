// SPDX-License-Identifier: MIT
// littlefs takes another sector where one does not hold what was written, and tells nobody but a
// log: here it is counted, so that the exhibit's operator knows. Read before lib/littlefs/lfs2.c.

#pragma once

void handheld_bad_block(void);

// of all its messages this one alone begins so
#define LFS2_DEBUG(message, ...) ((message)[0] == 'B' ? handheld_bad_block() : (void)0)
