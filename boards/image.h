// SPDX-License-Identifier: MIT
// How MicroPython is configured for the images: as its rp2 port is, without what nothing here
// uses and nobody who plugs a handheld in is likely to miss. So there is room for the programs in
// front of the files, which begin where those of stock MicroPython do. (MP_CONFIGFILE: py/mpconfig.h)
//
// What stays on purpose: mpremote's (raw REPL, files, mount, SHA-256, base64), `machine`'s pins,
// buses, PWM and ADC, state machines for the printer, json, struct, and loading native code.

#include "mpconfigport.h"

// the filesystem is littlefs
#undef MICROPY_VFS_FAT
#define MICROPY_VFS_FAT (0)

// modules
#define MICROPY_PY_ASYNCIO (0)
#define MICROPY_PY_CMATH (0)
#define MICROPY_PY_MATH (0)
#define MICROPY_PY_DEFLATE (0)
#define MICROPY_PY_HEAPQ (0)
#define MICROPY_PY_JSON (0)
#define MICROPY_PY_RANDOM (0)
#define MICROPY_PY_MICROPYTHON_RINGIO (0)
#define MICROPY_PY_PLATFORM (0)
#define MICROPY_PY_RE (0)
#define MICROPY_PY_UCTYPES (0)
#undef MICROPY_PY_THREAD
#define MICROPY_PY_THREAD (0)

// parts of machine; main.c calls the I2S driver's beginning and end all the same (left_out.c)
#undef MICROPY_PY_MACHINE_BITSTREAM
#define MICROPY_PY_MACHINE_BITSTREAM (0)
#undef MICROPY_PY_MACHINE_DHT_READINTO
#define MICROPY_PY_MACHINE_DHT_READINTO (0)
#undef MICROPY_PY_MACHINE_I2S
#define MICROPY_PY_MACHINE_I2S (0)
#undef MICROPY_PY_MACHINE_SIGNAL
#define MICROPY_PY_MACHINE_SIGNAL (0)
#undef MICROPY_PY_MACHINE_PULSE
#define MICROPY_PY_MACHINE_PULSE (0)
#undef MICROPY_PY_ONEWIRE
#define MICROPY_PY_ONEWIRE (0)
#undef MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE
#define MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE (0)

// collections: what asyncio would want, and the json module
#define MICROPY_PY_COLLECTIONS_DEQUE (0)
#define MICROPY_PY_COLLECTIONS_ORDEREDDICT (0)

// of the language: complex numbers, and the compilers to machine code (the other one: left_out.c)
#define MICROPY_PY_BUILTINS_COMPLEX (0)
#undef MICROPY_EMIT_INLINE_THUMB
#define MICROPY_EMIT_INLINE_THUMB (0)

// names of errors, and what few programs call: nothing here imports json or random either
#define MICROPY_PY_ERRNO_ERRORCODE (0)
#define MICROPY_PY_BUILTINS_FROZENSET (0)
#define MICROPY_PY_BUILTINS_POW3 (0)
#define MICROPY_PY_BUILTINS_STR_CENTER (0)
#define MICROPY_PY_BINASCII_CRC32 (0)

// help() with its introduction
#undef MICROPY_PY_BUILTINS_HELP
#define MICROPY_PY_BUILTINS_HELP (0)

// the names of all frozen modules a second time, for picotool
#undef MICROPY_FROZEN_LIST_ITEM
#define MICROPY_FROZEN_LIST_ITEM(name, file)
