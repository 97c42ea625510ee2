// SPDX-License-Identifier: MIT
// What `help()` prints to somebody who has stopped the device at a computer: the way back.

#include "py/builtin.h"

const char teletype_help_text[] =
    "This board runs the Pocket Teletype. Press Ctrl-D to start it again.\n"
    "help('modules') lists the modules, help(object) describes an object.\n"
    "MicroPython's documentation: https://docs.micropython.org/\n";
