// SPDX-License-Identifier: MIT
// How MicroPython is configured for the images: as its rp2 port is on a stock board, so that an
// owner's programs and the packages of `mip` run here, too. (MP_CONFIGFILE: py/mpconfig.h)

#include "mpconfigport.h"

// The filesystem is littlefs, and no part of a handheld reads an SD card.
#undef MICROPY_VFS_FAT
#define MICROPY_VFS_FAT (0)
