// SPDX-License-Identifier: MIT
// The configuration of MicroPython for the images: that of its rp2 port on a stock board, so that
// an owner's programs and the packages of `mip` run here too. (MP_CONFIGFILE: py/mpconfig.h)

#include "mpconfigport.h"

// The filesystem is littlefs, and the firmware reads no SD card.
#undef MICROPY_VFS_FAT
#define MICROPY_VFS_FAT (0)

// The port's own text explains pins at length; this one is in help.c.
#undef MICROPY_PY_BUILTINS_HELP_TEXT
#define MICROPY_PY_BUILTINS_HELP_TEXT teletype_help_text
